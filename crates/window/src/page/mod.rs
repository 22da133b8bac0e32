//! The page around the board, in a browser: what loading shows, files that are dropped, the full screen that is left, links, and what scripts are told.

mod font;
mod link;
mod recover;
mod script;
mod touch;

pub use link::{LinkMaker, MOST_LINK, make_links};
pub use recover::is_recovering;

use super::panels::read_opened;
use super::record::RecordRequest;
use crate::shell::keys::{Action, InputSystems};
use crate::shell::panel::FloatingPanels;
use crate::shell::shaders_pending::ShadersPending;
use crate::shell::state::{Modal, RedrawSystems};
use bevy::app::{App, First, Last, Update};
use bevy::ecs::prelude::*;
use bevy::state::state::State;
use bevy::window::{PrimaryWindow, Window, WindowMode};
use bevy::winit::{EventLoopProxyWrapper, WinitUserEvent};
use bevy_egui::egui;
use bevy_egui::input::EguiInputEvent;
use std::cell::{Cell, RefCell};
use std::path::PathBuf;
use std::rc::Rc;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{DragEvent, Event};

thread_local! {
    /// Files that were dropped and read, and are not opened yet. What belongs to the browser stays on the thread of the page.
    static DROPPED: RefCell<Vec<PathBuf>> = const { RefCell::new(Vec::new()) };
    /// Whether the browser has left the full screen by itself, as it does for Esc.
    static LEFT_FULL_SCREEN: Cell<bool> = const { Cell::new(false) };
}

pub(super) fn plugin(app: &mut App) {
    app.add_plugins(touch::plugin)
        .add_systems(First, (open_dropped, leave_full_screen))
        .add_systems(Update, paste.in_set(InputSystems::Read))
        .add_systems(Last, show_board.after(RedrawSystems::End));
    let proxy = app.world().get_resource::<EventLoopProxyWrapper>().map(|proxy| (**proxy).clone());
    let wake = Rc::new(move || {
        if let Some(proxy) = &proxy {
            // A page that is closed has no frames any more.
            let _ = proxy.send_event(WinitUserEvent::WakeUp);
        }
    });
    font::plugin(app, wake.clone());
    link::plugin(app, wake.clone());
    listen_for_drops(wake.clone());
    listen_for_screen(wake.clone());
    script::plugin(app, wake.clone());
    recover::plugin(app, wake);
}

/// What calls for a frame.
type Wake = Rc<dyn Fn()>;

/// Takes the picture of loading away, once the board is drawn.
fn show_board(shaders: Res<ShadersPending>, mut done: Local<bool>) {
    if *done || !shaders.is_board_shown() {
        return;
    }
    *done = true;
    let document = web_sys::window().and_then(|window| window.document());
    if let Some(loading) = document.and_then(|document| document.get_element_by_id("loading")) {
        // It is only seen: what it covers can be used.
        let _ = loading.set_attribute("hidden", "");
    }
}

fn listen_for_drops(wake: Wake) {
    let Some(document) = web_sys::window().and_then(|window| window.document()) else { return };
    let over = Closure::<dyn FnMut(Event)>::new(|event: Event| event.prevent_default());
    let drop = Closure::<dyn FnMut(Event)>::new(move |event: Event| {
        event.prevent_default();
        let files = event.dyn_into::<DragEvent>().ok().and_then(|drag| drag.data_transfer()?.files());
        for file in files.iter().flat_map(|files| (0..files.length()).filter_map(|at| files.get(at))) {
            let wake = wake.clone();
            read_opened(&file, move |path| {
                DROPPED.with_borrow_mut(|dropped| dropped.push(path));
                wake();
            });
        }
    });
    for (name, listener) in [("dragover", &over), ("drop", &drop)] {
        // Where it cannot listen, the browser opens what is dropped in its own way.
        let _ = document.add_event_listener_with_callback(name, listener.as_ref().unchecked_ref());
    }
    // They live as long as the page.
    over.forget();
    drop.forget();
}

fn listen_for_screen(wake: Wake) {
    let Some(document) = web_sys::window().and_then(|window| window.document()) else { return };
    let screen = document.clone();
    let listener = Closure::<dyn FnMut(Event)>::new(move |_| {
        LEFT_FULL_SCREEN.set(screen.fullscreen_element().is_none());
        wake();
    });
    // Where it cannot listen, the key for the full screen is pressed once more.
    let _ = document.add_event_listener_with_callback("fullscreenchange", listener.as_ref().unchecked_ref());
    listener.forget();
}

fn leave_full_screen(mut windows: Query<&mut Window, With<PrimaryWindow>>) {
    if LEFT_FULL_SCREEN.take() {
        for mut window in &mut windows {
            window.mode = WindowMode::Windowed;
        }
    }
}

/// The browser tells what is pasted, and that goes into a field that is written in, else it is opened.
fn paste(
    mut events: MessageReader<EguiInputEvent>,
    mut windows: FloatingPanels,
    modal: Res<State<Modal>>,
    mut actions: MessageWriter<Action>,
) {
    let pasted = events.read().filter(|event| matches!(event.event, egui::Event::Paste(_))).count() > 0;
    if pasted && *modal.get() == Modal::None && !windows.has_typing() {
        actions.write(Action::Paste);
    }
}

fn open_dropped(mut requests: MessageWriter<RecordRequest>) {
    let dropped = DROPPED.take();
    requests.write_batch(dropped.into_iter().map(RecordRequest::Open));
}
