//! Pool of minds: threads, or the web workers of a page.

/// Implementation for the target of this build, as [`Pool`].
#[cfg_attr(not(target_family = "wasm"), path = "threads.rs")]
#[cfg_attr(target_family = "wasm", path = "workers/mod.rs")]
mod here;

pub(super) use here::Pool;

use super::actor::Mailbox;
use bevy::ecs::resource::Resource;
use bevy::platform::time::Instant;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;
use stonefield_minds::BrainSpec;
use stonefield_search::lock;

/// Reason why a search fails if nothing runs minds and the calling thread must not be blocked.
pub(super) const NO_WORKER: &str =
    "it needs a web worker, and this page has none: reload the page, or choose a rule of the agents";

/// Threads or web workers that run minds beside the calling thread.
pub(super) trait Crew: Default + Send + Sync + 'static {
    /// True if the calling thread may be blocked: while it waits for a message or runs a search.
    const CAN_BLOCK: bool;

    /// Runs the minds of a page, if this instance of the program is a web worker. Returns true if it is.
    fn serve() -> bool;

    /// Returns the bell that each message from a mind rings.
    fn bell(&self) -> &Bell;

    /// Starts the threads or web workers. Returns false if the system or the browser refuses them.
    fn open(self: &Arc<Self>) -> bool;

    /// True if it is certain that minds run there, so that a rule may be moved there.
    fn is_ready(&self) -> bool;

    /// Builds the mind of a mailbox in a web worker. Does nothing on threads.
    fn seat(&self, spec: &BrainSpec, mailbox: &Arc<Mailbox>);

    /// Makes a mind read the messages in its mailbox.
    fn schedule(&self, mailbox: &Arc<Mailbox>);

    /// Makes a mind read the signals in its mailbox.
    fn signal(&self, mailbox: &Arc<Mailbox>);

    /// Stops all minds on threads, and waits for the threads. Web workers end with their page.
    fn close(&self);
}

/// Counts the messages from minds, and wakes the code that waits for them.
#[derive(Default)]
pub(super) struct Bell {
    message_count: Mutex<u64>,
    arrived: Condvar,
    waker: Mutex<Option<Arc<dyn Fn() + Send + Sync>>>,
}

impl Bell {
    /// Wakes the code in [`MindPool::wait`] and calls the waker, after a message from a mind.
    pub(super) fn ring(&self) {
        *lock(&self.message_count) += 1;
        self.arrived.notify_all();
        let waker = lock(&self.waker).clone();
        if let Some(waker) = waker {
            waker();
        }
    }
}

/// Pool of minds: one thread less than the machine has cores, at least one. A page has as many web workers,
/// at most four.
///
/// On threads a mind runs until its move is chosen. Minds that a person waits for come first, interrupt the
/// others, and take turns of 20 ms. A new mind of a page goes to the worker with the fewest minds, and minds
/// of one worker take turns of 8 ms. Dropping the pool stops all minds and joins the threads; web workers end
/// with their page.
#[derive(Resource, Clone, Default)]
pub struct MindPool(Arc<OpenPool>);

/// The pool, closed when this is dropped.
#[derive(Default)]
struct OpenPool(Arc<Pool>);

impl Drop for OpenPool {
    fn drop(&mut self) {
        self.0.close();
    }
}

impl MindPool {
    /// Runs the minds of a page, if this instance of the program is a web worker. Returns true if it is.
    #[must_use]
    pub fn serve() -> bool {
        Pool::serve()
    }

    /// Returns the pool after starting it; `None` if no thread or web worker is available.
    pub(super) fn pool(&self) -> Option<&Arc<Pool>> {
        self.0.0.open().then_some(&self.0.0)
    }

    /// Sets a function that is called after each message from a mind, on the thread that delivers it.
    pub fn set_waker(&self, waker: impl Fn() + Send + Sync + 'static) {
        *lock(&self.0.0.bell().waker) = Some(Arc::new(waker));
    }

    /// Returns the number of messages from minds since the start of the pool.
    pub(crate) fn message_count(&self) -> u64 {
        *lock(&self.0.0.bell().message_count)
    }

    /// Waits until there have been more than `message_count` messages from minds, but no longer than
    /// `longest`. Returns true if there have been more. A page must not block: it gets messages after its
    /// current task, so this returns false at once.
    pub(crate) fn wait(&self, message_count: u64, longest: Duration) -> bool {
        if !Pool::CAN_BLOCK {
            return false;
        }
        let until = Instant::now() + longest;
        let bell = self.0.0.bell();
        let mut now = lock(&bell.message_count);
        while *now <= message_count {
            let remaining = until.saturating_duration_since(Instant::now());
            if remaining.is_zero() {
                return false;
            }
            now = bell.arrived.wait_timeout(now, remaining).unwrap_or_else(PoisonError::into_inner).0;
        }
        true
    }
}
