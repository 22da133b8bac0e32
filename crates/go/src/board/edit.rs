//! Changes of single stones without captures: for set-ups, the paint brush and the NetLogo model.

use super::storage::{Cells, ChainCounts, Number};
use super::{Board, EMPTY, ONE_EMPTY, Storage, UpdateAll, content_bits, no_chain, one_neighbour};
use crate::{Color, zobrist};

impl<S: Storage> Board<S> {
    /// Places a stone on an empty cell and joins it to its neighbours.
    ///
    /// Nothing is captured, so chains may have no liberty afterwards.
    pub fn put(&mut self, color: Color, cell: usize) {
        let c = color.index();
        let neighbours = self.neighbours(cell);
        self.take_empty::<UpdateAll>(self.empty_index(cell));
        self.hash ^= zobrist::stone(cell, c);
        self.cells.set(cell, S::Word::pack(cell, content_bits(c) + self.neighbour_counters(cell)));
        self.stones[c] += 1;
        self.ko = 0;
        for neighbour in neighbours {
            let word =
                self.cells.get(neighbour).plus(S::Word::of(one_neighbour(c))).minus(S::Word::of(ONE_EMPTY));
            self.cells.set(neighbour, word);
            // The chain counters at a neighbour without a stone change too. They have no meaning: see
            // `no_chain`.
            self.chains
                .set(word.high(), self.chains.get(word.high()).minus(S::ChainCounts::new(0, cell as u64, 1)));
        }
        self.make_single_chain(cell);
        self.join_neighbours(cell);
    }

    /// Removes a stone. The rest of the stone's chain may split into several chains.
    pub fn lift(&mut self, cell: usize) {
        let c = self.content(cell);
        let rest: Vec<usize> = self.chain_cells(cell).skip(1).collect();
        self.cells.set(cell, S::Word::pack(cell, content_bits(EMPTY) + self.neighbour_counters(cell)));
        self.hash ^= zobrist::stone(cell, c);
        self.chains.set(cell, no_chain::<S>());
        self.stones[c] -= 1;
        self.ko = 0;
        self.push_empty::<UpdateAll>(cell);
        for neighbour in self.neighbours(cell) {
            let word =
                self.cells.get(neighbour).plus(S::Word::of(ONE_EMPTY)).minus(S::Word::of(one_neighbour(c)));
            self.cells.set(neighbour, word);
            // The chain counters at a neighbour without a stone change too. They have no meaning: see
            // `no_chain`.
            self.chains
                .set(word.high(), self.chains.get(word.high()).plus(S::ChainCounts::new(0, cell as u64, 1)));
        }
        for &stone in &rest {
            self.make_single_chain(stone);
        }
        for &stone in &rest {
            self.join_neighbours(stone);
        }
    }

    /// Makes a stone a chain of one stone.
    fn make_single_chain(&mut self, stone: usize) {
        let low_half = self.cells.get(stone).low();
        self.cells.set(stone, S::Word::pack(stone, low_half));
        self.next.set(stone, S::Id::of(stone));
        let empty_neighbours =
            self.neighbours(stone).into_iter().filter(|&neighbour| self.content(neighbour) == EMPTY);
        let sum = empty_neighbours.map(|cell| cell as u64).sum();
        self.chains.set(stone, S::ChainCounts::new(1, sum, self.neighbour_counters(stone) / ONE_EMPTY));
    }

    /// Joins a stone's chain to the chains of its neighbours of the same colour.
    fn join_neighbours(&mut self, stone: usize) {
        for neighbour in self.neighbours(stone) {
            if self.content(neighbour) == self.content(stone) {
                self.join(stone, neighbour);
            }
        }
    }
}
