//! Temperature: how many stones are near, and how that spreads.

use crate::Size;
use std::ops::{Range, RangeInclusive};
use std::str::FromStr;

/// Which neighbours a point shares its heat with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Neighbourhood {
    /// The eight around it, as NetLogo's `diffuse`.
    #[default]
    Eight,
    /// The four beside it, as NetLogo's `diffuse4`.
    Four,
}

impl Neighbourhood {
    /// How many they are, away from the edges.
    #[must_use]
    pub const fn count(self) -> u8 {
        match self {
            Self::Eight => 8,
            Self::Four => 4,
        }
    }
}

/// A text that is not a number of neighbours.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a number of neighbours here: 8 or 4")]
pub struct NeighbourhoodError(String);

impl FromStr for Neighbourhood {
    type Err = NeighbourhoodError;

    fn from_str(text: &str) -> Result<Self, NeighbourhoodError> {
        let all = [Self::Eight, Self::Four].into_iter();
        let mut meant = all.filter(|it| it.count().to_string() == text);
        meant.next().ok_or_else(|| NeighbourhoodError(text.to_owned()))
    }
}

/// How heat behaves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HeatParams {
    /// Share of its heat that a point gives away each tick in equal parts to its neighbours, 0…1. Default 0.5.
    pub rate: f32,
    /// Who gets it.
    pub neighbourhood: Neighbourhood,
    /// Whether heat stays from tick to tick: then stones add to what is there. Otherwise each tick begins again from the stones, as
    /// in the NetLogo model, and the field is a blur one step deep.
    pub keep: bool,
    /// Share of the kept heat that is lost each tick, 0…1. Default 0.1.
    pub decay: f32,
}

impl Default for HeatParams {
    fn default() -> Self {
        Self { rate: 0.5, neighbourhood: Neighbourhood::Eight, keep: false, decay: 0.1 }
    }
}

/// A share outside 0…1.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{name} {given} is out of range: 0 to 1")]
pub struct HeatParamsError {
    name: &'static str,
    given: f32,
}

impl HeatParams {
    /// What a share may be.
    pub const SHARES: RangeInclusive<f32> = 0.0..=1.0;

    /// Holds the shares against their ranges.
    ///
    /// # Errors
    /// When one is not a number from 0 to 1.
    pub fn check(&self) -> Result<(), HeatParamsError> {
        for (name, given) in [("diffusion rate", self.rate), ("decay", self.decay)] {
            if !Self::SHARES.contains(&given) {
                return Err(HeatParamsError { name, given });
            }
        }
        Ok(())
    }
}

/// A change of so many counts, for each point of the board, makes a step over the whole board cheaper than one over the changes.
const MANY: usize = 8;

/// A span of a row without columns.
const NO_COLUMNS: [u16; 2] = [u16::MAX, 0];

/// The temperature of every point.
#[derive(Clone, Debug)]
pub struct HeatField {
    size: Size,
    /// Heat by point number.
    values: Vec<f32>,
    /// The next values while they are made; sums of three in a row for eight neighbours.
    next: Vec<f32>,
    rows: Vec<f32>,
    /// The counts that the values are spread from, and the rate; empty where that is not known.
    counts: Vec<u8>,
    rate: f32,
    /// Sum of the counts over each point and its eight neighbours, 0…36, with a border of one point. Empty until
    /// a step needs it.
    sums: Vec<u8>,
    /// Room for the points whose counts have changed.
    turned: Vec<u32>,
    /// By row: first column that the last step may have changed, and first one after those. No rows where the step
    /// went over the whole board.
    spans: Vec<[u16; 2]>,
}

impl PartialEq for HeatField {
    fn eq(&self, other: &Self) -> bool {
        (self.size, &self.values) == (other.size, &other.values)
    }
}

