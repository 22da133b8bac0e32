//! Size law: power law fitted to the sizes of one set-up, and its plausibility.

use crate::chart::fixed;
use crate::statistics::PowerLaw;
use rand::RngExt;
use std::collections::BTreeMap;
use stonefield_search::{Dice, Purpose};

/// Number of groups or avalanches of each size.
pub(super) type Counts = BTreeMap<u64, u64>;

/// Smallest number of elements in the range that a law is fitted to.
const MIN_TAIL: u64 = 50;

/// Largest and smallest number of samples for a plausibility. Its standard error is 0.05 or less for 100.
const MAX_ROUNDS: u64 = 100;
const MIN_ROUNDS: u64 = 20;

/// Largest number of sizes in a sample.
const MAX_TESTED: u64 = 20_000;

/// Seed of the samples, so that the page is always the same.
const SEED: u64 = 1;

/// Fitted law and its plausibility.
pub(super) struct SizeLaw {
    pub law: PowerLaw,
    /// Share of samples, 0 to 1, that are at least as far from their laws. `None` if no samples were drawn.
    plausibility: Option<f64>,
    /// Number of samples, and number of sizes in each.
    rounds: u64,
    sizes: u64,
}

impl SizeLaw {
    /// Fits a law. `work`: limit for its plausibility, in zeta function values. `None` if sizes are too few.
    pub(super) fn of(counts: &Counts, work: u64) -> Option<Self> {
        let pairs: Vec<(u64, u64)> = counts.iter().map(|(size, count)| (*size, *count)).collect();
        let law = PowerLaw::closest_of_counts(&pairs, MIN_TAIL)?;
        let total: u64 = counts.values().sum();
        let sizes = tested_sizes(&pairs, total);
        // Estimate: a fit compares laws from every distinct size, each with all larger sizes.
        let distinct = pairs.len().min(sizes.len()) as u64;
        let work_of_sample = sizes.len() as u64 / 8 + distinct * (distinct / 2 + 50);
        let rounds = (work / work_of_sample.max(1)).min(MAX_ROUNDS);
        // If only a part of the sizes is tested, its own law is tested.
        let is_whole = sizes.len() as u64 == total;
        let tested = if is_whole { Some(law) } else { PowerLaw::closest(&sizes, MIN_TAIL) };
        let tested = tested.filter(|_| rounds >= MIN_ROUNDS);
        let plausibility =
            tested.map(|law| law.plausibility(&sizes, Some(MIN_TAIL), Dice::new(SEED, 0, 0), rounds));
        Some(Self { law, plausibility, rounds, sizes: sizes.len() as u64 })
    }

    /// Returns true if chance does not explain the distance between sizes and law.
    fn is_ruled_out(&self) -> bool {
        is_far(&self.law) || self.plausibility.is_some_and(|share| share < 0.1)
    }

    /// Returns the cells of the law in the table.
    pub(super) fn cells(&self, counts: &Counts) -> Vec<String> {
        let Self { law, .. } = self;
        let total: u64 = counts.values().sum();
        let greatest = counts.keys().next_back().copied().unwrap_or(law.least);
        let samples = match self.plausibility {
            None => String::new(),
            Some(_) if self.sizes < total => format!("{}, each of {}", self.rounds, self.sizes),
            Some(_) => self.rounds.to_string(),
        };
        vec![
            law.least.to_string(),
            greatest.to_string(),
            law.tail.to_string(),
            format!("{} ± {}", fixed(law.exponent, 2), fixed(1.96 * law.error, 2)),
            fixed(law.distance, 3),
            self.plausibility.map_or_else(String::new, |share| fixed(share, 2)),
            samples,
            if self.is_ruled_out() { "ruled out" } else { "not ruled out" }.to_owned(),
        ]
    }

    /// Returns the cells of a set-up without a law.
    pub(super) fn no_law_cells() -> Vec<String> {
        let mut cells = vec![String::new(); 7];
        cells.push("too few for a law".to_owned());
        cells
    }
}

/// Returns all sizes, or [`MAX_TESTED`] random ones if there are more.
fn tested_sizes(counts: &[(u64, u64)], total: u64) -> Vec<u64> {
    if total <= MAX_TESTED {
        let times = |count: u64| usize::try_from(count).unwrap_or(0);
        return counts.iter().flat_map(|&(size, count)| std::iter::repeat_n(size, times(count))).collect();
    }
    let mut sum = 0;
    let ends: Vec<u64> = counts
        .iter()
        .map(|(_, count)| {
            sum += count;
            sum
        })
        .collect();
    let mut rng = Dice::new(SEED, 1, 0).rng(0, None, Purpose::Other);
    let mut draw = || {
        let number = rng.random_range(0..total);
        counts[ends.partition_point(|end| *end <= number)].0
    };
    (0..MAX_TESTED).map(|_| draw()).collect()
}

/// Returns true if at most 5 % of samples would be as far from a given law. A law that is fitted to its
/// sample is closer to it, so the test rules out too few laws, but it needs no samples.
// CITE: A. N. Kolmogorov, "Sulla determinazione empirica di una legge di distribuzione", Giornale dell'Istituto
// Italiano degli Attuari 4 (1933).
fn is_far(law: &PowerLaw) -> bool {
    law.distance > 1.358 / (law.tail as f64).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Work that suffices for all samples.
    const WORK: u64 = 20_000_000;

    #[test]
    fn large_distances_rule_a_law_out_and_small_samples_do_not() {
        let law = |tail, distance| PowerLaw { exponent: 2.0, error: 0.1, least: 1, tail, distance };
        assert!(is_far(&law(4000, 0.06)) && !is_far(&law(100, 0.06)));
        let counts = Counts::from([
            (1, 832),
            (2, 104),
            (3, 31),
            (4, 13),
            (5, 7),
            (6, 4),
            (7, 2),
            (8, 2),
            (9, 1),
            (11, 1),
        ]);
        let fit = SizeLaw::of(&counts, WORK).expect("enough");
        assert!((fit.law.exponent - 3.0).abs() < 0.2 && !fit.is_ruled_out(), "{:?}", fit.law);
        assert_eq!((fit.rounds, fit.sizes), (MAX_ROUNDS, 997));
        assert!(SizeLaw::of(&Counts::from([(1, 30), (2, 9)]), WORK).is_none());
        // Without work the cell of the share is empty.
        let untested = SizeLaw::of(&counts, 10).expect("enough");
        assert_eq!((untested.plausibility, untested.cells(&counts)[5].as_str()), (None, ""));
    }

    /// Equal counts are no power law. Of 30,000 sizes a part is tested.
    #[test]
    fn samples_rule_out_a_law_of_equal_counts() {
        let counts: Counts = (1..=30).map(|size| (size, 1000)).collect();
        let fit = SizeLaw::of(&counts, WORK).expect("enough");
        assert!(fit.is_ruled_out() && fit.plausibility.is_some_and(|share| share < 0.1), "{:?}", fit.law);
        assert_eq!(fit.sizes, MAX_TESTED);
        assert!(fit.cells(&counts)[6].ends_with(", each of 20000"), "{:?}", fit.cells(&counts));
    }
}
