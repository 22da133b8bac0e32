//! Power law: the exponent of a distribution without a typical size, such as the sizes of avalanches.

use rand::RngExt;
use stonefield_search::{Dice, Purpose};

/// Smallest and largest exponent of a fit. An exponent must be above 1.
const EXPONENTS: (f64, f64) = (1.000_1, 20.0);

/// A discrete power law, p(x) = x^−α ∕ ζ(α, m) for whole x ≥ m, where m is the least size and ζ the Hurwitz
/// zeta function. It is fitted to a sample by maximum likelihood.
///
/// ```
/// use stonefield_lab::statistics::PowerLaw;
///
/// // Sizes and their counts.
/// let sizes =
///     [(1, 832), (2, 104), (3, 31), (4, 13), (5, 7), (6, 4), (7, 2), (8, 2), (9, 1), (11, 1), (15, 1)];
/// let sizes: Vec<u64> = sizes.iter().flat_map(|&(size, times)| vec![size; times]).collect();
/// let law = PowerLaw::from(&sizes, 1).expect("a law");
/// assert!((law.exponent - 3.0).abs() < 2.0 * law.error && law.distance < 0.01);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PowerLaw {
    /// Exponent α, above 1.
    pub exponent: f64,
    /// Standard error of the exponent, from the observed Fisher information.
    pub error: f64,
    /// Least size m of the law, at least 1.
    pub least: u64,
    /// Number of elements of the sample with a size of at least m.
    pub tail: u64,
    /// Kolmogorov-Smirnov distance between sample and law: the largest difference of their cumulative shares,
    /// 0 to 1.
    pub distance: f64,
}

impl PowerLaw {
    /// Fits a law to the sizes of at least `least`, or of at least 1 if `least` is 0. `None` if fewer than
    /// two of them are different.
    // CITE: A. Clauset, C. R. Shalizi, M. E. J. Newman, "Power-law distributions in empirical data", SIAM
    // Review 51 (2009), section 3.1.
    #[must_use]
    pub fn from(sizes: &[u64], least: u64) -> Option<Self> {
        let counts = counted(sizes);
        let first = counts.partition_point(|&(size, _)| size < least.max(1));
        Self::fit(&counts[first..], least.max(1))
    }

    /// Fits a law with the least size that minimizes the distance. At least `tail` elements of the sample
    /// must have that size or more; `None` if no size has so many, or all elements of every such tail are
    /// equal.
    ///
    /// A tail of fifty elements is small: the error is large, and the chosen size depends on chance.
    // CITE: Clauset, Shalizi, Newman (2009), section 3.3.
    #[must_use]
    pub fn closest(sizes: &[u64], tail: u64) -> Option<Self> {
        Self::closest_of_counts(&counted(sizes), tail)
    }

    /// Same as [`PowerLaw::closest`], for increasing sizes, each with its count.
    #[must_use]
    pub fn closest_of_counts(counts: &[(u64, u64)], tail: u64) -> Option<Self> {
        let first = counts.partition_point(|&(size, _)| size < 1);
        let mut elements: u64 = counts[first..].iter().map(|&(_, count)| count).sum();
        // Tails are only fitted while they have at least `tail` elements.
        let least_sizes = counts[first..].iter().take_while(|&&(_, count)| {
            let is_enough = elements >= tail;
            elements -= count;
            is_enough
        });
        let laws =
            (first..first + least_sizes.count()).filter_map(|at| Self::fit(&counts[at..], counts[at].0));
        laws.min_by(|a, b| a.distance.total_cmp(&b.distance))
    }

    /// Fits a law to increasing sizes, each with its count, all at least `least`. `None` for fewer than two
    /// sizes.
    fn fit(counts: &[(u64, u64)], least: u64) -> Option<Self> {
        if counts.len() < 2 {
            return None;
        }
        let tail: u64 = counts.iter().map(|&(_, count)| count).sum();
        let n = tail as f64;
        let mean_log =
            counts.iter().map(|&(size, count)| count as f64 * libm::log(size as f64)).sum::<f64>() / n;
        let start = least as f64;
        // Negative mean log-likelihood. It has one minimum, and its curvature there is the information per
        // element.
        let cost = |exponent: f64| libm::log(zeta(exponent, start)) + exponent * mean_log;
        let exponent = lowest(cost, EXPONENTS);
        let step = (1e-3_f64).min((exponent - 1.0) / 2.0);
        let curvature =
            (cost(exponent + step) - 2.0 * cost(exponent) + cost(exponent - step)) / (step * step);
        let mut law = Self { exponent, error: 1.0 / (n * curvature).sqrt(), least, tail, distance: 0.0 };
        let total = zeta(exponent, start);
        let (mut count_below, mut cached) = (0, None);
        for &(size, count) in counts {
            // The share of the sample changes only at its sizes; that of the law also between them. The
            // largest difference is just before or at a size of the sample.
            let from = match cached {
                Some((next, value)) if next == size => value,
                _ => zeta(exponent, size as f64),
            };
            let after = zeta(exponent, size as f64 + 1.0);
            cached = Some((size + 1, after));
            let (law_before, law_at) = (1.0 - from / total, 1.0 - after / total);
            law.distance = law.distance.max((count_below as f64 / n - law_before).abs());
            count_below += count;
            law.distance = law.distance.max((count_below as f64 / n - law_at).abs());
        }
        Some(law)
    }