impl HeatField {
    /// A cold board.
    #[must_use]
    pub fn new(size: Size) -> Self {
        let cold = vec![0.0; size.area()];
        let (values, next, rows) = (cold.clone(), cold.clone(), cold);
        Self {
            size,
            values,
            next,
            rows,
            counts: Vec::new(),
            rate: 0.0,
            sums: Vec::new(),
            turned: Vec::new(),
            spans: Vec::new(),
        }
    }

    /// Runs of points that the last step may have changed, by number; `None` where that can be any.
    pub fn changed(&self) -> Option<impl Iterator<Item = Range<usize>> + '_> {
        let width = usize::from(self.size.width());
        let runs = self.spans.iter().enumerate().filter(|(_, [first, end])| first < end);
        let run = move |(y, [first, end]): (usize, &[u16; 2])| {
            y * width + usize::from(*first)..y * width + usize::from(*end)
        };
        (!self.spans.is_empty()).then(|| runs.map(run))
    }

    /// The size of the board.
    #[must_use]
    pub const fn size(&self) -> Size {
        self.size
    }

    /// Heat by point number.
    #[must_use]
    pub fn values(&self) -> &[f32] {
        &self.values
    }

    /// Sets all heat, by point number.
    ///
    /// # Panics
    /// When there are not as many values as points.
    pub fn set_values(&mut self, values: &[f32]) {
        self.values.copy_from_slice(values);
        self.forget();
    }

    /// What the values were spread from is no longer known.
    fn forget(&mut self) {
        self.counts.clear();
        self.sums.clear();
        self.spans.clear();
    }

    /// The sum over the board: the "capacity" of the world.
    #[must_use]
    pub fn total(&self) -> f64 {
        self.values.iter().map(|&value| f64::from(value)).sum()
    }

    /// One tick: `stones` holds how many of each point's four neighbours hold a stone, by point number.
    ///
    /// # Panics
    /// When there are not as many counts as points.
    pub fn step(&mut self, stones: &[u8], params: &HeatParams) {
        assert_eq!(stones.len(), self.values.len(), "one count a point");
        let local = !params.keep && params.neighbourhood == Neighbourhood::Eight;
        if local && self.counts.len() == stones.len() && self.rate == params.rate && self.follow(stones) {
            return;
        }
        self.spans.clear();
        if params.keep {
            let stays = 1.0 - params.decay;
            for (value, &count) in self.values.iter_mut().zip(stones) {
                *value = *value * stays + f32::from(count);
            }
        } else {
            for (value, &count) in self.values.iter_mut().zip(stones) {
                *value = f32::from(count);
            }
        }
        self.diffuse(params.rate, params.neighbourhood);
        if local {
            self.counts.extend_from_slice(stones);
            self.rate = params.rate;
        }
    }

    /// Does a step over the points near changed counts; returns `false`, and does nothing, where these are many.
    fn follow(&mut self, stones: &[u8]) -> bool {
        self.turned.clear();
        note_differences(&mut self.turned, &self.counts, stones);
        if self.turned.len() > stones.len() / MANY {
            return false;
        }
        if self.sums.is_empty() {
            self.add_up();
        }
        let (width, height) = (usize::from(self.size.width()), usize::from(self.size.height()));
        let stride = width + 2;
        self.spans.resize(height, NO_COLUMNS);
        self.spans.fill(NO_COLUMNS);
        for place in self.turned.iter().map(|&place| place as usize) {
            let more = stones[place].wrapping_sub(self.counts[place]);
            self.counts[place] = stones[place];
            let (x, y) = (place % width, place / width);
            for first in [y * stride + x, (y + 1) * stride + x, (y + 2) * stride + x] {
                if let Some(three) = self.sums[first..].first_chunk_mut::<3>() {
                    *three = three.map(|sum| sum.wrapping_add(more));
                }
            }
            #[expect(clippy::cast_possible_truncation, reason = "a row has at most 1024 columns")]
            let columns = [x.saturating_sub(1) as u16, (x + 2).min(width) as u16];
            for [first, end] in &mut self.spans[y.saturating_sub(1)..(y + 2).min(height)] {
                (*first, *end) = ((*first).min(columns[0]), (*end).max(columns[1]));
            }
        }
        self.spread_sums();
        true
    }

    /// Sums the counts over each point and its eight neighbours.
    fn add_up(&mut self) {
        let width = usize::from(self.size.width());
        let stride = width + 2;
        self.sums.clear();
        self.sums.resize(stride * (usize::from(self.size.height()) + 2), 0);
        for (y, row) in self.counts.chunks_exact(width).enumerate() {
            for sums in self.sums[y * stride..].chunks_exact_mut(stride).take(3) {
                for (x, count) in row.iter().enumerate() {
                    for sum in &mut sums[x..x + 3] {
                        *sum += count;
                    }
                }
            }
        }
    }

    /// Sets the values within the spans. They are the very numbers that [`HeatField::diffuse_eight`] makes of the
    /// counts.
    fn spread_sums(&mut self) {
        let (width, height) = (usize::from(self.size.width()), usize::from(self.size.height()));
        let rate = self.rate;
        let part = rate / 8.0;
        // Shares that a point keeps, by the number of rows beside its own: in the middle of a row, and besides at an end.
        let shares = |rows: u8| {
            let inner = kept(rate, 2, rows);
            (inner, kept(rate, u8::from(width > 1), rows) - inner)
        };
        let (border, middle) = (shares(u8::from(height > 1)), shares(2));
        for (y, &[first, end]) in self.spans.iter().enumerate() {
            if first >= end {
                continue;
            }
            let columns = usize::from(first)..usize::from(end);
            let (inner, edge) = if y == 0 || y + 1 == height { border } else { middle };
            let first = y * width + columns.start;
            let values = &mut self.values[first..][..columns.len()];
            let counts = &self.counts[first..][..columns.len()];
            let sums = &self.sums[(y + 1) * (width + 2) + columns.start + 1..][..columns.len()];
            for i in 0..columns.len() {
                // Sums of whole numbers are exact in any order; products are made in the order of the whole board.
                let (sum, value) = (f32::from(sums[i]), f32::from(counts[i]));
                values[i] = (sum - value) * part + value * inner;
            }
            if columns.start == 0 {
                values[0] += f32::from(counts[0]) * edge;
            }
            if width > 1 && columns.end == width {
                let last = columns.len() - 1;
                values[last] += f32::from(counts[last]) * edge;
            }
        }
    }

    /// Each point gives `rate` of its heat away, an equal part to each neighbour; parts for neighbours off the board it keeps.
    // CITE: `diffuse` and `diffuse4`: U. Wilensky, NetLogo dictionary, 1999.
    pub fn diffuse(&mut self, rate: f32, neighbourhood: Neighbourhood) {
        self.forget();
        match neighbourhood {
            Neighbourhood::Eight => self.diffuse_eight(rate),
            Neighbourhood::Four => self.diffuse_four(rate),
        }
        std::mem::swap(&mut self.values, &mut self.next);
    }

    /// `next` from `values`, in two passes: sums of three along the rows, then of three such sums across them. Both go over
    /// the board as one long row, and mend the ends of the rows after.
    fn diffuse_eight(&mut self, rate: f32) {
        let (width, height) = (usize::from(self.size.width()), usize::from(self.size.height()));
        let area = width * height;
        let part = rate / 8.0;
        let (values, sums) = (&self.values[..area], &mut self.rows[..area]);
        if width > 1 {
            let three = values.iter().zip(&values[1..]).zip(&values[2..]);
            for (sum, ((left, value), right)) in sums[1..].iter_mut().zip(three) {
                *sum = value + left + right;
            }
            for (sums, values) in sums.chunks_exact_mut(width).zip(values.chunks_exact(width)) {
                sums[0] = values[0] + values[1];
                sums[width - 1] = values[width - 1] + values[width - 2];
            }
        } else {
            sums.copy_from_slice(values);
        }
        let (sums, next) = (&self.rows[..area], &mut self.next[..area]);
        // The sums hold the point itself once.
        let spread = |sum: f32, value: f32, inner: f32| (sum - value) * part + value * inner;
        if height > 2 {
            let inner = kept(rate, 2, 2);
            let middle = width..area - width;
            let below = &sums[..area - 2 * width];
            let three = sums[middle.clone()].iter().zip(below).zip(&sums[2 * width..]);
            let points = next[middle.clone()].iter_mut().zip(&values[middle]);
            for ((next, value), ((sum, below), above)) in points.zip(three) {
                *next = spread(sum + below + above, *value, inner);
            }
        }
        let inner = kept(rate, 2, u8::from(height > 1));
        for row in [0, area - width] {
            for i in row..row + width {
                let beside = if height == 1 {
                    0.0
                } else if row == 0 {
                    sums[i + width]
                } else {
                    sums[i - width]
                };
                next[i] = spread(sums[i] + beside, values[i], inner);
            }
        }
        for y in 0..height {
            let beside = if y > 0 && y + 1 < height { 2 } else { u8::from(height > 1) };
            let edge = kept(rate, u8::from(width > 1), beside) - kept(rate, 2, beside);
            let (first, last) = (y * width, (y + 1) * width - 1);
            next[first] += values[first] * edge;
            if width > 1 {
                next[last] += values[last] * edge;
            }
        }
    }

    fn diffuse_four(&mut self, rate: f32) {
        let (width, height) = (usize::from(self.size.width()), usize::from(self.size.height()));
        let part = rate / 4.0;
        for y in 0..height {
            let row = y * width..(y + 1) * width;
            let values = &self.values[row.clone()];
            let next = &mut self.next[row];
            next.fill(0.0);
            add(&mut next[1..], values);
            add(next, &values[1..]);
            let mut rows = 0_u8;
            if y > 0 {
                add(next, &self.values[(y - 1) * width..]);
                rows += 1;
            }
            if y + 1 < height {
                add(next, &self.values[(y + 1) * width..]);
                rows += 1;
            }
            for (next, value) in next.iter_mut().zip(values) {
                *next = *next * part + value * (1.0 - part * f32::from(rows + 2));
            }
            // A border point keeps the part of each neighbour it lacks.
            next[0] += values[0] * part;
            next[width - 1] += values[width - 1] * part;
        }
    }
}

