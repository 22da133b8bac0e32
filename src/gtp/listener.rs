//! Hearing a mind that thinks.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Instant;
use stonefield_search::{Thought, Watch, lock};

/// Hears a mind that thinks, and stops it when its time is used up or a command says so.
pub(super) struct CommandWatch<'a> {
    began: Instant,
    budget: Option<f64>,
    stop: &'a AtomicBool,
    /// What was heard last.
    pub(super) latest: Arc<Mutex<Option<Thought>>>,
}

impl<'a> CommandWatch<'a> {
    /// With seconds that the mind may take.
    pub(super) fn new(stop: &'a AtomicBool, budget: Option<f64>) -> Self {
        Self { began: Instant::now(), budget, stop, latest: Arc::default() }
    }

    /// Another that hears for the same.
    pub(super) fn again(&self) -> Self {
        Self { latest: Arc::clone(&self.latest), ..*self }
    }

    /// Takes what was heard last.
    pub(super) fn take(&self) -> Option<Thought> {
        lock(&self.latest).take()
    }
}

impl Watch for CommandWatch<'_> {
    fn stop(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.budget.is_some_and(|budget| self.elapsed() >= budget)
    }

    fn elapsed(&self) -> f64 {
        self.began.elapsed().as_secs_f64()
    }

    fn wants_thoughts(&self) -> bool {
        true
    }

    fn receive_thought(&mut self, thought: &Thought) {
        lock(&self.latest).get_or_insert_default().clone_from(thought);
    }
}
