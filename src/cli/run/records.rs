//! Records of the games of a series. Each is written when its game ends.

use crate::cli::failure::Failure;
use std::fmt::Display;
use std::path::Path;
use std::sync::Arc;
use stonefield_files::today;
use stonefield_go::Size;
use stonefield_go::notation::sgf::{self, MAX_SIDE};
use stonefield_lab::store::{FolderError, StudyFolder};
use stonefield_lab::{GameResult, RecordWriter, Series, Study};
use stonefield_sim::history::{self, Heading, HistoryError};
use stonefield_sim::{GameSetup, Session};

/// Reason why the record of a game is not written.
#[derive(Debug, thiserror::Error)]
pub(super) enum RecordFault {
    /// No record can be made of such a game.
    #[error(transparent)]
    History(#[from] HistoryError),
    /// The folder refuses the record.
    #[error(transparent)]
    Folder(#[from] FolderError),
}

/// Result of writing a record.
pub(super) type SaveResult = Result<(), RecordFault>;

/// Folder for records.
pub(super) struct RecordFolder {
    folder: StudyFolder,
    heading: Heading,
}

impl RecordFolder {
    /// Opens the folder before any game is played. Refuses games of which no record can be made, and without
    /// `force` the folder of another study.
    pub(super) fn open(
        path: &Path,
        date: Option<String>,
        setup: &GameSetup,
        study: &Study,
        force: bool,
    ) -> Result<Self, Failure> {
        let refused = |why: &dyn Display| Failure::flag("--sgf", why);
        let board: Size = setup.board();
        if board.width().max(board.height()) > MAX_SIDE {
            return Err(refused(&HistoryError::Size(board)));
        }
        history::facts(setup).map_err(|error| refused(&error))?;
        let folder = StudyFolder::open(path, study, force).map_err(|error| refused(&error))?;
        Ok(Self { folder, heading: Heading { date: date.or_else(today), ..Heading::default() } })
    }

    /// Refuses a folder that has records of these games, if a mind can play other moves the next time.
    pub(super) fn check_unrepeatable(&self, series: &Series) -> Result<(), Failure> {
        self.folder.check_unrepeatable(series).map_err(|error| Failure::flag("--sgf", error))
    }

    /// Returns the function that writes the record of a finished game.
    pub(super) fn writer(self: &Arc<Self>) -> RecordWriter {
        let (folder, heading) = (Arc::clone(self), self.heading.clone());
        let write = move |session: &Session, result: &GameResult| {
            folder.save(session, result.game).map_err(|why| why.to_string())
        };
        RecordWriter { heading, write: Arc::new(write) }
    }

    /// Writes the record of a game that has just ended.
    fn save(&self, session: &Session, game: u64) -> SaveResult {
        let text = sgf::write(session.record().text().map_err(Clone::clone)?);
        Ok(self.folder.write_record(game, &text)?)
    }

    /// Waits until all records are on the disk.
    pub(super) fn sync(&self) -> SaveResult {
        Ok(self.folder.sync()?)
    }

    /// True if the folder has a file at this path for its own use.
    pub(super) fn keeps(&self, path: &Path) -> bool {
        self.folder.owns(path)
    }

    /// True if the folder has the record of the game.
    pub(super) fn has(&self, game: u64) -> bool {
        self.folder.has_record(game)
    }

    /// True while the folder is at its path.
    pub(super) fn is_there(&self) -> bool {
        self.folder.is_there()
    }

    pub(super) fn path(&self) -> &Path {
        self.folder.path()
    }
}
