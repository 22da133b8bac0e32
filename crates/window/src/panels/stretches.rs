//! Stretches: a history of any length in a bounded number of parts, for drawing.

use stonefield_sim::RecordTick;

/// Summary of neighbouring ticks.
pub trait Stretch {
    /// Adds the next stretch to this one.
    fn join(&mut self, later: &Self);
}

/// A history in at most `MAX_STRETCHES` stretches of equal length; the last may be shorter. Each tick is read
/// once.
#[derive(Clone, Debug)]
pub struct Stretches<S, const MAX_STRETCHES: usize> {
    all: Vec<S>,
    /// Ticks in a full stretch, a power of two.
    stride: usize,
    /// Ticks in the last stretch.
    filling: usize,
    ticks: usize,
    last: Option<RecordTick>,
}

impl<S, const MAX_STRETCHES: usize> Default for Stretches<S, MAX_STRETCHES> {
    fn default() -> Self {
        Self { all: Vec::new(), stride: 1, filling: 0, ticks: 0, last: None }
    }
}

impl<S: Stretch, const MAX_STRETCHES: usize> Stretches<S, MAX_STRETCHES> {
    /// Adds the new ticks of a history and returns their number. If the last tick read has changed, all ticks
    /// are read again. `history(n)` skips the first `n` ticks. `stretch_of` makes a stretch of one tick; its
    /// flag is true for the first tick of the history.
    pub fn take_in<I: Iterator<Item = RecordTick>>(
        &mut self,
        history: impl Fn(usize) -> I,
        mut stretch_of: impl FnMut(&RecordTick, bool) -> S,
    ) -> usize {
        let last = self.ticks.checked_sub(1).and_then(|last| history(last).next());
        if last != self.last {
            *self = Self::default();
        }
        let before = self.ticks;
        for tick in history(before) {
            self.push(stretch_of(&tick, self.ticks == 0));
            self.ticks += 1;
            self.last = Some(tick);
        }
        self.ticks - before
    }

    fn push(&mut self, new: S) {
        match self.all.last_mut() {
            Some(last) if self.filling < self.stride => {
                last.join(&new);
                self.filling += 1;
            }
            _ => {
                if self.all.len() == MAX_STRETCHES {
                    let mut all = std::mem::take(&mut self.all).into_iter();
                    while let Some(mut first) = all.next() {
                        all.next().iter().for_each(|second| first.join(second));
                        self.all.push(first);
                    }
                    self.stride *= 2;
                }
                self.all.push(new);
                self.filling = 1;
            }
        }
    }

    /// The stretches, from the earliest to the latest.
    #[must_use]
    pub fn all(&self) -> &[S] {
        &self.all
    }

    /// Number of ticks in a full stretch.
    #[must_use]
    pub const fn stride(&self) -> u64 {
        self.stride as u64
    }

    /// Number of the last tick; 0 without ticks.
    #[must_use]
    pub fn last(&self) -> u64 {
        self.last.map_or(0, |tick| tick.row.tick)
    }
}
