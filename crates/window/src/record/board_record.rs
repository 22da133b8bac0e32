//! Record of the game on the board.

use super::error::RecordRequestError;
use super::opened::OpenedRecord;
use super::report::Outcome;
use super::request::{RecordState, RichRecord};
use crate::shell::files::recent::Recent;
use crate::shell::files::{self, AbandonedRecord};
use crate::shell::state::{Selected, ShownBoards, Watched};
use bevy::ecs::prelude::*;
use bevy::ecs::system::SystemParam;
use std::path::{Path, PathBuf};
use stonefield_go::notation::sgf::{self, Collection};
use stonefield_sim::{GameRecord, GameSetup, Request, RequestKind};

/// Record of the game on the board, with its file. The game is on the watched goban, or on the home goban
/// while other boards are shown instead.
#[derive(SystemParam)]
pub struct BoardRecord<'w, 's> {
    watched: ResMut<'w, Watched>,
    shown: ResMut<'w, ShownBoards>,
    selected: ResMut<'w, Selected>,
    records: Query<'w, 's, &'static mut GameRecord>,
    recent: ResMut<'w, Recent>,
    requests: MessageWriter<'w, Request>,
    /// File of the record, and the open question.
    pub state: ResMut<'w, RecordState>,
    /// Commands, which are applied before the next request.
    pub commands: Commands<'w, 's>,
}

impl BoardRecord<'_, '_> {
    /// Returns the goban of the game.
    #[must_use]
    pub fn goban(&self) -> Entity {
        self.shown.home.unwrap_or(self.watched.0)
    }

    /// Returns the record of a goban.
    pub(super) fn on(&self, goban: Entity) -> Option<&GameRecord> {
        self.records.get(goban).ok()
    }

    /// Returns the record of the game.
    #[must_use]
    pub fn record(&self) -> Option<&GameRecord> {
        self.on(self.goban())
    }

    /// True if the record has changes that are not saved.
    #[must_use]
    pub fn is_unsaved(&self) -> bool {
        self.record().is_some_and(GameRecord::would_lose_data)
    }

    /// Returns all games of the file of the record.
    pub(super) fn games(&self) -> Result<&Collection, RecordRequestError> {
        let record = self.record().ok_or(RecordRequestError::NoGame)?;
        record.text().map_err(|error| RecordRequestError::NoRecord(error.to_string()))
    }

    /// Changes the record, if there is one.
    pub(super) fn change(&mut self, change: impl FnOnce(&mut GameRecord)) {
        if let Ok(mut record) = self.records.get_mut(self.goban()) {
            change(&mut record);
        }
    }

    /// Marks the record as saved in its file.
    pub fn mark_saved(&mut self) {
        self.change(GameRecord::mark_saved);
    }

    /// Sets the file of the record, or none.
    pub(super) fn set_file(&mut self, path: Option<PathBuf>) {
        self.change(|record| record.set_filed(path.is_some()));
        self.state.path = path;
    }

    /// Sets the file that the record was read from or written to, if any, and adds it to the recent files.
    /// `whole`: true if the record has all of the file.
    pub(super) fn set_file_of(&mut self, file: Option<&Path>, whole: bool) {
        let Some(file) = file else { return };
        // Saving to a file that was not read whole would silently lose the rest.
        self.set_file(whole.then(|| file.to_owned()));
        if let Err(error) = self.recent.add(file) {
            bevy::log::warn_once!("{error}");
        }
    }

    /// Requests something of the game.
    pub fn send(&mut self, kinds: impl IntoIterator<Item = RequestKind>) {
        let goban = self.goban();
        self.requests.write_batch(kinds.into_iter().map(|kind| Request { goban, kind }));
    }

    /// Shows an opened record. The game before it is removed.
    pub(super) fn install(&mut self, record: &OpenedRecord) {
        let goban = record.goban();
        let instead_of = Some(self.goban()).filter(|old| *old != goban);
        self.watched.0 = goban;
        // The boards that were shown instead of the game are closed too.
        self.shown.home = None;
        *self.selected = Selected::default();
        self.state.path = None;
        // The tree of variations is opened for a record with more than moves.
        if record.facts.rich {
            self.commands.trigger(RichRecord);
        }
        self.send([RequestKind::Watch { instead_of }]);
    }

    /// Begins a new game. `run`: as in [`super::RecordRequest::New`].
    pub(super) fn begin(&mut self, setup: Box<GameSetup>, run: Option<bool>) {
        // The new game replaces boards that are shown instead of the game.
        self.watched.0 = self.goban();
        self.set_file(None);
        let pace = run.map(|run| if run { RequestKind::Play } else { RequestKind::Pause });
        self.send([RequestKind::Reset(setup)].into_iter().chain(pace));
    }

    /// Writes the record into a file.
    pub(super) fn save(&mut self, path: &Path) -> Outcome {
        files::write_record(path, &sgf::write(self.games()?))?;
        self.mark_saved();
        self.set_file_of(Some(path), true);
        Ok(Some(files::written_message(path)))
    }

    /// Deletes a game that a crashed window left behind.
    pub(super) fn forget(&mut self, left: &AbandonedRecord) -> Outcome {
        files::forget(left)?;
        self.state.left.retain(|other| other != left);
        Ok(None)
    }
}
