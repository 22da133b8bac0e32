//! Timeless watch: keeps the last thought of a mind, and its clock stands still, so that thoughts can be
//! compared.

use stonefield_search::{Thought, Watch};

/// Curious watch that keeps the last thought. It never stops the mind, and its clock always shows 0.
#[derive(Default)]
pub struct TimelessWatch(pub Option<Thought>);

impl Watch for TimelessWatch {
    fn stop(&self) -> bool {
        false
    }

    fn elapsed(&self) -> f64 {
        0.0
    }

    fn wants_thoughts(&self) -> bool {
        true
    }

    fn receive_thought(&mut self, thought: &Thought) {
        self.0 = Some(thought.clone());
    }
}
