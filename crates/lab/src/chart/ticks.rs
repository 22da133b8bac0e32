//! Ticks: round values along an axis, with their texts.

use super::numbers::fixed;

/// A value that is marked on an axis, and its text.
pub type Tick = (f64, String);

/// Greatest ratio of the ends of a logarithmic axis, in decades, at which 2 and 5 are marked too.
const FEW: f64 = 2.5;

/// Round values from one end of an axis to the other: about `most`, at least `least` apart. A logarithmic
/// axis marks powers of ten.
#[must_use]
pub fn ticks((low, high): (f64, f64), log: bool, most: f64, least: f64) -> Vec<Tick> {
    if high <= low {
        return Vec::new();
    }
    if log {
        return powers(low, high, most);
    }
    let step = round_up(((high - low) / most).max(least));
    let (first, last) = ((low / step - 1e-9).ceil() as i64, (high / step + 1e-9).floor() as i64);
    (first..=last).map(|at| at as f64 * step).map(|value| (value, short(value, step))).collect()
}

fn powers(low: f64, high: f64, most: f64) -> Vec<Tick> {
    let (first, last) = (libm::log10(low).max(-300.0), libm::log10(high).min(300.0));
    let decades = last - first;
    let (first, last) = (libm::floor(first) as i32, libm::ceil(last) as i32);
    let digits: &[f64] = if decades <= FEW { &[1.0, 2.0, 5.0] } else { &[1.0] };
    // A power is short: there is room for more of them.
    let every = (decades / (1.5 * most)).ceil().max(1.0) as i32;
    let powers = (first..=last).filter(|power| power % every == 0);
    powers
        .flat_map(|power| digits.iter().map(move |digit| (*digit, power)))
        .map(|(digit, power)| (digit * libm::pow(10.0, power.into()), power_name(digit, power)))
        .filter(|(value, _)| (low * 0.999..=high * 1.001).contains(value))
        .collect()
}

/// A digit times a power of ten, in figures where these are few.
fn power_name(digit: f64, power: i32) -> String {
    match power {
        0..=4 => fixed(digit * libm::pow(10.0, power.into()), 0),
        -3..=-1 => fixed(digit * libm::pow(10.0, power.into()), power.unsigned_abs() as usize),
        _ => {
            let small = |c: char| match c {
                '-' => '⁻',
                '1' => '¹',
                '2' => '²',
                '3' => '³',
                digit => char::from_u32('⁰' as u32 + (digit as u32 - '0' as u32)).unwrap_or(digit),
            };
            let power: String = power.to_string().chars().map(small).collect();
            if digit == 1.0 { format!("10{power}") } else { format!("{digit}·10{power}") }
        }
    }
}

/// A tick's value in few characters; `step` is the distance to the next tick.
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

/// The least of 1, 2 and 5 times a power of ten that is not below a positive number.
#[must_use]
pub fn round_up(value: f64) -> f64 {
    let power = libm::pow(10.0, libm::floor(libm::log10(value)));
    // A rounding error above a step is that step.
    let first =
        [1.0, 2.0, 5.0].into_iter().map(|digit| digit * power).find(|step| *step >= value * 0.999_999);
    first.unwrap_or(10.0 * power)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(range: (f64, f64), log: bool) -> Vec<String> {
        ticks(range, log, 6.0, 0.0).into_iter().map(|(_, name)| name).collect()
    }

    #[test]
    fn ticks_are_round_and_inside() {
        assert_eq!(names((0.0, 1.0), false), ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]);
        assert_eq!(names((-31.0, 12.0), false), ["−30", "−20", "−10", "0", "10"]);
        assert_eq!(names((0.0, 12_500.0), false), ["0", "5000", "10k"]);
        assert_eq!(names((0.000_02, 2.0), true), ["10⁻⁴", "0.001", "0.01", "0.1", "1"]);
        assert_eq!(names((1.0, 60.0), true), ["1", "2", "5", "10", "20", "50"]);
        assert_eq!(names((1.0, 3e6), true), ["1", "10", "100", "1000", "10000", "10⁵", "10⁶"]);
        assert_eq!(names((0.5, 12.6), true), ["0.5", "1", "2", "5", "10"]);
        assert_eq!(names((3.0, 3.0), true), [""; 0]);
        assert!(names((0.0, f64::INFINITY), true).len() < 20);
        let whole = ticks((0.0, 3.0), false, 6.0, 1.0);
        assert_eq!(whole.iter().map(|(value, _)| *value).collect::<Vec<_>>(), [0.0, 1.0, 2.0, 3.0]);
    }

    #[test]
    fn numbers_stay_short_and_steps_round() {
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
