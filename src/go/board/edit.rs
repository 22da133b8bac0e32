//! Changing single stones without captures: set-up, the brush, the NetLogo world.

use super::storage::{CellId, Cells};
use super::{Board, EMPTY, ONE_EMPTY, Storage, one};
use crate::go::{Color, zobrist};

impl<S: Storage> Board<S> {
    /// Puts a stone on an empty cell and joins it to its neighbours. Nothing is captured: chains may be left without liberties.
    pub fn put(&mut self, color: Color, cell: usize) {
        let c = color.index();
        let near = self.near(cell);
        self.take_empty::<true>(self.place.get(cell).index());
        self.hash ^= zobrist::stone(cell, c);
        #[expect(clippy::cast_possible_truncation, reason = "0 or 1")]
        self.color.set(cell, c as u8);
        self.stones[c] += 1;
        self.ko = 0;
        for other in near {
            self.around.set(other, self.around.get(other).wrapping_add(one(c)).wrapping_sub(ONE_EMPTY));
            let name = self.chain(other);
            self.liberties.set(name, self.liberties.get(name).wrapping_sub(1));
        }
        self.stand_alone(cell);
        self.join_around(cell);
    }

    /// Lifts a stone; what remains of its chain falls into as many chains as it takes.
    pub fn lift(&mut self, cell: usize) {
        let c = usize::from(self.color.get(cell));
        let rest: Vec<usize> = self.chain_cells(cell).skip(1).collect();
        self.color.set(cell, EMPTY);
        self.hash ^= zobrist::stone(cell, c);
        self.stones[c] -= 1;
        self.ko = 0;
        self.chain.set(cell, S::Id::of(cell));
        self.push_empty::<true>(cell);
        for other in self.near(cell) {
            self.around.set(other, self.around.get(other).wrapping_add(ONE_EMPTY).wrapping_sub(one(c)));
            let name = self.chain(other);
            self.liberties.set(name, self.liberties.get(name).wrapping_add(1));
        }
        for &stone in &rest {
            self.stand_alone(stone);
        }
        for &stone in &rest {
            self.join_around(stone);
        }
    }

    /// Makes a stone a chain of its own.
    fn stand_alone(&mut self, stone: usize) {
        self.chain.set(stone, S::Id::of(stone));
        self.next.set(stone, S::Id::of(stone));
        self.length.set(stone, 1);
        self.liberties.set(stone, u32::from(self.around.get(stone) / ONE_EMPTY));
    }

    fn join_around(&mut self, stone: usize) {
        for other in self.near(stone) {
            if self.color.get(other) == self.color.get(stone) {
                self.join(stone, other);
            }
        }
    }
}
