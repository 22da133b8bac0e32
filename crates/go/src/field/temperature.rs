//! Temperature: heat from nearby stones, which diffuses over the board.

use crate::Size;
use std::ops::{Range, RangeInclusive};
use std::str::FromStr;

/// Neighbours to which a point gives heat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Neighbourhood {
    /// Orthogonal and diagonal neighbours, as in NetLogo's `diffuse`.
    #[default]
    Eight,
    /// Orthogonal neighbours, as in NetLogo's `diffuse4`.
    Four,
}

impl Neighbourhood {
    /// Number of neighbours of a point away from the edges.
    #[must_use]
    pub const fn count(self) -> u8 {
        match self {
            Self::Eight => 8,
            Self::Four => 4,
        }
    }
}

/// Text that is not a valid number of neighbours.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a number of neighbours here: 8 or 4")]
pub struct NeighbourhoodError(String);

impl FromStr for Neighbourhood {
    type Err = NeighbourhoodError;

    fn from_str(text: &str) -> Result<Self, NeighbourhoodError> {
        let neighbourhoods = [Self::Eight, Self::Four].into_iter();
        let mut matching = neighbourhoods.filter(|neighbourhood| neighbourhood.count().to_string() == text);
        matching.next().ok_or_else(|| NeighbourhoodError(text.to_owned()))
    }
}

/// Parameters of the heat.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HeatParams {
    /// Share of its heat that a point gives to its neighbours in each tick, in equal parts. 0…1. Default 0.5.
    pub rate: f32,
    /// Neighbours that receive the heat.
    pub neighbourhood: Neighbourhood,
    /// True if heat stays from tick to tick, and stones add to it.
    ///
    /// If false, each tick begins with the heat of the stones alone, as in the NetLogo model, and spreads it
    /// by one step.
    pub keep: bool,
    /// Share of the kept heat that is lost in each tick, 0…1. Default 0.1.
    pub decay: f32,
}

impl Default for HeatParams {
    fn default() -> Self {
        Self { rate: 0.5, neighbourhood: Neighbourhood::Eight, keep: false, decay: 0.1 }
    }
}

/// Refusal of a share outside 0…1.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{name} {given} is out of range: 0 to 1")]
pub struct HeatParamsError {
    name: &'static str,
    given: f32,
}

impl HeatParams {
    /// Range of a share.
    pub const SHARES: RangeInclusive<f32> = 0.0..=1.0;

    /// Checks the ranges of the shares.
    ///
    /// # Errors
    /// [`HeatParamsError`] when a share is not a number from 0 to 1.
    pub fn check(&self) -> Result<(), HeatParamsError> {
        for (name, given) in [("diffusion rate", self.rate), ("decay", self.decay)] {
            if !Self::SHARES.contains(&given) {
                return Err(HeatParamsError { name, given });
            }
        }
        Ok(())
    }
}

/// Smallest number of board points per changed count for which a step updates only the points near the
/// changes. With more changes an update of the whole board is cheaper.
const POINTS_PER_CHANGE: usize = 8;

/// Span of a row without a changed column.
const NO_COLUMNS: [u16; 2] = [u16::MAX, 0];

/// Temperature of every point.
#[derive(Clone, Debug)]
pub struct HeatField {
    size: Size,
    /// Heat by point number.
    values: Vec<f32>,
    /// Buffer for the next values.
    next: Vec<f32>,
    /// Buffer for the sums of three adjacent values in a row, for eight neighbours.
    row_sums: Vec<f32>,
    /// Stone counts of the latest step: number of stones on the four neighbours of each point. Empty if
    /// unknown.
    counts: Vec<u8>,
    /// Diffusion rate of the step that set `counts`.
    rate: f32,
    /// Sum of the counts of each point and its eight neighbours, 0…36. The array has a border of one point.
    /// Empty until a step needs it.
    count_sums: Vec<u8>,
    /// Buffer for the points whose counts have changed.
    changed_points: Vec<u32>,
    /// Span of columns that the latest step may have changed, for each row: the first column, and the column
    /// after the last one. No spans if the step updated the whole board.
    spans: Vec<[u16; 2]>,
}

