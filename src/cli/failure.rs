//! How a command ends when it does not end well, in one line.

use stonefield_go::Color;
use stonefield_minds::engine::Signal;
use stonefield_sim::history::RecordError;

/// Why a command ended before its end.
#[derive(Debug)]
pub(super) enum Failure {
    /// It ran, and what it looked at is wrong; it has said so.
    Found,
    /// It could not run: one line that says why.
    Bad(String),
    /// Text to show instead, as asked for with `--help` or `--version`.
    Help(String),
    /// Nobody reads its results any more, which is fine.
    Closed,
    /// A signal asked for its end, and it has written what it had.
    Signal(Signal),
}

impl Failure {
    /// A refusal in the words of an error.
    pub(super) fn of(error: impl std::fmt::Display) -> Self {
        Self::Bad(error.to_string())
    }

    /// A refusal of a flag: its name, then what is wrong with what it was given.
    pub(super) fn flag(name: &str, why: impl std::fmt::Display) -> Self {
        Self::Bad(format!("{name}: {why}"))
    }

    /// A refusal of the mind of a colour.
    pub(super) fn seat(color: Color, why: impl std::fmt::Display) -> Self {
        Self::flag(&format!("--{color}").to_lowercase(), why)
    }
}

impl From<std::io::Error> for Failure {
    /// Of writing to stdout, where the system refuses it; any other says itself what it is of.
    fn from(error: std::io::Error) -> Self {
        match error.kind() {
            std::io::ErrorKind::BrokenPipe => Self::Closed,
            _ if error.get_ref().is_some() => Self::Bad(error.to_string()),
            _ => Self::Bad(format!("cannot write to stdout: {error}")),
        }
    }
}

impl From<RecordError> for Failure {
    fn from(error: RecordError) -> Self {
        match error {
            RecordError::NoGame { .. } => Self::flag("--game", error),
            _ => Self::of(error),
        }
    }
}
