//! Several workers at a time: the one place of a mind that starts threads, and only for `threads` above 1.

use super::game::Game;
use super::halt::Halt;
use super::node::Tree;
use super::worker::Worker;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};
use std::thread::ScopedJoinHandle;
use std::time::Duration;

/// How many of `count` simulations the `n`-th of so many workers runs; the first ones take what does not divide.
pub(super) fn share(count: u32, workers: usize, n: usize) -> u32 {
    let workers = u32::try_from(workers).unwrap_or(u32::MAX).max(1);
    count / workers + u32::from(n < (count % workers) as usize)
}

/// How often whoever may stop the threads is asked.
const PATIENCE: Duration = Duration::from_millis(1);

/// Runs so many simulations, each worker its share: all in the one tree there is, or each in a tree of its own. How many came to their end.
pub(super) fn simulate<G: Game>(
    workers: &mut [Worker<G>],
    trees: &[Tree],
    count: u32,
    mut halt: Option<&mut dyn FnMut() -> bool>,
) -> u32 {
    let number = workers.len();
    let (halted, done) = (AtomicBool::new(false), AtomicU32::new(0));
    let (asked, heard, counted) = (halt.is_some(), &halted, &done);
    std::thread::scope(|scope| {
        let mut threads = Vec::new();
        for (n, worker) in workers.iter_mut().enumerate() {
            let Some(tree) = trees.get(n).or(trees.first()) else { return };
            threads.push(scope.spawn(move || {
                let mut ask = || heard.load(Relaxed);
                let mut halt = if asked { Halt::new(&mut ask) } else { Halt::never() };
                let all = (0..share(count, number, n)).take_while(|_| worker.simulate(tree, &mut halt));
                counted.fetch_add(u32::try_from(all.count()).unwrap_or(u32::MAX), Relaxed);
            }));
        }
        while let Some(ask) = &mut halt
            && !threads.iter().all(ScopedJoinHandle::is_finished)
        {
            if ask() {
                halted.store(true, Relaxed);
            }
            std::thread::sleep(PATIENCE);
        }
    });
    done.into_inner()
}
