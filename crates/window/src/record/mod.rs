//! Game records: opens them on the board, and saves or copies the record of the board.

pub mod autosave;
mod error;
mod loading;
mod request;

pub use autosave::Autosave;
pub use error::Unplayable;
pub use loading::Loading;
pub use request::{RecordRequest, RecordState, RichRecord, SaveAnswer, UnnamedSave};

use error::RecordRequestError;
use loading::{Purpose, load};

use crate::platform::{CopyError, Host, Platform};
use crate::shell::files::recent::Recent;
use crate::shell::files::{self, AbandonedRecord, Log};
use crate::shell::keys::{Action, InputSystems};
use crate::shell::notices::Notices;
use crate::shell::state::{OpenStore, SceneSystems, Selected, ShownBoards, Watched};
use bevy::app::{App, Update};
use bevy::ecs::message::Messages;
use bevy::ecs::prelude::*;
use bevy::window::{ClosingWindow, FileDragAndDrop, WindowCloseRequested};
use bevy_egui::EguiClipboard;
use serde_json::json;
use std::path::{Path, PathBuf};
use stonefield_files::today;
use stonefield_go::notation::sgf::{self, Collection, NodeId};
use stonefield_lab::store::is_store;
use stonefield_sim::history::{self, Heading, Opened};
use stonefield_sim::history::{Record, Source, opening_notes};
use stonefield_sim::{GameRecord, GameSetup, Request, RequestKind, SimSystems};

/// Name of the clipboard in messages.
const CLIPBOARD: &str = "the clipboard";

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<RecordState>()
        .init_resource::<Recent>()
        .add_message::<RecordRequest>()
        .add_message::<OpenStore>()
        .add_message::<FileDragAndDrop>()
        .add_message::<WindowCloseRequested>()
        // After the pace, so that moves of this frame are saved too.
        .add_systems(
            Update,
            (request_close, open_dropped_files, handle_requests, loading::advance_loading)
                .chain()
                .after(SimSystems::Pace)
                .before(SceneSystems::Look),
        )
        .add_systems(Update, (copy_and_paste.in_set(InputSystems::Act), clear_path.after(handle_requests)))
        .add_plugins(autosave::plugin);
}

/// Opens dropped files: a store of games in the laboratory, any other file as a record.
fn open_dropped_files(
    mut drops: MessageReader<FileDragAndDrop>,
    mut requests: MessageWriter<RecordRequest>,
    mut stores: MessageWriter<OpenStore>,
) {
    for drop in drops.read() {
        if let FileDragAndDrop::DroppedFile { path_buf, .. } = drop {
            if is_store(path_buf) {
                stores.write(OpenStore(path_buf.clone()));
            } else {
                requests.write(RecordRequest::Open(path_buf.clone()));
            }
        }
    }
}

/// Sends the requests to copy and to paste the record when their keys are pressed.
fn copy_and_paste(mut actions: MessageReader<Action>, mut requests: MessageWriter<RecordRequest>) {
    requests.write_batch(actions.read().filter_map(|action| match action {
        Action::Copy => Some(RecordRequest::Copy),
        Action::Paste => Some(RecordRequest::Paste),
        _ => None,
    }));
}

/// Requests the closing of the window, and despawns a closing window in the next frame, when nothing draws on
/// it.
fn request_close(
    mut closed: MessageReader<WindowCloseRequested>,
    mut requests: MessageWriter<RecordRequest>,
    closing: Query<Entity, With<ClosingWindow>>,
    mut commands: Commands,
) {
    for window in &closing {
        commands.entity(window).despawn();
    }
    if closed.read().count() > 0 {
        requests.write(RecordRequest::Close);
    }
}

/// Clears the path if the game on the board is not from a file, so that a new game overwrites no old file.
fn clear_path(
    records: Query<&GameRecord>,
    (watched, shown): (Res<Watched>, Res<ShownBoards>),
    mut state: ResMut<RecordState>,
) {
    let game = shown.home.unwrap_or(watched.0);
    if state.path.is_some() && !records.get(game).is_ok_and(GameRecord::is_filed) {
        state.path = None;
    }
}

/// Sets the file of the record on the board, or none.
fn set_file(world: &mut World, path: Option<PathBuf>) {
    if let Some(mut record) = game_goban(world).and_then(|goban| world.get_mut::<GameRecord>(goban)) {
        record.set_filed(path.is_some());
    }
    world.resource_mut::<RecordState>().path = path;
}

