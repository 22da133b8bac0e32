//! Filling: stones of both colours at random points before the first move.

use rand::RngExt;
use stonefield_go::{Color, Setup, Size};
use stonefield_search::{Dice, Purpose};

/// Maximal share of points on which a filling sets stones.
pub const MAX_FILL: f64 = 0.9;

/// Board with stones on this share of its points, at most [`MAX_FILL`]. Each stone is black or white with
/// equal probability. Chains without liberties are then removed, so a dense filling has fewer stones.
pub(crate) fn filling(size: Size, share: f64, dice: Dice) -> Setup {
    let mut rng = dice.rng(0, None, Purpose::Fill);
    let area = u32::try_from(size.area()).unwrap_or(u32::MAX);
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "at most the points of the board"
    )]
    let mut wanted = (share.clamp(0.0, MAX_FILL) * f64::from(area)).round() as u32;
    let mut setup = Setup::empty(size);
    // CITE: selection sampling (algorithm S), D. E. Knuth, The Art of Computer Programming, volume 2, 1969, section 3.4.2.
    for (remaining, point) in (1..=area).rev().zip(size.points()) {
        if rng.random_range(0..remaining) < wanted {
            wanted -= 1;
            let color = if rng.random::<bool>() { Color::Black } else { Color::White };
            setup.set(point, Some(color));
        }
    }
    setup.without_dead_chains()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use stonefield_go::{Position, Rules};

    fn stones(setup: &Setup, color: Color) -> usize {
        setup.stones().iter().filter(|stone| **stone == Some(color)).count()
    }

    proptest! {
        #[test]
        fn a_filling_is_legal_and_the_same_for_the_same_dice(
            width in 1_u16..40, height in 1_u16..40, share in 0.0_f64..=MAX_FILL, seed in any::<u64>(), game in any::<u64>(),
        ) {
            let size = Size::new(width, height).expect("a size");
            let dice = Dice::new(seed, game, 0);
            let filled = filling(size, share, dice);
            prop_assert!(Position::from_setup(&filled, Rules::default()).is_ok());
            prop_assert_eq!(&filled, &filling(size, share, dice));
            let wanted = (share * size.area() as f64).round() as usize;
            let count = stones(&filled, Color::Black) + stones(&filled, Color::White);
            prop_assert!(count <= wanted, "{} of {}", count, wanted);
        }
    }

    #[test]
    fn share_and_colours_are_as_requested() {
        let size = Size::square(200).expect("a size");
        for (share, least) in [(0.1, 3_990), (0.3, 11_900), (0.5, 18_500)] {
            let filled = filling(size, share, Dice::new(7, 0, 0));
            let [black, white] = Color::ALL.map(|color| stones(&filled, color));
            assert!(
                black + white <= (share * 40_000.0) as usize && black + white >= least,
                "{share}: {black} + {white}"
            );
            // Four standard deviations of the difference, if both colours have equal probability.
            let bound = 4.0 * ((black + white) as f64).sqrt();
            assert!((black as f64 - white as f64).abs() < bound, "{share}: {black}, {white}");
        }
    }

    #[test]
    fn fillings_of_a_seed_never_change() {
        let size = Size::square(7).expect("a size");
        let filled = filling(size, 0.4, Dice::new(1, 0, 0)).to_string();
        assert_eq!(
            filled,
            ". . . . O . O\n. . O . . X O\n. X . X O . .\n. . X O . O .\n. . . X . X X\nO X X . . . O\n. . O . . X .\n",
            "the numbers of a seed are part of the file format"
        );
        assert_ne!(filled, filling(size, 0.4, Dice::new(1, 1, 0)).to_string());
        assert_ne!(filled, filling(size, 0.4, Dice::new(2, 0, 0)).to_string());
    }
}
