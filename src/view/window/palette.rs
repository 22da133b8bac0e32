//! Colours, all as sRGB from 0 to 1: the shader, the panels and the legend take theirs from here.

use crate::go::{ByColor, Color};
use bevy::ecs::prelude::*;

/// Light or dark surroundings; the board keeps its colours in both.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// Dark panels, a table in a dim room.
    #[default]
    Dark,
    /// Light panels, a table by day.
    Light,
}

impl Theme {
    /// The table that the board lies on.
    #[must_use]
    pub const fn table(self) -> [f32; 3] {
        match self {
            Self::Dark => [0.118, 0.108, 0.100],
            Self::Light => [0.850, 0.825, 0.785],
        }
    }
}

/// Mean colour of the wood, which is also the colour of no heat.
pub const WOOD: [f32; 3] = [0.875, 0.714, 0.468];

/// The heat at which the scale of a field that is measured anew each tick ends: four neighbours.
pub const HEAT_MAX: f32 = 4.0;

/// Colours of heat at equal steps from 0 to the end of the scale: each darker than the one before,
/// so that they also read without colour vision.
const HEAT: [[f32; 3]; 7] = [
    WOOD,
    [0.902, 0.655, 0.384],
    [0.906, 0.573, 0.310],
    [0.878, 0.471, 0.267],
    [0.808, 0.361, 0.255],
    [0.698, 0.259, 0.271],
    [0.545, 0.180, 0.286],
];

/// Where the scale of the heat map ends.
#[derive(Resource, Clone, Copy, Debug, PartialEq)]
pub struct HeatScale {
    /// The heat drawn in the last colour, in neighbours.
    pub max: f32,
}

impl HeatScale {
    /// The scale for a field that keeps its heat (or measures it anew) and loses a share `decay` of
    /// it each tick: four neighbours, or as much as those build up (at a share of 0.002 and less, as at 0.002).
    #[must_use]
    pub fn of(keep: bool, decay: f32) -> Self {
        let max = if keep { HEAT_MAX / decay.clamp(0.002, 1.0) } else { HEAT_MAX };
        Self { max }
    }

    /// The colour of a heat on this scale.
    #[must_use]
    pub fn color(self, heat: f32) -> [f32; 3] {
        heat_color(heat * HEAT_MAX / self.max)
    }
}

impl Default for HeatScale {
    fn default() -> Self {
        Self { max: HEAT_MAX }
    }
}

/// The colour of a heat from 0 to [`HEAT_MAX`]; beyond it, that of the nearer end.
#[must_use]
pub fn heat_color(value: f32) -> [f32; 3] {
    let last = HEAT.len() - 1;
    let t = (value / HEAT_MAX).clamp(0.0, 1.0) * last as f32;
    let low = (t as usize).min(last - 1);
    let part = t - low as f32;
    std::array::from_fn(|i| HEAT[low][i] + (HEAT[low + 1][i] - HEAT[low][i]) * part)
}

/// How many colours the groups have, those of Black and White together: what the shader's six bits can tell apart.
pub const GROUP_COLORS: u32 = 64;

/// The hues of Black's groups, from green to violet, and of White's, from rose to yellow: no group looks like an enemy beside it.
const GROUP_HUES: ByColor<(f32, f32)> = ByColor { black: (0.40, 0.74), white: (0.90, 1.14) };

/// Which of the colours a group has, from 0, by the number of its oldest stone.
#[must_use]
pub fn group_color_index(oldest: u32, color: Color) -> u32 {
    oldest % (GROUP_COLORS / 2) * 2 + u32::from(color == Color::White)
}

/// The colour of a group, from the number of its oldest stone: far from that of the groups of its colour with the nearest numbers.
#[must_use]
pub fn group_color(oldest: u32, color: Color) -> [f32; 3] {
    indexed_group_color(group_color_index(oldest, color))
}

/// The group colour with this index.
#[must_use]
pub fn indexed_group_color(index: u32) -> [f32; 3] {
    let (number, (first, last)) = (index / 2, GROUP_HUES[Color::ALL[index as usize % 2]]);
    // CITE: golden-ratio hue steps, M. Ankerl, "How to generate random colors programmatically", 2009
    let hue = first + (last - first) * (number as f32 * 0.618_034).fract();
    let (saturation, value) = if number.is_multiple_of(2) { (0.42, 0.95) } else { (0.60, 0.78) };
    hsv(hue.fract(), saturation, value)
}

fn hsv(hue: f32, saturation: f32, value: f32) -> [f32; 3] {
    [5.0, 3.0, 1.0].map(|n: f32| {
        let k = (n + hue * 6.0) % 6.0;
        value - value * saturation * k.min(4.0 - k).clamp(0.0, 1.0)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heat_grows_darker_all_the_way() {
        let light = |c: [f32; 3]| 0.2126 * c[0].powi(2) + 0.7152 * c[1].powi(2) + 0.0722 * c[2].powi(2);
        let steps: Vec<f32> = (0..=40).map(|i| light(heat_color(i as f32 * 0.1))).collect();
        assert!(steps.windows(2).all(|pair| pair[1] < pair[0]), "{steps:?}");
        assert_eq!(heat_color(0.0), WOOD);
        assert_eq!(heat_color(9.0), heat_color(HEAT_MAX));
        assert_eq!(heat_color(-1.0), WOOD);
    }

    fn apart(a: [f32; 3], b: [f32; 3]) -> f32 {
        a.iter().zip(b).map(|(a, b)| (a - b).abs()).sum()
    }

    #[test]
    fn groups_near_in_number_differ_in_colour() {
        for color in Color::ALL {
            for oldest in 0..GROUP_COLORS {
                let (a, b) = (group_color(oldest, color), group_color(oldest + 1, color));
                assert!(apart(a, b) > 0.25, "{color} {oldest}: {a:?} {b:?}");
            }
        }
    }

    #[test]
    fn no_group_looks_like_an_enemy() {
        for black in (0..GROUP_COLORS).map(|oldest| group_color(oldest, Color::Black)) {
            for white in (0..GROUP_COLORS).map(|oldest| group_color(oldest, Color::White)) {
                assert!(apart(black, white) > 0.25, "{black:?} {white:?}");
            }
        }
    }
}
