//! Positions on the path from the root, and the states of their searches.

use super::evaluator::{MAX, StoneSets};
use super::order::{NO_MOVE, OrderedMove};
use super::table::{TableKey, mix};
use stonefield_go::board::Storage;
use stonefield_go::field::bits::{Grid, Words};
use stonefield_go::{Board, BoardVisitor, Ko, Position};

/// Position on the path from the root, with the data of its search.
pub(super) struct Frame<W> {
    pub(super) position: Position,
    pub(super) stones: StoneSets<W>,
    pub(super) moves: Vec<OrderedMove>,
    pub(super) table_key: TableKey,
    /// Sum of the ko keys of the positions after the root, up to this one. The superko rules compare
    /// positions by these keys.
    pub(super) path: u64,
    /// Spots of the expected line of play from here.
    pub(super) line: Vec<u32>,
    /// Number of the node in the announced events.
    pub(super) id: u64,
}

/// State of a node during its search.
#[derive(Clone, Copy, Debug)]
pub(super) struct OpenNode {
    /// Number of plies left.
    pub(super) depth: u32,
    /// Number of plies of captures and ataris left after `depth` plies.
    pub(super) quiescence_depth: u32,
    /// Lower end of the window when the node was entered.
    pub(super) alpha_at_entry: i32,
    /// Lower end of the current window.
    pub(super) alpha: i32,
    /// Upper end of the window.
    pub(super) beta: i32,
    /// Best value of the moves searched so far.
    pub(super) best: i32,
    /// Move with the best value; [`NO_MOVE`] if no value was above `alpha`.
    pub(super) best_spot: u32,
    /// Index in the list of moves of the next one to search, or to evaluate for sorting.
    pub(super) next_move: usize,
    /// True while moves are evaluated by a one-ply search, which sorts them.
    pub(super) unsorted: bool,
    /// True if all listed moves are known to be legal.
    pub(super) all_legal: bool,
}

impl OpenNode {
    /// Creates the state of a node with `depth` plies left and a window.
    pub(super) const fn new(depth: u32, quiescence_depth: u32, (alpha, beta): (i32, i32)) -> Self {
        Self {
            depth,
            quiescence_depth,
            alpha_at_entry: alpha,
            alpha,
            beta,
            best: -MAX,
            best_spot: NO_MOVE,
            next_move: 0,
            unsorted: false,
            all_legal: false,
        }
    }
}

impl<W: Words> Frame<W> {
    pub(super) fn new(grid: &Grid<W>, position: Position) -> Self {
        Self {
            position,
            stones: StoneSets::none(grid),
            moves: Vec::new(),
            table_key: TableKey::default(),
            path: 0,
            line: Vec::new(),
            id: 0,
        }
    }

    /// Begins the search of the frame's position. `path` is that of the parent frame, `None` at the root.
    pub(super) fn begin(&mut self, path: Option<u64>) {
        self.moves.clear();
        self.line.clear();
        self.path = path.map_or(0, |path| {
            let key = self.position.key(self.position.hash(), self.position.to_move());
            path.wrapping_add(key.map_or(0, |key| mix(0, key)))
        });
    }

    /// Computes the position's key in the table, with `depth` plies left. `root_captures` are the captures at
    /// the root.
    ///
    /// `position_key` depends on everything that the rules and the evaluation depend on, except the path.
    /// Under superko the positions on the path from the root may forbid moves. Therefore `path_key` depends
    /// on the path, unless none of these positions can recur in the plies left.
    pub(super) fn compute_table_key(&mut self, depth: u32, root_captures: [i32; 2]) -> TableKey {
        let position = &self.position;
        let rules = position.rules();
        let mut key = mix(position.hash(), position.to_move().index() as u64);
        let ko_code = position.ko().map_or(0, |point| 1 + position.size().index(point) as u64);
        key = mix(key, ko_code << 8 | u64::from(position.passes().min(255)));
        let [black, white] = self.stones.captures.map(|captures| u64::from(captures.cast_unsigned()));
        key = mix(key, black << 32 | white);
        if rules.stones_each.is_some() {
            let placed = position.placed();
            key = mix(key, u64::from(placed.black) << 32 | u64::from(placed.white));
        }
        let is_superko = matches!(rules.ko, Ko::Positional | Ko::Situational);
        let path_key = if !is_superko || self.stones.captures == root_captures && self.cannot_return(depth) {
            0
        } else {
            self.path | 1
        };
        self.table_key = TableKey { position_key: key, path_key };
        self.table_key
    }

    /// Returns true if no position between the root and this one can recur within `depth` plies. Requires
    /// that no stone has been captured since the root.
    ///
    /// The board still has all stones of the earlier position, and others. To reach the earlier position
    /// again, the others must be captured. The stone that makes the last capture stays on the board, so the
    /// earlier position has it too. Therefore this stone must itself have been captured before and played
    /// again. That takes two plies, the first of which captures a chain in atari. With suicide one ply is
    /// enough: a chain in atari fills its own last liberty.
    fn cannot_return(&self, depth: u32) -> bool {
        let suicide = self.position.rules().suicide;
        match depth {
            0 | 1 if !suicide => true,
            0..=2 => !any_atari(&self.position),
            _ => false,
        }
    }
}

/// Returns true if any chain is in atari.
fn any_atari(position: &Position) -> bool {
    struct AnyAtari;
    impl BoardVisitor for AnyAtari {
        type Output = bool;

        fn visit<S: Storage>(self, board: &Board<S>) -> bool {
            let mut cells = board.size().points().map(|point| board.cell(point));
            cells.any(|cell| {
                board.at(cell).is_some() && board.chain_id(cell) == cell && board.sole_liberty(cell).is_some()
            })
        }
    }
    position.visit(AnyAtari)
}
