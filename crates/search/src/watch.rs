//! The caller's side of a search: it says when to stop, keeps the time, and receives thoughts.

use super::{PlayerTime, Thought};

/// Reads the CPU time of the calling thread so far, in seconds; `None` where the system does not tell.
pub type CpuClock = fn() -> Option<f64>;

/// What a mind hears from outside while it thinks.
///
/// ```
/// use std::time::{Duration, Instant};
/// use stonefield_go::{Position, Rules, Size};
/// use stonefield_search::negamax::{NegamaxParams, NegamaxSearch};
/// use stonefield_search::{Dice, Use, Watch};
///
/// struct Deadline(Instant, Duration);
///
/// impl Watch for Deadline {
///     fn stop(&self) -> bool {
///         self.0.elapsed() > self.1
///     }
///
///     fn elapsed(&self) -> f64 {
///         self.0.elapsed().as_secs_f64()
///     }
/// }
///
/// let position = Position::new(Size::square(9)?, Rules::default());
/// let params = NegamaxParams { depth: 60, ..NegamaxParams::default() };
/// let mut search = NegamaxSearch::new(&position, &params, Dice::new(1, 0, 0).rng(1, None, Use::Think));
/// search.run(u64::MAX, &mut Deadline(Instant::now(), Duration::from_millis(20)));
/// assert!(!search.is_over() && search.best().is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Watch {
    /// Whether it must come to its end now, with the best it has.
    fn stop(&self) -> bool;

    /// Seconds that it has worked in this turn: of CPU time where there is a [`Watch::cpu_clock`], else of real time.
    fn elapsed(&self) -> f64;

    /// How CPU time is read, where a mind's time is counted in it. A mind then tells by [`Watch::spend`] what it has spent elsewhere
    /// than on the thread that asks it.
    fn cpu_clock(&self) -> Option<CpuClock> {
        None
    }

    /// Hears that the mind has spent so many seconds of CPU time on threads of its own or in a program; `None` where that cannot be known.
    fn spend(&mut self, seconds: Option<f64>) {
        let _ = seconds;
    }

    /// The time of the players, where it is limited.
    fn time(&self) -> Option<PlayerTime> {
        None
    }

    /// Whether thoughts are looked at that cost more than the choice itself.
    fn curious(&self) -> bool {
        false
    }

    /// Hears what the mind thinks now; the latest replaces what it thought before.
    fn thought(&mut self, thought: &Thought) {
        let _ = thought;
    }
}

/// Nobody watches: never stopped, no time passes.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unwatched;

impl Watch for Unwatched {
    fn stop(&self) -> bool {
        false
    }

    fn elapsed(&self) -> f64 {
        0.0
    }
}
