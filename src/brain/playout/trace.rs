//! Who played where in a playout, for values that all moves share.

use super::{Playout, Start};
use crate::go::Color;

/// Hears the stones of a playout as they are played.
pub trait Trace {
    /// A stone of a colour on a cell.
    fn stone(&mut self, color: Color, cell: usize);

    /// Whether the playout is to be left here; asked every two plies.
    #[inline(always)]
    fn halts(&mut self) -> bool {
        false
    }
}

/// Nobody listens.
impl Trace for () {
    #[inline(always)]
    fn stone(&mut self, _: Color, _: usize) {}
}

/// The stones of a playout in the order in which they were played; passes leave none.
#[derive(Clone, Debug, Default)]
pub struct Moves(Vec<u32>);

impl Moves {
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

    /// Calls `f` for the first stone played on each cell, in no particular order; `seen` must be one flag for each cell of the board, all
    /// down, and is left so.
    pub fn first_on_each(&self, seen: &mut [bool], mut f: impl FnMut(Color, usize)) {
        for (color, cell) in self.iter() {
            if !std::mem::replace(&mut seen[cell], true) {
                f(color, cell);
            }
        }
        for (_, cell) in self.iter() {
            seen[cell] = false;
        }
    }
}

impl Trace for Moves {
    #[inline]
    fn stone(&mut self, color: Color, cell: usize) {
        #[expect(clippy::cast_possible_truncation, reason = "a board has less than 2^21 cells")]
        self.0.push((cell << 1 | color.index()) as u32);
    }
}

/// Notes the moves of a playout that may be told to stop.
pub struct Halting<'a, T> {
    trace: &'a mut T,
    ask: &'a mut dyn FnMut() -> bool,
    asked: u32,
    /// The latest stone.
    last: Option<(Color, usize)>,
    /// Whether it was told to leave it.
    pub halted: bool,
}

impl<'a, T: Trace> Halting<'a, T> {
    /// How many times a playout asks before that is passed on: few, as turns take long when little is left to play.
    const EVERY: u32 = 8;

    /// Passes everything on to `trace`, and now and then asks whether to stop.
    pub fn new(trace: &'a mut T, ask: &'a mut dyn FnMut() -> bool) -> Self {
        Self { trace, ask, asked: 0, last: None, halted: false }
    }

    /// Where a playout that was left stands: from there [`Player::go_on`](super::Player::go_on) goes on as if it had not been left.
    #[must_use]
    pub fn rest(&self, start: Start, played: Playout) -> Start {
        // It is left after an even number of plies; where the second of the last two was no stone, it was a pass.
        let here = self.last.map_or(start, |(color, cell)| {
            let passed = color == start.to_move;
            Start { last: (!passed).then_some(cell), passed, ..start }
        });
        Start { cap: start.cap - played.plies, ..here }
    }
}

impl<T: Trace> Trace for Halting<'_, T> {
    fn stone(&mut self, color: Color, cell: usize) {
        self.last = Some((color, cell));
        self.trace.stone(color, cell);
    }

    fn halts(&mut self) -> bool {
        self.asked += 1;
        self.halted = self.asked.is_multiple_of(Self::EVERY) && (self.ask)();
        self.halted
    }
}