/// Notice for the user after a request that succeeded, if any, or the reason of a refusal.
type Outcome = Result<Option<String>, RecordRequestError>;

/// Handles the requests of the frame, asks about unsaved changes, and reports the results.
fn handle_requests(world: &mut World) {
    let Some(mut requests) = world.get_resource_mut::<Messages<RecordRequest>>() else { return };
    for request in requests.drain().collect::<Vec<_>>() {
        let mut next = Some(request);
        while let Some(request) = next.take() {
            let request = match request {
                RecordRequest::Answer(answer) => {
                    next = apply_answer(world, answer);
                    continue;
                }
                RecordRequest::Paste => {
                    next = match clipboard_record(world) {
                        Ok(text) => Some(RecordRequest::Show(text)),
                        Err(error) => {
                            report(world, "pasted", None, Err(error));
                            None
                        }
                    };
                    continue;
                }
                request if replaces_record(&request) && is_unsaved(world) => {
                    world.resource_mut::<RecordState>().question = Some(request);
                    log(world, json!({ "fact": "asked about changes" }));
                    continue;
                }
                request => request,
            };
            next = carry_out(world, request);
        }
    }
}

/// True if a request replaces the record on the board or closes the window.
const fn replaces_record(request: &RecordRequest) -> bool {
    use RecordRequest::{Close, New, Open, Replay, Restore, Show};
    matches!(request, Open(_) | Show(_) | Replay(..) | New { .. } | Restore(_) | Close)
}

/// Carries out a request without a question. Returns the next one: after a save, the one that waited for it.
pub fn carry_out(world: &mut World, request: RecordRequest) -> Option<RecordRequest> {
    let (fact, result) = match &request {
        RecordRequest::Open(path) => ("opened", open(world, path)),
        RecordRequest::Save(path) => ("saved", save(world, path)),
        RecordRequest::Copy => ("copied", copy(world)),
        RecordRequest::Show(text) => ("pasted", paste(world, text)),
        RecordRequest::Replay(record) => ("opened", open_replay(world, record)),
        RecordRequest::Game(number) => ("game", open_game(world, *number)),
        RecordRequest::New { setup, run } => ("begun", begin_game(world, setup, *run)),
        RecordRequest::Restore(left) => ("restored", restore(world, left)),
        RecordRequest::Forget(left) => ("forgotten", forget(world, left)),
        RecordRequest::GiveUp => ("given up", cancel_loading(world)),
        RecordRequest::Close => ("closed", close_windows(world)),
        RecordRequest::Answer(_) | RecordRequest::Paste => return None,
    };
    // A record that loads is reported once it is on the board.
    let loads = matches!(
        request,
        RecordRequest::Open(_)
            | RecordRequest::Show(_)
            | RecordRequest::Replay(..)
            | RecordRequest::Game(_)
            | RecordRequest::Restore(_)
    );
    let saved = matches!(request, RecordRequest::Save(_)) && result.is_ok();
    if result.is_err() || !loads {
        let path = if let RecordRequest::Save(path) = &request { Some(path.as_path()) } else { None };
        report(world, fact, path, result);
    }
    let next = world.resource_mut::<RecordState>().after_save.take();
    next.filter(|_| saved)
}

/// Reports the result of a request in the log and below the board.
fn report(world: &mut World, fact: &str, file: Option<&Path>, result: Outcome) {
    let mut fact = match &result {
        Ok(_) => json!({ "fact": fact }),
        Err(error) => json!({ "fact": "refused", "reason": error.to_string() }),
    };
    if let (Some(path), true) = (file, result.is_ok()) {
        fact["file"] = json!(path.display().to_string());
    }
    log(world, fact);
    if let Some(mut notices) = world.get_resource_mut::<Notices>() {
        match result {
            Ok(Some(line)) => notices.tell(line),
            Ok(None) => {}
            Err(error) => notices.refuse(error.to_string()),
        }
    }
}

fn log(world: &mut World, fact: serde_json::Value) {
    if let Some(mut log) = world.get_resource_mut::<Log>()
        && let Err(error) = log.write(&[fact])
    {
        bevy::log::warn_once!("{error}");
    }
}

