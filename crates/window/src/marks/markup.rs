//! What a node of the record draws on the board: marks, labels, lines, what is dim or out of view, and where variations go.

use super::candidates::{ShownThought, veil};
use super::group_outline::outline_groups;
use super::overlay::READABLE;
use crate::shell::board_painter::over_board;
use crate::shell::camera::{BoardPlace, SceneCamera};
use crate::shell::drawing::keeps_up;
use crate::shell::layers::{Layer, Layers};
use crate::shell::layout::PanelSystems;
use crate::shell::severity;
use crate::shell::state::Projector;
use crate::shell::theme::PanelColors;
use crate::shell::watched_goban::{ShownGobanItem, WatchedGoban};
use bevy::app::App;
use bevy::ecs::prelude::*;
use bevy::math::Vec2;
use bevy_egui::egui::{self, Align2, Color32, FontId, Mesh, Painter, Pos2, Shape, Stroke};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};
use std::collections::BTreeMap;
use std::f32::consts::TAU;
use stonefield_go::notation::sgf::{Label, LineMark, Mark, MarkedMove, Markup, NodeId};
use stonefield_go::{Color, Point};
use stonefield_sim::GameRecord;
use stonefield_sim::history::Severity;

/// How high the top of a stone is, in cells.
const STONE: f32 = 0.3;

/// Marks need cells of this many pixels.
pub const SMALLEST: f32 = 7.0;

/// Marks on black stones, on white ones, and on wood; and what sets them off from heat, links and lines of the board.
const PALE: Color32 = Color32::from_rgb(0xff, 0xfa, 0xf0);
const DARK: Color32 = Color32::from_rgb(0x1a, 0x14, 0x0e);
/// The ground of labels on stones: the stones' own colours.
const BLACK: Color32 = Color32::from_rgb(0x25, 0x26, 0x29);
const WHITE: Color32 = Color32::from_rgb(0xec, 0xe8, 0xe0);
/// What is selected.
const CHOSEN: Color32 = Color32::from_rgb(0x2f, 0x7d, 0xb8);

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(
        EguiPrimaryContextPass,
        show.in_set(PanelSystems::Board).after(outline_groups).run_if(keeps_up),
    );
}

/// What a node draws, and what of it: worked out once, not in every frame.
#[derive(Default)]
struct NodeMarkup {
    of: Option<(NodeId, u64, Option<NodeId>, Option<(Color, Point)>)>,
    markup: Markup,
    dim: Vec<Point>,
    hidden: Vec<Point>,
    ways: Vec<MarkedMove>,
    /// The move of the node, where it stands, and how bad it was.
    last: Option<(Point, Severity)>,
}

impl NodeMarkup {
    fn update(&mut self, record: &GameRecord) {
        let here = record.here();
        let stone = record.stone(here.id());
        let of = Some((here.id(), record.revision(), record.next_node(), stone));
        if self.of == of {
            return;
        }
        let size = record.size();
        let markup = Markup::of(here, size);
        // `DD` and `VW` hold until a later node says otherwise.
        let said = |name: &str| here.ancestors().find(|node| node.property(name).is_some());
        let dim = said("DD").and_then(|node| Markup::of(node, size).dimmed).unwrap_or_default();
        let view = said("VW").and_then(|node| Markup::of(node, size).visible).unwrap_or_default();
        let hidden = if view.is_empty() {
            Vec::new()
        } else {
            let seen: std::collections::HashSet<Point> = view.into_iter().collect();
            size.points().filter(|point| !seen.contains(point)).collect()
        };
        let lost = record.loss(here.id()).map(|loss| loss.severity());
        *self = Self {
            of,
            markup,
            dim,
            hidden,
            ways: record.moves_to_mark(),
            last: stone.map(|(_, point)| point).zip(lost),
        };
    }
}

/// The letters of variations, in their order: those that are no labels of the node. A variation to a point with a label or a mark of its own has none, and none is
/// left out for it.
fn letters<'a>(
    ways: &'a [MarkedMove],
    markup: &'a Markup,
) -> impl Iterator<Item = (&'a MarkedMove, Option<char>)> {
    let labels = &markup.labels;
    let mut free = ('A'..='Z').chain('a'..='z').filter(|letter| {
        let mut text = [0; 4];
        let text: &str = letter.encode_utf8(&mut text);
        !labels.iter().any(|label| label.text.trim() == text)
    });
    let marked = |point: Point| {
        labels.iter().any(|label| label.point == point) || markup.marks.iter().any(|&(_, at)| at == point)
    };
    ways.iter().map(move |way| (way, if way.is_next || marked(way.point) { None } else { free.next() }))
}

