//! Draws a move uniformly.

use rand::{RngExt, SeedableRng};
use stonefield_go::Move;
use stonefield_search::Rng;

/// Largest number of random tries before all fitting moves are listed.
const TRIES: usize = 4096;

/// Draws moves uniformly among those that fit. Reuses its buffer between turns.
pub(crate) struct UniformMover {
    rng: Rng,
    fitting: Vec<Move>,
}

impl UniformMover {
    pub(crate) fn new() -> Self {
        Self { rng: Rng::seed_from_u64(0), fitting: Vec::new() }
    }

    /// Sets the random generator for this turn.
    pub(crate) fn start(&mut self, rng: Rng) {
        self.rng = rng;
    }

    /// Returns a uniformly random move for which `fits` is true, or `None` if there is none. `candidate`
    /// maps a number below `candidates` to a move.
    ///
    /// Draws at random and rejects moves that do not fit. After too many tries, lists all fitting moves and
    /// draws from the list. Both methods are uniform, so the result is too.
    pub(crate) fn draw(
        &mut self,
        candidates: usize,
        candidate: impl Fn(usize) -> Move,
        fits: impl Fn(Move) -> bool,
    ) -> Option<Move> {
        // A quarter of the number of candidates: the tries then never cost much more than the list.
        for _ in 0..(candidates / 4).min(TRIES) {
            let choice = candidate(self.below(candidates));
            if fits(choice) {
                return Some(choice);
            }
        }
        self.fitting.clear();
        self.fitting.extend((0..candidates).map(candidate).filter(|&choice| fits(choice)));
        match self.fitting.len() {
            0 => None,
            count => {
                let i = self.below(count);
                self.fitting.get(i).copied()
            }
        }
    }

    /// Random number below `n`. `n`: 1 to the number of points plus 1.
    fn below(&mut self, n: usize) -> usize {
        // Drawn as u32, so that a seed gives the same moves on every machine.
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
            let fits = |choice: Move| choice.point().is_some_and(|p| size.index(p).is_multiple_of(spacing));
            let expected: Vec<_> = size.points().map(Move::Play).filter(|&m| fits(m)).collect();
            let mut uniform = UniformMover::new();
            let mut counts = BTreeMap::new();
            for _ in 0..1000 * expected.len() {
                let choice = uniform.draw(size.area(), candidate, fits).expect("something fits");
                *counts.entry(choice).or_insert(0) += 1;
            }
            assert_uniform(&counts, &expected);
        }
    }

    #[test]
    fn no_move_if_nothing_fits() {
        assert_eq!(UniformMover::new().draw(6, |_| Move::Pass, |_| false), None);
    }
}
