//! Parsers of single values. A refusal names the given value and the allowed ones.

use std::borrow::Cow;
use std::fmt::Display;
use stonefield_go::notation::suggestion;

/// Error: a value that a flag does not take.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{given}' is no {what}: {allowed}")]
pub(super) struct ValueError {
    given: String,
    what: &'static str,
    allowed: Cow<'static, str>,
}

impl ValueError {
    /// Error for the value `given`, which should be a `what`; `allowed` says which values are allowed.
    pub(super) fn new(given: &str, what: &'static str, allowed: impl Into<Cow<'static, str>>) -> Self {
        Self { given: given.to_owned(), what, allowed: allowed.into() }
    }
}

/// Error: an unknown name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}{near}")]
pub(super) struct NameError {
    message: String,
    near: String,
}

impl NameError {
    /// Error with a message, followed by the known name that is nearest to `given`.
    pub(super) fn new<'a>(message: impl Display, given: &str, names: impl Iterator<Item = &'a str>) -> Self {
        Self { message: message.to_string(), near: suggestion(given, names) }
    }
}

/// Parser of a whole number from `least` to `most`.
pub(super) fn whole<T: TryFrom<u64>>(
    what: &'static str,
    least: u64,
    most: u64,
) -> impl Fn(&str) -> Result<T, ValueError> + Clone + Send + Sync + 'static {
    move |given| {
        let number = given.parse().ok().filter(|number| (least..=most).contains(number));
        number
            .and_then(|number| T::try_from(number).ok())
            .ok_or_else(|| ValueError::new(given, what, format!("a whole number from {least} to {most}")))
    }
}

/// Parser of the number of a game in a file, from 1.
pub(super) fn game_number() -> impl Fn(&str) -> Result<usize, ValueError> + Clone + Send + Sync + 'static {
    whole("number of a game", 1, u64::from(u32::MAX))
}

pub(super) fn move_number() -> impl Fn(&str) -> Result<u32, ValueError> + Clone + Send + Sync + 'static {
    whole("number of moves", 0, u64::from(u32::MAX))
}

/// Parser of a number from `least` to `most`.
pub(super) fn number(
    what: &'static str,
    least: f64,
    most: f64,
) -> impl Fn(&str) -> Result<f64, ValueError> + Clone + Send + Sync + 'static {
    move |given| {
        let number = given.parse().ok().filter(|number| (least..=most).contains(number));
        number.ok_or_else(|| ValueError::new(given, what, format!("a number from {least} to {most}")))
    }
}
