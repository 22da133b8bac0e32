//! When a search is to stop.

use crate::brain::Watch;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Instant;

/// Watches a search, and stops it when its time is over or it is interrupted (Ctrl-C), so that what is known by then can be told. A second
/// interruption ends the program as usual.
pub(super) struct Deadline {
    began: Instant,
    /// Seconds; `None` for as long as it takes.
    most: Option<f64>,
    interrupted: Arc<AtomicBool>,
}

impl Deadline {
    pub(super) fn new(most: Option<f64>) -> Self {
        let interrupted = Arc::default();
        hear_interruptions(&interrupted);
        Self { began: Instant::now(), most, interrupted }
    }

    /// Whether somebody has interrupted it.
    pub(super) fn is_interrupted(&self) -> bool {
        self.interrupted.load(Relaxed)
    }
}

/// Sets the flag at the first interruption. Where no handler can be set the first one ends the program.
#[cfg(unix)]
fn hear_interruptions(interrupted: &Arc<AtomicBool>) {
    use signal_hook::consts::SIGINT;
    use signal_hook::flag::{register, register_conditional_default};
    // In this order: the first interruption must not find the flag set.
    if register_conditional_default(SIGINT, Arc::clone(interrupted)).is_ok() {
        let _ = register(SIGINT, Arc::clone(interrupted));
    }
}

/// Interruptions end the program here.
#[cfg(not(unix))]
fn hear_interruptions(_: &Arc<AtomicBool>) {}

impl Watch for Deadline {
    fn stop(&self) -> bool {
        self.is_interrupted() || self.most.is_some_and(|most| self.elapsed() >= most)
    }

    fn elapsed(&self) -> f64 {
        self.began.elapsed().as_secs_f64()
    }
}
