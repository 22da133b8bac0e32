//! Caller of a mind: it stops the mind, measures its time, and receives its thoughts.

use super::{PlayerTime, Thought};

/// Function that returns the CPU time of the calling thread, in seconds; `None` if the system does not report
/// it.
pub type CpuClock = fn() -> Option<f64>;

/// Interface of a mind or a search to its caller, while it thinks. [`StopWatch`](super::StopWatch) implements
/// it by functions.
pub trait Watch {
    /// Returns true if the mind must stop now and answer with its best move.
    fn stop(&self) -> bool;

    /// Returns the time spent on this turn, in seconds. It is CPU time if there is a [`Watch::cpu_clock`],
    /// else real time.
    fn elapsed(&self) -> f64;

    /// Returns the CPU clock if the mind's time is CPU time. The mind then reports the CPU time of its other
    /// threads by [`Watch::spend`].
    fn cpu_clock(&self) -> Option<CpuClock> {
        None
    }

    /// Adds CPU time, in seconds, that the mind spent on its own threads or in another program; `None` if
    /// unknown.
    fn spend(&mut self, seconds: Option<f64>) {
        let _ = seconds;
    }

    /// Returns the time limit and the remaining time of the players; `None` without a limit.
    fn time(&self) -> Option<PlayerTime> {
        None
    }

    /// Returns true if the caller wants thoughts, even if they take more time than the choice of the move.
    fn wants_thoughts(&self) -> bool {
        false
    }

    /// Receives the mind's current thought. It replaces the earlier one.
    fn receive_thought(&mut self, thought: &Thought) {
        let _ = thought;
    }
}

/// Watch that never stops the mind and counts no time.
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
