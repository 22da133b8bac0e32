//! Accessibility: a cursor on the board, the board in words, and the tree of nodes for screen readers.
//!
//! The tree is made only while a screen reader runs.

mod announce;
mod cursor;
mod tree;
mod words;

pub use cursor::{BoardCursor, board_id};

use crate::shell::state::PointClick;
use crate::shell::state::Redraw;
use crate::shell::watched_goban::WatchedGoban;
use bevy::a11y::{AccessibilityRequested, ActionRequest, ManageAccessibilityUpdates};
use bevy::app::{App, PreUpdate};
use bevy::ecs::prelude::*;
use bevy_egui::egui::{Event, accesskit::Action};
use bevy_egui::input::EguiInputEvent;
use bevy_egui::{EguiContext, EguiInputSet, EguiPreUpdateSet, PrimaryEguiContext};
use core::time::Duration;
use stonefield_sim::Occupancy;

/// Interval of frames while a screen reader runs, so that its requests are handled.
const POLL_INTERVAL: Duration = Duration::from_millis(100);

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((cursor::plugin, announce::plugin, tree::plugin))
        .add_message::<ActionRequest>()
        .add_systems(
            PreUpdate,
            (toggle_tree, handle_actions.run_if(is_requested))
                .chain()
                .after(EguiPreUpdateSet::InitContexts)
                .before(EguiInputSet::WriteEguiEvents),
        );
}

/// True if a screen reader requests the tree. Without a window there is no such resource.
fn is_requested(requested: Option<Res<AccessibilityRequested>>) -> bool {
    requested.is_some_and(|requested| requested.get())
}

/// Enables the tree of the panels while a screen reader requests it.
fn toggle_tree(
    requested: Option<Res<AccessibilityRequested>>,
    managed: Option<ResMut<ManageAccessibilityUpdates>>,
    mut contexts: Query<&mut EguiContext, With<PrimaryEguiContext>>,
    mut redraw: ResMut<Redraw>,
    mut on: Local<Option<bool>>,
) {
    let wanted = is_requested(requested);
    if wanted {
        redraw.within(POLL_INTERVAL);
    }
    if contexts.is_empty() || on.replace(wanted) == Some(wanted) {
        return;
    }
    for mut context in &mut contexts {
        let ctx = context.get_mut();
        if wanted {
            ctx.enable_accesskit();
        } else {
            ctx.disable_accesskit();
        }
    }
    if wanted {
        redraw.frames(2);
    }
    if let Some(mut managed) = managed {
        managed.set(false);
    }
}

/// Handles requests of a screen reader. On a point a click plays and a focus moves the cursor; all other
/// requests go to the panels.
fn handle_actions(
    mut actions: MessageReader<ActionRequest>,
    contexts: Query<Entity, With<PrimaryEguiContext>>,
    watched: WatchedGoban<&Occupancy>,
    mut cursor: ResMut<BoardCursor>,
    mut clicks: MessageWriter<PointClick>,
    mut inputs: MessageWriter<EguiInputEvent>,
    mut redraw: ResMut<Redraw>,
) {
    for request in actions.read() {
        redraw.frames(3);
        let size = watched.get().map(Occupancy::size);
        let point = size.and_then(|size| tree::point_of(request.target_node, size));
        match (point, request.action) {
            (Some(point), Action::Click) => {
                cursor.move_to(point);
                clicks.write(PointClick(point));
            }
            (Some(point), Action::Focus) => {
                cursor.move_to(point);
                cursor.take_keyboard();
            }
            (Some(_), _) => {}
            (None, _) => {
                let event = Event::AccessKitActionRequest(request.0.clone());
                inputs.write_batch(
                    contexts.iter().map(|context| EguiInputEvent { context, event: event.clone() }),
                );
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy::ecs::system::RunSystemOnce;
    use bevy_egui::egui::{Context, RawInput};

    /// True if a frame of the panels makes a tree.
    fn makes_tree(ctx: &Context) -> bool {
        let mut output = ctx.run_ui(RawInput::default(), |_| {});
        output.textures_delta.clear();
        output.platform_output.accesskit_update.is_some()
    }

    #[test]
    fn a_tree_is_made_only_while_a_screen_reader_requests_it() {
        let mut world = World::new();
        world.init_resource::<Redraw>();
        world.init_resource::<AccessibilityRequested>();
        world.init_resource::<ManageAccessibilityUpdates>();
        let mut context = EguiContext::default();
        let ctx = context.get_mut().clone();
        world.spawn((context, PrimaryEguiContext));
        // The window is opened with AccessKit enabled.
        ctx.enable_accesskit();
        for requested in [false, true, false] {
            world.resource::<AccessibilityRequested>().set(requested);
            world.run_system_once(toggle_tree).expect("it runs");
            assert_eq!(makes_tree(&ctx), requested);
        }
        assert!(!world.resource::<ManageAccessibilityUpdates>().get(), "Bevy makes no tree of its own");
    }
}
