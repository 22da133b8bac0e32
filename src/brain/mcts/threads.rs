//! Several workers at a time: the one place of a mind that starts threads, and only for `threads` above 1.

use super::game::Game;
use super::node::Tree;
use super::worker::Worker;

/// How many of `count` simulations the `n`-th of so many workers runs; the first ones take what does not divide.
pub(super) fn share(count: u32, workers: usize, n: usize) -> u32 {
    let workers = u32::try_from(workers).unwrap_or(u32::MAX).max(1);
    count / workers + u32::from(n < (count % workers) as usize)
}

/// Runs so many simulations, each worker its share: all in the one tree there is, or each in a tree of its own.
pub(super) fn simulate<G: Game>(workers: &mut [Worker<G>], trees: &[Tree], count: u32) {
    let number = workers.len();
    std::thread::scope(|scope| {
        for (n, worker) in workers.iter_mut().enumerate() {
            let Some(tree) = trees.get(n).or(trees.first()) else { return };
            scope.spawn(move || (0..share(count, number, n)).for_each(|_| worker.simulate(tree)));
        }
    });
}
