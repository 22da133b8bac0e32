//! The threads on which minds work.

use super::AskedBy;
use super::actor::{Mailbox, NEVER};
use bevy::ecs::prelude::*;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use stonefield_minds::{Brain, BrainSpec};
use stonefield_search::{lock, supply};

/// How long a mind that a person waits for works while another one waits too.
const SHARE: Duration = Duration::from_millis(20);

/// Bytes of stack of a thread that minds work on: more than the deepest search takes.
const STACK: usize = 8 << 20;

/// Why a mind that computes for long has no answer where there are no threads: it answers where it is asked.
pub(super) const ONLY_THERE: Option<&str> = None;

/// The threads on which minds work that compute for long: one less than the machine has cores, and at least one.
///
/// Waiting minds take turns, one move each; those that a person waits for come first. When the pool is dropped, all minds are told to
/// stop, and no thread is left.
#[derive(Resource, Clone, Default)]
pub struct MindPool(Arc<Threads>);

/// The threads, once they are needed.
#[derive(Default)]
struct Threads {
    pool: Arc<Pool>,
    started: Mutex<Option<Vec<JoinHandle<()>>>>,
}

/// What the threads share with the code that waits for minds.
#[derive(Default)]
pub(super) struct Pool {
    queue: Mutex<Queue>,
    work: Condvar,
    /// Minds in the queue that a person waits for.
    persons: AtomicUsize,
    /// How often a mind has told something.
    told: Mutex<u64>,
    rung: Condvar,
    waker: Mutex<Option<Arc<dyn Fn() + Send + Sync>>>,
}

#[derive(Default)]
struct Queue {
    /// Minds that have something to do, those first that a person waits for.
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
    /// A pool with threads to work; `None` where not one thread is available.
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

    /// Has this called whenever a mind has told something, from the mind's thread, so that it is looked at.
    pub fn set_waker(&self, waker: impl Fn() + Send + Sync + 'static) {
        *lock(&self.0.pool.waker) = Some(Arc::new(waker));
    }

    /// Whether a mind that could also answer where it is asked may be moved to it: here always.
    #[expect(clippy::unused_self, reason = "as in a browser")]
    pub(super) const fn is_ready(&self) -> bool {
        true
    }

    /// How often a mind has told something.
    pub(crate) fn told(&self) -> u64 {
        *lock(&self.0.pool.told)
    }

    /// Waits until minds have told something more often than that, but no longer than so long; whether they have.
    pub(crate) fn wait(&self, told: u64, longest: Duration) -> bool {
        let until = Instant::now() + longest;
        let pool = &self.0.pool;
        let mut now = lock(&pool.told);
        while *now <= told {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return false;
            }
            now = pool.rung.wait_timeout(now, left).unwrap_or_else(PoisonError::into_inner).0;
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
                mailbox.left.store(NEVER, Relaxed);
            }
        }
        self.pool.work.notify_all();
        for thread in lock(&self.started).take().into_iter().flatten() {
            // A mind that has panicked has said so.
            let _ = thread.join();
        }
    }
}

impl Pool {
    /// Wakes the code that waits: a mind has told something.
    pub(super) fn ring(&self) {
        *lock(&self.told) += 1;
        self.rung.notify_all();
        let waker = lock(&self.waker).clone();
        if let Some(waker) = waker {
            waker();
        }
    }

    /// A mailbox for a mind.
    #[expect(clippy::unused_self, reason = "as in a browser")]
    pub(super) fn seat(&self, _: &BrainSpec, brain: Box<dyn Brain>) -> Arc<Mailbox> {
        Arc::new(Mailbox::new(brain))
    }

    /// A mind is told to stop, or to leave its turn: it looks for itself.
    #[expect(clippy::unused_self, reason = "as in a browser")]
    pub(super) const fn signal(&self, _: &Arc<Mailbox>) {}

    /// Has a mind work that has something to do.
    pub(super) fn schedule(&self, mailbox: &Arc<Mailbox>) {
        let mut queue = lock(&self.queue);
        let works = queue.working.iter().any(|other| Arc::ptr_eq(other, mailbox));
        if !works && !queue.has(mailbox) && !queue.closed {
            self.put(&mut queue, Arc::clone(mailbox), false);
        }
    }

    /// Puts a mind in the queue, at the end or at the beginning of those that wait for the same.
    fn put(&self, queue: &mut Queue, mailbox: Arc<Mailbox>, first: bool) {
        let persons = queue.waiting.iter().take_while(|other| other.asker() == AskedBy::Person).count();
        let at = match (mailbox.asker(), first) {
            (AskedBy::Person, true) => 0,
            (AskedBy::Person, false) | (AskedBy::Game, true) => persons,
            (AskedBy::Game, false) => queue.waiting.len(),
        };
        queue.waiting.insert(at, mailbox);
        self.count(queue);
        self.work.notify_one();
    }

    fn count(&self, queue: &Queue) {
        let persons = queue.waiting.iter().filter(|other| other.asker() == AskedBy::Person).count();
        self.persons.store(persons, Relaxed);
    }

    /// What a thread does.
    fn run(&self) {
        while let Some(mailbox) = self.next() {
            let yields = |worked| match mailbox.asker() {
                AskedBy::Game => self.persons.load(Relaxed) > 0,
                AskedBy::Person => self.persons.load(Relaxed) > 0 && worked >= SHARE,
            };
            let more = mailbox.work(yields, &|| self.ring());
            let mut queue = lock(&self.queue);
            queue.working.retain(|other| !Arc::ptr_eq(other, &mailbox));
            if (more || !mailbox.is_read()) && !queue.closed {
                // A mind that had to make room for a person goes on first.
                let first = mailbox.asker() == AskedBy::Game && more;
                self.put(&mut queue, mailbox, first);
            }
        }
    }

    /// The next mind that has something to do; `None` when there will be none.
    fn next(&self) -> Option<Arc<Mailbox>> {
        let mut queue = lock(&self.queue);
        loop {
            if queue.closed {
                return None;
            }
            if let Some(mailbox) = queue.waiting.pop_front() {
                self.count(&queue);
                queue.working.push(Arc::clone(&mailbox));
                return Some(mailbox);
            }
            queue = self.work.wait(queue).unwrap_or_else(PoisonError::into_inner);
        }
    }
}
