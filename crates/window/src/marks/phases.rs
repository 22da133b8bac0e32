//! Marks of a phase: the points and stones that it read and wrote.

use crate::shell::board_painter::{BoardPainter, over_board};
use crate::shell::camera::{BoardPlace, SceneCamera};
use bevy::ecs::prelude::*;
use bevy::math::Vec2;
use bevy_egui::EguiContexts;
use bevy_egui::egui::{Align2, Color32, FontId, Pos2, Rect, Shape, Stroke, StrokeKind, vec2};
use stonefield_go::{Color, Point};
use stonefield_sim::{Choice, Occupancy, Phase, PhaseTrace, PhaseWork, Phases, SensedStone, Sensing};

/// Draws the marks of the latest phase on each board.
pub fn mark_phases(
    mut contexts: EguiContexts,
    gobans: Query<(&Occupancy, &Phases)>,
    boards: Query<(&SceneCamera, &BoardPlace)>,
) -> Result {
    let ctx = contexts.ctx_mut()?;
    for (camera, BoardPlace { area, projector }) in &boards {
        let goban = gobans.get(camera.goban).ok();
        let goban = goban.filter(|(occupancy, _)| projector.size() == Some(occupancy.size()));
        let Some((occupancy, phases)) = goban else { continue };
        let painter = over_board(ctx, area);
        paint(BoardPainter::new(&painter, projector, ctx.zoom_factor()), phases.trace(), occupancy);
    }
    Ok(())
}

/// Colour of points that were read.
pub const READ: Color32 = Color32::from_rgb(0x1f, 0x7f, 0xff);
/// Colour of points that were written, of the chosen move, and of new links.
pub const WRITTEN: Color32 = Color32::from_rgb(0xe0, 0x2f, 0xc4);

/// Rim of marks, visible on wood, heat and stones.
const CASING: Color32 = Color32::from_rgba_premultiplied(0x0c, 0x0a, 0x08, 0x90);
/// Colour of unchanged and outdated numbers.
const STALE: Color32 = Color32::from_rgb(0xc4, 0xbf, 0xb6);
const DEAD: Color32 = Color32::from_rgb(0xff, 0x3b, 0x2a);

/// Smallest cells on which marks and numbers are drawn, in logical pixels.
const SMALLEST: f32 = 5.0;
const SMALLEST_FOR_NUMBERS: f32 = 17.0;
/// Smallest cell on which a stone's own liberties are written above those of its group, in logical pixels.
const SMALLEST_FOR_TWO_LINES: f32 = 40.0;

/// Height of marks on stones, in cells.
const STONE_HEIGHT: f32 = 0.3;

/// Draws the marks of a phase: frames around the points that were read and written, and its work.
pub fn paint(board: BoardPainter<'_>, trace: &PhaseTrace, occupancy: &Occupancy) {
    if !board.has_room(SMALLEST) {
        return;
    }
    let marks = Marks { board, occupancy };
    let width = (0.045 * board.cell()).clamp(1.0, 2.5);
    trace.read.iter().for_each(|&point| marks.frame(point, 0.46, width, READ));
    let width = (0.065 * board.cell()).clamp(1.5, 3.5);
    trace.written.iter().for_each(|&point| marks.frame(point, 0.39, width, WRITTEN));
    match &trace.work {
        PhaseWork::Decide(Some(Choice::Move(chosen))) => {
            if let Some(at) = chosen.point().and_then(|point| marks.at(point)) {
                marks.ring(at, 0.36, 0.09, WRITTEN);
            }
        }
        PhaseWork::Bid { wanted: Some((point, weight)), .. } => {
            marks.write(*point, &[(format!("{weight:.2}"), Color32::WHITE)]);
        }
        PhaseWork::Warm { measured: true, warmest: Some((point, heat)), .. } if *heat > 0.0 => {
            marks.write(*point, &[(format!("{heat:.2}"), Color32::WHITE)]);
        }
        PhaseWork::Link { links, .. } => links.iter().for_each(|&(one, other)| marks.link(one, other)),
        PhaseWork::Sense(sensing) => marks.senses(sensing, trace.phase),
        PhaseWork::Capture { dead, sensing } => {
            marks.senses(sensing, trace.phase);
            dead.iter().for_each(|&(point, color)| marks.dead(point, color));
        }
        _ => {}
    }
}

/// Draws marks on a board.
struct Marks<'a> {
    board: BoardPainter<'a>,
    occupancy: &'a Occupancy,
}

