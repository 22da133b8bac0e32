//! Drawings over each of the boards: its name, minds and state, its differences from the first board now, and
//! the points of the first difference.

use super::divergence::differing;
use super::{Beside, NAMES};
use crate::shell::board_painter::{BoardPainter, over_board};
use crate::shell::camera::{BoardPlace, SceneCamera};
use crate::shell::state::{BoardArea, Watched};
use crate::shell::theme::{self, INKS, PanelColors, text_on};
use bevy::ecs::prelude::*;
use bevy_egui::EguiContexts;
use bevy_egui::egui::{Align2, Color32, Rect, Stroke, StrokeKind, pos2, vec2};
use std::collections::BTreeSet;
use stonefield_go::Size;
use stonefield_sim::{Occupancy, Seats, Tally, Thinking};

/// Least size of a cell, in logical pixels, at which differences are marked.
const MIN_CELL: f32 = 6.0;
/// Largest share of differing points at which differences are marked.
const MAX_SHARE: f32 = 0.4;

/// Draws name, state and differences over each board.
pub fn show(
    mut contexts: EguiContexts,
    beside: Res<Beside>,
    gobans: Query<(&Occupancy, &Tally, &Seats, &Thinking)>,
    watched: Res<Watched>,
    area: Res<BoardArea>,
    boards: Query<(&SceneCamera, &BoardPlace)>,
) -> Result {
    let first = beside.boards.first().and_then(|&board| gobans.get(board).ok());
    let Some((first, ..)) = first else { return Ok(()) };
    let ctx = contexts.ctx_mut()?;
    let zoom = ctx.zoom_factor();
    let colors = PanelColors::of_context(ctx);
    for (camera, place) in &boards {
        let at = beside.boards.iter().position(|&board| board == camera.goban);
        let (Some(at), Ok(goban)) = (at, gobans.get(camera.goban)) else { continue };
        let (occupancy, tally, seats, thinking) = goban;
        let ink = INKS[at % INKS.len()];
        if at > 0 && occupancy.size() == first.size() {
            let painter = over_board(ctx, &place.area);
            mark_differences(BoardPainter::new(&painter, &place.projector, zoom), first, occupancy, ink);
        }
        // The first difference of two boards is marked on both.
        for (other, comparison) in
            beside.comparisons.iter().enumerate().map(|(at, comparison)| (at + 1, comparison))
        {
            if let Some(points) = comparison.points().filter(|_| at == 0 || at == other) {
                let painter = over_board(ctx, &place.area);
                let board = BoardPainter::new(&painter, &place.projector, zoom);
                circle_points(board, occupancy.size(), points, INKS[other % INKS.len()]);
            }
        }
        let [min, max] = [place.area.min, place.area.max].map(|corner| corner / zoom);
        let rect = Rect::from_min_max(pos2(min.x, min.y), pos2(max.x, max.y));
        let painter = over_board(ctx, &area);
        if camera.goban == watched.0 {
            painter.rect_stroke(rect, 2.0, Stroke::new(1.5, colors.strong), StrokeKind::Outside);
        }
        let line = rect.top() - 10.0;
        let center = pos2(rect.left() + 8.0, line);
        painter.circle_filled(center, 8.0, ink);
        painter.text(center, Align2::CENTER_CENTER, NAMES[at % NAMES.len()], theme::text_font(), text_on(at));
        let state = match (tally.outcome, seats.to_move()) {
            (Some(outcome), _) => outcome.to_string(),
            (None, Some(color)) if thinking.is_active() => format!("{color} thinks"),
            _ => format!("tick {}", tally.tick),
        };
        let font = theme::text_font();
        let state = painter.layout_no_wrap(state, font.clone(), colors.strong);
        let state_width = state.size().x;
        painter.galley(pos2(rect.right() - state_width, line - 0.5 * state.size().y), state, colors.strong);
        let specs = seats.specs();
        let who = if specs.black == specs.white {
            specs.black.to_string()
        } else {
            format!("{} · {}", specs.black, specs.white)
        };
        let without = beside.chosen.get(at).and_then(|chosen| chosen.without);
        let without = without.map_or(String::new(), |quirk| format!(", without {}", quirk.replace('_', " ")));
        let who = who + &without;
        let name = Rect::from_min_max(
            pos2(rect.left() + 20.0, line - 10.0),
            pos2(rect.right() - state_width - 8.0, line + 10.0),
        );
        painter.with_clip_rect(name).text(name.left_center(), Align2::LEFT_CENTER, who, font, colors.weak);
    }
    Ok(())
}

/// Marks the points on which a board differs from the first board now.
fn mark_differences(board: BoardPainter<'_>, first: &Occupancy, other: &Occupancy, ink: Color32) {
    let size = other.size();
    let colors = |at: &Occupancy| (0..size.area()).map(|point| at.color_at(point)).collect::<Vec<_>>();
    let points = differing(colors(first).into_iter(), colors(other).into_iter());
    if !are_shown(board, size, &points) {
        return;
    }
    let half = 0.5 * board.cell();
    for point in points {
        let Some(at) = board.place(size.point(point)) else { continue };
        let cell = Rect::from_center_size(at, vec2(2.0 * half, 2.0 * half)).shrink(1.0);
        let width = (0.08 * half).max(1.0) + 0.6;
        // A dark rim makes light inks visible on wood.
        for stroke in [Stroke::new(width + 1.6, Color32::from_black_alpha(150)), Stroke::new(width, ink)] {
            board.painter.rect_stroke(cell, 2.0, stroke, StrokeKind::Inside);
        }
    }
}

/// True if marks are drawn: cells are large enough, and not too many points differ.
fn are_shown(board: BoardPainter<'_>, size: Size, points: &BTreeSet<usize>) -> bool {
    board.has_room(MIN_CELL) && points.len() as f32 <= MAX_SHARE * size.area() as f32
}

/// Circles the points on which two boards differed at the end of their first different tick.
fn circle_points(board: BoardPainter<'_>, size: Size, points: &BTreeSet<usize>, ink: Color32) {
    if !are_shown(board, size, points) {
        return;
    }
    let radius = 0.34 * board.cell();
    let width = (0.07 * board.cell()).max(1.2);
    for &point in points {
        let Some(at) = board.place(size.point(point)) else { continue };
        // A dark rim makes the circle visible on stones and on wood.
        board.painter.circle_stroke(at, radius, Stroke::new(width + 2.0, Color32::from_black_alpha(190)));
        board.painter.circle_stroke(at, radius, Stroke::new(width, ink));
    }
}
