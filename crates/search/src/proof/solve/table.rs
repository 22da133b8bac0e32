//! What a search has found out about nodes it may meet again.

use super::bitboard::{MOST, ProofNode};
use stonefield_go::Color;

/// What is known of a node, from the view of the side to move there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NodeProof {
    /// 1 when it wins, −1 when it loses, 0 while nothing is proved.
    pub proved: i8,
    /// It has no forced win within so many plies.
    pub no_win: u8,
    /// Its enemy has none within so many plies.
    pub no_loss: u8,
    /// The move to try first: a point, [`MOST`] for a pass, more for none.
    pub best: u8,
}

impl NodeProof {
    /// Nothing is known of the node.
    pub(super) const NOTHING: Self = Self { proved: 0, no_win: 0, no_loss: 0, best: u8::MAX };

    /// A search so deep with this window has proved nothing: neither side has a forced win within it, as far as the window asked.
    pub(super) fn open(&mut self, depth: u32, (low, high): (i8, i8)) {
        let deep = u8::try_from(depth).unwrap_or(u8::MAX);
        if high == 1 || low >= 0 {
            self.no_win = self.no_win.max(deep);
        }
        if low == -1 || high <= 0 {
            self.no_loss = self.no_loss.max(deep);
        }
    }
}

/// Two words of a node's stones; a word of its mover, passes, ko and kos taken back above, and of what is known of it below; and the terms of that. A table
/// of zeros takes no memory before it is written to.
type Entry<K> = ([u64; 3], K);

/// What tells an entry in use from one that is not.
const USED: u32 = 1 << 16;

/// What an entry knows.
const fn known([.., facts]: &[u64; 3]) -> NodeProof {
    #[expect(clippy::cast_possible_truncation, reason = "the lower half")]
    let [proved, no_win, no_loss, best] = (*facts as u32).to_le_bytes();
    NodeProof { proved: proved.cast_signed(), no_win, no_loss, best }
}

/// A transposition table of fixed size. Entries hold whole nodes and not hashes of them, so that no proof depends on a hash being unique; what finds no
/// room is forgotten. Each entry has the terms of its answer.
pub(super) struct ProofTable<K> {
    entries: Vec<Entry<K>>,
}

impl<K: Copy> ProofTable<K> {
    /// Room for `2^bits` nodes, 24 bytes each and the terms, none of which are known: zeros, too.
    pub(super) fn new(bits: u32, terms: K) -> Self {
        Self { entries: vec![([0; 3], terms); 2 << (bits.max(1) - 1)] }
    }

    /// What is known of a node, and on what terms.
    pub(super) fn get(&self, node: &ProofNode) -> Option<(NodeProof, K)> {
        let (at, rest) = place_of(node, self.entries.len());
        let pair = [&self.entries[at], &self.entries[at ^ 1]];
        let (words, terms) = pair.into_iter().find(|(words, _)| is_of(words, node, rest))?;
        Some((known(words), *terms))
    }

    /// Keeps what is known of a node, in place of what was known before, or of the one that least was known about.
    pub(super) fn put(&mut self, node: &ProofNode, told: NodeProof, terms: K) {
        let (at, rest) = place_of(node, self.entries.len());
        let same = |at: usize| is_of(&self.entries[at].0, node, rest);
        let worth = |at: usize| {
            let (words, _) = &self.entries[at];
            let known = known(words);
            (words[2] != 0, known.no_win.max(known.no_loss))
        };
        let at = if !same(at) && (same(at ^ 1) || worth(at ^ 1) < worth(at)) { at ^ 1 } else { at };
        let facts = u32::from_le_bytes([told.proved.cast_unsigned(), told.no_win, told.no_loss, told.best]);
        let rest = u64::from(USED | u32::from(rest)) << 32;
        self.entries[at] = ([node.stones[0], node.stones[1], rest | u64::from(facts)], terms);
    }
}

/// Whether an entry is of this node.
fn is_of(words: &[u64; 3], node: &ProofNode, rest: u16) -> bool {
    words[2] >> 32 == u64::from(USED | u32::from(rest)) && words[..2] == node.stones
}

/// The first of the two places of a node in a table of so many, and its mover, passes, ko and kos taken back in one word.
fn place_of(node: &ProofNode, room: usize) -> (usize, u16) {
    debug_assert!(usize::from(node.ko) <= MOST && node.passes < 4 && node.spent < 8, "{node:?}");
    let [passes, ko, spent] = [node.passes, node.ko, node.spent].map(u16::from);
    let rest = u16::from(node.mover == Color::White) | passes << 1 | ko << 3 | spent << 10;
    let mut hash = node.stones[0].wrapping_mul(0x9E37_79B9_7F4A_7C15);
    hash = (hash ^ hash >> 29).wrapping_add(node.stones[1]).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    hash = (hash ^ hash >> 32).wrapping_add(u64::from(rest)).wrapping_mul(0x94D0_49BB_1331_11EB);
    #[expect(clippy::cast_possible_truncation, reason = "the low bits are all that is wanted")]
    let low = (hash ^ hash >> 31) as usize;
    (low & (room - 1), rest)
}
