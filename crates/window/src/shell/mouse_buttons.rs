//! Where the mouse's buttons went down and up: within one frame the pointer may have gone on since.

use bevy::ecs::prelude::*;
use bevy::input::mouse::MouseButton;
use bevy::math::Vec2;
use bevy::window::{PrimaryWindow, Window, WindowEvent};
use bevy_egui::egui::{Context, Order, pos2};
use bevy_egui::{EguiContext, PrimaryEguiContext};

/// A button that went down or up, and where the pointer was then, in logical pixels of the window.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct ButtonChange {
    pub(crate) button: MouseButton,
    pub(crate) down: bool,
    pub(crate) at: Vec2,
    /// True where a panel floats over the board there, as drawn last: the button is the panel's.
    pub(crate) covered: bool,
}

/// What the mouse's buttons did since the last frame, in the order in which it happened.
#[derive(Resource, Debug, Default)]
pub(crate) struct ButtonChanges {
    changes: Vec<ButtonChange>,
    /// True while the pointer is at a panel that floats over the board.
    pub(crate) covered: bool,
}

impl ButtonChanges {
    /// Those of one button.
    pub(crate) fn of(&self, button: MouseButton) -> impl Iterator<Item = &ButtonChange> {
        self.changes.iter().filter(move |change| change.button == button)
    }
}

/// Reads the window's events: they alone tell in which order moves and buttons came. What the panels know of the pointer is one frame old, and a short
/// tap is over within one.
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

/// Whether a panel floats over the board at a place of the window.
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
        let change =
            |down, x| ButtonChange { button: MouseButton::Left, down, at: Vec2::new(x, 5.0), covered: false };
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
            assert_eq!(app.world().resource::<ButtonChanges>().changes, seen);
        }
    }

    #[test]
    fn a_button_is_a_panels_where_the_panel_is_drawn_however_soon_it_is_let_go_of() {
        let mut app = App::new();
        app.init_resource::<ButtonChanges>().add_message::<WindowEvent>().add_systems(Update, read_buttons);
        let window = app.world_mut().spawn((Window::default(), PrimaryWindow)).id();
        let mut context = EguiContext::default();
        for _ in 0..2 {
            let screen = Rect::from_min_size(Pos2::ZERO, vec2(400.0, 400.0));
            let input = RawInput { screen_rect: Some(screen), ..RawInput::default() };
            let shown = context.get_mut().run_ui(input, |ui| {
                Area::new(Id::new("panel")).fixed_pos(pos2(10.0, 10.0)).show(ui.ctx(), |ui| {
                    ui.allocate_space(vec2(100.0, 100.0));
                });
            });
            shown.drop_without_applying_deltas();
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
            let seen: Vec<bool> = changes.of(MouseButton::Left).map(|change| change.covered).collect();
            assert_eq!(seen, [covered; 2], "at {x}");
        }
    }
}
