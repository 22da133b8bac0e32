//! Placing a stone: joining chains, capturing, suicide, ko.

use super::super::zobrist;
use super::storage::{CellId, Cells};
use super::{Board, EMPTY, ONE_EMPTY, Played, Storage, four, one};
use crate::go::Color;

impl<S: Storage> Board<S> {
    /// Places a stone on an empty cell and takes what dies, the enemy first. Hash and the index of empty points are kept.
    ///
    /// The move must be legal as [`Board::is_legal`] has it (suicide of several stones taken as allowed); otherwise the board
    /// is still sound, but not one that a game reaches.
    #[inline]
    pub fn play(&mut self, color: Color, cell: usize) -> Played {
        let i = self.place.get(cell).index();
        match color {
            Color::Black => self.play_nth::<0, true>(i),
            Color::White => self.play_nth::<1, true>(i),
        }
    }

    /// Places a stone of colour `C` on the `i`-th empty cell. Without `KEEP` the hash and the index of empty points go
    /// stale, which a board that is only played out never notices.
    // CITE: pseudo-liberties, packed neighbour counters and chain rings: L. Lew, libEGO, 2006–2010.
    #[inline(always)]
    pub(crate) fn play_nth<const C: usize, const KEEP: bool>(&mut self, i: usize) -> Played {
        let cell = self.empty.get(i).index();
        self.take_empty::<KEEP>(i);
        if KEEP {
            self.hash ^= zobrist::stone(cell, C);
        }
        let before = self.around.get(cell);
        #[expect(clippy::cast_possible_truncation, reason = "C is 0 or 1")]
        self.color.set(cell, C as u8);
        self.stones[C] += 1;
        self.chain.set(cell, S::Id::of(cell));
        self.next.set(cell, S::Id::of(cell));
        self.liberties.set(cell, u32::from(before / ONE_EMPTY));
        self.length.set(cell, 1);

        let near = self.near(cell);
        let mut dead = 0_u32;
        for (n, &other) in near.iter().enumerate() {
            self.around.set(other, self.around.get(other).wrapping_add(one(C)).wrapping_sub(ONE_EMPTY));
            let name = self.chain.get(other).index();
            let left = self.liberties.get(name).wrapping_sub(1);
            self.liberties.set(name, left);
            let enemy = self.color.get(other) == 1 - C as u8;
            dead |= u32::from(enemy & (left == 0)) << n;
        }
        if before & 0xF << (4 * C) != 0 {
            for other in near {
                if self.color.get(other) == C as u8 {
                    self.join(cell, other);
                }
            }
        }

        self.ko = 0;
        let mut played = Played::default();
        if dead != 0 {
            let first = self.empties;
            for (n, &other) in near.iter().enumerate() {
                if dead >> n & 1 != 0 {
                    played.captured += match C {
                        0 => self.remove::<1, KEEP>(other),
                        _ => self.remove::<0, KEEP>(other),
                    };
                }
            }
            if played.captured == 1 && before & four(1 - C) != 0 {
                self.ko = self.empty.get(first).index();
            }
        } else if before < ONE_EMPTY && self.liberties.get(self.chain.get(cell).index()) == 0 {
            played.suicide = self.remove::<C, KEEP>(cell);
        }
        played
    }

    /// Unites the chains of two stones of one colour; the shorter one takes the longer one's name.
    #[inline(always)]
    pub(super) fn join(&mut self, a: usize, b: usize) {
        let (mut keep, mut lose) = (self.chain.get(a).index(), self.chain.get(b).index());
        if keep == lose {
            return;
        }
        if self.length.get(keep) < self.length.get(lose) {
            std::mem::swap(&mut keep, &mut lose);
        }
        self.length.set(keep, self.length.get(keep) + self.length.get(lose));
        self.liberties.set(keep, self.liberties.get(keep).wrapping_add(self.liberties.get(lose)));
        let mut stone = lose;
        loop {
            self.chain.set(stone, S::Id::of(keep));
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
    fn remove<const C: usize, const KEEP: bool>(&mut self, start: usize) -> u32 {
        let mut count = 0;
        let mut stone = start;
        loop {
            self.color.set(stone, EMPTY);
            self.chain.set(stone, S::Id::of(stone));
            if KEEP {
                self.hash ^= zobrist::stone(stone, C);
            }
            self.push_empty::<KEEP>(stone);
            for other in self.near(stone) {
                self.around.set(other, self.around.get(other).wrapping_add(ONE_EMPTY).wrapping_sub(one(C)));
                let name = self.chain.get(other).index();
                self.liberties.set(name, self.liberties.get(name).wrapping_add(1));
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
