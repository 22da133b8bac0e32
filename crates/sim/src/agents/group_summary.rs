//! Summary of a group or a single stone. Summaries can be merged.

use stonefield_go::{Color, Size};
use stonefield_minds::LibertySums;

/// Data of a group or a single stone, computed from the board and not from what the stones have sensed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GroupSummary {
    /// Exclusive or of the hash keys of the stones.
    pub hash: u64,
    /// Sums over the pairs of a stone and a vacant point beside it.
    pub sums: LibertySums,
    /// Colour of the stones.
    pub color: Color,
    /// Edges of the board that the stones touch, as bits 0 to 3: left, right, bottom, top.
    pub edges: u8,
}

impl GroupSummary {
    /// Returns the edges of the board that a point lies on: see [`GroupSummary::edges`].
    pub fn edges_of(size: Size, index: usize) -> u8 {
        let point = size.point(index);
        let touched = [point.x == 0, point.x + 1 == size.width(), point.y == 0, point.y + 1 == size.height()];
        touched.into_iter().rev().fold(0, |edges, touches| edges << 1 | u8::from(touches))
    }

    /// Merges the summary of another group into this one.
    pub const fn join(&mut self, other: &Self) {
        self.hash ^= other.hash;
        self.sums = self.sums.with(other.sums);
        self.edges |= other.edges;
    }

    /// True if the group touches two opposite edges of the board.
    pub const fn spans(&self) -> bool {
        // Opposite edges have adjacent bits: 0 and 1, 2 and 3.
        self.edges & self.edges >> 1 & 0b101 != 0
    }
}
