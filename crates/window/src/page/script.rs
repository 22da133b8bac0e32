//! What scripts are told: `await stonefield.look()` is how the board stands, as JSON.

use super::super::panels::{left_words, window_facts_of};
use super::super::record::RecordState;
use super::Wake;
use super::link::link_to;
use crate::shell::event_log::corners;
use crate::shell::layers::Layers;
use crate::shell::notices::{Notices, whole_refusal};
use crate::shell::state::{Projector, Watched};
use bevy::app::{App, Last};
use bevy::ecs::prelude::*;
use js_sys::{Function, Promise, Reflect};
use serde_json::json;
use std::cell::RefCell;
use stonefield_go::Color;
use stonefield_sim::{GameRecord, GobanSetup, Pace, Referee, Tally, Thinking, state_hash};
use wasm_bindgen::JsValue;
use wasm_bindgen::closure::Closure;

thread_local! {
    /// Those who wait to be told how the board stands. What belongs to the browser stays on the thread of the page.
    static ASKED: RefCell<Vec<Function>> = const { RefCell::new(Vec::new()) };
}

/// Puts a function into the object that the script of the page has made: it calls for a frame and returns a promise, which `asked` is given to keep.
pub(super) fn offer(name: &str, wake: Wake, asked: impl Fn(Function) + Copy + 'static) {
    let function = Closure::<dyn FnMut() -> Promise>::new(move || {
        let promise = Promise::new(&mut |told, _| asked(told));
        wake();
        promise
    });
    if let Ok(page) = Reflect::get(&js_sys::global(), &"stonefield".into()) {
        // Without the object nobody could ask.
        let _ = Reflect::set(&page, &name.into(), function.as_ref());
    }
    // Lives as long as the page.
    function.forget();
}

/// Fulfils promises with a text.
pub(super) fn answer(asked: Vec<Function>, text: &str) {
    for told in asked {
        // One that is gone hears nothing.
        let _ = told.call1(&JsValue::NULL, &text.into());
    }
}

pub(super) fn plugin(app: &mut App, wake: Wake) {
    offer("look", wake, |told| ASKED.with_borrow_mut(|asked| asked.push(told)));
    app.add_systems(Last, tell);
}

/// Tells those who have asked how the board stands, as JSON.
fn tell(world: &mut World) {
    let asked = ASKED.take();
    if asked.is_empty() {
        return;
    }
    let (window, whole) = (window_facts_of(world), whole_refusal(world));
    let watched = world.get_resource::<Watched>().map(|watched| watched.0);
    let told = watched.and_then(|goban| standing(world, goban, (window, whole)));
    answer(asked, &told.unwrap_or_default().to_string());
}

fn standing(
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
        "offered": world.get_resource::<RecordState>().map(|state| state.left.iter().map(left_words).collect::<Vec<_>>()),
        "refusal": notices.and_then(Notices::refusal),
        "whole": whole,
        "notice": notices.and_then(Notices::notice),
        "hash": format!("{:016x}", state_hash(world, goban)),
    }))
}
