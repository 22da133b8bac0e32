//! How much a mind works between two looks at whether it is told to stop.

/// Whether to stop: asked now and then in the middle of work that takes long.
pub type Stop<'a> = &'a dyn Fn() -> bool;

/// Points of work between two looks.
const LOOK: usize = 1024;

/// Counts work, and looks now and then.
pub struct Effort<'a> {
    /// Asked every 1024 points of work.
    pub stop: Stop<'a>,
    /// Work since the last look.
    work: usize,
    /// Whether the mind has been told to stop.
    pub stopped: bool,
}

impl<'a> Effort<'a> {
    /// Counts from 0, and asks `stop`.
    pub fn new(stop: Stop<'a>) -> Self {
        Self { stop, work: 0, stopped: false }
    }

    /// Counts so many points of work; `None` when the mind has been told to stop.
    #[inline]
    pub fn spend(&mut self, work: usize) -> Option<()> {
        self.work += work;
        (self.work < LOOK || !self.look()).then_some(())
    }

    /// Looks at once: whether the mind has been told to stop.
    pub fn look(&mut self) -> bool {
        self.stopped = self.stopped || (self.stop)();
        // Once it has been told, it looks each time.
        self.work = if self.stopped { LOOK } else { 0 };
        self.stopped
    }
}

/// Does something for each number below `all`; `false` when it was told to stop before the end.
#[inline(always)]
pub(super) fn each_unless_stopped(all: usize, stop: Stop<'_>, mut each: impl FnMut(usize)) -> bool {
    let mut effort = Effort::new(stop);
    (0..all).all(|i| {
        each(i);
        effort.spend(1).is_some()
    })
}