impl Marks<'_> {
    /// Returns the height of the marks on a point, in cells: on top of a stone, or 0.
    fn height(&self, point: Point) -> f32 {
        if self.occupancy.id(point).is_some() { STONE_HEIGHT } else { 0.0 }
    }

    /// Returns the position of a point; `None` if its cell is not visible.
    fn at(&self, point: Point) -> Option<Pos2> {
        self.board.place(point)?;
        self.board.above(Vec2::new(point.x.into(), point.y.into()), self.height(point))
    }

    /// Draws a square frame around a board point. `reach`: half the side of the frame, in cells. `width`:
    /// line width, in points of the panels.
    fn frame(&self, point: Point, reach: f32, width: f32, ink: Color32) {
        if self.board.place(point).is_none() {
            return;
        }
        let (middle, height) = (Vec2::new(point.x.into(), point.y.into()), self.height(point));
        let corners = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)]
            .map(|(x, y)| self.board.above(middle + reach * Vec2::new(x, y), height));
        let corners: Vec<Pos2> = corners.into_iter().flatten().collect();
        if corners.len() == 4 {
            self.board.painter.add(Shape::closed_line(corners.clone(), Stroke::new(width + 1.5, CASING)));
            self.board.painter.add(Shape::closed_line(corners, Stroke::new(width, ink)));
        }
    }

    /// Draws a ring. Its radius `reach` and its width are in cells.
    fn ring(&self, at: Pos2, reach: f32, width: f32, ink: Color32) {
        let cell = self.board.cell();
        self.board.painter.circle_stroke(at, reach * cell, Stroke::new(width * cell + 2.0, CASING));
        self.board.painter.circle_stroke(at, reach * cell, Stroke::new(width * cell, ink));
    }

    fn link(&self, one: Point, other: Point) {
        let (Some(from), Some(to)) = (self.at(one), self.at(other)) else { return };
        let width = (0.11 * self.board.cell()).clamp(1.5, 7.0);
        for (width, ink) in [(width + 2.0, CASING), (width, WRITTEN)] {
            self.board.painter.line_segment([from, to], Stroke::new(width, ink));
            [from, to].into_iter().for_each(|end| {
                self.board.painter.circle_filled(end, 0.5 * width, ink);
            });
        }
    }

    /// Draws the old and the new liberty counts of stones that sense in this phase. Stones with outdated
    /// counts get a ring, the believed count and the true count.
    fn senses(&self, sensing: &Sensing, phase: Phase) {
        let stale = |point| sensing.stale.iter().find(|stone| stone.point == point);
        for stone in sensing.stones.iter().filter(|stone| stale(stone.point).is_none()) {
            let (own, group) = (change(stone.own), change(stone.group));
            if self.board.has_room(SMALLEST_FOR_TWO_LINES) {
                self.write(stone.point, &[own, group]);
            } else {
                self.write(stone.point, &[group]);
            }
        }
        // Later phases mark only those outdated stones that have no liberties left.
        let is_marked = |stone: &&SensedStone| phase == Phase::Sense || stone.own.1 == 0;
        for stone in sensing.stale.iter().filter(is_marked) {
            let Some(at) = self.at(stone.point) else { continue };
            self.ring(at, 0.43, 0.05, STALE);
            let (believed, truly) = stone.own;
            if self.board.has_room(SMALLEST_FOR_TWO_LINES) {
                let lines = [(format!("has {truly}"), Color32::WHITE), (format!("feels {believed}"), STALE)];
                self.write(stone.point, &lines);
            } else {
                self.write(stone.point, &[(format!("{believed}≠{truly}"), STALE)]);
            }
        }
    }

    /// Draws a captured stone, translucent and crossed out.
    fn dead(&self, point: Point, color: Color) {
        let Some(at) = self.at(point) else { return };
        let cell = self.board.cell();
        let ghost = match color {
            Color::Black => Color32::from_rgba_unmultiplied(0x18, 0x18, 0x1b, 130),
            Color::White => Color32::from_rgba_unmultiplied(0xf6, 0xf2, 0xe8, 130),
        };
        self.board.painter.circle(at, 0.34 * cell, ghost, Stroke::new(1.5, DEAD));
        let arm = 0.17 * cell;
        for (width, ink) in [(0.13 * cell + 2.0, CASING), (0.11 * cell, DEAD)] {
            for (x, y) in [(1.0, 1.0), (1.0, -1.0)] {
                let arm = arm * vec2(x, y);
                self.board.painter.line_segment([at - arm, at + arm], Stroke::new(width.min(7.0), ink));
            }
        }
    }

    /// Draws a plate with lines of text over a point.
    fn write(&self, point: Point, lines: &[(String, Color32)]) {
        let Some(at) = self.at(point).filter(|_| self.board.has_room(SMALLEST_FOR_NUMBERS)) else { return };
        let size = (0.27 * self.board.cell()).clamp(9.0, 15.0);
        let font = FontId::proportional(size);
        let painter = self.board.painter;
        let galleys: Vec<_> = lines
            .iter()
            .map(|(text, ink)| painter.layout_no_wrap(text.clone(), font.clone(), *ink))
            .collect();
        let width = galleys.iter().map(|galley| galley.size().x).fold(0.0, f32::max);
        let line = size + 1.0;
        let plate = Rect::from_center_size(at, vec2(width + 6.0, line * lines.len() as f32 + 3.0));
        let ground = Color32::from_rgb(0x1c, 0x18, 0x14);
        painter.rect(plate, 3.0, ground, Stroke::new(1.0, CASING), StrokeKind::Outside);
        for (place, (galley, (_, ink))) in galleys.into_iter().zip(lines).enumerate() {
            let middle = plate.top() + 1.5 + line * (place as f32 + 0.5);
            let rect = Align2::CENTER_CENTER.anchor_size(Pos2::new(at.x, middle), galley.size());
            painter.galley(rect.min, galley, *ink);
        }
    }
}

/// Returns the text and colour of a number: grey if unchanged, red if it is 0 now, or else white.
fn change((before, now): (u32, u32)) -> (String, Color32) {
    if before == now {
        (now.to_string(), STALE)
    } else {
        (format!("{before} › {now}"), if now == 0 { DEAD } else { Color32::WHITE })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_changed_number_has_its_old_value() {
        assert_eq!(change((3, 3)), ("3".to_owned(), STALE));
        assert_eq!(change((2, 1)), ("2 › 1".to_owned(), Color32::WHITE));
        assert_eq!(change((1, 0)), ("1 › 0".to_owned(), DEAD));
    }
}