impl PartialEq for HeatField {
    fn eq(&self, other: &Self) -> bool {
        (self.size, &self.values) == (other.size, &other.values)
    }
}

impl HeatField {
    /// Board without heat.
    #[must_use]
    pub fn new(size: Size) -> Self {
        let cold = vec![0.0; size.area()];
        let (values, next, row_sums) = (cold.clone(), cold.clone(), cold);
        Self {
            size,
            values,
            next,
            row_sums,
            counts: Vec::new(),
            rate: 0.0,
            count_sums: Vec::new(),
            changed_points: Vec::new(),
            spans: Vec::new(),
        }
    }

    /// Ranges of point numbers that the latest step may have changed. `None` if it may have changed any
    /// point.
    pub fn changed(&self) -> Option<impl Iterator<Item = Range<usize>> + '_> {
        let width = usize::from(self.size.width());
        let runs = self.spans.iter().enumerate().filter(|(_, [first, end])| first < end);
        let run = move |(y, [first, end]): (usize, &[u16; 2])| {
            y * width + usize::from(*first)..y * width + usize::from(*end)
        };
        (!self.spans.is_empty()).then(|| runs.map(run))
    }

    /// Size of the board.
    #[must_use]
    pub const fn size(&self) -> Size {
        self.size
    }

    /// Heat by point number.
    #[must_use]
    pub fn values(&self) -> &[f32] {
        &self.values
    }

    /// Sets the heat of all points, by point number.
    ///
    /// # Panics
    /// Panics when there is not one value for each point.
    pub fn set_values(&mut self, values: &[f32]) {
        self.values.copy_from_slice(values);
        self.clear_previous_step();
    }

    /// Clears the data about the previous step. Code that changes the values must call this. Only
    /// `update_near_changes` updates the data instead.
    fn clear_previous_step(&mut self) {
        self.counts.clear();
        self.count_sums.clear();
        self.spans.clear();
    }

    /// Sum of the heat over the board: the "capacity" of the world in the NetLogo model.
    #[must_use]
    pub fn total(&self) -> f64 {
        self.values.iter().map(|&value| f64::from(value)).sum()
    }

    /// Performs one tick. `neighbour_stones` has, by point number, the number of stones on the four
    /// neighbours of each point.
    ///
    /// # Panics
    /// Panics when there is not one count for each point.
    pub fn step(&mut self, neighbour_stones: &[u8], params: &HeatParams) {
        assert_eq!(neighbour_stones.len(), self.values.len(), "one count for each point");
        let depends_on_counts_only = !params.keep && params.neighbourhood == Neighbourhood::Eight;
        if depends_on_counts_only
            && self.counts.len() == neighbour_stones.len()
            && self.rate == params.rate
            && self.update_near_changes(neighbour_stones)
        {
            return;
        }
        self.spans.clear();
        if params.keep {
            let kept_share = 1.0 - params.decay;
            for (value, &count) in self.values.iter_mut().zip(neighbour_stones) {
                *value = *value * kept_share + f32::from(count);
            }
        } else {
            for (value, &count) in self.values.iter_mut().zip(neighbour_stones) {
                *value = f32::from(count);
            }
        }
        self.diffuse(params.rate, params.neighbourhood);
        if depends_on_counts_only {
            self.counts.extend_from_slice(neighbour_stones);
            self.rate = params.rate;
        }
    }

    /// Updates only the points near changed counts. Returns false, and does nothing, if too many counts have
    /// changed.
    fn update_near_changes(&mut self, neighbour_stones: &[u8]) -> bool {
        self.changed_points.clear();
        push_differences(&mut self.changed_points, &self.counts, neighbour_stones);
        if self.changed_points.len() > neighbour_stones.len() / POINTS_PER_CHANGE {
            return false;
        }
        if self.count_sums.is_empty() {
            self.compute_count_sums();
        }
        let (width, height) = (usize::from(self.size.width()), usize::from(self.size.height()));
        let stride = width + 2;
        self.spans.resize(height, NO_COLUMNS);
        self.spans.fill(NO_COLUMNS);
        for index in self.changed_points.iter().map(|&index| index as usize) {
            let difference = neighbour_stones[index].wrapping_sub(self.counts[index]);
            self.counts[index] = neighbour_stones[index];
            let (x, y) = (index % width, index / width);
            for first in [y * stride + x, (y + 1) * stride + x, (y + 2) * stride + x] {
                if let Some(three_sums) = self.count_sums[first..].first_chunk_mut::<3>() {
                    *three_sums = three_sums.map(|sum| sum.wrapping_add(difference));
                }
            }
            #[expect(clippy::cast_possible_truncation, reason = "a row has at most 1024 columns")]
            let columns = [x.saturating_sub(1) as u16, (x + 2).min(width) as u16];
            for [first, end] in &mut self.spans[y.saturating_sub(1)..(y + 2).min(height)] {
                (*first, *end) = ((*first).min(columns[0]), (*end).max(columns[1]));
            }
        }
        self.compute_values_in_spans();
        true
    }

    /// Computes `count_sums` from `counts`.
    fn compute_count_sums(&mut self) {
        let width = usize::from(self.size.width());
        let stride = width + 2;
        self.count_sums.clear();
        self.count_sums.resize(stride * (usize::from(self.size.height()) + 2), 0);
        for (y, row) in self.counts.chunks_exact(width).enumerate() {
            for sums in self.count_sums[y * stride..].chunks_exact_mut(stride).take(3) {
                for (x, count) in row.iter().enumerate() {
                    for sum in &mut sums[x..x + 3] {
                        *sum += count;
                    }
                }
            }
        }
    }

    /// Computes the values within the spans from `counts` and `count_sums`. The values are bitwise equal to
    /// the results of [`HeatField::diffuse_eight`].
    fn compute_values_in_spans(&mut self) {
        let (width, height) = (usize::from(self.size.width()), usize::from(self.size.height()));
        let rate = self.rate;
        let part = rate / 8.0;
        // For a row with `rows` adjacent rows, returns two shares of a point's heat: the share that a point
        // between the row's ends keeps, and the additional share that an end point keeps.
        let shares = |rows: u8| {
            let inner = kept_share(rate, 2, rows);
            (inner, kept_share(rate, u8::from(width > 1), rows) - inner)
        };
        let (outer_row_shares, inner_row_shares) = (shares(u8::from(height > 1)), shares(2));
        for (y, &[first, end]) in self.spans.iter().enumerate() {
            if first >= end {
                continue;
            }
            let columns = usize::from(first)..usize::from(end);
            let (inner, extra_at_end) =
                if y == 0 || y + 1 == height { outer_row_shares } else { inner_row_shares };
            let first_index = y * width + columns.start;
            let values = &mut self.values[first_index..][..columns.len()];
            let counts = &self.counts[first_index..][..columns.len()];
            let sums = &self.count_sums[(y + 1) * (width + 2) + columns.start + 1..][..columns.len()];
            for i in 0..columns.len() {
                // Sums of integers are exact in any order. The other floating-point operations have the same
                // order as in `diffuse_eight`.
                let (sum, value) = (f32::from(sums[i]), f32::from(counts[i]));
                values[i] = (sum - value) * part + value * inner;
            }
            if columns.start == 0 {
                values[0] += f32::from(counts[0]) * extra_at_end;
            }
            if width > 1 && columns.end == width {
                let last = columns.len() - 1;
                values[last] += f32::from(counts[last]) * extra_at_end;
            }
        }
    }

    /// Diffuses the heat: each point gives the share `rate` of its heat to its neighbours, in equal parts.
    ///
    /// A point keeps the parts of neighbours that are outside the board.
    // CITE: `diffuse` and `diffuse4`: U. Wilensky, NetLogo dictionary, 1999.
    pub fn diffuse(&mut self, rate: f32, neighbourhood: Neighbourhood) {
        self.clear_previous_step();
        match neighbourhood {
            Neighbourhood::Eight => self.diffuse_eight(rate),
            Neighbourhood::Four => self.diffuse_four(rate),
        }
        std::mem::swap(&mut self.values, &mut self.next);
    }

    /// Computes `next` from `values` for eight neighbours.
    ///
    /// The first pass adds three adjacent values of a row. The second pass adds three such sums of adjacent
    /// rows. Both passes treat the board as one long row and correct the ends of the rows afterwards.
    fn diffuse_eight(&mut self, rate: f32) {
        let (width, height) = (usize::from(self.size.width()), usize::from(self.size.height()));
        let area = width * height;
        let part = rate / 8.0;
        let (values, sums) = (&self.values[..area], &mut self.row_sums[..area]);
        if width > 1 {
            let triples = values.iter().zip(&values[1..]).zip(&values[2..]);
            for (sum, ((left, value), right)) in sums[1..].iter_mut().zip(triples) {
                *sum = value + left + right;
            }
            for (sums, values) in sums.chunks_exact_mut(width).zip(values.chunks_exact(width)) {
                sums[0] = values[0] + values[1];
                sums[width - 1] = values[width - 1] + values[width - 2];
            }
        } else {
            sums.copy_from_slice(values);
        }
        let (sums, next) = (&self.row_sums[..area], &mut self.next[..area]);
        // The sums include the point itself once.
        let spread = |sum: f32, value: f32, inner: f32| (sum - value) * part + value * inner;
        if height > 2 {
            let inner = kept_share(rate, 2, 2);
            let middle = width..area - width;
            let below = &sums[..area - 2 * width];
            let triples = sums[middle.clone()].iter().zip(below).zip(&sums[2 * width..]);
            let points = next[middle.clone()].iter_mut().zip(&values[middle]);
            for ((next, value), ((sum, below), above)) in points.zip(triples) {
                *next = spread(sum + below + above, *value, inner);
            }
        }
        let inner = kept_share(rate, 2, u8::from(height > 1));
        for row_start in [0, area - width] {
            for i in row_start..row_start + width {
                let adjacent_sums = if height == 1 {
                    0.0
                } else if row_start == 0 {
                    sums[i + width]
                } else {
                    sums[i - width]
                };
                next[i] = spread(sums[i] + adjacent_sums, values[i], inner);
            }
        }
        for y in 0..height {
            let adjacent_rows = if y > 0 && y + 1 < height { 2 } else { u8::from(height > 1) };
            let extra_at_end =
                kept_share(rate, u8::from(width > 1), adjacent_rows) - kept_share(rate, 2, adjacent_rows);
            let (first, last) = (y * width, (y + 1) * width - 1);
            next[first] += values[first] * extra_at_end;
            if width > 1 {
                next[last] += values[last] * extra_at_end;
            }
        }
    }

    /// Computes `next` from `values` for four neighbours.
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
            let mut adjacent_rows = 0_u8;
            if y > 0 {
                add(next, &self.values[(y - 1) * width..]);
                adjacent_rows += 1;
            }
            if y + 1 < height {
                add(next, &self.values[(y + 1) * width..]);
                adjacent_rows += 1;
            }
            for (next, value) in next.iter_mut().zip(values) {
                *next = *next * part + value * (1.0 - part * f32::from(adjacent_rows + 2));
            }
            // A point at the edge keeps the parts of its missing neighbours.
            next[0] += values[0] * part;
            next[width - 1] += values[width - 1] * part;
        }
    }
}

