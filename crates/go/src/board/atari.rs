//! Detection of atari and of captures without a loop over the stones of a chain.

use super::storage::{Cells, ChainCounts};
use super::{Board, EMPTY, ONE_EMPTY, Storage};
use crate::Color;

/// Liberties of a chain: none, the cell of the only one, or more than one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Liberties {
    None,
    One(usize),
    More,
}

impl Liberties {
    #[inline(always)]
    fn sole(self) -> Option<usize> {
        match self {
            Self::One(cell) => Some(cell),
            Self::None | Self::More => None,
        }
    }
}

impl<S: Storage> Board<S> {
    /// The only liberty of a stone's chain, if the chain is in atari.
    #[inline]
    #[must_use]
    pub fn sole_liberty(&self, stone: usize) -> Option<usize> {
        let id = self.chain_id(stone);
        self.classify(self.chains.get(id), id, id).sole()
    }

    /// The only liberty of a stone's chain besides the cell `filled`. `None` if there is no other liberty or
    /// more than one.
    #[inline]
    #[must_use]
    pub fn sole_liberty_without(&self, stone: usize, filled: usize) -> Option<usize> {
        self.liberties_without(self.chain_id(stone), filled).sole()
    }

    /// Returns true if a move on an empty cell captures the enemy stone next to it.
    #[inline]
    #[must_use]
    pub fn takes(&self, cell: usize, enemy: usize) -> bool {
        let id = self.chain_id(enemy);
        self.chains.get(id).pseudo_liberties() == self.stones_touching(cell, id)
    }

    /// Liberties of the new stone's chain after a move on an empty cell, counted up to 2. Captured stones are
    /// removed first.
    ///
    /// 0: suicide. 1: atari. 2: two or more.
    #[must_use]
    pub fn liberties_after(&self, color: Color, cell: usize) -> u32 {
        if self.neighbour_counters(cell) >= 2 * ONE_EMPTY {
            return 2;
        }
        let mover = color.index();
        let neighbours = self.neighbours(cell);
        let mut known_liberty = None;
        // Returns true if the previous call had another liberty.
        let mut is_second = |liberty| known_liberty.replace(liberty).is_some_and(|known| known != liberty);
        for neighbour in neighbours {
            let content = self.content(neighbour);
            if content == EMPTY {
                if is_second(neighbour) {
                    return 2;
                }
            } else if content == mover {
                match self.liberties_without(self.chain_id(neighbour), cell) {
                    Liberties::None => {}
                    Liberties::One(liberty) => {
                        if is_second(liberty) {
                            return 2;
                        }
                    }
                    Liberties::More => return 2,
                }
            } else if content == 1 - mover && self.takes(cell, neighbour) {
                let is_in_new_chain = |stone: usize| {
                    stone == cell
                        || self.content(stone) == mover
                            && neighbours
                                .iter()
                                .any(|&adjacent| self.chain_id(adjacent) == self.chain_id(stone))
                };
                for captured in self.chain_cells(neighbour) {
                    if self.neighbours(captured).into_iter().any(is_in_new_chain) && is_second(captured) {
                        return 2;
                    }
                }
            }
        }
        u32::from(known_liberty.is_some())
    }

    /// Returns true if a stone of the chain with this id is next to the cell.
    #[inline]
    pub fn touches_chain(&self, cell: usize, id: usize) -> bool {
        self.stones_touching(cell, id) > 0
    }

    /// Number of stones of the chain with this id that are next to the cell.
    #[inline(always)]
    fn stones_touching(&self, cell: usize, id: usize) -> usize {
        self.neighbours(cell).into_iter().map(|neighbour| usize::from(self.chain_id(neighbour) == id)).sum()
    }

    /// Liberties of the chain with this id, without the cell `filled`.
    fn liberties_without(&self, id: usize, filled: usize) -> Liberties {
        let touching = self.stones_touching(filled, id);
        self.classify(
            self.chains.get(id).minus(S::ChainCounts::new(0, (touching * filled) as u64, touching)),
            id,
            filled,
        )
    }

    /// Liberties of the chain with this id and these counters. The cell `filled` does not count as empty.
    ///
    /// The chain has only one liberty if all its pseudo-liberties are on one cell. That cell is then the mean
    /// of their cell indices. So the mean is tested: the cell must be empty, and its number of neighbours in
    /// the chain must equal the number of pseudo-liberties.
    #[inline(always)]
    fn classify(&self, chain: S::ChainCounts, id: usize, filled: usize) -> Liberties {
        let (sum, count) = (chain.sum(), chain.pseudo_liberties());
        // A cell has only four neighbours, so more than four pseudo-liberties are on several cells.
        if count > 4 {
            return Liberties::More;
        }
        if count == 0 {
            return Liberties::None;
        }
        let mean = sum / count;
        let is_only_liberty =
            self.content(mean) == EMPTY && mean != filled && self.stones_touching(mean, id) == count;
        // The product differs from the sum if the division has a remainder.
        if is_only_liberty && mean * count == sum { Liberties::One(mean) } else { Liberties::More }
    }
}