/// Draws what the records of the boards say now, outside of the schedules; whether that could be done.
pub(crate) fn show_now(world: &mut World) -> bool {
    let shown: Result<(), _> = world.run_system_cached(show);
    shown.is_ok()
}

/// Draws on each of the boards what its own record says.
fn show(
    mut contexts: EguiContexts,
    gobans: WatchedGoban,
    layers: Res<Layers>,
    boards: Query<(&SceneCamera, &BoardPlace)>,
    mut drawn: Local<BTreeMap<Entity, NodeMarkup>>,
) -> Result {
    let ctx = contexts.ctx_mut()?;
    let zoom = ctx.zoom_factor();
    drawn.retain(|&goban, _| boards.iter().any(|(camera, _)| camera.goban == goban));
    for (camera, BoardPlace { area, projector }) in &boards {
        let Some(goban) = gobans.of(camera.goban) else { continue };
        let record = goban.record;
        if projector.size() != Some(record.size()) || projector.cell() < SMALLEST {
            continue;
        }
        let drawn = drawn.entry(camera.goban).or_default();
        drawn.update(record);
        let painter = over_board(ctx, area);
        MarkupPen { painter: &painter, projector, zoom, goban: &goban, layers: &layers }.draw(drawn);
    }
    Ok(())
}

/// Draws on the board.
struct MarkupPen<'a> {
    painter: &'a Painter,
    projector: &'a Projector,
    zoom: f32,
    goban: &'a ShownGobanItem<'a, 'a>,
    layers: &'a Layers,
}

