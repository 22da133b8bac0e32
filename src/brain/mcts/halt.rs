//! Being told to leave a simulation in the middle.

use crate::brain::playout::{Halting, Trace};

/// Who is asked now and then, on large boards alone, whether to leave a simulation in the middle: for good, or to go on with it later.
pub(super) struct Halt<'a>(Option<&'a mut dyn FnMut() -> bool>);

impl<'a> Halt<'a> {
    /// Points listed between two times that it is asked.
    const EVERY: usize = 16;
    /// Plies played.
    pub(super) const PLIES: u32 = 16;

    /// Nobody is asked.
    pub(super) const fn never() -> Self {
        Self(None)
    }

    pub(super) fn new(ask: &'a mut dyn FnMut() -> bool) -> Self {
        Self(Some(ask))
    }

    /// Whether to leave it now.
    pub(super) fn asks(&mut self) -> bool {
        self.0.as_mut().is_some_and(|ask| ask())
    }

    /// Does something for numbers from `from` on and below `all`, and keeps how far it has come; `false` when it was told to leave it before
    /// the end.
    #[inline(always)]
    pub(super) fn each(&mut self, from: &mut usize, all: usize, mut done: impl FnMut(usize)) -> bool {
        let every = if self.0.is_some() { Self::EVERY } else { usize::MAX };
        while *from < all {
            let to = all.min(from.saturating_add(every));
            (*from..to).for_each(&mut done);
            *from = to;
            if to < all && self.asks() {
                return false;
            }
        }
        true
    }

    /// Lets a playout, whose moves are noted by `trace` too, be stopped; `None` where nobody is asked.
    pub(super) fn trace<'b, T: Trace>(&'b mut self, trace: &'b mut T) -> Option<Halting<'b, T>> {
        let ask: &mut dyn FnMut() -> bool = self.0.as_deref_mut()?;
        Some(Halting::new(trace, ask))
    }
}
