//! Moves of a proof search.

use super::bitboard::{MOST, ProofNode};

/// Number of a pass among the moves. Points have smaller numbers.
#[expect(clippy::cast_possible_truncation, reason = "64")]
pub const PASS: u8 = MOST as u8;

/// Number of the move on a point.
#[expect(clippy::cast_possible_truncation, reason = "points of a bit board are below 64")]
pub(in crate::proof) const fn action(point: usize) -> u8 {
    point as u8
}

/// Move and the node after it.
#[derive(Clone, Copy, Debug)]
pub struct Successor {
    /// Number of a point, or [`PASS`].
    pub action: u8,
    /// Node after the move.
    pub next: ProofNode,
    /// Promise of the move. Moves with a greater promise are tried earlier.
    pub promise: i32,
}
