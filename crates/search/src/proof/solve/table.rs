//! Transposition table of proofs.

use super::bitboard::{MAX_POINTS, ProofNode};
use stonefield_go::Color;

/// Proved facts about a node, from the view of the side to move there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NodeProof {
    /// 1 if the side to move wins, −1 if it loses, 0 if neither is proved.
    pub proved: i8,
    /// Number of plies within which the side to move has no forced win.
    pub no_win: u8,
    /// Number of plies within which its enemy has no forced win.
    pub no_loss: u8,
    /// Move to try first: the number of a point, [`MAX_POINTS`] for a pass, a larger number for none.
    pub best: u8,
}

impl NodeProof {
    /// Facts about a node that was not searched.
    pub(super) const UNKNOWN: Self = Self { proved: 0, no_win: 0, no_loss: 0, best: u8::MAX };

    /// Records that a search of `depth` plies with this window proved nothing. So a side has no forced win
    /// within `depth` if the window asked for a win of that side.
    pub(super) fn add_bounds(&mut self, depth: u32, (low, high): (i8, i8)) {
        let plies = u8::try_from(depth).unwrap_or(u8::MAX);
        if high == 1 || low >= 0 {
            self.no_win = self.no_win.max(plies);
        }
        if low == -1 || high <= 0 {
            self.no_loss = self.no_loss.max(plies);
        }
    }
}

/// Entry of a node, with its terms of type `K`: the conditions under which its proof holds on another path
/// (see `PathHistory`).
///
/// The first two numbers are the node's stones. The third has the flag [`USED`] and the rest of the node in
/// the high half, and the facts about the node in the low half. A table of zeros takes no memory before it is
/// written to.
type Entry<K> = ([u64; 3], K);

/// Flag of an entry in use, in the high half of its third number.
const USED: u32 = 1 << 16;

/// Unpacks the facts of an entry.
const fn facts_of([.., facts]: &[u64; 3]) -> NodeProof {
    #[expect(clippy::cast_possible_truncation, reason = "the lower half")]
    let [proved, no_win, no_loss, best] = (*facts as u32).to_le_bytes();
    NodeProof { proved: proved.cast_signed(), no_win, no_loss, best }
}

/// Transposition table of fixed size, with terms of type `K` (see `Entry`).
///
/// The entries have whole nodes, not hashes, so two nodes with the same hash are never confused. A node has
/// two possible entries. A new node takes an empty one, or else replaces the one whose facts reach fewer
/// plies: the one with the smaller maximum of `no_win` and `no_loss`.
pub(super) struct ProofTable<K> {
    entries: Vec<Entry<K>>,
}

impl<K: Copy> ProofTable<K> {
    /// Creates a table of `2^bits` empty entries, at least 2. An entry takes 24 bytes plus the size of its
    /// terms. Empty entries have `terms`, which must be zeros.
    pub(super) fn new(bits: u32, terms: K) -> Self {
        Self { entries: vec![([0; 3], terms); 2 << (bits.max(1) - 1)] }
    }

    /// Facts about a node, and their terms; `None` if the table does not have the node.
    pub(super) fn get(&self, node: &ProofNode) -> Option<(NodeProof, K)> {
        let (first_index, rest) = index_and_rest(node, self.entries.len());
        let pair = [&self.entries[first_index], &self.entries[first_index ^ 1]];
        let (packed, terms) = pair.into_iter().find(|(packed, _)| is_of(packed, node, rest))?;
        Some((facts_of(packed), *terms))
    }

    /// Stores the facts about a node, with their terms. They replace older facts about the same node. A new
    /// node takes an empty entry, or else replaces the one whose facts reach fewer plies.
    pub(super) fn put(&mut self, node: &ProofNode, node_proof: NodeProof, terms: K) {
        let (first_index, rest) = index_and_rest(node, self.entries.len());
        let is_same = |index: usize| is_of(&self.entries[index].0, node, rest);
        let information = |index: usize| {
            let (packed, _) = &self.entries[index];
            let old_facts = facts_of(packed);
            (packed[2] != 0, old_facts.no_win.max(old_facts.no_loss))
        };
        let second_index = first_index ^ 1;
        let index = if !is_same(first_index)
            && (is_same(second_index) || information(second_index) < information(first_index))
        {
            second_index
        } else {
            first_index
        };
        let facts = u32::from_le_bytes([
            node_proof.proved.cast_unsigned(),
            node_proof.no_win,
            node_proof.no_loss,
            node_proof.best,
        ]);
        let rest = u64::from(USED | u32::from(rest)) << 32;
        self.entries[index] = ([node.stones[0], node.stones[1], rest | u64::from(facts)], terms);
    }
}

/// Returns true if an entry belongs to this node. `rest` is the second result of [`index_and_rest`].
fn is_of(packed: &[u64; 3], node: &ProofNode, rest: u16) -> bool {
    packed[2] >> 32 == u64::from(USED | u32::from(rest)) && packed[..2] == node.stones
}

/// Returns the index of a node's first entry in a table of `entry_count` entries, which is a power of two;
/// the index of the second differs in bit 0. Returns also the rest of the node besides its stones, packed:
/// side to move, passes, ko and ko retakes.
fn index_and_rest(node: &ProofNode, entry_count: usize) -> (usize, u16) {
    debug_assert!(usize::from(node.ko) <= MAX_POINTS && node.passes < 4 && node.ko_retakes < 8, "{node:?}");
    let [passes, ko, ko_retakes] = [node.passes, node.ko, node.ko_retakes].map(u16::from);
    let rest = u16::from(node.mover == Color::White) | passes << 1 | ko << 3 | ko_retakes << 10;
    let mut hash = node.stones[0].wrapping_mul(0x9E37_79B9_7F4A_7C15);
    hash = (hash ^ hash >> 29).wrapping_add(node.stones[1]).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    hash = (hash ^ hash >> 32).wrapping_add(u64::from(rest)).wrapping_mul(0x94D0_49BB_1331_11EB);
    #[expect(clippy::cast_possible_truncation, reason = "the low bits are all that is wanted")]
    let low = (hash ^ hash >> 31) as usize;
    (low & (entry_count - 1), rest)
}
