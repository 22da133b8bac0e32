//! Moves on the board: joins of chains, captures, suicide, ko.

use super::super::zobrist;
use super::storage::{Cells, ChainCounts, Number};
use super::{
    Board, EMPTY, MoveUpdates, ONE_EMPTY, RemovedStones, Storage, UpdateAll, content_bits, four_neighbours,
    no_chain, one_neighbour, stone_bit,
};
use crate::Color;

impl<S: Storage> Board<S> {
    /// Places a stone on an empty cell and removes captured stones, the enemy's first. Updates all board
    /// data.
    ///
    /// The move must be legal by [`Board::is_legal`] with suicide allowed. An illegal move leaves the board
    /// consistent, but in a state that no game can reach.
    #[inline]
    pub fn play(&mut self, color: Color, cell: usize) -> RemovedStones {
        let i = self.empty_index(cell);
        match color {
            Color::Black => self.play_nth::<0, UpdateAll>(i),
            Color::White => self.play_nth::<1, UpdateAll>(i),
        }
    }

    /// Places a stone of colour `C` on the `i`-th empty cell.
    ///
    /// Optional data that `K` does not update become invalid. A playout does not need them.
    // CITE: pseudo-liberties, packed neighbour counters and chain rings: L. Lew, libEGO, 2006–2010.
    #[inline(always)]
    pub fn play_nth<const C: usize, K: MoveUpdates>(&mut self, i: usize) -> RemovedStones {
        let cell = self.empty_cells.get(i).index();
        self.take_empty::<K>(i);
        if K::HASH {
            self.hash ^= zobrist::stone(cell, C);
        }
        let counters_before = self.neighbour_counters(cell);
        self.stones[C] += 1;
        let neighbours = self.neighbours(cell);
        let one_pseudo_liberty = S::ChainCounts::new(0, if K::SUMS { cell as u64 } else { 0 }, 1);
        // Bit `n` of a set is the `n`-th neighbour.
        let (mut same_color_bits, mut no_liberty_bits, mut sum) = (0_u32, 0_u32, 0);
        for (n, &neighbour) in neighbours.iter().enumerate() {
            let word =
                self.cells.get(neighbour).plus(S::Word::of(one_neighbour(C))).minus(S::Word::of(ONE_EMPTY));
            self.cells.set(neighbour, word);
            let chain = self.chains.get(word.high()).minus(one_pseudo_liberty);
            self.chains.set(word.high(), chain);
            same_color_bits |= u32::from(word.low() & stone_bit(C) != 0) << n;
            no_liberty_bits |= u32::from(chain.pseudo_liberties() == 0) << n;
            if K::SUMS {
                sum += if self.content(neighbour) == EMPTY { neighbour } else { 0 };
            }
        }
        // A chain of the mover's colour whose last liberty was this cell is joined, not captured.
        let mut captured_bits = no_liberty_bits & !same_color_bits;
        let single = S::ChainCounts::new(1, sum as u64, counters_before / ONE_EMPTY);
        // If a neighbour has the same colour, the stone enters the ring of the first such neighbour.
        // Otherwise `id` is `cell`, and the stone forms a new ring. Only a new ring needs the counters of
        // `cell` cleared. They are cleared in both cases, because a branch would often be mispredicted.
        let id = self.chain_id(self.nth_neighbour(cell, (same_color_bits | 1 << 4).trailing_zeros()));
        self.cells.set(cell, S::Word::pack(id, content_bits(C) + counters_before));
        self.next.set(cell, self.next.get(id));
        self.next.set(id, S::Id::of(cell));
        self.chains.set(cell, S::ChainCounts::default());
        self.chains.set(id, self.chains.get(id).plus(single));
        // The chains of the other neighbours of the same colour are joined to this ring.
        same_color_bits &= same_color_bits.wrapping_sub(1);
        while same_color_bits != 0 {
            self.join(cell, self.nth_neighbour(cell, same_color_bits.trailing_zeros()));
            same_color_bits &= same_color_bits - 1;
        }

        self.ko = 0;
        let mut removed = RemovedStones::default();
        if captured_bits != 0 {
            let first_freed = self.empty_count;
            while captured_bits != 0 {
                let neighbour = self.nth_neighbour(cell, captured_bits.trailing_zeros());
                captured_bits &= captured_bits - 1;
                removed.captured += match C {
                    0 => self.remove::<1, K>(neighbour),
                    _ => self.remove::<0, K>(neighbour),
                };
            }
            if removed.captured == 1 && counters_before & four_neighbours(1 - C) != 0 {
                self.ko = self.empty_cells.get(first_freed).index();
            }
        }
        if K::SUICIDE && self.pseudo_liberties(cell) == 0 {
            removed.suicide = self.remove::<C, K>(cell);
        }
        removed
    }

    /// Calls [`Board::play_nth`] without inlining.
    ///
    /// Inlined code would take registers from the caller's loop that chooses the cell.
    #[inline(never)]
    pub fn play_nth_not_inlined<const C: usize, K: MoveUpdates>(&mut self, i: usize) {
        self.play_nth::<C, K>(i);
    }

    /// Joins the chains of two stones of one colour. The joined chain has the id of the longer one.
    #[inline(always)]
    pub(super) fn join(&mut self, a: usize, b: usize) {
        let (mut kept_id, mut lost_id) = (self.chain_id(a), self.chain_id(b));
        if kept_id == lost_id {
            return;
        }
        let counts = (self.chains.get(kept_id), self.chains.get(lost_id));
        if counts.0.rank() < counts.1.rank() {
            std::mem::swap(&mut kept_id, &mut lost_id);
        }
        self.chains.set(kept_id, counts.0.plus(counts.1));
        let id_change = S::Word::pack(kept_id, 0).minus(S::Word::pack(lost_id, 0));
        let mut stone = lost_id;
        loop {
            self.cells.set(stone, self.cells.get(stone).plus(id_change));
            stone = self.next.get(stone).index();
            if stone == lost_id {
                break;
            }
        }
        let (kept_next, lost_next) = (self.next.get(kept_id), self.next.get(lost_id));
        self.next.set(kept_id, lost_next);
        self.next.set(lost_id, kept_next);
    }

    /// Removes the chain of a stone of colour `C`. Returns the number of removed stones.
    fn remove<const C: usize, K: MoveUpdates>(&mut self, start: usize) -> u32 {
        let mut count = 0;
        let mut stone = start;
        loop {
            self.cells.set(stone, S::Word::pack(stone, content_bits(EMPTY) + self.neighbour_counters(stone)));
            if K::HASH {
                self.hash ^= zobrist::stone(stone, C);
            }
            self.chains.set(stone, no_chain::<S>());
            self.push_empty::<K>(stone);
            let one_pseudo_liberty = S::ChainCounts::new(0, if K::SUMS { stone as u64 } else { 0 }, 1);
            for neighbour in self.neighbours(stone) {
                let word = self
                    .cells
                    .get(neighbour)
                    .plus(S::Word::of(ONE_EMPTY))
                    .minus(S::Word::of(one_neighbour(C)));
                self.cells.set(neighbour, word);
                self.chains.set(word.high(), self.chains.get(word.high()).plus(one_pseudo_liberty));
            }
            count += 1;
            stone = self.next.get(stone).index();
            if stone == start {
                break;
            }
        }
        self.stones[C] -= count;
        count
    }
}
