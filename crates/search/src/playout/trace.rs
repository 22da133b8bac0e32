//! Who played where in a playout, for values that all moves share.

use crate::Stop;
use stonefield_go::Color;

/// Hears the stones of a playout as they are played.
pub trait Trace {
    /// Whether it may tell a playout to stop.
    const STOPS: bool = false;

    /// A stone of a colour on a cell.
    fn stone(&mut self, color: Color, cell: usize);

    /// Whether the playout is to stop; asked now and then.
    #[inline(always)]
    fn stops(&mut self) -> bool {
        false
    }
}

/// Hears nothing, at no cost.
impl Trace for () {
    #[inline(always)]
    fn stone(&mut self, _: Color, _: usize) {}
}

/// The stones of a playout in the order in which they were played; passes leave none.
#[derive(Clone, Debug, Default)]
pub struct PlayoutMoves(Vec<u32>);

impl PlayoutMoves {
    /// Forgets the playout before.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Number of stones played.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether none was played.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Colour and cell of each stone, first to last.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (Color, usize)> + '_ {
        self.0.iter().map(|&word| (Color::ALL[(word & 1) as usize], (word >> 1) as usize))
    }
}

impl Trace for PlayoutMoves {
    #[inline]
    fn stone(&mut self, color: Color, cell: usize) {
        #[expect(clippy::cast_possible_truncation, reason = "a board has less than 2^21 cells")]
        self.0.push((cell << 1 | color.index()) as u32);
    }
}

/// Passes stones on, and tells a playout when to stop.
pub struct Stoppable<'a, T>(pub &'a mut T, pub Stop<'a>);

impl<T: Trace> Trace for Stoppable<'_, T> {
    const STOPS: bool = true;

    #[inline]
    fn stone(&mut self, color: Color, cell: usize) {
        self.0.stone(color, cell);
    }

    fn stops(&mut self) -> bool {
        (self.1)()
    }
}
