//! Random generators. Each generator is derived from an address, so no state of a generator has to be stored.

use rand::{Rng as _, SeedableRng};
use serde::{Deserialize, Serialize};
use stonefield_go::Color;

/// Random number generator. The promise "same seed, same game" depends on its algorithm.
pub type Rng = rand::rngs::Xoshiro256PlusPlus;

/// Purpose of a generator. The codes are part of the address: a change would change the games of every seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[repr(u64)]
pub enum Purpose {
    /// Placement of the first stones.
    SetUp = 1,
    /// Choice of a mind.
    Think = 2,
    /// Links between stones.
    Link = 3,
    /// Order in which stones refresh their liberties.
    Sense = 4,
    /// Check which stones die.
    Capture = 5,
    /// Any other random choice.
    Other = 6,
    /// Random moves at the start of a game.
    Open = 7,
    /// Stones that fill the board before the first move.
    Fill = 8,
}

/// Random source of one board in one game. A generator is derived from its address: seed, game, board, tick,
/// colour and purpose.
///
/// ```
/// use stonefield_search::{Dice, Purpose};
///
/// let dice = Dice::new(42, 0, 0);
/// assert_eq!(dice.rng(3, None, Purpose::Think), dice.rng(3, None, Purpose::Think));
/// assert_ne!(dice.rng(3, None, Purpose::Think), dice.rng(4, None, Purpose::Think));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Dice {
    /// Seed that the user gave. Any number is allowed.
    pub seed: u64,
    /// Number of the game within a series, from 0.
    pub game: u64,
    /// Number of the board within the game, from 0.
    pub board: u64,
}

impl Dice {
    /// Creates the random source of one board.
    #[must_use]
    pub const fn new(seed: u64, game: u64, board: u64) -> Self {
        Self { seed, game, board }
    }

    /// Returns the generator at an address. The same address always gives the same generator, in its initial
    /// state.
    #[inline]
    #[must_use]
    pub fn rng(&self, tick: u64, color: Option<Color>, purpose: Purpose) -> Rng {
        let side = color.map_or(0, |color| 1 + color.index() as u64);
        // Colour and purpose share a number: each is less than 2^8.
        let side_and_purpose = side << 8 | purpose as u64;
        let seed = [self.game, self.board, tick, side_and_purpose]
            .into_iter()
            .fold(mix(self.seed), |state, part| mix(state.wrapping_add(STEP) ^ mix(part)));
        Rng::seed_from_u64(seed)
    }
}

/// Address of a generator, as plain data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct RngAddress {
    /// Random source of the board.
    pub dice: Dice,
    /// Tick of the turn, from 1.
    pub tick: u64,
    /// Colour that draws; `None` if the draw belongs to no colour.
    pub color: Option<Color>,
    /// Purpose of the draw.
    pub purpose: Purpose,
}

impl RngAddress {
    /// Returns the generator at the address, in its initial state.
    #[must_use]
    pub fn rng(&self) -> Rng {
        self.dice.rng(self.tick, self.color, self.purpose)
    }
}

/// Draws a number below `n`. The numbers are equally likely to within 2⁻⁴⁰.
// CITE: D. Lemire, "Fast random integer generation in an interval", 2019 (without its rejection).
#[inline(always)]
pub(super) fn random_below(rng: &mut Rng, n: usize) -> usize {
    #[expect(clippy::cast_possible_truncation, reason = "the product's upper half is below n")]
    {
        ((u128::from(rng.next_u64()) * n as u128) >> 64) as usize
    }
}

/// Odd number near 2^64 divided by the golden ratio.
const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

// CITE: the finalizer of SplitMix64, G. Steele, D. Lea, C. Flood, "Fast splittable pseudorandom number
// generators", OOPSLA 2014, with D. Stafford's constants (variant 13).
const fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::RngExt;
    use std::collections::BTreeSet;

    #[test]
    fn every_address_has_its_own_generator() {
        let mut first = BTreeSet::new();
        let mut count = 0;
        for seed in 0..4 {
            for game in 0..4 {
                for board in 0..4 {
                    for tick in 0..8 {
                        for color in [None, Some(Color::Black), Some(Color::White)] {
                            for purpose in [
                                Purpose::SetUp,
                                Purpose::Think,
                                Purpose::Link,
                                Purpose::Sense,
                                Purpose::Capture,
                                Purpose::Other,
                            ] {
                                count += 1;
                                first.insert(
                                    Dice::new(seed, game, board).rng(tick, color, purpose).random::<u64>(),
                                );
                            }
                        }
                    }
                }
            }
        }
        assert_eq!(first.len(), count);
    }

    #[test]
    fn an_address_always_means_the_same_numbers() {
        let draw = |tick| Dice::new(1, 2, 3).rng(tick, Some(Color::White), Purpose::Think).random::<u64>();
        assert_eq!(draw(7), draw(7));
        assert_ne!(draw(7), draw(8));
        // A change of this number changes every game ever recorded by its seed.
        assert_eq!(draw(7), 6_158_214_141_679_272_766);
    }
}
