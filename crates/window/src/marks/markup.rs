//! Markup: marks, labels and lines of the record's node, dimmed and hidden points, next moves and variations.

use super::candidates::{ShownThought, ThoughtParts, veil};
use super::group_outline::outline_groups;
use super::overlay::MIN_TEXT_CELL;
use crate::shell::board_painter::over_board;
use crate::shell::camera::{BoardPlace, SceneCamera};
use crate::shell::drawing::keeps_up;
use crate::shell::layers::{Layer, Layers};
use crate::shell::layout::PanelSystems;
use crate::shell::severity;
use crate::shell::state::Projector;
use crate::shell::theme::PanelColors;
use bevy::app::App;
use bevy::ecs::prelude::*;
use bevy::math::Vec2;
use bevy_egui::egui::{self, Align2, Color32, FontId, Mesh, Painter, Pos2, Shape, Stroke};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};
use std::collections::BTreeMap;
use std::f32::consts::TAU;
use stonefield_go::notation::sgf::{Label, LineMark, Mark, MarkedMove, Markup, NodeId};
use stonefield_go::{Color, Point};
use stonefield_sim::history::Severity;
use stonefield_sim::{GameRecord, Occupancy, Referee};

/// Height of the top of a stone, in cells.
const STONE_HEIGHT: f32 = 0.3;

/// Smallest cell on which marks are drawn, in logical pixels.
pub const SMALLEST: f32 = 7.0;

/// Colours of marks: light on black stones, dark on white stones and wood. The rim is the other colour on
/// empty points, and [`BLACK`] or [`WHITE`] on stones.
const PALE: Color32 = Color32::from_rgb(0xff, 0xfa, 0xf0);
const DARK: Color32 = Color32::from_rgb(0x1a, 0x14, 0x0e);
/// Backgrounds of labels, and rims of marks, on black and on white stones.
const BLACK: Color32 = Color32::from_rgb(0x25, 0x26, 0x29);
const WHITE: Color32 = Color32::from_rgb(0xec, 0xe8, 0xe0);
/// Colour of lines, arrows and the mark `SL`.
const LINE_COLOR: Color32 = Color32::from_rgb(0x2f, 0x7d, 0xb8);

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(
        EguiPrimaryContextPass,
        show.in_set(PanelSystems::Board).after(outline_groups).run_if(keeps_up),
    );
}

/// Markup of the current node, cached until the node or the record changes.
#[derive(Default)]
pub(crate) struct NodeMarkup {
    /// Node, revision of the record, next node, and stone of the node, for which the markup was made.
    key: Option<(NodeId, u64, Option<NodeId>, Option<(Color, Point)>)>,
    markup: Markup,
    dim: Vec<Point>,
    hidden: Vec<Point>,
    /// Next move and variations.
    next_moves: Vec<MarkedMove>,
    /// Point and severity of the node's move, if its loss is known.
    last: Option<(Point, Severity)>,
}

impl NodeMarkup {
    fn update(&mut self, record: &GameRecord) {
        let here = record.here();
        let stone = record.stone(here.id());
        let key = Some((here.id(), record.revision(), record.next_node(), stone));
        if self.key == key {
            return;
        }
        let size = record.size();
        let markup = Markup::of(here, size);
        // `DD` and `VW` hold until a later node has the property.
        let source = |name: &str| here.ancestors().find(|node| node.property(name).is_some());
        let dim = source("DD").and_then(|node| Markup::of(node, size).dimmed).unwrap_or_default();
        let view = source("VW").and_then(|node| Markup::of(node, size).visible).unwrap_or_default();
        let hidden = if view.is_empty() {
            Vec::new()
        } else {
            let visible: std::collections::HashSet<Point> = view.into_iter().collect();
            size.points().filter(|point| !visible.contains(point)).collect()
        };
        let severity = record.loss(here.id()).map(|loss| loss.severity());
        *self = Self {
            key,
            markup,
            dim,
            hidden,
            next_moves: record.moves_to_mark(),
            last: stone.map(|(_, point)| point).zip(severity),
        };
    }
}

/// Returns the variations with their letters. Letters that are labels of the node are skipped. The next move,
/// and a variation on a point with a label or mark, have no letter and use none up.
fn letters<'a>(
    next_moves: &'a [MarkedMove],
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
    next_moves
        .iter()
        .map(move |next| (next, if next.is_next || marked(next.point) { None } else { free.next() }))
}

