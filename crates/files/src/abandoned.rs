//! Autosaved records of windows that were not closed properly, notes on autosaved records, and their place.

use super::WriteError;
use core::time::Duration;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// Information stored with an autosaved record.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct AutosaveNote {
    /// File that the record was opened from or saved to.
    pub of: Option<PathBuf>,
    /// Index of the node that the board shows, in file order from 0.
    pub node: usize,
    /// Description of the game. `None` in notes of older versions.
    #[serde(default)]
    pub game: Option<GameFacts>,
}

/// Description of a game in a list.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameFacts {
    /// Board size.
    pub size: String,
    /// Name of Black.
    pub black: String,
    /// Name of White.
    pub white: String,
    /// Number of moves in the current line.
    pub moves: usize,
}

/// Autosaved record of a window that was not closed properly.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AbandonedRecord {
    /// Path of the record.
    pub path: PathBuf,
    /// Note stored with the record.
    pub note: AutosaveNote,
    /// Time since it was written. `None` if unknown.
    pub age: Option<Duration>,
    /// Local date and time when it was written. Known only in a browser; `None` elsewhere.
    pub written: Option<String>,
}

/// Place of the record of a window or a page.
pub(super) trait AutosavePlace: Sized {
    /// Claims a place that nobody uses and that holds no abandoned record.
    fn claim(folder: &Path) -> Result<Self, WriteError>;

    /// Writes the record and its note, each whole or not at all.
    fn write(&mut self, bytes: &[u8], note: &AutosaveNote) -> Result<(), WriteError>;

    /// Writes a new note for the last record.
    fn note(&mut self, note: &AutosaveNote) -> Result<(), WriteError>;

    /// Removes the record and its note.
    fn clear(&mut self);

    /// Removes what still marks the place as used.
    fn release(&mut self);

    /// Returns the readable records that are abandoned.
    fn abandoned(folder: &Path) -> Vec<AbandonedRecord>;

    /// Removes an abandoned record with all that belongs to it.
    fn forget(record: &AbandonedRecord) -> Result<(), WriteError>;
}
