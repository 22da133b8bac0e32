//! Outlines of the selected group, with its liberties and eye points, of lit groups, and of all groups.

use super::board_marks::{QuietMarks, write_on_board};
use super::candidates::{ShownThought, ThoughtParts};
use super::group_shape::{GroupShape, outer_sides};
use crate::shell::board_painter::{BoardPainter, over_board};
use crate::shell::camera::{BoardPlace, SceneCamera};
use crate::shell::drawing::keeps_up;
use crate::shell::group_colors::GroupColors;
use crate::shell::layers::{Layer, Layers};
use crate::shell::layout::PanelSystems;
use crate::shell::lit_groups::LitGroups;
use crate::shell::state::{BoardSelection, Watched};
use bevy::app::App;
use bevy::ecs::prelude::*;
use bevy::math::Vec2;
use bevy_egui::egui::{Color32, Pos2, Rect, Shape, Stroke, vec2};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};
use stonefield_go::Point;
use stonefield_sim::{Groups, Occupancy, Referee};

/// Smallest cell on which outlines are drawn, in logical pixels.
const SMALLEST: f32 = 7.0;

/// Rim of outlines, visible on stones and wood.
const CASING: Color32 = Color32::from_rgba_premultiplied(0x14, 0x0e, 0x08, 0xb0);

/// Colour of lit groups. Nothing else on the board has it.
const LIT: Color32 = Color32::from_rgb(0x3f, 0xe8, 0xff);

/// Largest number of points that are read for lit groups if cells are too small for outlines.
const MAX_POINTS: usize = 40_000;

pub fn plugin(app: &mut App) {
    let outline = outline_groups.in_set(PanelSystems::Board).after(write_on_board).run_if(keeps_up);
    app.init_resource::<LitGroups>().add_systems(EguiPrimaryContextPass, outline);
}

/// Draws the outlines of groups on each board.
pub fn outline_groups(
    mut contexts: EguiContexts,
    watched: Res<Watched>,
    gobans: Query<(&Occupancy, &Groups, Option<&GroupColors>, &Referee, ThoughtParts)>,
    selection: BoardSelection,
    (layers, lit): (Res<Layers>, Res<LitGroups>),
    boards: Query<(&SceneCamera, &BoardPlace)>,
    quiet: Res<QuietMarks>,
) -> Result {
    let ctx = contexts.ctx_mut()?;
    for (camera, place) in &boards {
        let goban = gobans.get(camera.goban).ok();
        let goban = goban.filter(|(occupancy, ..)| place.projector.size() == Some(occupancy.size()));
        let Some((occupancy, groups, colors, referee, thoughts)) = goban else { continue };
        let colors = GroupColors::or_unknown(colors);
        let painter = over_board(ctx, &place.area);
        let board = BoardPainter::new(&painter, &place.projector, ctx.zoom_factor());
        if layers.get(Layer::Hulls) {
            hulls(board, (occupancy, groups, colors), &layers);
        }
        if lit.0.is_some() && camera.goban == watched.0 {
            light(board, occupancy, groups, &lit);
        }
        let point = selection.on(camera.goban).filter(|_| camera.goban != watched.0 || !quiet.0);
        let group = point.and_then(|point| GroupShape::of(occupancy, groups, point));
        if let Some((group, id)) = group.zip(point.and_then(|point| occupancy.id(point))) {
            let thought = ShownThought::of(thoughts).filter(|_| layers.get(Layer::Candidates));
            let has_disc = |point| thought.is_some_and(|shown| shown.has_disc(point, &referee.position));
            paint(board, &group, colors.ink(groups, id, occupancy.color_of(id)), has_disc);
        }
    }
    Ok(())
}

/// Draws the outline of every group of two or more stones whose colour is shown.
fn hulls(
    board: BoardPainter<'_>,
    (occupancy, groups, colors): (&Occupancy, &Groups, &GroupColors),
    layers: &Layers,
) {
    if !board.has_room(SMALLEST) {
        return;
    }
    let size = occupancy.size();
    let width = (0.05 * board.cell()).clamp(1.0, 3.0);
    let mut edges = Vec::new();
    for point in board.points(size, usize::MAX).0 {
        let Some(id) = occupancy.id(point).filter(|&id| groups.size(id) > 1) else { continue };
        let color = occupancy.color_of(id);
        if !layers.stones(color) {
            continue;
        }
        let ink = colors.ink(groups, id, color);
        let same = |near| {
            size.contains(near) && occupancy.id(near).is_some_and(|near| groups.of(near) == groups.of(id))
        };
        for [from, to] in outer_sides(point, same) {
            // The lines are moved into the cells, so that those of two groups do not overlap.
            let inwards = (Vec2::new(point.x.into(), point.y.into()) - from.midpoint(to)) * 0.06;
            let [from, to] = [from, to].map(|end| end + inwards);
            if let (Some(from), Some(to)) = (board.at(from), board.at(to)) {
                edges.push(([from, to], ink));
            }
        }
    }
    // All rims are drawn before the first line.
    let rim = (0.02 * board.cell()).clamp(0.5, 1.5);
    let casing = Stroke::new(width + 2.0 * rim, CASING);
    board.painter.extend(edges.iter().map(|&(edge, _)| Shape::line_segment(edge, casing)));
    board.painter.extend(edges.iter().map(|&(edge, ink)| Shape::line_segment(edge, Stroke::new(width, ink))));
}

/// Draws the outlines of lit groups. On small cells their points are squares instead.
fn light(board: BoardPainter<'_>, occupancy: &Occupancy, groups: &Groups, lit: &LitGroups) {
    let size = occupancy.size();
    let outlined = board.has_room(SMALLEST);
    let (points, every) = board.points(size, if outlined { usize::MAX } else { MAX_POINTS });
    let width = (0.09 * board.cell()).clamp(1.5, 5.0);
    let mut edges = Vec::new();
    for point in points {
        let Some(id) = occupancy.id(point).filter(|&id| lit.has(occupancy.color_of(id), groups.size(id)))
        else {
            continue;
        };
        if outlined {
            let same = |near| {
                size.contains(near) && occupancy.id(near).is_some_and(|near| groups.of(near) == groups.of(id))
            };
            edges.extend(
                outer_sides(point, same).filter_map(|[from, to]| Some([board.at(from)?, board.at(to)?])),
            );
        } else if let Some(at) = board.place(point) {
            let side = (every as f32 * board.cell()).max(2.0);
            board.painter.rect_filled(Rect::from_center_size(at, vec2(side, side)), 0.0, LIT);
        }
    }
    for stroke in [Stroke::new(width + 2.0, CASING), Stroke::new(width, LIT)] {
        board.painter.extend(edges.iter().map(|&edge| Shape::line_segment(edge, stroke)));
    }
}

/// Draws the outline of a group in its colour, a ring on each liberty, and a dot in each eye point. The ring
/// is larger on a `taken` point, which has the disc of a candidate.
fn paint(board: BoardPainter<'_>, group: &GroupShape, color: Color32, taken: impl Fn(Point) -> bool) {
    if !board.has_room(SMALLEST) {
        return;
    }
    let cell = board.cell();
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
        let (radius, width) =
            if taken(liberty) { (0.47 * cell, 0.05 * cell) } else { (0.2 * cell, 0.11 * cell) };
        board.painter.circle_stroke(at, radius, Stroke::new(width + 2.0, CASING));
        board.painter.circle_stroke(at, radius, Stroke::new(width, color));
        if taken(liberty) {
            continue;
        }
        if group.eyes.contains(&liberty) {
            board.painter.circle_filled(at, 0.08 * cell, color);
        }
    }
}
