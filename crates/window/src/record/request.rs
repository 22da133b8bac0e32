//! Requests about the record, and the state of the question about unsaved changes.

use crate::shell::files::AbandonedRecord;
use bevy::ecs::prelude::*;
use std::path::PathBuf;
use stonefield_sim::GameSetup;
use stonefield_sim::history::Record;

/// Sent when a record without a file is to be saved. The window then asks for a file.
#[derive(Event, Clone, Copy, Debug)]
pub struct UnnamedSave;

/// Sent when a record with more than moves was opened. The window then opens its tree.
#[derive(Event, Clone, Copy, Debug)]
pub struct RichRecord;

/// A request about the record on the board.
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
    /// Put the record with this text on the board.
    Show(String),
    /// Put the game of this record on the board. The game is also kept elsewhere, so it is not unsaved.
    Replay(Box<Record>),
    /// Put another game of the record on the board, by its number from 0.
    Game(usize),
    /// Begin a new game, and its record.
    New {
        /// Set-up of the new game.
        setup: Box<GameSetup>,
        /// True: the game runs. False: it is paused. `None`: as the game before it.
        run: Option<bool>,
    },
    /// Open a game that a crashed window left behind.
    Restore(AbandonedRecord),
    /// Delete a game that a crashed window left behind.
    Forget(AbandonedRecord),
    /// Cancel the load in progress.
    GiveUp,
    /// Close the window.
    Close,
    /// Answer to the question about unsaved changes.
    Answer(SaveAnswer),
}

/// Answer to the question about unsaved changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SaveAnswer {
    /// Save the record, then carry out the request.
    Save,
    /// Carry out the request without saving.
    Discard,
    /// Do nothing.
    Cancel,
}

impl SaveAnswer {
    /// Returns the name of the answer in the log.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Save => "save",
            Self::Discard => "discard",
            Self::Cancel => "cancel",
        }
    }
}

/// State of the record on the board: its file and the open question.
#[derive(Resource, Clone, Debug, Default)]
pub struct RecordState {
    /// File that the record was last opened from or saved to.
    pub path: Option<PathBuf>,
    /// Request that waits for the answer to the question about unsaved changes.
    pub question: Option<RecordRequest>,
    /// Request to carry out after the record is saved.
    pub(super) after_save: Option<RecordRequest>,
    /// Games that crashed windows left behind.
    pub left: Vec<AbandonedRecord>,
}
