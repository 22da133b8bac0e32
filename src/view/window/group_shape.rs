//! The group that was clicked, as a whole: its stones outlined, its liberties ringed, its eye points marked.

use super::board_painter::{BoardPainter, over_board};
use super::layers::{Layer, Layers};
use super::palette::group_color;
use super::panels::{WatchedGoban, write_on_board};
use super::state::{BoardArea, Projector, Selected};
use super::theme::rgb;
use crate::go::{Color, Point};
use crate::sim::{Groups, Occupancy};
use bevy::app::App;
use bevy::ecs::prelude::*;
use bevy::math::Vec2;
use bevy_egui::egui::{Color32, Pos2, Shape, Stroke};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};
use std::collections::BTreeSet;

/// Larger groups are not gone over: that would take longer than a frame.
const LARGEST: u32 = 20_000;

/// It is drawn where cells have this many pixels.
const SMALLEST: f32 = 7.0;

/// What sets the outline off from stones and wood.
const CASING: Color32 = Color32::from_rgba_premultiplied(0x14, 0x0e, 0x08, 0xb0);

/// A group on the board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GroupShape {
    /// The number of its oldest stone, from which its colour follows.
    pub oldest: u32,
    /// The points of its stones.
    pub stones: BTreeSet<Point>,
    /// The vacant points beside them, each once: what Go players call liberties.
    pub liberties: BTreeSet<Point>,
    /// Those of its liberties that are eye points of its colour.
    pub eyes: BTreeSet<Point>,
}

impl GroupShape {
    /// The group of the stone on a point; `None` where none stands, and for a group of more than 20,000 stones.
    #[must_use]
    pub fn of(occupancy: &Occupancy, groups: &Groups, point: Point) -> Option<Self> {
        let size = occupancy.size();
        let id = occupancy.id(point).filter(|&id| groups.size(id) <= LARGEST)?;
        let color = occupancy.color_of(id);
        let members = groups.members(id).map(|id| size.point(occupancy.index_of(id)));
        let stones: BTreeSet<Point> = members.chain([point]).collect();
        let vacant = |near: &Point| occupancy.id(*near).is_none();
        let near = stones.iter().flat_map(|&stone| size.neighbours(stone));
        let liberties: BTreeSet<Point> = near.filter(vacant).collect();
        let eye = |point: &&Point| occupancy.eye(size.index(**point)) == Some(color);
        let eyes = liberties.iter().filter(eye).copied().collect();
        Some(Self { oldest: groups.oldest(id).unwrap_or(id), stones, liberties, eyes })
    }

    /// The edges of its outline, in board coordinates.
    fn outline(&self) -> impl Iterator<Item = [Vec2; 2]> + '_ {
        self.stones.iter().flat_map(|&stone| outer_sides(stone, |near| self.stones.contains(&near)))
    }
}

/// The sides of a point's cell, in board coordinates, beyond which no point lies `inside`.
fn outer_sides(point: Point, inside: impl Fn(Point) -> bool) -> impl Iterator<Item = [Vec2; 2]> {
    let at = Vec2::new(point.x.into(), point.y.into());
    [(1, 0), (0, 1), (-1, 0), (0, -1)].into_iter().filter_map(move |(x, y)| {
        let beside = || Some(Point::new(point.x.checked_add_signed(x)?, point.y.checked_add_signed(y)?));
        let out = Vec2::new(x.into(), y.into()) * 0.5;
        (!beside().is_some_and(&inside)).then(|| [at + out + out.perp(), at + out - out.perp()])
    })
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(EguiPrimaryContextPass, show.after(write_on_board));
}

fn show(
    mut contexts: EguiContexts,
    watched: WatchedGoban,
    selected: Res<Selected>,
    layers: Res<Layers>,
    projector: Res<Projector>,
    area: Res<BoardArea>,
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
            let middle = Vec2::new(point.x.into(), point.y.into());
            let [from, to] = [from, to].map(|end| middle + (end - middle) * 0.94);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::{Position, Rules, Setup};
    use crate::sim::Session;

    fn shape(board: &str, point: &str) -> Option<GroupShape> {
        let setup: Setup = board.parse().expect("a board");
        let position = Position::from_setup(&setup, Rules::default()).expect("a position");
        let session = Session::at(position).expect("a game");
        GroupShape::of(session.part(), session.part(), point.parse().expect("a point"))
    }

    #[test]
    fn a_group_has_its_liberties_once_and_its_eyes() {
        let board = ". X X . .\n\
                     X . X . .\n\
                     X X X O .\n\
                     . O O . .\n\
                     . . . . .\n";
        let group = shape(board, "C4").expect("a stone");
        let points = |points: &BTreeSet<Point>| points.iter().map(ToString::to_string).collect::<Vec<_>>();
        assert_eq!(group.stones.len(), 7);
        assert_eq!(points(&group.liberties), ["A2", "A5", "B4", "D4", "D5"]);
        assert_eq!(points(&group.eyes), ["A5", "B4"]);
        assert_eq!(shape(board, "A1"), None);
    }

    #[test]
    fn an_outline_leaves_out_what_lies_between_stones() {
        let board = ". . .\n\
                     X X .\n\
                     . . .\n";
        assert_eq!(shape(board, "A2").expect("a stone").outline().count(), 6);
    }
}
