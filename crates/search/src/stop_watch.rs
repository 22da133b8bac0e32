//! Watch built from functions: a clock, a stop condition and a receiver of thoughts.

use super::{CpuClock, PlayerTime, Thought, Watch};

/// Watch whose clock, stop condition and receiver of thoughts are functions.
///
/// ```
/// use stonefield_go::{Position, Rules, Size};
/// use stonefield_search::negamax::{NegamaxParams, NegamaxSearch};
/// use stonefield_search::{Dice, Purpose, StopWatch, real_clock};
///
/// let position = Position::new(Size::square(9)?, Rules::default());
/// let params = NegamaxParams { depth: 60, ..NegamaxParams::default() };
/// let mut search = NegamaxSearch::new(&position, &params, Dice::new(1, 0, 0).rng(1, None, Purpose::Think));
/// let mut watch = StopWatch::new(real_clock(), || false).with_limit(Some(0.02));
/// search.run(u64::MAX, &mut watch);
/// assert!(!search.is_complete() && search.best().is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct StopWatch<C, S, R = fn(&Thought)> {
    clock: C,
    stop: S,
    receiver: R,
    wants_thoughts: bool,
    limit: Option<f64>,
    time: Option<PlayerTime>,
    cpu_time: Option<CpuTime>,
}

impl<C: Fn() -> f64, S: Fn() -> bool> StopWatch<C, S> {
    /// Creates a watch without a time limit that ignores thoughts. `clock` returns the time spent on the turn,
    /// in seconds; `stop` returns true if the mind must stop.
    #[must_use]
    pub fn new(clock: C, stop: S) -> Self {
        let receiver: fn(&Thought) = |_| {};
        Self { clock, stop, receiver, wants_thoughts: false, limit: None, time: None, cpu_time: None }
    }
}

impl<C: Fn() -> f64, S: Fn() -> bool, R: FnMut(&Thought)> StopWatch<C, S, R> {
    /// Sets the receiver of thoughts. `wanted` is the result of [`Watch::wants_thoughts`].
    #[must_use]
    pub fn with_thoughts<T: FnMut(&Thought)>(self, wanted: bool, receiver: T) -> StopWatch<C, S, T> {
        let Self { clock, stop, limit, time, cpu_time, .. } = self;
        StopWatch { clock, stop, receiver, wants_thoughts: wanted, limit, time, cpu_time }
    }

    /// Sets the time after which the mind must stop, in seconds. `None`: no limit.
    #[must_use]
    pub fn with_limit(self, limit: Option<f64>) -> Self {
        Self { limit, ..self }
    }

    /// Sets the result of [`Watch::time`].
    #[must_use]
    pub fn with_time(self, time: Option<PlayerTime>) -> Self {
        Self { time, ..self }
    }

    /// Measures CPU time from now on, instead of the time of the clock, if the CPU clock can be read.
    #[must_use]
    pub fn with_cpu_clock(self, cpu_clock: Option<CpuClock>) -> Self {
        Self { cpu_time: cpu_clock.and_then(CpuTime::start), ..self }
    }

    /// Returns the CPU time of the turn, other threads and programs included, in seconds. `None` if it is not
    /// measured or a part of it is unknown.
    #[must_use]
    pub fn cpu_seconds(&self) -> Option<f64> {
        self.cpu_time.as_ref().filter(|cpu_time| cpu_time.elsewhere.is_some()).map(CpuTime::seconds)
    }
}

impl<C: Fn() -> f64, S: Fn() -> bool, R: FnMut(&Thought)> Watch for StopWatch<C, S, R> {
    fn stop(&self) -> bool {
        (self.stop)() || self.limit.is_some_and(|limit| self.elapsed() >= limit)
    }

    fn elapsed(&self) -> f64 {
        self.cpu_time.as_ref().map_or_else(&self.clock, CpuTime::seconds)
    }

    fn cpu_clock(&self) -> Option<CpuClock> {
        self.cpu_time.as_ref().map(|cpu_time| cpu_time.clock)
    }

    fn spend(&mut self, seconds: Option<f64>) {
        if let Some(cpu_time) = &mut self.cpu_time {
            cpu_time.elsewhere = cpu_time.elsewhere.zip(seconds).map(|(before, more)| before + more);
        }
    }

    fn time(&self) -> Option<PlayerTime> {
        self.time
    }

    fn wants_thoughts(&self) -> bool {
        self.wants_thoughts
    }

    fn receive_thought(&mut self, thought: &Thought) {
        (self.receiver)(thought);
    }
}

/// Returns a clock of real time, in seconds since this call.
#[cfg(not(target_family = "wasm"))]
pub fn real_clock() -> impl Fn() -> f64 {
    let start = std::time::Instant::now();
    move || start.elapsed().as_secs_f64()
}

/// CPU time of a turn.
struct CpuTime {
    clock: CpuClock,
    /// Reading of the clock at the start of the turn, in seconds.
    start: f64,
    /// CPU time of other threads and programs, in seconds. `None` if unknown.
    elsewhere: Option<f64>,
}

impl CpuTime {
    /// Starts at 0. Returns `None` if the clock cannot be read.
    fn start(clock: CpuClock) -> Option<Self> {
        Some(Self { clock, start: clock()?, elsewhere: Some(0.0) })
    }

    /// Known CPU time, in seconds. Never 0: a mind whose clock does not advance assumes that no time is
    /// measured, and may take large steps.
    fn seconds(&self) -> f64 {
        let here = (self.clock)().map_or(0.0, |now| now - self.start);
        (here + self.elsewhere.unwrap_or(0.0)).max(1e-9)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cpu_time_elsewhere_counts_until_it_is_unknown() {
        let mut watch = StopWatch::new(|| 7.0, || false).with_cpu_clock(Some(|| Some(3.0)));
        assert_eq!((watch.elapsed(), watch.cpu_seconds()), (1e-9, Some(1e-9)));
        watch.spend(Some(2.0));
        assert_eq!((watch.elapsed(), watch.cpu_seconds()), (2.0, Some(2.0)));
        watch.spend(None);
        assert_eq!((watch.elapsed(), watch.cpu_seconds()), (1e-9, None));
        let watch = StopWatch::new(|| 7.0, || false).with_cpu_clock(Some(|| None)).with_limit(Some(7.0));
        assert_eq!((watch.elapsed(), watch.cpu_seconds(), watch.stop()), (7.0, None, true));
    }
}
