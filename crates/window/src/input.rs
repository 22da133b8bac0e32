//! Turns keys into actions, and carries out those of the window itself: full screen and screenshot.

use super::access::BoardCursor;
use crate::platform::{Host, Platform};
use crate::shell::chord::Chord;
use crate::shell::files;
use crate::shell::keys::{Action, InputSystems, KeyCapture};
use crate::shell::notices::Notices;
use crate::shell::panel::FloatingPanels;
use crate::shell::settings::Settings;
use crate::shell::state::{Modal, Redraw};
use bevy::app::{App, Update};
use bevy::ecs::prelude::*;
use bevy::input::ButtonInput;
use bevy::input::keyboard::{KeyCode, KeyboardInput};
use bevy::render::view::screenshot::{Screenshot, ScreenshotCaptured};
use bevy::state::state::State;
use bevy::window::{MonitorSelection, PrimaryWindow, Window, WindowMode};
use bevy_egui::egui::Modifiers;
use bevy_egui::input::EguiWantsInput;
use std::collections::VecDeque;
use stonefield_sim::SimSystems;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Redraw>()
        .init_resource::<KeyCapture>()
        .add_message::<Action>()
        .configure_sets(Update, (InputSystems::Read, InputSystems::Act).chain().before(SimSystems::Answer))
        .add_systems(
            Update,
            (keys.in_set(InputSystems::Read), (full_screen, take_screenshot).in_set(InputSystems::Act)),
        );
}

/// A key press, with the modifiers that were held.
#[derive(Clone, Copy, Debug)]
struct KeyPress {
    chord: Chord,
    /// True if the key types text.
    types: bool,
    /// True if the event repeats a held key.
    repeats: bool,
    /// True if the event is no repetition, and the key was up in the last frame.
    fresh: bool,
}

/// Key presses, oldest first. Esc closes what is open at that moment: it has a frame of its own, and the keys
/// after it wait for the next frame.
#[derive(Debug, Default)]
struct KeyQueue(VecDeque<KeyPress>);

impl KeyQueue {
    /// Returns the actions of this frame. `action` returns the action of a key press, if any.
    fn take(&mut self, mut action: impl FnMut(KeyPress) -> Option<Action>) -> Vec<Action> {
        let mut actions = Vec::new();
        while let Some(press) = self.0.pop_front() {
            match action(press) {
                Some(Action::Close) if !actions.is_empty() => {
                    self.0.push_front(press);
                    break;
                }
                Some(Action::Close) => return vec![Action::Close],
                action => actions.extend(action),
            }
        }
        actions
    }
}

fn keys(
    mut key_events: MessageReader<KeyboardInput>,
    down: Res<ButtonInput<KeyCode>>,
    (mut held, mut down_before, mut queue): (Local<Modifiers>, Local<Vec<KeyCode>>, Local<KeyQueue>),
    busy: Res<EguiWantsInput>,
    settings: Res<Settings>,
    modal: Res<State<Modal>>,
    cursor: Option<Res<BoardCursor>>,
    (mut windows, mut capture): (FloatingPanels, ResMut<KeyCapture>),
    mut redraw: ResMut<Redraw>,
    mut actions: MessageWriter<Action>,
) {
    for key in key_events.read() {
        // Modifiers follow the order of the events: a quick Ctrl+N may be over before this frame.
        if let Some(modifier) = modifier(&mut held, key.key_code) {
            *modifier = key.state.is_pressed();
            continue;
        }
        if !key.state.is_pressed() {
            continue;
        }
        let Some(chord) = Chord::pressed(&key.logical_key, key.key_code, *held) else { continue };
        // Some systems send a held key as new presses, without the repeat flag.
        let fresh = !key.repeat && !down_before.contains(&key.key_code);
        queue.0.push_back(KeyPress { chord, types: key.text.is_some(), repeats: key.repeat, fresh });
    }
    if *modal.get() != Modal::None {
        queue.0.clear();
    }
    let is_typing = windows.has_typing();
    actions.write_batch(queue.take(|press| {
        if capture.take(press.chord) {
            return None;
        }
        let action = settings.keys.action(&press.chord)?;
        // The key of the console closes it from its field, unless the key types text.
        let closes_console = action == Action::Console && !press.types;
        let works_while_typing = action.while_typing() && press.chord.is_command() && !busy.is_popup_open();
        // A floating panel closes even while the user types in it. Other fields handle Esc themselves.
        let closes_panel = action == Action::Close && !busy.is_popup_open() && windows.types_in_front();
        // The cursor of the board takes typed text. Other parts of panels take only a few keys.
        let on_board = cursor.as_ref().is_some_and(|cursor| cursor.is_active());
        let is_for_panel = press.chord.is_for_part() || press.types && on_board;
        let is_taken = is_typing || busy.is_popup_open() || busy.wants_keyboard_input() && is_for_panel;
        let is_allowed = !is_taken || closes_console || works_while_typing || closes_panel;
        // A browser sends the pasted text after the key, as an event of its own.
        let is_sent_later = Host::IN_BROWSER && action == Action::Paste;
        let is_press = if action == Action::Close { press.fresh } else { action.repeats() || !press.repeats };
        (is_allowed && is_press && !is_sent_later).then_some(action)
    }));
    if !queue.0.is_empty() {
        redraw.frames(1);
    }
    down_before.clear();
    down_before.extend(down.get_pressed());
    // The window gets no event for a modifier that is released outside of it.
    *held = Modifiers::NONE;
    for &key in down.get_pressed() {
        if let Some(modifier) = modifier(&mut held, key) {
            *modifier = true;
        }
    }
}

