//! Bins: how often values fall between given edges.

/// The edges of neighbouring bins.
///
/// ```
/// use stonefield_lab::statistics::Binning;
///
/// let doubling = Binning::logarithmic(1.0, 16.0, 4).expect("edges");
/// let counts: Vec<u64> = doubling.count([1.0, 1.5, 3.0, 9.0, 16.0, 99.0]).iter().map(|bin| bin.count).collect();
/// assert_eq!(counts, [2, 1, 0, 2]);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Binning {
    /// Rising, one more than there are bins.
    edges: Vec<f64>,
}

/// A bin, and how many values are in it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bin {
    /// The lower edge, which belongs to the bin.
    pub low: f64,
    /// The upper edge, which belongs to the next bin; of the last bin to itself.
    pub high: f64,
    /// How many values are in it.
    pub count: u64,
}

impl Bin {
    /// The share of `total` values a unit of width: what bins of different widths are compared by.
    #[must_use]
    pub fn density(&self, total: u64) -> f64 {
        if total == 0 { 0.0 } else { self.count as f64 / total as f64 / (self.high - self.low) }
    }

    /// The middle by ratios: the square root of the product of the edges, which must not be negative.
    #[must_use]
    pub fn geometric_middle(&self) -> f64 {
        (self.low * self.high).sqrt()
    }
}

impl Binning {
    /// So many bins of equal width; `None` of no bin, or unless `low` is below `high` and both are finite.
    #[must_use]
    pub fn linear(low: f64, high: f64, bins: usize) -> Option<Self> {
        let width = high - low;
        Self::of(low, high, bins, |share| low + width * share)
    }

    /// So many bins, each wider than the one before by the same factor; `None` as of [`Binning::linear`], and
    /// unless `low` is above 0.
    #[must_use]
    pub fn logarithmic(low: f64, high: f64, bins: usize) -> Option<Self> {
        let ratio = libm::log(high) - libm::log(low);
        Self::of(low, high, bins, |share| low * libm::exp(ratio * share)).filter(|_| low > 0.0)
    }

    fn of(low: f64, high: f64, bins: usize, edge: impl Fn(f64) -> f64) -> Option<Self> {
        let mut edges: Vec<f64> = (0..bins).map(|at| edge(at as f64 / bins as f64)).collect();
        *edges.first_mut()? = low;
        edges.push(high);
        (edges.is_sorted_by(|a, b| a < b) && edges.iter().all(|edge| edge.is_finite()))
            .then_some(Self { edges })
    }

    /// The edges, rising.
    #[must_use]
    pub fn edges(&self) -> &[f64] {
        &self.edges
    }

    /// Counts values; those outside the edges are in no bin.
    #[must_use]
    pub fn count(&self, values: impl IntoIterator<Item = f64>) -> Vec<Bin> {
        let mut bins: Vec<Bin> =
            self.edges.windows(2).map(|edge| Bin { low: edge[0], high: edge[1], count: 0 }).collect();
        let last = self.edges[bins.len()];
        for value in values {
            let above = self.edges.partition_point(|&edge| edge <= value);
            let at = if value == last { bins.len() } else { above };
            if let Some(bin) = at.checked_sub(1).and_then(|at| bins.get_mut(at)) {
                bin.count += 1;
            }
        }
        bins
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edge_belongs_to_the_bin_above_and_the_last_to_the_last_bin() {
        let binning = Binning::linear(0.0, 4.0, 4).expect("edges");
        assert_eq!(binning.edges(), [0.0, 1.0, 2.0, 3.0, 4.0]);
        let bins = binning.count([-0.1, 0.0, 0.5, 1.0, 3.0, 4.0, 4.1, f64::NAN]);
        assert_eq!(bins.iter().map(|bin| bin.count).collect::<Vec<_>>(), [2, 1, 0, 2]);
        assert_eq!(bins[0].density(5), 0.4);
    }

    #[test]
    fn logarithmic_bins_widen_by_a_factor() {
        let binning = Binning::logarithmic(0.1, 100.0, 3).expect("edges");
        for (edge, wanted) in binning.edges().iter().zip([0.1, 1.0, 10.0, 100.0]) {
            assert!((edge / wanted - 1.0).abs() < 1e-12);
        }
        let bins = binning.count([0.1, 0.5, 5.0, 100.0]);
        assert_eq!(bins.iter().map(|bin| bin.count).collect::<Vec<_>>(), [2, 1, 1]);
        assert!((bins[1].geometric_middle() - 10.0_f64.sqrt()).abs() < 1e-9);
    }

    #[test]
    fn what_has_no_edges_is_refused() {
        assert_eq!(Binning::linear(1.0, 1.0, 3), None);
        assert_eq!(Binning::linear(0.0, 1.0, 0), None);
        assert_eq!(Binning::linear(0.0, f64::INFINITY, 3), None);
        assert_eq!(Binning::linear(f64::NAN, 1.0, 3), None);
        assert_eq!(Binning::logarithmic(0.0, 1.0, 3), None);
        assert_eq!(Binning::logarithmic(-2.0, 1.0, 3), None);
        assert_eq!(Binning::linear(0.0, f64::MIN_POSITIVE, 1).map(|b| b.edges().len()), Some(2));
    }
}
