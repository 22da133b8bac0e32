//! Parallel workers, for a search with several threads.

use super::game::SearchGame;
use super::node::Tree;
use super::worker::Worker;
use crate::{CpuClock, Stop, lock, supply};
use std::cell::Cell;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::channel;
use std::thread::ScopedJoinHandle;
use std::time::Duration;

/// Returns how many of `count` simulations worker `n` of `workers` runs. The first workers run one more each
/// if the division leaves a remainder.
pub(super) fn simulations_of(count: u32, workers: usize, n: usize) -> u32 {
    let workers = u32::try_from(workers).unwrap_or(u32::MAX).max(1);
    count / workers + u32::from(n < (count % workers) as usize)
}

/// Interval between two calls of the stop callback while the calling thread waits for the helper threads.
const STOP_INTERVAL: Duration = Duration::from_millis(1);

/// CPU time of the helper threads of a search.
#[derive(Debug, Default)]
pub struct HelperTime {
    clock: Option<CpuClock>,
    nanoseconds: AtomicU64,
}

impl HelperTime {
    /// Creates a counter at 0 that reads this clock. Without a clock it stays 0.
    pub(super) fn new(clock: Option<CpuClock>) -> Self {
        Self { clock, nanoseconds: AtomicU64::new(0) }
    }

    /// Returns the CPU time of all helper threads together, in seconds.
    #[must_use]
    pub fn seconds(&self) -> f64 {
        self.nanoseconds.load(Relaxed) as f64 / 1e9
    }

    fn read(&self) -> Option<f64> {
        self.clock.and_then(|read| read())
    }

    /// Adds the CPU time of the calling thread since `last`.
    fn add(&self, last: &Cell<Option<f64>>) {
        let Some((now, before)) = self.read().zip(last.get()) else { return };
        let spent = Duration::try_from_secs_f64(now - before).unwrap_or_default();
        self.nanoseconds.fetch_add(u64::try_from(spent.as_nanos()).unwrap_or(0), Relaxed);
        last.set(Some(now));
    }
}

/// Result of [`simulate`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Simulated {
    /// Number of finished simulations.
    pub(super) done: u32,
    /// Number of threads that worked at the same time.
    pub(super) threads: usize,
}

/// Runs `count` simulations, divided among the workers: all in one shared tree, or each worker in its own
/// tree.
///
/// If fewer threads are available than workers, a thread runs several workers one after the other. With a
/// tree for each worker this does not change the result.
pub(super) fn simulate<G: SearchGame>(
    workers: &mut [Worker<G>],
    trees: &[Tree],
    count: u32,
    time: &HelperTime,
    stop: Stop<'_>,
) -> Simulated {
    let worker_count = workers.len();
    let (stopped, done) = (AtomicBool::new(false), AtomicU32::new(0));
    let waiting_workers = Mutex::new(workers.iter_mut().enumerate());
    let work = |stop: Stop<'_>| {
        loop {
            let next_worker = lock(&waiting_workers).next();
            let Some((n, worker)) = next_worker else { return };
            let Some(tree) = trees.get(n).or(trees.first()) else { return };
            let finished =
                (0..simulations_of(count, worker_count, n)).take_while(|_| worker.simulate(tree, stop));
            done.fetch_add(u32::try_from(finished.count()).unwrap_or(u32::MAX), Relaxed);
        }
    };
    let (ended_sender, ended) = channel();
    let helper = || {
        let last_time = Cell::new(time.read());
        work(&|| {
            time.add(&last_time);
            stopped.load(Relaxed)
        });
        time.add(&last_time);
        // The receiver may have been dropped.
        let _ = ended_sender.send(());
    };
    let threads = std::thread::scope(|scope| {
        let threads = supply::spawn(scope, worker_count, helper);
        if threads.len() < worker_count {
            // The calling thread works as well.
            work(&|| {
                let stops = stop();
                stopped.fetch_or(stops, Relaxed) || stops
            });
        }
        let mut ended_count = 0;
        while ended_count < threads.len() && !threads.iter().all(ScopedJoinHandle::is_finished) {
            match ended.recv_timeout(STOP_INTERVAL) {
                Ok(()) => ended_count += 1,
                Err(_) if stop() => stopped.store(true, Relaxed),
                Err(_) => {}
            }
        }
        worker_count.min(threads.len() + 1)
    });
    Simulated { done: done.into_inner(), threads }
}
