//! Focus ring: a ring around the button, row, tab or slider that has the keyboard focus.

use super::super::access::board_id;
use crate::shell::layout::PanelSystems;
use crate::shell::theme::PanelColors;
use bevy::app::App;
use bevy::ecs::prelude::*;
use bevy_egui::egui::{Context, Memory, Stroke, StrokeKind};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};

/// Corner radius of the ring, in points.
const CORNER_RADIUS: f32 = 6.0;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(EguiPrimaryContextPass, draw.after(PanelSystems::Modal));
}

fn draw(mut contexts: EguiContexts) -> Result {
    draw_ring(contexts.ctx_mut()?);
    Ok(())
}

/// Draws the ring around the focused widget, if any. Text fields and the board show a cursor instead.
fn draw_ring(ctx: &Context) {
    let Some(id) = ctx.memory(Memory::focused).filter(|&id| id != board_id()) else { return };
    if ctx.text_edit_focused() {
        return;
    }
    let Some(widget) = ctx.read_response(id) else { return };
    let colors = PanelColors::of_context(ctx);
    let stroke = Stroke::new(colors.ring, colors.chosen);
    // The ring is clipped where the widget is scrolled out of view.
    let painter = ctx.layer_painter(widget.layer_id).with_clip_rect(widget.interact_rect.expand(colors.ring));
    painter.rect_stroke(widget.rect, CORNER_RADIUS, stroke, StrokeKind::Middle);
}
