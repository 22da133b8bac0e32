//! Chains in their last liberties, told without a walk along their stones.

use super::storage::{Cells, ChainCounts};
use super::{Board, EMPTY, ONE_EMPTY, Storage};
use crate::Color;

/// What liberties are left, as far as tactics ask.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Left {
    None,
    One(usize),
    More,
}

impl Left {
    #[inline(always)]
    fn one(self) -> Option<usize> {
        match self {
            Self::One(cell) => Some(cell),
            Self::None | Self::More => None,
        }
    }
}

impl<S: Storage> Board<S> {
    /// The liberty of a stone's chain that has no other: the chain is in atari.
    #[inline]
    #[must_use]
    pub fn sole_liberty(&self, stone: usize) -> Option<usize> {
        let name = self.chain(stone);
        self.left(self.chains.get(name), name, name).one()
    }

    /// The only liberty that a stone's chain would have left with one of its liberties filled.
    #[inline]
    #[must_use]
    pub fn sole_liberty_without(&self, stone: usize, filled: usize) -> Option<usize> {
        self.left_without(self.chain(stone), filled).one()
    }

    /// Whether a play on an empty cell takes the enemy stone beside it: the cell is the last liberty of its chain.
    #[inline]
    #[must_use]
    pub fn takes(&self, cell: usize, enemy: usize) -> bool {
        let name = self.chain(enemy);
        self.chains.get(name).liberties() == self.touches(cell, name)
    }

    /// The liberties that a stone played on an empty cell would have with its chain, captured stones being gone: 0 (suicide), 1
    /// (atari), or 2 for any more.
    #[must_use]
    pub fn liberties_after(&self, color: Color, cell: usize) -> u32 {
        if self.around(cell) >= 2 * ONE_EMPTY {
            return 2;
        }
        let own = color.index();
        let near = self.near(cell);
        let mut found = None;
        // Whether this one is the second.
        let mut second = |liberty| found.replace(liberty).is_some_and(|first| first != liberty);
        for other in near {
            let holds = self.holds(other);
            if holds == EMPTY {
                if second(other) {
                    return 2;
                }
            } else if holds == own {
                match self.left_without(self.chain(other), cell) {
                    Left::None => {}
                    Left::One(liberty) => {
                        if second(liberty) {
                            return 2;
                        }
                    }
                    Left::More => return 2,
                }
            } else if holds == 1 - own && self.takes(cell, other) {
                let joins = |stone: usize| {
                    stone == cell
                        || self.holds(stone) == own
                            && near.iter().any(|&beside| self.chain(beside) == self.chain(stone))
                };
                for dead in self.chain_cells(other) {
                    if self.near(dead).into_iter().any(joins) && second(dead) {
                        return 2;
                    }
                }
            }
        }
        u32::from(found.is_some())
    }

    /// Whether a stone of the chain with this name is beside a cell.
    #[inline]
    pub fn touches_chain(&self, cell: usize, name: usize) -> bool {
        self.touches(cell, name) > 0
    }

    /// How many stones of a chain are beside a cell.
    #[inline(always)]
    fn touches(&self, cell: usize, name: usize) -> usize {
        self.near(cell).into_iter().map(|other| usize::from(self.chain(other) == name)).sum()
    }

    fn left_without(&self, name: usize, filled: usize) -> Left {
        let touches = self.touches(filled, name);
        self.left(
            self.chains.get(name).minus(S::ChainCounts::new(0, (touches * filled) as u64, touches)),
            name,
            filled,
        )
    }

    /// What the liberties of a chain come to, `filled` not being one. All its pseudo-liberties are on one cell if their mean is an
    /// empty cell that the chain touches as often as it has any.
    #[inline(always)]
    fn left(&self, chain: S::ChainCounts, name: usize, filled: usize) -> Left {
        let (sum, count) = (chain.sum(), chain.liberties());
        if count > 4 {
            return Left::More;
        }
        if count == 0 {
            return Left::None;
        }
        let mean = sum / count;
        let alone = self.holds(mean) == EMPTY && mean != filled && self.touches(mean, name) == count;
        // A rest of the division would show in the product.
        if alone && mean * count == sum { Left::One(mean) } else { Left::More }
    }
}
