//! The colours of the text view.

use super::canvas::Rgb;
use stonefield_go::Color;
use stonefield_sim::colors::{Colormap, HEAT_MAX, group_color};

/// A black stone.
pub(super) const BLACK: Rgb = [18, 18, 22];
/// A white stone.
pub(super) const WHITE: Rgb = [252, 250, 244];
/// The lines of the grid.
pub(super) const GRID: Rgb = [120, 92, 52];
/// The board where no heat is, or none is shown.
pub(super) const WOOD: Rgb = [223, 182, 119];
/// What is said less loudly.
pub(super) const QUIET: Rgb = [140, 140, 140];
/// What is to be noticed.
pub(super) const LOUD: Rgb = [236, 184, 92];

/// The temperature that the hottest colour stands for: four neighbours.
pub(super) const HOT: f32 = 4.0;

/// The colour of a temperature.
pub(super) fn heat(value: f32) -> Rgb {
    bytes(Colormap::Ember.color(value * HEAT_MAX / HOT))
}

/// The colour of a group, by its oldest stone: those of numbers that are near differ.
pub(super) fn group(oldest: u32, color: Color) -> Rgb {
    bytes(group_color(oldest, color))
}

fn bytes(color: [f32; 3]) -> Rgb {
    color.map(|part| byte(255.0 * part))
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to a byte")]
fn byte(value: f32) -> u8 {
    value.round().clamp(0.0, 255.0) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heat_begins_with_the_colour_of_the_board() {
        assert_eq!(heat(-1.0), WOOD);
        assert_eq!(heat(0.0), WOOD);
        assert_eq!(heat(HOT), heat(f32::MAX));
        assert_ne!(heat(HOT / 2.0), heat(HOT));
    }

    #[test]
    fn groups_that_begin_one_after_the_other_differ() {
        for color in Color::ALL {
            for oldest in 0..16 {
                assert_ne!(group(oldest, color), group(oldest + 1, color));
            }
        }
    }
}