/// Appends the numbers of the points with different counts in `before` and `now`.
#[expect(clippy::cast_possible_truncation, reason = "a board has at most 2^20 points")]
fn push_differences(changed_points: &mut Vec<u32>, before: &[u8], now: &[u8]) {
    // Most counts are equal, so sixteen of them are compared at once.
    const CHUNK: usize = size_of::<u128>();
    let ((chunks, rest), (chunks_now, rest_now)) = (before.as_chunks(), now.as_chunks());
    for (chunk, (before, now)) in chunks.iter().zip(chunks_now).enumerate() {
        let mut differences = u128::from_le_bytes(*before) ^ u128::from_le_bytes(*now);
        while differences != 0 {
            let byte = differences.trailing_zeros() / u8::BITS;
            changed_points.push((CHUNK * chunk) as u32 + byte);
            differences &= !(0xff << (u8::BITS * byte));
        }
    }
    let indices = (CHUNK * chunks.len()) as u32..;
    let different = indices.zip(rest.iter().zip(rest_now)).filter(|(_, (before, now))| before != now);
    changed_points.extend(different.map(|(index, _)| index));
}

/// Share of its heat that a point keeps under `Neighbourhood::Eight`. `columns` and `rows` are the numbers of
/// columns and of rows next to the point's own, each 0…2.
fn kept_share(rate: f32, columns: u8, rows: u8) -> f32 {
    let neighbours = (columns + 1) * (rows + 1) - 1;
    1.0 - rate * f32::from(neighbours) / 8.0
}

