//! When a search is to stop.

use std::time::Instant;
use stonefield_minds::engine::{Signal, SignalListener};
use stonefield_search::Watch;

/// Watches a search, and stops it when its time is over or it is interrupted (Ctrl-C), so that what is known by then can be told. A second
/// interruption ends the program as usual.
pub(super) struct Deadline {
    began: Instant,
    /// Seconds; `None` for as long as it takes.
    most: Option<f64>,
    interruption: SignalListener,
}

impl Deadline {
    pub(super) fn new(most: Option<f64>) -> Self {
        Self { began: Instant::now(), most, interruption: SignalListener::listen(&[Signal::Interrupt]) }
    }

    /// Whether the user has interrupted it.
    pub(super) fn is_interrupted(&self) -> bool {
        self.interruption.received().is_some()
    }
}

impl Watch for Deadline {
    fn stop(&self) -> bool {
        self.is_interrupted() || self.most.is_some_and(|most| self.elapsed() >= most)
    }

    fn elapsed(&self) -> f64 {
        self.began.elapsed().as_secs_f64()
    }
}
