//! Listener: keeps what a mind thinks, for one who asks.

use super::{Thought, Watch};
use std::time::Instant;

/// Hears a mind think, and keeps what it said last.
#[derive(Debug)]
pub struct Listener {
    /// Since when it has been thinking.
    pub began: Instant,
    /// What it said last; nothing is in it before it has said anything.
    pub thought: Thought,
    /// Whether it is to come to its end.
    pub stopped: bool,
}

impl Listener {
    /// One that begins now.
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

    fn curious(&self) -> bool {
        true
    }

    fn thought(&mut self, thought: &Thought) {
        self.thought.clone_from(thought);
    }
}
