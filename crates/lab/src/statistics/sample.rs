//! Sample: mean, standard deviation and intervals.

use super::Z95;

/// Running mean and standard deviation of a sequence of numbers.
///
/// The last digits depend on the order of the numbers, so a fixed order is needed for repeatable results.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sample {
    count: u64,
    mean: f64,
    /// Sum of the squared deviations from the mean.
    squares: f64,
}

impl Sample {
    /// Adds a number.
    // CITE: B. P. Welford, "Note on a method for calculating corrected sums of squares and products",
    // Technometrics 4 (1962).
    pub fn push(&mut self, value: f64) {
        self.count += 1;
        let old_deviation = value - self.mean;
        self.mean += old_deviation / self.count as f64;
        self.squares += old_deviation * (value - self.mean);
    }

    /// Adds the numbers of another sample.
    // CITE: T. F. Chan, G. H. Golub, R. J. LeVeque, "Updating formulae and a pairwise algorithm for computing
    // sample variances", 1979.
    pub fn join(&mut self, other: &Self) {
        let count = self.count + other.count;
        if count == 0 {
            return;
        }
        let (size, other_size) = (self.count as f64, other.count as f64);
        let difference = other.mean - self.mean;
        self.mean += difference * other_size / count as f64;
        self.squares += other.squares + difference * difference * size * other_size / count as f64;
        self.count = count;
    }

    /// Returns how many numbers the sample has.
    #[must_use]
    pub const fn count(&self) -> u64 {
        self.count
    }

    /// Returns the mean; `None` for an empty sample.
    #[must_use]
    pub fn mean(&self) -> Option<f64> {
        (self.count > 0).then_some(self.mean)
    }

    /// Returns the sample standard deviation (divisor n − 1); `None` for fewer than two numbers.
    #[must_use]
    pub fn deviation(&self) -> Option<f64> {
        (self.count > 1).then(|| (self.squares / (self.count - 1) as f64).sqrt())
    }

    /// Returns the standard error of the mean; `None` for fewer than two numbers.
    #[must_use]
    pub fn error(&self) -> Option<f64> {
        self.deviation().map(|deviation| deviation / (self.count as f64).sqrt())
    }

    /// Half the width of the 95 % interval of the mean, by Student; `None` of fewer than two numbers.
    #[must_use]
    pub fn margin(&self) -> Option<f64> {
        self.error().map(|error| error * student_95(self.count - 1))
    }
}

/// Two-sided 95 % quantile of Student's distribution with so many degrees of freedom, to a hundredth.
// CITE: M. Abramowitz, I. A. Stegun, "Handbook of Mathematical Functions" (1964), formula 26.7.5.
fn student_95(freedom: u64) -> f64 {
    match freedom {
        0 | 1 => return 12.706,
        2 => return 4.303,
        3 => return 3.182,
        _ => {}
    }
    let (n, z2) = (freedom as f64, Z95 * Z95);
    let first = Z95 * (z2 + 1.0) / 4.0;
    let second = Z95 * ((5.0 * z2 + 16.0) * z2 + 3.0) / 96.0;
    let third = Z95 * (((3.0 * z2 + 19.0) * z2 + 17.0) * z2 - 15.0) / 384.0;
    Z95 + first / n + second / (n * n) + third / (n * n * n)
}

/// Returns the 95 % Wilson score interval of a share, for `hits` in `count` trials: lower and upper end.
/// Without trials it is 0 to 1.
// CITE: E. B. Wilson, "Probable inference, the law of succession, and statistical inference", Journal of the
// American Statistical Association 22 (1927); without continuity correction.
#[must_use]
pub fn wilson(hits: u64, count: u64) -> (f64, f64) {
    wilson_of(hits as f64, count)
}

/// Same as [`wilson`], for hits that need not be whole: a draw is half a hit.
#[must_use]
pub fn wilson_of(hits: f64, count: u64) -> (f64, f64) {
    if count == 0 {
        return (0.0, 1.0);
    }
    let n = count as f64;
    let share = hits / n;
    let z2 = Z95 * Z95;
    let middle = share + z2 / (2.0 * n);
    let half_width = Z95 * (share * (1.0 - share) / n + z2 / (4.0 * n * n)).sqrt();
    let scale = 1.0 + z2 / n;
    // Without a hit the lower end is exactly 0. If all trials are hits, the upper end is exactly 1. Rounding
    // errors would change both slightly.
    let low = if hits == 0.0 { 0.0 } else { (middle - half_width) / scale };
    let high = if hits == n { 1.0 } else { (middle + half_width) / scale };
    (low, high)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: f64, b: f64) -> bool {
        (a - b).abs() < 5e-5
    }

    #[test]
    fn mean_deviation_and_error_have_the_textbook_values() {
        let mut sample = Sample::default();
        assert_eq!((sample.mean(), sample.deviation()), (None, None));
        for value in [2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0] {
            sample.push(value);
        }
        assert_eq!(sample.mean(), Some(5.0));
        assert!(sample.deviation().is_some_and(|d| close(d, (32.0_f64 / 7.0).sqrt())));
        assert!(sample.error().is_some_and(|e| close(e, (32.0_f64 / 7.0 / 8.0).sqrt())));
    }

    #[test]
    fn joined_samples_equal_one_sample_of_all_numbers() {
        let sample_of = |values: &[f64]| {
            let mut sample = Sample::default();
            values.iter().for_each(|&value| sample.push(value));
            sample
        };
        let all = [3.0, -1.0, 4.0, 1.5, 9.0, 2.0];
        for at in 0..=all.len() {
            let (mut first, second) = (sample_of(&all[..at]), sample_of(&all[at..]));
            first.join(&second);
            assert_eq!(first.count(), 6);
            assert!(close(first.mean().expect("a mean"), sample_of(&all).mean().expect("a mean")));
            assert!(close(
                first.deviation().expect("six numbers"),
                sample_of(&all).deviation().expect("six numbers")
            ));
        }
    }

    #[test]
    fn a_large_mean_does_not_reduce_the_precision() {
        let mut sample = Sample::default();
        for value in [4.0, 7.0, 13.0, 16.0] {
            sample.push(1e9 + value);
        }
        assert!(sample.deviation().is_some_and(|d| close(d, 30.0_f64.sqrt())));
    }

    /// Values: R. G. Newcombe, "Two-sided confidence intervals for the single proportion", Statistics in
    /// Medicine 17 (1998), table I, method 3.
    #[test]
    fn intervals_are_the_published_ones() {
        for (hits, count, low, high) in [
            (81, 263, 0.2553, 0.3662),
            (15, 148, 0.0624, 0.1605),
            (0, 20, 0.0, 0.1611),
            (1, 29, 0.0061, 0.1718),
        ] {
            let (l, h) = wilson(hits, count);
            assert!(close(l, low) && close(h, high), "{hits}/{count}: {l} {h}");
        }
        assert_eq!(wilson(0, 0), (0.0, 1.0));
        assert_eq!(wilson(29, 29).1, 1.0);
        let (low, high) = wilson_of(1.5, 3);
        assert!(
            close(low + high, 1.0) && low > 0.1,
            "the interval of a share of ½ is symmetric: {low} {high}"
        );
    }

    /// Values: table 26.10 of Abramowitz and Stegun.
    #[test]
    fn quantiles_of_student_are_the_published_ones() {
        for (freedom, quantile) in
            [(1, 12.706), (2, 4.303), (3, 3.182), (5, 2.571), (10, 2.228), (30, 2.042), (120, 1.980)]
        {
            assert!((student_95(freedom) - quantile).abs() < 0.01, "{freedom}: {}", student_95(freedom));
        }
    }
}
