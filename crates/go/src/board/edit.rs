//! Changing single stones without captures: set-up, the brush, the NetLogo world.

use super::storage::{Cells, ChainCounts, Number};
use super::{All, Board, EMPTY, ONE_EMPTY, Storage, held, no_chain, one};
use crate::{Color, zobrist};

impl<S: Storage> Board<S> {
    /// Puts a stone on an empty cell and joins it to its neighbours. Nothing is captured: chains may be left without liberties.
    pub fn put(&mut self, color: Color, cell: usize) {
        let c = color.index();
        let near = self.near(cell);
        self.take_empty::<All>(self.place(cell));
        self.hash ^= zobrist::stone(cell, c);
        self.cells.set(cell, S::Word::pack(cell, held(c) + self.around(cell)));
        self.stones[c] += 1;
        self.ko = 0;
        for other in near {
            let word = self.cells.get(other).plus(S::Word::of(one(c))).minus(S::Word::of(ONE_EMPTY));
            self.cells.set(other, word);
            self.chains
                .set(word.high(), self.chains.get(word.high()).minus(S::ChainCounts::new(0, cell as u64, 1)));
        }
        self.stand_alone(cell);
        self.join_around(cell);
    }

    /// Lifts a stone; what remains of its chain falls into as many chains as it takes.
    pub fn lift(&mut self, cell: usize) {
        let c = self.holds(cell);
        let rest: Vec<usize> = self.chain_cells(cell).skip(1).collect();
        self.cells.set(cell, S::Word::pack(cell, held(EMPTY) + self.around(cell)));
        self.hash ^= zobrist::stone(cell, c);
        self.chains.set(cell, no_chain::<S>());
        self.stones[c] -= 1;
        self.ko = 0;
        self.push_empty::<All>(cell);
        for other in self.near(cell) {
            let word = self.cells.get(other).plus(S::Word::of(ONE_EMPTY)).minus(S::Word::of(one(c)));
            self.cells.set(other, word);
            self.chains
                .set(word.high(), self.chains.get(word.high()).plus(S::ChainCounts::new(0, cell as u64, 1)));
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
        let low = self.cells.get(stone).low();
        self.cells.set(stone, S::Word::pack(stone, low));
        self.next.set(stone, S::Id::of(stone));
        let beside = self.near(stone).into_iter().filter(|&other| self.holds(other) == EMPTY);
        let sum = beside.map(|cell| cell as u64).sum();
        self.chains.set(stone, S::ChainCounts::new(1, sum, self.around(stone) / ONE_EMPTY));
    }

    fn join_around(&mut self, stone: usize) {
        for other in self.near(stone) {
            if self.holds(other) == self.holds(stone) {
                self.join(stone, other);
            }
        }
    }
}
