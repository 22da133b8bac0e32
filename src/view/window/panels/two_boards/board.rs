//! A board drawn flat, as a picture in a window.

use super::super::super::candidates::{number, weights};
use super::super::super::dead;
use super::super::super::palette::WOOD;
use super::super::goban::ShownGobanItem;
use crate::go::{Color, Move, Point, Position, Size};
use crate::search::Thought;
use bevy_egui::egui::{
    Align2, Color32, FontId, Mesh, Painter, Pos2, Rect, Sense, Shape, Stroke, StrokeKind, Ui, lerp, vec2,
};
use std::f32::consts::TAU;

/// Room around the outermost lines, in cells: with coordinates and without.
const MARGINS: (f32, f32) = (1.35, 0.7);

/// Cells smaller than this have no coordinates, in points.
const NAMED: f32 = 13.0;

/// Candidates drawn at most.
const SHOWN: usize = 8;

/// Candidates with less than this share of the best one's weight are left out.
const LEAST: f32 = 0.04;

/// Corners of the polygon that a stone's light is.
const ROUND: u32 = 28;

const LINE: Color32 = Color32::from_rgb(0x5a, 0x40, 0x22);
const NAME: Color32 = Color32::from_rgb(0x4a, 0x33, 0x1a);

/// Where the points of a board are.
#[derive(Clone, Copy, Debug)]
struct BoardGrid {
    rect: Rect,
    size: Size,
    cell: f32,
    named: bool,
}

impl BoardGrid {
    fn new(rect: Rect, size: Size) -> Self {
        let longest = f32::from(size.width().max(size.height()));
        let cell = |margin: f32| rect.width() / (longest - 1.0 + 2.0 * margin);
        let named = cell(MARGINS.0) >= NAMED;
        Self { rect, size, cell: cell(if named { MARGINS.0 } else { MARGINS.1 }), named }
    }

    fn place(&self, x: f32, y: f32) -> Pos2 {
        let middle = |side: u16| (f32::from(side) - 1.0) / 2.0;
        let off = vec2(x - middle(self.size.width()), middle(self.size.height()) - y);
        self.rect.center() + self.cell * off
    }

    fn at(&self, point: Point) -> Pos2 {
        self.place(f32::from(point.x), f32::from(point.y))
    }
}

/// Draws a board into a square; without a goban only the wood. What its mind considers has this colour.
pub fn paint(ui: &mut Ui, side: f32, goban: Option<&ShownGobanItem<'_, '_>>, ink: Color32) {
    let (rect, _) = ui.allocate_exact_size(vec2(side, side), Sense::hover());
    let painter = ui.painter().with_clip_rect(rect);
    let [red, green, blue] = WOOD.map(|part| (255.0 * part) as u8);
    let rim = Stroke::new(1.0, LINE);
    painter.rect(rect, 4.0, Color32::from_rgb(red, green, blue), rim, StrokeKind::Inside);
    let Some(goban) = goban else { return };
    let position = &goban.referee.position;
    let grid = BoardGrid::new(rect, position.size());
    lines(&painter, &grid);
    stones(&painter, &grid, position);
    for &point in &goban.ending.dead {
        if let Some(color) = position.at(point) {
            dead::mark(&painter, grid.at(point), grid.cell, color);
        }
    }
    let thinks = goban.thinking.color.and_then(|color| goban.thinking.latest(color));
    if let Some(thought) = thinks.filter(|thought| !thought.is_indifferent()) {
        candidates(&painter, &grid, position, thought, ink, goban.thinking.is_active());
    }
    if let Some(Move::Play(point)) = goban.record.moves().last() {
        last(&painter, &grid, point, position.at(point));
    }
}

fn lines(painter: &Painter, grid: &BoardGrid) {
    let stroke = Stroke::new((0.03 * grid.cell).clamp(0.7, 1.4), LINE);
    let (right, top) = (f32::from(grid.size.width() - 1), f32::from(grid.size.height() - 1));
    for x in 0..grid.size.width() {
        let x = f32::from(x);
        painter.line_segment([grid.place(x, 0.0), grid.place(x, top)], stroke);
    }
    for y in 0..grid.size.height() {
        let y = f32::from(y);
        painter.line_segment([grid.place(0.0, y), grid.place(right, y)], stroke);
    }
    for point in grid.size.star_points() {
        painter.circle_filled(grid.at(point), (0.1 * grid.cell).max(1.5), LINE);
    }
    if !grid.named {
        return;
    }
    let font = FontId::proportional((0.42 * grid.cell).clamp(8.5, 13.0));
    let out = 0.88;
    let write = |x: f32, y: f32, text: &str| {
        painter.text(grid.place(x, y), Align2::CENTER_CENTER, text, font.clone(), NAME);
    };
    for x in 0..grid.size.width() {
        let name = Point::column_name(x);
        write(f32::from(x), -out, &name);
        write(f32::from(x), top + out, &name);
    }
    for y in 0..grid.size.height() {
        let name = (y + 1).to_string();
        write(-out, f32::from(y), &name);
        write(right + out, f32::from(y), &name);
    }
}

