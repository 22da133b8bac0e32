//! What a finger needs of the panels: what is dragged scrolls, and a field for text brings up the keyboard of the device.

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
        let tell = tell_of_screen.after(EguiInputSet::ReadBevyMessages).before(EguiInputSet::WriteEguiEvents);
        app.add_systems(PreUpdate, tell.after(EguiPreUpdateSet::InitContexts));
    }
    if needs_keyboard(&navigator) {
        app.add_systems(PostUpdate, show_keyboard.after(EguiPostUpdateSet::EndPass));
    }
}

/// Whether the device shows a keyboard only for a field of the page. Those of Apple come for touches that the panels hear of themselves; they are left
/// here.
fn needs_keyboard(navigator: &Navigator) -> bool {
    let has_none =
        |agent: String| ["Android", "iPhone", "iPad", "iPod"].iter().any(|device| agent.contains(device));
    navigator.user_agent().is_ok_and(has_none)
}

/// Says once that there is a screen that is touched: from then on what is dragged scrolls, and no text is selected by it. The script makes touches those
/// of a mouse.
fn tell_of_screen(
    contexts: Query<Entity, With<PrimaryEguiContext>>,
    mut events: MessageWriter<EguiInputEvent>,
    mut told: Local<bool>,
) {
    let Ok(context) = contexts.single() else { return };
    if std::mem::replace(&mut *told, true) {
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

/// Shows the keyboard while a field for text is written in.
fn show_keyboard(mut contexts: Query<&mut EguiContext, With<PrimaryEguiContext>>, mut shown: Local<bool>) {
    let Ok(mut context) = contexts.single_mut() else { return };
    let typing = context.get_mut().text_edit_focused();
    if std::mem::replace(&mut *shown, typing) == typing {
        return;
    }
    update_text_agent(typing);
    let document = web_sys::window().and_then(|window| window.document());
    let board = document.and_then(|document| document.get_element_by_id("board"));
    if let Some(board) = board.and_then(|board| board.dyn_into::<HtmlElement>().ok()).filter(|_| !typing) {
        // A keyboard that the device has is heard there again.
        let _ = board.focus();
    }
}
