//! The caller's side of a search: it says when to stop, keeps the time, and receives thoughts.

use super::{PlayerTime, Thought};

/// What a mind hears from outside while it thinks.
pub trait Watch {
    /// Whether it must come to its end now, with the best it has.
    fn stop(&self) -> bool;

    /// Seconds that it has worked in this turn.
    fn elapsed(&self) -> f64;

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
