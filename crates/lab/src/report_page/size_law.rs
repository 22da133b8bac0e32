//! Size law: the power law of the sizes of one set-up, and how plausible it is.

use crate::chart::fixed;
use crate::statistics::PowerLaw;
use rand::RngExt;
use std::collections::BTreeMap;
use stonefield_search::{Dice, Purpose};

/// How many there are of each size.
pub(super) type Counts = BTreeMap<u64, u64>;

/// Of a sample, at least so many are in the range that a law is fitted to.
const TAIL: u64 = 50;

/// Samples drawn from a law to see how plausible it is, at most and at least: a hundred tell its share to 0.05.
const MOST_ROUNDS: u64 = 100;
const LEAST_ROUNDS: u64 = 20;

/// Sizes that samples have at most.
const MOST_TESTED: u64 = 20_000;

/// The seed of the samples: the page is the same each time.
const SEED: u64 = 1;

/// A law, and how plausible it is.
pub(super) struct SizeLaw {
    pub law: PowerLaw,
    /// The share of samples that are as far from their laws; `None` where there was no work left to draw any.
    plausibility: Option<f64>,
    /// Samples that were drawn, and the sizes of each.
    rounds: u64,
    sizes: u64,
}

impl SizeLaw {
    /// The law of these sizes, with so much work for its plausibility; `None` of too few.
    pub(super) fn of(counts: &Counts, work: u64) -> Option<Self> {
        let pairs: Vec<(u64, u64)> = counts.iter().map(|(size, count)| (*size, *count)).collect();
        let law = PowerLaw::closest_of_counts(&pairs, TAIL)?;
        let total: u64 = counts.values().sum();
        let sizes = some_of(&pairs, total);
        // A law is looked at for every size with a tail, and each takes work for all sizes above.
        let distinct = pairs.len().min(sizes.len()) as u64;
        let each = sizes.len() as u64 / 8 + distinct * (distinct / 2 + 50);
        let rounds = (work / each.max(1)).min(MOST_ROUNDS);
        // What is tested is a law of the very sizes that samples are compared with.
        let tested = if sizes.len() as u64 == total { Some(law) } else { PowerLaw::closest(&sizes, TAIL) };
        let tested = tested.filter(|_| rounds >= LEAST_ROUNDS);
        let plausibility =
            tested.map(|law| law.plausibility(&sizes, Some(TAIL), Dice::new(SEED, 0, 0), rounds));
        Some(Self { law, plausibility, rounds, sizes: sizes.len() as u64 })
    }

    /// Whether chance does not explain the distance between sample and law.
    fn is_ruled_out(&self) -> bool {
        is_far(&self.law) || self.plausibility.is_some_and(|share| share < 0.1)
    }

    /// What the table says of it.
    pub(super) fn cells(&self, counts: &Counts) -> Vec<String> {
        let Self { law, .. } = self;
        let total: u64 = counts.values().sum();
        let greatest = counts.keys().next_back().copied().unwrap_or(law.least);
        let of = match self.plausibility {
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
            of,
            if self.is_ruled_out() { "ruled out" } else { "not ruled out" }.to_owned(),
        ]
    }

    /// What the table says where there is no law.
    pub(super) fn none() -> Vec<String> {
        let mut cells = vec![String::new(); 7];
        cells.push("too few for a law".to_owned());
        cells
    }
}

/// All sizes, or so many by chance of more.
fn some_of(counts: &[(u64, u64)], total: u64) -> Vec<u64> {
    if total <= MOST_TESTED {
        let times = |count: u64| usize::try_from(count).unwrap_or(0);
        return counts.iter().flat_map(|&(size, count)| std::iter::repeat_n(size, times(count))).collect();
    }
    let mut upto = 0;
    let ends: Vec<u64> = counts
        .iter()
        .map(|(_, count)| {
            upto += count;
            upto
        })
        .collect();
    let mut rng = Dice::new(SEED, 1, 0).rng(0, None, Purpose::Other);
    let mut drawn = || {
        let place = rng.random_range(0..total);
        counts[ends.partition_point(|end| *end <= place)].0
    };
    (0..MOST_TESTED).map(|_| drawn()).collect()
}

/// Whether sample and law are farther apart than 5 % of samples of this law would be. A law that was fitted to its sample is closer by itself, so that this
/// rules out too little; it takes no work.
// CITE: A. N. Kolmogorov, "Sulla determinazione empirica di una legge di distribuzione", Giornale dell'Istituto Italiano degli Attuari 4 (1933).
fn is_far(law: &PowerLaw) -> bool {
    law.distance > 1.358 / (law.tail as f64).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Enough for all samples.
    const WORK: u64 = 20_000_000;

    #[test]
    fn a_large_distance_rules_a_law_out_and_a_small_sample_seldom_does() {
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
        assert_eq!((fit.rounds, fit.sizes), (MOST_ROUNDS, 997));
        assert!(SizeLaw::of(&Counts::from([(1, 30), (2, 9)]), WORK).is_none());
        // Without work there is no share, and the table says nothing instead of 0.
        let idle = SizeLaw::of(&counts, 10).expect("enough");
        assert_eq!((idle.plausibility, idle.cells(&counts)[5].as_str()), (None, ""));
    }

    /// An even spread is no power law, and of many sizes a part is tested.
    #[test]
    fn what_follows_no_law_is_ruled_out_by_samples() {
        let counts: Counts = (1..=30).map(|size| (size, 1000)).collect();
        let fit = SizeLaw::of(&counts, WORK).expect("enough");
        assert!(fit.is_ruled_out() && fit.plausibility.is_some_and(|share| share < 0.1), "{:?}", fit.law);
        assert_eq!(fit.sizes, MOST_TESTED);
        assert!(fit.cells(&counts)[6].ends_with(", each of 20000"), "{:?}", fit.cells(&counts));
    }
}
