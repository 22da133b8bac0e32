//! Queries about chains: stones, liberties, and the hash after a move.

use super::storage::{Cells, ChainCounts, Number};
use super::{Board, EMPTY, Storage};
use crate::Color;

impl<S: Storage> Board<S> {
    /// Name of a stone's chain: the index of one of its cells.
    #[inline]
    #[must_use]
    pub fn chain(&self, stone: usize) -> usize {
        self.cells.get(stone).high()
    }

    /// Number of pseudo-liberties of a stone's chain: pairs of a stone and an empty neighbour.
    #[inline]
    #[must_use]
    pub fn pseudo_liberties(&self, stone: usize) -> u32 {
        count(self.chains.get(self.chain(stone)).liberties())
    }

    /// Number of stones of a stone's chain.
    #[inline]
    #[must_use]
    pub fn chain_length(&self, stone: usize) -> u32 {
        count(self.chains.get(self.chain(stone)).length())
    }

    /// Cells of a stone's chain, beginning with the stone.
    pub fn chain_cells(&self, stone: usize) -> impl Iterator<Item = usize> + '_ {
        let mut current = Some(stone);
        std::iter::from_fn(move || {
            let cell = current?;
            let next = self.next.get(cell).index();
            current = (next != stone).then_some(next);
            Some(cell)
        })
    }

    /// Empty neighbours of a stone's chain. A cell is repeated for each of its neighbours in the chain.
    pub fn touched_cells(&self, stone: usize) -> impl Iterator<Item = usize> + '_ {
        self.chain_cells(stone)
            .flat_map(|cell| self.near(cell))
            .filter(|&neighbour| self.holds(neighbour) == EMPTY)
    }

    /// Number of liberties of a stone's chain. Each empty neighbour counts once.
    #[must_use]
    pub fn liberties(&self, stone: usize) -> u32 {
        let mut cells: Vec<usize> = self.touched_cells(stone).collect();
        cells.sort_unstable();
        cells.dedup();
        count(cells.len())
    }

    /// Hash of the stones after a legal move of `color` on an empty cell. The move is not made.
    #[must_use]
    pub fn hash_after(&self, color: Color, cell: usize) -> u64 {
        use crate::zobrist::stone;
        let mover = color.index();
        let mut hash = self.hash ^ stone(cell, mover);
        let neighbours = self.near(cell);
        let names = neighbours.map(|neighbour| self.chain(neighbour));
        let (mut captures, mut has_liberty) = (false, false);
        for (n, &neighbour) in neighbours.iter().enumerate() {
            let content = self.holds(neighbour);
            if content == EMPTY {
                has_liberty = true;
            }
            if content > 1 {
                continue;
            }
            let lost_liberties = names.iter().filter(|&&name| name == names[n]).count();
            let loses_last_liberty = self.chains.get(names[n]).liberties() == lost_liberties;
            if content == mover {
                has_liberty |= !loses_last_liberty;
            } else if loses_last_liberty && !names[..n].contains(&names[n]) {
                captures = true;
                for dead in self.chain_cells(neighbour) {
                    hash ^= stone(dead, 1 - mover);
                }
            }
        }
        if !captures && !has_liberty {
            hash ^= stone(cell, mover);
            for (n, &neighbour) in neighbours.iter().enumerate() {
                if self.holds(neighbour) == mover && !names[..n].contains(&names[n]) {
                    for dead in self.chain_cells(neighbour) {
                        hash ^= stone(dead, mover);
                    }
                }
            }
        }
        hash
    }
}

/// Converts a number of stones or pseudo-liberties. On a board of 1024 × 1024 points it is far below 2³².
fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
