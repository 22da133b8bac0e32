//! Colours of the text view.

use super::canvas::Rgb;
use stonefield_go::Color;
use stonefield_sim::colors::{Colormap, HEAT_MAX, group_color};

/// Black stones.
pub(super) const BLACK: Rgb = [18, 18, 22];
/// White stones.
pub(super) const WHITE: Rgb = [252, 250, 244];
/// Grid lines.
pub(super) const GRID: Rgb = [120, 92, 52];
/// Board without heat.
pub(super) const WOOD: Rgb = [223, 182, 119];
/// Text of less importance.
pub(super) const QUIET: Rgb = [140, 140, 140];
/// Text of importance.
pub(super) const LOUD: Rgb = [236, 184, 92];

/// Temperature that gets the hottest colour: that of a point with four adjacent stones.
pub(super) const HOT: f32 = 4.0;

/// Colour of a temperature.
pub(super) fn heat(value: f32) -> Rgb {
    bytes(Colormap::Ember.color(value * HEAT_MAX / HOT))
}

/// Colour of a group, by the number of its oldest stone. Consecutive numbers get different colours.
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
