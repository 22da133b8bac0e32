//! Game records: opened on the board, and written from it.

use super::files::{self, Log};
use super::panel::Panels;
use super::state::{Selected, Watched};
use crate::lab::store::today;
use crate::notation::sgf::{self, NodeRef};
use crate::sim::sheet::{self, Heading, Reenacted, SheetError};
use crate::sim::{Jumped, Pace, seek};
use bevy::app::{App, Update};
use bevy::ecs::message::Messages;
use bevy::ecs::prelude::*;
use bevy::window::FileDragAndDrop;
use serde_json::json;
use std::path::{Path, PathBuf};

/// A wish for a record.
#[derive(Message, Clone, Debug, PartialEq, Eq)]
pub enum RecordWish {
    /// Put the first game of the file on the board, at its beginning.
    Open(PathBuf),
    /// Write the game up to its present into the file.
    Save(PathBuf),
}

/// Where the game on the board was last written to.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct SavedTo(pub Option<PathBuf>);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<SavedTo>().add_message::<RecordWish>().add_systems(Update, (dropped, grant).chain());
}

/// A file dropped on the window is opened.
fn dropped(mut drops: MessageReader<FileDragAndDrop>, mut wishes: MessageWriter<RecordWish>) {
    for drop in drops.read() {
        if let FileDragAndDrop::DroppedFile { path_buf, .. } = drop {
            wishes.write(RecordWish::Open(path_buf.clone()));
        }
    }
}

/// Grants wishes, and tells what came of them.
fn grant(world: &mut World) {
    let Some(mut wishes) = world.get_resource_mut::<Messages<RecordWish>>() else { return };
    for wish in wishes.drain().collect::<Vec<_>>() {
        let (what, path, told) = match &wish {
            RecordWish::Open(path) => ("opened", path, open(world, path)),
            RecordWish::Save(path) => ("saved", path, save(world, path)),
        };
        let fact = match &told {
            Ok(_) => json!({ "fact": what, "file": path.display().to_string() }),
            Err(reason) => json!({ "fact": "refused", "reason": reason }),
        };
        if let Some(mut log) = world.get_resource_mut::<Log>()
            && let Err(error) = log.write(&[fact])
        {
            bevy::log::warn_once!("{error}");
        }
        if let Some(mut panels) = world.get_resource_mut::<Panels>() {
            match told {
                Ok(news) => panels.tell(news),
                Err(reason) => panels.refuse(reason),
            }
        }
    }
}

fn open(world: &mut World, path: &Path) -> Result<String, String> {
    let bytes = files::read_record(path).map_err(|error| error.to_string())?;
    let reading = sgf::read(&bytes).map_err(|error| format!("{}: {error}", path.display()))?;
    let games = reading.collection.games();
    let root = reading.collection.node(games[0]);
    let done = show(world, root).map_err(|error| format!("{}: {error}", path.display()))?;
    let mut news = format!("{} is open", path.display());
    let mut add = |count: usize, one: &str, more: &str| match count {
        0 => {}
        1 => news += &format!("; {one}"),
        count => news += &format!("; {count} {more}"),
    };
    add(games.len() - 1, "the second game of the file is left out", "more games of the file are left out");
    add(
        reading.problems.len(),
        "one thing in it is wrong",
        "things in it are wrong: see `stonefield sgf check`",
    );
    add(
        done.by_hand,
        "the board is painted once, as no move leads there",
        "times the board is painted, as no move leads there",
    );
    Ok(news)
}

/// Puts the game of a record on the board, at its beginning; the game that was there leaves.
///
/// # Errors
/// When the record cannot be played; the old game stays.
pub(super) fn show(world: &mut World, root: NodeRef<'_>) -> Result<Reenacted, SheetError> {
    let done = sheet::reenact(world, root)?;
    seek(world, done.goban, 0);
    let old = world.get_resource::<Watched>().map(|watched| watched.0);
    world.insert_resource(Watched(done.goban));
    world.insert_resource(Selected::default());
    world.insert_resource(SavedTo::default());
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

fn save(world: &mut World, path: &Path) -> Result<String, String> {
    let Some(&Watched(goban)) = world.get_resource::<Watched>() else { return Ok(String::new()) };
    let games = sheet::sheet(world, goban, &Heading { date: today() }).map_err(|error| error.to_string())?;
    files::write_record(path, &sgf::write(&games)).map_err(|error| error.to_string())?;
    world.insert_resource(SavedTo(Some(path.to_owned())));
    Ok(format!("{} is written", path.display()))
}
