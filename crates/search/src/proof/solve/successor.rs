//! Moves of a proof search.

use super::bitboard::{MAX_POINTS, ProofNode};

/// Number of a pass. A move on a point has the number of the point, which is smaller.
#[expect(clippy::cast_possible_truncation, reason = "64")]
pub const PASS: u8 = MAX_POINTS as u8;

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
    /// Priority of the move. Moves with a higher priority are tried earlier.
    pub priority: i32,
}
