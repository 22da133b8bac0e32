//! Groups on the board: the one that was clicked as a whole, with its outline, its liberties and its eye points; and where they are asked for
//! the outlines of all.

use super::super::board_painter::{BoardPainter, over_board};
use super::super::group_shape::{GroupShape, outer_sides};
use super::super::layers::{Layer, Layers};
use super::super::palette::group_color;
use super::super::state::{BoardArea, Projector, Selected};
use super::super::theme::rgb;
use super::goban::WatchedGoban;
use super::on_board::write_on_board;
use super::walk::WalkPanel;
use crate::go::Color;
use crate::sim::{Groups, Occupancy};
use bevy::app::App;
use bevy::ecs::prelude::*;
use bevy::math::Vec2;
use bevy_egui::egui::{Color32, Pos2, Shape, Stroke};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};

/// It is drawn where cells have this many pixels.
const SMALLEST: f32 = 7.0;

/// What sets the outline off from stones and wood.
const CASING: Color32 = Color32::from_rgba_premultiplied(0x14, 0x0e, 0x08, 0xb0);

pub fn plugin(app: &mut App) {
    app.add_systems(EguiPrimaryContextPass, show.after(write_on_board));
}

fn show(
    mut contexts: EguiContexts,
    watched: WatchedGoban,
    selected: Res<Selected>,
    layers: Res<Layers>,
    projector: Res<Projector>,
    area: Res<BoardArea>,
    walk: Option<Res<WalkPanel>>,
) -> Result {
    let ctx = contexts.ctx_mut()?;
    let Some(goban) = watched.get().filter(|goban| projector.size() == Some(goban.occupancy.size())) else {
        return Ok(());
    };
    let (occupancy, groups) = (goban.occupancy, goban.groups);
    let painter = over_board(ctx, &area);
    let board = BoardPainter::new(&painter, &projector, ctx.zoom_factor());
    if layers.get(Layer::Hulls) {
        hulls(board, occupancy, groups, &layers);
    }
    if walk.is_some_and(|walk| walk.is_open()) {
        // What it counts is not shown beforehand.
        return Ok(());
    }
    let group = selected.0.and_then(|point| GroupShape::of(occupancy, groups, point));
    if let Some((group, point)) = group.zip(selected.0) {
        let color = occupancy.color_at(occupancy.size().index(point)).unwrap_or(Color::Black);
        paint(board, &group, color);
    }
    Ok(())
}

/// Draws a line around every group of two stones and more.
fn hulls(board: BoardPainter<'_>, occupancy: &Occupancy, groups: &Groups, layers: &Layers) {
    if !board.has_room(SMALLEST) {
        return;
    }
    let size = occupancy.size();
    let width = (0.05 * board.cell()).clamp(1.0, 3.0);
    for point in board.points(size, usize::MAX).0 {
        let Some(id) = occupancy.id(point).filter(|&id| groups.size(id) > 1) else { continue };
        let color = occupancy.color_of(id);
        if !layers.stones(color) {
            continue;
        }
        let stroke = Stroke::new(width, rgb(group_color(groups.oldest(id).unwrap_or(id), color)));
        let same = |near| {
            size.contains(near) && occupancy.id(near).is_some_and(|near| groups.of(near) == groups.of(id))
        };
        for [from, to] in outer_sides(point, same) {
            // Drawn inside of the cells, the lines of two groups lie beside each other.
            let inwards = (Vec2::new(point.x.into(), point.y.into()) - from.midpoint(to)) * 0.06;
            let [from, to] = [from, to].map(|end| end + inwards);
            if let (Some(from), Some(to)) = (board.at(from), board.at(to)) {
                board.painter.line_segment([from, to], stroke);
            }
        }
    }
}

/// Draws the outline of a group, and rings on its liberties.
fn paint(board: BoardPainter<'_>, group: &GroupShape, color: Color) {
    if !board.has_room(SMALLEST) {
        return;
    }
    let (color, cell) = (rgb(group_color(group.oldest, color)), board.cell());
    let edges: Vec<[Pos2; 2]> =
        group.outline().filter_map(|[from, to]| Some([board.at(from)?, board.at(to)?])).collect();
    let width = (0.06 * cell).clamp(1.5, 4.0);
    for stroke in [Stroke::new(width + 2.0, CASING), Stroke::new(width, color)] {
        // A disc at each end joins the edges of a corner.
        board.painter.extend(edges.iter().flat_map(|&[from, to]| {
            [
                Shape::line_segment([from, to], stroke),
                Shape::circle_filled(from, 0.5 * stroke.width, stroke.color),
            ]
        }));
    }
    for &liberty in &group.liberties {
        let Some(at) = board.place(liberty) else { continue };
        board.painter.circle_stroke(at, 0.2 * cell, Stroke::new(0.11 * cell + 2.0, CASING));
        board.painter.circle_stroke(at, 0.2 * cell, Stroke::new(0.11 * cell, color));
        if group.eyes.contains(&liberty) {
            board.painter.circle_filled(at, 0.08 * cell, color);
        }
    }
}
