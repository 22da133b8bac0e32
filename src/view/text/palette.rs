//! The colours of the text view.

use super::canvas::Rgb;

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

/// From cold to hot at equal steps, each darker than the one before; the window uses the same colours.
const SCALE: [Rgb; 7] =
    [WOOD, [237, 170, 91], [241, 143, 63], [233, 110, 52], [212, 77, 56], [180, 50, 66], [143, 32, 75]];

/// The colour of a temperature.
pub(super) fn heat(value: f32) -> Rgb {
    let steps = SCALE.len() - 1;
    let place = (value / HOT).clamp(0.0, 1.0) * steps as f32;
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 0 and 6")]
    let step = (place as usize).min(steps - 1);
    mix(SCALE[step], SCALE[step + 1], place - step as f32)
}

/// The colour of a group, by its oldest stone: far apart for numbers that are near.
pub(super) fn group(oldest: u32) -> Rgb {
    // The golden ratio spreads hues evenly however many there are.
    let hue = (oldest as f32 * 0.618_034).fract() * 6.0;
    let ramp = |shift: f32| {
        let place = (hue + shift).rem_euclid(6.0);
        (2.0 - (place - 3.0).abs()).clamp(0.0, 1.0)
    };
    [ramp(3.0), ramp(1.0), ramp(5.0)].map(|part| byte(30.0 + 195.0 * part))
}

/// `share` of the way from one colour to another.
pub(super) fn mix(from: Rgb, to: Rgb, share: f32) -> Rgb {
    std::array::from_fn(|i| byte(f32::from(from[i]) + (f32::from(to[i]) - f32::from(from[i])) * share))
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to a byte")]
fn byte(value: f32) -> u8 {
    value.round().clamp(0.0, 255.0) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heat_runs_from_one_end_of_its_scale_to_the_other() {
        assert_eq!(heat(-1.0), SCALE[0]);
        assert_eq!(heat(0.0), SCALE[0]);
        assert_eq!(heat(HOT / 2.0), SCALE[3]);
        assert_eq!(heat(HOT), SCALE[6]);
        assert_eq!(heat(f32::MAX), SCALE[6]);
    }
}
