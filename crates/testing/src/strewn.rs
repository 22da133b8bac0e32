//! Large boards for tests, with stones strewn over them.

use rand::{RngExt, SeedableRng};
use stonefield_go::{Color, Position, Rules, Setup, Size};
use stonefield_search::Rng;

/// A board on which each point bears a stone with this chance, of either colour, but for what the law takes off; Black to move.
pub fn strewn(size: Size, share: f64, seed: u64, rules: Rules) -> Position {
    let (mut setup, stones) = (Setup::empty(size), &mut Rng::seed_from_u64(seed));
    for point in size.points().filter(|_| stones.random_bool(share)).collect::<Vec<_>>() {
        setup.set(point, Some(Color::ALL[stones.random_range(0..2)]));
    }
    Position::from_setup_unchecked(&setup, rules).without_dead_chains().0
}