/// Stones, each with its shadow, and a light on it that fades towards the rim.
fn stones(painter: &Painter, grid: &BoardGrid, position: &Position) {
    let radius = 0.475 * grid.cell;
    let standing = || grid.size.points().filter_map(|point| Some((grid.at(point), position.at(point)?)));
    for (at, _) in standing() {
        painter.circle_filled(at + vec2(0.06, 0.09) * grid.cell, radius, Color32::from_black_alpha(70));
    }
    let mut lights = Mesh::default();
    for (at, color) in standing() {
        let (fill, light, rim) = match color {
            Color::Black => {
                (Color32::from_rgb(0x16, 0x16, 0x19), Color32::from_rgb(0x58, 0x59, 0x60), Color32::BLACK)
            }
            Color::White => (
                Color32::from_rgb(0xd6, 0xd0, 0xc4),
                Color32::from_rgb(0xff, 0xff, 0xfd),
                Color32::from_rgb(0x8e, 0x86, 0x78),
            ),
        };
        painter.circle(at, radius, fill, Stroke::new(0.8, rim));
        glow(&mut lights, at, radius - 0.8, (fill, light));
    }
    painter.add(Shape::mesh(lights));
}

/// Adds a disc whose colour goes from the rim's to the light's, which falls from above left.
fn glow(mesh: &mut Mesh, at: Pos2, radius: f32, (fill, light): (Color32, Color32)) {
    let first = u32::try_from(mesh.vertices.len()).unwrap_or_default();
    mesh.colored_vertex(at + vec2(-0.28, -0.32) * radius, light);
    for step in 0..ROUND {
        let angle = TAU * step as f32 / ROUND as f32;
        mesh.colored_vertex(at + radius * vec2(angle.cos(), angle.sin()), fill);
        mesh.add_triangle(first, first + 1 + step, first + 1 + (step + 1) % ROUND);
    }
}

/// Marks the last move.
fn last(painter: &Painter, grid: &BoardGrid, point: Point, color: Option<Color>) {
    let ink = if color == Some(Color::Black) { Color32::WHITE } else { Color32::from_rgb(0xb0, 0x1e, 0x14) };
    let stroke = Stroke::new((0.07 * grid.cell).max(1.2), ink);
    painter.circle_stroke(grid.at(point), 0.24 * grid.cell, stroke);
}

/// What a mind considers, or considered before its last move: paler then.
fn candidates(
    painter: &Painter,
    grid: &BoardGrid,
    position: &Position,
    thought: &Thought,
    ink: Color32,
    now: bool,
) {
    let weighed = thought.candidates.iter().zip(weights(&thought.candidates));
    let weighed = weighed.filter(|(_, weight)| *weight >= LEAST).take(SHOWN).enumerate();
    let free = |action: Move| match action {
        Move::Play(point) => {
            Some(point).filter(|&point| position.size().contains(point) && position.at(point).is_none())
        }
        Move::Pass => None,
    };
    for (i, (candidate, weight)) in weighed.collect::<Vec<_>>().into_iter().rev() {
        let Some(at) = free(candidate.action).map(|point| grid.at(point)) else { continue };
        let radius = grid.cell * lerp(0.2..=0.44, weight.sqrt());
        let strength = if now { 0.95 } else { 0.6 };
        let rim = if i == 0 { Stroke::new(1.5, Color32::WHITE) } else { Stroke::new(0.8, LINE) };
        painter.circle(at, radius, ink.gamma_multiply(strength), rim);
        let text = number(candidate);
        if radius >= 8.0 && !text.is_empty() {
            let light = ink.intensity() < 0.5;
            let color = if light { Color32::WHITE } else { Color32::from_rgb(0x1c, 0x12, 0x06) };
            let size = (0.95 * radius).clamp(8.0, 16.0) * if text.chars().count() > 3 { 0.75 } else { 1.0 };
            painter.text(at, Align2::CENTER_CENTER, text, FontId::proportional(size.round()), color);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_point_and_stone_lies_on_the_wood() {
        for (side, size) in [(180.0, "19"), (554.0, "19"), (714.0, "9"), (300.0, "1"), (400.0, "13x7")] {
            let rect = Rect::from_min_size(Pos2::new(40.0, 20.0), vec2(side, side));
            let grid = BoardGrid::new(rect, size.parse().expect("a size"));
            let (width, height) = (grid.size.width(), grid.size.height());
            let corners = [grid.at(Point::new(0, 0)), grid.at(Point::new(width - 1, height - 1))];
            for corner in corners {
                assert!(rect.shrink(0.5 * grid.cell).contains(corner), "{size} on {side}: {corner:?}");
            }
            assert!(corners[0].y >= corners[1].y, "the first row lies at the bottom");
        }
    }
}
