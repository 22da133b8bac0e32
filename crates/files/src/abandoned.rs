//! What is known of a record that is kept, wherever it is kept.

use core::time::Duration;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// What is kept about a record besides the record itself.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct AutosaveNote {
    /// The file that it was opened from or saved to.
    pub of: Option<PathBuf>,
    /// The node that was on the board, counted from 0 in the order of the file.
    pub node: usize,
    /// Facts that tell the game from others; `None` in notes of older versions.
    #[serde(default)]
    pub game: Option<GameFacts>,
}

/// Facts that tell a game from others in a list.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameFacts {
    /// Size of the board.
    pub size: String,
    /// Who plays Black.
    pub black: String,
    /// Who plays White.
    pub white: String,
    /// Moves of the line on the board.
    pub moves: usize,
}

/// A record that was left behind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AbandonedRecord {
    /// Where it is.
    pub path: PathBuf,
    /// What was noted of it.
    pub note: AutosaveNote,
    /// How long ago it was written, if the clock can tell.
    pub age: Option<Duration>,
    /// Date and time of day when it was written, where the user's time zone is known.
    pub written: Option<String>,
}
