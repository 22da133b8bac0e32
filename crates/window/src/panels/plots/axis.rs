//! Axes: where marks stand, and numbers in few characters.

use egui_plot::{GridInput, GridMark};

/// Marks at round numbers, about so many, at least `least` apart.
pub fn marks(input: GridInput, wanted: f64, least: f64) -> Vec<GridMark> {
    let (low, high) = input.bounds;
    let step = round_step(((high - low) / wanted).max(least));
    let first = (low / step).ceil() as i64;
    let last = (high / step).floor() as i64;
    let mark = |at: i64| GridMark { value: at as f64 * step, step_size: step };
    (first..=last.min(first + 20)).map(mark).collect()
}

/// Marks of an axis that shows decimal logarithms: at 1, 10, 100, …, and between them where there are few.
pub fn log_marks(input: GridInput) -> Vec<GridMark> {
    let (low, high) = input.bounds;
    let between: &[f64] = if high < 2.2 { &[1.0, 2.0, 5.0] } else { &[1.0] };
    let every = ((high / 6.0).ceil() as i32).max(1);
    let decades = (0..=high.max(0.0) as i32).filter(|decade| decade % every == 0);
    let values =
        decades.flat_map(|decade| between.iter().map(move |digit| f64::from(decade) + digit.log10()));
    values
        .filter(|value| (low..=high).contains(value))
        .map(|value| GridMark { value, step_size: 1.0 })
        .collect()
}

/// The next of …, 1, 2, 5, 10, 20, 50, … at or above.
#[must_use]
pub fn round_step(least: f64) -> f64 {
    let unit = 10_f64.powf(least.max(1e-6).log10().floor());
    [1.0, 2.0, 5.0].map(|factor| factor * unit).into_iter().find(|&step| step >= least).unwrap_or(10.0 * unit)
}

/// A number in at most five characters; `step` is how far it is to the next mark.
#[must_use]
pub fn short(value: f64, step: f64) -> String {
    match value.abs() {
        size if size >= 1e6 => format!("{:.1}M", value / 1e6),
        size if size >= 1e4 => format!("{:.0}k", value / 1e3),
        _ if step >= 1.0 => format!("{:.0}", value + 0.0),
        _ => {
            let digits = (-step.max(1e-4).log10()).ceil() as usize;
            format!("{:.digits$}", value + 0.0)
        }
    }
}

/// A value to be read: whole numbers without a point.
#[must_use]
pub fn figure(value: f64) -> String {
    let digits = match value.abs() {
        size if size.fract() == 0.0 || size >= 1000.0 => 0,
        size if size < 10.0 => 2,
        _ => 1,
    };
    format!("{:.digits$}", value + 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stay_short_and_steps_round() {
        for (least, step) in [(0.3, 0.5), (1.0, 1.0), (2.1, 5.0), (26.0, 50.0), (900.0, 1000.0)] {
            assert_eq!(round_step(least), step);
        }
        for (value, step, text) in [
            (0.0, 1.0, "0"),
            (250.0, 50.0, "250"),
            (0.5, 0.5, "0.5"),
            (0.1 + 0.2, 0.1, "0.3"),
            (25_000.0, 5000.0, "25k"),
            (2.5e6, 5e5, "2.5M"),
            (-40.0, 20.0, "-40"),
        ] {
            assert_eq!(short(value, step), text);
        }
        assert_eq!(
            [41.0, 48.5, 2.345, 1234.5].map(figure),
            ["41", "48.5", "2.35", "1234"].map(str::to_owned)
        );
    }

    #[test]
    fn logarithmic_axes_have_their_decades() {
        let values = |high: f64| {
            let marks = log_marks(GridInput { bounds: (-0.3, high), base_step_size: 0.01 });
            marks.iter().map(|mark| 10_f64.powf(mark.value).round()).collect::<Vec<_>>()
        };
        assert_eq!(values(1.1), [1.0, 2.0, 5.0, 10.0]);
        assert_eq!(values(3.5), [1.0, 10.0, 100.0, 1000.0]);
    }
}
