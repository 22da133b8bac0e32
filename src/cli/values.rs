//! Reading single values: what is refused is named, and what would be allowed.

use crate::go::Size;
use std::fmt::Display;
use std::str::FromStr;

/// Anything whose own error says it all.
pub(super) fn text<T>(text: &str) -> Result<T, String>
where
    T: FromStr<Err: Display>,
{
    text.parse().map_err(|error: T::Err| error.to_string())
}

/// A board size.
pub(super) fn size(given: &str) -> Result<Size, String> {
    text(given)
}

/// A whole number from `least` to `most`.
pub(super) fn whole<T: TryFrom<u64>>(
    what: &'static str,
    least: u64,
    most: u64,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static {
    move |given| {
        let number = given.parse().ok().filter(|number| (least..=most).contains(number));
        number
            .and_then(|number| T::try_from(number).ok())
            .ok_or_else(|| format!("'{given}' is no {what}: a whole number from {least} to {most}"))
    }
}

/// Which game of a file.
pub(super) fn game_number() -> impl Fn(&str) -> Result<usize, String> + Clone + Send + Sync + 'static {
    whole("number of a game", 1, u64::from(u32::MAX))
}

/// So many moves of the main line.
pub(super) fn move_number() -> impl Fn(&str) -> Result<u32, String> + Clone + Send + Sync + 'static {
    whole("number of moves", 0, u64::from(u32::MAX))
}

/// A number from `least` to `most`.
pub(super) fn number(
    what: &'static str,
    least: f64,
    most: f64,
) -> impl Fn(&str) -> Result<f64, String> + Clone + Send + Sync + 'static {
    move |given| {
        let number = given.parse().ok().filter(|number| (least..=most).contains(number));
        number.ok_or_else(|| format!("'{given}' is no {what}: a number from {least} to {most}"))
    }
}