/// Draws the markup of each board.
pub(crate) fn show(
    mut contexts: EguiContexts,
    gobans: Query<(&GameRecord, &Occupancy, &Referee, ThoughtParts)>,
    layers: Res<Layers>,
    boards: Query<(&SceneCamera, &BoardPlace)>,
    mut cached: Local<BTreeMap<Entity, NodeMarkup>>,
) -> Result {
    let ctx = contexts.ctx_mut()?;
    let zoom = ctx.zoom_factor();
    cached.retain(|&goban, _| boards.iter().any(|(camera, _)| camera.goban == goban));
    for (camera, BoardPlace { area, projector }) in &boards {
        let Ok((record, occupancy, referee, thoughts)) = gobans.get(camera.goban) else { continue };
        if projector.size() != Some(record.size()) || projector.cell() < SMALLEST {
            continue;
        }
        let node_markup = cached.entry(camera.goban).or_default();
        node_markup.update(record);
        let painter = over_board(ctx, area);
        MarkupPen { painter: &painter, projector, zoom, occupancy, referee, thoughts, layers: &layers }
            .draw(node_markup);
    }
    Ok(())
}

/// Draws markup on a board.
struct MarkupPen<'a> {
    painter: &'a Painter,
    projector: &'a Projector,
    /// Logical pixels of the window in one point of the panels.
    zoom: f32,
    occupancy: &'a Occupancy,
    referee: &'a Referee,
    thoughts: ThoughtParts<'a>,
    layers: &'a Layers,
}

