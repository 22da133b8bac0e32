//! Why a request for a record is refused, in plain words.

use crate::shell::files::{FileError, WriteError};
use stonefield_sim::history::HistoryError;
use stonefield_sim::history::RecordError;

/// A record that cannot be played.
#[derive(Debug, thiserror::Error)]
#[error("{name}: {source}")]
pub struct Unplayable {
    /// What it was read from.
    pub name: String,
    /// Why it cannot be played.
    pub source: HistoryError,
}

/// Why a request for a record is refused.
#[derive(Debug, thiserror::Error)]
pub(super) enum RecordRequestError {
    /// It cannot be opened.
    #[error(transparent)]
    Open(#[from] RecordError),
    /// It cannot be played.
    #[error(transparent)]
    Play(#[from] Unplayable),
    /// It cannot be written.
    #[error(transparent)]
    Save(#[from] FileError),
    /// It cannot be kept, or let go.
    #[error(transparent)]
    Keep(#[from] WriteError),
    /// No record can be made of the game; in the words of the error.
    #[error("{0}")]
    NoRecord(String),
    /// Nothing is played.
    #[error("there is no game")]
    NoGame,
    /// The record has fewer games.
    #[error("there is no game {0}")]
    NoSuchGame(usize),
    /// There is nothing to play on.
    #[error("there is no board")]
    NoBoard,
    /// The system has none.
    #[error("there is no clipboard")]
    NoClipboard,
    /// The clipboard has no text.
    #[error("there is no text in the clipboard")]
    EmptyClipboard,
    /// The clipboard has not taken what was put there.
    #[error("the clipboard does not take the record")]
    FullClipboard,
}
