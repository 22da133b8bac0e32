//! Histogram: counts of values in bins, for several lists of values.

use super::numbers::number;
use super::{CurvePoint, round_up};
use std::ops::Range;

/// Bins of a histogram, numbered by whole numbers. A bin includes its lower edge.
///
/// ```
/// use stonefield_lab::chart::Bins;
///
/// let doubling = [1.0, 3.0, 4.0, 99.0].map(|value| Bins::DOUBLING.find(value));
/// assert_eq!(doubling, [Some(0), Some(1), Some(2), Some(6)]);
/// assert_eq!(Bins::DOUBLING.words(2), "4 to 7");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bins {
    /// Width of a bin. `None`: each bin is twice as wide as the one before: 1, 2 to 3, 4 to 7, …
    pub width: Option<f64>,
    /// Share of bin 0 that lies below 0, from 0 to 1.
    pub shift: f64,
    /// True if the natural logarithms of the values are counted, not the values.
    pub ln: bool,
    /// True if all values are whole numbers.
    pub whole: bool,
}

impl Bins {
    /// Bins for whole numbers from 1. Each is twice as wide as the one before.
    pub const DOUBLING: Self = Self { width: None, shift: 0.0, ln: false, whole: true };

    /// Returns at most about `most` bins for values in a range. Their width is round and at least `least`. 0
    /// is in the middle of bin 0.
    #[must_use]
    pub fn around((low, high): (f64, f64), most: f64, least: f64) -> Self {
        let width = round_up(((high - low) / most).max(least));
        Self { width: Some(width), shift: 0.5, ln: false, whole: false }
    }

    /// Returns the bin of a value. `None`: a number without logarithm if these are counted, a number below 1
    /// in doubling bins, or a number that is not finite in other bins.
    #[must_use]
    pub fn find(&self, value: f64) -> Option<i64> {
        let value = if self.ln { (value > 0.0).then(|| libm::log(value))? } else { value };
        match self.width {
            Some(width) => value.is_finite().then(|| libm::floor(value / width + self.shift) as i64),
            None => (value as u64).checked_ilog2().map(i64::from),
        }
    }

    /// Returns the lower edge of a bin, which is the upper edge of the bin before.
    #[must_use]
    pub fn edge(&self, bin: i64) -> f64 {
        self.width.map_or_else(|| libm::exp2(bin as f64), |width| (bin as f64 - self.shift) * width)
    }

    /// Returns the least and greatest whole number in a bin, or its edges if values are not whole.
    #[must_use]
    pub fn ends(&self, bin: i64) -> [f64; 2] {
        let [low, high] = [self.edge(bin), self.edge(bin + 1)];
        if self.whole { [low.ceil(), high.ceil() - 1.0] } else { [low, high] }
    }

    /// Describes the values of a bin, such as `4 to 7`.
    #[must_use]
    pub fn words(&self, bin: i64) -> String {
        let [low, high] = self.ends(bin);
        match self.ln {
            true => format!("e^{low:.2} to e^{high:.2}"),
            false if low == high => number(low),
            false => format!("{} to {}", number(low), number(high)),
        }
    }
}

/// Counts of several lists of values in the same bins.
#[derive(Clone, Debug, PartialEq)]
pub struct Histogram {
    /// Bins of all lists.
    pub bins: Bins,
    lists: Vec<Counts>,
}

/// Counts of one list.
#[derive(Clone, Debug, Default, PartialEq)]
struct Counts {
    /// Bin of the first element of `counts`.
    first: i64,
    /// Counts of consecutive bins. The first and the last count are above 0.
    counts: Vec<u64>,
    /// Number of values, including values without a bin.
    total: u64,
}

impl Counts {
    fn range(&self) -> Range<i64> {
        self.first..self.first + self.counts.len() as i64
    }
}

impl Default for Histogram {
    /// Returns two empty lists in doubling bins.
    fn default() -> Self {
        Self::new(Bins::DOUBLING, 2)
    }
}

impl Histogram {
    /// Returns a histogram of `lists` empty lists.
    #[must_use]
    pub fn new(bins: Bins, lists: usize) -> Self {
        Self { bins, lists: vec![Counts::default(); lists] }
    }

    /// Adds a value `times` times to a list.
    pub fn add(&mut self, list: usize, value: f64, times: u64) {
        if times == 0 {
            return;
        }
        let Counts { first, counts, total } = &mut self.lists[list];
        *total += times;
        let Some(bin) = self.bins.find(value) else { return };
        if counts.is_empty() {
            *first = bin;
        }
        let added_bins = (*first - bin).max(0);
        counts.splice(0..0, (0..added_bins).map(|_| 0));
        *first -= added_bins;
        let index = (bin - *first) as usize;
        counts.resize(counts.len().max(index + 1), 0);
        counts[index] += times;
    }

