//! Reading single values: what is refused is named, and what would be allowed.

use std::borrow::Cow;
use std::fmt::Display;
use stonefield_go::notation::suggestion;

/// A value that a flag does not take.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{given}' is no {what}: {allowed}")]
pub(super) struct ValueError {
    given: String,
    what: &'static str,
    allowed: Cow<'static, str>,
}

impl ValueError {
    /// What was given, what it is not, and what is allowed.
    pub(super) fn new(given: &str, what: &'static str, allowed: impl Into<Cow<'static, str>>) -> Self {
        Self { given: given.to_owned(), what, allowed: allowed.into() }
    }
}

/// A name that is none of those there are.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{told}{near}")]
pub(super) struct NameError {
    told: String,
    near: String,
}

impl NameError {
    /// What is to be told of it, before the nearest of the names there are.
    pub(super) fn new<'a>(told: impl Display, given: &str, names: impl Iterator<Item = &'a str>) -> Self {
        Self { told: told.to_string(), near: suggestion(given, names) }
    }
}

/// A whole number from `least` to `most`.
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

/// Which game of a file.
pub(super) fn game_number() -> impl Fn(&str) -> Result<usize, ValueError> + Clone + Send + Sync + 'static {
    whole("number of a game", 1, u64::from(u32::MAX))
}

/// So many moves of the main line.
pub(super) fn move_number() -> impl Fn(&str) -> Result<u32, ValueError> + Clone + Send + Sync + 'static {
    whole("number of moves", 0, u64::from(u32::MAX))
}

/// A number from `least` to `most`.
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
