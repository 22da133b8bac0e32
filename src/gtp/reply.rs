//! What a command answers.

use std::borrow::Cow;
use std::fmt::Display;

/// What a command answers, or what it was asked for; or why it is not carried out.
pub(super) type CommandResult<T = String> = Result<T, Refusal>;

/// Why a command is not carried out: the text of the answer.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(super) struct Refusal(Cow<'static, str>);

/// Arguments that make no sense.
pub(super) const SYNTAX: Refusal = Refusal(Cow::Borrowed("syntax error"));

impl Refusal {
    /// In the words of an error.
    pub(super) fn of(error: impl Display) -> Self {
        Self(error.to_string().into())
    }

    /// The text.
    pub(super) fn text(&self) -> &str {
        &self.0
    }
}

impl From<&'static str> for Refusal {
    fn from(text: &'static str) -> Self {
        Self(text.into())
    }
}

impl From<String> for Refusal {
    fn from(text: String) -> Self {
        Self(text.into())
    }
}

/// A text that takes no arguments to say.
pub(super) fn none(args: &[&str], text: &str) -> CommandResult {
    if args.is_empty() { Ok(text.to_owned()) } else { Err(SYNTAX) }
}

/// The one argument there must be.
pub(super) fn one<'a>(args: &[&'a str]) -> CommandResult<&'a str> {
    match args {
        [only] => Ok(only),
        _ => Err(SYNTAX),
    }
}

/// Text read as a value.
pub(super) fn read<T: std::str::FromStr>(text: &str) -> CommandResult<T> {
    text.parse().map_err(|_| SYNTAX)
}
