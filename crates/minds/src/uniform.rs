//! Drawing a move with equal chances.

use rand::{RngExt, SeedableRng};
use stonefield_go::Move;
use stonefield_search::Rng;

/// Moves drawn at the most before all that fit are listed.
const TRIES: usize = 4096;

/// Draws moves uniformly among those that fit, and keeps the room it needs between turns.
pub(crate) struct UniformMover {
    rng: Rng,
    fitting: Vec<Move>,
}

impl UniformMover {
    pub(crate) fn new() -> Self {
        Self { rng: Rng::seed_from_u64(0), fitting: Vec::new() }
    }

    /// Takes the generator of this turn.
    pub(crate) fn start(&mut self, rng: Rng) {
        self.rng = rng;
    }

    /// One of so many candidates for which `fits` holds, all equally likely; `None` when there is none.
    ///
    /// Draws at random and throws back what does not fit; when that fails for too long, lists what fits and
    /// draws from the list. Both halves are uniform, so the whole is.
    pub(crate) fn draw(
        &mut self,
        candidates: usize,
        candidate: impl Fn(usize) -> Move,
        fits: impl Fn(Move) -> bool,
    ) -> Option<Move> {
        // A quarter of the list's length: drawing then never costs much more than listing would have.
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

    /// A number below `n`, which is at least 1 and at most the points of a board and one.
    fn below(&mut self, n: usize) -> usize {
        // As u32, so that a seed means the same on every machine.
        #[expect(clippy::cast_possible_truncation, reason = "a board has at most 2^20 points")]
        let n = n as u32;
        self.rng.random_range(0..n) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawn::assert_uniform;
    use std::collections::BTreeMap;
    use stonefield_go::Size;

    #[test]
    fn rare_and_common_moves_are_equally_likely() {
        let size = Size::new(8, 6).expect("a size");
        let candidate = |i| Move::Play(size.point(i));
        for every in [1, 2, 7, 24] {
            let fits = |choice: Move| choice.point().is_some_and(|p| size.index(p).is_multiple_of(every));
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
    fn nothing_fits_is_no_move() {
        assert_eq!(UniformMover::new().draw(6, |_| Move::Pass, |_| false), None);
    }
}
