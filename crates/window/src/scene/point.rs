//! Point under the pointer.

use crate::shell::state::{BoardArea, Hovered, Projector};
use bevy::ecs::prelude::*;
use bevy::window::{PrimaryWindow, Window};
use bevy_egui::input::EguiWantsInput;

/// Sets the point under the pointer; none while a panel uses the pointer.
pub(super) fn point(
    windows: Query<&Window, With<PrimaryWindow>>,
    busy: Res<EguiWantsInput>,
    area: Res<BoardArea>,
    projector: Res<Projector>,
    mut hovered: ResMut<Hovered>,
) {
    let Ok(window) = windows.single() else { return };
    let inside = |at: &bevy::math::Vec2| at.cmpge(area.min).all() && at.cmplt(area.max).all();
    let pointer = window.cursor_position().filter(inside).filter(|_| !busy.wants_any_pointer_input());
    hovered.set_if_neq(Hovered(pointer.and_then(|at| projector.to_point(at))));
}
