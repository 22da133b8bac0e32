//! Chains in atari, updated from move to move.

use stonefield_go::board::{EMPTY, Storage};
use stonefield_go::{Board, Color};

/// A chain in atari.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct AtariChain {
    /// Id of the chain.
    pub chain: usize,
    /// Its only liberty.
    pub liberty: usize,
    pub color: Color,
}

/// List of all chains in atari, each once. The list is up to date after [`Ataris::refresh`].
// CITE: a move can put only adjacent chains in atari: the capture generator of Fuego, Enzenberger et al.
// 2010.
#[derive(Clone, Default)]
pub(super) struct Ataris {
    /// Stones whose chains were in atari when the stones were added. The chains may have changed since.
    candidates: Vec<usize>,
    chains: Vec<AtariChain>,
    /// By cell: true if the cell is the id of a chain in `chains`.
    is_listed: Vec<bool>,
}

impl Ataris {
    /// Collects the chains in atari of a whole board.
    pub(super) fn start<S: Storage>(&mut self, board: &Board<S>) {
        self.candidates.clear();
        self.is_listed.resize(self.is_listed.len().max(Board::<S>::cells(board.size())), false);
        for point in board.size().points() {
            let cell = board.cell(point);
            if board.chain_id(cell) == cell {
                self.add_if_atari(board, cell);
            }
        }
    }

    /// Adds the chains in atari on and next to the cell of the latest move.
    #[inline]
    pub(super) fn add_move<S: Storage>(&mut self, board: &Board<S>, cell: usize) {
        self.add_if_atari(board, cell);
        for neighbour in board.neighbours(cell) {
            self.add_if_atari(board, neighbour);
        }
    }

    /// Updates the list of chains in atari.
    #[inline]
    pub(super) fn refresh<S: Storage>(&mut self, board: &Board<S>) {
        for atari in self.chains.drain(..) {
            self.is_listed[atari.chain] = false;
        }
        let mut i = 0;
        while let Some(&stone) = self.candidates.get(i) {
            let chain = board.chain_id(stone);
            let atari = board.at(stone).zip(board.sole_liberty(stone));
            match atari.map(|(color, liberty)| AtariChain { chain, liberty, color }) {
                Some(atari) if !self.is_listed[chain] => {
                    self.is_listed[chain] = true;
                    self.chains.push(atari);
                    i += 1;
                }
                _ => drop(self.candidates.swap_remove(i)),
            }
        }
    }

    /// Returns the chains that were in atari at the last [`Ataris::refresh`].
    #[inline]
    pub(super) fn chains(&self) -> &[AtariChain] {
        &self.chains
    }

    #[inline]
    fn add_if_atari<S: Storage>(&mut self, board: &Board<S>, cell: usize) {
        if board.content(cell) < EMPTY && board.sole_liberty(cell).is_some() {
            self.candidates.push(cell);
        }
    }
}
