//! Density picture: a board whose cells are too small to show single stones. A texel has the mean light of a
//! block of cells: of black and white stones by the area that they cover, over wood or heat. Stones of large
//! groups are tinted with the colour of the group if links or outlines are shown.

use super::heat::{HeatColors, linear};
use super::shares::HeatShares;
use super::view::BoardView;
use crate::shell::layers::Layer;
use crate::shell::palette::{GROUP_COLORS, indexed_group_color};
use bevy::math::{UVec2, Vec2, Vec4};
use std::ops::Range;
use stonefield_go::{Color, Size};

/// Size of a cell, in pixels, below which only the density is drawn.
pub(super) const FAR: f32 = 4.0;
/// Size of a cell, in pixels, from which only single stones are drawn. Below, down to [`FAR`], a mix.
pub(super) const NEAR: f32 = 6.5;

/// Part of a cell that a stone covers: π · 0.472².
const COVERED: f32 = 0.7;

/// Part of a texel that one stone covers additionally, to be visible. Each further stone divides it by e.
const SINGLE_STONE: f32 = 0.16;
/// Linear light of black and white stones seen from afar.
const STONES: [[f32; 3]; 2] = [[0.0222, 0.0234, 0.0271], [0.8206, 0.7925, 0.7376]];
/// Smallest group, in stones, that is tinted.
const MIN_TINTED_GROUP: u32 = 16;
/// Part of the colour of the group in a tinted stone.
const TINT: f32 = 0.22;
/// Largest board, in points, with only thorough drawings ([`Renewal::Thorough`] or more), as they are fast
/// enough.
const MAX_QUICK_AREA: usize = 128 * 128;
/// Number of cells that are compared at once.
const CHUNK: usize = 32;

/// Smallest texel, in pixels.
const TEXEL: f32 = 5.0;
/// Side of a texel, in cells: the longer side of the board divided by the second number, but at least 1 and
/// at most the first number. More cells if the texel would be smaller than [`TEXEL`].
const CELLS: (f32, f32) = (2.0, 40.0);

/// Level of detail of a board, by the size of a cell on the screen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Detail {
    /// A texel has 2^level × 2^level cells.
    pub(super) level: u8,
    /// Part of the next coarser level that is mixed in, 0 to 1.
    pub(super) coarse: f32,
    /// Part of the density in what is drawn, 0 to 1. The rest is single stones.
    pub(super) share: f32,
}

impl Detail {
    /// Returns the detail of a board with cells of this size, in pixels.
    pub(super) fn of(size: Size, pixels: f32) -> Self {
        let side = f32::from(size.width().max(size.height()));
        let cells = (side / CELLS.1).clamp(1.0, CELLS.0).max(TEXEL / pixels.max(1e-3)).min(128.0);
        let level = cells.log2().floor();
        let t = ((NEAR - pixels) / (NEAR - FAR)).clamp(0.0, 1.0);
        Self { level: level as u8, coarse: cells.log2() - level, share: t * t * (3.0 - 2.0 * t) }
    }

    /// Returns the values for the shader: 0, `share`, and 1 / (cells covered by the picture) in x and in y.
    pub(super) fn to_vec4(self, size: Size) -> Vec4 {
        let cover = extent(size, self.level).as_vec2() * (1_u32 << self.level) as f32;
        let scale = Vec2::ONE / cover;
        Vec4::new(0.0, self.share, scale.x, scale.y)
    }

    /// Returns `coarse` in steps of 1/32: smaller changes are invisible and cause no new drawing.
    pub(super) fn coarse_step(self) -> u8 {
        (self.coarse * 32.0).round() as u8
    }
}

/// Returns the size of the picture, in texels: even, so that the next coarser level covers the same cells.
pub(super) fn extent(size: Size, level: u8) -> UVec2 {
    let side = |cells: u16| (u32::from(cells).div_ceil(2 << level) * 2).max(2);
    UVec2::new(side(size.width()), side(size.height()))
}