impl MarkupPen<'_> {
    /// Returns the position, in points, of a place on the board; `None` if it is behind the camera.
    fn at(&self, place: Vec2) -> Option<Pos2> {
        self.above(place, 0.0)
    }

    /// Returns the position of a place `height` cells above the board.
    fn above(&self, place: Vec2, height: f32) -> Option<Pos2> {
        let at = self.projector.lifted(place, height)? / self.zoom;
        Some(egui::pos2(at.x, at.y))
    }

    /// Returns the height of the marks on a point, in cells: that of a visible stone's top, or 0.
    fn height(&self, point: Point) -> f32 {
        if self.stone(point).is_some() { STONE_HEIGHT } else { 0.0 }
    }

    /// Returns the side of a cell, in points.
    fn cell(&self) -> f32 {
        self.projector.cell() / self.zoom
    }

    /// Returns the colour of the visible stone on a point.
    fn stone(&self, point: Point) -> Option<Color> {
        let color = self.occupancy.color_of(self.occupancy.id(point)?);
        self.layers.stones(color).then_some(color)
    }

    fn draw(&self, node_markup: &NodeMarkup) {
        let board = PanelColors::of_context(self.painter.ctx()).board;
        let veil_color = |share: f32, alpha| {
            let [r, g, b] = [board.r(), board.g(), board.b()].map(|part| (f32::from(part) * share) as u8);
            Color32::from_rgba_unmultiplied(r, g, b, alpha)
        };
        self.cover_cells(&node_markup.dim, veil_color(1.0, 150));
        self.cover_cells(&node_markup.hidden, veil_color(0.62, 235));
        if self.layers.get(Layer::Next) {
            self.next_moves(&node_markup.next_moves, &node_markup.markup);
        }
        if self.layers.get(Layer::LastMove)
            && let Some((point, severity)) = node_markup.last
            && self.stone(point).is_some()
            && let Some(at) = self.above(place(point) + Vec2::new(0.27, 0.27), STONE_HEIGHT)
        {
            severity::dot(self.painter, at, 0.22 * self.cell(), severity, |color| color);
        }
        for line in &node_markup.markup.lines {
            self.line(*line);
        }
        for &(mark, point) in &node_markup.markup.marks {
            self.mark(mark, point);
        }
        for label in &node_markup.markup.labels {
            self.label(label);
        }
    }

    /// Covers the cells of points with a colour.
    fn cover_cells(&self, points: &[Point], color: Color32) {
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

    /// Returns a shape around a point from its corners, in cells; `None` if one is behind the camera.
    fn shape(&self, point: Point, corners: impl Iterator<Item = (f32, f32)>) -> Option<Vec<Pos2>> {
        let height = self.height(point);
        corners.map(|(x, y)| self.above(place(point) + Vec2::new(x, y), height)).collect()
    }

    fn ring(&self, point: Point, radius: f32) -> Option<Vec<Pos2>> {
        let angles = (0..28).map(|step| TAU * step as f32 / 28.0);
        self.shape(point, angles.map(|angle| (radius * angle.cos(), radius * angle.sin())))
    }

    /// Draws a line over a point with a rim, so that it is visible on stones, heat and links.
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
                    self.painter.add(Shape::convex_polygon(points, LINE_COLOR, edge));
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
        // The background hides the lines of the board, links, and the mark of the last move.
        let radius = (0.36 * self.cell()).max(galley.size().x * 0.5 + 2.0);
        let half_height = (0.36 * self.cell()).max(galley.size().y * 0.44);
        let plate = egui::Rect::from_center_size(at, egui::vec2(2.0 * radius, 2.0 * half_height));
        self.painter.rect_filled(plate, half_height, ground);
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
        for (extra, color) in [((0.09 * self.cell()).clamp(1.5, 4.0), PALE), (0.0, LINE_COLOR)] {
            self.painter.line_segment([a, body], Stroke::new(width + extra, color));
            if line.is_arrow {
                self.painter.add(Shape::convex_polygon(tip.clone(), color, Stroke::new(extra, color)));
            }
        }
    }

    /// Draws a ring around the next move and around each variation, which also gets a letter. A letter is
    /// small and aside if the point may have the disc of a candidate.
    fn next_moves(&self, next_moves: &[MarkedMove], markup: &Markup) {
        let position = &self.referee.position;
        let thought = ShownThought::of(self.thoughts).filter(|_| self.layers.get(Layer::Candidates));
        let compared = self.thoughts.0.opinions().len() > 1;
        for (next, letter) in letters(next_moves, markup) {
            if self.occupancy.id(next.point).is_some() {
                continue;
            }
            let (ink, ground) = if next.color == Color::Black { (DARK, PALE) } else { (PALE, DARK) };
            let cell = self.cell();
            let width =
                if next.is_next { (0.06 * cell).clamp(1.5, 4.0) } else { (0.035 * cell).clamp(1.0, 2.0) };
            let ring = |radius: f32, stroke: Stroke| {
                let points = self.ring(next.point, radius);
                points.map(|points| self.painter.add(Shape::closed_line(points, stroke)))
            };
            // The translucent rim makes the ring visible on heat and the lines of the board.
            ring(0.43, Stroke::new(width + (0.06 * cell).clamp(1.0, 3.0), veil(ground, 0.55)));
            ring(0.43, Stroke::new(width, ink));
            let Some(letter) = letter.filter(|_| cell >= MIN_TEXT_CELL) else { continue };
            let taken = compared || thought.is_some_and(|thought| thought.has_disc(next.point, position));
            let (aside, size) = if taken { (Vec2::new(-0.36, 0.36), 0.3) } else { (Vec2::ZERO, 0.46) };
            let Some(at) = self.at(place(next.point) + aside) else { continue };
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
    fn letters_of_labels_are_skipped() {
        let text = "(;SZ[9]LB[aa:B](;B[bb])(;B[cc])(;B[dd])(;B[ee]))";
        let games = read_text(text).expect("a game").collection;
        let root = games.node(games.games()[0]);
        let size = "9".parse().expect("a size");
        let next_moves = marked_moves(root, root, root.first_child().map(NodeRef::id), size);
        let markup = Markup::of(root, size);
        let letters: Vec<_> = letters(&next_moves, &markup).map(|(_, letter)| letter).collect();
        assert_eq!(letters, [None, Some('A'), Some('C'), Some('D')]);
    }

    #[test]
    fn a_variation_on_a_labelled_point_uses_up_no_letter() {
        let text = "(;SZ[9]LB[cc:x][aa: A]TR[ee](;B[bb])(;B[cc])(;B[dd])(;B[ee])(;B[ff]))";
        let games = read_text(text).expect("a game").collection;
        let root = games.node(games.games()[0]);
        let size = "9".parse().expect("a size");
        let next_moves = marked_moves(root, root, root.first_child().map(NodeRef::id), size);
        let markup = Markup::of(root, size);
        let letters: Vec<_> = letters(&next_moves, &markup).map(|(_, letter)| letter).collect();
        assert_eq!(letters, [None, None, Some('B'), None, Some('C')]);
    }
}
