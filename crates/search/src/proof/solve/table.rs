//! Transposition table of proofs.

use super::bitboard::{MOST, ProofNode};
use stonefield_go::Color;

/// Facts about a node, from the view of the side to move there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NodeProof {
    /// 1 if it wins, −1 if it loses, 0 while neither is proved.
    pub proved: i8,
    /// Plies within which it has no forced win.
    pub no_win: u8,
    /// Plies within which its enemy has no forced win.
    pub no_loss: u8,
    /// Move to try first: a point, [`MOST`] for a pass, a greater number for none.
    pub best: u8,
}

impl NodeProof {
    /// Nothing is known of the node.
    pub(super) const NOTHING: Self = Self { proved: 0, no_win: 0, no_loss: 0, best: u8::MAX };

    /// Records that a search of `depth` plies with this window proved nothing. Then neither side has a
    /// forced win within `depth`, as far as the window asked for one.
    pub(super) fn add_bounds(&mut self, depth: u32, (low, high): (i8, i8)) {
        let deep = u8::try_from(depth).unwrap_or(u8::MAX);
        if high == 1 || low >= 0 {
            self.no_win = self.no_win.max(deep);
        }
        if low == -1 || high <= 0 {
            self.no_loss = self.no_loss.max(deep);
        }
    }
}

/// Entry of a node. Two words hold its stones. The third word holds mover, passes, ko and recaptures in the
/// high half, and the facts about the node in the low half. The terms follow. A table of zeros takes no
/// memory before it is written to.
type Entry<K> = ([u64; 3], K);

/// Flag of an entry in use.
const USED: u32 = 1 << 16;

/// Facts of an entry.
const fn facts_of([.., facts]: &[u64; 3]) -> NodeProof {
    #[expect(clippy::cast_possible_truncation, reason = "the lower half")]
    let [proved, no_win, no_loss, best] = (*facts as u32).to_le_bytes();
    NodeProof { proved: proved.cast_signed(), no_win, no_loss, best }
}

/// Transposition table of fixed size. Entries hold whole nodes, not hashes, so no proof depends on a unique
/// hash. If there is no room, a node is dropped. Each entry has the terms of its answer.
pub(super) struct ProofTable<K> {
    entries: Vec<Entry<K>>,
}

impl<K: Copy> ProofTable<K> {
    /// Creates an empty table for `2^bits` nodes, of 24 bytes each and the terms. Empty entries have
    /// `terms`, which must be zeros.
    pub(super) fn new(bits: u32, terms: K) -> Self {
        Self { entries: vec![([0; 3], terms); 2 << (bits.max(1) - 1)] }
    }

    /// Facts about a node, and their terms.
    pub(super) fn get(&self, node: &ProofNode) -> Option<(NodeProof, K)> {
        let (at, rest) = place_of(node, self.entries.len());
        let pair = [&self.entries[at], &self.entries[at ^ 1]];
        let (words, terms) = pair.into_iter().find(|(words, _)| is_of(words, node, rest))?;
        Some((facts_of(words), *terms))
    }

    /// Stores the facts about a node. They replace older facts about it, or else the entry with less
    /// information.
    pub(super) fn put(&mut self, node: &ProofNode, node_proof: NodeProof, terms: K) {
        let (at, rest) = place_of(node, self.entries.len());
        let is_same = |at: usize| is_of(&self.entries[at].0, node, rest);
        let information = |at: usize| {
            let (words, _) = &self.entries[at];
            let old = facts_of(words);
            (words[2] != 0, old.no_win.max(old.no_loss))
        };
        let at = if !is_same(at) && (is_same(at ^ 1) || information(at ^ 1) < information(at)) {
            at ^ 1
        } else {
            at
        };
        let facts = u32::from_le_bytes([
            node_proof.proved.cast_unsigned(),
            node_proof.no_win,
            node_proof.no_loss,
            node_proof.best,
        ]);
        let rest = u64::from(USED | u32::from(rest)) << 32;
        self.entries[at] = ([node.stones[0], node.stones[1], rest | u64::from(facts)], terms);
    }
}

/// Returns true if an entry belongs to this node.
fn is_of(words: &[u64; 3], node: &ProofNode, rest: u16) -> bool {
    words[2] >> 32 == u64::from(USED | u32::from(rest)) && words[..2] == node.stones
}

/// First of the two slots of a node in a table of `room` slots; and its mover, passes, ko and recaptures in
/// one word.
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
