//! Recovery of the game after the loss of the WebGL context.
//!
//! A lost WebGL context is restored empty, and wgpu does not report it: pipelines, textures and buffers of
//! the renderer and of the panels are gone. So the script loads the page again. First it stores the game
//! (`stonefield.keep()`), and it passes the result to the next load of the page (`stonefield.page.again`).

use super::super::record::autosave::{Autosave, save_now};
use super::super::record::handler::RequestHandler;
use super::super::record::report::Reports;
use super::super::record::{BoardRecord, RecordRequest};
use super::Wake;
use super::link::link_to;
use super::script::{add_function, resolve};
use crate::shell::files::AbandonedRecord;
use crate::shell::layers::Layers;
use bevy::app::{App, First, Last};
use bevy::ecs::prelude::*;
use js_sys::{Function, Reflect};
use serde::{Deserialize, Serialize};
use std::cell::RefCell;
use stonefield_sim::{GobanSetup, Pace, RequestKind, Tally};

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
fn answer_keep(
    board: BoardRecord,
    autosave: Option<ResMut<Autosave>>,
    mut reports: Reports,
    games: Query<(&GobanSetup, &Tally, &Pace)>,
    layers: Res<Layers>,
) {
    let callbacks = CALLBACKS.take();
    if callbacks.is_empty() {
        return;
    }
    // With boards side by side or a wall, the game is the one behind them.
    let left = games.get(board.goban()).ok().and_then(|(setup, tally, pace)| {
        let left = LeftGame { link: None, own: 0, running: pace.running, unsaved: board.is_unsaved() };
        if save_now(&board, autosave, &mut reports).is_ok_and(|kept| kept) {
            return Some(left);
        }
        // A game that cannot be stored as a record is stored as a link, if there is one.
        let link = link_to(&setup.0, tally.tick, board.record()?, *layers).ok()?;
        Some(LeftGame { link: Some(link), ..left })
    });
    resolve(callbacks, &serde_json::to_string(&left).unwrap_or_default());
}

/// Restores the stored record without a question. Once the game is loaded, it is
/// marked as saved if it was, and runs if it ran before.
fn restore_game(left: Res<LeftGame>, mut handler: RequestHandler, mut is_opened: Local<bool>) {
    if handler.loading.is_some() {
        return;
    }
    if !std::mem::replace(&mut *is_opened, true) && left.link.is_none() {
        let file = format!("window-{}.sgf", left.own);
        let is_left = |game: &AbandonedRecord| game.path.file_name().is_some_and(|name| *name == *file);
        if let Some(game) = handler.board.state.left.iter().find(|game| is_left(game)).cloned() {
            handler.carry_out(RecordRequest::Restore(game));
            return;
        }
    }
    handler.board.commands.remove_resource::<LeftGame>();
    if !left.unsaved {
        handler.board.mark_saved();
    }
    handler.board.send(left.running.then_some(RequestKind::Play));
}
