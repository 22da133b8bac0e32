//! Figures: numbers as people read them.

use crate::Sample;

/// The two-sided 95 % quantile of the normal distribution.
const Z: f64 = 1.959_963_984_540_054;

/// A number with about four digits, without zeros at its end.
pub(super) fn number(value: f64) -> String {
    let size = value.abs();
    let decimals = match size {
        _ if value.fract() == 0.0 && size < 1e15 => return fixed(value, 0),
        _ if size >= 1000.0 => return fixed(value, 0),
        _ if size >= 100.0 => 1,
        _ if size >= 10.0 => 2,
        _ if size >= 0.01 => 3,
        _ => return format!("{value:.2e}").replace('-', "−"),
    };
    let text = fixed(value, decimals);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// A number with so many decimals, and a minus that is as wide as a plus.
pub(super) fn fixed(value: f64, decimals: usize) -> String {
    format!("{value:.decimals$}").replace('-', "−")
}

/// A share in per cent.
pub(super) fn percent(share: f64) -> String {
    format!("{} %", fixed(100.0 * share, 1))
}

/// How far the 95 % interval of a mean reaches to either side; `None` of fewer than two numbers.
pub(super) fn reach(sample: &Sample) -> Option<f64> {
    sample.error().map(|error| error * student(sample.count() - 1))
}

/// A mean with its 95 % interval, which has two digits.
pub(super) fn mean(sample: &Sample) -> String {
    match (sample.mean(), reach(sample)) {
        (Some(mean), Some(reach)) if reach > 0.0 => {
            let decimals = (1.0 - libm::floor(libm::log10(reach))).clamp(0.0, 9.0) as usize;
            format!("{} ± {}", fixed(mean, decimals), fixed(reach, decimals))
        }
        (Some(mean), _) => number(mean),
        (None, _) => String::new(),
    }
}

/// The two-sided 95 % quantile of Student's distribution with so many degrees of freedom, at least one; to a hundredth.
// CITE: M. Abramowitz, I. A. Stegun, "Handbook of Mathematical Functions" (1964), formula 26.7.5.
fn student(freedom: u64) -> f64 {
    match freedom {
        0 | 1 => return 12.706,
        2 => return 4.303,
        3 => return 3.182,
        _ => {}
    }
    let (n, z2) = (freedom as f64, Z * Z);
    let first = Z * (z2 + 1.0) / 4.0;
    let second = Z * ((5.0 * z2 + 16.0) * z2 + 3.0) / 96.0;
    let third = Z * (((3.0 * z2 + 19.0) * z2 + 17.0) * z2 - 15.0) / 384.0;
    Z + first / n + second / (n * n) + third / (n * n * n)
}

/// The least of 1, 2 and 5 times a power of ten that is not below a positive number.
pub(super) fn round_up(value: f64) -> f64 {
    let power = libm::pow(10.0, libm::floor(libm::log10(value)));
    let first =
        [1.0, 2.0, 5.0].into_iter().map(|digit| digit * power).find(|step| *step >= value * 0.999_999);
    first.unwrap_or(10.0 * power)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values: table 26.10 of Abramowitz and Stegun.
    #[test]
    fn quantiles_of_student_are_the_published_ones() {
        for (freedom, quantile) in
            [(1, 12.706), (2, 4.303), (3, 3.182), (5, 2.571), (10, 2.228), (30, 2.042), (120, 1.980)]
        {
            assert!((student(freedom) - quantile).abs() < 0.01, "{freedom}: {}", student(freedom));
        }
    }

    #[test]
    fn numbers_have_the_digits_that_matter() {
        let told = [0.0, 12.0, -3.25, 0.512_34, 1234.4, 99.999, 0.000_12].map(number);
        assert_eq!(told, ["0", "12", "−3.25", "0.512", "1234", "100", "1.20e−4"]);
        let mut sample = Sample::default();
        assert_eq!(mean(&sample), "");
        [10.0, 12.0, 14.0, 16.0].into_iter().for_each(|value| sample.push(value));
        assert_eq!(mean(&sample), "13.0 ± 4.1");
        assert_eq!([0.03, 0.2, 0.21, 7.0, 51.0].map(round_up), [0.05, 0.2, 0.5, 10.0, 100.0]);
    }
}
