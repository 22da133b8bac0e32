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

/// How many colours the groups of Black have, and those of White.
pub const HUES: usize = 8;

/// How many colours groups have, those of Black and White together: the shader's six bits could tell 64 apart.
pub const GROUP_COLORS: u32 = 2 * HUES as u32;

/// The colours of groups, muted: for Black cool ones that are seen on black stones, for White warm ones that are seen on white stones. No
/// two are alike, no group looks like an enemy, and none like what is to be pressed.
const GROUPS: ByColor<[u32; HUES]> = ByColor {
    // Sky, sage, lavender, teal, mint, slate, moss, pale lavender.
    black: [
        0x0090_b8e3,
        0x007f_bda2,
        0x0095_91c4,
        0x0035_8286,
        0x00b4_dfcb,
        0x0075_72a3,
        0x007b_978a,
        0x00cf_cdeb,
    ],
    // Wine, ochre, rose, clay, mauve, maroon, umber, olive.
    white: [
        0x0088_4a72,
        0x007f_7838,
        0x00e0_a0a8,
        0x00ad_7860,
        0x00b4_668f,
        0x007a_352a,
        0x007a_5a48,
        0x0052_4c0c,
    ],
};

/// Which of the colours a group has, from 0, by the number of its hue.
#[must_use]
pub fn group_color_index(hue: u32, color: Color) -> u32 {
    hue % HUES as u32 * 2 + u32::from(color == Color::White)
}

/// The colour of a group, by the number of its hue.
#[must_use]
pub fn group_color(hue: u32, color: Color) -> [f32; 3] {
    indexed_group_color(group_color_index(hue, color))
}

/// The group colour with this index.
#[must_use]
pub fn indexed_group_color(index: u32) -> [f32; 3] {
    let [_, parts @ ..] = GROUPS[Color::ALL[index as usize % 2]][index as usize / 2 % HUES].to_be_bytes();
    parts.map(|part| f32::from(part) / 255.0)
}

/// A colour by its lightness, 0 to 1, and how green or red and how blue or yellow it is.
// CITE: Oklab, B. Ottosson, "A perceptual color space for image processing", 2020
fn oklab(color: [f32; 3]) -> [f32; 3] {
    let linear = |part: f32| if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) };
    let [red, green, blue] = color.map(linear);
    let cone = |weights: [f32; 3]| (weights[0] * red + weights[1] * green + weights[2] * blue).cbrt();
    let long = cone([0.412_221_47, 0.536_332_5, 0.051_445_99]);
    let middle = cone([0.211_903_5, 0.680_699_5, 0.107_396_96]);
    let short = cone([0.088_302_46, 0.281_718_84, 0.629_978_7]);
    [
        0.210_454_26 * long + 0.793_617_8 * middle - 0.004_072_047 * short,
        1.977_998_5 * long - 2.428_592_2 * middle + 0.450_593_7 * short,
        0.025_904_037 * long + 0.782_771_77 * middle - 0.808_675_8 * short,
    ]
}

/// How far two colours are from each other for the eye, a difference in lightness counting so much: at 1, 0.02 is just seen, and black and white are 1 apart.
fn distance(one: [f32; 3], other: [f32; 3], lightness: f32) -> f32 {
    let [light, red, yellow] = std::array::from_fn(|part| oklab(one)[part] - oklab(other)[part]);
    ((lightness * light).powi(2) + red.powi(2) + yellow.powi(2)).sqrt()
}

/// Whether two hues of a colour's groups are told apart at a second look only: on thin lines lightness says less than hue.
#[must_use]
pub fn hues_resemble(color: Color, one: u32, other: u32) -> bool {
    distance(group_color(one, color), group_color(other, color), 0.5) < 0.085
}

/// How far two colours are from each other for the eye.
#[cfg(test)]
pub(super) fn apart(one: [f32; 3], other: [f32; 3]) -> f32 {
    distance(one, other, 1.0)
}

/// How far the colours of two groups are from each other at least.
#[cfg(test)]
pub(super) const GROUPS_APART: f32 = 0.08;

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

    #[test]
    fn the_distance_of_colours_is_that_of_oklab() {
        assert!((apart([0.0; 3], [1.0; 3]) - 1.0).abs() < 1e-3);
        // The lightness of middle grey, and of pure red with its chroma.
        assert!((apart([0.0; 3], [0.5; 3]) - 0.598).abs() < 2e-3);
        assert!((apart([0.0; 3], [1.0, 0.0, 0.0]) - 0.678).abs() < 2e-3);
    }

    #[test]
    fn no_two_groups_are_alike() {
        let all: Vec<[f32; 3]> = (0..GROUP_COLORS).map(indexed_group_color).collect();
        for (at, &one) in all.iter().enumerate() {
            for (before, &other) in all[..at].iter().enumerate() {
                let least = if at % 2 == before % 2 { GROUPS_APART } else { 0.09 };
                assert!(apart(one, other) >= least, "{before} and {at}: {:.3}", apart(one, other));
            }
            assert!(apart(one, WOOD) > 0.09, "{at} is not seen on wood");
            let middle = one.iter().sum::<f32>() / 3.0;
            assert!(one.iter().all(|part| (part - middle).abs() < 0.25), "{at} is not muted");
            let others = (0..HUES as u32).filter(|&hue| hue != at as u32 / 2);
            let resembling = others.filter(|&hue| hues_resemble(Color::ALL[at % 2], at as u32 / 2, hue));
            assert!(resembling.count() <= 4, "{at} resembles most of the others");
            let [red, _, blue] = one;
            assert_eq!(at % 2 == 0, blue >= red, "{at}: Black's are cool, White's warm");
        }
    }
}
