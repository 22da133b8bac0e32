//! Power laws: how fast sizes become rare.

use std::ops::RangeInclusive;

/// The exponent of sizes that become rare as a power: of size s there are about s^−τ.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PowerLaw {
    /// τ, above 1.
    pub exponent: f64,
    /// Its standard error, if the sizes are independent and do follow a power law.
    pub error: f64,
    /// How many sizes it was found from.
    pub count: u64,
}

/// The exponents that are looked at.
const RANGE: (f64, f64) = (1.000_1, 20.0);

impl PowerLaw {
    /// The most likely exponent of those sizes that lie in a range, each given with how many there are of it; `None` of fewer than two different
    /// sizes, and where sizes do not become rare as a power above 1.
    ///
    /// The smallest sizes seldom follow a law, and a board cuts off the largest, so both ends count; `1..=u32::MAX` takes all sizes, as if a board had no
    /// end. Whether sizes follow a power law at all it does not say.
    ///
    /// ```
    /// use stonefield::lab::PowerLaw;
    ///
    /// // As many of each size as s^−2 of a million, from 1 to 1000.
    /// let sizes: Vec<(u32, u64)> = (1..=1000).map(|s: u32| (s, (1e6 / f64::from(s).powi(2)).round() as u64)).collect();
    /// let law = PowerLaw::of(&sizes, 1..=1000).expect("many sizes");
    /// assert!((law.exponent - 2.0).abs() < 0.005 && law.error < 0.002);
    /// ```
    // CITE: maximum likelihood of a discrete power law: A. Clauset, C. R. Shalizi, M. E. J. Newman, "Power-law distributions in empirical data", SIAM
    // Review 51 (2009), equations 3.5 and 3.6, here with an upper end too.
    #[must_use]
    pub fn of(sizes: &[(u32, u64)], range: RangeInclusive<u32>) -> Option<Self> {
        let within = || sizes.iter().filter(|&(size, count)| *size > 0 && range.contains(size) && *count > 0);
        let mut known: Vec<u32> = within().map(|&(size, _)| size).collect();
        known.sort_unstable();
        known.dedup();
        if known.len() < 2 {
            return None;
        }
        let count: u64 = within().map(|&(_, count)| count).sum();
        let logs: f64 = within().map(|&(size, count)| f64::from(size).ln() * count as f64).sum();
        let mean = logs / count as f64;
        let ends =
            (f64::from((*range.start()).max(1)), (*range.end() < u32::MAX).then(|| f64::from(*range.end())));
        // The mean of ln s that an exponent lets one expect falls where the exponent grows.
        let (mut low, mut high) = RANGE;
        if expected_log(low, ends) < mean || expected_log(high, ends) > mean {
            return None;
        }
        for _ in 0..60 {
            let middle = f64::midpoint(low, high);
            if expected_log(middle, ends) > mean {
                low = middle;
            } else {
                high = middle;
            }
        }
        let exponent = f64::midpoint(low, high);
        let apart = WIDE.min((exponent - 1.0) / 4.0);
        let information =
            (expected_log(exponent - apart, ends) - expected_log(exponent + apart, ends)) / (2.0 * apart);
        Some(Self { exponent, error: (information * count as f64).sqrt().recip(), count })
    }
}

/// The steps of the first and of the second derivative.
const STEP: f64 = 1e-5;
const WIDE: f64 = 1e-2;

/// The mean of ln s among the sizes of a range that have this exponent: −Z′∕Z, where Z is the sum of s^−τ over the range.
fn expected_log(exponent: f64, (least, most): (f64, Option<f64>)) -> f64 {
    let step = STEP.min((exponent - 1.0) / 4.0);
    let beyond = |exponent: f64| most.map_or(0.0, |most| hurwitz_zeta(exponent, most + 1.0));
    let log = |exponent: f64| (hurwitz_zeta(exponent, least) - beyond(exponent)).ln();
    (log(exponent - step) - log(exponent + step)) / (2.0 * step)
}

