//! Icons, drawn with lines and circles: one for each layer, each tab, and each button of the rail.

use crate::marks::bids::motive_ink;
use crate::shell::layers::Layer;
use crate::shell::palette::{WOOD, group_color};
use crate::shell::tabs::Tab;
use crate::shell::theme::{PanelColors, rgb};
use bevy_egui::egui::{Color32, Painter, Pos2, Rect, Shape, Stroke, StrokeKind, Vec2, pos2, vec2};
use stonefield_go::Color;
use stonefield_search::Motive;

/// Ink on wood.
const INK: Color32 = Color32::from_rgb(0x4a, 0x33, 0x1a);
/// What is in danger.
const RED: Color32 = Color32::from_rgb(0xc2, 0x24, 0x18);
/// Moves that are considered.
const TEAL: Color32 = Color32::from_rgb(0x12, 0x7c, 0x84);

/// Draws about a middle; one unit is a twentieth of the icon's side.
struct Pen<'a> {
    painter: &'a Painter,
    middle: Pos2,
    unit: f32,
    /// On a piece of the board, in colours; otherwise in outlines of one.
    lit: bool,
    /// What is behind it.
    ground: Color32,
    colors: &'a PanelColors,
}

impl Pen<'_> {
    fn at(&self, x: f32, y: f32) -> Pos2 {
        self.middle + vec2(x, y) * self.unit
    }

    /// The colour where it is lit, and else the one of all outlines.
    const fn tint(&self, color: Color32) -> Color32 {
        if self.lit { color } else { self.colors.weak }
    }

    fn line(&self, points: &[(f32, f32)], width: f32, color: Color32) {
        let points = points.iter().map(|&(x, y)| self.at(x, y)).collect();
        self.painter.add(Shape::line(points, Stroke::new(width * self.unit, self.tint(color))));
    }

    fn closed(&self, points: &[(f32, f32)], width: f32, color: Color32) {
        let points = points.iter().map(|&(x, y)| self.at(x, y)).collect();
        self.painter.add(Shape::closed_line(points, Stroke::new(width * self.unit, self.tint(color))));
    }

    fn area(&self, points: &[(f32, f32)], color: Color32) {
        let points = points.iter().map(|&(x, y)| self.at(x, y)).collect();
        self.painter.add(Shape::convex_polygon(points, self.tint(color), Stroke::NONE));
    }

    fn dot(&self, x: f32, y: f32, radius: f32, color: Color32) {
        self.painter.circle_filled(self.at(x, y), radius * self.unit, self.tint(color));
    }

    fn ring(&self, x: f32, y: f32, radius: f32, width: f32, color: Color32) {
        let stroke = Stroke::new(width * self.unit, self.tint(color));
        self.painter.circle_stroke(self.at(x, y), radius * self.unit, stroke);
    }

    fn square(&self, x: f32, y: f32, side: f32, color: Color) {
        let rect = Rect::from_center_size(self.at(x, y), Vec2::splat(side * self.unit));
        if self.lit || color == Color::Black {
            let fill = self.tint(if color == Color::Black { self.colors.black } else { self.colors.white });
            self.painter.rect_filled(rect, 1.0, fill);
        } else {
            let stroke = Stroke::new(1.2 * self.unit, self.colors.weak);
            self.painter.rect_stroke(rect, 1.0, stroke, StrokeKind::Inside);
        }
    }

    fn stone(&self, x: f32, y: f32, radius: f32, color: Color) {
        let (at, radius) = (self.at(x, y), radius * self.unit);
        let (fill, rim) = match (self.lit, color) {
            (true, Color::Black) => (self.colors.black, self.colors.black),
            (true, Color::White) => (self.colors.white, INK),
            (false, Color::Black) => (self.colors.weak, self.colors.weak),
            (false, Color::White) => (self.ground, self.colors.weak),
        };
        self.painter.circle(at, radius, fill, Stroke::new((0.9 * self.unit).max(1.0), rim));
    }

    /// Ink that is read on a stone.
    const fn on_stone(&self, color: Color) -> Color32 {
        match (self.lit, color) {
            (true, Color::Black) => self.colors.white,
            (true, Color::White) => self.colors.black,
            (false, Color::Black) => self.ground,
            (false, Color::White) => self.colors.weak,
        }
    }

    /// One of few signs, of so many units' height.
    fn sign(&self, sign: char, x: f32, y: f32, height: f32, color: Color32) {
        let strokes: &[&[(f32, f32)]] = match sign {
            'A' => &[&[(-0.36, 0.5), (0.0, -0.5), (0.36, 0.5)], &[(-0.22, 0.16), (0.22, 0.16)]],
            '1' => &[&[(-0.2, -0.28), (0.06, -0.5), (0.06, 0.5)]],
            _ => &[&[(-0.28, -0.3), (-0.12, -0.5), (0.16, -0.5), (0.28, -0.26), (-0.28, 0.5), (0.3, 0.5)]],
        };
        for stroke in strokes {
            let points = stroke.iter().map(|&(dx, dy)| self.at(x + dx * height, y + dy * height)).collect();
            self.painter.add(Shape::line(points, Stroke::new(1.4 * self.unit, color)));
        }
    }

    /// An arc about a place, from one angle to another, 0 to the right and on downwards, in eighths of a turn.
    fn arc(&self, (x, y): (f32, f32), radius: f32, from: f32, to: f32, width: f32, color: Color32) {
        let points: Vec<_> = (0..=10_u8)
            .map(|step| {
                let turn = (from + (to - from) * f32::from(step) / 10.0) * std::f32::consts::FRAC_PI_4;
                (x + radius * turn.cos(), y + radius * turn.sin())
            })
            .collect();
        self.line(&points, width, color);
    }
}

