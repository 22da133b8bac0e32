//! Game records: opened on the board, worked on, and written from it.

mod autosave;

pub use autosave::Keeping;

use super::files::{self, Leftover, Log, Recent};
use super::open::OpenRecord;
use super::panel::Panels;
use super::state::{Selected, Watched};
use crate::lab::store::today;
use crate::notation::sgf::{self, Collection, NodeId, NodeRef, Reading};
use crate::sim::history::{self, Heading, Navigate, Opened, RecordError};
use crate::sim::{GameRecord, GameSetup, Jumped, Pace, Request, SimSystems, Wish};
use bevy::app::{App, Update};
use bevy::ecs::message::Messages;
use bevy::ecs::prelude::*;
use bevy::window::{ClosingWindow, FileDragAndDrop, WindowCloseRequested};
use bevy_egui::EguiClipboard;
use serde_json::json;
use std::path::{Path, PathBuf};

/// A wish for a record.
#[derive(Message, Clone, Debug, PartialEq)]
pub enum RecordWish {
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
    /// Put another game of the record on the board; they are counted from 0.
    Game(usize),
    /// Begin a new game, and its record.
    New(Box<GameSetup>),
    /// Open what a window left behind that came to a bad end.
    Restore(Leftover),
    /// Let it go.
    Forget(Leftover),
    /// Close the window.
    Close,
    /// What the question on the desk is answered with.
    Answer(Answer),
}

/// What may become of a record that is not saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It is saved, then what was wished for is done.
    Save,
    /// It is given up.
    Discard,
    /// Nothing is done.
    Cancel,
}

/// Where the record on the board belongs, and what is asked about it.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct Desk {
    /// The file that it was opened from or saved to last.
    pub path: Option<PathBuf>,
    /// What was wished for while the record is not saved, and waits for an answer.
    pub question: Option<RecordWish>,
    /// What is to be done once the record is saved.
    then: Option<RecordWish>,
    /// What windows have left behind that came to a bad end.
    pub left: Vec<Leftover>,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Desk>()
        .init_resource::<Recent>()
        .add_message::<RecordWish>()
        .add_message::<FileDragAndDrop>()
        .add_message::<WindowCloseRequested>()
        // What was played in this frame is saved with the rest.
        .add_systems(Update, (close, dropped, grant).chain().after(SimSystems::Pace))
        .add_systems(Update, let_go.after(grant))
        .add_plugins(autosave::plugin);
}

/// A file dropped on the window is opened.
fn dropped(mut drops: MessageReader<FileDragAndDrop>, mut wishes: MessageWriter<RecordWish>) {
    for drop in drops.read() {
        if let FileDragAndDrop::DroppedFile { path_buf, .. } = drop {
            wishes.write(RecordWish::Open(path_buf.clone()));
        }
    }
}

/// Closing the window is a wish like others. A window that is closing leaves a frame later, when nobody draws on it any more.
fn close(
    mut requests: MessageReader<WindowCloseRequested>,
    mut wishes: MessageWriter<RecordWish>,
    closing: Query<Entity, With<ClosingWindow>>,
    mut commands: Commands,
) {
    for window in &closing {
        commands.entity(window).despawn();
    }
    if requests.read().count() > 0 {
        wishes.write(RecordWish::Close);
    }
}

/// A game that has begun by itself belongs in no file: that of the game before it is not to be written over.
fn let_go(records: Query<&GameRecord>, watched: Res<Watched>, mut desk: ResMut<Desk>) {
    if desk.path.is_some() && !records.get(watched.0).is_ok_and(GameRecord::is_filed) {
        desk.path = None;
    }
}

/// Says which file the record on the board belongs in.
fn belongs(world: &mut World, path: Option<PathBuf>) {
    if let Some(mut record) = watched(world).and_then(|goban| world.get_mut::<GameRecord>(goban)) {
        record.file(path.is_some());
    }
    world.resource_mut::<Desk>().path = path;
}

/// What is told of a wish that was granted: nothing, or a line.
type Told = Result<Option<String>, String>;

