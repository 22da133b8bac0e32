//! Parameters of the search.

use super::table::TranspositionTable;
use crate::supply;
use crate::{choices, params};
use stonefield_go::field::BouzyParams;

choices! {
    /// Evaluation of a position. Each is a lead: the side to move's quantity minus the enemy's.
    pub enum Eval {
        /// Territory, captures, potential territory and influence, each with its weight.
        Fields = "fields",
        /// Control, in sixteenths. The stones send their waves in the order of the points.
        Control = "control",
        /// Smallest liberty count of any chain.
        Liberties = "liberties",
        /// Area: stones and territory.
        Area = "area",
    }
}

choices! {
    /// Moves that are searched.
    pub enum MoveRange {
        /// All legal moves.
        All = "all",
        /// Legal moves at most two lines from a stone, and the pass.
        Near = "near",
    }
}

choices! {
    /// Value of a drawn game.
    pub enum Tie {
        /// 0.
        Draw = "draw",
        /// A loss for the side to move, whichever colour it is.
        Loss = "loss",
    }
}

/// Largest table, in bytes, that is allocated without a check of the available memory.
const UNCHECKED_BYTES: usize = 16 << 20;

params! {
    /// Parameters of the search. The speed-ups change the time of a search, never its value: `ab`, `history`,
    /// `scout`, `tt`, `id`, `pvs`, `killers`, `lazy` and `incremental`.
    pub struct NegamaxParams {
        /// plies looked ahead, where neither time nor nodes are given
        pub depth: u32 = 3 in 1..=64, "plies";
        /// time a move, as deep as it goes; 0: by depth
        pub time: f64 = 0.0 in 0.0..=86_400.0, "seconds";
        /// positions a move, as deep as it goes; 0: by depth
        pub nodes: u64 = 0 in 0..=1_000_000_000_000, "nodes";
        /// alpha-beta: leave a move as soon as it is refuted
        pub ab: bool = true;
        /// try moves early that have refuted others
        pub history: bool = true;
        /// try the first moves ordered by a one-ply search
        pub scout: bool = true;
        /// remember positions
        pub tt: bool = true;
        /// look one ply ahead, then two, and so on
        pub id: bool = true;
        /// ask of moves after the first only whether they are better, with a null window
        pub pvs: bool = true;
        /// try the last moves early that refuted others at the same ply
        pub killers: bool = true;
        /// end an evaluation as soon as it cannot matter
        pub lazy: bool = true;
        /// judge the last ply without setting it up
        pub incremental: bool = true;
        /// plies of captures and ataris after the last one
        pub quiescence: u32 = 0 in 0..=16, "plies";
        /// all legal moves, or those not more than two lines from a stone
        pub moves: MoveRange = All;
        /// what positions are judged by
        pub eval: Eval = Fields;
        /// weight of a point of territory
        pub territory: i32 = 200 in 0..=1_000;
        /// weight of a stone taken
        pub captures: i32 = 200 in 0..=1_000;
        /// weight of a point of potential territory
        pub potential: i32 = 10 in 0..=1_000;
        /// weight of a point of influence
        pub influence: i32 = 1 in 0..=1_000;
        /// of potential territory
        pub dilations: u8 = 5 in 0..=BouzyParams::MAX.dilations;
        /// of potential territory
        pub erosions: u8 = 21 in 0..=BouzyParams::MAX.erosions;
        /// dilations of influence
        pub range: u8 = 5 in 0..=BouzyParams::MAX.dilations;
        /// a drawn game counts 0, or as a loss for the side to move
        pub tie: Tie = Draw;
        /// positions remembered, of 32 bytes each
        pub table: usize = (1 << 18) in 1_024..=1 << 28, "positions";
        /// let chance decide between equally good moves
        pub shuffle: bool = false;
    }
}

impl NegamaxParams {
    /// Numbers of dilations and erosions for potential territory.
    pub(super) const fn bouzy(&self) -> BouzyParams {
        BouzyParams { dilations: self.dilations, erosions: self.erosions }
    }

    /// Returns a message if there is no memory for a table of this size; `None` if there is.
    pub fn lack_of_memory(&self) -> Option<String> {
        let bytes = self.table.saturating_mul(TranspositionTable::ENTRY_SIZE);
        (self.tt && bytes > UNCHECKED_BYTES && !supply::has_memory_for(bytes)).then(|| {
            format!(
                "a table of {} positions takes {} MB, which is not available",
                self.table,
                bytes.div_ceil(1 << 20)
            )
        })
    }

    /// Depth of the last iteration, in plies: with iterative deepening and a budget of time or nodes
    /// [`MAX_DEPTH`], else the parameter `depth`.
    pub(super) const fn last_depth(&self) -> u32 {
        if self.id && (self.time > 0.0 || self.nodes > 0) { MAX_DEPTH } else { self.depth }
    }
}

/// Largest depth of any search, in plies.
pub(super) const MAX_DEPTH: u32 = 64;