    /// Returns the share of sizes of at least `size` under the law, from 0 to 1.
    #[must_use]
    pub fn share_from(&self, size: u64) -> f64 {
        let size = size.max(self.least) as f64;
        zeta(self.exponent, size) / zeta(self.exponent, self.least as f64)
    }

    /// Returns the plausibility that the sizes follow the law: the share, 0 to 1, of `rounds` samples from
    /// the law whose distance from their own fits is at least the distance of these sizes from the law. Below
    /// 0.1 the law is ruled out. Without rounds it is 0.
    ///
    /// `tail` is the argument of [`PowerLaw::closest`] with which the law was fitted. `None`: the law was
    /// fitted with a given least size, and the samples are fitted with it too. The samples come from `dice`,
    /// so the same seed gives the same answer.
    // CITE: Clauset, Shalizi, Newman (2009), section 4.1: below the least size a sample is drawn from the
    // data.
    #[must_use]
    pub fn plausibility(&self, sizes: &[u64], tail: Option<u64>, dice: Dice, rounds: u64) -> f64 {
        let below: Vec<u64> = sizes.iter().copied().filter(|&size| size < self.least).collect();
        // Entry i is the share of sizes from `least` + i. Sizes beyond the table come from `quantile`.
        let shares: Vec<f64> = (0..=TABLE).map(|at| self.share_from(self.least + at)).collect();
        let tail_share = self.tail as f64 / sizes.len().max(1) as f64;
        let mut as_distant = 0;
        for round in 0..rounds {
            let mut rng = Dice { game: dice.game.wrapping_add(round), ..dice }.rng(0, None, Purpose::Other);
            let mut sample: Vec<u64> = Vec::with_capacity(sizes.len());
            for _ in sizes {
                let in_tail = below.is_empty() || rng.random::<f64>() < tail_share;
                let chance: f64 = rng.random();
                sample.push(if in_tail {
                    let at = shares.partition_point(|share| *share >= 1.0 - chance) as u64;
                    if at > TABLE { self.quantile(chance) } else { self.least + at.max(1) - 1 }
                } else {
                    below[((chance * below.len() as f64) as usize).min(below.len() - 1)]
                });
            }
            let law = match tail {
                Some(tail) => Self::closest(&sample, tail),
                None => Self::from(&sample, self.least),
            };
            as_distant += u64::from(law.is_some_and(|law| law.distance >= self.distance));
        }
        if rounds == 0 { 0.0 } else { as_distant as f64 / rounds as f64 }
    }

    /// Returns the size at which the cumulative share of the law passes `share` (0 to below 1). The size is
    /// at most 2^52. A uniformly random share gives a size that follows the law.
    // CITE: Clauset, Shalizi, Newman (2009), appendix D: doubling, then halving.
    #[must_use]
    pub fn quantile(&self, share: f64) -> u64 {
        let share_above = 1.0 - share;
        let (mut low, mut high) = (self.least, self.least.saturating_mul(2).max(1));
        while high < LARGEST_SIZE && self.share_from(high) >= share_above {
            (low, high) = (high, high.saturating_mul(2).min(LARGEST_SIZE));
        }
        while high - low > 1 {
            let middle = low + (high - low) / 2;
            if self.share_from(middle) >= share_above {
                low = middle;
            } else {
                high = middle;
            }
        }
        low
    }
}

/// Number of sizes, from the least, whose shares are in a table while samples are drawn.
const TABLE: u64 = 2048;

/// Largest size that is drawn. This size and the next are exact in `f64`.
const LARGEST_SIZE: u64 = 1 << 52;

/// Returns the sizes in increasing order, each with its count.
fn counted(sizes: &[u64]) -> Vec<(u64, u64)> {
    let mut sorted = sizes.to_vec();
    sorted.sort_unstable();
    sorted.chunk_by(|a, b| a == b).map(|same| (same[0], same.len() as u64)).collect()
}