/// Applies an answer to the question about unsaved changes. Returns the request that follows.
fn apply_answer(world: &mut World, answer: SaveAnswer) -> Option<RecordRequest> {
    let mut state = world.resource_mut::<RecordState>();
    let request = state.question.take();
    if request.is_some() {
        log(world, json!({ "fact": "answered about changes", "answer": answer.name() }));
    }
    let mut state = world.resource_mut::<RecordState>();
    match answer {
        SaveAnswer::Cancel => {
            state.after_save = None;
            None
        }
        SaveAnswer::Discard => carry_out(world, request?),
        SaveAnswer::Save => {
            state.after_save = request;
            let path = state.path.clone();
            if path.is_none() {
                world.trigger(UnnamedSave);
            }
            path.map(RecordRequest::Save)
        }
    }
}

fn is_unsaved(world: &World) -> bool {
    game_goban(world)
        .and_then(|goban| world.get::<GameRecord>(goban))
        .is_some_and(GameRecord::would_lose_data)
}

/// Returns the goban of the game: the watched one, or the home goban while other boards are shown instead.
fn game_goban(world: &World) -> Option<Entity> {
    let home = world.get_resource::<ShownBoards>().and_then(|shown| shown.home);
    home.or_else(|| world.get_resource::<Watched>().map(|watched| watched.0))
}

/// Returns the heading of a new record, with the date of today.
#[must_use]
pub(super) fn heading() -> Heading {
    Heading { date: today(), ..Heading::default() }
}

fn open(world: &mut World, path: &Path) -> Outcome {
    let record = Record::open(Source::PlainFile(path), 1)?;
    load(world, Purpose::Open(path.to_owned()), record, None);
    Ok(None)
}

/// Sets the file of a record that was read from it. `whole`: all of the file was read.
fn set_file_if_whole(world: &mut World, path: &Path, whole: bool) {
    if whole {
        set_and_remember_file(world, path);
    } else {
        // Saving to the same file would silently lose the part that was not read.
        set_file(world, None);
        remember(world, path);
    }
}

/// A record that is on a goban, with notes for the user.
pub(super) struct OpenedRecord {
    opened: Opened,
    file: Option<PathBuf>,
    /// True if all of the file was read.
    whole: bool,
    /// True if the record has more than moves: see [`is_rich`].
    rich: bool,
    notes: Vec<String>,
}

impl OpenedRecord {
    /// Returns the goban of the record.
    pub(super) const fn goban(&self) -> Entity {
        self.opened.goban
    }

    /// Returns the notice that the record is open, with its notes.
    fn notice(&self, title: &str) -> String {
        let lost = (self.file.is_some() && !self.whole)
            .then_some("saving will ask for another file, because part of this one was not read");
        with_notes(format!("{title} is open"), self.notes.iter().map(String::as_str).chain(lost))
    }
}

fn with_notes<'a>(notice: String, notes: impl Iterator<Item = &'a str>) -> String {
    notes.fold(notice, |notice, note| notice + "; " + note)
}

/// Facts of a record whose game is not on a goban yet. Fields as in [`OpenedRecord`].
struct RecordFacts {
    name: String,
    file: Option<PathBuf>,
    whole: bool,
    rich: bool,
    notes: Vec<String>,
}

impl RecordFacts {
    /// Adds the notes of a game that is on a goban now.
    fn opened(self, world: &World, opened: Opened) -> OpenedRecord {
        let Self { file, whole, rich, mut notes, .. } = self;
        notes.extend(opening_notes_of(world, &opened));
        OpenedRecord { opened, file, whole, rich, notes }
    }
}

/// Splits a record: all games of its file, the root of the chosen game, and facts with notes for the user.
fn split_record(record: Record) -> (Collection, NodeId, RecordFacts) {
    let (whole, problems) = (record.is_whole(), record.problems());
    let Record { reading, game, name, file } = record;
    let games = reading.collection.games();
    let number = games.iter().position(|&other| other == game).map_or(1, |at| at + 1);
    let mut notes = Vec::new();
    match games.len() {
        1 => {}
        count if number == 1 => notes.push(format!("{count} games are in it: the first is shown")),
        count => notes.push(format!("{count} games are in it: game {number} is shown")),
    }
    notes.extend(problems);
    let rich = is_rich(&reading.collection, game);
    (reading.collection, game, RecordFacts { name, file, whole, rich, notes })
}

/// Puts the game of a record on a new goban, at its beginning.
///
/// # Errors
/// The record cannot be played.
pub(super) fn open_on_new_goban(world: &mut World, record: Record) -> Result<OpenedRecord, Unplayable> {
    let (games, game, facts) = split_record(record);
    match history::open(world, games, game, heading()) {
        Ok(opened) => Ok(facts.opened(world, opened)),
        Err(source) => Err(Unplayable { name: facts.name, source }),
    }
}

