//! Colours of boards, as sRGB values from 0 to 1. Shaders, panels, legends and the text view use these
//! colours.

use stonefield_go::{ByColor, Color};

/// Mean colour of the wood. Zero heat has this colour too.
pub const WOOD: [f32; 3] = [0.875, 0.714, 0.468];

/// Heat at the upper end of the colour scale: the heat of a patch with four stones beside it, in a field that
/// is measured anew in each tick.
pub const HEAT_MAX: f32 = 4.0;

/// Colours of heat at equal steps from 0 to the end of the scale. Each is darker than the one before, so that
/// the scale also reads without colour vision.
const EMBER: [[f32; 3]; 7] = [
    WOOD,
    [0.902, 0.655, 0.384],
    [0.906, 0.573, 0.310],
    [0.878, 0.471, 0.267],
    [0.808, 0.361, 0.255],
    [0.698, 0.259, 0.271],
    [0.545, 0.180, 0.286],
];

/// Arguments of [`cividis`] for zero and for maximal heat. Values below 0.1 are not used: black stones could
/// not be seen on colours so dark.
const CIVIDIS_ENDS: (f32, f32) = (1.0, 0.1);

/// Lightness of the greys in Oklab, from zero to maximal heat.
const GREY_ENDS: (f32, f32) = (0.95, 0.35);

/// Colormaps of heat. Each grows darker from zero to maximal heat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Colormap {
    /// From the colour of the wood to dark red.
    #[default]
    Ember,
    /// From yellow to dark blue in even steps, nearly the same with red-green colour blindness.
    Cividis,
    /// From nearly white to dark grey in even steps.
    Grey,
}

impl Colormap {
    /// All colormaps.
    pub const ALL: [Self; 3] = [Self::Ember, Self::Cividis, Self::Grey];

    /// Name of the colormap in settings: `ember`, `cividis` or `grey`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ember => "ember",
            Self::Cividis => "cividis",
            Self::Grey => "grey",
        }
    }

    /// Label of the colormap in a panel, and its tooltip.
    #[must_use]
    pub const fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::Ember => ("Ember", "From the colour of the wood to dark red; grey in pictures for print"),
            Self::Cividis => {
                ("Cividis", "From yellow to dark blue in even steps, also for colour-blind eyes")
            }
            Self::Grey => ("Grey", "From light to dark grey in even steps"),
        }
    }

    /// Colour of a heat. Heat outside 0 to [`HEAT_MAX`] gets the colour of the nearer end.
    #[must_use]
    pub fn color(self, heat: f32) -> [f32; 3] {
        let share = (heat / HEAT_MAX).clamp(0.0, 1.0);
        let between = |(from, to): (f32, f32)| from + (to - from) * share;
        match self {
            Self::Ember => ember(share),
            Self::Cividis => cividis(between(CIVIDIS_ENDS)),
            // The light of a grey is the cube of its lightness in Oklab.
            Self::Grey => [encoded(between(GREY_ENDS).powi(3)); 3],
        }
    }
}

/// Colour at this share of the way through [`EMBER`], between the two nearest entries.
fn ember(share: f32) -> [f32; 3] {
    let last = EMBER.len() - 1;
    let t = share * last as f32;
    let low = (t as usize).min(last - 1);
    let part = t - low as f32;
    std::array::from_fn(|i| EMBER[low][i] + (EMBER[low + 1][i] - EMBER[low][i]) * part)
}

/// Colour of cividis, from dark blue at 0 to yellow at 1.
// CITE: cividis, J. R. Nuñez, C. R. Anderton, R. S. Renslow, "Optimizing colormaps with consideration for color vision deficiency", PLOS ONE 13(7), 2018; the polynomials are those of d3-scale-chromatic, M. Bostock, 2018
fn cividis(t: f32) -> [f32; 3] {
    let red = -4.54 - t * (35.34 - t * (2381.73 - t * (6402.7 - t * (7024.72 - t * 2710.57))));
    let green = 32.49 + t * (170.73 + t * (52.82 - t * (131.46 - t * (176.58 - t * 67.37))));
    let blue = 81.24 + t * (442.36 - t * (2482.43 - t * (6167.24 - t * (6614.94 - t * 2475.67))));
    [red, green, blue].map(|part| (part / 255.0).clamp(0.0, 1.0))
}