/// Returns the position of the only minimum of a function in an interval, by golden-section search.
fn lowest(cost: impl Fn(f64) -> f64, (mut low, mut high): (f64, f64)) -> f64 {
    let golden = (5.0_f64.sqrt() - 1.0) / 2.0;
    let (mut a, mut b) = (high - golden * (high - low), low + golden * (high - low));
    let (mut cost_a, mut cost_b) = (cost(a), cost(b));
    // In a narrower interval, rounding errors decide the comparison.
    while high - low > 1e-8 {
        if cost_a <= cost_b {
            (high, b, cost_b) = (b, a, cost_a);
            a = high - golden * (high - low);
            cost_a = cost(a);
        } else {
            (low, a, cost_a) = (a, b, cost_b);
            b = low + golden * (high - low);
            cost_b = cost(b);
        }
    }
    low + (high - low) / 2.0
}

/// Number of terms that are summed one by one. The sum of all further terms is estimated.
const TERMS: u32 = 8;

/// Hurwitz zeta function, Σ (start + k)^−s for k ≥ 0, with s above 1 and `start` above 0.
// CITE: Euler-Maclaurin formula; NIST Digital Library of Mathematical Functions, 25.11.5 and 2.10.1.
fn zeta(s: f64, start: f64) -> f64 {
    // Bernoulli numbers B₂, B₄, … divided by the factorials of their indices.
    const BERNOULLI: [f64; 6] = [
        1.0 / 12.0,
        -1.0 / 720.0,
        1.0 / 30_240.0,
        -1.0 / 1_209_600.0,
        1.0 / 47_900_160.0,
        -691.0 / 1_307_674_368_000.0,
    ];
    let power = |x: f64| libm::pow(x, -s);
    let mut sum: f64 = (0..TERMS).map(|k| power(start + f64::from(k))).sum();
    let end = start + f64::from(TERMS);
    let end_power = power(end);
    sum += end_power * (end / (s - 1.0) + 0.5);
    let mut term = end_power * s / end;
    let mut factor = s;
    for bernoulli in BERNOULLI {
        sum += bernoulli * term;
        term *= (factor + 1.0) * (factor + 2.0) / (end * end);
        factor += 2.0;
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::super::Sample;
    use super::*;

    fn sample(law: &PowerLaw, count: u64, seed: u64) -> Vec<u64> {
        let mut rng = Dice::new(seed, 0, 0).rng(0, None, Purpose::Other);
        (0..count).map(|_| law.quantile(rng.random())).collect()
    }

    fn law(exponent: f64, least: u64) -> PowerLaw {
        PowerLaw { exponent, error: 0.0, least, tail: 0, distance: 0.0 }
    }

    /// Expected values: closed forms, and scipy 1.17.1 for the exponents 1.5, 20 and 1.01.
    #[test]
    fn zeta_agrees_with_closed_forms_and_scipy() {
        let pi = std::f64::consts::PI;
        for (s, start, value) in [
            (2.0, 1.0, pi * pi / 6.0),
            (4.0, 1.0, pi.powi(4) / 90.0),
            (1.5, 1.0, 2.612_375_348_685_488),
            (3.0, 5.0, 1.202_056_903_159_594_3 - 1.0 - 1.0 / 8.0 - 1.0 / 27.0 - 1.0 / 64.0),
            (20.0, 1.0, 1.000_000_953_962_033_9),
            (1.01, 1.0, 100.577_943_338_497),
        ] {
            assert!((zeta(s, start) / value - 1.0).abs() < 1e-11, "{s} {start}: {}", zeta(s, start));
        }
    }

    /// One sample in twenty is off by more than two standard errors, so the mean and the standard deviation
    /// of the errors of 40 samples are tested.
    #[test]
    fn known_exponents_are_found_and_the_error_is_the_deviation_of_many_samples() {
        for (exponent, least) in [(1.6, 1), (2.5, 6), (3.5, 2)] {
            let truth = law(exponent, least);
            let mut deviations = Sample::default();
            for seed in 0..40 {
                let sizes = sample(&truth, 1000, seed);
                let fit = PowerLaw::from(&sizes, least).expect("a law");
                // The distance of a sample from its law exceeds 1.63 ∕ √n, about 0.05, in at most 1 % of
                // samples.
                assert!(fit.tail == 1000 && fit.distance < 0.05, "{fit:?}");
                deviations.push((fit.exponent - exponent) / fit.error);
            }
            let (mean, deviation) = deviations.mean().zip(deviations.deviation()).expect("40 samples");
            assert!(mean.abs() < 0.5 && (0.7..1.35).contains(&deviation), "{exponent}: {mean} {deviation}");
        }
    }

    /// Values of scipy 1.17.1 (`zeta`, `minimize_scalar`). The standard errors follow from the variance of
    /// the logarithm of the sizes under the law.
    #[test]
    fn the_fit_agrees_with_scipy() {
        let counts = [
            (1, 620),
            (2, 170),
            (3, 75),
            (4, 45),
            (5, 28),
            (6, 20),
            (8, 15),
            (11, 10),
            (20, 9),
            (45, 5),
            (130, 3),
        ];
        let sizes: Vec<u64> = counts.iter().flat_map(|&(size, times)| vec![size; times]).collect();
        // The second law is only for sizes of at least 3.
        for (least, tail, exponent, error, distance) in [
            (1, 1000, 2.145_432_857, 0.039_115_08, 0.034_906_47),
            (3, 210, 2.459_106_543, 0.101_958_25, 0.052_829_55),
        ] {
            let fit = PowerLaw::from(&sizes, least).expect("a law");
            assert_eq!(fit.tail, tail);
            assert!((fit.exponent - exponent).abs() < 1e-6 && (fit.error - error).abs() < 1e-6, "{fit:?}");
            assert!((fit.distance - distance).abs() < 1e-6, "{fit:?}");
        }
    }

    #[test]
    fn the_least_size_is_found_where_the_law_begins() {
        let mut sizes = sample(&law(2.5, 10), 3000, 7);
        // Below 10 all sizes are equally likely.
        sizes.extend((0..2000).map(|at| 1 + at % 9));
        let fit = PowerLaw::closest(&sizes, 50).expect("a law");
        assert!((9..=13).contains(&fit.least) && (fit.exponent - 2.5).abs() < 0.15, "{fit:?}");
        let of_all_sizes = PowerLaw::from(&sizes, 1).expect("a law");
        assert!(of_all_sizes.distance > 5.0 * fit.distance);
    }

    #[test]
    fn a_law_is_plausible_for_its_sample_and_not_for_a_geometric_one() {
        let sizes = sample(&law(2.2, 1), 400, 11);
        let fit = PowerLaw::closest(&sizes, 50).expect("a law");
        let plausible = fit.plausibility(&sizes, Some(50), Dice::new(1, 0, 0), 20);
        assert!(plausible > 0.1, "{plausible}");
        assert_eq!(plausible, fit.plausibility(&sizes, Some(50), Dice::new(1, 0, 0), 20), "the same seed");
        // Sizes 1 to 3, 4 to 6 and so on: each three have about 1 ∕ e of the share of the three before.
        let geometric: Vec<u64> = (0..400)
            .map(|at| 1 + (-(f64::from(at) + 0.5) / 400.0).ln_1p().abs() as u64 * 3 + at as u64 % 3)
            .collect();
        let fit = PowerLaw::from(&geometric, 1).expect("a law");
        assert_eq!(fit.plausibility(&geometric, None, Dice::new(1, 0, 0), 20), 0.0);
    }

    /// If the table of shares were wrong, the samples would follow another law.
    #[test]
    fn sizes_that_are_drawn_follow_the_law() {
        let sizes = sample(&law(1.8, 2), 300, 5);
        let fit = PowerLaw::from(&sizes, 2).expect("a law");
        // All samples have at least the distance 0, so the plausibility is 1.
        let nearest = PowerLaw { distance: 0.0, ..fit };
        assert_eq!(nearest.plausibility(&sizes, None, Dice::new(2, 0, 0), 10), 1.0);
        let middle = PowerLaw { distance: 0.026, ..fit };
        let half = middle.plausibility(&sizes, None, Dice::new(2, 0, 0), 200);
        // Half of the samples of 300 that are fitted from their least size have a distance above 0.45 ∕ √n.
        assert!((0.2..0.8).contains(&half), "{half}");
    }

    #[test]
    fn quantiles_and_shares_are_inverse() {
        let law = law(2.0, 3);
        assert_eq!((law.quantile(0.0), law.share_from(3), law.share_from(1)), (3, 1.0, 1.0));
        for size in [3, 4, 17, 1000] {
            let share = 1.0 - law.share_from(size);
            assert_eq!(law.quantile(share + 1e-9), size);
        }
        assert!(law.quantile(1.0) <= LARGEST_SIZE);
    }

    #[test]
    fn a_sample_without_a_tail_has_no_law() {
        assert_eq!(PowerLaw::from(&[], 1), None);
        assert_eq!(PowerLaw::from(&[5, 5, 5], 1), None);
        assert_eq!(PowerLaw::from(&[0, 0, 1], 0), None, "size 0 is in no tail");
        assert_eq!(PowerLaw::closest(&[1, 2, 3], 50), None);
    }
}
