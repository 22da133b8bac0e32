//! Keys become actions; those of the window itself are carried out here.

use super::access::BoardCursor;
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
            (keys.in_set(InputSystems::Read), (fill_screen, take_picture).in_set(InputSystems::Act)),
        );
}

/// A key that was pressed, with those held then.
#[derive(Clone, Copy, Debug)]
struct KeyPress {
    chord: Chord,
    /// Whether it types something in a field.
    types: bool,
    /// Whether it is held, and whether it comes as one let go of and pressed anew.
    repeats: bool,
    fresh: bool,
}

/// Keys in their order. Esc closes what is open when it is pressed: it has a frame of its own, in which nothing else is opened, and the keys after it
/// wait for the next.
#[derive(Debug, Default)]
struct KeyQueue(VecDeque<KeyPress>);

impl KeyQueue {
    /// The actions of this frame; `action` says what a key does now, if anything.
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
    mut pressed: MessageReader<KeyboardInput>,
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
    for key in pressed.read() {
        // In the order of the keys: a quick Ctrl+N may be over before the frame that hears of it.
        if let Some(modifier) = modifier(&mut held, key.key_code) {
            *modifier = key.state.is_pressed();
            continue;
        }
        if !key.state.is_pressed() {
            continue;
        }
        let Some(chord) = Chord::pressed(&key.logical_key, key.key_code, *held) else { continue };
        // A key that is held may come as one let go of and pressed anew.
        let fresh = !key.repeat && !down_before.contains(&key.key_code);
        queue.0.push_back(KeyPress { chord, types: key.text.is_some(), repeats: key.repeat, fresh });
    }
    if *modal.get() != Modal::None {
        queue.0.clear();
    }
    let types = windows.has_typing();
    actions.write_batch(queue.take(|press| {
        if capture.take(press.chord) {
            return None;
        }
        let action = settings.keys.action(&press.chord)?;
        // The key that opens the console closes it from within, unless it types something there.
        let closes = action == Action::Console && !press.types;
        let saves = action.while_typing() && press.chord.is_command() && !busy.is_popup_open();
        // A window is closed while something is typed in it; any other field is left, which it sees to itself.
        let shuts = action == Action::Close && !busy.is_popup_open() && windows.types_in_front();
        // The board takes what is typed at its cursor, other parts of panels but a few keys.
        let on_board = cursor.as_ref().is_some_and(|cursor| cursor.is_active());
        let part = press.chord.is_for_part() || press.types && on_board;
        let taken = types || busy.is_popup_open() || busy.wants_keyboard_input() && part;
        let heard = !taken || closes || saves || shuts;
        // A browser tells what is pasted after the key.
        let comes_later = cfg!(target_family = "wasm") && action == Action::Paste;
        let counts = if action == Action::Close { press.fresh } else { action.repeats() || !press.repeats };
        (heard && counts && !comes_later).then_some(action)
    }));
    if !queue.0.is_empty() {
        redraw.frames(1);
    }
    down_before.clear();
    down_before.extend(down.get_pressed());
    // Modifiers let go of outside of the window are not heard of.
    *held = Modifiers::NONE;
    for &key in down.get_pressed() {
        if let Some(modifier) = modifier(&mut held, key) {
            *modifier = true;
        }
    }
}

/// The modifier that a key is.
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

fn fill_screen(mut actions: MessageReader<Action>, mut windows: Query<&mut Window, With<PrimaryWindow>>) {
    for _ in actions.read().filter(|&&action| action == Action::FullScreen) {
        for mut window in &mut windows {
            window.mode = match window.mode {
                WindowMode::Windowed => WindowMode::BorderlessFullscreen(MonitorSelection::Current),
                _ => WindowMode::Windowed,
            };
        }
    }
}

fn take_picture(mut actions: MessageReader<Action>, mut commands: Commands) {
    for _ in actions.read().filter(|&&action| action == Action::Screenshot) {
        commands.spawn(Screenshot::primary_window()).observe(keep_picture);
    }
}

/// Writes a picture of the window, and tells what came of it.
fn keep_picture(shot: On<ScreenshotCaptured>, mut notices: ResMut<Notices>) {
    let told = match shot.image.clone().try_into_dynamic() {
        Ok(picture) => files::write_picture(&picture.to_rgb8()).map_err(|error| error.to_string()),
        Err(error) => Err(format!("there is no picture: {error}")),
    };
    match told {
        Ok(path) => notices.tell(files::told_of(&path)),
        Err(why) => notices.refuse(why),
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
        // What was opened before it is closed by it, and not what is opened after it.
        assert_eq!(frame(), [Action::Help, Action::Record]);
        assert_eq!(frame(), [Action::Close]);
        assert_eq!(frame(), [Action::Close]);
        assert_eq!(frame(), [Action::Wall]);
        assert_eq!(frame(), []);
    }
}
