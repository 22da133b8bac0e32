//! Browser page: the picture while loading, dropped files, the end of full screen, links, fonts, and
//! functions for scripts.

mod font;
mod link;
mod recover;
mod script;
mod touch;

pub use link::{LinkMaker, MAX_LINK, make_links};
pub use recover::is_recovering;

use super::record::RecordRequest;
use crate::platform::here::read;
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
    /// Files that were dropped and read, but are not opened yet. Thread-local, because the callbacks of the
    /// browser run on the thread of the page.
    static DROPPED: RefCell<Vec<PathBuf>> = const { RefCell::new(Vec::new()) };
    /// True if the page has left full screen since the last frame, for example because the user pressed Esc.
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
            // Fails when the page is closed, and then needs no frame.
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

/// Function that requests a frame.
type Wake = Rc<dyn Fn()>;

/// Hides the picture of loading once the board is drawn.
fn show_board(shaders: Res<ShadersPending>, mut done: Local<bool>) {
    if *done || !shaders.is_board_shown() {
        return;
    }
    *done = true;
    let document = web_sys::window().and_then(|window| window.document());
    if let Some(loading) = document.and_then(|document| document.get_element_by_id("loading")) {
        // If this fails, the loading picture stays, and the board goes on below it.
        let _ = loading.set_attribute("hidden", "");
    }
}

/// Reads files that are dropped on the page.
fn listen_for_drops(wake: Wake) {
    let Some(document) = web_sys::window().and_then(|window| window.document()) else { return };
    let over = Closure::<dyn FnMut(Event)>::new(|event: Event| event.prevent_default());
    let drop = Closure::<dyn FnMut(Event)>::new(move |event: Event| {
        event.prevent_default();
        let files = event.dyn_into::<DragEvent>().ok().and_then(|drag| drag.data_transfer()?.files());
        for file in files.iter().flat_map(|files| (0..files.length()).filter_map(|at| files.get(at))) {
            let wake = wake.clone();
            read(&file, move |path| {
                DROPPED.with_borrow_mut(|dropped| dropped.push(path));
                wake();
            });
        }
    });
    for (name, listener) in [("dragover", &over), ("drop", &drop)] {
        // Without a listener the browser opens dropped files itself.
        let _ = document.add_event_listener_with_callback(name, listener.as_ref().unchecked_ref());
    }
    // The listeners live as long as the page.
    over.forget();
    drop.forget();
}

/// Notes when the browser leaves full screen.
fn listen_for_screen(wake: Wake) {
    let Some(document) = web_sys::window().and_then(|window| window.document()) else { return };
    let screen = document.clone();
    let listener = Closure::<dyn FnMut(Event)>::new(move |_| {
        LEFT_FULL_SCREEN.set(screen.fullscreen_element().is_none());
        wake();
    });
    // Without a listener the user has to press the key for full screen twice.
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

/// Requests the action Paste when the browser reports a paste, unless the user types in a field or a modal
/// dialog is open.
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

/// Opens dropped files.
fn open_dropped(mut requests: MessageWriter<RecordRequest>) {
    let dropped = DROPPED.take();
    requests.write_batch(dropped.into_iter().map(RecordRequest::Open));
}
