//! Functions for scripts: `await stonefield.look()` returns the state of the board as JSON.

use super::super::panels::ask::words_of;
use super::super::panels::front::window_facts;
use super::super::record::RecordState;
use super::Wake;
use super::link::link_to;
use crate::shell::event_log::corners;
use crate::shell::layers::Layers;
use crate::shell::notices::{Notices, WHOLE};
use crate::shell::state::{Projector, Watched};
use bevy::app::{App, Last};
use bevy::ecs::prelude::*;
use bevy_egui::EguiContexts;
use bevy_egui::egui::Id;
use js_sys::{Function, Promise, Reflect};
use serde_json::json;
use std::cell::RefCell;
use stonefield_go::Color;
use stonefield_sim::{GameRecord, GobanSetup, Pace, Referee, Tally, Thinking, state_hash};
use wasm_bindgen::JsValue;
use wasm_bindgen::closure::Closure;

thread_local! {
    /// Callbacks that wait for the state of the board. Objects of the browser stay on the thread of the page.
    static CALLBACKS: RefCell<Vec<Function>> = const { RefCell::new(Vec::new()) };
}

/// Adds a function to the object `stonefield` of the page. It requests a frame and returns a promise; `keep`
/// gets the callback that resolves the promise.
pub(super) fn add_function(name: &str, wake: Wake, keep: impl Fn(Function) + Copy + 'static) {
    let function = Closure::<dyn FnMut() -> Promise>::new(move || {
        let promise = Promise::new(&mut |callback, _| keep(callback));
        wake();
        promise
    });
    if let Ok(page) = Reflect::get(&js_sys::global(), &"stonefield".into()) {
        // If the page has no such object, no script can call the function.
        let _ = Reflect::set(&page, &name.into(), function.as_ref());
    }
    // The function lives as long as the page.
    function.forget();
}

/// Resolves promises with a text.
pub(super) fn resolve(callbacks: Vec<Function>, text: &str) {
    for callback in callbacks {
        // A callback that fails has no one to be reported to.
        let _ = callback.call1(&JsValue::NULL, &text.into());
    }
}

pub(super) fn plugin(app: &mut App, wake: Wake) {
    add_function("look", wake, |callback| CALLBACKS.with_borrow_mut(|callbacks| callbacks.push(callback)));
    app.add_systems(Last, answer_look);
}

/// Answers the waiting callbacks with the state of the board as JSON; `null` without a board. Exclusive,
/// because its hash is of the whole world.
fn answer_look(world: &mut World) {
    let callbacks = CALLBACKS.take();
    if callbacks.is_empty() {
        return;
    }
    let window = world.run_system_cached(window_facts).unwrap_or_default();
    let whole = world.run_system_cached(whole_refusal).unwrap_or_default();
    let watched = world.get_resource::<Watched>().map(|watched| watched.0);
    let state = watched.and_then(|goban| board_state(world, goban, (window, whole)));
    resolve(callbacks, &state.unwrap_or_default().to_string());
}

/// Returns the refusal that is shown, if the whole of it can be read.
fn whole_refusal(mut contexts: EguiContexts, notices: Res<Notices>) -> Option<String> {
    let whole = contexts.ctx_mut().ok()?.data(|data| data.get_temp(Id::new(WHOLE))).unwrap_or(false);
    notices.refusal().filter(|_| whole).map(str::to_owned)
}

/// Returns the state of a goban. `whole`: the refusal on screen, if it can be read to its end.
fn board_state(
    world: &World,
    goban: Entity,
    (window, whole): (serde_json::Value, Option<String>),
) -> Option<serde_json::Value> {
    let (tally, referee) = (world.get::<Tally>(goban)?, world.get::<Referee>(goban)?);
    let setup = world.get::<GobanSetup>(goban)?;
    let position = &referee.position;
    let thinks = world.get::<Thinking>(goban).is_some_and(Thinking::is_active);
    let record = world.get::<GameRecord>(goban);
    let layers = world.get_resource::<Layers>().copied().unwrap_or_default();
    let notices = world.get_resource::<Notices>();
    let link = record.and_then(|record| link_to(&setup.0, tally.tick, record, layers).ok());
    Some(json!({
        "tick": tally.tick,
        "over": tally.outcome.map(|outcome| outcome.to_string()),
        "running": world.get::<Pace>(goban).is_some_and(|pace| pace.running),
        "black": setup.0.brains[Color::Black].to_string(),
        "white": setup.0.brains[Color::White].to_string(),
        "thinks": thinks,
        "board": position.setup().to_string(),
        "window": window,
        "view": world.get_resource::<Projector>().and_then(corners),
        "link": link,
        "left": world.get_resource::<RecordState>().map(|state| state.left.len()),
        "offered": world.get_resource::<RecordState>().map(|state| state.left.iter().map(words_of).collect::<Vec<_>>()),
        "refusal": notices.and_then(Notices::refusal),
        "whole": whole,
        "notice": notices.and_then(Notices::notice),
        "hash": format!("{:016x}", state_hash(world, goban)),
    }))
}