/// State of the density picture, with sums that are reused for the next one.
#[derive(Default)]
pub(super) struct DensityPicture {
    level: u8,
    size: Size,
    /// Stones, by point number.
    stones: Vec<Option<Color>>,
    /// Tints, by point number: 1 more than the index of the colour, or 0. Empty if no group is tinted.
    tints: Vec<u8>,
    /// True if stones have changed since the last thorough drawing.
    stale: bool,
    /// Sums for each texel: light of its stones and their number in `sums`, shares of heat in `heat_sums`.
    sums: Vec<[f32; 4]>,
    heat_sums: Vec<f32>,
    /// Texels whose stones have changed. Their heat changes one tick later.
    changed: Vec<usize>,
}

/// Part of the picture that is computed anew.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Renewal {
    /// Texels whose stones have changed.
    Changes,
    /// Also tints of groups, and all heat.
    Thorough,
    /// All texels.
    All,
}

impl DensityPicture {
    /// True if a thorough drawing may differ from the current one.
    pub(super) const fn is_stale(&self) -> bool {
        self.stale
    }

    /// True if a board is drawn thoroughly in every frame.
    pub(super) fn is_quick(size: Size) -> bool {
        size.area() <= MAX_QUICK_AREA
    }

    /// Returns the texels of the picture, row by row from the bottom. `heat`: heat of the points if its layer
    /// is on, and true if heat may have changed everywhere.
    pub(super) fn draw(
        &mut self,
        view: &BoardView<'_>,
        heat: Option<(&[f32], bool)>,
        (shares, colors): (&HeatShares, &HeatColors),
        (level, coarse): (u8, f32),
        renewal: Renewal,
    ) -> Vec<u8> {
        let size = view.size();
        let tinted = view.layers.get(Layer::Links) || view.layers.get(Layer::Hulls);
        let redraws_all = (self.level, self.size) != (level, size) || tinted == self.tints.is_empty();
        let renewal = if redraws_all { Renewal::All } else { renewal };
        (self.level, self.size) = (level, size);
        self.stones.resize(size.area(), None);
        let retinted = if renewal == Renewal::Changes { false } else { self.update_tints(view, tinted) };
        self.update_sums(view, retinted || renewal == Renewal::All);
        if let Some((heat, all)) = heat {
            self.update_heat(heat, shares, all || renewal != Renewal::Changes);
        }
        self.stale = renewal == Renewal::Changes && (self.stale || !self.changed.is_empty());
        let extent = extent(size, level);
        let fine = self.texels(heat.is_some(), colors);
        let half = blurred(&halved(&fine, extent), extent / 2);
        let fine = if level > 0 { blurred(&fine, extent) } else { fine };
        mixed(&fine, &half, extent, coarse).into_iter().flatten().map(byte).collect()
    }

    /// Updates the tints of large groups. Returns true if one has changed.
    fn update_tints(&mut self, view: &BoardView<'_>, tinted: bool) -> bool {
        if !tinted {
            return !std::mem::take(&mut self.tints).is_empty();
        }
        self.tints.resize(self.stones.len(), 0);
        let mut changed = false;
        for (index, tint) in self.tints.iter_mut().enumerate() {
            let large = view.stone(index).filter(|&(id, _)| view.groups.size(id) >= MIN_TINTED_GROUP);
            let now = large.map_or(0, |(id, color)| view.colors.index(view.groups, id, color) as u8 + 1);
            changed |= std::mem::replace(tint, now) != now;
        }
        changed
    }

