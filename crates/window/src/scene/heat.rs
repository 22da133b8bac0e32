//! Heat map as an image: smooth between the points of small boards, one texel per cell on large boards.

use super::difference::difference;
use super::seen_cells::SeenCells;
use super::shares::HeatShares;
use crate::shell::palette::HeatScale;
use bevy::math::{Rect, UVec2};
use stonefield_go::Size;

/// Number of colours of a scale.
const STEPS: usize = 256;

/// Colours of a scale of heat, at equal steps, as the square root of linear light. So eight bits suffice, and
/// the shader squares instead of decoding sRGB.
pub(super) struct HeatColors {
    pub(super) scale: HeatScale,
    colors: [[u8; 4]; STEPS],
}

impl HeatColors {
    pub(super) fn new(scale: HeatScale) -> Self {
        let colors = std::array::from_fn(|step| {
            let [red, green, blue] = scale.color(step as f32 / (STEPS - 1) as f32).map(root_byte);
            [red, green, blue, 255]
        });
        Self { scale, colors }
    }

    /// Returns the colour of a share of the scale.
    pub(super) fn of(&self, share: f32) -> [u8; 4] {
        self.colors[(share * (STEPS - 1) as f32 + 0.5).clamp(0.0, (STEPS - 1) as f32) as usize]
    }
}

/// Returns the square root of the linear light of an sRGB value, as a byte.
pub(super) fn root_byte(srgb: f32) -> u8 {
    (linear(srgb).sqrt() * 255.0).round() as u8
}

/// Returns the linear light of an sRGB value.
pub(super) fn linear(srgb: f32) -> f32 {
    if srgb <= 0.040_45 { srgb / 12.92 } else { ((srgb + 0.055) / 1.055).powf(2.4) }
}

/// Returns the number of texels along a cell. Odd, so that a texel is on every point.
pub(super) fn texels_per_cell(size: Size) -> usize {
    match size.width().max(size.height()) {
        0..=32 => 5,
        33..=100 => 3,
        _ => 1,
    }
}

/// Returns the size of the heat map of the seen cells, in texels.
pub(super) fn extent(size: Size, seen: SeenCells) -> UVec2 {
    seen.extent() * texels_per_cell(size) as u32
}

/// Returns the cells whose heat differs between two maps, in board coordinates; `None` if none does.
pub(super) fn changed_cells(size: Size, seen: SeenCells, before: &[u8], now: &[u8]) -> Option<Rect> {
    let fine = texels_per_cell(size) as f32;
    let [(before, []), (now, [])] = [before, now].map(<[u8]>::as_chunks::<4>) else { return None };
    let texels = difference(before, now, extent(size, seen).x as usize)?;
    let first = seen.corner() - 0.5;
    Some(Rect { min: texels.min / fine + first, max: texels.max / fine + first })
}

/// Returns the colours of the heat of the seen cells, row by row from the bottom. Boards with several texels
/// per cell are always seen whole.
pub(super) fn map(
    size: Size,
    seen: SeenCells,
    heat: &[f32],
    (shares, colors): (&HeatShares, &HeatColors),
) -> Vec<u8> {
    let fine = texels_per_cell(size);
    let (width, height) = (usize::from(size.width()), usize::from(size.height()));
    if fine == 1 {
        let values = seen.rows(size).flat_map(|row| &heat[row]);
        return values.flat_map(|&value| colors.of(shares.of(value))).collect();
    }
    let weights: Vec<[f32; 4]> = (0..fine).map(|i| cubic((i as f32 + 0.5) / fine as f32 - 0.5)).collect();
    let heat: Vec<f32> = heat.iter().map(|&value| shares.of(value)).collect();
    // Interpolates along the rows first, then across them.
    let mut rows = vec![0.0; width * fine * height];
    for (row, values) in rows.chunks_exact_mut(width * fine).zip(heat.chunks_exact(width)) {
        for (i, value) in row.iter_mut().enumerate() {
            let (from, weights) = taps(i, fine, &weights);
            *value = (0..4).map(|k| weights[k] * values[clamped_index(from, k, width)]).sum();
        }
    }
    let mut texels = Vec::with_capacity(rows.len() * fine * 4);
    for j in 0..height * fine {
        let (from, weights) = taps(j, fine, &weights);
        let [a, b, c, d]: [&[f32]; 4] =
            std::array::from_fn(|k| &rows[clamped_index(from, k, height) * width * fine..][..width * fine]);
        for (((a, b), c), d) in a.iter().zip(b).zip(c).zip(d) {
            let value = weights[0] * a + weights[1] * b + weights[2] * c + weights[3] * d;
            texels.extend_from_slice(&colors.of(value));
        }
    }
    texels
}

/// Returns the first of the four cells that a texel mixes, and their weights.
fn taps(texel: usize, fine: usize, weights: &[[f32; 4]]) -> (isize, [f32; 4]) {
    let (cell, part) = (texel / fine, texel % fine);
    let before = isize::from(part < fine / 2);
    (cell as isize - 1 - before, weights[part])
}

fn clamped_index(from: isize, step: usize, count: usize) -> usize {
    (from + step as isize).clamp(0, count as isize - 1) as usize
}

/// Returns the Catmull–Rom weights of four cells, for a place `t` cells, -0.5 to 0.5, from the middle of one.
fn cubic(t: f32) -> [f32; 4] {
    let t = if t < 0.0 { t + 1.0 } else { t };
    let (t2, t3) = (t * t, t * t * t);
    [
        0.5 * (-t + 2.0 * t2 - t3),
        0.5 * (2.0 - 5.0 * t2 + 3.0 * t3),
        0.5 * (t + 4.0 * t2 - 3.0 * t3),
        0.5 * (t3 - t2),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_map_has_the_heat_of_every_point() -> Result<(), stonefield_go::SizeError> {
        let size = Size::new(7, 4)?;
        let heat: Vec<f32> = (0..size.area()).map(|i| (i * 37 % 11) as f32 * 0.4).collect();
        let colors = HeatColors::new(HeatScale::default());
        let seen = SeenCells::whole(size);
        let mut shares = HeatShares::default();
        shares.update(&heat, colors.scale);
        let (fine, texels) = (texels_per_cell(size), map(size, seen, &heat, (&shares, &colors)));
        assert_eq!(texels.len(), (extent(size, seen).element_product() * 4) as usize);
        for point in size.points() {
            let (x, y) = (usize::from(point.x) * fine + fine / 2, usize::from(point.y) * fine + fine / 2);
            let at = (y * 7 * fine + x) * 4;
            assert_eq!(texels[at..at + 4], colors.of(shares.of(heat[size.index(point)])), "{point}");
        }
        Ok(())
    }

    #[test]
    fn a_uniform_field_has_a_uniform_map() -> Result<(), stonefield_go::SizeError> {
        let size = Size::new(5, 3)?;
        let colors = HeatColors::new(HeatScale { absolute: true, ..HeatScale::default() });
        let heat = vec![2.0; size.area()];
        let mut shares = HeatShares::default();
        shares.update(&heat, colors.scale);
        let color = colors.of(0.5);
        let texels = map(size, SeenCells::whole(size), &heat, (&shares, &colors));
        // The sum of the weights is 1 except for rounding, which may reach the next colour of the table.
        assert!(
            texels.chunks_exact(4).flat_map(|texel| texel.iter().zip(color)).all(|(a, b)| a.abs_diff(b) <= 1)
        );
        Ok(())
    }
}
