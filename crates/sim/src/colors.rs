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
/// visible on white stones. All differ from each other and from the colours of buttons; two of one colour of
/// stones have a [`color_difference`] of at least [`MIN_GROUP_DIFFERENCE`].
const GROUPS: ByColor<[u32; HUES]> = ByColor {
    // Sky, sage, orchid, teal, aqua, slate, green, pale lavender.
    black: [
        0x008b_bbeb,
        0x0083_cc8d,
        0x00c1_91f1,
        0x0039_828b,
        0x00af_faf7,
        0x006e_6c9a,
        0x001e_8a58,
        0x00e0_d8f0,
    ],
    // Plum, ochre, rose, clay, mauve, maroon, umber, olive.
    white: [
        0x0069_305b,
        0x0087_883c,
        0x00de_a3ae,
        0x00aa_765c,
        0x00bd_5b99,
        0x0081_342a,
        0x003a_3432,
        0x0051_4d03,
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

/// Returns the linear light of an sRGB value, both from 0 to 1.
fn decoded(part: f32) -> f32 {
    if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
}

/// Returns the relative luminance of an sRGB colour, from 0 for black to 1 for white.
// CITE: W3C, Web Content Accessibility Guidelines 2.2, "relative luminance", 2023
#[must_use]
pub fn luminance(color: [f32; 3]) -> f32 {
    let [red, green, blue] = color.map(decoded);
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/// Part of the saturation that [`muted`] leaves.
const MUTED: f32 = 0.3;

/// Returns a colour mixed with the grey of the same luminance: less than half as saturated.
#[must_use]
pub fn muted(color: [f32; 3]) -> [f32; 3] {
    let grey = encoded(luminance(color));
    color.map(|part| grey + (part - grey) * MUTED)
}

/// Converts sRGB to Oklab: lightness from 0 to 1, then the axes green to red and blue to yellow.
// CITE: Oklab, B. Ottosson, "A perceptual color space for image processing", 2020
fn oklab(color: [f32; 3]) -> [f32; 3] {
    let [red, green, blue] = color.map(decoded);
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

/// Distance of two colours in Oklab: 0.02 is just visible, and black and white are 1 apart.
#[must_use]
pub fn color_distance(one: [f32; 3], other: [f32; 3]) -> f32 {
    let squares = oklab(one).into_iter().zip(oklab(other)).map(|(a, b)| (a - b).powi(2));
    squares.sum::<f32>().sqrt()
}

/// Minimal [`color_difference`] of any two group colours of Black, and of any two of White.
pub const MIN_GROUP_DIFFERENCE: f32 = 20.0;

/// Difference of two sRGB colours by CIEDE2000: 1 is just visible, and black and white are 100 apart.
#[must_use]
pub fn color_difference(one: [f32; 3], other: [f32; 3]) -> f32 {
    ciede2000(cielab(one), cielab(other))
}

/// Converts sRGB to CIELAB under D65: lightness from 0 to 100, then the axes green to red and blue to yellow.
// CITE: CIE 15, "Colorimetry", 4th edition, 2018; IEC 61966-2-1 for the primaries of sRGB
fn cielab(color: [f32; 3]) -> [f32; 3] {
    let [red, green, blue] = color.map(decoded);
    let root = |light: f32| {
        if light > 216.0 / 24_389.0 { light.cbrt() } else { (24_389.0 / 27.0 * light + 16.0) / 116.0 }
    };
    let x = root((0.412_456_4 * red + 0.357_576_1 * green + 0.180_437_5 * blue) / 0.950_47);
    let y = root(0.212_672_9 * red + 0.715_152_2 * green + 0.072_175 * blue);
    let z = root((0.019_333_9 * red + 0.119_192 * green + 0.950_304_1 * blue) / 1.088_83);
    [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
}

/// Returns the difference of two colours in CIELAB.
// CITE: CIEDE2000, G. Sharma, W. Wu, E. N. Dalal, "The CIEDE2000 color-difference formula: implementation notes, supplementary test data, and mathematical observations", Color Research and Application 30(1), 2005
fn ciede2000(one: [f32; 3], other: [f32; 3]) -> f32 {
    // Part of the correction that chroma takes, nearly 1 for vivid colours.
    let vivid = |chroma: f32| (chroma.powi(7) / (chroma.powi(7) + 25.0_f32.powi(7))).sqrt();
    let stretch = 1.5 - 0.5 * vivid(0.5 * (one[1].hypot(one[2]) + other[1].hypot(other[2])));
    let [(chroma, hue), (other_chroma, other_hue)] = [one, other].map(|[_, red, yellow]| {
        let red = red * stretch;
        (red.hypot(yellow), yellow.atan2(red).to_degrees().rem_euclid(360.0))
    });
    let gray = chroma * other_chroma == 0.0;
    // The hue is an angle: the shorter way around the circle counts.
    let turn = if gray { 0.0 } else { (other_hue - hue + 180.0).rem_euclid(360.0) - 180.0 };
    let mean_hue = if gray { hue + other_hue } else { hue + 0.5 * turn };
    let (mean_light, mean_chroma) = (0.5 * (one[0] + other[0]), 0.5 * (chroma + other_chroma));
    let wave = |times: f32, shift: f32| (times * mean_hue + shift).to_radians().cos();
    let hue_weight = 1.0 - 0.17 * wave(1.0, -30.0) + 0.24 * wave(2.0, 0.0) + 0.32 * wave(3.0, 6.0)
        - 0.20 * wave(4.0, -63.0);
    let off_middle = (mean_light - 50.0).powi(2);
    let light = (other[0] - one[0]) / (1.0 + 0.015 * off_middle / (20.0 + off_middle).sqrt());
    let saturation = (other_chroma - chroma) / (1.0 + 0.045 * mean_chroma);
    let arc = 2.0 * (chroma * other_chroma).sqrt() * (0.5 * turn).to_radians().sin();
    let arc = arc / (1.0 + 0.015 * mean_chroma * hue_weight);
    let blue = (-((mean_hue.rem_euclid(360.0) - 275.0) / 25.0).powi(2)).exp();
    let tilt = -(60.0 * blue).to_radians().sin() * 2.0 * vivid(mean_chroma);
    (light.powi(2) + saturation.powi(2) + arc.powi(2) + tilt * saturation * arc).max(0.0).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Simulates how a person without one kind of cone sees a colour.
    // CITE: G. M. Machado, M. M. Oliveira, L. A. F. Fernandes, "A physiologically-based model for simulation of color vision deficiency", IEEE TVCG 15(6), 2009, severity 1
    fn simulate_eye(color: [f32; 3], matrix: [[f32; 3]; 3]) -> [f32; 3] {
        let light = color.map(decoded);
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
        let looks = Colormap::ALL.into_iter().flat_map(|map| [false, true].map(|mutes| (map, mutes)));
        for (map, mutes) in looks {
            // A step of 0.02 is just visible. Maps that claim to be safe for all eyes need steps that are
            // clearly visible.
            let least = if map == Colormap::Ember { 0.02 } else { 0.04 };
            for (eyes, matrix) in EYES {
                let color = |step: usize| {
                    let color = map.color(HEAT_MAX * step as f32 / STEPS as f32);
                    simulate_eye(if mutes { muted(color) } else { color }, matrix)
                };
                let steps: Vec<[f32; 3]> = (0..=STEPS).map(color).collect();
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
    fn muted_colours_are_less_than_half_as_saturated() {
        let chroma = |color| oklab(color)[1].hypot(oklab(color)[2]);
        let saturation = |[red, green, blue]: [f32; 3]| {
            let most = red.max(green).max(blue);
            (most - red.min(green).min(blue)) / most
        };
        for map in Colormap::ALL {
            for step in 0..=64 {
                let color = map.color(HEAT_MAX * step as f32 / 64.0);
                let pale = muted(color);
                assert!(chroma(pale) <= 0.5 * chroma(color) + 1e-4, "{map:?}, {step}: {pale:?}");
                assert!(saturation(pale) <= 0.5 * saturation(color) + 1e-4, "{map:?}, {step}: {pale:?}");
                assert!((oklab(pale)[0] - oklab(color)[0]).abs() < 0.06, "{map:?}, {step}: {pale:?}");
            }
        }
    }

    #[test]
    fn ciede2000_gives_the_published_differences() {
        // Pairs of table 1 of Sharma et al., with their differences.
        for (one, other, expected) in [
            ([50.0, 2.6772, -79.7751], [50.0, 0.0, -82.7485], 2.0425),
            ([50.0, 3.1571, -77.2803], [50.0, 0.0, -82.7485], 2.8615),
            ([50.0, 2.8361, -74.02], [50.0, 0.0, -82.7485], 3.4412),
            ([50.0, -1.3802, -84.2814], [50.0, 0.0, -82.7485], 1.0),
            ([50.0, -1.1848, -84.8006], [50.0, 0.0, -82.7485], 1.0),
            ([50.0, -0.9009, -85.5211], [50.0, 0.0, -82.7485], 1.0),
            ([50.0, 0.0, 0.0], [50.0, -1.0, 2.0], 2.3669),
            ([50.0, -1.0, 2.0], [50.0, 0.0, 0.0], 2.3669),
            ([50.0, 2.49, -0.001], [50.0, -2.49, 0.0009], 7.1792),
            ([50.0, 2.49, -0.001], [50.0, -2.49, 0.0010], 7.1792),
            ([50.0, 2.49, -0.001], [50.0, -2.49, 0.0011], 7.2195),
            ([50.0, 2.49, -0.001], [50.0, -2.49, 0.0012], 7.2195),
            ([50.0, -0.001, 2.49], [50.0, 0.0009, -2.49], 4.8045),
            ([50.0, -0.001, 2.49], [50.0, 0.0011, -2.49], 4.7461),
            ([50.0, 2.5, 0.0], [50.0, 0.0, -2.5], 4.3065),
            ([50.0, 2.5, 0.0], [73.0, 25.0, -18.0], 27.1492),
            ([50.0, 2.5, 0.0], [61.0, -5.0, 29.0], 22.8977),
            ([50.0, 2.5, 0.0], [56.0, -27.0, -3.0], 31.9030),
            ([50.0, 2.5, 0.0], [58.0, 24.0, 15.0], 19.4535),
            ([50.0, 2.5, 0.0], [50.0, 3.1736, 0.5854], 1.0),
            ([50.0, 2.5, 0.0], [50.0, 3.2972, 0.0], 1.0),
            ([50.0, 2.5, 0.0], [50.0, 1.8634, 0.5757], 1.0),
            ([50.0, 2.5, 0.0], [50.0, 3.2592, 0.3350], 1.0),
            ([60.2574, -34.0099, 36.2677], [60.4626, -34.1751, 39.4387], 1.2644),
            ([63.0109, -31.0961, -5.8663], [62.8187, -29.7946, -4.0864], 1.2630),
            ([61.2901, 3.7196, -5.3901], [61.4292, 2.2480, -4.9620], 1.8731),
            ([35.0831, -44.1164, 3.7933], [35.0232, -40.0716, 1.5901], 1.8645),
            ([22.7233, 20.0904, -46.6940], [23.0331, 14.9730, -42.5619], 2.0373),
            ([36.4612, 47.8580, 18.3852], [36.2715, 50.5065, 21.2231], 1.4146),
            ([90.8027, -2.0831, 1.4410], [91.1528, -1.6435, 0.0447], 1.4441),
            ([90.9257, -0.5406, -0.9208], [88.6381, -0.8985, -0.7239], 1.5381),
            ([6.7747, -0.2908, -2.4247], [5.8714, -0.0985, -2.2286], 0.6377),
            ([2.0776, 0.0795, -1.1350], [0.9033, -0.0636, -0.5514], 0.9082),
        ] {
            let found = ciede2000(one, other);
            assert!((found - expected).abs() < 2e-3, "{one:?} {other:?}: {found}, not {expected}");
        }
        assert!((color_difference([0.0; 3], [1.0; 3]) - 100.0).abs() < 0.01);
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
                let (difference, distance) = (color_difference(one, other), color_distance(one, other));
                let of_one_color = at % 2 == before % 2;
                assert!(
                    if of_one_color { difference >= MIN_GROUP_DIFFERENCE } else { distance >= 0.09 },
                    "{before} and {at}: {difference:.1}, {distance:.3}"
                );
            }
            assert!(color_distance(one, WOOD) > 0.09, "{at} is hard to see on wood");
            let middle = one.iter().sum::<f32>() / 3.0;
            assert!(one.iter().all(|part| (part - middle).abs() < 0.25), "{at} is not muted");
            let [red, _, blue] = one;
            assert_eq!(at % 2 == 0, blue >= red, "{at}: Black's are cool, White's warm");
        }
    }
}