/// Adds each value to the sum at the same index.
fn add(sums: &mut [f32], values: &[f32]) {
    for (sum, value) in sums.iter_mut().zip(values) {
        *sum += value;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Reference implementation of the definition, point by point.
    fn slow_diffusion(size: Size, values: &[f32], rate: f32, neighbourhood: Neighbourhood) -> Vec<f64> {
        let mut next: Vec<f64> = values.iter().map(|&value| f64::from(value)).collect();
        for point in size.points() {
            let heat = f64::from(values[size.index(point)]);
            let orthogonal = size.neighbours(point);
            let (neighbours, parts): (Vec<_>, f64) = match neighbourhood {
                Neighbourhood::Four => (orthogonal.collect(), 4.0),
                Neighbourhood::Eight => (orthogonal.chain(size.diagonals(point)).collect(), 8.0),
            };
            for neighbour in neighbours {
                let part = heat * f64::from(rate) / parts;
                next[size.index(neighbour)] += part;
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
            let expected = slow_diffusion(size, &values, rate, neighbourhood);
            field.diffuse(rate, neighbourhood);
            for (value, expected) in field.values().iter().zip(expected) {
                prop_assert!((f64::from(*value) - expected).abs() < 1e-3, "{} for {}", value, expected);
            }
            prop_assert!((field.total() - before).abs() <= before * 1e-5);
        }
    }

    proptest! {
        #[test]
        fn a_step_over_the_changes_equals_one_over_the_board(
            width in 1_u16..40, height in 1_u16..40, rate in 0_f32..=1.0, turns in prop::collection::vec((any::<u32>(), 0_u8..5, 0_u8..8), 1..40)
        ) {
            let size = Size::new(width, height).unwrap_or_default();
            let mut counts = vec![0_u8; size.area()];
            let mut field = HeatField::new(size);
            for (point, count, variant) in turns {
                counts[point as usize % size.area()] = count;
                // `variant` 0: heat is kept. 1: the test sets the values before the step, which clears the
                // data about the previous step. Otherwise: a plain step.
                let params = HeatParams { rate, keep: variant == 0, ..HeatParams::default() };
                if variant == 1 {
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
                    let same = (0..size.area()).filter(|point| !changed.contains(point)).all(|point| {
                        before[point].to_bits() == field.values()[point].to_bits()
                    });
                    prop_assert!(same);
                }
            }
        }
    }

    #[test]
    fn kept_heat_accumulates_and_decays() {
        let size = Size::default();
        let mut field = HeatField::new(size);
        let params = HeatParams { keep: true, decay: 0.25, ..HeatParams::default() };
        let mut stones = vec![0; size.area()];
        stones[180] = 4;
        for _ in 0..200 {
            field.step(&stones, &params);
        }
        // Equilibrium: the loss of 0.25 · total equals the 4 that the stones add.
        assert!((field.total() - 16.0).abs() < 1e-2, "{}", field.total());
        stones[180] = 0;
        field.step(&stones, &params);
        assert!((field.total() - 12.0).abs() < 1e-2);
        field.step(&stones, &HeatParams::default());
        assert_eq!(field.total(), 0.0);
    }

    #[test]
    fn shares_outside_the_range_are_refused() {
        for rate in [-0.1, 1.5, f32::NAN] {
            assert!(HeatParams { rate, ..HeatParams::default() }.check().is_err());
        }
    }
}
