//! Autosave: saves unsaved changes in the state folder every few seconds, to be restored after a crash.

use super::board_record::BoardRecord;
use super::report::Reports;
use super::request::RecordState;
use crate::platform::{Host, Platform};
use crate::shell::files::{
    AutosaveFile, AutosaveNote, GameFacts, WriteError, abandoned_records, state_folder,
};
use crate::shell::state::Redraw;
use bevy::app::{App, Startup, Update};
use bevy::ecs::prelude::*;
use bevy::platform::time::Instant;
use bevy::tasks::futures::check_ready;
use bevy::tasks::{IoTaskPool, Task};
use core::time::Duration;
use serde_json::json;
use std::sync::{Arc, Mutex};
use stonefield_go::Color;
use stonefield_go::notation::sgf::{self, NodeId, NodeRef};
use stonefield_search::lock;
use stonefield_sim::GameRecord;

/// Time until the next frame that checks whether an autosave is done or due.
const LOOK_AGAIN: Duration = Duration::from_millis(500);

/// Number of nodes for which the time between two autosaves grows by one second.
const NODES_A_SECOND: f32 = 20_000.0;

/// Autosave file of this window, created by the first write. Clones share it, for tasks that write.
#[derive(Clone, Default)]
pub struct AutosaveWriter(Arc<Mutex<Option<AutosaveFile>>>);

impl AutosaveWriter {
    fn with<R>(&self, action: impl FnOnce(&mut Option<AutosaveFile>) -> R) -> R {
        action(&mut lock(&self.0))
    }

    /// Writes a record with its note, into a file that no other window uses.
    fn write(&self, bytes: &[u8], note: &AutosaveNote) -> Result<(), WriteError> {
        self.with(|file| {
            let Some(folder) = state_folder() else { return Ok(()) };
            if file.is_none() {
                *file = Some(AutosaveFile::claim(&folder)?);
            }
            file.as_mut().map_or(Ok(()), |file| file.write(bytes, note))
        })
    }

    /// Writes only the note, for a record that is written already: the current node has changed.
    fn note(&self, note: &AutosaveNote) -> Result<(), WriteError> {
        self.with(|file| file.as_mut().map_or(Ok(()), |file| file.note(note)))
    }

    fn clear(&self) {
        self.with(|file| file.iter_mut().for_each(AutosaveFile::clear));
    }

    /// Ends the autosave of a window that was closed normally.
    pub fn end(&self) {
        self.with(|file| file.iter_mut().for_each(AutosaveFile::end));
    }
}

/// State of the autosave.
#[derive(Resource, Default)]
pub struct Autosave {
    /// Writer of the file of this window.
    pub keeper: AutosaveWriter,
    /// Goban, revision and node that were saved last, or are being saved.
    saved: Option<(Entity, u64, NodeId)>,
    /// True if the last autosave failed, so that it is due again.
    failed: bool,
    saved_at: Option<Instant>,
    task: Option<Task<Result<(), WriteError>>>,
    /// True if a notice was shown about a failure that still lasts.
    has_reported_failure: bool,
}

/// Adds the systems of the autosave. They run where there is an [`Autosave`].
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Redraw>()
        .add_systems(Startup, find_abandoned_games.run_if(resource_exists::<Autosave>))
        .add_systems(Update, save_changes.run_if(resource_exists::<Autosave>));
}

/// Finds the games that crashed windows left behind.
fn find_abandoned_games(mut state: ResMut<RecordState>, mut reports: Reports) {
    state.left = state_folder().map(|folder| abandoned_records(&folder)).unwrap_or_default();
    if !state.left.is_empty() {
        reports.log(json!({ "fact": "offered", "games": state.left.len() }));
    }
}