/// Begins to load the record that the page starts with. `tick`: tick to go to afterwards.
pub fn load_at_first(world: &mut World, record: Record, tick: Option<u64>) {
    load(world, Purpose::Begin(tick), record, None);
}

/// Returns notes about positions set by hand and about illegal moves.
fn opening_notes_of(world: &World, opened: &Opened) -> Vec<String> {
    opening_notes(opened, world.get::<GameRecord>(opened.goban).map_or(0, GameRecord::illegal_count))
}

/// Shows the record that the window starts with, with the same warnings as for a record opened later.
pub(super) fn show_first_record(world: &mut World, record: &OpenedRecord) {
    install(world, &record.opened, record.rich);
    if let Some(file) = &record.file {
        set_file_if_whole(world, file, record.whole);
    }
    let title =
        record.file.as_ref().map_or_else(|| "the record".to_owned(), |file| file.display().to_string());
    if let Some(mut notices) = world.get_resource_mut::<Notices>() {
        notices.tell_at_first(record.notice(&title));
    }
}

/// Sets the file of the record on the board, and adds it to the recent files.
fn set_and_remember_file(world: &mut World, path: &Path) {
    set_file(world, Some(path.to_owned()));
    remember(world, path);
}

fn remember(world: &mut World, path: &Path) {
    if let Err(error) = world.resource_mut::<Recent>().add(path) {
        bevy::log::warn_once!("{error}");
    }
}

/// Shows a record in the window. The game before it is removed.
fn install(world: &mut World, opened: &Opened, rich: bool) {
    let old = game_goban(world).filter(|old| *old != opened.goban);
    world.insert_resource(Watched(opened.goban));
    // The boards that were shown instead of the game are closed too.
    if let Some(mut shown) = world.get_resource_mut::<ShownBoards>() {
        shown.home = None;
    }
    world.insert_resource(Selected::default());
    if let Some(mut state) = world.get_resource_mut::<RecordState>() {
        state.path = None;
    }
    // The tree of variations is opened for a record with more than moves.
    if rich {
        world.trigger(RichRecord);
    }
    world.write_message(Request { goban: opened.goban, kind: RequestKind::Watch { instead_of: old } });
}

/// True if a record has more than the moves of one game: several games, variations or comments.
fn is_rich(games: &Collection, game: NodeId) -> bool {
    games.games().len() > 1
        || games.node(game).preorder().any(|node| node.has_variations() || node.property("C").is_some())
}

/// Returns the record on the board, with all games of its file.
fn record_games(world: &World) -> Result<&Collection, RecordRequestError> {
    let record = game_goban(world).and_then(|goban| world.get::<GameRecord>(goban));
    record
        .ok_or(RecordRequestError::NoGame)?
        .text()
        .map_err(|error| RecordRequestError::NoRecord(error.to_string()))
}

fn record_bytes(world: &World) -> Result<Vec<u8>, RecordRequestError> {
    Ok(sgf::write(record_games(world)?))
}

fn save(world: &mut World, path: &Path) -> Outcome {
    let bytes = record_bytes(world)?;
    files::write_record(path, &bytes)?;
    if let Some(mut record) = game_goban(world).and_then(|goban| world.get_mut::<GameRecord>(goban)) {
        record.mark_saved();
    }
    set_and_remember_file(world, path);
    Ok(Some(files::told_of(path)))
}

fn copy(world: &mut World) -> Outcome {
    let bytes = record_bytes(world)?;
    Ok(Host::copy_record(world, String::from_utf8_lossy(&bytes).into_owned())?)
}

/// Returns the text in the clipboard. Fails if it is not a record.
fn clipboard_record(world: &mut World) -> Result<String, RecordRequestError> {
    let mut clipboard = world.get_resource_mut::<EguiClipboard>().ok_or(CopyError::NoClipboard)?;
    let text = clipboard.get_text().filter(|text| !text.trim().is_empty());
    let text = text.ok_or(RecordRequestError::EmptyClipboard)?;
    Record::open(Source::Text(CLIPBOARD, &text), 1)?;
    Ok(text)
}

fn paste(world: &mut World, text: &str) -> Outcome {
    let record = Record::open(Source::Text(CLIPBOARD, text), 1)?;
    load(world, Purpose::Paste, record, None);
    Ok(None)
}

