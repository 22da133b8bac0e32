//! Threads on which minds run.

use super::AskedBy;
use super::actor::{ALL_TURNS, Mailbox};
use bevy::ecs::prelude::*;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use stonefield_minds::{Brain, BrainSpec};
use stonefield_search::{lock, supply};

/// Longest time for which a mind that a person waits for runs while another such mind is queued.
const TIME_SLICE: Duration = Duration::from_millis(20);

/// Stack size of a mind's thread, in bytes: more than the deepest search needs.
const STACK: usize = 8 << 20;

/// Reason why a search fails if there is no thread. `None`: it runs on the calling thread.
pub(super) const NO_THREAD: Option<&str> = None;

/// Thread pool for minds: one thread less than the machine has cores, at least one.
///
/// A mind runs until its move is chosen. Minds that a person waits for come first, interrupt the others, and
/// take turns of 20 ms. Dropping the pool stops all minds and joins the threads.
#[derive(Resource, Clone, Default)]
pub struct MindPool(Arc<Threads>);

/// The threads, started at the first use.
#[derive(Default)]
struct Threads {
    pool: Arc<Pool>,
    started: Mutex<Option<Vec<JoinHandle<()>>>>,
}

/// State shared by the threads and the code that waits for minds.
#[derive(Default)]
pub(super) struct Pool {
    queue: Mutex<Queue>,
    work: Condvar,
    /// Number of queued minds that a person waits for.
    persons: AtomicUsize,
    /// Number of messages from minds.
    message_count: Mutex<u64>,
    arrived: Condvar,
    waker: Mutex<Option<Arc<dyn Fn() + Send + Sync>>>,
}

#[derive(Default)]
struct Queue {
    /// Minds with work to do, those that a person waits for first.
    waiting: VecDeque<Arc<Mailbox>>,
    /// Minds at work.
    working: Vec<Arc<Mailbox>>,
    closed: bool,
}

impl Queue {
    fn has(&self, mailbox: &Arc<Mailbox>) -> bool {
        self.waiting.iter().any(|other| Arc::ptr_eq(other, mailbox))
    }
}

impl MindPool {
    /// Returns the pool after starting its threads; `None` if no thread is available.
    pub(super) fn pool(&self) -> Option<&Arc<Pool>> {
        let Threads { pool, started } = &*self.0;
        let mut threads = lock(started);
        let threads = threads.get_or_insert_with(|| {
            let cores = std::thread::available_parallelism().map_or(1, usize::from);
            let wanted = cores.saturating_sub(1).max(1);
            let pool = Arc::clone(pool);
            supply::start_threads("mind", Some(STACK), wanted, move || pool.run())
        });
        (!threads.is_empty()).then_some(pool)
    }

    /// Sets a function that is called on the mind's thread after each message from a mind.
    pub fn set_waker(&self, waker: impl Fn() + Send + Sync + 'static) {
        *lock(&self.0.pool.waker) = Some(Arc::new(waker));
    }

    /// True if a rule may be moved to a thread. Always true outside a browser.
    #[expect(clippy::unused_self, reason = "same signature as in a browser")]
    pub(super) const fn is_ready(&self) -> bool {
        true
    }

    /// Number of messages from minds so far.
    pub(crate) fn message_count(&self) -> u64 {
        *lock(&self.0.pool.message_count)
    }

    /// Waits until there have been more than `message_count` messages from minds, but no longer than
    /// `longest`. Returns true if there have been more.
    pub(crate) fn wait(&self, message_count: u64, longest: Duration) -> bool {
        let until = Instant::now() + longest;
        let pool = &self.0.pool;
        let mut now = lock(&pool.message_count);
        while *now <= message_count {
            let remaining = until.saturating_duration_since(Instant::now());
            if remaining.is_zero() {
                return false;
            }
            now = pool.arrived.wait_timeout(now, remaining).unwrap_or_else(PoisonError::into_inner).0;
        }
        true
    }
}

