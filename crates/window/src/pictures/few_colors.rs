//! Few colours for many: the 255 that a frame of a GIF may have, where its pixels have more.
//!
//! The colours are split at the mean of their longest side, the part with the largest error first. How often a colour occurs counts by its root, so that few pixels of
//! another colour, as those of a link, keep it. There is no dithering: what does not change keeps its bytes.

// CITE: colour quantisation by splitting boxes, P. Heckbert, "Color image quantization for frame buffer display", 1982;
// by the variance of parts, X. Wu, "Efficient statistical computations for optimal color quantization", 1991

/// Bits of each part of a colour by which colours are told apart.
const BITS: u32 = 6;

/// Colours that are told apart.
const KNOWN: usize = 1 << (3 * BITS);

/// The colour that lets the frame before through, after all others.
pub(super) const CLEAR: u8 = 255;

/// Colours of a frame, and which of them each pixel has.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct FewColors {
    /// Red, green, blue, one colour after the other; at most 256 with [`CLEAR`].
    pub(super) palette: Vec<u8>,
    /// For each pixel the number of its colour.
    pub(super) pixels: Vec<u8>,
}

/// Colours of a part, as they occur.
#[derive(Clone, Copy, Default)]
struct Shade {
    key: usize,
    color: [f64; 3],
    weight: f64,
}

/// What a part of the colours comes to.
struct Shades {
    from: usize,
    to: usize,
    mean: [f64; 3],
    error: f64,
    /// The part of a colour in which they differ most.
    longest: usize,
}

impl Shades {
    fn of(all: &[Shade], from: usize, to: usize) -> Self {
        let mut sums = ([0.0; 3], [0.0; 3], 0.0);
        for Shade { color, weight, .. } in &all[from..to] {
            for ((sum, square), part) in sums.0.iter_mut().zip(&mut sums.1).zip(color) {
                *sum += part * weight;
                *square += part * part * weight;
            }
            sums.2 += weight;
        }
        let mean = sums.0.map(|sum| sum / sums.2.max(1e-9));
        let errors: [f64; 3] = std::array::from_fn(|part| sums.1[part] - sums.0[part] * mean[part]);
        let longest = (0..3).max_by(|&a, &b| errors[a].total_cmp(&errors[b])).unwrap_or(0);
        Self { from, to, mean, error: errors.iter().sum(), longest }
    }
}

impl FewColors {
    /// The colours of pixels, red, green, blue and 255, or 0 for what lets the frame before through.
    pub(super) fn of(pixels: &[u8]) -> Self {
        let mut sums = vec![[0_u64; 4]; KNOWN];
        for pixel in pixels.chunks_exact(4).filter(|pixel| pixel[3] != 0) {
            let sum = &mut sums[key(pixel)];
            (0..3).for_each(|part| sum[part] += u64::from(pixel[part]));
            sum[3] += 1;
        }
        let mut shades: Vec<Shade> = sums
            .iter()
            .enumerate()
            .filter(|(_, sum)| sum[3] > 0)
            .map(|(key, &[red, green, blue, count])| Shade {
                key,
                color: [red, green, blue].map(|part| part as f64 / count as f64),
                weight: (count as f64).sqrt(),
            })
            .collect();
        let mut parts = Vec::new();
        if !shades.is_empty() {
            parts.push(Shades::of(&shades, 0, shades.len()));
        }
        while parts.len() < usize::from(CLEAR) {
            let worst = (0..parts.len()).max_by(|&a, &b| parts[a].error.total_cmp(&parts[b].error));
            let Some(worst) = worst.filter(|&worst| parts[worst].error > 1e-6) else { break };
            let Shades { from, to, mean, longest, .. } = parts.swap_remove(worst);
            let part = &mut shades[from..to];
            part.sort_by(|a, b| a.color[longest].total_cmp(&b.color[longest]).then(a.key.cmp(&b.key)));
            let low = part.partition_point(|shade| shade.color[longest] <= mean[longest]);
            let middle = from + low.clamp(1, to - from - 1);
            parts.push(Shades::of(&shades, from, middle));
            parts.push(Shades::of(&shades, middle, to));
        }
        let mut palette = vec![0; 3 * (usize::from(CLEAR) + 1)];
        let mut numbers = vec![CLEAR; KNOWN];
        for (number, part) in parts.iter().enumerate() {
            for (to, mean) in palette[3 * number..].iter_mut().zip(part.mean) {
                *to = mean.round() as u8;
            }
            for shade in &shades[part.from..part.to] {
                numbers[shade.key] = number as u8;
            }
        }
        let number = |pixel: &[u8]| if pixel[3] == 0 { CLEAR } else { numbers[key(pixel)] };
        Self { palette, pixels: pixels.chunks_exact(4).map(number).collect() }
    }
}

/// The number of a colour among those that are told apart.
fn key(pixel: &[u8]) -> usize {
    pixel[..3].iter().fold(0, |key, &part| key << BITS | usize::from(part >> (8 - BITS)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_colours_stay_as_they_are_and_rare_ones_among_many_nearly() {
        let few = FewColors::of(&[9, 8, 7, 255, 200, 0, 0, 255, 1, 2, 3, 0, 9, 8, 7, 255]);
        assert_eq!(few.pixels[2], CLEAR);
        let color = |few: &FewColors, pixel: usize| {
            let at = 3 * usize::from(few.pixels[pixel]);
            [few.palette[at], few.palette[at + 1], few.palette[at + 2]]
        };
        assert_eq!([0, 1, 3].map(|pixel| color(&few, pixel)), [[9, 8, 7], [200, 0, 0], [9, 8, 7]]);
        // A picture of warm colours, and ten pixels of another.
        let mut pixels: Vec<u8> = (0..40_000_u32)
            .flat_map(|at| [200 + (at % 50) as u8, 120 + (at / 7 % 90) as u8, 60 + (at / 3 % 80) as u8, 255])
            .collect();
        pixels.extend([40, 130, 135, 255].repeat(10));
        let few = FewColors::of(&pixels);
        let rare = color(&few, 40_005);
        assert!(rare.iter().zip([40, 130, 135]).all(|(one, other)| one.abs_diff(other) < 6), "{rare:?}");
        let error = (0..40_000).map(|at| {
            let found = color(&few, at);
            (0..3).map(|part| f64::from(found[part].abs_diff(pixels[4 * at + part]))).sum::<f64>() / 3.0
        });
        assert!(error.sum::<f64>() / 40_000.0 < 6.0);
        assert_eq!(FewColors::of(&[0; 8]).pixels, [CLEAR; 2]);
    }
}
