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

#[derive(Clone, Copy)]
struct Entry {
    stones: [u64; 2],
    /// Mover, passes, ko and kos taken back; `u16::MAX` for an entry not in use.
    rest: u16,
    known: Known,
}

const UNUSED: Entry = Entry {
    stones: [0; 2],
    rest: u16::MAX,
    known: Known { proved: 0, no_win: 0, no_loss: 0, best: u8::MAX },
};

/// A table of fixed room. Entries hold whole nodes and not hashes of them, so that no proof rests on chance; what finds no room is
/// forgotten.
pub struct Table {
    entries: Vec<Entry>,
}

impl Table {
    /// Room for `2^bits` nodes, 24 bytes each.
    #[must_use]
    pub fn new(bits: u32) -> Self {
        Self { entries: vec![UNUSED; 2 << (bits.max(1) - 1)] }
    }

    /// What is known of a node.
    #[must_use]
    pub fn get(&self, node: &Node) -> Option<Known> {
        let (at, rest) = (self.place(node), rest(node));
        let pair = [self.entries[at], self.entries[at ^ 1]];
        pair.into_iter().find(|e| e.rest == rest && e.stones == node.stones).map(|e| e.known)
    }

    /// Keeps what is known of a node, in place of what was known before, or of the one that least was known about.
    pub fn put(&mut self, node: &Node, known: Known) {
        let (at, rest) = (self.place(node), rest(node));
        let same = |e: &Entry| e.rest == rest && e.stones == node.stones;
        let worth = |e: &Entry| (e.rest != u16::MAX, e.known.no_win.max(e.known.no_loss));
        let at = if same(&self.entries[at]) {
            at
        } else if same(&self.entries[at ^ 1]) || worth(&self.entries[at ^ 1]) < worth(&self.entries[at]) {
            at ^ 1
        } else {
            at
        };
        self.entries[at] = Entry { stones: node.stones, rest, known };
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
