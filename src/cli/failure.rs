//! Failure of a command, with its message on one line.

use stonefield_go::Color;
use stonefield_minds::engine::Signal;
use stonefield_sim::history::RecordError;

/// Reason why a command ended without success, or with a help text only.
#[derive(Debug)]
pub(super) enum Failure {
    /// The command ran, found something wrong and has reported it.
    Reported,
    /// The command could not run. Holds the message, on one line.
    Bad(String),
    /// Text of `--help` or `--version`, to be written to stdout.
    Help(String),
    /// The reader of stdout has closed it, which is no error.
    Closed,
    /// A signal ended the command early. The results before the signal are written.
    Signal(Signal),
}

impl Failure {
    /// Failure with the message of an error.
    pub(super) fn of(error: impl std::fmt::Display) -> Self {
        Self::Bad(error.to_string())
    }

    /// Failure of a flag: its name, then the reason.
    pub(super) fn flag(name: &str, why: impl std::fmt::Display) -> Self {
        Self::Bad(format!("{name}: {why}"))
    }

    /// Failure of a colour's mind: flag `--black` or `--white`, then the reason.
    pub(super) fn seat(color: Color, why: impl std::fmt::Display) -> Self {
        Self::flag(&format!("--{color}").to_lowercase(), why)
    }
}

impl From<std::io::Error> for Failure {
    /// Failure to write to stdout. An error with a message of its own keeps that message.
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