/// Draws what stands for a layer: lit, on a piece of the board and in the layer's colours; otherwise in outlines on `ground`.
pub fn layer(painter: &Painter, rect: Rect, colors: &PanelColors, layer: Layer, lit: bool, ground: Color32) {
    use Color::{Black, White};
    let wood = rgb(WOOD);
    if lit {
        painter.rect_filled(rect, 3.5, wood);
    }
    let unit = rect.width().min(rect.height()) / 20.0;
    let pen =
        Pen { painter, middle: rect.center(), unit, lit, ground: if lit { wood } else { ground }, colors };
    let black_group = rgb(group_color(1, Black)).lerp_to_gamma(Color32::BLACK, 0.25);
    let white_group = rgb(group_color(1, White)).lerp_to_gamma(Color32::BLACK, 0.2);
    match layer {
        Layer::Temperature => {
            pen.line(&[(-1.5, -7.0), (-1.5, 3.0)], 6.0, INK);
            pen.dot(-1.5, -7.0, 3.0, INK);
            pen.dot(-1.5, 4.5, 4.8, INK);
            painter.circle_filled(pen.at(-1.5, -7.0), 1.6 * unit, pen.ground);
            let hollow = Stroke::new(3.2 * unit, pen.ground);
            painter.line_segment([pen.at(-1.5, -7.0), pen.at(-1.5, 3.0)], hollow);
            painter.circle_filled(pen.at(-1.5, 4.5), 3.3 * unit, pen.ground);
            pen.line(&[(-1.5, -2.5), (-1.5, 4.5)], 2.0, RED);
            pen.dot(-1.5, 4.5, 2.4, RED);
            for y in [-6.0, -3.0, 0.0] {
                pen.line(&[(3.5, y), (6.5, y)], 1.3, INK);
            }
        }
        Layer::Links => {
            pen.line(&[(-5.5, 4.5), (5.5, 4.5), (5.5, -5.0)], 3.0, black_group);
            for (x, y) in [(-5.5, 4.5), (5.5, 4.5), (5.5, -5.0)] {
                pen.stone(x, y, 3.2, Black);
            }
        }
        Layer::FarLinks => {
            for step in [-0.6, -0.2, 0.2, 0.6] {
                let (x, y) = (6.0 * step, -5.5 * step);
                pen.line(&[(x - 0.8, y + 0.75), (x + 0.8, y - 0.75)], 1.6, black_group);
            }
            pen.stone(-6.0, 5.5, 2.8, Black);
            pen.stone(6.0, -5.5, 2.8, Black);
        }
        Layer::Hulls => {
            let corner = Rect::from_center_size(pen.middle, vec2(18.0, 11.5) * unit);
            let stroke = Stroke::new(1.9 * unit, pen.tint(white_group));
            painter.rect_stroke(corner, 5.0 * unit, stroke, StrokeKind::Inside);
            pen.stone(-4.0, 0.0, 2.8, White);
            pen.stone(4.0, 0.0, 2.8, White);
        }
        Layer::Liberties => {
            for (x, y) in [(0.0, -7.6), (0.0, 7.6), (-7.6, 0.0), (7.6, 0.0)] {
                pen.line(&[(0.0, 0.0), (x * 0.8, y * 0.8)], 1.1, INK);
                pen.ring(x, y, 1.6, 1.3, INK);
            }
            pen.stone(0.0, 0.0, 3.9, Black);
        }
        Layer::Atari => {
            pen.stone(0.0, 0.0, 4.6, White);
            pen.ring(0.0, 0.0, 7.6, 2.2, RED);
        }
        Layer::Letters => {
            pen.stone(0.0, 0.0, 8.0, White);
            pen.sign('A', 0.0, -0.3, 8.5, pen.on_stone(White));
        }
        Layer::LastMove => {
            pen.stone(0.0, 0.0, 8.0, Black);
            painter.circle_stroke(pen.middle, 3.6 * unit, Stroke::new(1.7 * unit, pen.on_stone(Black)));
        }
        Layer::Next => {
            painter.circle_stroke(pen.at(-3.0, 1.5), 5.0 * unit, Stroke::new(1.6 * unit, pen.tint(INK)));
            pen.sign('A', 5.5, -3.5, 7.0, pen.tint(INK));
        }
        Layer::Numbers => {
            pen.stone(0.0, 0.0, 8.0, Black);
            pen.sign('1', 0.2, 0.0, 8.5, pen.on_stone(Black));
        }
        Layer::Coordinates => {
            for at in [-2.0, 3.0, 8.0] {
                pen.line(&[(at, -8.0), (at, 3.5)], 1.1, INK);
            }
            for at in [-7.5, -2.0, 3.5] {
                pen.line(&[(-2.0, at), (8.5, at)], 1.1, INK);
            }
            pen.sign('1', -6.2, -2.0, 6.0, pen.tint(INK));
            pen.sign('A', 3.0, 7.2, 5.2, pen.tint(INK));
        }
        Layer::Suicide => {
            pen.line(&[(-8.5, 0.0), (8.5, 0.0)], 0.9, INK);
            pen.line(&[(0.0, -8.5), (0.0, 8.5)], 0.9, INK);
            pen.line(&[(-5.0, -5.0), (5.0, 5.0)], 2.6, RED);
            pen.line(&[(5.0, -5.0), (-5.0, 5.0)], 2.6, RED);
        }
        Layer::Candidates => {
            pen.dot(-3.0, 2.0, 5.4, TEAL);
            pen.dot(5.2, -4.6, 3.6, TEAL.gamma_multiply(0.85));
            pen.dot(6.0, 5.6, 2.0, TEAL.gamma_multiply(0.7));
        }
        Layer::Variation => {
            pen.stone(-3.2, 2.6, 5.6, Black);
            pen.stone(3.6, -2.8, 5.6, White);
            pen.sign('1', -4.3, 3.4, 6.0, pen.on_stone(Black));
            pen.sign('2', 3.6, -2.8, 6.0, pen.on_stone(White));
        }
        Layer::Ownership => {
            pen.square(-4.5, -4.5, 7.0, Black);
            pen.square(-4.5, 4.5, 4.5, Black);
            pen.square(4.5, -4.5, 4.5, White);
            pen.square(4.5, 4.5, 7.0, White);
        }
        Layer::Territory => {
            pen.area(&[(-8.0, -8.0), (2.5, -8.0), (-2.5, 8.0), (-8.0, 8.0)], pen.colors.black);
            if lit {
                pen.area(&[(5.0, -8.0), (8.0, -8.0), (8.0, 8.0), (0.0, 8.0)], pen.colors.white);
            } else {
                pen.closed(&[(5.5, -7.4), (7.4, -7.4), (7.4, 7.4), (0.8, 7.4)], 1.2, INK);
            }
        }
        Layer::Bouzy => {
            for (reach, width) in [(5.4, 1.6), (8.6, 1.1)] {
                pen.closed(&[(0.0, -reach), (reach, 0.0), (0.0, reach), (-reach, 0.0)], width, INK);
            }
            pen.stone(0.0, 0.0, 2.8, Black);
        }
        Layer::Influence => {
            for (radius, share) in [(8.8, 0.22), (6.4, 0.4)] {
                let shade = pen.tint(pen.colors.black).gamma_multiply(share);
                painter.circle_filled(pen.middle, radius * unit, shade);
            }
            pen.stone(0.0, 0.0, 3.4, Black);
        }
        Layer::Control => {
            pen.stone(-5.0, 0.0, 3.0, Black);
            for radius in [5.6, 9.0, 12.4] {
                pen.arc((-5.0, 0.0), radius, -0.95, 0.95, 1.6, INK);
            }
        }
        Layer::Life => {
            let body = Rect::from_center_size(pen.middle, vec2(18.5, 10.5) * unit);
            painter.rect_filled(body, 5.2 * unit, pen.tint(pen.colors.black));
            for x in [-4.2, 4.2] {
                painter.circle_filled(pen.at(x, 0.0), 2.6 * unit, pen.ground);
            }
        }
        Layer::Bids => {
            for (y, motive) in [(-7.0, Motive::Connect), (0.0, Motive::Strike), (7.0, Motive::Extend)] {
                pen.line(&[(-8.0, y), (2.6, y * 0.24)], 2.0, motive_ink(motive));
            }
            pen.area(&[(1.2, -3.6), (8.2, 0.0), (1.2, 3.6)], INK);
        }
        Layer::Black => pen.stone(0.0, 0.0, 7.6, Black),
        Layer::White => pen.stone(0.0, 0.0, 7.6, White),
    }
}

