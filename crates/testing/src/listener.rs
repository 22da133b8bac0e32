//! Somebody who wants to know what a mind thinks.

use stonefield_search::{Thought, Watch};

/// Keeps the last thought, and has no clock.
#[derive(Default)]
pub struct Listener(pub Option<Thought>);

impl Watch for Listener {
    fn stop(&self) -> bool {
        false
    }

    fn elapsed(&self) -> f64 {
        0.0
    }

    fn curious(&self) -> bool {
        true
    }

    fn thought(&mut self, thought: &Thought) {
        self.0 = Some(thought.clone());
    }
}