    /// Returns the number of values of a list, including values without a bin.
    #[must_use]
    pub fn total(&self, list: usize) -> u64 {
        self.lists[list].total
    }

    /// Returns the number of values without a bin, of all lists.
    #[must_use]
    pub fn left_out(&self) -> u64 {
        self.lists.iter().map(|list| list.total - list.counts.iter().sum::<u64>()).sum()
    }

    /// Returns the number of values of a list in a bin.
    #[must_use]
    pub fn count(&self, list: usize, bin: i64) -> u64 {
        let Counts { first, counts, .. } = &self.lists[list];
        usize::try_from(bin - first).ok().and_then(|index| counts.get(index)).copied().unwrap_or(0)
    }

    /// Returns the bins from the first to the last with a value of any list. Empty if there is no value.
    #[must_use]
    pub fn range(&self) -> Range<i64> {
        let ranges = self.lists.iter().map(Counts::range).filter(|range| !range.is_empty());
        ranges.reduce(|one, other| one.start.min(other.start)..one.end.max(other.end)).unwrap_or(0..0)
    }

    /// Returns points of steps or bars: lower edge and height of each bin, then the end of the last bin.
    /// `height` maps a count to a height. `range`: bins; `None`: from the list's first bin to its last.
    #[must_use]
    pub fn points(
        &self,
        list: usize,
        range: Option<Range<i64>>,
        height: impl Fn(u64) -> f64,
    ) -> Vec<CurvePoint> {
        let range = range.unwrap_or_else(|| self.lists[list].range());
        let edges = range.start..range.end + i64::from(!range.is_empty());
        let point = |bin| CurvePoint::new(self.bins.edge(bin), height(self.count(list, bin)));
        edges.map(point).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn values_are_within_the_ends_of_their_bin(
            values in prop::collection::vec((1_u32..100_000, 0_usize..2), 0..200),
        ) {
            let equal = Bins { whole: true, ..Bins::around((1.0, 1e5), 20.0, 1.0) };
            for bins in [Bins::DOUBLING, equal] {
                let mut histogram = Histogram::new(bins, 2);
                values.iter().for_each(|&(value, list)| histogram.add(list, value.into(), 1));
                for list in 0..2 {
                    let list_values = values.iter().filter(|(_, value_list)| *value_list == list);
                    prop_assert_eq!(histogram.total(list), list_values.clone().count() as u64);
                    for bin in histogram.range() {
                        let [first, last] = bins.ends(bin);
                        let within = list_values.clone().filter(|(value, _)| (first..=last).contains(&f64::from(*value)));
                        prop_assert_eq!(histogram.count(list, bin), within.count() as u64);
                    }
                }
                prop_assert_eq!(histogram.left_out(), 0);
            }
        }
    }

    #[test]
    fn points_count_every_value_once() {
        let mut histogram =
            Histogram::new(Bins { width: Some(2.0), ..Bins::around((0.0, 1.0), 1.0, 1.0) }, 2);
        histogram.add(0, 8.0, 1);
        histogram.add(0, 4.0, 3);
        let points = histogram.points(0, None, |count| count as f64 / 4.0);
        let positions: Vec<_> = points.iter().map(|point| (point.x, point.y)).collect();
        assert_eq!(positions, [(3.0, 0.75), (5.0, 0.0), (7.0, 0.25), (9.0, 0.0)]);
        assert_eq!((histogram.points(1, None, |_| 1.0).len(), histogram.range()), (0, 2..5));
    }

    #[test]
    fn values_without_a_logarithm_are_in_no_bin() {
        let mut histogram = Histogram::new(Bins { ln: true, ..Bins::around((0.0, 3.0), 3.0, 0.1) }, 1);
        [0.0, -2.0, 1.0, f64::INFINITY].into_iter().for_each(|value| histogram.add(0, value, 1));
        assert_eq!((histogram.total(0), histogram.left_out(), histogram.count(0, 0)), (4, 3, 1));
    }

    #[test]
    fn bins_are_described_in_words() {
        assert_eq!([0, 1, 3].map(|bin| Bins::DOUBLING.words(bin)), ["1", "2 to 3", "8 to 15"]);
        let equal = Bins { width: Some(0.2), shift: 0.0, ln: false, whole: false };
        assert_eq!(equal.words(2), "0.4 to 0.6");
        let whole = Bins { whole: true, ..Bins::around((0.0, 40.0), 20.0, 1.0) };
        assert_eq!([-1, 0, 4].map(|bin| whole.words(bin)), ["−3 to −2", "−1 to 0", "7 to 8"]);
        assert_eq!(Bins { ln: true, ..equal }.words(2), "e^0.40 to e^0.60");
    }
}
