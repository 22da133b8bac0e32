//! Reads TOML through serde. An error names the place, the key, the allowed values, the given value and the
//! nearest name.

use serde::de::value::StrDeserializer;
use serde::de::{self, DeserializeOwned, Unexpected};
use serde::{Deserialize, Deserializer};
use std::collections::BTreeMap;
use std::fmt::Display;
use std::str::FromStr;
use stonefield_files::SettingsError;
pub use stonefield_files::line_and_column;
use stonefield_go::notation::{excerpt, shortened, suggestion};
use toml::Spanned;

/// Longest quote of a key or value in an error, in characters.
const MAX_QUOTE: usize = 60;

/// Names of types in the errors of serde, each with the words that replace it.
const TYPES: [(&str, &str); 4] =
    [("a boolean", "true or false"), ("a string", "a text"), ("a sequence", "a list"), ("a map", "a table")];

/// Reads a TOML text.
///
/// # Errors
/// Fails if the text is not TOML, or not a `T`. The error has the line.
pub fn read_toml<T: DeserializeOwned>(text: &str) -> Result<T, SettingsError> {
    toml::from_str(text).map_err(|error| {
        let (offset, message) = refusal(text, &error);
        SettingsError::at(text, offset, message)
    })
}

/// Returns an error at a byte of a settings text. Long quotes of the text in the message are shortened.
#[must_use]
pub fn settings_error(text: &str, offset: usize, message: &str) -> SettingsError {
    SettingsError::at(text, offset, shortened(message, &[text]))
}

/// Returns the place of a TOML error, as the number of bytes before it, and its message, on one line.
#[must_use]
pub fn refusal(text: &str, error: &toml::de::Error) -> (usize, String) {
    let span = error.span().unwrap_or_default();
    let given = excerpt(text.get(span.clone()).unwrap_or_default(), MAX_QUOTE);
    // Without the input, the error displays the path of the key after its message.
    let mut error = error.clone();
    error.set_input(None);
    let described = error.to_string();
    let (message, key) = described.trim_end().rsplit_once("\nin `").unwrap_or((described.trim_end(), ""));
    let key = excerpt(key.trim_end_matches('`'), MAX_QUOTE);
    let (fault, allowed) = message.rsplit_once(", expected ").unwrap_or((message, ""));
    let names = allowed.split('`').skip(1).step_by(2);
    let word = given.trim_matches(['"', '\'']);
    let message = if fault.starts_with("unknown field `") {
        format!("no key '{word}'{}", near_or_all(word, names))
    } else if !key.is_empty()
        && ["unknown variant `", "invalid "].iter().any(|start| fault.starts_with(start))
    {
        let words = TYPES.iter().find(|(name, _)| *name == allowed).map_or(allowed, |(_, words)| words);
        format!("expected {words}, found {given}{}", suggestion(word, names))
    } else {
        shortened(message, &[text])
    };
    (span.start, if key.is_empty() { message } else { format!("{key}: {message}") })
}

/// Returns the end of an error message about an unknown name: the nearest name, or all names if none is near.
pub fn near_or_all<'a>(given: &str, names: impl Iterator<Item = &'a str> + Clone) -> String {
    match suggestion(given, names.clone()) {
        near if near.is_empty() => format!("; there are {}", names.collect::<Vec<_>>().join(", ")),
        near => near,
    }
}

/// Returns the value, or an error that says what is allowed.
///
/// # Errors
/// Fails if there is no value.
pub fn allowed<T, E: de::Error>(value: Option<T>, allowed: &str) -> Result<T, E> {
    // In the message, [`refusal`] replaces the word `value` by a quote from the text.
    value.ok_or_else(|| E::invalid_value(Unexpected::Other("value"), &allowed))
}

/// Returns the entries of a table, in the order of the text.
#[must_use]
pub fn in_order<T>(table: BTreeMap<Spanned<String>, T>) -> Vec<(Spanned<String>, T)> {
    let mut entries: Vec<_> = table.into_iter().collect();
    entries.sort_by_key(|(name, _)| name.span().start);
    entries
}

/// A whole number from `MIN` to `MAX`.
#[derive(Clone, Copy, Debug)]
pub struct Whole<T, const MIN: i128, const MAX: i128>(pub T);

impl<'de, T: TryFrom<i128>, const MIN: i128, const MAX: i128> Deserialize<'de> for Whole<T, MIN, MAX> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = match i128::deserialize(deserializer) {
            Ok(number) => (MIN..=MAX).contains(&number).then(|| T::try_from(number).ok()).flatten(),
            // A value that is not there has no place that could be quoted.
            Err(error) if error.to_string().starts_with("missing field") => return Err(error),
            Err(_) => None,
        };
        allowed(number.map(Self), &format!("a whole number from {MIN} to {MAX}"))
    }
}

/// A value that is parsed from a text.
#[derive(Clone, Debug, Deserialize)]
#[serde(bound = "T: FromStr, T::Err: Display")]
pub struct Parsed<T>(#[serde(deserialize_with = "parse")] pub T);

fn parse<'de, T: FromStr<Err: Display>, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
}

/// Reads a value of an enumeration by its name.
///
/// # Errors
/// Fails if the value is not one of the names. The error lists them.
pub fn word<'de, T: DeserializeOwned, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    T::deserialize(StrDeserializer::new(&String::deserialize(deserializer).unwrap_or_default()))
}
