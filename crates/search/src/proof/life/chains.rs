//! Numbered chains of a board.

use super::LifeError;
use crate::Watch;
use stonefield_go::{Point, Position};

/// Number of points between two checks of the watcher.
const CHECK_INTERVAL: usize = 4_096;

/// Chains of a board, numbered in the order of their first points.
pub(super) struct Chains {
    /// Number of the chain on each point; [`Chains::NONE`] on empty points.
    pub number_of_point: Vec<usize>,
    /// Stones of each chain, by number.
    pub stones: Vec<Vec<Point>>,
}

impl Chains {
    pub const NONE: usize = usize::MAX;

    /// Finds the chains of a position.
    ///
    /// # Errors
    /// If the watcher stopped the search.
    pub fn of(position: &Position, watch: &dyn Watch) -> Result<Self, LifeError> {
        let size = position.size();
        let mut chains = Self { number_of_point: vec![Self::NONE; size.area()], stones: Vec::new() };
        for point in size.points() {
            check_stop(size.index(point), watch)?;
            if position.at(point).is_some() && chains.number_of_point[size.index(point)] == Self::NONE {
                let stones = position.chain(point);
                for &stone in &stones {
                    chains.number_of_point[size.index(stone)] = chains.stones.len();
                }
                chains.stones.push(stones);
            }
        }
        Ok(chains)
    }
}

/// Checks the watcher if the number of `points` so far is a multiple of [`CHECK_INTERVAL`].
///
/// # Errors
/// If the watcher stopped the search.
pub(super) fn check_stop(points: usize, watch: &dyn Watch) -> Result<(), LifeError> {
    if points.is_multiple_of(CHECK_INTERVAL) && watch.stop() { Err(LifeError::Stopped) } else { Ok(()) }
}