impl MarkupPen<'_> {
    /// Where a place on the board is; `None` where it cannot be seen.
    fn at(&self, place: Vec2) -> Option<Pos2> {
        self.above(place, 0.0)
    }

    /// Where a place so many cells above the board is.
    fn above(&self, place: Vec2, height: f32) -> Option<Pos2> {
        let at = self.projector.lifted(place, height)? / self.zoom;
        Some(egui::pos2(at.x, at.y))
    }

    /// How high what lies on a point is drawn: on the stone, if there is one.
    fn height(&self, point: Point) -> f32 {
        if self.stone(point).is_some() { STONE } else { 0.0 }
    }

    fn cell(&self) -> f32 {
        self.projector.cell() / self.zoom
    }

    /// The stone that is seen on a point.
    fn stone(&self, point: Point) -> Option<Color> {
        let occupancy = self.goban.occupancy;
        let color = occupancy.color_of(occupancy.id(point)?);
        self.layers.stones(color).then_some(color)
    }

    fn draw(&self, drawn: &NodeMarkup) {
        let board = PanelColors::of_context(self.painter.ctx()).board;
        let veil = |share: f32, alpha| {
            let [r, g, b] = [board.r(), board.g(), board.b()].map(|part| (f32::from(part) * share) as u8);
            Color32::from_rgba_unmultiplied(r, g, b, alpha)
        };
        self.veil(&drawn.dim, veil(1.0, 150));
        self.veil(&drawn.hidden, veil(0.62, 235));
        if self.layers.get(Layer::Next) {
            self.ways(&drawn.ways, &drawn.markup);
        }
        if self.layers.get(Layer::LastMove)
            && let Some((point, severity)) = drawn.last
            && self.stone(point).is_some()
            && let Some(at) = self.above(place(point) + Vec2::new(0.27, 0.27), STONE)
        {
            severity::dot(self.painter, at, 0.22 * self.cell(), severity, |color| color);
        }
        for line in &drawn.markup.lines {
            self.line(*line);
        }
        for &(mark, point) in &drawn.markup.marks {
            self.mark(mark, point);
        }
        for label in &drawn.markup.labels {
            self.label(label);
        }
    }

    /// Covers squares of the board.
    fn veil(&self, points: &[Point], color: Color32) {
        let mut mesh = Mesh::default();
        for point in points {
            let corners = [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)];
            let corners = corners.map(|(x, y)| self.at(place(*point) + Vec2::new(x, y)));
            let [Some(a), Some(b), Some(c), Some(d)] = corners else { continue };
            let first = u32::try_from(mesh.vertices.len()).unwrap_or(u32::MAX - 4);
            for corner in [a, b, c, d] {
                mesh.colored_vertex(corner, color);
            }
            mesh.add_triangle(first, first + 1, first + 2);
            mesh.add_triangle(first, first + 2, first + 3);
        }
        self.painter.add(Shape::mesh(mesh));
    }

    /// A shape around a point, of corners in cells; `None` behind the camera.
    fn shape(&self, point: Point, corners: impl Iterator<Item = (f32, f32)>) -> Option<Vec<Pos2>> {
        let height = self.height(point);
        corners.map(|(x, y)| self.above(place(point) + Vec2::new(x, y), height)).collect()
    }

    fn ring(&self, point: Point, radius: f32) -> Option<Vec<Pos2>> {
        let angles = (0..28).map(|step| TAU * step as f32 / 28.0);
        self.shape(point, angles.map(|angle| (radius * angle.cos(), radius * angle.sin())))
    }

    /// A line on what a point is covered with: on wood it has an edge, to be seen on any heat and across links.
    fn stroke(&self, point: Point, points: Vec<Pos2>, closed: bool) {
        let width = (0.085 * self.cell()).clamp(1.2, 4.0);
        let draw = |stroke: Stroke, points: Vec<Pos2>| {
            self.painter.add(if closed {
                Shape::closed_line(points, stroke)
            } else {
                Shape::line(points, stroke)
            });
        };
        let (edge, ink) = match self.stone(point) {
            Some(Color::Black) => (BLACK, PALE),
            Some(Color::White) => (WHITE, DARK),
            None => (PALE, DARK),
        };
        draw(Stroke::new(width + (0.09 * self.cell()).clamp(1.5, 4.0), edge), points.clone());
        draw(Stroke::new(width, ink), points);
    }

    fn mark(&self, mark: Mark, point: Point) {
        let square = |half: f32| [(-half, -half), (half, -half), (half, half), (-half, half)].into_iter();
        match mark {
            Mark::Triangle => {
                let corners = [(0.0, 0.33), (0.286, -0.165), (-0.286, -0.165)];
                if let Some(points) = self.shape(point, corners.into_iter()) {
                    self.stroke(point, points, true);
                }
            }
            Mark::Square => {
                if let Some(points) = self.shape(point, square(0.22)) {
                    self.stroke(point, points, true);
                }
            }
            Mark::Circle => {
                if let Some(points) = self.ring(point, 0.26) {
                    self.stroke(point, points, true);
                }
            }
            Mark::Cross => {
                for side in [-1.0, 1.0] {
                    let ends = [(-0.21 * side, -0.21), (0.21 * side, 0.21)];
                    if let Some(points) = self.shape(point, ends.into_iter()) {
                        self.stroke(point, points, false);
                    }
                }
            }
            Mark::Selected => {
                if let Some(points) = self.ring(point, 0.2) {
                    let edge = Stroke::new((0.06 * self.cell()).max(1.0), PALE);
                    self.painter.add(Shape::convex_polygon(points, CHOSEN, edge));
                }
            }
            Mark::BlackTerritory | Mark::WhiteTerritory => {
                let black = mark == Mark::BlackTerritory;
                let (fill, edge) = if black { (DARK, PALE) } else { (PALE, DARK) };
                if let Some(points) = self.shape(point, square(0.15)) {
                    let edge = Stroke::new((0.035 * self.cell()).clamp(0.75, 1.5), edge);
                    self.painter.add(Shape::convex_polygon(points, fill, edge));
                }
            }
        }
    }

    fn label(&self, label: &Label) {
        let Some(at) = self.above(place(label.point), self.height(label.point)) else { return };
        let text: String = label.text.trim().chars().take(12).collect();
        let count = text.chars().count().max(1) as f32;
        let (ground, ink) = match self.stone(label.point) {
            Some(Color::Black) => (BLACK, PALE),
            Some(Color::White) => (WHITE, DARK),
            None => (PanelColors::of_context(self.painter.ctx()).board, DARK),
        };
        let size = (0.62 * self.cell() / (1.0 + 0.28 * (count - 1.0))).clamp(9.0, 40.0);
        let size = (size * 2.0).round() / 2.0;
        let galley = self.painter.layout_no_wrap(text, FontId::proportional(size), ink);
        // A ground of its own hides the lines of the board, links, and the mark of the last move.
        let radius = (0.36 * self.cell()).max(galley.size().x * 0.5 + 2.0);
        let high = (0.36 * self.cell()).max(galley.size().y * 0.44);
        let ground_at = egui::Rect::from_center_size(at, egui::vec2(2.0 * radius, 2.0 * high));
        self.painter.rect_filled(ground_at, high, ground);
        self.painter.galley(at - galley.size() / 2.0, galley, ink);
    }

    fn line(&self, line: LineMark) {
        let (from, to) = (place(line.from), place(line.to));
        let (Some(a), Some(b)) = (self.at(from), self.at(to)) else { return };
        let along = b - a;
        if along.length() < 1.0 {
            return;
        }
        let unit = along.normalized();
        let width = (0.11 * self.cell()).clamp(1.5, 5.0);
        let head = 0.42 * self.cell();
        let body = if line.is_arrow { b - unit * (head * 0.7) } else { b };
        let side = egui::vec2(-unit.y, unit.x) * (head * 0.45);
        let tip = vec![b, b - unit * head + side, b - unit * head - side];
        for (extra, color) in [((0.09 * self.cell()).clamp(1.5, 4.0), PALE), (0.0, CHOSEN)] {
            self.painter.line_segment([a, body], Stroke::new(width + extra, color));
            if line.is_arrow {
                self.painter.add(Shape::convex_polygon(tip.clone(), color, Stroke::new(extra, color)));
            }
        }
    }

    /// Where the record goes on: a ring around the next move, and a letter on each variation.
    fn ways(&self, ways: &[MarkedMove], markup: &Markup) {
        let position = &self.goban.referee.position;
        let goban = self.goban;
        let shown = ShownThought::of(goban.advice, goban.thinking, goban.seats.to_move())
            .filter(|shown| shown.present || goban.seats.waiting_for_person().is_none())
            .filter(|_| self.layers.get(Layer::Candidates));
        let compared = self.goban.advice.opinions().len() > 1;
        for (way, letter) in letters(ways, markup) {
            if self.goban.occupancy.id(way.point).is_some() {
                continue;
            }
            let (ink, ground) = if way.color == Color::Black { (DARK, PALE) } else { (PALE, DARK) };
            let cell = self.cell();
            let wide =
                if way.is_next { (0.06 * cell).clamp(1.5, 4.0) } else { (0.035 * cell).clamp(1.0, 2.0) };
            let ring = |radius: f32, stroke: Stroke| {
                let points = self.ring(way.point, radius);
                points.map(|points| self.painter.add(Shape::closed_line(points, stroke)))
            };
            // The paler edge sets it off from heat and the lines of the board.
            ring(0.43, Stroke::new(wide + (0.06 * cell).clamp(1.0, 3.0), veil(ground, 0.55)));
            ring(0.43, Stroke::new(wide, ink));
            let Some(letter) = letter.filter(|_| cell >= READABLE) else { continue };
            let taken = compared || shown.is_some_and(|shown| shown.has_disc(way.point, position));
            let (aside, size) = if taken { (Vec2::new(-0.36, 0.36), 0.3) } else { (Vec2::ZERO, 0.46) };
            let Some(at) = self.at(place(way.point) + aside) else { continue };
            let size = ((size * cell).clamp(9.0, 40.0) * 2.0).round() / 2.0;
            self.painter.circle(at, 0.62 * size, ink, Stroke::new(1.0, veil(ground, 0.55)));
            self.painter.text(at, Align2::CENTER_CENTER, letter, FontId::proportional(size), ground);
        }
    }
}

