//! Game records: opened on the board, worked on, and written from it.

mod autosave;
mod error;
mod loading;
mod request;

pub use autosave::Autosave;
#[cfg(target_family = "wasm")]
pub use autosave::keep_now;
pub use error::Unplayable;
pub use loading::Loading;
#[cfg(target_family = "wasm")]
pub use request::CopyRecord;
pub use request::{RecordRequest, RecordState, RichRecord, SaveAnswer, UnnamedSave};

use error::RecordRequestError;
use loading::{Purpose, load};

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

/// What the clipboard is called.
const CLIPBOARD: &str = "the clipboard";

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<RecordState>()
        .init_resource::<Recent>()
        .add_message::<RecordRequest>()
        .add_message::<OpenStore>()
        .add_message::<FileDragAndDrop>()
        .add_message::<WindowCloseRequested>()
        // What was played in this frame is saved with the rest.
        .add_systems(
            Update,
            (close, dropped, handle, loading::go_on)
                .chain()
                .after(SimSystems::Pace)
                .before(SceneSystems::Look),
        )
        .add_systems(Update, (copy_and_paste.in_set(InputSystems::Act), let_go.after(handle)))
        .add_plugins(autosave::plugin);
}

/// A file dropped on the window is opened: a store of games in the laboratory, all else as a record.
fn dropped(
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

/// The record is copied and pasted by keys.
fn copy_and_paste(mut actions: MessageReader<Action>, mut requests: MessageWriter<RecordRequest>) {
    requests.write_batch(actions.read().filter_map(|action| match action {
        Action::Copy => Some(RecordRequest::Copy),
        Action::Paste => Some(RecordRequest::Paste),
        _ => None,
    }));
}

/// Closing the window is a request like others. A window that is closing leaves a frame later, when nobody draws on it any more.
fn close(
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

/// A game that has begun by itself belongs in no file: that of the game before it is not to be written over.
fn let_go(
    records: Query<&GameRecord>,
    (watched, shown): (Res<Watched>, Res<ShownBoards>),
    mut state: ResMut<RecordState>,
) {
    let game = shown.home.unwrap_or(watched.0);
    if state.path.is_some() && !records.get(game).is_ok_and(GameRecord::is_filed) {
        state.path = None;
    }
}

/// Says which file the record on the board belongs in.
fn belongs(world: &mut World, path: Option<PathBuf>) {
    if let Some(mut record) = watched(world).and_then(|goban| world.get_mut::<GameRecord>(goban)) {
        record.set_filed(path.is_some());
    }
    world.resource_mut::<RecordState>().path = path;
}

/// What is told of a request that was carried out, nothing or a line; or why it was not.
type Handled = Result<Option<String>, RecordRequestError>;

/// Handles requests, and tells what came of them.
fn handle(world: &mut World) {
    let Some(mut requests) = world.get_resource_mut::<Messages<RecordRequest>>() else { return };
    for request in requests.drain().collect::<Vec<_>>() {
        let mut next = Some(request);
        while let Some(request) = next.take() {
            let request = match request {
                RecordRequest::Answer(answer) => {
                    next = answered(world, answer);
                    continue;
                }
                RecordRequest::Paste => {
                    next = match pasted(world) {
                        Ok(text) => Some(RecordRequest::Show(text)),
                        Err(error) => {
                            tell(world, "pasted", None, Err(error));
                            None
                        }
                    };
                    continue;
                }
                request if replaces(&request) && unsaved(world) => {
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

/// Whether a request takes the record off the board.
const fn replaces(request: &RecordRequest) -> bool {
    use RecordRequest::{Close, New, Open, Replay, Restore, Show};
    matches!(request, Open(_) | Show(_) | Replay(..) | New { .. } | Restore(_) | Close)
}

/// Carries out a request without asking about changes that are not saved; returns the request that follows from it.
fn carry_out(world: &mut World, request: RecordRequest) -> Option<RecordRequest> {
    let (fact, told) = match &request {
        RecordRequest::Open(path) => ("opened", open(world, path)),
        RecordRequest::Save(path) => ("saved", save(world, path)),
        RecordRequest::Copy => ("copied", copy(world)),
        RecordRequest::Show(text) => ("pasted", paste(world, text)),
        RecordRequest::Replay(record) => ("opened", replay(world, record)),
        RecordRequest::Game(number) => ("game", game(world, *number)),
        RecordRequest::New { setup, run } => ("begun", begin(world, setup, *run)),
        RecordRequest::Restore(left) => ("restored", restore(world, left)),
        RecordRequest::Forget(left) => ("forgotten", forget(world, left)),
        RecordRequest::GiveUp => ("given up", give_up(world)),
        RecordRequest::Close => ("closed", leave(world)),
        RecordRequest::Answer(_) | RecordRequest::Paste => return None,
    };
    // Of a record on its way to the board it is told once it is there.
    let loads = matches!(
        request,
        RecordRequest::Open(_)
            | RecordRequest::Show(_)
            | RecordRequest::Replay(..)
            | RecordRequest::Game(_)
            | RecordRequest::Restore(_)
    );
    let saved = matches!(request, RecordRequest::Save(_)) && told.is_ok();
    if told.is_err() || !loads {
        let path = if let RecordRequest::Save(path) = &request { Some(path.as_path()) } else { None };
        tell(world, fact, path, told);
    }
    let then = world.resource_mut::<RecordState>().then.take();
    then.filter(|_| saved)
}

/// Tells what came of a request, in the log and below the board.
fn tell(world: &mut World, fact: &str, file: Option<&Path>, told: Handled) {
    let mut fact = match &told {
        Ok(_) => json!({ "fact": fact }),
        Err(error) => json!({ "fact": "refused", "reason": error.to_string() }),
    };
    if let (Some(path), true) = (file, told.is_ok()) {
        fact["file"] = json!(path.display().to_string());
    }
    log(world, fact);
    if let Some(mut notices) = world.get_resource_mut::<Notices>() {
        match told {
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

/// What follows from an answer.
fn answered(world: &mut World, answer: SaveAnswer) -> Option<RecordRequest> {
    let mut state = world.resource_mut::<RecordState>();
    let request = state.question.take();
    if request.is_some() {
        log(world, json!({ "fact": "answered about changes", "answer": answer.name() }));
    }
    let mut state = world.resource_mut::<RecordState>();
    match answer {
        SaveAnswer::Cancel => {
            state.then = None;
            None
        }
        SaveAnswer::Discard => carry_out(world, request?),
        SaveAnswer::Save => {
            state.then = request;
            let path = state.path.clone();
            if path.is_none() {
                world.trigger(UnnamedSave);
            }
            path.map(RecordRequest::Save)
        }
    }
}

fn unsaved(world: &World) -> bool {
    watched(world).and_then(|goban| world.get::<GameRecord>(goban)).is_some_and(GameRecord::would_lose_data)
}

/// The goban of the game: the one that is watched, unless others are shown instead.
fn watched(world: &World) -> Option<Entity> {
    let home = world.get_resource::<ShownBoards>().and_then(|shown| shown.home);
    home.or_else(|| world.get_resource::<Watched>().map(|watched| watched.0))
}

/// What a new record is told of the day.
#[must_use]
pub(super) fn heading() -> Heading {
    Heading { date: today(), ..Heading::default() }
}

fn open(world: &mut World, path: &Path) -> Handled {
    let record = Record::open(Source::PlainFile(path), 1)?;
    load(world, Purpose::Open(path.to_owned()), record, None);
    Ok(None)
}

/// The record on the board was read from a file, `whole` or not.
fn settle(world: &mut World, path: &Path, whole: bool) {
    if whole {
        came_from(world, path);
    } else {
        // What was left out would be lost if it were saved to the same file without a word.
        belongs(world, None);
        remember(world, path);
    }
}

/// A record that is on a goban, and what the user is told of it.
pub(super) struct OpenedRecord {
    done: Opened,
    file: Option<PathBuf>,
    /// Whether all that is in the file has been read.
    whole: bool,
    /// Whether there is more in it than moves.
    rich: bool,
    notes: Vec<String>,
}

impl OpenedRecord {
    /// The goban that the record is on.
    pub(super) const fn goban(&self) -> Entity {
        self.done.goban
    }

    /// That it is open, and what there is to say of it.
    fn notice(&self, title: &str) -> String {
        let lost = (self.file.is_some() && !self.whole)
            .then_some("saving will ask for another file, because part of this one was not read");
        with_notes(format!("{title} is open"), self.notes.iter().map(String::as_str).chain(lost))
    }
}

fn with_notes<'a>(notice: String, notes: impl Iterator<Item = &'a str>) -> String {
    notes.fold(notice, |notice, note| notice + "; " + note)
}

/// Words for the user about a record whose game is not on a goban yet.
struct RecordFacts {
    name: String,
    file: Option<PathBuf>,
    whole: bool,
    rich: bool,
    notes: Vec<String>,
}

impl RecordFacts {
    /// The game is on a goban now.
    fn opened(self, world: &World, done: Opened) -> OpenedRecord {
        let Self { file, whole, rich, mut notes, .. } = self;
        notes.extend(departures_of(world, &done));
        OpenedRecord { done, file, whole, rich, notes }
    }
}

/// The game that is meant in a record, with all others of its file, and what is told of it.
fn facts_of(record: Record) -> (Collection, NodeId, RecordFacts) {
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

/// Puts the game of a record on a goban of its own, at its beginning.
///
/// # Errors
/// When the record cannot be played.
pub(super) fn stage(world: &mut World, record: Record) -> Result<OpenedRecord, Unplayable> {
    let (games, game, facts) = facts_of(record);
    match history::open(world, games, game, heading()) {
        Ok(done) => Ok(facts.opened(world, done)),
        Err(source) => Err(Unplayable { name: facts.name, source }),
    }
}

/// Begins to put the record that the page begins with on the board, and then to go to this tick.
pub fn load_at_first(world: &mut World, record: Record, tick: Option<u64>) {
    load(world, Purpose::Begin(tick), record, None);
}

/// What the user is told of a record that is on a goban.
fn departures_of(world: &World, done: &Opened) -> Vec<String> {
    opening_notes(done, world.get::<GameRecord>(done.goban).map_or(0, GameRecord::illegal_count))
}

/// The record that the window begins with is on the board: shows the same warnings as for a record opened in the window.
pub(super) fn begun_with(world: &mut World, shown: &OpenedRecord) {
    install(world, &shown.done, shown.rich);
    if let Some(file) = &shown.file {
        settle(world, file, shown.whole);
    }
    let title =
        shown.file.as_ref().map_or_else(|| "the record".to_owned(), |file| file.display().to_string());
    if let Some(mut notices) = world.get_resource_mut::<Notices>() {
        notices.tell_at_first(shown.notice(&title));
    }
}

/// The record on the board is that of a file.
fn came_from(world: &mut World, path: &Path) {
    belongs(world, Some(path.to_owned()));
    remember(world, path);
}

fn remember(world: &mut World, path: &Path) {
    if let Err(error) = world.resource_mut::<Recent>().add(path) {
        bevy::log::warn_once!("{error}");
    }
}

/// Has the window show a record; the game that was there leaves.
fn install(world: &mut World, done: &Opened, rich: bool) {
    let old = watched(world).filter(|old| *old != done.goban);
    world.insert_resource(Watched(done.goban));
    // Boards that were shown instead of a game go with it.
    if let Some(mut shown) = world.get_resource_mut::<ShownBoards>() {
        shown.home = None;
    }
    world.insert_resource(Selected::default());
    if let Some(mut state) = world.get_resource_mut::<RecordState>() {
        state.path = None;
    }
    // One with more in it than moves is shown as a tree.
    if rich {
        world.trigger(RichRecord);
    }
    world.write_message(Request { goban: done.goban, kind: RequestKind::Watch { instead_of: old } });
}

/// Whether there is more in a record than moves.
fn is_rich(games: &Collection, game: NodeId) -> bool {
    games.games().len() > 1
        || games.node(game).preorder().any(|node| node.has_variations() || node.property("C").is_some())
}

/// The text of the record on the board, with all games of its file.
fn text(world: &World) -> Result<&Collection, RecordRequestError> {
    let record = watched(world).and_then(|goban| world.get::<GameRecord>(goban));
    record
        .ok_or(RecordRequestError::NoGame)?
        .text()
        .map_err(|error| RecordRequestError::NoRecord(error.to_string()))
}

fn written(world: &World) -> Result<Vec<u8>, RecordRequestError> {
    Ok(sgf::write(text(world)?))
}

fn save(world: &mut World, path: &Path) -> Handled {
    let bytes = written(world)?;
    files::write_record(path, &bytes)?;
    if let Some(mut record) = watched(world).and_then(|goban| world.get_mut::<GameRecord>(goban)) {
        record.mark_saved();
    }
    came_from(world, path);
    Ok(Some(files::told_of(path)))
}

fn copy(world: &mut World) -> Handled {
    let bytes = written(world)?;
    to_clipboard(world, &String::from_utf8_lossy(&bytes))
}

#[cfg(not(target_family = "wasm"))]
fn to_clipboard(world: &mut World, text: &str) -> Handled {
    let mut clipboard = world.get_resource_mut::<EguiClipboard>().ok_or(RecordRequestError::NoClipboard)?;
    clipboard.set_text(text);
    if clipboard.get_text().is_none_or(|held| held.trim_end() != text.trim_end()) {
        return Err(RecordRequestError::FullClipboard);
    }
    Ok(Some("The record is in the clipboard, as SGF".to_owned()))
}

/// The browser tells later whether it has taken the text.
#[cfg(target_family = "wasm")]
fn to_clipboard(world: &mut World, text: &str) -> Handled {
    world.write_message(CopyRecord(text.to_owned()));
    Ok(None)
}

/// The text in the clipboard, if it is a record.
fn pasted(world: &mut World) -> Result<String, RecordRequestError> {
    let mut clipboard = world.get_resource_mut::<EguiClipboard>().ok_or(RecordRequestError::NoClipboard)?;
    let text = clipboard.get_text().filter(|text| !text.trim().is_empty());
    let text = text.ok_or(RecordRequestError::EmptyClipboard)?;
    Record::open(Source::Text(CLIPBOARD, &text), 1)?;
    Ok(text)
}

fn paste(world: &mut World, text: &str) -> Handled {
    let record = Record::open(Source::Text(CLIPBOARD, text), 1)?;
    load(world, Purpose::Paste, record, None);
    Ok(None)
}

/// The game is known elsewhere too, so that nothing is lost with it.
fn replay(world: &mut World, record: &Record) -> Handled {
    load(world, Purpose::Replay(record.name.clone()), record.clone(), None);
    Ok(None)
}

fn give_up(world: &mut World) -> Handled {
    Ok(loading::stop(world).map(|name| format!("{name} was not opened")))
}

fn mark_unsaved(world: &mut World) {
    if let Some(mut record) = watched(world).and_then(|goban| world.get_mut::<GameRecord>(goban)) {
        record.mark_unsaved();
    }
}

fn game(world: &mut World, number: usize) -> Handled {
    let unsaved = unsaved(world);
    let games = text(world)?.clone();
    let game = *games.games().get(number).ok_or(RecordRequestError::NoSuchGame(number + 1))?;
    let path = world.resource::<RecordState>().path.clone();
    let rich = is_rich(&games, game);
    let name = format!("game {}", number + 1);
    let facts = RecordFacts { name, file: None, whole: true, rich, notes: Vec::new() };
    loading::load_game(world, Purpose::Game(number, path, unsaved), (games, game, facts), None);
    Ok(None)
}

fn begin(world: &mut World, setup: &GameSetup, run: Option<bool>) -> Handled {
    let goban = watched(world).ok_or(RecordRequestError::NoBoard)?;
    // Boards that are shown instead of the game give way to it.
    world.insert_resource(Watched(goban));
    belongs(world, None);
    let pace = run.map(|run| if run { RequestKind::Play } else { RequestKind::Pause });
    let reset = RequestKind::Reset(Box::new(setup.clone()));
    world.write_message_batch([reset].into_iter().chain(pace).map(|kind| Request { goban, kind }));
    Ok(None)
}

/// Puts the game of a file on the board that the node which is noted is in, and goes there. Nodes are counted from 0 in the order of the file.
fn restore(world: &mut World, left: &AbandonedRecord) -> Handled {
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

/// Opens a game that was left behind, without asking about the one on the board.
#[cfg(target_family = "wasm")]
pub fn restore_left(world: &mut World, left: AbandonedRecord) {
    carry_out(world, RecordRequest::Restore(left));
}

fn forget(world: &mut World, left: &AbandonedRecord) -> Handled {
    files::forget(left)?;
    world.resource_mut::<RecordState>().left.retain(|other| other != left);
    Ok(None)
}

fn leave(world: &mut World) -> Handled {
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

    /// What is told of a record that a window has begun with, and the file that it belongs in.
    fn begun_in(text: &str) -> (String, Option<PathBuf>) {
        let mut app = create_app();
        let world = app.world_mut();
        world.init_resource::<RecordState>();
        world.init_resource::<Recent>();
        let mut record = Record::open(Source::Text("game.sgf", text), 1).expect("a record");
        record.file = Some(PathBuf::from("game.sgf"));
        let shown = stage(world, record).expect("playable");
        world.insert_resource(Watched(shown.goban()));
        begun_with(world, &shown);
        (shown.notice("game.sgf"), world.resource::<RecordState>().path.clone())
    }

    #[test]
    fn a_record_that_was_not_read_whole_belongs_in_no_file() {
        assert_eq!(begun_in("(;SZ[9];B[cc])").1, Some("game.sgf".into()));
        assert_eq!(begun_in("(;SZ[9];B[cc]").1, None, "the end is missing");
        assert_eq!(begun_in("lost (;SZ[9];B[cc])").1, None, "what stands before would be lost");
    }

    #[test]
    fn what_is_wrong_with_a_record_is_told() {
        assert_eq!(
            begun_in("(;SZ[9];B[cc];W[cc]").0,
            "game.sgf is open; the record has 1 fault: see `stonefield sgf check`; 1 position is set by hand, as no \
             legal move leads there; one move is illegal; saving will ask for another file, because part of this one was not read"
        );
    }
}
