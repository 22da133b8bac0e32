//! Stop callback, called at intervals during long work.

/// Callback that returns true if the work must stop. Long work calls it at intervals.
pub type Stop<'a> = &'a dyn Fn() -> bool;

/// Number of units of work between two calls of the stop callback.
const STOP_INTERVAL: usize = 1024;

/// Counter of work that calls the stop callback at intervals.
pub struct Effort<'a> {
    /// Stop callback, called every 1024 units of work.
    pub stop: Stop<'a>,
    /// Number of units of work since the last call of `stop`.
    work: usize,
    /// True once the stop callback has returned true.
    pub stopped: bool,
}

impl<'a> Effort<'a> {
    /// Creates a counter at 0.
    pub fn new(stop: Stop<'a>) -> Self {
        Self { stop, work: 0, stopped: false }
    }

    /// Adds `work` units to the count. Returns `None` if the work must stop.
    #[inline]
    pub fn spend(&mut self, work: usize) -> Option<()> {
        self.work += work;
        (self.work < STOP_INTERVAL || !self.check_stop()).then_some(())
    }

    /// Calls the stop callback now. Returns true if the work must stop.
    pub fn check_stop(&mut self) -> bool {
        self.stopped = self.stopped || (self.stop)();
        // After a stop the counter stays full, so that each later `spend` returns `None`.
        self.work = if self.stopped { STOP_INTERVAL } else { 0 };
        self.stopped
    }
}

/// Calls `each` for each number below `count`. Returns `false` if it was stopped before the end.
#[inline(always)]
pub(super) fn each_unless_stopped(count: usize, stop: Stop<'_>, mut each: impl FnMut(usize)) -> bool {
    let mut effort = Effort::new(stop);
    (0..count).all(|i| {
        each(i);
        effort.spend(1).is_some()
    })
}