    /// Updates the light of texels whose stones have changed, or of all texels.
    fn update_sums(&mut self, view: &BoardView<'_>, all: bool) {
        let (size, block) = (self.size, 1 << self.level);
        let width = usize::from(size.width());
        let extent = extent(size, self.level).as_usizevec2();
        self.sums.resize(extent.x * extent.y, [0.0; 4]);
        let lights = lights(view);
        let now = view.occupancy.colors();
        self.changed.clear();
        for (y, (before, row)) in self.stones.chunks_exact_mut(width).zip(now.chunks_exact(width)).enumerate()
        {
            let first = y / block * extent.x;
            let parts = before.chunks_mut(CHUNK).zip(row.chunks(CHUNK)).enumerate();
            for (part, (before, now)) in parts {
                // Compared without an early exit, so that the compiler can vectorize it.
                let differs =
                    before.iter().zip(now).fold(false, |differs, (one, other)| differs | (one != other));
                if differs {
                    for (x, (before, now)) in (part * CHUNK..).zip(before.iter_mut().zip(now)) {
                        if std::mem::replace(before, *now) != *now {
                            self.changed.push(first + x / block);
                        }
                    }
                }
            }
        }
        self.changed.sort_unstable();
        self.changed.dedup();
        let tints = &self.tints;
        let mut sum_up = |texel: usize| {
            let (columns, rows) = cells(size, block, extent.x, texel);
            let mut sums = [0.0; 4];
            for row in rows {
                let first = row * width + columns.start;
                for (index, stone) in (first..).zip(&now[first..first + columns.len()]) {
                    let Some(color) = stone else { continue };
                    let tint = tints.get(index).copied().unwrap_or(0);
                    let light = &lights[color.index()][usize::from(tint)];
                    sums.iter_mut().zip(light).for_each(|(sum, part)| *sum += part);
                }
            }
            self.sums[texel] = sums;
        };
        if all {
            (0..extent.x * extent.y).for_each(sum_up);
        } else {
            self.changed.iter().for_each(|&texel| sum_up(texel));
        }
    }

    /// Updates the heat of texels around those whose stones have changed, or of all texels.
    fn update_heat(&mut self, heat: &[f32], shares: &HeatShares, all: bool) {
        let (size, block) = (self.size, 1 << self.level);
        let width = usize::from(size.width());
        let extent = extent(size, self.level).as_usizevec2();
        let all = all || self.heat_sums.len() != extent.x * extent.y;
        self.heat_sums.resize(extent.x * extent.y, 0.0);
        let heat_sums = &mut self.heat_sums;
        let mut warm_up = |texel: usize| {
            let (columns, rows) = cells(size, block, extent.x, texel);
            let row = |row: usize| {
                let heat = &heat[row * width + columns.start..row * width + columns.end];
                heat.iter().map(|&value| shares.of(value).min(1.0)).sum::<f32>()
            };
            heat_sums[texel] = rows.map(row).sum();
        };
        if all {
            (0..extent.x * extent.y).for_each(warm_up);
            return;
        }
        // A stone warms cells up to a distance of two.
        let reach = 2_usize.div_ceil(block);
        for &texel in &self.changed {
            let (x, y) = (texel % extent.x, texel / extent.x);
            for y in y.saturating_sub(reach)..(y + reach + 1).min(extent.y) {
                (x.saturating_sub(reach)..(x + reach + 1).min(extent.x))
                    .for_each(|x| warm_up(y * extent.x + x));
            }
        }
    }

    /// Returns the mean light of each texel, and the part of it where the grain of the wood is hidden.
    fn texels(&self, heated: bool, colors: &HeatColors) -> Vec<[f32; 4]> {
        let (size, block) = (self.size, 1 << self.level);
        let extent = extent(size, self.level).as_usizevec2();
        let wood = colors.scale.ground.map(linear);
        // Heat hides half of the grain, as in the near view.
        let grain = if heated { 0.5 } else { 1.0 };
        let mut texels = vec![[0.0; 4]; self.sums.len()];
        let (columns, bands) =
            (usize::from(size.width()).div_ceil(block), usize::from(size.height()).div_ceil(block));
        for band in 0..bands {
            let line = band * extent.x..(band + 1) * extent.x;
            for texel in line.clone().take(columns) {
                let (columns, rows) = cells(size, block, extent.x, texel);
                let cells = (columns.len() * rows.len()) as f32;
                let ground = if heated {
                    let [red, green, blue, _] = colors.of(self.heat_sums[texel] / cells);
                    [red, green, blue].map(|root| (f32::from(root) / 255.0).powi(2))
                } else {
                    wood
                };
                let [red, green, blue, count] = self.sums[texel];
                let covered = count * COVERED / cells;
                // A single stone among many cells stays visible.
                let alone = if count > 0.0 { SINGLE_STONE * (1.0 - count).exp() } else { 0.0 };
                let covered = covered + alone * (1.0 - covered);
                let (part, bare) = (covered / count.max(1.0), 1.0 - covered);
                texels[texel] = [
                    ground[0] * bare + red * part,
                    ground[1] * bare + green * part,
                    ground[2] * bare + blue * part,
                    1.0 - bare * grain,
                ];
            }
            // Texels beyond the board repeat those at its edge.
            let last = texels[line.start + columns - 1];
            texels[line.start + columns..line.end].fill(last);
        }
        for band in bands..extent.y {
            texels.copy_within((bands - 1) * extent.x..bands * extent.x, band * extent.x);
        }
        texels
    }
}

