//! A time to stop at.

use crate::brain::Watch;
use std::time::Instant;

/// Watches a search, and stops it when its time is over.
pub(super) struct Deadline {
    began: Instant,
    /// Seconds; `None` for as long as it takes.
    most: Option<f64>,
}

impl Deadline {
    pub(super) fn new(most: Option<f64>) -> Self {
        Self { began: Instant::now(), most }
    }
}

impl Watch for Deadline {
    fn stop(&self) -> bool {
        self.most.is_some_and(|most| self.elapsed() >= most)
    }

    fn elapsed(&self) -> f64 {
        self.began.elapsed().as_secs_f64()
    }
}
