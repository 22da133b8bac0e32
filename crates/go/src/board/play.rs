//! Placing a stone: joining chains, capturing, suicide, ko.

use super::super::zobrist;
use super::storage::{Cells, ChainCounts, Number};
use super::{All, Board, EMPTY, Keep, ONE_EMPTY, Played, Storage, four, held, no_chain, one, stone};
use crate::Color;

impl<S: Storage> Board<S> {
    /// Places a stone on an empty cell and takes what dies, the enemy first. All that a board knows is kept.
    ///
    /// The move must be legal as [`Board::is_legal`] has it (suicide of several stones taken as allowed); otherwise the board
    /// is still sound, but not one that a game reaches.
    #[inline]
    pub fn play(&mut self, color: Color, cell: usize) -> Played {
        let i = self.place(cell);
        match color {
            Color::Black => self.play_nth::<0, All>(i),
            Color::White => self.play_nth::<1, All>(i),
        }
    }

    /// Places a stone of colour `C` on the `i`-th empty cell. What `K` does not keep goes stale, which a board that is only
    /// played out never notices.
    // CITE: pseudo-liberties, packed neighbour counters and chain rings: L. Lew, libEGO, 2006–2010.
    #[inline(always)]
    pub fn play_nth<const C: usize, K: Keep>(&mut self, i: usize) -> Played {
        let cell = self.empty.get(i).index();
        self.take_empty::<K>(i);
        if K::HASH {
            self.hash ^= zobrist::stone(cell, C);
        }
        let before = self.around(cell);
        self.stones[C] += 1;
        let near = self.near(cell);
        let filled = S::ChainCounts::new(0, if K::SUMS { cell as u64 } else { 0 }, 1);
        let (mut own, mut spent, mut sum) = (0_u32, 0_u32, 0);
        for (n, &other) in near.iter().enumerate() {
            let word = self.cells.get(other).plus(S::Word::of(one(C))).minus(S::Word::of(ONE_EMPTY));
            self.cells.set(other, word);
            let chain = self.chains.get(word.high()).minus(filled);
            self.chains.set(word.high(), chain);
            own |= u32::from(word.low() & stone(C) != 0) << n;
            spent |= u32::from(chain.liberties() == 0) << n;
            if K::SUMS {
                sum += if self.holds(other) == EMPTY { other } else { 0 };
            }
        }
        // Own chains may have given their last liberty to be joined.
        let mut dead = spent & !own;
        let alone = S::ChainCounts::new(1, sum as u64, before / ONE_EMPTY);
        // The stone enters the ring of its first neighbour, or else its own: without a branch, because chance decides.
        // Its own cell's ledger is cleared for the latter and means nothing in the former.
        let name = self.chain(self.nth_near(cell, (own | 1 << 4).trailing_zeros()));
        self.cells.set(cell, S::Word::pack(name, held(C) + before));
        self.next.set(cell, self.next.get(name));
        self.next.set(name, S::Id::of(cell));
        self.chains.set(cell, S::ChainCounts::default());
        self.chains.set(name, self.chains.get(name).plus(alone));
        // The others' rings are joined to that.
        own &= own.wrapping_sub(1);
        while own != 0 {
            self.join(cell, self.nth_near(cell, own.trailing_zeros()));
            own &= own - 1;
        }

        self.ko = 0;
        let mut played = Played::default();
        if dead != 0 {
            let first = self.empties;
            while dead != 0 {
                let other = self.nth_near(cell, dead.trailing_zeros());
                dead &= dead - 1;
                played.captured += match C {
                    0 => self.remove::<1, K>(other),
                    _ => self.remove::<0, K>(other),
                };
            }
            if played.captured == 1 && before & four(1 - C) != 0 {
                self.ko = self.empty.get(first).index();
            }
        }
        if K::SUICIDE && self.pseudo_liberties(cell) == 0 {
            played.suicide = self.remove::<C, K>(cell);
        }
        played
    }

    /// [`Board::play_nth`] apart from what calls it: a loop that chooses the cell and the play after it have more to keep than registers
    /// hold together.
    #[inline(never)]
    pub fn play_apart<const C: usize, K: Keep>(&mut self, i: usize) {
        self.play_nth::<C, K>(i);
    }

    /// Unites the chains of two stones of one colour; the shorter one takes the longer one's name.
    #[inline(always)]
    pub(super) fn join(&mut self, a: usize, b: usize) {
        let (mut keep, mut lose) = (self.chain(a), self.chain(b));
        if keep == lose {
            return;
        }
        let both = (self.chains.get(keep), self.chains.get(lose));
        if both.0.rank() < both.1.rank() {
            std::mem::swap(&mut keep, &mut lose);
        }
        self.chains.set(keep, both.0.plus(both.1));
        let rename = S::Word::pack(keep, 0).minus(S::Word::pack(lose, 0));
        let mut stone = lose;
        loop {
            self.cells.set(stone, self.cells.get(stone).plus(rename));
            stone = self.next.get(stone).index();
            if stone == lose {
                break;
            }
        }
        let (a, b) = (self.next.get(keep), self.next.get(lose));
        self.next.set(keep, b);
        self.next.set(lose, a);
    }

    /// Takes the whole chain of a stone of colour `C` off the board and says how many stones it had.
    fn remove<const C: usize, K: Keep>(&mut self, start: usize) -> u32 {
        let mut count = 0;
        let mut stone = start;
        loop {
            self.cells.set(stone, S::Word::pack(stone, held(EMPTY) + self.around(stone)));
            if K::HASH {
                self.hash ^= zobrist::stone(stone, C);
            }
            self.chains.set(stone, no_chain::<S>());
            self.push_empty::<K>(stone);
            let freed = S::ChainCounts::new(0, if K::SUMS { stone as u64 } else { 0 }, 1);
            for other in self.near(stone) {
                let word = self.cells.get(other).plus(S::Word::of(ONE_EMPTY)).minus(S::Word::of(one(C)));
                self.cells.set(other, word);
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