/// Returns the columns and rows of the cells of a texel, without those beyond the board.
fn cells(size: Size, block: usize, width: usize, texel: usize) -> (Range<usize>, Range<usize>) {
    let span = |at: usize, side: u16| {
        let side = usize::from(side);
        (at * block).min(side)..((at + 1) * block).min(side)
    };
    (span(texel % width, size.width()), span(texel / width, size.height()))
}

/// Returns an image mixed with the next coarser level. `coarse`: part of the coarser level, 0 to 1.
fn mixed(fine: &[[f32; 4]], half: &[[f32; 4]], extent: UVec2, coarse: f32) -> Vec<[f32; 4]> {
    let extent = extent.as_usizevec2();
    if coarse <= 0.0 {
        return fine.to_vec();
    }
    let line = extent.x / 2;
    // The middle of a fine texel is a quarter of a coarse texel away from the middle of its coarse texel.
    let near = |at: usize, count: usize| {
        let other =
            if at.is_multiple_of(2) { (at / 2).saturating_sub(1) } else { (at / 2 + 1).min(count - 1) };
        (at / 2, other)
    };
    let mut mixed = Vec::with_capacity(fine.len());
    for (y, row) in fine.chunks_exact(extent.x).enumerate() {
        let (here, beside) = near(y, extent.y / 2);
        let (here, beside) = (&half[here * line..][..line], &half[beside * line..][..line]);
        mixed.extend(row.iter().enumerate().map(|(x, fine)| {
            let (at, next) = near(x, line);
            let mut texel = [0.0; 4];
            for (i, part) in texel.iter_mut().enumerate() {
                let near_row = 0.75 * here[at][i] + 0.25 * here[next][i];
                let far_row = 0.75 * beside[at][i] + 0.25 * beside[next][i];
                *part = fine[i] + (0.75 * near_row + 0.25 * far_row - fine[i]) * coarse;
            }
            texel
        }));
    }
    mixed
}

/// Returns the light of a stone and the count 1, by colour and tint. All 0 for a hidden colour.
fn lights(view: &BoardView<'_>) -> [Vec<[f32; 4]>; 2] {
    Color::ALL.map(|color| {
        let factor = f32::from(u8::from(view.layers.stones(color)));
        let stone = STONES[color.index()];
        let hues = (0..GROUP_COLORS).map(|index| indexed_group_color(index).map(linear));
        let tinted = hues.map(|hue| [0, 1, 2].map(|i| stone[i] + (hue[i] - stone[i]) * TINT));
        std::iter::once(stone)
            .chain(tinted)
            .map(|[red, green, blue]| [red, green, blue, 1.0].map(|it| it * factor))
            .collect()
    })
}

/// Returns an image of half the resolution.
fn halved(texels: &[[f32; 4]], extent: UVec2) -> Vec<[f32; 4]> {
    let extent = extent.as_usizevec2();
    let mut half = Vec::with_capacity(texels.len() / 4);
    for lines in texels.chunks_exact(2 * extent.x) {
        let (below, above) = lines.split_at(extent.x);
        for (below, above) in below.chunks_exact(2).zip(above.chunks_exact(2)) {
            half.push([0, 1, 2, 3].map(|i| (below[0][i] + below[1][i] + above[0][i] + above[1][i]) * 0.25));
        }
    }
    half
}

