//! Touch screens: a drag scrolls the panels, and a text field shows the keyboard of the device.

use bevy::app::{App, PostUpdate, PreUpdate};
use bevy::ecs::prelude::*;
use bevy_egui::egui::{Event, Pos2, TouchDeviceId, TouchId, TouchPhase};
use bevy_egui::input::EguiInputEvent;
use bevy_egui::text_agent::update_text_agent;
use bevy_egui::{EguiContext, EguiInputSet, EguiPostUpdateSet, EguiPreUpdateSet, PrimaryEguiContext};
use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, Navigator};

pub(super) fn plugin(app: &mut App) {
    let Some(navigator) = web_sys::window().map(|window| window.navigator()) else { return };
    if navigator.max_touch_points() > 0 {
        let announce =
            announce_touch.after(EguiInputSet::ReadBevyMessages).before(EguiInputSet::WriteEguiEvents);
        app.add_systems(PreUpdate, announce.after(EguiPreUpdateSet::InitContexts));
    }
    if needs_keyboard(&navigator) {
        app.add_systems(PostUpdate, show_keyboard.after(EguiPostUpdateSet::EndPass));
    }
}

/// True on a mobile device: its keyboard appears only for a text field of the page.
fn needs_keyboard(navigator: &Navigator) -> bool {
    let is_mobile =
        |agent: String| ["Android", "iPhone", "iPad", "iPod"].iter().any(|device| agent.contains(device));
    navigator.user_agent().is_ok_and(is_mobile)
}

/// Sends one empty touch, so that the panels know of the touch screen: from then on a drag scrolls and
/// selects no text. The script of the page turns real touches into mouse events.
fn announce_touch(
    contexts: Query<Entity, With<PrimaryEguiContext>>,
    mut events: MessageWriter<EguiInputEvent>,
    mut is_sent: Local<bool>,
) {
    let Ok(context) = contexts.single() else { return };
    if std::mem::replace(&mut *is_sent, true) {
        return;
    }
    events.write_batch([TouchPhase::Start, TouchPhase::Cancel].map(|phase| EguiInputEvent {
        context,
        event: Event::Touch {
            device_id: TouchDeviceId(0),
            id: TouchId(0),
            phase,
            pos: Pos2::ZERO,
            force: None,
        },
    }));
}

/// Shows the keyboard of the device while a text field has focus.
fn show_keyboard(
    mut contexts: Query<&mut EguiContext, With<PrimaryEguiContext>>,
    mut is_visible: Local<bool>,
) {
    let Ok(mut context) = contexts.single_mut() else { return };
    let typing = context.get_mut().text_edit_focused();
    if std::mem::replace(&mut *is_visible, typing) == typing {
        return;
    }
    update_text_agent(typing);
    let document = web_sys::window().and_then(|window| window.document());
    let board = document.and_then(|document| document.get_element_by_id("board"));
    if let Some(board) = board.and_then(|board| board.dyn_into::<HtmlElement>().ok()).filter(|_| !typing) {
        // Keys of a hardware keyboard go to the board again.
        let _ = board.focus();
    }
}