/// Grants wishes, and tells what came of them.
fn grant(world: &mut World) {
    let Some(mut wishes) = world.get_resource_mut::<Messages<RecordWish>>() else { return };
    for wish in wishes.drain().collect::<Vec<_>>() {
        let mut next = Some(wish);
        while let Some(wish) = next.take() {
            let wish = match wish {
                RecordWish::Answer(answer) => {
                    next = answered(world, answer);
                    continue;
                }
                RecordWish::Paste => {
                    next = match pasted(world) {
                        Ok(text) => Some(RecordWish::Show(text)),
                        Err(reason) => {
                            tell(world, "pasted", &RecordWish::Paste, Err(reason));
                            None
                        }
                    };
                    continue;
                }
                wish if replaces(&wish) && unsaved(world) => {
                    world.resource_mut::<Desk>().question = Some(wish);
                    log(world, json!({ "fact": "asked about changes" }));
                    continue;
                }
                wish => wish,
            };
            next = carry_out(world, wish);
        }
    }
}

/// Whether a wish takes the record off the board.
const fn replaces(wish: &RecordWish) -> bool {
    use RecordWish::{Close, New, Open, Restore, Show};
    matches!(wish, Open(_) | Show(_) | New(_) | Restore(_) | Close)
}

/// Does what is wished for whatever becomes of the record; returns what is to be done after it.
fn carry_out(world: &mut World, wish: RecordWish) -> Option<RecordWish> {
    let (fact, told) = match &wish {
        RecordWish::Open(path) => ("opened", open(world, path)),
        RecordWish::Save(path) => ("saved", save(world, path)),
        RecordWish::Copy => ("copied", copy(world)),
        RecordWish::Show(text) => ("pasted", paste(world, text)),
        RecordWish::Game(number) => ("game", game(world, *number)),
        RecordWish::New(setup) => ("begun", begin(world, setup)),
        RecordWish::Restore(left) => ("restored", restore(world, left)),
        RecordWish::Forget(left) => ("forgotten", forget(world, left)),
        RecordWish::Close => ("closed", leave(world)),
        RecordWish::Answer(_) | RecordWish::Paste => return None,
    };
    let saved = matches!(wish, RecordWish::Save(_)) && told.is_ok();
    tell(world, fact, &wish, told);
    let then = world.resource_mut::<Desk>().then.take();
    then.filter(|_| saved)
}

