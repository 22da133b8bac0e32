//! Errors of requests about the record.

use crate::platform::CopyError;
use crate::shell::files::{FileError, WriteError};
use stonefield_sim::history::HistoryError;
use stonefield_sim::history::RecordError;

/// A record that cannot be played.
#[derive(Debug, thiserror::Error)]
#[error("{name}: {source}")]
pub struct Unplayable {
    /// Name of the file or other source.
    pub name: String,
    /// Reason.
    pub source: HistoryError,
}

/// Reason why a request about the record is refused.
#[derive(Debug, thiserror::Error)]
pub(super) enum RecordRequestError {
    /// The record cannot be opened.
    #[error(transparent)]
    Open(#[from] RecordError),
    /// The record cannot be played.
    #[error(transparent)]
    Play(#[from] Unplayable),
    /// The record cannot be written.
    #[error(transparent)]
    Save(#[from] FileError),
    /// The game cannot be saved by autosave, or an abandoned game cannot be deleted.
    #[error(transparent)]
    Keep(#[from] WriteError),
    /// No record can be made of the game; with the text of the error.
    #[error("{0}")]
    NoRecord(String),
    /// There is no game to save or copy.
    #[error("there is no game")]
    NoGame,
    /// The record has no game of this number, counted from 1.
    #[error("there is no game {0}")]
    NoSuchGame(usize),
    /// The record cannot be copied, or there is no clipboard to paste from.
    #[error(transparent)]
    Clipboard(#[from] CopyError),
    /// The clipboard has no text.
    #[error("there is no text in the clipboard")]
    EmptyClipboard,
}