/// Starts a task that saves the record of the game, if it has changed and the last save is long enough ago.
fn save_changes(
    board: BoardRecord,
    mut autosave: ResMut<Autosave>,
    mut reports: Reports,
    mut redraw: ResMut<Redraw>,
) {
    if autosave.task.is_some() {
        redraw.within(LOOK_AGAIN);
    }
    if let Some(result) = autosave.task.as_mut().and_then(check_ready) {
        autosave.task = None;
        let line = match result {
            Ok(()) => {
                (autosave.failed, autosave.has_reported_failure) = (false, false);
                json!({ "fact": "kept" })
            }
            Err(error) => {
                let reason = format!("autosave failed: {error}");
                if !autosave.has_reported_failure {
                    reports.notices.show_refusal(reason.clone());
                }
                (autosave.failed, autosave.has_reported_failure) = (true, true);
                json!({ "fact": "refused", "reason": reason })
            }
        };
        reports.log(line);
    }
    let Some(record) = board.record() else { return };
    let now = (board.goban(), record.revision(), record.here().id());
    if autosave.task.is_some() || autosave.saved == Some(now) && !autosave.failed {
        return;
    }
    let Some(games) = record.text().ok().filter(|_| record.would_lose_data()) else {
        if autosave.saved.is_some() {
            autosave.saved = None;
            autosave.keeper.clear();
        }
        return;
    };
    let failed = autosave.failed;
    let pause = if failed { Host::AUTOSAVE_RETRY_SECONDS } else { Host::AUTOSAVE_SECONDS };
    let pause = pause + games.len() as f32 / NODES_A_SECOND;
    redraw.within(if failed { Duration::from_secs_f32(pause) } else { LOOK_AGAIN });
    if autosave.saved_at.is_some_and(|at| at.elapsed().as_secs_f32() < pause) {
        return;
    }
    let same_text = autosave.saved.is_some_and(|(goban, revision, _)| (goban, revision) == (now.0, now.1));
    let written = same_text && !autosave.failed;
    autosave.saved = Some(now);
    autosave.saved_at = Some(Instant::now());
    let (keeper, note) = (autosave.keeper.clone(), note(record, &board.state));
    let games = (!written).then(|| games.clone());
    autosave.task = Some(IoTaskPool::get().spawn(async move {
        match games {
            Some(games) => keeper.write(&sgf::write(&games), &note),
            None => keeper.note(&note),
        }
    }));
}

/// Returns the note for the record on the board.
fn note(record: &GameRecord, state: &RecordState) -> AutosaveNote {
    let here = record.here().id();
    let roots = record.games().games().iter().map(|&root| record.games().node(root));
    let node = roots.flat_map(NodeRef::preorder).position(|node| node.id() == here);
    AutosaveNote { of: state.path.clone(), node: node.unwrap_or(0), game: Some(game_facts(record)) }
}

/// Returns facts by which the user recognizes the game on the board.
fn game_facts(record: &GameRecord) -> GameFacts {
    const LONGEST: usize = 40;
    let root = record.games().node(record.root());
    let player = |color: Color, name: &str| {
        let named = root.text_start(name, 4 * LONGEST).filter(|name| !name.trim().is_empty());
        let player = named.unwrap_or_else(|| color.to_string());
        let short: String = player.chars().take(LONGEST).collect();
        if short.len() < player.len() { short + "…" } else { short }
    };
    GameFacts {
        size: record.size().to_string(),
        black: player(Color::Black, "PB"),
        white: player(Color::White, "PW"),
        moves: record.moves().count(),
    }
}

/// Saves the record on the board at once. Returns false if there is no record to save.
///
/// # Errors
/// Fails if the file cannot be written.
pub fn save_now(
    board: &BoardRecord,
    autosave: Option<ResMut<Autosave>>,
    reports: &mut Reports,
) -> Result<bool, WriteError> {
    let (Some(record), Some(mut autosave)) = (board.record(), autosave) else { return Ok(false) };
    let Ok(games) = record.text() else { return Ok(false) };
    autosave.keeper.write(&sgf::write(games), &note(record, &board.state))?;
    autosave.saved = Some((board.goban(), record.revision(), record.here().id()));
    reports.log(json!({ "fact": "kept" }));
    Ok(true)
}
