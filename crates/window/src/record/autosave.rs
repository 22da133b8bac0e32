//! What would be lost is kept in the state folder every few seconds, so that it outlives a crash.

use super::{Log, RecordState, log, watched};
use crate::shell::files::{
    AutosaveFile, AutosaveNote, GameFacts, WriteError, abandoned_records, state_folder,
};
use crate::shell::notices::Notices;
use crate::shell::state::{Redraw, ShownBoards, Watched};
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

/// Seconds between two writings of a small record. A page may be left at any moment, and a telephone drops one that is hidden.
const SECONDS: f32 = if cfg!(target_family = "wasm") { 0.2 } else { 2.0 };

/// Seconds until it is tried again to keep what could not be kept. A browser seldom has more room soon.
const AFTER_FAILURE: f32 = if cfg!(target_family = "wasm") { 60.0 } else { SECONDS };

/// How often one looks whether it is written, or time to write it.
const LOOK_AGAIN: Duration = Duration::from_millis(500);

/// Nodes of a record that make it a second longer.
const NODES_A_SECOND: f32 = 20_000.0;

/// The file of this window, once there is something to keep; shared with its writers.
#[derive(Clone, Default)]
pub struct AutosaveWriter(Arc<Mutex<Option<AutosaveFile>>>);

impl AutosaveWriter {
    fn with<R>(&self, deed: impl FnOnce(&mut Option<AutosaveFile>) -> R) -> R {
        deed(&mut lock(&self.0))
    }

    /// Writes a record, in a file of this window's own.
    fn write(&self, bytes: &[u8], note: &AutosaveNote) -> Result<(), WriteError> {
        self.with(|kept| {
            let Some(folder) = state_folder() else { return Ok(()) };
            if kept.is_none() {
                *kept = Some(AutosaveFile::claim(&folder)?);
            }
            kept.as_mut().map_or(Ok(()), |kept| kept.write(bytes, note))
        })
    }

    /// Notes where in the record that it has written the board stands.
    fn note(&self, note: &AutosaveNote) -> Result<(), WriteError> {
        self.with(|kept| kept.as_mut().map_or(Ok(()), |kept| kept.note(note)))
    }

    fn clear(&self) {
        self.with(|kept| kept.iter_mut().for_each(AutosaveFile::clear));
    }

    /// The window was closed as usual: nothing needs to be kept.
    pub fn end(&self) {
        self.with(|kept| kept.iter_mut().for_each(AutosaveFile::end));
    }
}

/// The state of the autosave.
#[derive(Resource, Default)]
pub struct Autosave {
    /// What writes the file of this window.
    pub keeper: AutosaveWriter,
    /// Which record, at which revision and node, is kept or being written.
    kept: Option<(Entity, u64, NodeId)>,
    /// Whether writing it failed, so that it is to be written again.
    failed: bool,
    since: Option<Instant>,
    task: Option<Task<Result<(), WriteError>>>,
    /// Whether it has been told that nothing can be kept.
    told: bool,
}

/// Keeps records where there is a [`Autosave`].
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Redraw>()
        .add_systems(Startup, look.run_if(resource_exists::<Autosave>))
        .add_systems(Update, keep.run_if(resource_exists::<Autosave>));
}

/// Looks for what other windows have left behind.
fn look(mut state: ResMut<RecordState>, log: Option<ResMut<Log>>) {
    state.left = state_folder().map(|folder| abandoned_records(&folder)).unwrap_or_default();
    if let (Some(mut log), false) = (log, state.left.is_empty())
        && let Err(error) = log.write(&[json!({ "fact": "offered", "games": state.left.len() })])
    {
        bevy::log::warn_once!("{error}");
    }
}

/// Keeps the record of the watched game off the frame's path, once it has changed and some time has passed.
fn keep(
    (watched, shown): (Res<Watched>, Res<ShownBoards>),
    records: Query<&GameRecord>,
    state: Res<RecordState>,
    mut keeping: ResMut<Autosave>,
    mut notices: Option<ResMut<Notices>>,
    mut log: Option<ResMut<Log>>,
    mut redraw: ResMut<Redraw>,
) {
    if keeping.task.is_some() {
        redraw.within(LOOK_AGAIN);
    }
    if let Some(done) = keeping.task.as_mut().and_then(check_ready) {
        keeping.task = None;
        let line = match done {
            Ok(()) => {
                (keeping.failed, keeping.told) = (false, false);
                json!({ "fact": "kept" })
            }
            Err(error) => {
                let reason = format!("autosave failed: {error}");
                if let (Some(notices), false) = (&mut notices, keeping.told) {
                    notices.refuse(reason.clone());
                }
                (keeping.failed, keeping.told) = (true, true);
                json!({ "fact": "refused", "reason": reason })
            }
        };
        if let Some(log) = &mut log
            && let Err(error) = log.write(&[line])
        {
            bevy::log::warn_once!("{error}");
        }
    }
    let game = shown.home.unwrap_or(watched.0);
    let Ok(record) = records.get(game) else { return };
    let now = (game, record.revision(), record.here().id());
    if keeping.task.is_some() || keeping.kept == Some(now) && !keeping.failed {
        return;
    }
    let Some(games) = record.text().ok().filter(|_| record.would_lose_data()) else {
        if keeping.kept.is_some() {
            keeping.kept = None;
            keeping.keeper.clear();
        }
        return;
    };
    let fails = keeping.failed;
    let pause = if fails { AFTER_FAILURE } else { SECONDS } + games.len() as f32 / NODES_A_SECOND;
    redraw.within(if fails { Duration::from_secs_f32(pause) } else { LOOK_AGAIN });
    if keeping.since.is_some_and(|since| since.elapsed().as_secs_f32() < pause) {
        return;
    }
    let same = keeping.kept.is_some_and(|(goban, revision, _)| (goban, revision) == (now.0, now.1));
    let written = same && !keeping.failed;
    keeping.kept = Some(now);
    keeping.since = Some(Instant::now());
    let (keeper, note) = (keeping.keeper.clone(), note(record, &state));
    let games = (!written).then(|| games.clone());
    keeping.task = Some(IoTaskPool::get().spawn(async move {
        match games {
            Some(games) => keeper.write(&sgf::write(&games), &note),
            None => keeper.note(&note),
        }
    }));
}

/// What is noted with the record on the board.
fn note(record: &GameRecord, state: &RecordState) -> AutosaveNote {
    let here = record.here().id();
    let roots = record.games().games().iter().map(|&root| record.games().node(root));
    let node = roots.flat_map(NodeRef::preorder).position(|node| node.id() == here);
    AutosaveNote { of: state.path.clone(), node: node.unwrap_or(0), game: Some(game_facts(record)) }
}

/// Facts that tell the game on the board from others.
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

/// Keeps the record on the board before anything else happens; `false` where there is none that can be kept.
///
/// # Errors
/// When it cannot be written.
pub fn keep_now(world: &mut World) -> Result<bool, WriteError> {
    let Some(goban) = watched(world) else { return Ok(false) };
    let Some(record) = world.get::<GameRecord>(goban) else { return Ok(false) };
    let Ok(games) = record.text() else { return Ok(false) };
    let (bytes, now) = (sgf::write(games), (goban, record.revision(), record.here().id()));
    let note = note(record, world.resource::<RecordState>());
    let Some(mut keeping) = world.get_resource_mut::<Autosave>() else { return Ok(false) };
    keeping.keeper.write(&bytes, &note)?;
    keeping.kept = Some(now);
    log(world, json!({ "fact": "kept" }));
    Ok(true)
}