/// Returns a blurred image. With the filter of the sampler, the weights 1, 2, 1 give a smooth curve.
fn blurred(texels: &[[f32; 4]], extent: UVec2) -> Vec<[f32; 4]> {
    let (width, height) = (extent.x as usize, extent.y as usize);
    let mix = |one: &[f32; 4], two: &[f32; 4], three: &[f32; 4]| {
        [0, 1, 2, 3].map(|i| (one[i] + three[i]) * 0.25 + two[i] * 0.5)
    };
    let mut rows = Vec::with_capacity(texels.len());
    for line in texels.chunks_exact(width) {
        rows.push(mix(&line[0], &line[0], &line[1.min(width - 1)]));
        rows.extend(line.windows(3).map(|three| mix(&three[0], &three[1], &three[2])));
        if width > 1 {
            rows.push(mix(&line[width - 2], &line[width - 1], &line[width - 1]));
        }
    }
    let mut blurred = Vec::with_capacity(rows.len());
    for y in 0..height {
        let line = |y: usize| &rows[y * width..(y + 1) * width];
        let around = line(y.saturating_sub(1)).iter().zip(line(y)).zip(line((y + 1).min(height - 1)));
        blurred.extend(around.map(|((below, here), above)| mix(below, here, above)));
    }
    blurred
}

/// Returns the square root of linear light as a byte.
fn byte(light: f32) -> u8 {
    (light.max(0.0).sqrt() * 255.0 + 0.5) as u8
}

#[cfg(test)]
mod tests {
    use super::super::heat::root_byte;
    use super::*;

    #[test]
    fn the_detail_changes_without_a_jump() {
        for side in [9_u16, 19, 50, 200, 1000] {
            let size = Size::square(side).expect("a size");
            let at = |pixels: f32| {
                let detail = Detail::of(size, pixels);
                (f32::from(detail.level) + detail.coarse, detail.share)
            };
            for step in 1..2000_u16 {
                let pixels = f32::from(step) * 0.005;
                let ((level, share), (next_level, next_share)) = (at(pixels), at(pixels * 1.01));
                assert!(
                    (level - next_level).abs() < 0.03 && (share - next_share).abs() < 0.05,
                    "{side}, {pixels}"
                );
            }
            assert_eq!((at(FAR).1, at(NEAR).1), (1.0, 0.0));
        }
        let crisp = Detail::of(Size::square(19).expect("a size"), 5.0);
        assert_eq!((crisp.level, crisp.coarse), (0, 0.0), "a small board has one texel for each cell");
    }

    #[test]
    fn a_picture_covers_the_board() {
        for (size, level) in [("1", 0), ("19", 0), ("19", 3), ("200", 1), ("1000x7", 2)] {
            let size: Size = size.parse().expect("a size");
            let extent = extent(size, level);
            assert!(extent.x.is_multiple_of(2) && extent.y.is_multiple_of(2));
            assert!(extent.x << level >= size.width().into() && extent.y << level >= size.height().into());
        }
    }

    #[test]
    fn uniform_light_stays_uniform_and_the_sum_of_light_is_constant() {
        let extent = UVec2::new(6, 4);
        let level = vec![[0.3; 4]; 24];
        let half = halved(&level, extent);
        assert!(mixed(&level, &half, extent, 0.6).iter().flatten().all(|light| (light - 0.3).abs() < 1e-6));
        assert!(blurred(&level, extent).iter().flatten().all(|light| (light - 0.3).abs() < 1e-6));
        let mut spot = vec![[0.0; 4]; 24];
        spot[2 * 6 + 3] = [1.0; 4];
        let sum = |texels: &[[f32; 4]]| texels.iter().map(|texel| texel[0]).sum::<f32>();
        assert!((sum(&blurred(&spot, extent)) - 1.0).abs() < 1e-6);
        assert!((sum(&halved(&spot, extent)) - 0.25).abs() < 1e-6);
        assert_eq!(byte(1.0), root_byte(1.0));
    }
}