/// The game is kept elsewhere, so replacing it later loses nothing.
fn open_replay(world: &mut World, record: &Record) -> Outcome {
    load(world, Purpose::Replay(record.name.clone()), record.clone(), None);
    Ok(None)
}

fn cancel_loading(world: &mut World) -> Outcome {
    Ok(loading::cancel(world).map(|name| format!("{name} was not opened")))
}

fn mark_unsaved(world: &mut World) {
    if let Some(mut record) = game_goban(world).and_then(|goban| world.get_mut::<GameRecord>(goban)) {
        record.mark_unsaved();
    }
}

fn open_game(world: &mut World, number: usize) -> Outcome {
    let unsaved = is_unsaved(world);
    let games = record_games(world)?.clone();
    let game = *games.games().get(number).ok_or(RecordRequestError::NoSuchGame(number + 1))?;
    let path = world.resource::<RecordState>().path.clone();
    let rich = is_rich(&games, game);
    let name = format!("game {}", number + 1);
    let facts = RecordFacts { name, file: None, whole: true, rich, notes: Vec::new() };
    loading::load_game(world, Purpose::Game(number, path, unsaved), (games, game, facts), None);
    Ok(None)
}

fn begin_game(world: &mut World, setup: &GameSetup, run: Option<bool>) -> Outcome {
    let goban = game_goban(world).ok_or(RecordRequestError::NoBoard)?;
    // The new game replaces boards that are shown instead of the game.
    world.insert_resource(Watched(goban));
    set_file(world, None);
    let pace = run.map(|run| if run { RequestKind::Play } else { RequestKind::Pause });
    let reset = RequestKind::Reset(Box::new(setup.clone()));
    world.write_message_batch([reset].into_iter().chain(pace).map(|kind| Request { goban, kind }));
    Ok(None)
}

/// Opens an abandoned game, at the node in its note. Nodes are counted from 0 in the order of the file.
fn restore(world: &mut World, left: &AbandonedRecord) -> Outcome {
    let mut record = Record::open(Source::PlainFile(&left.path), 1)?;
    let games = &record.reading.collection;
    let mut nodes = games.games().iter().flat_map(|&game| games.node(game).preorder());
    let here = nodes.nth(left.note.node).map(|node| (node.id(), node.root().id()));
    if let Some((_, game)) = here {
        record.game = game;
    }
    let here = here.filter(|(here, game)| here != game).map(|(here, _)| here);
    load(world, Purpose::Restore(left.clone()), record, here);
    Ok(None)
}

fn forget(world: &mut World, left: &AbandonedRecord) -> Outcome {
    files::forget(left)?;
    world.resource_mut::<RecordState>().left.retain(|other| other != left);
    Ok(None)
}

fn close_windows(world: &mut World) -> Outcome {
    let windows: Vec<Entity> =
        world.query_filtered::<Entity, With<bevy::window::Window>>().iter(world).collect();
    for window in windows {
        world.entity_mut(window).insert(ClosingWindow);
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;
    use stonefield_sim::create_app;

    /// Returns the notice about the first record of a window, and the file of the record.
    fn notice_and_path(text: &str) -> (String, Option<PathBuf>) {
        let mut app = create_app();
        let world = app.world_mut();
        world.init_resource::<RecordState>();
        world.init_resource::<Recent>();
        let mut record = Record::open(Source::Text("game.sgf", text), 1).expect("a record");
        record.file = Some(PathBuf::from("game.sgf"));
        let opened = open_on_new_goban(world, record).expect("playable");
        world.insert_resource(Watched(opened.goban()));
        show_first_record(world, &opened);
        (opened.notice("game.sgf"), world.resource::<RecordState>().path.clone())
    }

    #[test]
    fn a_record_that_was_not_read_whole_has_no_path() {
        assert_eq!(notice_and_path("(;SZ[9];B[cc])").1, Some("game.sgf".into()));
        assert_eq!(notice_and_path("(;SZ[9];B[cc]").1, None, "the end is missing");
        assert_eq!(notice_and_path("lost (;SZ[9];B[cc])").1, None, "its start would be lost");
    }

    #[test]
    fn faults_of_a_record_are_in_the_notice() {
        assert_eq!(
            notice_and_path("(;SZ[9];B[cc];W[cc]").0,
            "game.sgf is open; the record has 1 fault: see `stonefield sgf check`; 1 position is set by hand, as no \
             legal move leads there; one move is illegal; saving will ask for another file, because part of this one was not read"
        );
    }
}
