//! Moves on the board: joins of chains, captures, suicide, ko.

use super::super::zobrist;
use super::storage::{Cells, ChainCounts, Number};
use super::{All, Board, EMPTY, Keep, ONE_EMPTY, Played, Storage, content_bits, four, no_chain, one, stone};
use crate::Color;

impl<S: Storage> Board<S> {
    /// Places a stone on an empty cell and removes captured stones, the enemy's first. Updates all board
    /// data.
    ///
    /// The move must be legal by [`Board::is_legal`] with suicide allowed. After another move the board is
    /// still consistent, but no game reaches it.
    #[inline]
    pub fn play(&mut self, color: Color, cell: usize) -> Played {
        let i = self.place(cell);
        match color {
            Color::Black => self.play_nth::<0, All>(i),
            Color::White => self.play_nth::<1, All>(i),
        }
    }

    /// Places a stone of colour `C` on the `i`-th empty cell.
    ///
    /// Data that `K` does not keep become invalid. A playout does not need them.
    // CITE: pseudo-liberties, packed neighbour counters and chain rings: L. Lew, libEGO, 2006–2010.
    #[inline(always)]
    pub fn play_nth<const C: usize, K: Keep>(&mut self, i: usize) -> Played {
        let cell = self.empty.get(i).index();
        self.take_empty::<K>(i);
        if K::HASH {
            self.hash ^= zobrist::stone(cell, C);
        }
        let around_before = self.around(cell);
        self.stones[C] += 1;
        let neighbours = self.near(cell);
        let lost_liberty = S::ChainCounts::new(0, if K::SUMS { cell as u64 } else { 0 }, 1);
        let (mut same_color, mut no_liberty, mut sum) = (0_u32, 0_u32, 0);
        for (n, &neighbour) in neighbours.iter().enumerate() {
            let word = self.cells.get(neighbour).plus(S::Word::of(one(C))).minus(S::Word::of(ONE_EMPTY));
            self.cells.set(neighbour, word);
            let chain = self.chains.get(word.high()).minus(lost_liberty);
            self.chains.set(word.high(), chain);
            same_color |= u32::from(word.low() & stone(C) != 0) << n;
            no_liberty |= u32::from(chain.liberties() == 0) << n;
            if K::SUMS {
                sum += if self.holds(neighbour) == EMPTY { neighbour } else { 0 };
            }
        }
        // A chain of the mover's colour whose last liberty was this cell is joined, not captured.
        let mut dead = no_liberty & !same_color;
        let single = S::ChainCounts::new(1, sum as u64, around_before / ONE_EMPTY);
        // The stone enters the ring of its first neighbour of the same colour. If there is none, `name` is
        // `cell` and the stone forms a new ring. The counters of `cell` are cleared in both cases, although
        // only the second needs it: a branch would often be mispredicted.
        let name = self.chain(self.nth_near(cell, (same_color | 1 << 4).trailing_zeros()));
        self.cells.set(cell, S::Word::pack(name, content_bits(C) + around_before));
        self.next.set(cell, self.next.get(name));
        self.next.set(name, S::Id::of(cell));
        self.chains.set(cell, S::ChainCounts::default());
        self.chains.set(name, self.chains.get(name).plus(single));
        // The chains of the other neighbours of the same colour are joined to this ring.
        same_color &= same_color.wrapping_sub(1);
        while same_color != 0 {
            self.join(cell, self.nth_near(cell, same_color.trailing_zeros()));
            same_color &= same_color - 1;
        }

        self.ko = 0;
        let mut played = Played::default();
        if dead != 0 {
            let first_freed = self.empties;
            while dead != 0 {
                let neighbour = self.nth_near(cell, dead.trailing_zeros());
                dead &= dead - 1;
                played.captured += match C {
                    0 => self.remove::<1, K>(neighbour),
                    _ => self.remove::<0, K>(neighbour),
                };
            }
            if played.captured == 1 && around_before & four(1 - C) != 0 {
                self.ko = self.empty.get(first_freed).index();
            }
        }
        if K::SUICIDE && self.pseudo_liberties(cell) == 0 {
            played.suicide = self.remove::<C, K>(cell);
        }
        played
    }

    /// Calls [`Board::play_nth`] without inlining.
    ///
    /// A caller that chooses the cell in a loop needs its registers for that loop.
    #[inline(never)]
    pub fn play_apart<const C: usize, K: Keep>(&mut self, i: usize) {
        self.play_nth::<C, K>(i);
    }

    /// Joins the chains of two stones of one colour. The joined chain has the name of the longer one.
    #[inline(always)]
    pub(super) fn join(&mut self, a: usize, b: usize) {
        let (mut kept_name, mut lost_name) = (self.chain(a), self.chain(b));
        if kept_name == lost_name {
            return;
        }
        let counts = (self.chains.get(kept_name), self.chains.get(lost_name));
        if counts.0.rank() < counts.1.rank() {
            std::mem::swap(&mut kept_name, &mut lost_name);
        }
        self.chains.set(kept_name, counts.0.plus(counts.1));
        let rename = S::Word::pack(kept_name, 0).minus(S::Word::pack(lost_name, 0));
        let mut stone = lost_name;
        loop {
            self.cells.set(stone, self.cells.get(stone).plus(rename));
            stone = self.next.get(stone).index();
            if stone == lost_name {
                break;
            }
        }
        let (a, b) = (self.next.get(kept_name), self.next.get(lost_name));
        self.next.set(kept_name, b);
        self.next.set(lost_name, a);
    }

    /// Removes the chain of a stone of colour `C`. Returns the number of removed stones.
    fn remove<const C: usize, K: Keep>(&mut self, start: usize) -> u32 {
        let mut count = 0;
        let mut stone = start;
        loop {
            self.cells.set(stone, S::Word::pack(stone, content_bits(EMPTY) + self.around(stone)));
            if K::HASH {
                self.hash ^= zobrist::stone(stone, C);
            }
            self.chains.set(stone, no_chain::<S>());
            self.push_empty::<K>(stone);
            let freed = S::ChainCounts::new(0, if K::SUMS { stone as u64 } else { 0 }, 1);
            for neighbour in self.near(stone) {
                let word = self.cells.get(neighbour).plus(S::Word::of(ONE_EMPTY)).minus(S::Word::of(one(C)));
                self.cells.set(neighbour, word);
                self.chains.set(word.high(), self.chains.get(word.high()).plus(freed));
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
