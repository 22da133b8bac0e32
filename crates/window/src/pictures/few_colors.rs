//! Colour quantization: at most 255 colours for a frame of a GIF.
//!
//! A set of colours is split at the mean of its channel with the largest error, the set with the largest
//! error first. A colour counts by the square root of its number of pixels, so that a few pixels of another
//! colour, such as a link, keep it. There is no dithering: pixels that do not change keep their colours.

// CITE: colour quantization by splitting boxes, P. Heckbert, "Color image quantization for frame buffer
// display", 1982; by the variance of parts, X. Wu, "Efficient statistical computations for optimal color
// quantization", 1991

/// Bits per channel by which colours are distinguished.
const BITS: u32 = 6;

/// Number of colours that are distinguished.
const KEYS: usize = 1 << (3 * BITS);

/// Palette index of the transparent colour, after all others.
pub(super) const CLEAR: u8 = 255;

/// Palette of a frame, and the colour of each pixel.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct FewColors {
    /// Red, green and blue of 256 colours; unused ones are black. [`CLEAR`] is the last.
    pub(super) palette: Vec<u8>,
    /// Palette index of each pixel.
    pub(super) pixels: Vec<u8>,
}

/// Mean of the pixels with the same key. The weight is the square root of their number.
#[derive(Clone, Copy, Default)]
struct ColorBin {
    key: usize,
    color: [f64; 3],
    weight: f64,
}

/// Colours of the bins `from..to`, with their weighted mean and squared error.
struct ColorBox {
    from: usize,
    to: usize,
    mean: [f64; 3],
    error: f64,
    /// Channel with the largest error.
    channel: usize,
}

impl ColorBox {
    fn of(bins: &[ColorBin], from: usize, to: usize) -> Self {
        let mut sums = ([0.0; 3], [0.0; 3], 0.0);
        for ColorBin { color, weight, .. } in &bins[from..to] {
            for ((sum, square), part) in sums.0.iter_mut().zip(&mut sums.1).zip(color) {
                *sum += part * weight;
                *square += part * part * weight;
            }
            sums.2 += weight;
        }
        let mean = sums.0.map(|sum| sum / sums.2.max(1e-9));
        let errors: [f64; 3] = std::array::from_fn(|part| sums.1[part] - sums.0[part] * mean[part]);
        let channel = (0..3).max_by(|&a, &b| errors[a].total_cmp(&errors[b])).unwrap_or(0);
        Self { from, to, mean, error: errors.iter().sum(), channel }
    }
}

impl FewColors {
    /// Chooses the colours of RGBA pixels. Alpha is 255, or 0 for a transparent pixel.
    pub(super) fn of(pixels: &[u8]) -> Self {
        let mut sums = vec![[0_u64; 4]; KEYS];
        for pixel in pixels.chunks_exact(4).filter(|pixel| pixel[3] != 0) {
            let sum = &mut sums[key(pixel)];
            (0..3).for_each(|part| sum[part] += u64::from(pixel[part]));
            sum[3] += 1;
        }
        let mut bins: Vec<ColorBin> = sums
            .iter()
            .enumerate()
            .filter(|(_, sum)| sum[3] > 0)
            .map(|(key, &[red, green, blue, count])| ColorBin {
                key,
                color: [red, green, blue].map(|part| part as f64 / count as f64),
                weight: (count as f64).sqrt(),
            })
            .collect();
        let mut boxes = Vec::new();
        if !bins.is_empty() {
            boxes.push(ColorBox::of(&bins, 0, bins.len()));
        }
        while boxes.len() < usize::from(CLEAR) {
            let worst = (0..boxes.len()).max_by(|&a, &b| boxes[a].error.total_cmp(&boxes[b].error));
            let Some(worst) = worst.filter(|&worst| boxes[worst].error > 1e-6) else { break };
            let ColorBox { from, to, mean, channel, .. } = boxes.swap_remove(worst);
            let part = &mut bins[from..to];
            part.sort_by(|a, b| a.color[channel].total_cmp(&b.color[channel]).then(a.key.cmp(&b.key)));
            let low = part.partition_point(|bin| bin.color[channel] <= mean[channel]);
            let middle = from + low.clamp(1, to - from - 1);
            boxes.push(ColorBox::of(&bins, from, middle));
            boxes.push(ColorBox::of(&bins, middle, to));
        }
        let mut palette = vec![0; 3 * (usize::from(CLEAR) + 1)];
        let mut numbers = vec![CLEAR; KEYS];
        for (number, color_box) in boxes.iter().enumerate() {
            for (to, mean) in palette[3 * number..].iter_mut().zip(color_box.mean) {
                *to = mean.round() as u8;
            }
            for bin in &bins[color_box.from..color_box.to] {
                numbers[bin.key] = number as u8;
            }
        }
        let number = |pixel: &[u8]| if pixel[3] == 0 { CLEAR } else { numbers[key(pixel)] };
        Self { palette, pixels: pixels.chunks_exact(4).map(number).collect() }
    }
}

/// Returns the key of a colour: its upper [`BITS`] bits of each channel.
fn key(pixel: &[u8]) -> usize {
    pixel[..3].iter().fold(0, |key, &part| key << BITS | usize::from(part >> (8 - BITS)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_colours_are_exact_and_rare_ones_among_many_are_close() {
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
            let chosen = color(&few, at);
            (0..3).map(|part| f64::from(chosen[part].abs_diff(pixels[4 * at + part]))).sum::<f64>() / 3.0
        });
        assert!(error.sum::<f64>() / 40_000.0 < 6.0);
        assert_eq!(FewColors::of(&[0; 8]).pixels, [CLEAR; 2]);
    }
}