/// What is drawn on a button.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Icon {
    /// A tab of the left column.
    Tab(Tab),
    /// What is measured and inspected.
    Facts,
    /// A new game.
    Setup,
    /// Runs.
    Go,
    /// Pauses.
    Pause,
    /// One tick.
    Step,
}

/// Draws an icon in one ink on `ground`.
pub fn draw(painter: &Painter, rect: Rect, colors: &PanelColors, icon: Icon, ink: Color32, ground: Color32) {
    let unit = rect.width().min(rect.height()) / 20.0;
    let pen = Pen { painter, middle: rect.center(), unit, lit: true, ground, colors };
    match icon {
        Icon::Tab(Tab::Game) => {
            for at in [-6.0, 0.0, 6.0] {
                pen.line(&[(at, -8.5), (at, 8.5)], 1.2, ink);
                pen.line(&[(-8.5, at), (8.5, at)], 1.2, ink);
            }
            painter.circle(pen.at(-3.0, 3.0), 4.2 * unit, ink, Stroke::new(1.2 * unit, ground));
            painter.circle(pen.at(4.5, -3.5), 4.2 * unit, ground, Stroke::new(1.5 * unit, ink));
        }
        Icon::Tab(Tab::Minds) => {
            // A tree that is searched.
            for x in [-6.5, 0.0, 6.5] {
                pen.line(&[(0.0, -6.0), (x, 5.5)], 1.4, ink);
            }
            pen.dot(0.0, -6.0, 3.4, ink);
            pen.dot(-6.5, 5.5, 2.8, ink);
            painter.circle(pen.at(0.0, 5.5), 2.4 * unit, ground, Stroke::new(1.4 * unit, ink));
            pen.dot(6.5, 5.5, 2.8, ink);
        }
        Icon::Tab(Tab::Layers) => {
            for (y, filled) in [(4.4, false), (0.4, false), (-3.8, true)] {
                let sheet = [(0.0, y - 4.4), (8.6, y), (0.0, y + 4.4), (-8.6, y)];
                let points: Vec<_> = sheet.iter().map(|&(x, y)| pen.at(x, y)).collect();
                let fill = if filled { ink } else { ground };
                painter.add(Shape::convex_polygon(points, fill, Stroke::new(1.4 * unit, ink)));
            }
        }
        Icon::Tab(Tab::Lab) => {
            pen.area(&[(-4.2, 2.0), (4.2, 2.0), (7.0, 7.6), (-7.0, 7.6)], ink);
            let glass = [(-2.4, -8.0), (-2.4, -2.4), (-7.4, 8.0), (7.4, 8.0), (2.4, -2.4), (2.4, -8.0)];
            pen.line(&glass, 1.5, ink);
            pen.line(&[(-4.4, -8.2), (4.4, -8.2)], 1.6, ink);
        }
        Icon::Facts => {
            pen.line(&[(-8.0, -8.0), (-8.0, 7.5), (8.5, 7.5)], 1.5, ink);
            pen.line(&[(-5.0, 3.5), (-1.0, -1.5), (2.5, 1.5), (8.0, -6.0)], 1.8, ink);
        }
        Icon::Setup => {
            pen.arc((0.0, 0.0), 6.8, -1.0, 5.4, 1.9, ink);
            pen.area(&[(-8.2, -7.6), (-1.6, -6.6), (-6.6, -1.8)], ink);
        }
        Icon::Go => pen.area(&[(-5.0, -7.0), (7.0, 0.0), (-5.0, 7.0)], ink),
        Icon::Pause => {
            pen.line(&[(-3.6, -6.6), (-3.6, 6.6)], 3.4, ink);
            pen.line(&[(3.6, -6.6), (3.6, 6.6)], 3.4, ink);
        }
        Icon::Step => {
            pen.area(&[(-6.5, -6.5), (3.0, 0.0), (-6.5, 6.5)], ink);
            pen.line(&[(5.4, -6.5), (5.4, 6.5)], 2.4, ink);
        }
    }
}

/// The square of an icon in the middle of a button.
#[must_use]
pub fn square(rect: Rect, side: f32) -> Rect {
    let side = side.min(rect.width()).min(rect.height());
    let corner = (rect.center() - Vec2::splat(side / 2.0)).round();
    Rect::from_min_size(pos2(corner.x, corner.y), Vec2::splat(side))
}
