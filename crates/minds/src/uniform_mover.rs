//! Uniform random choice of a move.

use rand::{RngExt, SeedableRng};
use stonefield_go::Move;
use stonefield_search::Rng;

/// Largest number of random tries before all fitting moves are listed.
const MAX_TRIES: usize = 4096;

/// Draws a move uniformly among those that fulfil a condition. Reuses its buffer between turns.
pub(crate) struct UniformMover {
    rng: Rng,
    fitting_moves: Vec<Move>,
}

impl UniformMover {
    pub(crate) fn new() -> Self {
        Self { rng: Rng::seed_from_u64(0), fitting_moves: Vec::new() }
    }

    /// Sets the random generator for this turn.
    pub(crate) fn set_rng(&mut self, rng: Rng) {
        self.rng = rng;
    }

    /// Returns a uniformly random move for which `fits` returns true, or `None` if there is none. `candidate`
    /// maps each index below `candidate_count` to a move.
    ///
    /// First draws candidates and rejects those that do not fit. After too many tries, lists all fitting
    /// moves and draws from the list. Both methods are uniform, so their combination is too.
    pub(crate) fn draw(
        &mut self,
        candidate_count: usize,
        candidate: impl Fn(usize) -> Move,
        fits: impl Fn(Move) -> bool,
    ) -> Option<Move> {
        // With a quarter as many tries as candidates, the tries cost at most a quarter of the list.
        for _ in 0..(candidate_count / 4).min(MAX_TRIES) {
            let action = candidate(self.random_below(candidate_count));
            if fits(action) {
                return Some(action);
            }
        }
        self.fitting_moves.clear();
        self.fitting_moves.extend((0..candidate_count).map(candidate).filter(|&action| fits(action)));
        match self.fitting_moves.len() {
            0 => None,
            count => {
                let index = self.random_below(count);
                self.fitting_moves.get(index).copied()
            }
        }
    }

    /// Random number below `n`. `n`: 1 to the number of points plus 1.
    fn random_below(&mut self, n: usize) -> usize {
        // The range is a u32, so that a seed gives the same moves on every machine.
        #[expect(clippy::cast_possible_truncation, reason = "a board has at most 2^20 points")]
        let n = n as u32;
        self.rng.random_range(0..n) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagrams::assert_uniform;
    use std::collections::BTreeMap;
    use stonefield_go::Size;

    #[test]
    fn rare_and_common_moves_are_equally_likely() {
        let size = Size::new(8, 6).expect("a size");
        let candidate = |i| Move::Play(size.point(i));
        for spacing in [1, 2, 7, 24] {
            let fits = |action: Move| action.point().is_some_and(|p| size.index(p).is_multiple_of(spacing));
            let expected: Vec<_> = size.points().map(Move::Play).filter(|&m| fits(m)).collect();
            let mut uniform = UniformMover::new();
            let mut counts = BTreeMap::new();
            for _ in 0..1000 * expected.len() {
                let action = uniform.draw(size.area(), candidate, fits).expect("something fits");
                *counts.entry(action).or_insert(0) += 1;
            }
            assert_uniform(&counts, &expected);
        }
    }

    #[test]
    fn no_move_if_nothing_fits() {
        assert_eq!(UniformMover::new().draw(6, |_| Move::Pass, |_| false), None);
    }
}
