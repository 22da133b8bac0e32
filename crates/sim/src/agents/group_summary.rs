//! Summary of a stone or a group that can be merged.

use stonefield_go::{Color, Size};
use stonefield_minds::LibertySums;

/// Data of a stone or a group, computed from the stones on the board and not from what they have sensed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GroupSummary {
    /// Exclusive or of the hash keys of the stones.
    pub hash: u64,
    /// Sums over the adjacent vacant points.
    pub sums: LibertySums,
    /// Colour of the stones.
    pub color: Color,
    /// Edges of the board that the stones touch, one bit each: left, right, bottom, top.
    pub edges: u8,
}

impl GroupSummary {
    /// Returns the edges of the board that a point lies on, one bit each.
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
