//! Quick chords: gives each key event for the panels the modifiers that were held when the key was pressed.
//!
//! `bevy_egui` gives all keys of a frame the modifiers at its end. In a slow frame a quick Ctrl+A is over by
//! then, and would type an "a".

use bevy::app::{App, PreUpdate};
use bevy::ecs::prelude::*;
use bevy::input::keyboard::{Key, KeyboardFocusLost, KeyboardInput};
use bevy_egui::egui;
use bevy_egui::helpers::{bevy_to_egui_key, bevy_to_egui_physical_key};
use bevy_egui::input::{EguiInputEvent, ModifierKeysState};
use bevy_egui::{EguiInputSet, EguiPreUpdateSet};

pub(super) fn plugin(app: &mut App) {
    let system = fix_modifiers.after(EguiInputSet::ReadBevyMessages).before(EguiInputSet::WriteEguiEvents);
    app.add_systems(PreUpdate, system.after(EguiPreUpdateSet::InitContexts));
}

fn fix_modifiers(
    mut keys: MessageReader<KeyboardInput>,
    mut focus_lost: MessageReader<KeyboardFocusLost>,
    mut events: MessageMutator<EguiInputEvent>,
    mut held: Local<ModifierKeysState>,
) {
    if focus_lost.read().count() > 0 {
        *held = ModifierKeysState::default();
    }
    let mut changed = false;
    let typed: Vec<(&KeyboardInput, ModifierKeysState)> = keys
        .read()
        .filter_map(|key| {
            let is_modifier = update_modifiers(&mut held, key);
            changed |= is_modifier;
            (!is_modifier).then_some((key, *held))
        })
        .collect();
    if changed {
        give_modifiers(&typed, events.read().map(|event| &mut event.event));
    } else {
        events.clear();
    }
}

/// Updates the held modifiers. Returns true if the key is a modifier.
fn update_modifiers(held: &mut ModifierKeysState, key: &KeyboardInput) -> bool {
    let modifier = match key.logical_key {
        Key::Shift => &mut held.shift,
        Key::Control => &mut held.ctrl,
        Key::Alt => &mut held.alt,
        Key::Super | Key::Meta => &mut held.win,
        _ => return false,
    };
    *modifier = key.state.is_pressed();
    true
}

/// Gives the events of a frame the modifiers that were held with their keys, in order. The text of a chord
/// becomes a copy or cut, or an empty text.
fn give_modifiers<'a>(
    typed: &[(&KeyboardInput, ModifierKeysState)],
    events: impl Iterator<Item = &'a mut egui::Event>,
) {
    let mut next = 0;
    for event in events {
        match event {
            egui::Event::Key { key, pressed, modifiers, .. } => {
                let matches = |(input, _): &(&KeyboardInput, _)| {
                    let egui_key = bevy_to_egui_key(&input.logical_key)
                        .or_else(|| bevy_to_egui_physical_key(&input.key_code));
                    egui_key == Some(*key) && input.state.is_pressed() == *pressed
                };
                if let Some(offset) = typed[next..].iter().position(matches) {
                    *modifiers = typed[next + offset].1.to_egui_modifiers();
                    next += offset + 1;
                }
            }
            egui::Event::Text(text) => {
                let matches = |(input, _): &(&KeyboardInput, _)| match &input.logical_key {
                    Key::Character(typed) => input.state.is_pressed() && typed.as_str() == text,
                    Key::Space => input.state.is_pressed() && text == " ",
                    _ => false,
                };
                let key = typed[next..].iter().find(|typed| matches(typed));
                if let Some((_, held)) = key.filter(|(_, held)| !held.text_input_is_allowed()) {
                    *event = match text.as_str() {
                        "c" if held.to_egui_modifiers().command => egui::Event::Copy,
                        "x" if held.to_egui_modifiers().command => egui::Event::Cut,
                        // An empty text types nothing.
                        _ => egui::Event::Text(String::new()),
                    };
                }
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy::input::ButtonState;
    use bevy::input::keyboard::KeyCode;

    fn input(logical_key: Key, key_code: KeyCode, pressed: bool) -> KeyboardInput {
        let state = if pressed { ButtonState::Pressed } else { ButtonState::Released };
        KeyboardInput { key_code, logical_key, state, text: None, repeat: false, window: Entity::PLACEHOLDER }
    }

    /// Returns the events of keys that all arrive in one frame, at whose end no modifier is held.
    fn events(keys: &[KeyboardInput]) -> Vec<egui::Event> {
        let mut app = App::new();
        app.add_message::<KeyboardInput>()
            .add_message::<KeyboardFocusLost>()
            .add_message::<EguiInputEvent>()
            .add_systems(PreUpdate, fix_modifiers);
        for key in keys {
            app.world_mut().write_message(key.clone());
            let mut send = |event| {
                app.world_mut().write_message(EguiInputEvent { context: Entity::PLACEHOLDER, event });
            };
            if let (Key::Character(text), true) = (&key.logical_key, key.state.is_pressed()) {
                send(egui::Event::Text(text.to_string()));
            }
            if let Some(egui_key) = bevy_to_egui_key(&key.logical_key) {
                send(egui::Event::Key {
                    key: egui_key,
                    physical_key: None,
                    pressed: key.state.is_pressed(),
                    repeat: false,
                    modifiers: egui::Modifiers::NONE,
                });
            }
        }
        app.update();
        let messages = app.world().resource::<Messages<EguiInputEvent>>();
        messages.get_cursor().read(messages).map(|event| event.event.clone()).collect()
    }

    #[test]
    fn a_chord_within_one_frame_keeps_its_modifiers_and_types_nothing() {
        let letter = |text: &str, code, pressed| input(Key::Character(text.into()), code, pressed);
        let control = |pressed| input(Key::Control, KeyCode::ControlLeft, pressed);
        let quick = [
            letter("b", KeyCode::KeyB, true),
            letter("b", KeyCode::KeyB, false),
            control(true),
            letter("a", KeyCode::KeyA, true),
            letter("a", KeyCode::KeyA, false),
            letter("c", KeyCode::KeyC, true),
            control(false),
            letter("c", KeyCode::KeyC, false),
            letter("a", KeyCode::KeyA, true),
        ];
        let events = events(&quick);
        let texts: Vec<&str> = events
            .iter()
            .filter_map(|event| match event {
                egui::Event::Text(text) => Some(text.as_str()),
                egui::Event::Copy => Some("copy"),
                _ => None,
            })
            .collect();
        assert_eq!(texts, ["b", "", "copy", "a"]);
        let commands: Vec<bool> = events
            .iter()
            .filter_map(|event| match event {
                egui::Event::Key { pressed: true, modifiers, .. } => Some(modifiers.ctrl),
                _ => None,
            })
            .collect();
        assert_eq!(commands, [false, true, true, false]);
    }
}
