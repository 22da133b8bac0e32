//! Several workers at a time, only for `threads` above 1: no other mind starts threads.

use super::game::SearchGame;
use super::node::Tree;
use super::worker::Worker;
use crate::{CpuClock, Stop, supply};
use std::cell::Cell;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::channel;
use std::sync::{Mutex, PoisonError};
use std::thread::ScopedJoinHandle;
use std::time::Duration;

/// How many of `count` simulations the `n`-th of so many workers runs; the first ones take what does not divide.
pub(super) fn share(count: u32, workers: usize, n: usize) -> u32 {
    let workers = u32::try_from(workers).unwrap_or(u32::MAX).max(1);
    count / workers + u32::from(n < (count % workers) as usize)
}

/// How often it is asked whether the threads are to stop.
const PATIENCE: Duration = Duration::from_millis(1);

/// The CPU time of the threads that help a search, while they work.
#[derive(Debug, Default)]
pub struct HelperTime {
    clock: Option<CpuClock>,
    nanoseconds: AtomicU64,
}

impl HelperTime {
    /// None so far, counted by this clock; without one none is counted.
    pub(super) fn new(clock: Option<CpuClock>) -> Self {
        Self { clock, nanoseconds: AtomicU64::new(0) }
    }

    /// What they have spent, in seconds, all together.
    #[must_use]
    pub fn seconds(&self) -> f64 {
        self.nanoseconds.load(Relaxed) as f64 / 1e9
    }

    fn read(&self) -> Option<f64> {
        self.clock.and_then(|read| read())
    }

    /// Adds what the calling thread has spent since `last`.
    fn add(&self, last: &Cell<Option<f64>>) {
        let Some((now, before)) = self.read().zip(last.get()) else { return };
        let more = Duration::try_from_secs_f64(now - before).unwrap_or_default();
        self.nanoseconds.fetch_add(u64::try_from(more.as_nanos()).unwrap_or(0), Relaxed);
        last.set(Some(now));
    }
}

/// What came of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Simulated {
    /// Simulations that came to their end.
    pub(super) done: u32,
    /// Threads that worked at a time.
    pub(super) threads: usize,
}

/// Runs so many simulations, each worker its share: all in the one tree there is, or each in a tree of its own.
///
/// Where fewer threads are available than workers, a thread does the shares of several, one after the other: workers with a tree
/// each come to the same.
pub(super) fn simulate<G: SearchGame>(
    workers: &mut [Worker<G>],
    trees: &[Tree],
    count: u32,
    time: &HelperTime,
    stop: Stop<'_>,
) -> Simulated {
    let number = workers.len();
    let (stopped, done) = (AtomicBool::new(false), AtomicU32::new(0));
    let waiting = Mutex::new(workers.iter_mut().enumerate());
    let work = |stop: Stop<'_>| {
        loop {
            let next = waiting.lock().unwrap_or_else(PoisonError::into_inner).next();
            let Some((n, worker)) = next else { return };
            let Some(tree) = trees.get(n).or(trees.first()) else { return };
            let all = (0..share(count, number, n)).take_while(|_| worker.simulate(tree, stop));
            done.fetch_add(u32::try_from(all.count()).unwrap_or(u32::MAX), Relaxed);
        }
    };
    let (end, ended) = channel();
    let helper = || {
        let last = Cell::new(time.read());
        work(&|| {
            time.add(&last);
            stopped.load(Relaxed)
        });
        time.add(&last);
        // Nobody waits where the caller has gone on.
        let _ = end.send(());
    };
    let threads = std::thread::scope(|scope| {
        let threads = supply::spawn(scope, number, helper, true);
        if threads.len() < number {
            // The calling thread works as well.
            work(&|| {
                let stops = stop();
                stopped.fetch_or(stops, Relaxed) || stops
            });
        }
        let mut ends = 0;
        while ends < threads.len() && !threads.iter().all(ScopedJoinHandle::is_finished) {
            match ended.recv_timeout(PATIENCE) {
                Ok(()) => ends += 1,
                Err(_) if stop() => stopped.store(true, Relaxed),
                Err(_) => {}
            }
        }
        number.min(threads.len() + 1)
    });
    Simulated { done: done.into_inner(), threads }
}