fn place(point: Point) -> Vec2 {
    Vec2::new(f32::from(point.x), f32::from(point.y))
}

#[cfg(test)]
mod tests {
    use super::*;
    use stonefield_go::notation::sgf::{NodeRef, marked_moves, read_text};

    #[test]
    fn variations_have_letters_that_labels_have_not() {
        let text = "(;SZ[9]LB[aa:B](;B[bb])(;B[cc])(;B[dd])(;B[ee]))";
        let games = read_text(text).expect("a game").collection;
        let root = games.node(games.games()[0]);
        let size = "9".parse().expect("a size");
        let ways = marked_moves(root, root, root.first_child().map(NodeRef::id), size);
        let markup = Markup::of(root, size);
        let letters: Vec<_> = letters(&ways, &markup).map(|(_, letter)| letter).collect();
        assert_eq!(letters, [None, Some('A'), Some('C'), Some('D')]);
    }

    #[test]
    fn no_letter_is_left_out_for_a_variation_that_has_a_label_of_its_own() {
        let text = "(;SZ[9]LB[cc:x][aa: A]TR[ee](;B[bb])(;B[cc])(;B[dd])(;B[ee])(;B[ff]))";
        let games = read_text(text).expect("a game").collection;
        let root = games.node(games.games()[0]);
        let size = "9".parse().expect("a size");
        let ways = marked_moves(root, root, root.first_child().map(NodeRef::id), size);
        let markup = Markup::of(root, size);
        let letters: Vec<_> = letters(&ways, &markup).map(|(_, letter)| letter).collect();
        assert_eq!(letters, [None, None, Some('B'), None, Some('C')]);
    }
}
