//! Requests about the record, and the question that is pending meanwhile.

use crate::shell::files::AbandonedRecord;
use bevy::ecs::prelude::*;
use std::path::PathBuf;
use stonefield_sim::GameSetup;
use stonefield_sim::history::Record;

/// A record without a file is to be saved, so the user is asked for one.
#[derive(Event, Clone, Copy, Debug)]
pub struct UnnamedSave;

/// A record that has more than moves was opened, so its tree is shown.
#[derive(Event, Clone, Copy, Debug)]
pub struct RichRecord;

/// A text of a record that the browser is asked to put into the clipboard.
#[cfg(target_family = "wasm")]
#[derive(Message, Clone, Debug, PartialEq, Eq)]
pub struct CopyRecord(pub String);

/// A request for the record.
#[derive(Message, Clone, Debug)]
pub enum RecordRequest {
    /// Put the first game of the file on the board, at its beginning.
    Open(PathBuf),
    /// Write the record into the file.
    Save(PathBuf),
    /// Copy the record to the clipboard.
    Copy,
    /// Put the record that is in the clipboard on the board.
    Paste,
    /// Put the record that this text is on the board.
    Show(String),
    /// Put the game of this record on the board. The game is kept elsewhere too.
    Replay(Box<Record>),
    /// Put another game of the record on the board; they are counted from 0.
    Game(usize),
    /// Begin a new game, and its record.
    New {
        /// Its set-up.
        setup: Box<GameSetup>,
        /// Whether it runs at once, or waits; `None`: as the game before it.
        run: Option<bool>,
    },
    /// Open a game that a crashed window left behind.
    Restore(AbandonedRecord),
    /// Delete a game that a crashed window left behind.
    Forget(AbandonedRecord),
    /// Give up the record that is on its way to the board.
    GiveUp,
    /// Close the window.
    Close,
    /// The answer to the save question.
    Answer(SaveAnswer),
}

/// What may become of a record that is not saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SaveAnswer {
    /// It is saved, then what was asked for is done.
    Save,
    /// It is given up.
    Discard,
    /// Nothing is done.
    Cancel,
}

impl SaveAnswer {
    /// Its name in the log.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Save => "save",
            Self::Discard => "discard",
            Self::Cancel => "cancel",
        }
    }
}

/// Where the record on the board belongs, and what is asked about it.
#[derive(Resource, Clone, Debug, Default)]
pub struct RecordState {
    /// The file that it was opened from or saved to last.
    pub path: Option<PathBuf>,
    /// What was asked for while the record is not saved, and waits for an answer.
    pub question: Option<RecordRequest>,
    /// The request that follows once the record is saved.
    pub(super) then: Option<RecordRequest>,
    /// The games that crashed windows left behind.
    pub left: Vec<AbandonedRecord>,
}