/// Tells what came of a wish, in the log and below the board.
fn tell(world: &mut World, fact: &str, wish: &RecordWish, told: Told) {
    let mut fact = match &told {
        Ok(_) => json!({ "fact": fact }),
        Err(reason) => json!({ "fact": "refused", "reason": reason }),
    };
    if let (RecordWish::Open(path) | RecordWish::Save(path), true) = (wish, told.is_ok()) {
        fact["file"] = json!(path.display().to_string());
    }
    log(world, fact);
    if let Some(mut panels) = world.get_resource_mut::<Panels>() {
        match told {
            Ok(Some(news)) => panels.tell(news),
            Ok(None) => {}
            Err(reason) => panels.refuse(reason),
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
fn answered(world: &mut World, answer: Answer) -> Option<RecordWish> {
    let mut desk = world.resource_mut::<Desk>();
    let wish = desk.question.take();
    match answer {
        Answer::Cancel => {
            desk.then = None;
            None
        }
        Answer::Discard => carry_out(world, wish?),
        Answer::Save => {
            desk.then = wish;
            let path = desk.path.clone();
            if path.is_none() {
                world.resource_mut::<Panels>().ask_to_save(None);
            }
            path.map(RecordWish::Save)
        }
    }
}

fn unsaved(world: &World) -> bool {
    watched(world).and_then(|goban| world.get::<GameRecord>(goban)).is_some_and(GameRecord::unsaved)
}

fn watched(world: &World) -> Option<Entity> {
    world.get_resource::<Watched>().map(|watched| watched.0)
}

/// What a new record is told of the day.
#[must_use]
pub(super) fn heading() -> Heading {
    Heading { date: today() }
}

fn open(world: &mut World, path: &Path) -> Told {
    let (news, whole) = read(world, path, 0)?;
    settle(world, path, whole);
    Ok(Some(news))
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

/// Puts the game of a file that this node is in on the board, and goes there; says what there is to say of it. Nodes are counted from 0 in
/// the order of the file. And whether all that is in the file has been read.
fn read(world: &mut World, path: &Path, node: usize) -> Result<(String, bool), String> {
    let named = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let bytes = files::read_record(path).map_err(|error| error.to_string())?;
    let reading = sgf::read(&bytes).map_err(|error| named(&error))?;
    let games = reading.collection.games();
    let nodes = games.iter().flat_map(|&game| reading.collection.node(game).preorder());
    let here = nodes.map(NodeRef::id).nth(node).unwrap_or(games[0]);
    put(world, reading, here, &path.display().to_string()).map_err(|error| named(&error))
}

/// Puts the record on the board that the window begins with, as if it had been opened there.
///
/// # Errors
/// When the record cannot be played.
pub(super) fn begin_with(world: &mut World, record: OpenRecord) -> Result<(), RecordError> {
    let OpenRecord { reading, game, file } = record;
    let name = file.as_ref().map_or_else(|| "the record".to_owned(), |file| file.display().to_string());
    let (news, whole) = put(world, reading, game, &name)?;
    if let Some(file) = file {
        settle(world, &file, whole);
    }
    if let Some(mut panels) = world.get_resource_mut::<Panels>() {
        panels.tell(news);
    }
    Ok(())
}

/// Puts the game on the board that this node is in, and goes there; returns as [`read`].
fn put(world: &mut World, reading: Reading, here: NodeId, name: &str) -> Result<(String, bool), RecordError> {
    let whole = !reading.problems.iter().any(|problem| problem.fault.loses());
    let games = reading.collection.games().to_vec();
    let game = reading.collection.node(here).root().id();
    let done = show(world, reading.collection, game)?;
    if here != game {
        world.write_message(Request { goban: done.goban, wish: Wish::Navigate(Navigate::To(here)) });
    }
    let mut news = format!("{name} is open");
    let mut add = |count: usize, one: &str, more: &str| match count {
        0 => {}
        1 => news += &format!("; {one}"),
        count => news += &format!("; {count} {more}"),
    };
    if games.len() > 1 {
        add(games.len(), "", "games are in it: the first is shown");
    }
    add(
        reading.problems.len(),
        "one thing in it is wrong",
        "things in it are wrong: see `stonefield sgf check`",
    );
    add(
        done.by_hand,
        "stones are put or lifted by hand once, as no move leads there",
        "times stones are put or lifted by hand, as no move leads there",
    );
    let record = watched(world).and_then(|goban| world.get::<GameRecord>(goban));
    let illegal = record.map_or(0, GameRecord::illegal_count);
    match illegal {
        0 => {}
        1 => news += "; one move is illegal",
        count => news += &format!("; {count} moves are illegal"),
    }
    if !whole {
        news += "; saving asks for a file, as what was left out would be lost";
    }
    Ok((news, whole))
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

/// Puts a game of a record on the board, at its beginning; the game that was there leaves.
///
/// # Errors
/// When the record cannot be played; the old game stays.
fn show(world: &mut World, games: Collection, game: NodeId) -> Result<Opened, RecordError> {
    let rich = is_rich(&games, game);
    let done = history::open(world, games, game, heading())?;
    let old = watched(world);
    world.insert_resource(Watched(done.goban));
    world.insert_resource(Selected::default());
    if let Some(mut desk) = world.get_resource_mut::<Desk>() {
        desk.path = None;
    }
    if let Some(mut panels) = world.get_resource_mut::<Panels>() {
        panels.opened_record(rich);
    }
    if let Some(old) = old {
        let rate = world.get::<Pace>(old).map(|pace| pace.rate);
        if let (Some(rate), Some(mut pace)) = (rate, world.get_mut::<Pace>(done.goban)) {
            pace.rate = rate;
        }
        world.despawn(old);
    }
    world.write_message(Jumped { goban: done.goban, tick: 0, new_game: true });
    Ok(done)
}

/// Whether there is more in a record than moves.
fn is_rich(games: &Collection, game: NodeId) -> bool {
    games.games().len() > 1
        || games.node(game).preorder().any(|node| node.branches() || node.property("C").is_some())
}

/// The text of the record on the board, with all games of its file.
fn text(world: &World) -> Result<&Collection, String> {
    let record = watched(world).and_then(|goban| world.get::<GameRecord>(goban));
    record.ok_or("there is no game")?.text().map_err(ToString::to_string)
}

fn written(world: &World) -> Result<Vec<u8>, String> {
    Ok(sgf::write(text(world)?))
}

fn save(world: &mut World, path: &Path) -> Told {
    let bytes = written(world)?;
    files::write_record(path, &bytes).map_err(|error| error.to_string())?;
    if let Some(mut record) = watched(world).and_then(|goban| world.get_mut::<GameRecord>(goban)) {
        record.mark_saved();
    }
    came_from(world, path);
    Ok(Some(format!("{} is written", path.display())))
}

fn copy(world: &mut World) -> Told {
    let bytes = written(world)?;
    let text = String::from_utf8_lossy(&bytes);
    let mut clipboard = world.get_resource_mut::<EguiClipboard>().ok_or("there is no clipboard")?;
    clipboard.set_text(&text);
    if clipboard.get_text().is_none_or(|held| held.trim_end() != text.trim_end()) {
        return Err("the clipboard does not take the record".to_owned());
    }
    Ok(Some("The record is in the clipboard, as SGF".to_owned()))
}

/// The text in the clipboard, if it is a record.
fn pasted(world: &mut World) -> Result<String, String> {
    let mut clipboard = world.get_resource_mut::<EguiClipboard>().ok_or("there is no clipboard")?;
    let text = clipboard.get_text().filter(|text| !text.trim().is_empty());
    let text = text.ok_or("there is no text in the clipboard")?;
    sgf::read_text(&text).map_err(|error| format!("the clipboard: {error}"))?;
    Ok(text)
}

fn paste(world: &mut World, text: &str) -> Told {
    let reading = sgf::read_text(text).map_err(|error| format!("the clipboard: {error}"))?;
    let root = reading.collection.games()[0];
    show(world, reading.collection, root).map_err(|error| format!("the clipboard: {error}"))?;
    mark_unsaved(world);
    Ok(Some("The record of the clipboard is open".to_owned()))
}

fn mark_unsaved(world: &mut World) {
    if let Some(mut record) = watched(world).and_then(|goban| world.get_mut::<GameRecord>(goban)) {
        record.mark_unsaved();
    }
}

fn game(world: &mut World, number: usize) -> Told {
    let unsaved = unsaved(world);
    let games = text(world)?;
    let root = *games.games().get(number).ok_or_else(|| format!("there is no game {}", number + 1))?;
    let path = world.resource::<Desk>().path.clone();
    let games = games.clone();
    show(world, games, root).map_err(|error| format!("game {}: {error}", number + 1))?;
    belongs(world, path);
    if unsaved {
        mark_unsaved(world);
    }
    Ok(None)
}

fn begin(world: &mut World, setup: &GameSetup) -> Told {
    let goban = watched(world).ok_or("there is no board")?;
    belongs(world, None);
    world.write_message(Request { goban, wish: Wish::Reset(Box::new(setup.clone())) });
    Ok(None)
}

fn restore(world: &mut World, left: &Leftover) -> Told {
    read(world, &left.path, left.note.node)?;
    belongs(world, left.note.of.clone());
    mark_unsaved(world);
    // It is this window's to keep now; only then may the other go.
    autosave::keep_now(world)?;
    forget(world, left)?;
    let of = left.note.of.as_ref().map_or_else(String::new, |of| format!(" of {}", of.display()));
    Ok(Some(format!("The game{of} is back, and not saved yet")))
}

fn forget(world: &mut World, left: &Leftover) -> Told {
    files::forget(left).map_err(|error| error.to_string())?;
    world.resource_mut::<Desk>().left.retain(|other| other != left);
    Ok(None)
}

fn leave(world: &mut World) -> Told {
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
    use crate::sim::{create_app, spawn_goban};

    /// The file that the record belongs in, once a window has begun with it.
    fn begun_with(text: &str) -> Option<PathBuf> {
        let mut app = create_app();
        let world = app.world_mut();
        let goban = spawn_goban(world, &GameSetup::default()).expect("a goban");
        world.insert_resource(Watched(goban));
        world.init_resource::<Desk>();
        world.init_resource::<Recent>();
        let reading = sgf::read(text.as_bytes()).expect("a record");
        let game = reading.collection.games()[0];
        let file = Some(PathBuf::from("game.sgf"));
        begin_with(world, OpenRecord { reading, game, file }).expect("playable");
        world.resource::<Desk>().path.clone()
    }

    #[test]
    fn a_record_that_was_not_read_whole_belongs_in_no_file() {
        assert_eq!(begun_with("(;SZ[9];B[cc])"), Some("game.sgf".into()));
        assert_eq!(begun_with("(;SZ[9];B[cc]"), None, "the end is missing");
        assert_eq!(begun_with("lost (;SZ[9];B[cc])"), None, "what stands before would be lost");
    }
}
