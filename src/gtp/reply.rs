//! Replies of commands.

use std::borrow::Cow;
use std::fmt::Display;

/// Reply of a command, or a value read from its arguments. The error is the reason for a refusal.
pub(super) type CommandResult<T = String> = Result<T, Refusal>;

/// Text of an error response.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(super) struct Refusal(Cow<'static, str>);

/// Error response for arguments that cannot be read.
pub(super) const SYNTAX: Refusal = Refusal(Cow::Borrowed("syntax error"));

impl Refusal {
    /// Creates a refusal with the text of an error.
    pub(super) fn of(error: impl Display) -> Self {
        Self(error.to_string().into())
    }

    /// Text of the response.
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

/// Returns the text if there are no arguments, else a syntax error.
pub(super) fn reply_without_args(args: &[&str], text: &str) -> CommandResult {
    if args.is_empty() { Ok(text.to_owned()) } else { Err(SYNTAX) }
}

/// Returns the only argument, or a syntax error if there are none or several.
pub(super) fn one<'a>(args: &[&'a str]) -> CommandResult<&'a str> {
    match args {
        [only] => Ok(only),
        _ => Err(SYNTAX),
    }
}

/// Parses an argument. A syntax error if that fails.
pub(super) fn read<T: std::str::FromStr>(text: &str) -> CommandResult<T> {
    text.parse().map_err(|_| SYNTAX)
}
