//! Icons: one for each layer, and each button of the rail. Each is a constant list of marks.

use crate::marks::bids::motive_ink;
use crate::shell::card::Card;
use crate::shell::layers::Layer;
use crate::shell::palette::{WOOD, group_color};
use crate::shell::theme::{PanelColors, rgb};
use bevy_egui::egui::{Color32, Painter, Rect, Shape, Stroke, StrokeKind, Vec2, pos2};
use std::f32::consts::FRAC_PI_4;
use stonefield_go::Color;
use stonefield_search::Motive;
use {Ink::*, Mark::*};

/// Icon of a button.
#[derive(Clone, Copy)]
pub struct Icon(&'static [Mark]);

impl Icon {
    /// The list of keys.
    pub const KEYS: Self = Self(KEYS);

    /// Returns the icon of a card. `None`: the card has no button on the rail.
    #[must_use]
    pub const fn of(card: Card) -> Option<Self> {
        match card {
            Card::NewGame => None,
            Card::Game => Some(Self(GAME)),
            Card::Minds => Some(Self(MINDS)),
            Card::Looks => Some(Self(LOOKS)),
            Card::Facts => Some(Self(FACTS)),
            Card::Lab => Some(Self(LAB)),
        }
    }
}

/// Colour of a mark. All outlines have one colour; there `White` is the ground, and `Shade` a share of that
/// colour. `Ground` is the background.
#[derive(Clone, Copy)]
enum Ink {
    /// Brown in a layer's icon, the caller's ink in a button's.
    Plain,
    Red,
    /// Share of teal.
    Teal(f32),
    BlackGroup,
    WhiteGroup,
    Bid(Motive),
    Black,
    White,
    /// Share of black.
    Shade(f32),
    Ground,
}

type At = (f32, f32);
type Points = &'static [At];
type Width = f32;
type Radius = f32;

/// Shape, relative to the icon's middle. One unit is a twentieth of the icon's side.
#[derive(Clone, Copy)]
enum Mark {
    Line(Points, Width, Ink),
    Lines(&'static [[At; 2]], Width, Ink),
    /// Straight line that egui aligns to pixels.
    Segment([At; 2], Width, Ink),
    Closed(Points, Width, Ink),
    Area(Points, Ink),
    /// Area, its colour and its rim. Areas are convex.
    Rimmed(Points, Ink, Width, Ink),
    Dot(At, Radius, Ink),
    Ring(At, Radius, Width, Ink),
    /// Circle, its colour and its rim.
    Disc(At, Radius, Ink, Width, Ink),
    /// Stones, `Black` or `White`.
    Stones(Points, Radius, Ink),
    /// Square of this side, `Black` or `White`.
    Square(At, f32, Ink),
    /// Outline of a rectangle of this size with round corners.
    Frame(At, Radius, Width, Ink),
    /// Rectangle of this size with round corners.
    Bar(At, Radius, Ink),
    /// Arcs between two angles, in eighths of a turn clockwise from the right.
    Arcs(At, &'static [Radius], [f32; 2], Width, Ink),
    /// Lines of a sign, its middle and height.
    Sign(&'static [Points], At, f32, Ink),
}

const MIDDLE: At = (0.0, 0.0);
const A: &[Points] = &[&[(-0.36, 0.5), (0.0, -0.5), (0.36, 0.5)], &[(-0.22, 0.16), (0.22, 0.16)]];
const ONE: &[Points] = &[&[(-0.2, -0.28), (0.06, -0.5), (0.06, 0.5)]];
const TWO: &[Points] =
    &[&[(-0.28, -0.3), (-0.12, -0.5), (0.16, -0.5), (0.28, -0.26), (-0.28, 0.5), (0.3, 0.5)]];

const TEMPERATURE: &[Mark] = &[
    Line(&[(-1.5, -7.0), (-1.5, 3.0)], 6.0, Plain),
    Dot((-1.5, -7.0), 3.0, Plain),
    Dot((-1.5, 4.5), 4.8, Plain),
    Dot((-1.5, -7.0), 1.6, Ground),
    Segment([(-1.5, -7.0), (-1.5, 3.0)], 3.2, Ground),
    Dot((-1.5, 4.5), 3.3, Ground),
    Line(&[(-1.5, -2.5), (-1.5, 4.5)], 2.0, Red),
    Dot((-1.5, 4.5), 2.4, Red),
    Lines(&[[(3.5, -6.0), (6.5, -6.0)], [(3.5, -3.0), (6.5, -3.0)], [(3.5, 0.0), (6.5, 0.0)]], 1.3, Plain),
];
const FAR_LINKS: &[Mark] = &[
    Lines(&[dash(-0.6), dash(-0.2), dash(0.2), dash(0.6)], 1.6, BlackGroup),
    Stones(&[(-6.0, 5.5), (6.0, -5.5)], 2.8, Black),
];
const LIBERTIES: &[Mark] = &[
    Line(&[MIDDLE, (0.0, -6.08)], 1.1, Plain),
    Ring((0.0, -7.6), 1.6, 1.3, Plain),
    Line(&[MIDDLE, (0.0, 6.08)], 1.1, Plain),
    Ring((0.0, 7.6), 1.6, 1.3, Plain),
    Line(&[MIDDLE, (-6.08, 0.0)], 1.1, Plain),
    Ring((-7.6, 0.0), 1.6, 1.3, Plain),
    Line(&[MIDDLE, (6.08, 0.0)], 1.1, Plain),
    Ring((7.6, 0.0), 1.6, 1.3, Plain),
    Stones(&[MIDDLE], 3.9, Black),
];
const COORDINATES: &[Mark] = &[
    Lines(&[[(-2.0, -8.0), (-2.0, 3.5)], [(3.0, -8.0), (3.0, 3.5)], [(8.0, -8.0), (8.0, 3.5)]], 1.1, Plain),
    Lines(&[[(-2.0, -7.5), (8.5, -7.5)], [(-2.0, -2.0), (8.5, -2.0)], [(-2.0, 3.5), (8.5, 3.5)]], 1.1, Plain),
    Sign(ONE, (-6.2, -2.0), 6.0, Plain),
    Sign(A, (3.0, 7.2), 5.2, Plain),
];
const VARIATION: &[Mark] = &[
    Stones(&[(-3.2, 2.6)], 5.6, Black),
    Stones(&[(3.6, -2.8)], 5.6, White),
    Sign(ONE, (-4.3, 3.4), 6.0, White),
    Sign(TWO, (3.6, -2.8), 6.0, Black),
];
const OWNERSHIP: &[Mark] = &[
    Square((-4.5, -4.5), 7.0, Black),
    Square((-4.5, 4.5), 4.5, Black),
    Square((4.5, -4.5), 4.5, White),
    Square((4.5, 4.5), 7.0, White),
];
const BIDS: &[Mark] = &[
    Line(&[(-8.0, -7.0), (2.6, -1.68)], 2.0, Bid(Motive::Connect)),
    Line(&[(-8.0, 0.0), (2.6, 0.0)], 2.0, Bid(Motive::Strike)),
    Line(&[(-8.0, 7.0), (2.6, 1.68)], 2.0, Bid(Motive::Extend)),
    Area(&[(1.2, -3.6), (8.2, 0.0), (1.2, 3.6)], Plain),
];
const LOOKS: &[Mark] = &[
    Rimmed(&[(0.0, 0.0), (8.6, 4.4), (0.0, 8.8), (-8.6, 4.4)], Ground, 1.4, Plain),
    Rimmed(&[(0.0, -4.0), (8.6, 0.4), (0.0, 4.8), (-8.6, 0.4)], Ground, 1.4, Plain),
    Rimmed(&[(0.0, -8.2), (8.6, -3.8), (0.0, 0.6), (-8.6, -3.8)], Plain, 1.4, Plain),
];
const FACTS: &[Mark] = &[
    Line(&[(-8.0, -8.0), (-8.0, 7.5), (8.5, 7.5)], 1.5, Plain),
    Line(&[(-5.0, 3.5), (-1.0, -1.5), (2.5, 1.5), (8.0, -6.0)], 1.8, Plain),
];
const KEYS: &[Mark] = &[
    Frame((18.0, 13.0), 2.6, 1.5, Plain),
    Lines(
        &[[(-5.6, -2.4), (-4.2, -2.4)], [(-0.7, -2.4), (0.7, -2.4)], [(4.2, -2.4), (5.6, -2.4)]],
        1.6,
        Plain,
    ),
    Line(&[(-3.6, 2.6), (3.6, 2.6)], 1.6, Plain),
];
const GAME: &[Mark] = &[
    Lines(&[[(-6.0, -8.5), (-6.0, 8.5)], [(-8.5, -6.0), (8.5, -6.0)]], 1.2, Plain),
    Lines(&[[(0.0, -8.5), (0.0, 8.5)], [(-8.5, 0.0), (8.5, 0.0)]], 1.2, Plain),
    Lines(&[[(6.0, -8.5), (6.0, 8.5)], [(-8.5, 6.0), (8.5, 6.0)]], 1.2, Plain),
    Disc((-3.0, 3.0), 4.2, Plain, 1.2, Ground),
    Disc((4.5, -3.5), 4.2, Ground, 1.5, Plain),
];
/// Search tree.
const MINDS: &[Mark] = &[
    Lines(&[[(0.0, -6.0), (-6.5, 5.5)], [(0.0, -6.0), (0.0, 5.5)], [(0.0, -6.0), (6.5, 5.5)]], 1.4, Plain),
    Dot((0.0, -6.0), 3.4, Plain),
    Dot((-6.5, 5.5), 2.8, Plain),
    Disc((0.0, 5.5), 2.4, Ground, 1.4, Plain),
    Dot((6.5, 5.5), 2.8, Plain),
];
const LAB: &[Mark] = &[
    Area(&[(-4.2, 2.0), (4.2, 2.0), (7.0, 7.6), (-7.0, 7.6)], Plain),
    Line(&[(-2.4, -8.0), (-2.4, -2.4), (-7.4, 8.0), (7.4, 8.0), (2.4, -2.4), (2.4, -8.0)], 1.5, Plain),
    Line(&[(-4.4, -8.2), (4.4, -8.2)], 1.6, Plain),
];

/// Dash across the link between the stones of [`FAR_LINKS`].
const fn dash(step: f32) -> [At; 2] {
    let (x, y) = (6.0 * step, -5.5 * step);
    [(x - 0.8, y + 0.75), (x + 0.8, y - 0.75)]
}

const fn layer_marks(layer: Layer, lit: bool) -> &'static [Mark] {
    match layer {
        Layer::Temperature => TEMPERATURE,
        Layer::Links => &[
            Line(&[(-5.5, 4.5), (5.5, 4.5), (5.5, -5.0)], 3.0, BlackGroup),
            Stones(&[(-5.5, 4.5), (5.5, 4.5), (5.5, -5.0)], 3.2, Black),
        ],
        Layer::FarLinks => FAR_LINKS,
        Layer::Hulls => {
            &[Frame((18.0, 11.5), 5.0, 1.9, WhiteGroup), Stones(&[(-4.0, 0.0), (4.0, 0.0)], 2.8, White)]
        }
        Layer::Liberties => LIBERTIES,
        Layer::Atari => &[Stones(&[MIDDLE], 4.6, White), Ring(MIDDLE, 7.6, 2.2, Red)],
        Layer::Letters => &[Stones(&[MIDDLE], 8.0, White), Sign(A, (0.0, -0.3), 8.5, Black)],
        Layer::LastMove => &[Stones(&[MIDDLE], 8.0, Black), Ring(MIDDLE, 3.6, 1.7, White)],
        Layer::Next => &[Ring((-3.0, 1.5), 5.0, 1.6, Plain), Sign(A, (5.5, -3.5), 7.0, Plain)],
        Layer::Numbers => &[Stones(&[MIDDLE], 8.0, Black), Sign(ONE, (0.2, 0.0), 8.5, White)],
        Layer::Coordinates => COORDINATES,
        Layer::Suicide => &[
            Lines(&[[(-8.5, 0.0), (8.5, 0.0)], [(0.0, -8.5), (0.0, 8.5)]], 0.9, Plain),
            Lines(&[[(-5.0, -5.0), (5.0, 5.0)], [(5.0, -5.0), (-5.0, 5.0)]], 2.6, Red),
        ],
        Layer::Candidates => &[
            Dot((-3.0, 2.0), 5.4, Teal(1.0)),
            Dot((5.2, -4.6), 3.6, Teal(0.85)),
            Dot((6.0, 5.6), 2.0, Teal(0.7)),
        ],
        Layer::Variation => VARIATION,
        Layer::Ownership => OWNERSHIP,
        Layer::Territory if lit => &[
            Area(&[(-8.0, -8.0), (2.5, -8.0), (-2.5, 8.0), (-8.0, 8.0)], Black),
            Area(&[(5.0, -8.0), (8.0, -8.0), (8.0, 8.0), (0.0, 8.0)], White),
        ],
        Layer::Territory => &[
            Area(&[(-8.0, -8.0), (2.5, -8.0), (-2.5, 8.0), (-8.0, 8.0)], Black),
            Closed(&[(5.5, -7.4), (7.4, -7.4), (7.4, 7.4), (0.8, 7.4)], 1.2, Plain),
        ],
        Layer::Bouzy => &[
            Closed(&[(0.0, -5.4), (5.4, 0.0), (0.0, 5.4), (-5.4, 0.0)], 1.6, Plain),
            Closed(&[(0.0, -8.6), (8.6, 0.0), (0.0, 8.6), (-8.6, 0.0)], 1.1, Plain),
            Stones(&[MIDDLE], 2.8, Black),
        ],
        Layer::Influence => {
            &[Dot(MIDDLE, 8.8, Shade(0.22)), Dot(MIDDLE, 6.4, Shade(0.4)), Stones(&[MIDDLE], 3.4, Black)]
        }
        Layer::Control => &[
            Stones(&[(-5.0, 0.0)], 3.0, Black),
            Arcs((-5.0, 0.0), &[5.6, 9.0, 12.4], [-0.95, 0.95], 1.6, Plain),
        ],
        Layer::Life => {
            &[Bar((18.5, 10.5), 5.2, Black), Dot((-4.2, 0.0), 2.6, Ground), Dot((4.2, 0.0), 2.6, Ground)]
        }
        Layer::Bids => BIDS,
        Layer::Black => &[Stones(&[MIDDLE], 7.6, Black)],
        Layer::White => &[Stones(&[MIDDLE], 7.6, White)],
    }
}

struct Pen<'a> {
    painter: &'a Painter,
    rect: Rect,
    colors: &'a PanelColors,
    /// True on wood, in colours. False in outlines.
    lit: bool,
    plain: Color32,
    ground: Color32,
}

impl Pen<'_> {
    fn color(&self, ink: Ink) -> Color32 {
        match ink {
            White if self.lit => self.colors.white,
            White | Ground => self.ground,
            Shade(share) => self.color(Black).gamma_multiply(share),
            _ if !self.lit => self.colors.weak,
            Plain => self.plain,
            Red => Color32::from_rgb(0xc2, 0x24, 0x18),
            Teal(share) => Color32::from_rgb(0x12, 0x7c, 0x84).gamma_multiply(share),
            BlackGroup => rgb(group_color(1, Color::Black)).lerp_to_gamma(Color32::BLACK, 0.25),
            WhiteGroup => rgb(group_color(1, Color::White)).lerp_to_gamma(Color32::BLACK, 0.2),
            Bid(motive) => motive_ink(motive),
            Black => self.colors.black,
        }
    }

    fn draw(&self, mark: Mark) {
        let (painter, unit) = (self.painter, self.rect.width().min(self.rect.height()) / 20.0);
        let color = |ink| self.color(ink);
        let stroke = |width: f32, ink| Stroke::new(width * unit, color(ink));
        let place = |at: At| self.rect.center() + Vec2::from(at) * unit;
        let path = |points: Points| points.iter().copied().map(place).collect();
        let rect = |at, size: At| Rect::from_center_size(place(at), Vec2::from(size) * unit);
        let line = |points, width, ink| _ = painter.line(points, stroke(width, ink));
        let area = |points, fill, rim| _ = painter.add(Shape::convex_polygon(path(points), fill, rim));
        let circle = |at, radius: f32, fill, rim| _ = painter.circle(place(at), radius * unit, fill, rim);
        let fill = |rect, corner: f32, ink| _ = painter.rect_filled(rect, corner, color(ink));
        let frame = |rect, corner: f32, rim| _ = painter.rect_stroke(rect, corner, rim, StrokeKind::Inside);
        match mark {
            Line(points, width, ink) => line(path(points), width, ink),
            Lines(lines, width, ink) => lines.iter().for_each(|ends| line(path(ends), width, ink)),
            Segment(ends, width, ink) => _ = painter.line_segment(ends.map(place), stroke(width, ink)),
            Closed(points, width, ink) => area(points, Color32::TRANSPARENT, stroke(width, ink)),
            Area(points, ink) => area(points, color(ink), Stroke::NONE),
            Rimmed(points, ink, width, rim) => area(points, color(ink), stroke(width, rim)),
            Dot(at, radius, ink) => circle(at, radius, color(ink), Stroke::NONE),
            Ring(at, radius, width, ink) => circle(at, radius, Color32::TRANSPARENT, stroke(width, ink)),
            Disc(at, radius, ink, width, rim) => circle(at, radius, color(ink), stroke(width, rim)),
            Stones(places, radius, ink) => {
                let rim = color(if matches!(ink, White) { Plain } else { ink });
                let rim = Stroke::new((0.9 * unit).max(1.0), rim);
                places.iter().for_each(|at| circle(*at, radius, color(ink), rim));
            }
            Square(at, side, White) if !self.lit => frame(rect(at, (side, side)), 1.0, stroke(1.2, Plain)),
            Square(at, side, ink) => fill(rect(at, (side, side)), 1.0, ink),
            Frame(size, corner, width, ink) => frame(rect(MIDDLE, size), corner * unit, stroke(width, ink)),
            Bar(size, corner, ink) => fill(rect(MIDDLE, size), corner * unit, ink),
            Arcs((x, y), radii, [from, to], width, ink) => {
                let turn = |step| (from + (to - from) * f32::from(step) / 10.0) * FRAC_PI_4;
                let point = |r: &f32, turn: f32| place((x + r * turn.cos(), y + r * turn.sin()));
                let arc = |radius| (0..=10_u8).map(|step| point(radius, turn(step))).collect();
                radii.iter().for_each(|radius| line(arc(radius), width, ink));
            }
            Sign(lines, (x, y), height, ink) => {
                let point = |&(dx, dy): &At| place((x + dx * height, y + dy * height));
                lines.iter().for_each(|points| line(points.iter().map(point).collect(), 1.4, ink));
            }
        }
    }
}

/// Draws a layer's icon. Lit: on wood, in the layer's colours. Otherwise: in outlines on `ground`.
pub fn layer(painter: &Painter, rect: Rect, colors: &PanelColors, layer: Layer, lit: bool, ground: Color32) {
    let (wood, plain) = (rgb(WOOD), Color32::from_rgb(0x4a, 0x33, 0x1a));
    if lit {
        painter.rect_filled(rect, 3.5, wood);
    }
    let pen = Pen { painter, rect, colors, lit, plain, ground: if lit { wood } else { ground } };
    layer_marks(layer, lit).iter().for_each(|mark| pen.draw(*mark));
}

/// Draws a button's icon in one ink on `ground`.
pub fn draw(painter: &Painter, rect: Rect, colors: &PanelColors, icon: Icon, ink: Color32, ground: Color32) {
    let pen = Pen { painter, rect, colors, lit: true, plain: ink, ground };
    icon.0.iter().for_each(|mark| pen.draw(*mark));
}

/// Square of an icon in the middle of a button.
#[must_use]
pub fn square(rect: Rect, side: f32) -> Rect {
    let side = side.min(rect.width()).min(rect.height());
    let corner = (rect.center() - Vec2::splat(side / 2.0)).round();
    Rect::from_min_size(pos2(corner.x, corner.y), Vec2::splat(side))
}
