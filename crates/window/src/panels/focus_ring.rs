//! The ring around what has the keyboard: one for every button, line, tab and slider.

use super::super::access::board_id;
use crate::shell::layout::PanelSystems;
use crate::shell::theme::PanelColors;
use bevy::app::App;
use bevy::ecs::prelude::*;
use bevy_egui::egui::{Context, Memory, Stroke, StrokeKind};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};

/// How round the corners are, in points.
const ROUND: f32 = 6.0;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(EguiPrimaryContextPass, draw.after(PanelSystems::Modal));
}

fn draw(mut contexts: EguiContexts) -> Result {
    around_focus(contexts.ctx_mut()?);
    Ok(())
}

/// Draws the ring, where a widget has the keyboard. Fields have a cursor in their text, and the board has its own.
fn around_focus(ctx: &Context) {
    let Some(id) = ctx.memory(Memory::focused).filter(|&id| id != board_id()) else { return };
    if ctx.text_edit_focused() {
        return;
    }
    let Some(widget) = ctx.read_response(id) else { return };
    let colors = PanelColors::of_context(ctx);
    let stroke = Stroke::new(colors.ring, colors.chosen);
    // What is scrolled out of sight has no ring there.
    let painter = ctx.layer_painter(widget.layer_id).with_clip_rect(widget.interact_rect.expand(colors.ring));
    painter.rect_stroke(widget.rect, ROUND, stroke, StrokeKind::Middle);
}