/// Appends the numbers of the points whose counts differ.
#[expect(clippy::cast_possible_truncation, reason = "a board has at most 2^20 points")]
fn note_differences(turned: &mut Vec<u32>, before: &[u8], now: &[u8]) {
    // Most counts stand: sixteen of them are compared at once.
    const PART: usize = size_of::<u128>();
    let ((parts, last), (parts_now, last_now)) = (before.as_chunks(), now.as_chunks());
    for (part, (before, now)) in parts.iter().zip(parts_now).enumerate() {
        let mut differences = u128::from_le_bytes(*before) ^ u128::from_le_bytes(*now);
        while differences != 0 {
            let byte = differences.trailing_zeros() / u8::BITS;
            turned.push((PART * part) as u32 + byte);
            differences &= !(0xff << (u8::BITS * byte));
        }
    }
    let places = (PART * parts.len()) as u32..;
    let differ = places.zip(last.iter().zip(last_now)).filter(|(_, (before, now))| before != now);
    turned.extend(differ.map(|(place, _)| place));
}

/// What a point keeps with so many columns and rows beside its own.
fn kept(rate: f32, columns: u8, rows: u8) -> f32 {
    let neighbours = (columns + 1) * (rows + 1) - 1;
    1.0 - rate * f32::from(neighbours) / 8.0
}

