//! The laboratory on threads of its own, for those who must not wait: a plan is played, a store is read again as it grows.

mod reader;
mod run;

pub use reader::{StoreAnswer, StoreReader};
pub use run::{BackgroundRun, RunPhase, RunStanding};

/// Games that are played at a time unless something else is said: three quarters of the cores, at least one.
#[must_use]
pub fn default_threads() -> usize {
    std::thread::available_parallelism().map_or(1, |cores| (cores.get() * 3 / 4).max(1))
}
