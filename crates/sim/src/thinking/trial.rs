//! Trial: an external program must start and answer before it is seated.

use super::pool::Crew;
use super::{Mind, MindPool};
use std::sync::{Arc, Mutex};
use stonefield_minds::engine::Fault;
use stonefield_minds::{Brain, BrainSpec};
use stonefield_search::lock;
use stonefield_search::supply::start_thread;

/// Result of starting a mind.
type Started = Result<Box<dyn Brain>, Fault>;

/// A mind that is being started, on a thread of its own if the world has threads.
pub(crate) struct Trial(Arc<Mutex<Option<Started>>>);

impl Trial {
    /// Starts a mind on a thread. If no thread is available, blocks until the mind is ready or has failed.
    pub(crate) fn begin(spec: &BrainSpec, pool: Option<&MindPool>) -> Self {
        let slot = Arc::default();
        let (result, spec) = (Arc::clone(&slot), spec.clone());
        let start = move || {
            let mut brain = spec.build();
            let started = brain.prepare().map(|()| brain);
            *lock(&result) = Some(started);
        };
        let thread = pool.and_then(MindPool::pool).cloned().map(|pool| {
            let start = start.clone();
            start_thread("trial", move || {
                start();
                pool.bell().ring();
            })
        });
        if thread.is_none_or(|thread| thread.is_err()) {
            start();
        }
        Self(slot)
    }

    /// Takes the result: a mind ready for its first turn, or the reason of the failure. `None` while the mind
    /// starts, and after the result was taken.
    pub(crate) fn take_result(&self, spec: &BrainSpec) -> Option<Result<Mind, Fault>> {
        lock(&self.0).take().map(|started| started.map(|brain| Mind::built(spec, brain)))
    }
}
