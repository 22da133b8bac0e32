//! Looking at chains: their stones, their liberties, whether they are safe.

use super::storage::{Cells, ChainCounts, Number};
use super::{Board, EMPTY, Storage};
use crate::Color;

impl<S: Storage> Board<S> {
    /// The cell that names the chain of a stone.
    #[inline]
    #[must_use]
    pub fn chain(&self, stone: usize) -> usize {
        self.cells.get(stone).high()
    }

    /// Pairs of a stone of the chain and an empty neighbour.
    #[inline]
    #[must_use]
    pub fn pseudo_liberties(&self, stone: usize) -> u32 {
        count(self.chains.get(self.chain(stone)).liberties())
    }

    /// Stones of the chain.
    #[inline]
    #[must_use]
    pub fn chain_length(&self, stone: usize) -> u32 {
        count(self.chains.get(self.chain(stone)).length())
    }

    /// The cells of the chain of a stone, beginning with it.
    pub fn chain_cells(&self, stone: usize) -> impl Iterator<Item = usize> + '_ {
        let mut at = Some(stone);
        std::iter::from_fn(move || {
            let cell = at?;
            let next = self.next.get(cell).index();
            at = (next != stone).then_some(next);
            Some(cell)
        })
    }

    /// The empty cells beside the chain of a stone, each as often as it is touched.
    pub fn touched_cells(&self, stone: usize) -> impl Iterator<Item = usize> + '_ {
        self.chain_cells(stone).flat_map(|cell| self.near(cell)).filter(|&other| self.holds(other) == EMPTY)
    }

    /// The chain's liberties, each empty neighbour counted once.
    #[must_use]
    pub fn liberties(&self, stone: usize) -> u32 {
        let mut cells: Vec<usize> = self.touched_cells(stone).collect();
        cells.sort_unstable();
        cells.dedup();
        count(cells.len())
    }

    /// The hash after a legal play of `color` on an empty cell, without playing it.
    #[must_use]
    pub fn hash_after(&self, color: Color, cell: usize) -> u64 {
        use crate::zobrist::stone;
        let own = color.index();
        let mut hash = self.hash ^ stone(cell, own);
        let near = self.near(cell);
        let names = near.map(|other| self.chain(other));
        let (mut captures, mut lives) = (false, false);
        for (n, &other) in near.iter().enumerate() {
            let at = self.holds(other);
            if at == EMPTY {
                lives = true;
            }
            if at > 1 {
                continue;
            }
            let touching = names.iter().filter(|&&name| name == names[n]).count();
            let last = self.chains.get(names[n]).liberties() == touching;
            if at == own {
                lives |= !last;
            } else if last && !names[..n].contains(&names[n]) {
                captures = true;
                for dead in self.chain_cells(other) {
                    hash ^= stone(dead, 1 - own);
                }
            }
        }
        if !captures && !lives {
            hash ^= stone(cell, own);
            for (n, &other) in near.iter().enumerate() {
                if self.holds(other) == own && !names[..n].contains(&names[n]) {
                    for dead in self.chain_cells(other) {
                        hash ^= stone(dead, own);
                    }
                }
            }
        }
        hash
    }
}

/// A count of stones or of pseudo-liberties, which a board of 1024 × 1024 points keeps far below 2³².
fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
