//! Recovery of the game after the loss of the WebGL context.
//!
//! A lost WebGL context is restored empty, and wgpu does not report it: pipelines, textures and buffers of
//! the renderer and of the panels are gone. So the script loads the page again. First it stores the game
//! (`stonefield.keep()`), and it passes the result to the next load of the page (`stonefield.page.again`).

use super::super::record::autosave::keep_now;
use super::super::record::{Loading, RecordRequest, RecordState, carry_out};
use super::Wake;
use super::link::link_to;
use super::script::{add_function, resolve};
use crate::shell::files::AbandonedRecord;
use crate::shell::layers::Layers;
use crate::shell::state::{ShownBoards, Watched};
use bevy::app::{App, First, Last};
use bevy::ecs::prelude::*;
use js_sys::{Function, Reflect};
use serde::{Deserialize, Serialize};
use std::cell::RefCell;
use stonefield_sim::{GameRecord, GobanSetup, Pace, Request, RequestKind, Tally};

thread_local! {
    /// Callbacks that wait until the game is stored. Objects of the browser stay on the thread of the page.
    static CALLBACKS: RefCell<Vec<Function>> = const { RefCell::new(Vec::new()) };
}

/// Game that one load of the page leaves to the next.
#[derive(Clone, Debug, Serialize, Deserialize, Resource)]
struct LeftGame {
    /// Address of the page with the game, if it could not be stored as a record.
    link: Option<String>,
    /// Number of the page that has stored the record; the script adds it.
    #[serde(default)]
    own: u32,
    /// True if the game was running.
    running: bool,
    /// True if the game was not saved.
    unsaved: bool,
}

pub(super) fn plugin(app: &mut App, wake: Wake) {
    add_function("keep", wake, |callback| CALLBACKS.with_borrow_mut(|callbacks| callbacks.push(callback)));
    app.add_systems(Last, answer_keep);
    if let Some(left) = left_game() {
        app.insert_resource(left).add_systems(First, restore_game.run_if(resource_exists::<LeftGame>));
    }
}

/// Returns the game that the last load of the page has left, if any.
fn left_game() -> Option<LeftGame> {
    let page = Reflect::get(&js_sys::global(), &"stonefield".into()).ok()?;
    let again = Reflect::get(&Reflect::get(&page, &"page".into()).ok()?, &"again".into()).ok()?;
    let text = js_sys::JSON::stringify(&again).ok()?.as_string()?;
    serde_json::from_str(&text).ok()
}

/// Returns true if a stored record is restored in place of the game of the address.
#[must_use]
pub fn is_recovering() -> bool {
    left_game().is_some_and(|left| left.link.is_none())
}

/// Stores the game if the script waits for it, and answers with [`LeftGame`] as JSON; `null` if that fails.
fn answer_keep(world: &mut World) {
    let callbacks = CALLBACKS.take();
    if !callbacks.is_empty() {
        let left = store_game(world);
        resolve(callbacks, &serde_json::to_string(&left).unwrap_or_default());
    }
}

/// Stores the game as a record, or else as a link; `None` if neither is possible.
fn store_game(world: &mut World) -> Option<LeftGame> {
    // With boards side by side or a wall, the game is the one behind them.
    let home = world.get_resource::<ShownBoards>().and_then(|shown| shown.home);
    let goban = home.or_else(|| world.get_resource::<Watched>().map(|watched| watched.0))?;
    let running = world.get::<Pace>(goban).is_some_and(|pace| pace.running);
    let unsaved = world.get::<GameRecord>(goban).is_some_and(GameRecord::would_lose_data);
    let left = LeftGame { link: None, own: 0, running, unsaved };
    if keep_now(world).is_ok_and(|kept| kept) {
        return Some(left);
    }
    let layers = world.get_resource::<Layers>().copied().unwrap_or_default();
    let (setup, tally) = (world.get::<GobanSetup>(goban)?, world.get::<Tally>(goban)?);
    let link = link_to(&setup.0, tally.tick, world.get::<GameRecord>(goban)?, layers).ok()?;
    Some(LeftGame { link: Some(link), ..left })
}

/// Restores the stored record without a question. Once the game is loaded, it is
/// marked as saved if it was, and runs if it ran before.
fn restore_game(world: &mut World, mut is_opened: Local<bool>) {
    if world.contains_resource::<Loading>() {
        return;
    }
    let Some(left) = world.get_resource::<LeftGame>().cloned() else { return };
    if !std::mem::replace(&mut *is_opened, true) && left.link.is_none() {
        let file = format!("window-{}.sgf", left.own);
        let is_left = |game: &AbandonedRecord| game.path.file_name().is_some_and(|name| *name == *file);
        let state = world.get_resource::<RecordState>();
        if let Some(game) = state.and_then(|state| state.left.iter().find(|game| is_left(game)).cloned()) {
            carry_out(world, RecordRequest::Restore(game));
            return;
        }
    }
    world.remove_resource::<LeftGame>();
    let Some(goban) = world.get_resource::<Watched>().map(|watched| watched.0) else { return };
    if let Some(mut record) = world.get_mut::<GameRecord>(goban).filter(|_| !left.unsaved) {
        record.mark_saved();
    }
    if left.running {
        world.write_message(Request { goban, kind: RequestKind::Play });
    }
}