/// ζ(s, q) = Σ (n + q)^−s over n ≥ 0, for s above 1 and q above 0.
// CITE: Euler–Maclaurin summation: H. M. Edwards, "Riemann's Zeta Function", 1974, chapter 6.
fn hurwitz_zeta(s: f64, q: f64) -> f64 {
    /// Terms that are added up one by one.
    const TERMS: u32 = 16;
    let first: f64 = (0..TERMS).map(|n| (q + f64::from(n)).powf(-s)).sum();
    let a = q + f64::from(TERMS);
    // B₂∕2!, B₄∕4!, B₆∕6!, B₈∕8!.
    let bernoulli = [1.0 / 12.0, -1.0 / 720.0, 1.0 / 30_240.0, -1.0 / 1_209_600.0];
    let mut rising = s * a.powf(-s - 1.0);
    let mut rest = a.powf(1.0 - s) / (s - 1.0) + 0.5 * a.powf(-s);
    for (k, factor) in (0_u32..).zip(bernoulli) {
        rest += factor * rising;
        let at = s + f64::from(2 * k + 1);
        rising *= at * (at + 1.0) / (a * a);
    }
    first + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zeta_has_its_known_values() {
        let pi = std::f64::consts::PI;
        assert!((hurwitz_zeta(2.0, 1.0) - pi.powi(2) / 6.0).abs() < 1e-12);
        assert!((hurwitz_zeta(4.0, 1.0) - pi.powi(4) / 90.0).abs() < 1e-12);
        // Apéry's constant, without its first term from 2 on.
        assert!((hurwitz_zeta(3.0, 1.0) - 1.202_056_903_159_594).abs() < 1e-12);
        assert!((hurwitz_zeta(3.0, 2.0) - 0.202_056_903_159_594).abs() < 1e-12);
        assert!((hurwitz_zeta(1.5, 1.0) - 2.612_375_348_685_488).abs() < 1e-11);
    }

    #[test]
    fn an_exponent_is_found_again_in_any_range() {
        for exponent in [1.2, 1.6, 2.05, 2.5, 3.5] {
            let number = |s: u32| (1e15 * f64::from(s).powf(-exponent)).round() as u64;
            let sizes: Vec<(u32, u64)> = (1..=5_000).map(|s| (s, number(s))).collect();
            for range in [1..=5_000, 1..=30, 2..=100, 10..=1_000, 300..=4_000] {
                let law = PowerLaw::of(&sizes, range.clone()).expect("many sizes");
                assert!((law.exponent - exponent).abs() < 0.001, "{exponent} in {range:?}: {law:?}");
            }
            // Where the largest sizes are rare it matters little that they end.
            if exponent > 2.0 {
                let law = PowerLaw::of(&sizes, 1..=u32::MAX).expect("many sizes");
                assert!((law.exponent - exponent).abs() < 0.02, "{exponent}: {law:?}");
            }
        }
    }

    /// For large least sizes the error is (τ − 1) ∕ √n (equation 3.2 of Clauset, Shalizi and Newman).
    #[test]
    fn the_error_is_that_of_the_continuous_law_far_out() {
        let sizes: Vec<(u32, u64)> =
            (100..=1_000_000).map(|s| (s, (1e12 * f64::from(s).powf(-2.5)).round() as u64)).collect();
        let law = PowerLaw::of(&sizes, 100..=u32::MAX).expect("many sizes");
        let continuous = (law.exponent - 1.0) / (law.count as f64).sqrt();
        assert!((law.error / continuous - 1.0).abs() < 0.02, "{law:?}, {continuous}");
    }

    #[test]
    fn too_little_has_no_exponent() {
        for sizes in [&[][..], &[(3, 100)], &[(1, 5), (2, 0)], &[(0, 7), (4, 1)]] {
            assert_eq!(PowerLaw::of(sizes, 0..=u32::MAX), None);
        }
        let sizes = [(1, 100), (2, 10), (5, 1)];
        assert_eq!(PowerLaw::of(&sizes, 3..=u32::MAX), None, "one size is left");
        assert_eq!(PowerLaw::of(&[(1, 3), (10, 30), (100, 900)], 1..=100), None, "they become frequent");
        assert!(PowerLaw::of(&sizes, 1..=2).is_some());
    }
}
