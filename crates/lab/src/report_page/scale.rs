//! Scale: where the values of an axis of a picture are.

use super::figures::{fixed, round_up};

/// An axis of a picture: its values from one end to the other, and where these ends are.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scale {
    /// The least and the greatest value; above 0 where it is logarithmic.
    pub values: (f64, f64),
    /// Where they are, in the units of the picture.
    pub places: (f64, f64),
    /// Whether equal ratios are equally long, instead of equal differences.
    pub log: bool,
}

/// Marks that an axis has at most, about.
const MARKS: f64 = 6.0;

impl Scale {
    /// Where a value is.
    pub(super) fn place(&self, value: f64) -> f64 {
        let on = |value: f64| if self.log { libm::log10(value.max(f64::MIN_POSITIVE)) } else { value };
        let (low, high) = (on(self.values.0), on(self.values.1));
        let share = if high > low { (on(value) - low) / (high - low) } else { 0.5 };
        self.places.0 + share * (self.places.1 - self.places.0)
    }

    /// Round values from one end to the other, with their names.
    pub(super) fn marks(&self) -> Vec<(f64, String)> {
        if self.log { self.powers() } else { self.steps() }
    }

    fn steps(&self) -> Vec<(f64, String)> {
        let (low, high) = self.values;
        if high <= low {
            return Vec::new();
        }
        let step = round_up((high - low) / MARKS);
        let decimals = (-libm::floor(libm::log10(step))).clamp(0.0, 12.0) as usize;
        let (first, last) = ((low / step - 1e-9).ceil() as i64, (high / step + 1e-9).floor() as i64);
        (first..=last).map(|at| at as f64 * step).map(|value| (value, fixed(value + 0.0, decimals))).collect()
    }

    fn powers(&self) -> Vec<(f64, String)> {
        let (low, high) = self.values;
        let (first, last) = (libm::floor(libm::log10(low)) as i32, libm::ceil(libm::log10(high)) as i32);
        let digits: &[f64] = if last - first <= 2 { &[1.0, 2.0, 5.0] } else { &[1.0] };
        let powers = (first..=last).flat_map(|power| digits.iter().map(move |digit| (*digit, power)));
        let inside = |value: f64| (low * 0.999..=high * 1.001).contains(&value);
        powers
            .map(|(digit, power)| (digit * libm::pow(10.0, power.into()), digit, power))
            .filter(|(value, ..)| inside(*value))
            .map(|(value, digit, power)| (value, power_name(digit, power)))
            .collect()
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    fn names(values: (f64, f64), log: bool) -> Vec<String> {
        Scale { values, places: (0.0, 1.0), log }.marks().into_iter().map(|(_, name)| name).collect()
    }

    #[test]
    fn marks_are_round_and_inside() {
        assert_eq!(names((0.0, 1.0), false), ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]);
        assert_eq!(names((-31.0, 12.0), false), ["−30", "−20", "−10", "0", "10"]);
        assert_eq!(names((0.000_02, 2.0), true), ["10⁻⁴", "0.001", "0.01", "0.1", "1"]);
        assert_eq!(names((1.0, 60.0), true), ["1", "2", "5", "10", "20", "50"]);
        assert_eq!(names((1.0, 3e6), true), ["1", "10", "100", "1000", "10000", "10⁵", "10⁶"]);
    }

    #[test]
    fn equal_ratios_are_equally_long_on_a_logarithmic_scale() {
        let scale = Scale { values: (1.0, 100.0), places: (0.0, 200.0), log: true };
        assert!((scale.place(10.0) - 100.0).abs() < 1e-9);
        let flipped = Scale { values: (0.0, 4.0), places: (300.0, 100.0), log: false };
        assert!((flipped.place(1.0) - 250.0).abs() < 1e-9);
    }
}
