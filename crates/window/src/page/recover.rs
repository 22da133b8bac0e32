//! Recover: the game comes back by itself after the browser has taken the graphics away.
//!
//! A lost WebGL context is restored empty, and wgpu tells nobody of it: pipelines, textures and buffers of the renderer and of the panels are gone. The
//! page is loaded again instead. The script has the game kept first (`stonefield.keep()`), and hands what was kept to the next load of the page
//! (`stonefield.page.again`).

use super::super::record::{Loading, RecordState, keep_now, restore_left};
use super::Wake;
use super::link::link_to;
use super::script::{answer, offer};
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
    /// Callbacks that wait for the game to be kept. What belongs to the browser stays on the thread of the page.
    static ASKED: RefCell<Vec<Function>> = const { RefCell::new(Vec::new()) };
}

/// Game that one load of the page leaves to the next.
#[derive(Clone, Debug, Serialize, Deserialize, Resource)]
struct LeftGame {
    /// Address of the page that shows the game, where it is not kept as a record.
    link: Option<String>,
    /// Number of the page that has kept the record; the script adds it.
    #[serde(default)]
    own: u32,
    /// True if the game ran.
    running: bool,
    /// True if it held what was not saved.
    unsaved: bool,
}

pub(super) fn plugin(app: &mut App, wake: Wake) {
    offer("keep", wake, |told| ASKED.with_borrow_mut(|asked| asked.push(told)));
    app.add_systems(Last, keep);
    if let Some(left) = left_game() {
        app.insert_resource(left).add_systems(First, come_back.run_if(resource_exists::<LeftGame>));
    }
}

/// The game that the load before has left to this one, if any.
fn left_game() -> Option<LeftGame> {
    let page = Reflect::get(&js_sys::global(), &"stonefield".into()).ok()?;
    let again = Reflect::get(&Reflect::get(&page, &"page".into()).ok()?, &"again".into()).ok()?;
    let text = js_sys::JSON::stringify(&again).ok()?.as_string()?;
    serde_json::from_str(&text).ok()
}

/// Whether a kept game comes back in place of the one that the address asks for.
#[must_use]
pub fn is_recovering() -> bool {
    left_game().is_some_and(|left| left.link.is_none())
}

/// Keeps the game where the script waits for that, and tells how it stood; `null` where it cannot be kept.
fn keep(world: &mut World) {
    let asked = ASKED.take();
    if !asked.is_empty() {
        let left = leave(world);
        answer(asked, &serde_json::to_string(&left).unwrap_or_default());
    }
}

fn leave(world: &mut World) -> Option<LeftGame> {
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

/// Opens the game that was left, without a question, and once it is there has it go on as it did.
fn come_back(world: &mut World, mut opens: Local<bool>) {
    if world.contains_resource::<Loading>() {
        return;
    }
    let Some(left) = world.get_resource::<LeftGame>().cloned() else { return };
    if !std::mem::replace(&mut *opens, true) && left.link.is_none() {
        let file = format!("window-{}.sgf", left.own);
        let is_left = |game: &AbandonedRecord| game.path.file_name().is_some_and(|name| *name == *file);
        let state = world.get_resource::<RecordState>();
        if let Some(game) = state.and_then(|state| state.left.iter().find(|game| is_left(game)).cloned()) {
            restore_left(world, game);
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
