//! Where the mouse's buttons went down and up: within one frame the pointer may have gone on since.

use bevy::ecs::prelude::*;
use bevy::input::mouse::MouseButton;
use bevy::math::Vec2;
use bevy::window::{PrimaryWindow, Window, WindowEvent};

/// A button that went down or up, and where the pointer was then, in logical pixels of the window.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct ButtonChange {
    pub(super) button: MouseButton,
    pub(super) down: bool,
    pub(super) at: Vec2,
}

/// What the mouse's buttons did since the last frame, in the order in which it happened.
#[derive(Resource, Debug, Default)]
pub(super) struct ButtonChanges(Vec<ButtonChange>);

impl ButtonChanges {
    /// Those of one button.
    pub(super) fn of(&self, button: MouseButton) -> impl Iterator<Item = &ButtonChange> {
        self.0.iter().filter(move |change| change.button == button)
    }
}

/// Reads the window's events: they alone tell in which order moves and buttons came.
pub(super) fn read_buttons(
    mut events: MessageReader<WindowEvent>,
    windows: Query<&Window, With<PrimaryWindow>>,
    mut changes: ResMut<ButtonChanges>,
    mut pointer: Local<Option<Vec2>>,
) {
    changes.0.clear();
    for event in events.read() {
        match event {
            WindowEvent::CursorMoved(moved) => *pointer = Some(moved.position),
            WindowEvent::MouseButtonInput(input) => {
                let now = || windows.single().ok().and_then(Window::cursor_position);
                let Some(at) = pointer.or_else(now) else { continue };
                changes.0.push(ButtonChange { button: input.button, down: input.state.is_pressed(), at });
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy::app::{App, Update};
    use bevy::input::ButtonState;
    use bevy::input::mouse::MouseButtonInput;
    use bevy::window::CursorMoved;

    #[test]
    fn a_button_is_where_the_pointer_was_when_it_changed() {
        let mut app = App::new();
        app.init_resource::<ButtonChanges>().add_message::<WindowEvent>().add_systems(Update, read_buttons);
        let window = app.world_mut().spawn((Window::default(), PrimaryWindow)).id();
        let to = |x: f32| {
            WindowEvent::CursorMoved(CursorMoved { window, position: Vec2::new(x, 5.0), delta: None })
        };
        let button = |state| {
            WindowEvent::MouseButtonInput(MouseButtonInput { button: MouseButton::Left, state, window })
        };
        let (press, release) = (button(ButtonState::Pressed), button(ButtonState::Released));
        let change = |down, x| ButtonChange { button: MouseButton::Left, down, at: Vec2::new(x, 5.0) };
        for (events, seen) in [
            (
                vec![to(10.0), press.clone(), to(90.0), release.clone(), to(50.0)],
                vec![change(true, 10.0), change(false, 90.0)],
            ),
            (vec![press], vec![change(true, 50.0)]),
            (vec![to(70.0), release], vec![change(false, 70.0)]),
            (vec![to(1.0)], vec![]),
        ] {
            app.world_mut().write_message_batch(events);
            app.update();
            assert_eq!(app.world().resource::<ButtonChanges>().0, seen);
        }
    }
}
