//! The window without eyes or mouse: a cursor on the board, the board in words, and what screen readers read.
//!
//! The tree is made while a screen reader runs, and not otherwise.

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

/// How often a screen reader is listened to while nothing else wakes the window.
const LISTEN: Duration = Duration::from_millis(100);

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((cursor::plugin, announce::plugin, tree::plugin))
        .add_message::<ActionRequest>()
        .add_systems(
            PreUpdate,
            (switch, hear.run_if(is_read))
                .chain()
                .after(EguiPreUpdateSet::InitContexts)
                .before(EguiInputSet::WriteEguiEvents),
        );
}

/// Whether a screen reader wants to know what is in the window. A picture without a window has none.
fn is_read(requested: Option<Res<AccessibilityRequested>>) -> bool {
    requested.is_some_and(|requested| requested.get())
}

/// Has the panels tell what they show while somebody reads it.
fn switch(
    requested: Option<Res<AccessibilityRequested>>,
    managed: Option<ResMut<ManageAccessibilityUpdates>>,
    mut contexts: Query<&mut EguiContext, With<PrimaryEguiContext>>,
    mut redraw: ResMut<Redraw>,
    mut on: Local<Option<bool>>,
) {
    let wanted = is_read(requested);
    if wanted {
        redraw.within(LISTEN);
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

/// Does what a screen reader asks for: on a point what a click there does, elsewhere what the panels make of it.
fn hear(
    mut asked: MessageReader<ActionRequest>,
    contexts: Query<Entity, With<PrimaryEguiContext>>,
    watched: WatchedGoban,
    mut cursor: ResMut<BoardCursor>,
    mut clicks: MessageWriter<PointClick>,
    mut inputs: MessageWriter<EguiInputEvent>,
    mut redraw: ResMut<Redraw>,
) {
    for request in asked.read() {
        redraw.frames(3);
        let size = watched.get().map(|goban| goban.occupancy.size());
        let point = size.and_then(|size| tree::point_of(request.target_node, size));
        match (point, request.action) {
            (Some(point), Action::Click) => {
                cursor.put(point);
                clicks.write(PointClick(point));
            }
            (Some(point), Action::Focus) => {
                cursor.put(point);
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

    /// Whether a frame of the panels makes a tree.
    fn makes_tree(ctx: &Context) -> bool {
        let mut output = ctx.run_ui(RawInput::default(), |_| {});
        output.textures_delta.clear();
        output.platform_output.accesskit_update.is_some()
    }

    #[test]
    fn a_tree_is_made_while_somebody_reads_it_and_not_otherwise() {
        let mut world = World::new();
        world.init_resource::<Redraw>();
        world.init_resource::<AccessibilityRequested>();
        world.init_resource::<ManageAccessibilityUpdates>();
        let mut context = EguiContext::default();
        let ctx = context.get_mut().clone();
        world.spawn((context, PrimaryEguiContext));
        // As the window is opened with it.
        ctx.enable_accesskit();
        for read in [false, true, false] {
            world.resource::<AccessibilityRequested>().set(read);
            world.run_system_once(switch).expect("it runs");
            assert_eq!(makes_tree(&ctx), read);
        }
        assert!(!world.resource::<ManageAccessibilityUpdates>().get(), "the tree is that of the panels");
    }
}
