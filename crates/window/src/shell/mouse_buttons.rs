//! Mouse buttons: presses and releases, each with the pointer's place at that time.

use bevy::ecs::prelude::*;
use bevy::input::mouse::MouseButton;
use bevy::math::Vec2;
use bevy::window::{PrimaryWindow, Window, WindowEvent};
use bevy_egui::egui::{Context, Order, pos2};
use bevy_egui::{EguiContext, PrimaryEguiContext};

/// Press or release of a button, with the pointer's place at that time, in logical pixels of the window.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct ButtonChange {
    pub(crate) button: MouseButton,
    /// True for a press, false for a release.
    pub(crate) down: bool,
    pub(crate) at: Vec2,
    /// True if a panel floated over the board there in the last frame, so that the change is for the panel.
    pub(crate) covered: bool,
}

/// Changes of the mouse's buttons since the last frame, in order.
#[derive(Resource, Debug, Default)]
pub(crate) struct ButtonChanges {
    changes: Vec<ButtonChange>,
    /// True while the pointer is on a panel that floats over the board.
    pub(crate) covered: bool,
}

impl ButtonChanges {
    /// Returns the changes of one button.
    pub(crate) fn of(&self, button: MouseButton) -> impl Iterator<Item = &ButtonChange> {
        self.changes.iter().filter(move |change| change.button == button)
    }
}

/// Reads the changes from the window's events, because only these have the order of moves and buttons. The
/// panels' pointer is one frame old, and a short tap may end within a frame.
pub(crate) fn read_buttons(
    mut events: MessageReader<WindowEvent>,
    windows: Query<&Window, With<PrimaryWindow>>,
    mut contexts: Query<&mut EguiContext, With<PrimaryEguiContext>>,
    mut changes: ResMut<ButtonChanges>,
    mut pointer: Local<Option<Vec2>>,
) {
    let mut context = contexts.single_mut().ok();
    let mut covered = |at: Vec2| context.as_mut().is_some_and(|context| is_covered(context.get_mut(), at));
    let now = || windows.single().ok().and_then(Window::cursor_position);
    changes.changes.clear();
    for event in events.read() {
        match event {
            WindowEvent::CursorMoved(moved) => *pointer = Some(moved.position),
            WindowEvent::MouseButtonInput(input) => {
                let Some(at) = pointer.or_else(now) else { continue };
                let (button, down) = (input.button, input.state.is_pressed());
                changes.changes.push(ButtonChange { button, down, at, covered: covered(at) });
            }
            _ => {}
        }
    }
    changes.covered = now().is_some_and(covered);
}

/// True if a panel floats over the board at a place of the window.
fn is_covered(ctx: &Context, at: Vec2) -> bool {
    let at = at / ctx.zoom_factor();
    ctx.layer_id_at(pos2(at.x, at.y)).is_some_and(|layer| layer.order != Order::Background)
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy::app::{App, Update};
    use bevy::input::ButtonState;
    use bevy::input::mouse::MouseButtonInput;
    use bevy::window::CursorMoved;
    use bevy_egui::egui::{Area, Id, Pos2, RawInput, Rect, vec2};

    #[test]
    fn a_change_has_the_pointers_place_at_that_time() {
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
        let change =
            |down, x| ButtonChange { button: MouseButton::Left, down, at: Vec2::new(x, 5.0), covered: false };
        for (events, changes) in [
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
            assert_eq!(app.world().resource::<ButtonChanges>().changes, changes);
        }
    }

    #[test]
    fn a_short_tap_on_a_panel_is_for_the_panel() {
        let mut app = App::new();
        app.init_resource::<ButtonChanges>().add_message::<WindowEvent>().add_systems(Update, read_buttons);
        let window = app.world_mut().spawn((Window::default(), PrimaryWindow)).id();
        let mut context = EguiContext::default();
        for _ in 0..2 {
            let screen = Rect::from_min_size(Pos2::ZERO, vec2(400.0, 400.0));
            let input = RawInput { screen_rect: Some(screen), ..RawInput::default() };
            let output = context.get_mut().run_ui(input, |ui| {
                Area::new(Id::new("panel")).fixed_pos(pos2(10.0, 10.0)).show(ui.ctx(), |ui| {
                    ui.allocate_space(vec2(100.0, 100.0));
                });
            });
            output.drop_without_applying_deltas();
        }
        app.world_mut().spawn((context, PrimaryEguiContext));
        for (x, covered) in [(50.0, true), (300.0, false), (50.0, true)] {
            let position = Vec2::new(x, 50.0);
            let button = |state| {
                WindowEvent::MouseButtonInput(MouseButtonInput { button: MouseButton::Left, state, window })
            };
            app.world_mut().write_message_batch([
                WindowEvent::CursorMoved(CursorMoved { window, position, delta: None }),
                button(ButtonState::Pressed),
                button(ButtonState::Released),
            ]);
            app.update();
            let changes = app.world().resource::<ButtonChanges>();
            let covered_changes: Vec<bool> =
                changes.of(MouseButton::Left).map(|change| change.covered).collect();
            assert_eq!(covered_changes, [covered; 2], "at {x}");
        }
    }
}
