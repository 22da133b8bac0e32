//! What a stone brings into its group.

use stonefield_go::{Color, Size};
use stonefield_minds::LibertySums;

/// What a stone, or a whole group, has of the board: true by the stones that stand, whatever they have sensed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GroupSummary {
    /// The exclusive or of the keys of the stones.
    pub hash: u64,
    /// The vacant points beside them.
    pub sums: LibertySums,
    /// Whose they are.
    pub color: Color,
    /// The edges of the board that they touch, a bit each: left, right, bottom, top.
    pub edges: u8,
}

impl GroupSummary {
    /// The edges of the board that a point lies on.
    pub fn edges_of(size: Size, index: usize) -> u8 {
        let point = size.point(index);
        let on = [point.x == 0, point.x + 1 == size.width(), point.y == 0, point.y + 1 == size.height()];
        on.into_iter().rev().fold(0, |edges, on| edges << 1 | u8::from(on))
    }

    /// What another group has comes to it.
    pub const fn join(&mut self, other: &Self) {
        self.hash ^= other.hash;
        self.sums = self.sums.with(other.sums);
        self.edges |= other.edges;
    }

    /// Whether it joins two opposite edges of the board.
    pub const fn spans(&self) -> bool {
        self.edges & self.edges >> 1 & 0b101 != 0
    }
}
