//! The chains in atari, kept up from move to move.

use stonefield_go::board::{EMPTY, Storage};
use stonefield_go::{Board, Color};

/// A chain in atari.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct AtariChain {
    /// The cell that names the chain.
    pub chain: usize,
    /// Its one liberty.
    pub liberty: usize,
    pub color: Color,
}

/// All chains in atari, each once, once [`Ataris::refresh`] has looked at what the moves since have touched.
// CITE: only chains beside a move can fall into atari by it: the capture generator of Fuego, Enzenberger et al. 2010.
#[derive(Clone, Default)]
pub(super) struct Ataris {
    /// Stones whose chains were in atari when they were looked at.
    seen: Vec<usize>,
    now: Vec<AtariChain>,
    /// By cell: whether it names one of [`Ataris::now`].
    named: Vec<bool>,
}

impl Ataris {
    /// Looks at every chain of a board.
    pub(super) fn start<S: Storage>(&mut self, board: &Board<S>) {
        self.seen.clear();
        self.named.resize(self.named.len().max(Board::<S>::cells(board.size())), false);
        for point in board.size().points() {
            let cell = board.cell(point);
            if board.chain(cell) == cell {
                self.look(board, cell);
            }
        }
    }

    /// Looks at the chains that a move just made can have put into atari.
    #[inline]
    pub(super) fn played<S: Storage>(&mut self, board: &Board<S>, cell: usize) {
        self.look(board, cell);
        for other in board.near(cell) {
            self.look(board, other);
        }
    }

    /// Finds out which of the chains looked at are in atari now.
    #[inline]
    pub(super) fn refresh<S: Storage>(&mut self, board: &Board<S>) {
        for atari in self.now.drain(..) {
            self.named[atari.chain] = false;
        }
        let mut i = 0;
        while let Some(&stone) = self.seen.get(i) {
            let chain = board.chain(stone);
            let atari = board.at(stone).zip(board.sole_liberty(stone));
            match atari.map(|(color, liberty)| AtariChain { chain, liberty, color }) {
                Some(atari) if !self.named[chain] => {
                    self.named[chain] = true;
                    self.now.push(atari);
                    i += 1;
                }
                _ => drop(self.seen.swap_remove(i)),
            }
        }
    }

    /// The chains in atari as [`Ataris::refresh`] found them.
    #[inline]
    pub(super) fn now(&self) -> &[AtariChain] {
        &self.now
    }

    #[inline]
    fn look<S: Storage>(&mut self, board: &Board<S>, cell: usize) {
        if board.holds(cell) < EMPTY && board.sole_liberty(cell).is_some() {
            self.seen.push(cell);
        }
    }
}
