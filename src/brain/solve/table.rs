//! What a proof has found out about nodes it may meet again.

use super::ground::{MOST, Node};
use crate::go::Color;

/// What is known of a node, from the view of the side to move there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Known {
    /// 1 when it wins, −1 when it loses, 0 while nothing is proved.
    pub proved: i8,
    /// It has no forced win within so many plies.
    pub no_win: u8,
    /// Its enemy has none within so many plies.
    pub no_loss: u8,
    /// The move to try first: a point, [`MOST`] for a pass, more for none.
    pub best: u8,
}

impl Known {
    /// A search so deep with this window has proved nothing: neither side has a forced win within it, as far as the window asked.
    pub(super) fn open(&mut self, depth: u32, window: (i8, i8)) {
        open((&mut self.no_win, &mut self.no_loss), depth, window);
    }
}

/// As [`Known::open`], for what is kept elsewhere: within how many plies there is no win, and no loss.
pub(super) fn open((no_win, no_loss): (&mut u8, &mut u8), depth: u32, (low, high): (i8, i8)) {
    let deep = u8::try_from(depth).unwrap_or(u8::MAX);
    if high == 1 || low >= 0 {
        *no_win = (*no_win).max(deep);
    }
    if low == -1 || high <= 0 {
        *no_loss = (*no_loss).max(deep);
    }
}

/// A node's stones, and below its mover, passes, ko and kos taken back what is known of it, in whole words: a table of nothing but zeros takes no memory before
/// it is written to.
type Entry = [u64; 3];

/// What tells an entry in use from one that is not.
const USED: u32 = 1 << 16;

const fn entry(stones: [u64; 2], rest: u16, known: Known) -> Entry {
    let known = u32::from_le_bytes([known.proved.cast_unsigned(), known.no_win, known.no_loss, known.best]);
    [stones[0], stones[1], (USED as u64 | rest as u64) << 32 | known as u64]
}

/// What an entry knows.
const fn known(entry: &Entry) -> Known {
    #[expect(clippy::cast_possible_truncation, reason = "the lower half")]
    let [proved, no_win, no_loss, best] = (entry[2] as u32).to_le_bytes();
    Known { proved: proved.cast_signed(), no_win, no_loss, best }
}

/// Whether an entry is of this node.
fn is_of(entry: &Entry, node: &Node, rest: u16) -> bool {
    entry[2] >> 32 == u64::from(USED | u32::from(rest)) && entry[..2] == node.stones
}

/// A table of fixed room. Entries hold whole nodes and not hashes of them, so that no proof rests on chance; what finds no room is
/// forgotten.
pub struct Table {
    entries: Vec<Entry>,
}

impl Table {
    /// Room for `2^bits` nodes, 24 bytes each.
    #[must_use]
    pub fn new(bits: u32) -> Self {
        Self { entries: vec![[0; 3]; 2 << (bits.max(1) - 1)] }
    }

    /// What is known of a node.
    #[must_use]
    pub fn get(&self, node: &Node) -> Option<Known> {
        let (at, rest) = (self.place(node), rest(node));
        let pair = [self.entries[at], self.entries[at ^ 1]];
        pair.iter().find(|entry| is_of(entry, node, rest)).map(known)
    }

    /// Keeps what is known of a node, in place of what was known before, or of the one that least was known about.
    pub fn put(&mut self, node: &Node, told: Known) {
        let (at, rest) = (self.place(node), rest(node));
        let same = |at: usize| is_of(&self.entries[at], node, rest);
        let worth = |at: usize| {
            let entry = &self.entries[at];
            let known = known(entry);
            (entry[2] != 0, known.no_win.max(known.no_loss))
        };
        let at = if same(at) {
            at
        } else if same(at ^ 1) || worth(at ^ 1) < worth(at) {
            at ^ 1
        } else {
            at
        };
        self.entries[at] = entry(node.stones, rest, told);
    }

    fn place(&self, node: &Node) -> usize {
        let mut hash = node.stones[0].wrapping_mul(0x9E37_79B9_7F4A_7C15);
        hash = (hash ^ hash >> 29).wrapping_add(node.stones[1]).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        hash = (hash ^ hash >> 32).wrapping_add(u64::from(rest(node))).wrapping_mul(0x94D0_49BB_1331_11EB);
        #[expect(clippy::cast_possible_truncation, reason = "the low bits are all that is wanted")]
        let low = (hash ^ hash >> 31) as usize;
        low & (self.entries.len() - 1)
    }
}

/// Mover, passes, ko and kos taken back of a node in one word.
pub(super) fn rest(node: &Node) -> u16 {
    debug_assert!(usize::from(node.ko) <= MOST && node.passes < 4 && node.spent < 8, "{node:?}");
    let [passes, ko, spent] = [node.passes, node.ko, node.spent].map(u16::from);
    u16::from(node.mover == Color::White) | passes << 1 | ko << 3 | spent << 10
}
