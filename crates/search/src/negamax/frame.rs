//! One position on the way from the root, and how far the search of it has come.

use super::evaluator::{MAX, StoneSets};
use super::order::{NONE, OrderedMove};
use super::table::{Place, mix};
use stonefield_go::board::Storage;
use stonefield_go::field::bits::{Grid, Words};
use stonefield_go::{Board, BoardVisitor, Ko, Position};

/// A position on the way from the root, and room for what is found there.
pub(super) struct Frame<W> {
    pub(super) position: Position,
    pub(super) stones: StoneSets<W>,
    pub(super) moves: Vec<OrderedMove>,
    pub(super) place: Place,
    /// What the ko rule remembers of the positions after the root up to this one.
    pub(super) path: u64,
    /// What is expected to be played from here.
    pub(super) line: Vec<u32>,
    /// Its number among the nodes that are told of.
    pub(super) id: u64,
}

/// How far the search of a node has come.
#[derive(Clone, Copy, Debug)]
pub(super) struct OpenNode {
    /// Plies left, and plies of captures and ataris left after those.
    pub(super) depth: u32,
    pub(super) quiet: u32,
    /// The window: its lower end as it was at first, and what is left of it.
    pub(super) floor: i32,
    pub(super) alpha: i32,
    pub(super) beta: i32,
    /// The best value so far, and its move, if it was inside the window.
    pub(super) best: i32,
    pub(super) best_spot: u32,
    /// The next of its moves to be tried, or to be sorted.
    pub(super) next: usize,
    /// Whether moves are still sorted by what they lead to at once.
    pub(super) unsorted: bool,
    /// Whether all moves are known to be legal.
    pub(super) checked: bool,
}

impl OpenNode {
    /// With so many plies left and a window.
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

    /// Begins with its position; `path` is that of the frame before it.
    pub(super) fn begin(&mut self, path: Option<u64>) {
        self.moves.clear();
        self.line.clear();
        self.path = path.map_or(0, |path| {
            let key = self.position.key(self.position.hash(), self.position.to_move());
            path.wrapping_add(key.map_or(0, |key| mix(0, key)))
        });
    }

    /// Where the position belongs in the table with so many plies left, its root having had so many stones taken.
    ///
    /// All that the rules and the evaluation look at goes into the key. What has been on the way from the root may forbid moves by superko; it
    /// goes into the tag, unless nothing of it could come back in the plies that are left.
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

    /// Whether no position between the root and this one can come back in the plies that are left, nothing having been taken since the root.
    ///
    /// All stones of such a position still stand, with others. To come back to it those others must go, which takes a capture; the stone that
    /// captures last is one of its own, so that it must have been taken before. That is two plies, the first of which
    /// takes a chain in atari; or one by which a chain in atari takes its own last liberty.
    fn cannot_return(&self, depth: u32) -> bool {
        let suicide = self.position.rules().suicide;
        match depth {
            0 | 1 if !suicide => true,
            0..=2 => !any_atari(&self.position),
            _ => false,
        }
    }
}

/// Whether any chain has a single liberty.
fn any_atari(position: &Position) -> bool {
    struct Any;
    impl BoardVisitor for Any {
        type Output = bool;

        fn visit<S: Storage>(self, board: &Board<S>) -> bool {
            let mut cells = board.size().points().map(|point| board.cell(point));
            cells.any(|cell| {
                board.at(cell).is_some() && board.chain(cell) == cell && board.sole_liberty(cell).is_some()
            })
        }
    }
    position.visit(Any)
}