/// Encodes linear light as an sRGB value, both from 0 to 1.
fn encoded(light: f32) -> f32 {
    if light <= 0.003_130_8 { 12.92 * light } else { 1.055 * light.powf(1.0 / 2.4) - 0.055 }
}

/// Number of group colours for Black, and for White.
pub const HUES: usize = 8;

/// Number of group colours, Black's and White's together. The six bits of the shader allow at most 64.
pub const GROUP_COLORS: u32 = 2 * HUES as u32;

/// Muted colours of groups, as 0x00RRGGBB. Black's are cool and visible on black stones, White's are warm and
/// visible on white stones. All differ from each other and from the colours of buttons.
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

/// Index of a group's colour, from 0 to [`GROUP_COLORS`] - 1. `hue` is taken modulo [`HUES`].
#[must_use]
pub fn group_color_index(hue: u32, color: Color) -> u32 {
    hue % HUES as u32 * 2 + u32::from(color == Color::White)
}

/// Colour of a group. `hue` is taken modulo [`HUES`].
#[must_use]
pub fn group_color(hue: u32, color: Color) -> [f32; 3] {
    indexed_group_color(group_color_index(hue, color))
}

/// Group colour with this index.
#[must_use]
pub fn indexed_group_color(index: u32) -> [f32; 3] {
    let [_, parts @ ..] = GROUPS[Color::ALL[index as usize % 2]][index as usize / 2 % HUES].to_be_bytes();
    parts.map(|part| f32::from(part) / 255.0)
}

/// Converts sRGB to Oklab: lightness from 0 to 1, then the axes green to red and blue to yellow.
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

/// Distance of two colours in Oklab, with `lightness` as weight of the lightness difference. With weight 1 a
/// distance of 0.02 is just visible, and black and white are 1 apart.
fn distance(one: [f32; 3], other: [f32; 3], lightness: f32) -> f32 {
    let [light, red, yellow] = std::array::from_fn(|part| oklab(one)[part] - oklab(other)[part]);
    ((lightness * light).powi(2) + red.powi(2) + yellow.powi(2)).sqrt()
}

/// True when two group colours of Black, or of White, look similar at first sight. A lightness difference
/// counts half, because it is harder to see on thin lines than one of hue.
#[must_use]
pub fn hues_resemble(color: Color, one: u32, other: u32) -> bool {
    distance(group_color(one, color), group_color(other, color), 0.5) < 0.085
}

/// Perceived distance of two colours: 0.02 is just visible, and black and white are 1 apart.
#[must_use]
pub fn color_distance(one: [f32; 3], other: [f32; 3]) -> f32 {
    distance(one, other, 1.0)
}

/// Minimal [`color_distance`] of any two group colours of Black, and of any two of White.
pub const MIN_GROUP_DISTANCE: f32 = 0.08;

#[cfg(test)]
mod tests {
    use super::*;

