//! Watcher that keeps the latest thought of a mind.

use super::{Thought, Watch};
use std::time::Instant;

/// Watcher that keeps the latest thought of a mind, and measures real time.
#[derive(Debug)]
pub struct Listener {
    /// Time when the mind began to think.
    pub began: Instant,
    /// Latest thought. Empty before the mind has sent one.
    pub thought: Thought,
    /// True if the mind must stop.
    pub stopped: bool,
}

impl Listener {
    /// Creates a listener whose time starts now.
    #[must_use]
    pub fn begin() -> Self {
        Self { began: Instant::now(), thought: Thought::default(), stopped: false }
    }
}

impl Watch for Listener {
    fn stop(&self) -> bool {
        self.stopped
    }

    fn elapsed(&self) -> f64 {
        self.began.elapsed().as_secs_f64()
    }

    fn wants_thoughts(&self) -> bool {
        true
    }

    fn receive_thought(&mut self, thought: &Thought) {
        self.thought.clone_from(thought);
    }
}
