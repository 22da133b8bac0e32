//! Trial: a program is started and has to answer before it takes a seat.

use super::{Mind, MindPool};
use std::sync::{Arc, Mutex};
use stonefield_minds::engine::Fault;
use stonefield_minds::{Brain, BrainSpec};
use stonefield_search::lock;
use stonefield_search::supply::start_thread;

/// What comes of starting a mind.
type Started = Result<Box<dyn Brain>, Fault>;

/// A mind that is being started, on a thread of its own where the world has any.
pub(crate) struct Trial(Arc<Mutex<Option<Started>>>);

impl Trial {
    /// Begins to start a mind. Without threads it is waited for.
    pub(crate) fn begin(spec: &BrainSpec, pool: Option<&MindPool>) -> Self {
        let slot = Arc::default();
        let (told, spec) = (Arc::clone(&slot), spec.clone());
        let start = move || {
            let mut brain = spec.build();
            let started = brain.prepare().map(|()| brain);
            *lock(&told) = Some(started);
        };
        let thread = pool.and_then(MindPool::pool).cloned().map(|bell| {
            let start = start.clone();
            start_thread("trial", move || {
                start();
                bell.ring();
            })
        });
        if thread.is_none_or(|thread| thread.is_err()) {
            start();
        }
        Self(slot)
    }

    /// The mind, ready for its first turn, or why it could not be started; `None` as long as neither is known, and afterwards.
    pub(crate) fn end(&self, spec: &BrainSpec) -> Option<Result<Mind, Fault>> {
        lock(&self.0).take().map(|started| started.map(|brain| Mind::built(spec, brain)))
    }
}
