//! Queries about chains: stones, liberties, and the hash after a move.

use super::storage::{Cells, ChainCounts, Number};
use super::{Board, EMPTY, Storage};
use crate::Color;

impl<S: Storage> Board<S> {
    /// Id of a stone's chain: the index of one stone of the chain.
    #[inline]
    #[must_use]
    pub fn chain_id(&self, stone: usize) -> usize {
        self.cells.get(stone).high()
    }

    /// Number of pseudo-liberties of a stone's chain: pairs of a stone and an empty neighbour.
    #[inline]
    #[must_use]
    pub fn pseudo_liberties(&self, stone: usize) -> u32 {
        to_u32(self.chains.get(self.chain_id(stone)).pseudo_liberties())
    }

    /// Number of stones of a stone's chain.
    #[inline]
    #[must_use]
    pub fn chain_length(&self, stone: usize) -> u32 {
        to_u32(self.chains.get(self.chain_id(stone)).length())
    }

    /// Stones of a stone's chain, in the order of the circular list `next`, the given stone first.
    pub fn chain_cells(&self, stone: usize) -> impl Iterator<Item = usize> + '_ {
        let mut current = Some(stone);
        std::iter::from_fn(move || {
            let cell = current?;
            let next = self.next.get(cell).index();
            current = (next != stone).then_some(next);
            Some(cell)
        })
    }

    /// Cell of each pseudo-liberty of a stone's chain: an empty neighbour of several stones occurs once for
    /// each of them.
    pub fn pseudo_liberty_cells(&self, stone: usize) -> impl Iterator<Item = usize> + '_ {
        self.chain_cells(stone)
            .flat_map(|cell| self.neighbours(cell))
            .filter(|&neighbour| self.content(neighbour) == EMPTY)
    }

    /// Number of liberties of a stone's chain. Each empty neighbour counts once.
    #[must_use]
    pub fn liberties(&self, stone: usize) -> u32 {
        let mut cells: Vec<usize> = self.pseudo_liberty_cells(stone).collect();
        cells.sort_unstable();
        cells.dedup();
        to_u32(cells.len())
    }

    /// Hash that the stones would have after a legal move of `color` on an empty cell.
    #[must_use]
    pub fn hash_after(&self, color: Color, cell: usize) -> u64 {
        use crate::zobrist::stone;
        let mover = color.index();
        let mut hash = self.hash ^ stone(cell, mover);
        let neighbours = self.neighbours(cell);
        let chain_ids = neighbours.map(|neighbour| self.chain_id(neighbour));
        let (mut captures, mut has_liberty) = (false, false);
        for (n, &neighbour) in neighbours.iter().enumerate() {
            let content = self.content(neighbour);
            if content == EMPTY {
                has_liberty = true;
            }
            if content >= EMPTY {
                continue;
            }
            let lost_pseudo_liberties = chain_ids.iter().filter(|&&id| id == chain_ids[n]).count();
            let loses_last_liberty =
                self.chains.get(chain_ids[n]).pseudo_liberties() == lost_pseudo_liberties;
            if content == mover {
                has_liberty |= !loses_last_liberty;
            } else if loses_last_liberty && !chain_ids[..n].contains(&chain_ids[n]) {
                captures = true;
                for captured in self.chain_cells(neighbour) {
                    hash ^= stone(captured, 1 - mover);
                }
            }
        }
        if !captures && !has_liberty {
            hash ^= stone(cell, mover);
            for (n, &neighbour) in neighbours.iter().enumerate() {
                if self.content(neighbour) == mover && !chain_ids[..n].contains(&chain_ids[n]) {
                    for removed in self.chain_cells(neighbour) {
                        hash ^= stone(removed, mover);
                    }
                }
            }
        }
        hash
    }
}

/// Converts a count to 32 bits. On the largest board, 1024 × 1024 points, every count is far below 2³².
fn to_u32(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
