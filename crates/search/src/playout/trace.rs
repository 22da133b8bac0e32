//! Traces of playouts. A trace receives the stones in order, for all-moves-as-first values, and may stop the
//! playout.

use crate::Stop;
use stonefield_go::Color;

/// Receiver of the stones of a playout.
pub trait Trace {
    /// True if the trace may stop a playout.
    const CAN_STOP: bool = false;

    /// Receives a stone that was played on a cell.
    fn add_stone(&mut self, color: Color, cell: usize);

    /// Returns true if the playout must stop. Called at intervals.
    #[inline(always)]
    fn stops(&mut self) -> bool {
        false
    }
}

/// Trace that ignores the stones, at no cost.
impl Trace for () {
    #[inline(always)]
    fn add_stone(&mut self, _: Color, _: usize) {}
}

/// Stones of a playout in order, without passes.
// An entry is twice the cell, plus the index of the colour.
#[derive(Clone, Debug, Default)]
pub struct PlayoutMoves(Vec<u32>);

impl PlayoutMoves {
    /// Removes the stones of the previous playout.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Returns the number of stones.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns true if there are no stones.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns colour and cell of each stone, in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (Color, usize)> + '_ {
        self.0.iter().map(|&packed| (Color::ALL[(packed & 1) as usize], (packed >> 1) as usize))
    }
}

impl Trace for PlayoutMoves {
    #[inline]
    fn add_stone(&mut self, color: Color, cell: usize) {
        #[expect(clippy::cast_possible_truncation, reason = "a board has less than 2^21 cells")]
        self.0.push((cell << 1 | color.index()) as u32);
    }
}

/// Trace that passes the stones on to another trace, and stops the playout if a callback returns true.
pub struct Stoppable<'a, T>(pub &'a mut T, pub Stop<'a>);

impl<T: Trace> Trace for Stoppable<'_, T> {
    const CAN_STOP: bool = true;

    #[inline]
    fn add_stone(&mut self, color: Color, cell: usize) {
        self.0.add_stone(color, cell);
    }

    fn stops(&mut self) -> bool {
        (self.1)()
    }
}
