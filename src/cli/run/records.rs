//! The records of the games of a series, each written as the game ends.

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

/// Why the record of a game is not written.
#[derive(Debug, thiserror::Error)]
pub(super) enum RecordFault {
    /// There is none of such a game.
    #[error(transparent)]
    History(#[from] HistoryError),
    /// The folder does not take it.
    #[error(transparent)]
    Folder(#[from] FolderError),
}

/// Whether a game's record was written.
pub(super) type SaveResult = Result<(), RecordFault>;

/// Where records go.
pub(super) struct RecordFolder {
    folder: StudyFolder,
    heading: Heading,
}

impl RecordFolder {
    /// Refuses games that have no record before any is played, and a folder that is another's.
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

    /// Refuses to replace games that would not be the same if they were played again.
    pub(super) fn keep_unrepeatable(&self, series: &Series) -> Result<(), Failure> {
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

    /// Returns once all records are on the disk.
    pub(super) fn settle(&self) -> SaveResult {
        Ok(self.folder.sync()?)
    }

    /// Whether a path is that of a file which the folder keeps for itself.
    pub(super) fn keeps(&self, path: &Path) -> bool {
        self.folder.owns(path)
    }

    /// Whether a game has its record.
    pub(super) fn has(&self, game: u64) -> bool {
        self.folder.has_record(game)
    }

    /// True while the folder is where it was.
    pub(super) fn is_there(&self) -> bool {
        self.folder.is_there()
    }

    /// Where it is.
    pub(super) fn path(&self) -> &Path {
        self.folder.path()
    }
}
