//! Chains of a board, numbered.

use super::LifeError;
use crate::Watch;
use stonefield_go::{Point, Position};

/// Points between two checks of the watcher.
const LOOK: usize = 4_096;

/// Chains of a board.
pub(super) struct Chains {
    /// Number of the chain on each point; [`Chains::NONE`] on empty points.
    pub numbers: Vec<usize>,
    /// Stones of each chain.
    pub stones: Vec<Vec<Point>>,
}

impl Chains {
    pub const NONE: usize = usize::MAX;

    /// Numbers the chains of a position in the order of their first points.
    ///
    /// # Errors
    /// If the watcher stopped it.
    pub fn of(position: &Position, watch: &dyn Watch) -> Result<Self, LifeError> {
        let size = position.size();
        let mut chains = Self { numbers: vec![Self::NONE; size.area()], stones: Vec::new() };
        for point in size.points() {
            check_stop(size.index(point), watch)?;
            if position.at(point).is_some() && chains.numbers[size.index(point)] == Self::NONE {
                let stones = position.chain(point);
                for &stone in &stones {
                    chains.numbers[size.index(stone)] = chains.stones.len();
                }
                chains.stones.push(stones);
            }
        }
        Ok(chains)
    }
}

/// Checks the watcher if `points` is a multiple of [`LOOK`].
///
/// # Errors
/// If the watcher stopped it.
pub(super) fn check_stop(points: usize, watch: &dyn Watch) -> Result<(), LifeError> {
    if points.is_multiple_of(LOOK) && watch.stop() { Err(LifeError::Stopped) } else { Ok(()) }
}