/// Returns the flag of the modifier key `key`; `None` if it is no modifier. Super counts as Ctrl.
const fn modifier(held: &mut Modifiers, key: KeyCode) -> Option<&mut bool> {
    match key {
        KeyCode::ControlLeft | KeyCode::ControlRight | KeyCode::SuperLeft | KeyCode::SuperRight => {
            Some(&mut held.ctrl)
        }
        KeyCode::AltLeft | KeyCode::AltRight => Some(&mut held.alt),
        KeyCode::ShiftLeft | KeyCode::ShiftRight => Some(&mut held.shift),
        _ => None,
    }
}

fn full_screen(mut actions: MessageReader<Action>, mut windows: Query<&mut Window, With<PrimaryWindow>>) {
    for _ in actions.read().filter(|&&action| action == Action::FullScreen) {
        for mut window in &mut windows {
            window.mode = match window.mode {
                WindowMode::Windowed => WindowMode::BorderlessFullscreen(MonitorSelection::Current),
                _ => WindowMode::Windowed,
            };
        }
    }
}

fn take_screenshot(mut actions: MessageReader<Action>, mut commands: Commands) {
    for _ in actions.read().filter(|&&action| action == Action::Screenshot) {
        commands.spawn(Screenshot::primary_window()).observe(save_screenshot);
    }
}

/// Writes a screenshot of the window, and notifies the user.
fn save_screenshot(shot: On<ScreenshotCaptured>, mut notices: ResMut<Notices>) {
    let result = match shot.image.clone().try_into_dynamic() {
        Ok(picture) => files::write_picture(&picture.to_rgb8()).map_err(|error| error.to_string()),
        Err(error) => Err(format!("there is no picture: {error}")),
    };
    match result {
        Ok(path) => notices.show_notice(files::written_message(&path)),
        Err(reason) => notices.show_refusal(reason),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn esc_has_a_frame_of_its_own() {
        let press = |text: &str| KeyPress {
            chord: text.parse().expect("a key"),
            types: false,
            repeats: false,
            fresh: true,
        };
        let mut queue = KeyQueue(["?", "R", "Esc", "Esc", "W"].map(press).into());
        let settings = Settings::default();
        let mut frame = || queue.take(|press| settings.keys.action(&press.chord));
        // Esc closes the panels opened before it, not those opened after it.
        assert_eq!(frame(), [Action::Help, Action::Record]);
        assert_eq!(frame(), [Action::Close]);
        assert_eq!(frame(), [Action::Close]);
        assert_eq!(frame(), [Action::Wall]);
        assert_eq!(frame(), []);
    }
}
