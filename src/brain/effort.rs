//! How much a mind works between two looks at whether it is told to stop.

use super::Watch;

/// Points of work between two looks.
const LOOK: usize = 1024;

/// Counts work, and looks now and then.
pub(super) struct Effort<'a> {
    watch: &'a dyn Watch,
    /// Work since the last look.
    work: usize,
    /// Whether the mind has been told to stop.
    pub(super) stopped: bool,
}

impl<'a> Effort<'a> {
    pub(super) fn new(watch: &'a dyn Watch) -> Self {
        Self { watch, work: 0, stopped: false }
    }

    /// Counts so many points of work; `None` when the mind has been told to stop.
    #[inline]
    pub(super) fn spend(&mut self, work: usize) -> Option<()> {
        self.work += work;
        (self.work < LOOK || !self.look()).then_some(())
    }

    /// Whether the mind is told to stop, for work that does not count.
    pub(super) fn stops(&self) -> bool {
        self.watch.stop()
    }

    /// Looks at once: whether the mind has been told to stop.
    pub(super) fn look(&mut self) -> bool {
        self.stopped = self.stopped || self.watch.stop();
        // Once it has been told, it looks each time.
        self.work = if self.stopped { LOOK } else { 0 };
        self.stopped
    }
}
