//! Large boards with random stones, for tests.

use rand::{RngExt, SeedableRng};
use stonefield_go::{Color, Position, Rules, Setup, Size};
use stonefield_search::Rng;

/// Board with a random stone on each point with probability `share`. Both colours are equally likely. Chains
/// without liberties are removed. Black is to move.
pub fn strewn(size: Size, share: f64, seed: u64, rules: Rules) -> Position {
    let (mut setup, rng) = (Setup::empty(size), &mut Rng::seed_from_u64(seed));
    for point in size.points().filter(|_| rng.random_bool(share)).collect::<Vec<_>>() {
        setup.set(point, Some(Color::ALL[rng.random_range(0..2)]));
    }
    Position::from_setup_unchecked(&setup, rules).without_dead_chains().0
}
