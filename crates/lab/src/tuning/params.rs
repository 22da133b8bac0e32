//! Tuned parameter: a numeric parameter of a mind, and the range that is searched.

use super::TuningError;
use std::fmt;
use stonefield_go::notation::{excerpt, suggestion};
use stonefield_minds::BrainSpec;
use stonefield_search::{ParamKind, Value};

/// A numeric parameter of a mind, and the range that is searched.
#[derive(Clone, Debug, PartialEq)]
pub struct TunedParam {
    /// Name of the parameter.
    pub name: &'static str,
    /// Lower end of the range.
    pub low: f64,
    /// Upper end of the range.
    pub high: f64,
    /// True if the values are whole numbers.
    pub whole: bool,
}

impl TunedParam {
    /// Reads `NAME=LOW:HIGH` for a parameter of a mind.
    ///
    /// # Errors
    /// If the text has another form, the mind has no such numeric parameter, LOW is not less than HIGH, or
    /// the range exceeds the limits of the parameter. Both ends for a whole-number parameter must be whole.
    pub fn read(text: &str, mind: &BrainSpec) -> Result<Self, TuningError> {
        let form = || TuningError::Form(excerpt(text, 60));
        let (name, range) = text.split_once('=').ok_or_else(form)?;
        let (low, high) = range.split_once(':').ok_or_else(form)?;
        let number = |text: &str| text.trim().parse::<f64>().ok().filter(|number| number.is_finite());
        let (low, high) = number(low).zip(number(high)).ok_or_else(form)?;
        let name = name.trim();
        let numeric = |kind: ParamKind| matches!(kind, ParamKind::Int { .. } | ParamKind::Float { .. });
        let names = || mind.info().params.iter().filter(|param| numeric(param.kind)).map(|param| param.name);
        if names().next().is_none() {
            return Err(TuningError::NoParams(mind.name()));
        }
        let unknown = || TuningError::Param {
            mind: mind.name(),
            given: excerpt(name, 60),
            allowed: names().collect::<Vec<_>>().join(", "),
            near: suggestion(name, names()),
        };
        let param = mind.info().param(name).ok_or_else(unknown)?;
        let (least, most, whole) = match param.kind {
            #[expect(clippy::cast_precision_loss, reason = "limits of parameters have at most 53 bits")]
            ParamKind::Int { min, max, .. } => (min as f64, max as f64, true),
            ParamKind::Float { min, max, .. } => (min, max, false),
            _ => return Err(unknown()),
        };
        let whole_ends = low.fract() == 0.0 && high.fract() == 0.0;
        if low >= high || low < least || high > most || (whole && !whole_ends) {
            let kind = if whole { "two whole numbers" } else { "two numbers" };
            return Err(TuningError::Range { name: param.name, low, high, kind, least, most });
        }
        Ok(Self { name: param.name, low, high, whole })
    }

    /// Returns true if a number is in the range.
    pub(super) fn contains(&self, number: f64) -> bool {
        (self.low..=self.high).contains(&number)
    }

    /// Returns the value of the parameter in a mind; the lower end of the range if the mind does not have it.
    pub(super) fn of(&self, mind: &BrainSpec) -> f64 {
        let value = mind.params().find(|(param, _)| param.name == self.name).map(|(_, value)| value);
        match value {
            #[expect(clippy::cast_precision_loss, reason = "limits of parameters have at most 53 bits")]
            Some(Value::Int(number)) => *number as f64,
            Some(Value::Float(number)) => *number,
            _ => self.low,
        }
    }

    /// Converts a number that the search proposes to a value of the parameter: clamped to the range, and
    /// rounded to [`TunedParam::digits`].
    pub(super) fn value(&self, number: f64) -> Value {
        let number = number.clamp(self.low, self.high);
        if self.whole {
            #[expect(clippy::cast_possible_truncation, reason = "within the range of a whole parameter")]
            return Value::Int(number.round() as i64);
        }
        let digits = usize::try_from(self.digits()).unwrap_or(0);
        let rounded = format!("{number:.digits$}").parse().unwrap_or(number);
        Value::Float(f64::clamp(rounded, self.low, self.high))
    }

    /// Returns the number of digits after the decimal point of a value, 0 to 12: 0 for whole numbers, and for
    /// a range of width 1000 or more. Else one unit of the last digit is 1/10,000 to 1/1000 of the width of
    /// the range.
    #[must_use]
    pub fn digits(&self) -> i32 {
        if self.whole {
            return 0;
        }
        #[expect(clippy::cast_possible_truncation, reason = "the logarithm of an f64 is at most 308")]
        let power_of_ten = libm::floor(libm::log10(self.high - self.low)) as i32;
        (3 - power_of_ten).clamp(0, 12)
    }
}

impl fmt::Display for TunedParam {
    /// Writes the form that [`Self::read`] reads.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}:{}", self.name, self.low, self.high)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mind() -> BrainSpec {
        "swarm".parse().expect("a mind")
    }

    #[test]
    fn values_are_rounded_and_clamped() {
        let radius = TunedParam::read("radius=2:6", &mind()).expect("whole");
        assert_eq!((radius.value(3.4), radius.value(99.0)), (Value::Int(3), Value::Int(6)));
        let spread = TunedParam::read("spread=0:5", &mind()).expect("a number");
        assert_eq!(spread.value(1.234_567), Value::Float(1.235));
        assert_eq!(spread.to_string(), "spread=0:5");
    }

    #[test]
    fn refusals_say_what_was_given_and_what_is_allowed() {
        for (text, expected) in [
            ("radius", "'radius' is not a parameter with a range: write NAME=LOW:HIGH"),
            ("radius=2", "NAME=LOW:HIGH"),
            ("radius=a:b", "NAME=LOW:HIGH"),
            ("radios=1:2", "swarm has no numeric parameter 'radios'"),
            ("radios=1:2", "nearest: 'radius'"),
            ("arbiter=1:2", "no numeric parameter 'arbiter'"),
            ("radius=2:2", "radius=2:2: give two whole numbers, the lower one first"),
            ("radius=1.5:3", "two whole numbers"),
            ("radius=-1:3", "radius=-1:3"),
        ] {
            let message = TunedParam::read(text, &mind()).expect_err(text).to_string();
            assert!(message.contains(expected) && !message.contains('\n'), "{text}: {message}");
        }
    }
}