fn add(sums: &mut [f32], values: &[f32]) {
    for (sum, value) in sums.iter_mut().zip(values) {
        *sum += value;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The definition, point by point.
    fn slow(size: Size, values: &[f32], rate: f32, neighbourhood: Neighbourhood) -> Vec<f64> {
        let mut next: Vec<f64> = values.iter().map(|&value| f64::from(value)).collect();
        for point in size.points() {
            let heat = f64::from(values[size.index(point)]);
            let beside = size.neighbours(point);
            let (near, parts): (Vec<_>, f64) = match neighbourhood {
                Neighbourhood::Four => (beside.collect(), 4.0),
                Neighbourhood::Eight => (beside.chain(size.diagonals(point)).collect(), 8.0),
            };
            for other in near {
                let part = heat * f64::from(rate) / parts;
                next[size.index(other)] += part;
                next[size.index(point)] -= part;
            }
        }
        next
    }

    proptest! {
        #[test]
        fn diffusion_is_as_defined_and_conserves_heat(
            width in 1_u16..12, height in 1_u16..12, rate in 0_f32..=1.0, four in any::<bool>(), seed in any::<u64>()
        ) {
            let size = Size::new(width, height).unwrap_or_default();
            let neighbourhood = if four { Neighbourhood::Four } else { Neighbourhood::Eight };
            let mut field = HeatField::new(size);
            let values: Vec<f32> = (0..size.area() as u64)
                .map(|i| ((seed ^ i.wrapping_mul(0x9E37_79B9)) % 97) as f32)
                .collect();
            field.set_values(&values);
            let before = field.total();
            let expected = slow(size, &values, rate, neighbourhood);
            field.diffuse(rate, neighbourhood);
            for (value, expected) in field.values().iter().zip(expected) {
                prop_assert!((f64::from(*value) - expected).abs() < 1e-3, "{} for {}", value, expected);
            }
            prop_assert!((field.total() - before).abs() <= before * 1e-5);
        }
    }

    proptest! {
        #[test]
        fn a_step_over_the_changes_is_one_over_the_board(
            width in 1_u16..40, height in 1_u16..40, rate in 0_f32..=1.0, turns in prop::collection::vec((any::<u32>(), 0_u8..5, 0_u8..8), 1..40)
        ) {
            let size = Size::new(width, height).unwrap_or_default();
            let mut counts = vec![0_u8; size.area()];
            let mut field = HeatField::new(size);
            for (at, count, keep) in turns {
                counts[at as usize % size.area()] = count;
                // Now and then heat is kept, or set from elsewhere.
                let params = HeatParams { rate, keep: keep == 0, ..HeatParams::default() };
                if keep == 1 {
                    let values = field.values().to_vec();
                    field.set_values(&values);
                }
                let mut whole = HeatField::new(size);
                whole.set_values(field.values());
                let before = field.values().to_vec();
                whole.step(&counts, &params);
                field.step(&counts, &params);
                let bits = |field: &HeatField| field.values().iter().map(|value| value.to_bits()).collect::<Vec<_>>();
                prop_assert_eq!(bits(&field), bits(&whole));
                if let Some(changed) = field.changed() {
                    let changed = changed.flatten().collect::<Vec<_>>();
                    let same = (0..size.area()).filter(|place| !changed.contains(place)).all(|place| {
                        before[place].to_bits() == field.values()[place].to_bits()
                    });
                    prop_assert!(same);
                }
            }
        }
    }

    #[test]
    fn heat_kept_gathers_and_fades() {
        let size = Size::default();
        let mut field = HeatField::new(size);
        let params = HeatParams { keep: true, decay: 0.25, ..HeatParams::default() };
        let mut stones = vec![0; size.area()];
        stones[180] = 4;
        for _ in 0..200 {
            field.step(&stones, &params);
        }
        // Where as much comes as goes: 4 = 0.25 · total before the stones add.
        assert!((field.total() - 16.0).abs() < 1e-2, "{}", field.total());
        stones[180] = 0;
        field.step(&stones, &params);
        assert!((field.total() - 12.0).abs() < 1e-2);
        field.step(&stones, &HeatParams::default());
        assert_eq!(field.total(), 0.0);
    }

    #[test]
    fn shares_beyond_one_are_refused() {
        for rate in [-0.1, 1.5, f32::NAN] {
            assert!(HeatParams { rate, ..HeatParams::default() }.check().is_err());
        }
    }
}
