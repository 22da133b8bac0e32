//! Threads on which minds run.

use super::super::AskedBy;
use super::super::actor::{ALL_TURNS, Mailbox};
use super::{Bell, Crew};
use std::collections::VecDeque;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;
use stonefield_minds::BrainSpec;
use stonefield_search::{lock, supply};

/// Longest time for which a mind that a person waits for runs while another such mind is queued.
const TIME_SLICE: Duration = Duration::from_millis(20);

/// Stack size of a mind's thread, in bytes: more than the deepest search needs.
const STACK: usize = 8 << 20;

/// State shared by the threads and the code that waits for minds.
#[derive(Default)]
pub struct Pool {
    queue: Mutex<Queue>,
    work: Condvar,
    /// Number of queued minds that a person waits for.
    persons: AtomicUsize,
    bell: Bell,
    /// The threads, started at the first use.
    started: Mutex<Option<Vec<JoinHandle<()>>>>,
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

impl Crew for Pool {
    const CAN_BLOCK: bool = true;

    fn serve() -> bool {
        false
    }

    fn bell(&self) -> &Bell {
        &self.bell
    }

    fn open(self: &Arc<Self>) -> bool {
        let mut threads = lock(&self.started);
        let threads = threads.get_or_insert_with(|| {
            let cores = std::thread::available_parallelism().map_or(1, usize::from);
            let wanted = cores.saturating_sub(1).max(1);
            let pool = Arc::clone(self);
            supply::start_threads("mind", Some(STACK), wanted, move || pool.run())
        });
        !threads.is_empty()
    }

    fn is_ready(&self) -> bool {
        true
    }

    fn seat(&self, _: &BrainSpec, _: &Arc<Mailbox>) {}

    /// Queues a mind that has work to do, unless the mind is queued or at work already.
    fn schedule(&self, mailbox: &Arc<Mailbox>) {
        let mut queue = lock(&self.queue);
        let works = queue.working.iter().any(|other| Arc::ptr_eq(other, mailbox));
        if !works && !queue.has(mailbox) && !queue.closed {
            self.put(&mut queue, Arc::clone(mailbox), false);
        }
    }

    /// Does nothing: a mind on a thread reads the signals in its mailbox itself.
    fn signal(&self, _: &Arc<Mailbox>) {}

    fn close(&self) {
        {
            let mut queue = lock(&self.queue);
            queue.closed = true;
            queue.waiting.clear();
            for mailbox in &queue.working {
                mailbox.cancelled.store(ALL_TURNS, Relaxed);
            }
        }
        self.work.notify_all();
        for thread in lock(&self.started).take().into_iter().flatten() {
            // A panic of a mind has been reported already.
            let _ = thread.join();
        }
    }
}

impl Pool {
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
            let more = mailbox.work(yields, &|| self.bell.ring());
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