impl Drop for Threads {
    fn drop(&mut self) {
        {
            let mut queue = lock(&self.pool.queue);
            queue.closed = true;
            queue.waiting.clear();
            for mailbox in &queue.working {
                mailbox.cancelled.store(ALL_TURNS, Relaxed);
            }
        }
        self.pool.work.notify_all();
        for thread in lock(&self.started).take().into_iter().flatten() {
            // A panic of a mind has been reported already.
            let _ = thread.join();
        }
    }
}

impl Pool {
    /// Wakes the code in [`MindPool::wait`] and calls the waker, after a message from a mind.
    pub(super) fn notify(&self) {
        *lock(&self.message_count) += 1;
        self.arrived.notify_all();
        let waker = lock(&self.waker).clone();
        if let Some(waker) = waker {
            waker();
        }
    }

    /// Creates the mailbox of a mind.
    #[expect(clippy::unused_self, reason = "same signature as in a browser")]
    pub(super) fn seat(&self, _: &BrainSpec, brain: Box<dyn Brain>) -> Arc<Mailbox> {
        Arc::new(Mailbox::new(brain))
    }

    /// Does nothing: a mind on a thread reads the signals in its mailbox itself.
    #[expect(clippy::unused_self, reason = "same signature as in a browser")]
    pub(super) const fn signal(&self, _: &Arc<Mailbox>) {}

    /// Queues a mind that has work to do, unless the mind is queued or at work already.
    pub(super) fn schedule(&self, mailbox: &Arc<Mailbox>) {
        let mut queue = lock(&self.queue);
        let works = queue.working.iter().any(|other| Arc::ptr_eq(other, mailbox));
        if !works && !queue.has(mailbox) && !queue.closed {
            self.put(&mut queue, Arc::clone(mailbox), false);
        }
    }

    /// Queues a mind behind all others with the same priority, or before them if `first`.
    fn put(&self, queue: &mut Queue, mailbox: Arc<Mailbox>, first: bool) {
        let persons = queue.waiting.iter().take_while(|other| other.asker() == AskedBy::Person).count();
        let place = match (mailbox.asker(), first) {
            (AskedBy::Person, true) => 0,
            (AskedBy::Person, false) | (AskedBy::Game, true) => persons,
            (AskedBy::Game, false) => queue.waiting.len(),
        };
        queue.waiting.insert(place, mailbox);
        self.count_persons(queue);
        self.work.notify_one();
    }

    fn count_persons(&self, queue: &Queue) {
        let persons = queue.waiting.iter().filter(|other| other.asker() == AskedBy::Person).count();
        self.persons.store(persons, Relaxed);
    }

    /// Loop of a thread: runs the waiting minds.
    fn run(&self) {
        while let Some(mailbox) = self.next() {
            let yields = |worked| match mailbox.asker() {
                AskedBy::Game => self.persons.load(Relaxed) > 0,
                AskedBy::Person => self.persons.load(Relaxed) > 0 && worked >= TIME_SLICE,
            };
            let more = mailbox.work(yields, &|| self.notify());
            let mut queue = lock(&self.queue);
            queue.working.retain(|other| !Arc::ptr_eq(other, &mailbox));
            if (more || !mailbox.is_read()) && !queue.closed {
                // A mind that was interrupted for a person continues before others.
                let first = mailbox.asker() == AskedBy::Game && more;
                self.put(&mut queue, mailbox, first);
            }
        }
    }

    /// Waits for the next mind with work to do; `None` if the pool is closed.
    fn next(&self) -> Option<Arc<Mailbox>> {
        let mut queue = lock(&self.queue);
        loop {
            if queue.closed {
                return None;
            }
            if let Some(mailbox) = queue.waiting.pop_front() {
                self.count_persons(&queue);
                queue.working.push(Arc::clone(&mailbox));
                return Some(mailbox);
            }
            queue = self.work.wait(queue).unwrap_or_else(PoisonError::into_inner);
        }
    }
}
