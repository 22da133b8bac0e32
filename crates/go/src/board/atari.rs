//! Detection of atari and of captures without a loop over the stones of a chain.

use super::storage::{Cells, ChainCounts};
use super::{Board, EMPTY, ONE_EMPTY, Storage};
use crate::Color;

/// Liberties of a chain, as exactly as tactics need them.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Liberties {
    None,
    One(usize),
    More,
}

impl Liberties {
    #[inline(always)]
    fn one(self) -> Option<usize> {
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
        let name = self.chain(stone);
        self.classify(self.chains.get(name), name, name).one()
    }

    /// The only liberty of a stone's chain without the cell `filled`, if there is exactly one.
    #[inline]
    #[must_use]
    pub fn sole_liberty_without(&self, stone: usize, filled: usize) -> Option<usize> {
        self.liberties_without(self.chain(stone), filled).one()
    }

    /// Returns true if a move on an empty cell captures the enemy stone next to it.
    #[inline]
    #[must_use]
    pub fn takes(&self, cell: usize, enemy: usize) -> bool {
        let name = self.chain(enemy);
        self.chains.get(name).liberties() == self.touches(cell, name)
    }

    /// Number of liberties of the new stone's chain after a move on an empty cell, captures included.
    ///
    /// 0: suicide. 1: atari. 2: two or more.
    #[must_use]
    pub fn liberties_after(&self, color: Color, cell: usize) -> u32 {
        if self.around(cell) >= 2 * ONE_EMPTY {
            return 2;
        }
        let mover = color.index();
        let neighbours = self.near(cell);
        let mut liberty_found = None;
        // True if another liberty was found before.
        let mut is_second = |liberty| liberty_found.replace(liberty).is_some_and(|first| first != liberty);
        for neighbour in neighbours {
            let holds = self.holds(neighbour);
            if holds == EMPTY {
                if is_second(neighbour) {
                    return 2;
                }
            } else if holds == mover {
                match self.liberties_without(self.chain(neighbour), cell) {
                    Liberties::None => {}
                    Liberties::One(liberty) => {
                        if is_second(liberty) {
                            return 2;
                        }
                    }
                    Liberties::More => return 2,
                }
            } else if holds == 1 - mover && self.takes(cell, neighbour) {
                let joins = |stone: usize| {
                    stone == cell
                        || self.holds(stone) == mover
                            && neighbours.iter().any(|&adjacent| self.chain(adjacent) == self.chain(stone))
                };
                for dead in self.chain_cells(neighbour) {
                    if self.near(dead).into_iter().any(joins) && is_second(dead) {
                        return 2;
                    }
                }
            }
        }
        u32::from(liberty_found.is_some())
    }

    /// Returns true if a stone of the chain with this name is next to the cell.
    #[inline]
    pub fn touches_chain(&self, cell: usize, name: usize) -> bool {
        self.touches(cell, name) > 0
    }

    /// Number of the chain's stones next to the cell.
    #[inline(always)]
    fn touches(&self, cell: usize, name: usize) -> usize {
        self.near(cell).into_iter().map(|neighbour| usize::from(self.chain(neighbour) == name)).sum()
    }

    /// Liberties of the chain with this name, without the cell `filled`.
    fn liberties_without(&self, name: usize, filled: usize) -> Liberties {
        let touches = self.touches(filled, name);
        self.classify(
            self.chains.get(name).minus(S::ChainCounts::new(0, (touches * filled) as u64, touches)),
            name,
            filled,
        )
    }

    /// Liberties of a chain with these counters. The cell `filled` does not count as empty.
    ///
    /// The chain has only one liberty if all its pseudo-liberties are on one cell. Then the mean of their
    /// cell indices is that cell: it is empty, and the number of the chain's stones next to it is that of the
    /// pseudo-liberties.
    #[inline(always)]
    fn classify(&self, chain: S::ChainCounts, name: usize, filled: usize) -> Liberties {
        let (sum, count) = (chain.sum(), chain.liberties());
        if count > 4 {
            return Liberties::More;
        }
        if count == 0 {
            return Liberties::None;
        }
        let mean = sum / count;
        let is_only_liberty =
            self.holds(mean) == EMPTY && mean != filled && self.touches(mean, name) == count;
        // The product differs from the sum if the division has a remainder.
        if is_only_liberty && mean * count == sum { Liberties::One(mean) } else { Liberties::More }
    }
}
