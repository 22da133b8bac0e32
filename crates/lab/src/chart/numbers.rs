//! Text of numbers and names.

use crate::Sample;

/// Formats a number with about four digits, without trailing zeros.
#[must_use]
pub fn number(value: f64) -> String {
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

/// Formats a number with this number of decimals and the minus sign U+2212.
#[must_use]
pub fn fixed(value: f64, decimals: usize) -> String {
    format!("{value:.decimals$}").replace('-', "−")
}

/// Formats a share (0 to 1) as a percentage with one decimal.
#[must_use]
pub fn percent(share: f64) -> String {
    format!("{} %", fixed(100.0 * share, 1))
}

/// Formats a mean and half the width of its 95 % interval, to two digits. Empty if the sample is empty.
#[must_use]
pub fn mean(sample: &Sample) -> String {
    match (sample.mean(), sample.margin()) {
        (Some(mean), Some(margin)) if margin > 0.0 => {
            let decimals = (1.0 - libm::floor(libm::log10(margin))).clamp(0.0, 9.0) as usize;
            format!("{} ± {}", fixed(mean, decimals), fixed(margin, decimals))
        }
        (Some(mean), _) => number(mean),
        (None, _) => String::new(),
    }
}

/// Returns a text with a capital first letter.
#[must_use]
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_rounded_to_few_digits() {
        let texts = [0.0, 12.0, -3.25, 0.512_34, 1234.4, 99.999, 0.000_12].map(number);
        assert_eq!(texts, ["0", "12", "−3.25", "0.512", "1234", "100", "1.20e−4"]);
        assert_eq!([41.0, 48.5, 2.345, 1234.5].map(number), ["41", "48.5", "2.345", "1234"]);
        let mut sample = Sample::default();
        assert_eq!(mean(&sample), "");
        [10.0, 12.0, 14.0, 16.0].into_iter().for_each(|value| sample.push(value));
        assert_eq!(mean(&sample), "13.0 ± 4.1");
        assert_eq!((capital("élan"), capital("")), ("Élan".to_owned(), String::new()));
    }
}