    /// Simulates how a person without one kind of cone sees a colour.
    // CITE: G. M. Machado, M. M. Oliveira, L. A. F. Fernandes, "A physiologically-based model for simulation of color vision deficiency", IEEE TVCG 15(6), 2009, severity 1
    fn simulate_eye(color: [f32; 3], matrix: [[f32; 3]; 3]) -> [f32; 3] {
        let linear =
            |part: f32| if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) };
        let light = color.map(linear);
        matrix.map(|row| encoded((0..3).map(|i| row[i] * light[i]).sum::<f32>().clamp(0.0, 1.0)))
    }

    const EYES: [(&str, [[f32; 3]; 3]); 5] = [
        ("usual", [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]),
        (
            "protanopia",
            [
                [0.152_286, 1.052_583, -0.204_868],
                [0.114_503, 0.786_281, 0.099_216],
                [-0.003_882, -0.048_116, 1.051_998],
            ],
        ),
        (
            "deuteranopia",
            [
                [0.367_322, 0.860_646, -0.227_968],
                [0.280_085, 0.672_501, 0.047_413],
                [-0.011_820, 0.042_940, 0.968_881],
            ],
        ),
        (
            "tritanopia",
            [
                [1.255_528, -0.076_749, -0.178_779],
                [-0.078_411, 0.930_809, 0.147_602],
                [0.004_733, 0.691_367, 0.303_900],
            ],
        ),
        ("no colours", [[0.2126, 0.7152, 0.0722]; 3]),
    ];

    #[test]
    fn heat_grows_darker_in_steps_visible_to_all_eyes() {
        const STEPS: usize = 8;
        for map in Colormap::ALL {
            // A step of 0.02 is just visible. Maps that claim to be safe for all eyes need steps that are
            // clearly visible.
            let least = if map == Colormap::Ember { 0.02 } else { 0.04 };
            for (eyes, matrix) in EYES {
                let steps: Vec<[f32; 3]> = (0..=STEPS)
                    .map(|step| simulate_eye(map.color(HEAT_MAX * step as f32 / STEPS as f32), matrix))
                    .collect();
                for (step, pair) in steps.windows(2).enumerate() {
                    let [one, other] = [pair[0], pair[1]];
                    let gap = color_distance(one, other);
                    assert!(gap >= least, "{map:?}, {eyes}, step {step}: {gap:.3} apart");
                    let [light, dark] = [one, other].map(|color| oklab(color)[0]);
                    assert!(dark < light, "{map:?}, {eyes}, step {step}: {light:.3} to {dark:.3}");
                }
            }
        }
    }

    #[test]
    fn cividis_and_grey_have_even_steps() {
        for map in [Colormap::Cividis, Colormap::Grey] {
            for (eyes, matrix) in EYES {
                let colors: Vec<[f32; 3]> =
                    (0..=8).map(|step| simulate_eye(map.color(0.5 * step as f32), matrix)).collect();
                let steps: Vec<f32> =
                    colors.windows(2).map(|pair| oklab(pair[0])[0] - oklab(pair[1])[0]).collect();
                let (least, most) = steps
                    .iter()
                    .fold((1.0_f32, 0.0_f32), |(least, most), &step| (least.min(step), most.max(step)));
                assert!(most <= 2.0 * least, "{map:?}, {eyes}: lightness falls by {steps:?}");
            }
        }
    }

    #[test]
    fn heat_beyond_the_scale_gets_the_end_colour() {
        for map in Colormap::ALL {
            assert_eq!(map.color(9.0), map.color(HEAT_MAX));
            assert_eq!(map.color(-1.0), map.color(0.0));
        }
        assert_eq!(Colormap::Ember.color(0.0), WOOD);
        let byte = |part: f32| (part * 255.0).round() as u8;
        // Ends of cividis by its authors: #FDE737 at 1, and #00224E at 0. The polynomials are approximations.
        for (t, expected) in [(1.0, [0xfd, 0xe7, 0x37]), (0.0, [0x00, 0x22, 0x4e])] {
            let actual = cividis(t).map(byte);
            assert!(
                actual.iter().zip(expected).all(|(&byte, expected): (&u8, u8)| byte.abs_diff(expected) <= 15),
                "{actual:?}"
            );
        }
    }

    #[test]
    fn color_distance_is_measured_in_oklab() {
        assert!((color_distance([0.0; 3], [1.0; 3]) - 1.0).abs() < 1e-3);
        // Lightness of middle grey, then lightness and chroma of pure red.
        assert!((color_distance([0.0; 3], [0.5; 3]) - 0.598).abs() < 2e-3);
        assert!((color_distance([0.0; 3], [1.0, 0.0, 0.0]) - 0.678).abs() < 2e-3);
    }

    #[test]
    fn no_two_groups_are_alike() {
        let colors: Vec<[f32; 3]> = (0..GROUP_COLORS).map(indexed_group_color).collect();
        for (at, &one) in colors.iter().enumerate() {
            for (before, &other) in colors[..at].iter().enumerate() {
                let least = if at % 2 == before % 2 { MIN_GROUP_DISTANCE } else { 0.09 };
                assert!(
                    color_distance(one, other) >= least,
                    "{before} and {at}: {:.3}",
                    color_distance(one, other)
                );
            }
            assert!(color_distance(one, WOOD) > 0.09, "{at} is hard to see on wood");
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
