//! A position on the path from the root, and the state of its search.

use super::evaluator::{MAX, StoneSets};
use super::order::{NONE, OrderedMove};
use super::table::{Place, mix};
use stonefield_go::board::Storage;
use stonefield_go::field::bits::{Grid, Words};
use stonefield_go::{Board, BoardVisitor, Ko, Position};

/// Position on the path from the root, with the results of its search.
pub(super) struct Frame<W> {
    pub(super) position: Position,
    pub(super) stones: StoneSets<W>,
    pub(super) moves: Vec<OrderedMove>,
    pub(super) place: Place,
    /// Sum of the keys of the positions after the root, up to this one. The ko rule compares positions by
    /// these keys.
    pub(super) path: u64,
    /// Expected line of play from here, by spot.
    pub(super) line: Vec<u32>,
    /// Number of the node in the announced events.
    pub(super) id: u64,
}

/// State of a node's search.
#[derive(Clone, Copy, Debug)]
pub(super) struct OpenNode {
    /// Plies left.
    pub(super) depth: u32,
    /// Plies of captures and ataris left after those.
    pub(super) quiet: u32,
    /// Lower end of the window at entry.
    pub(super) floor: i32,
    /// Lower end of the current window.
    pub(super) alpha: i32,
    /// Upper end of the window.
    pub(super) beta: i32,
    /// Best value of the moves searched.
    pub(super) best: i32,
    /// Move of the best value; [`NONE`] if no value was inside the window.
    pub(super) best_spot: u32,
    /// Index of the next move to try or to sort.
    pub(super) next: usize,
    /// True while moves are still sorted by a one-ply search.
    pub(super) unsorted: bool,
    /// True if all listed moves are known to be legal.
    pub(super) checked: bool,
}

impl OpenNode {
    /// Creates the state of a node with `depth` plies left and a window.
    pub(super) const fn new(depth: u32, quiet: u32, (alpha, beta): (i32, i32)) -> Self {
        Self {
            depth,
            quiet,
            floor: alpha,
            alpha,
            beta,
            best: -MAX,
            best_spot: NONE,
            next: 0,
            unsorted: false,
            checked: false,
        }
    }
}

impl<W: Words> Frame<W> {
    pub(super) fn new(grid: &Grid<W>, position: Position) -> Self {
        Self {
            position,
            stones: StoneSets::none(grid),
            moves: Vec::new(),
            place: Place::default(),
            path: 0,
            line: Vec::new(),
            id: 0,
        }
    }

    /// Begins the search of the frame's position. `path` is the sum of the parent frame, `None` at the root.
    pub(super) fn begin(&mut self, path: Option<u64>) {
        self.moves.clear();
        self.line.clear();
        self.path = path.map_or(0, |path| {
            let key = self.position.key(self.position.hash(), self.position.to_move());
            path.wrapping_add(key.map_or(0, |key| mix(0, key)))
        });
    }

    /// Computes the position's place in the table, with `depth` plies left. `root_taken` are the captures at
    /// the root.
    ///
    /// The key holds all that the rules and the evaluation depend on. Under superko the positions on the
    /// path from the root may forbid moves. Therefore the tag holds the path, unless none of these positions
    /// can recur in the plies left.
    pub(super) fn find_place(&mut self, depth: u32, root_taken: [i32; 2]) -> Place {
        let position = &self.position;
        let rules = position.rules();
        let mut key = mix(position.hash(), position.to_move().index() as u64);
        let ko = position.ko().map_or(0, |point| 1 + position.size().index(point) as u64);
        key = mix(key, ko << 8 | u64::from(position.passes().min(255)));
        let [black, white] = self.stones.taken.map(|taken| u64::from(taken.cast_unsigned()));
        key = mix(key, black << 32 | white);
        if rules.stones_each.is_some() {
            let placed = position.placed();
            key = mix(key, u64::from(placed.black) << 32 | u64::from(placed.white));
        }
        let superko = matches!(rules.ko, Ko::Positional | Ko::Situational);
        let tag = if !superko || self.stones.taken == root_taken && self.cannot_return(depth) {
            0
        } else {
            self.path | 1
        };
        self.place = Place { key, tag };
        self.place
    }

    /// Returns true if no position between the root and this one can recur within `depth` plies. Requires
    /// that no stone has been captured since the root.
    ///
    /// The board still has all stones of the earlier position, and others. To reach the earlier position
    /// again, the others must be captured. The stone of the last capture stays on the board, so the earlier
    /// position has it too. Therefore it must have been captured itself before, and played again. That takes
    /// two plies, the first of which captures a chain in atari. With suicide one ply is enough: a chain in
    /// atari takes its own last liberty.
    fn cannot_return(&self, depth: u32) -> bool {
        let suicide = self.position.rules().suicide;
        match depth {
            0 | 1 if !suicide => true,
            0..=2 => !any_atari(&self.position),
            _ => false,
        }
    }
}

/// Returns true if any chain has a single liberty.
fn any_atari(position: &Position) -> bool {
    struct Any;
    impl BoardVisitor for Any {
        type Output = bool;

        fn visit<S: Storage>(self, board: &Board<S>) -> bool {
            let mut cells = board.size().points().map(|point| board.cell(point));
            cells.any(|cell| {
                board.at(cell).is_some() && board.chain_id(cell) == cell && board.sole_liberty(cell).is_some()
            })
        }
    }
    position.visit(Any)
}
