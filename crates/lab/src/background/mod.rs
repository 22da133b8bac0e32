//! Background: plays plans and reads stores on separate threads, for callers that must not block.

mod reader;
mod run;

pub use reader::{StoreAnswer, StoreReader};
pub use run::{BackgroundRun, RunPhase, RunProgress};

/// Default number of threads of a run: three quarters of the cores, at least 1. If unknown: 1.
#[must_use]
pub fn default_threads() -> usize {
    std::thread::available_parallelism().map_or(1, |cores| (cores.get() * 3 / 4).max(1))
}
