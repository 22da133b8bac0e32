//! Ticks: round values on an axis, with their texts.

use super::numbers::fixed;

/// Value that is marked on an axis, and its text.
pub type Tick = (f64, String);

/// Greatest length of a logarithmic axis, in decades, at which 2 and 5 times powers of ten are marked too.
const MAX_DENSE_DECADES: f64 = 2.5;

/// Returns about `most` round values between the ends of an axis, at least `least` apart. A logarithmic axis
/// has powers of ten instead. Empty if the ends are equal.
#[must_use]
pub fn ticks((low, high): (f64, f64), log: bool, most: f64, least: f64) -> Vec<Tick> {
    if high <= low {
        return Vec::new();
    }
    if log {
        return log_ticks(low, high, most);
    }
    let step = round_up(((high - low) / most).max(least));
    let (first, last) = ((low / step - 1e-9).ceil() as i64, (high / step + 1e-9).floor() as i64);
    (first..=last).map(|at| at as f64 * step).map(|value| (value, short(value, step))).collect()
}

fn log_ticks(low: f64, high: f64, most: f64) -> Vec<Tick> {
    let (first, last) = (libm::log10(low).max(-300.0), libm::log10(high).min(300.0));
    let decades = last - first;
    let (first, last) = (libm::floor(first) as i32, libm::ceil(last) as i32);
    let digits: &[f64] = if decades <= MAX_DENSE_DECADES { &[1.0, 2.0, 5.0] } else { &[1.0] };
    // Texts of powers are short, so that 1.5 times as many fit.
    let every = (decades / (1.5 * most)).ceil().max(1.0) as i32;
    let powers = (first..=last).filter(|power| power % every == 0);
    powers
        .flat_map(|power| digits.iter().map(move |digit| (*digit, power)))
        .map(|(digit, power)| (digit * libm::pow(10.0, power.into()), power_name(digit, power)))
        .filter(|(value, _)| (low * 0.999..=high * 1.001).contains(value))
        .collect()
}

/// Formats a digit times a power of ten: in full for powers from −3 to 4, else as `2·10⁶`.
fn power_name(digit: f64, power: i32) -> String {
    match power {
        0..=4 => fixed(digit * libm::pow(10.0, power.into()), 0),
        -3..=-1 => fixed(digit * libm::pow(10.0, power.into()), power.unsigned_abs() as usize),
        _ => {
            let superscript = |c: char| match c {
                '-' => '⁻',
                '1' => '¹',
                '2' => '²',
                '3' => '³',
                digit => char::from_u32('⁰' as u32 + (digit as u32 - '0' as u32)).unwrap_or(digit),
            };
            let power: String = power.to_string().chars().map(superscript).collect();
            if digit == 1.0 { format!("10{power}") } else { format!("{digit}·10{power}") }
        }
    }
}

/// Formats the value of a tick in few characters, such as `10k`. `step`: distance to the next tick.
#[must_use]
pub fn short(value: f64, step: f64) -> String {
    let (unit, sign) = match value.abs() {
        size if size >= 1e6 => (1e6, "M"),
        size if size >= 1e4 => (1e3, "k"),
        _ => (1.0, ""),
    };
    let decimals = (-libm::floor(libm::log10(step / unit))).clamp(0.0, 12.0) as usize;
    format!("{}{sign}", fixed(value / unit + 0.0, decimals))
}

/// Rounds a positive number up to 1, 2 or 5 times a power of ten.
#[must_use]
pub fn round_up(value: f64) -> f64 {
    let power = libm::pow(10.0, libm::floor(libm::log10(value)));
    // A value above a step by a rounding error alone gives that step.
    let first =
        [1.0, 2.0, 5.0].into_iter().map(|digit| digit * power).find(|step| *step >= value * 0.999_999);
    first.unwrap_or(10.0 * power)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tick_texts(range: (f64, f64), log: bool) -> Vec<String> {
        ticks(range, log, 6.0, 0.0).into_iter().map(|(_, name)| name).collect()
    }

    #[test]
    fn ticks_are_round_and_within_the_axis() {
        assert_eq!(tick_texts((0.0, 1.0), false), ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]);
        assert_eq!(tick_texts((-31.0, 12.0), false), ["−30", "−20", "−10", "0", "10"]);
        assert_eq!(tick_texts((0.0, 12_500.0), false), ["0", "5000", "10k"]);
        assert_eq!(tick_texts((0.000_02, 2.0), true), ["10⁻⁴", "0.001", "0.01", "0.1", "1"]);
        assert_eq!(tick_texts((1.0, 60.0), true), ["1", "2", "5", "10", "20", "50"]);
        assert_eq!(tick_texts((1.0, 3e6), true), ["1", "10", "100", "1000", "10000", "10⁵", "10⁶"]);
        assert_eq!(tick_texts((0.5, 12.6), true), ["0.5", "1", "2", "5", "10"]);
        assert_eq!(tick_texts((3.0, 3.0), true), [""; 0]);
        assert!(tick_texts((0.0, f64::INFINITY), true).len() < 20);
        let whole = ticks((0.0, 3.0), false, 6.0, 1.0);
        assert_eq!(whole.iter().map(|(value, _)| *value).collect::<Vec<_>>(), [0.0, 1.0, 2.0, 3.0]);
    }

    #[test]
    fn texts_are_short_and_steps_are_round() {
        for (least, step) in [(0.3, 0.5), (1.0, 1.0), (2.1, 5.0), (26.0, 50.0), (900.0, 1000.0)] {
            assert_eq!(round_up(least), step);
        }
        assert_eq!([0.03, 0.2, 0.21, 7.0, 51.0].map(round_up), [0.05, 0.2, 0.5, 10.0, 100.0]);
        for (value, step, text) in [
            (0.0, 1.0, "0"),
            (250.0, 50.0, "250"),
            (0.5, 0.5, "0.5"),
            (0.1 + 0.2, 0.1, "0.3"),
            (25_000.0, 5000.0, "25k"),
            (10_500.0, 500.0, "10.5k"),
            (2.5e6, 5e5, "2.5M"),
            (-40.0, 20.0, "−40"),
        ] {
            assert_eq!(short(value, step), text);
        }
    }
}
