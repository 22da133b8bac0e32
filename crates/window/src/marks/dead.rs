//! Marks of dead stones at the end of a game.

use super::candidates::{SMALLEST, veil};
use crate::shell::board_painter::BoardPainter;
use crate::shell::theme::PanelColors;
use bevy_egui::egui::{Color32, Painter, Pos2, Rect, Stroke, StrokeKind, vec2};
use stonefield_go::{Color, Position};
use stonefield_sim::Ending;

/// Colours of the squares that show the owner of a point. Each is the rim of the other.
const BLACK: Color32 = Color32::from_rgb(0x1a, 0x14, 0x0e);
const WHITE: Color32 = Color32::from_rgb(0xff, 0xfa, 0xf0);

/// Draws the marks of the dead stones.
pub fn paint(board_painter: BoardPainter<'_>, position: &Position, ending: &Ending) {
    if !board_painter.has_room(SMALLEST) {
        return;
    }
    let cell = board_painter.cell();
    for &point in &ending.dead {
        let (Some(color), Some(at)) = (position.at(point), board_painter.place(point)) else { continue };
        mark(board_painter.painter, at, cell, color);
    }
}

/// Draws a veil over a dead stone of this colour, and a square in the colour of the opponent.
pub fn mark(painter: &Painter, at: Pos2, cell: f32, color: Color) {
    let (fill, rim) = if color == Color::Black { (WHITE, BLACK) } else { (BLACK, WHITE) };
    painter.circle_filled(at, 0.48 * cell, veil(PanelColors::of_context(painter.ctx()).board, 0.58));
    let square = Rect::from_center_size(at, vec2(0.34 * cell, 0.34 * cell));
    let rim = Stroke::new((0.03 * cell).clamp(0.75, 1.5), rim);
    painter.rect(square, 0.0, fill, rim, StrokeKind::Outside);
}
