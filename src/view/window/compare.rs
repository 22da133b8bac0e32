//! What two minds think at once of the same position, on one board: the candidates of both in two colours.

use super::board_painter::BoardPainter;
use super::candidates::{self, SMALLEST, count, fitted, number, veil, weights};
use super::layers::{Layer, Layers};
use super::overlay::Pen;
use crate::brain::Answer;
use crate::go::{Color, Move, Point, Position};
use crate::search::{Candidate, Thought};
use crate::sim::{Advice, Opinion};
use bevy_egui::egui::{
    Color32, FontId, Painter, Pos2, Rect, Shape, Stroke, epaint::PathShape, lerp, pos2, vec2,
};
use std::f32::consts::{FRAC_PI_2, PI};

/// The colours of the two, the first one's first: dark blue and light orange differ in hue and in lightness, and so without colour vision too.
pub const INKS: [Color32; 2] = [Color32::from_rgb(0x14, 0x5c, 0xb8), Color32::from_rgb(0xff, 0xa0, 0x2e)];

/// Text on a disc of each colour.
const TEXTS: [Color32; 2] = [Color32::WHITE, Color32::from_rgb(0x1c, 0x12, 0x06)];

/// The rim of what is not a mind's best: orange on wood needs one.
const EDGE: Color32 = Color32::from_rgb(0x2a, 0x1c, 0x0e);

/// Candidates drawn at most of each mind.
const SHOWN: usize = 16;

/// Candidates with less than this share of the best one's weight are left out.
const LEAST: f32 = 0.01;

/// Pieces that half a circle is drawn with.
const ARC: u16 = 20;

/// What one mind thinks of a point.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Half<'a> {
    candidate: &'a Candidate,
    weight: f32,
    best: bool,
}

/// A point, and what each of two minds thinks of it.
#[derive(Clone, Debug, PartialEq)]
struct ComparedPoint<'a> {
    point: Point,
    halves: [Option<Half<'a>>; 2],
}

impl ComparedPoint<'_> {
    /// Whether it is the best of either.
    fn is_best(&self) -> bool {
        self.halves.iter().flatten().any(|half| half.best)
    }
}

/// The points that two minds consider, the best of either last. A mind that likes nothing better than anything else considers none.
fn places<'a>(thoughts: [Option<&'a Thought>; 2]) -> Vec<ComparedPoint<'a>> {
    let mut places: Vec<ComparedPoint<'a>> = Vec::new();
    for (mind, thought) in thoughts.into_iter().enumerate() {
        let Some(thought) = thought.filter(|thought| !thought.is_indifferent()) else { continue };
        let weighed = thought.candidates.iter().zip(weights(&thought.candidates));
        let weighed = weighed.enumerate().filter(|(_, (_, weight))| *weight >= LEAST).take(SHOWN);
        for (i, (candidate, weight)) in weighed {
            let Move::Play(point) = candidate.action else { continue };
            let half = Some(Half { candidate, weight, best: i == 0 });
            match places.iter_mut().find(|place| place.point == point) {
                Some(place) => place.halves[mind] = half,
                None => {
                    let mut halves = [None, None];
                    halves[mind] = half;
                    places.push(ComparedPoint { point, halves });
                }
            }
        }
    }
    places.sort_by_key(ComparedPoint::is_best);
    places
}

/// The line that a mind expects after the move pointed at: the first mind's that expects any.
fn line(thoughts: [Option<&Thought>; 2], hovered: Point, color: Color) -> Option<Vec<(Color, Move)>> {
    let candidates = thoughts.into_iter().flatten().flat_map(|thought| &thought.candidates);
    let mut known = candidates.filter(|candidate| candidate.action == Move::Play(hovered));
    let line = &known.find(|candidate| candidate.variation.len() > 1)?.variation;
    let colors = [color, !color].into_iter().cycle();
    Some(colors.zip(line.iter().copied()).collect())
}

/// Draws what two minds think.
pub fn paint(
    board_painter: BoardPainter<'_>,
    position: &Position,
    layers: &Layers,
    advice: &Advice,
    hovered: Option<Point>,
) {
    let ([one, two], Some(color)) = (advice.opinions(), advice.color()) else { return };
    let thoughts = [one, two].map(Opinion::thought);
    let (painter, cell) = (board_painter.painter, board_painter.cell());
    if !board_painter.has_room(SMALLEST) {
        return;
    }
    let free = |point: Point| position.size().contains(point) && position.at(point).is_none();
    let line =
        hovered.filter(|_| layers.get(Layer::Variation)).and_then(|point| line(thoughts, point, color));
    if let Some(line) = line {
        candidates::foresee(board_painter, position, position, &line);
    } else if layers.get(Layer::Candidates) {
        let mut pen = Pen::new(painter);
        for place in places(thoughts).iter().filter(|place| free(place.point)) {
            if let Some(at) = board_painter.place(place.point) {
                draw(painter, &mut pen, at, cell, place);
            }
        }
    }
}

/// Draws a point that is considered: a disc, or one in two halves.
fn draw(painter: &Painter, pen: &mut Pen<'_>, at: Pos2, cell: f32, place: &ComparedPoint<'_>) {
    let radius = |half: &Half<'_>| cell * lerp(0.26..=0.46, half.weight.sqrt());
    let rim = |half: &Half<'_>| match half.best {
        true => Stroke::new(0.05 * cell + 1.0, Color32::WHITE),
        false => Stroke::new(1.0, EDGE.gamma_multiply(0.55)),
    };
    // Candidates with only an upper bound are drawn fainter.
    let fill = |mind: usize, half: &Half<'_>| {
        if half.candidate.at_most { veil(INKS[mind], 0.6) } else { INKS[mind] }
    };
    match &place.halves {
        [Some(one), Some(two)] => {
            // As large as the better liked half, so that there is room for both numbers.
            let radius = radius(one).max(radius(two)).max(0.36 * cell);
            // The better one over the other where their rims meet.
            let order = if one.best && !two.best { [1, 0] } else { [0, 1] };
            for mind in order {
                let half = [one, two][mind];
                painter.add(half_disc(at, radius, mind == 0, fill(mind, half), rim(half)));
            }
            for (mind, half) in [one, two].into_iter().enumerate() {
                let text = number(half.candidate);
                let side = if mind == 0 { -0.46 } else { 0.46 };
                if cell >= 26.0 && radius >= 11.0 {
                    let size = 0.62 * radius * fitted(&text, 2).sqrt();
                    pen.write(at + vec2(side * radius, 0.0), &text, size, TEXTS[mind]);
                }
            }
        }
        halves => {
            for (mind, half) in halves.iter().enumerate() {
                let Some(half) = half else { continue };
                let (radius, text) = (radius(half), number(half.candidate));
                painter.circle(at, radius, fill(mind, half), rim(half));
                if cell < 22.0 || text.is_empty() || radius < 8.0 {
                    continue;
                }
                let visits = half.candidate.visits;
                if visits > 1 && radius >= 15.0 {
                    let size = 0.72 * radius * fitted(&text, 4);
                    pen.write(at - vec2(0.0, 0.28 * radius), &text, size, TEXTS[mind]);
                    pen.write(at + vec2(0.0, 0.42 * radius), &count(visits), 0.5 * radius, TEXTS[mind]);
                } else {
                    pen.write(at, &text, 0.85 * radius * fitted(&text, 4), TEXTS[mind]);
                }
            }
        }
    }
}

/// The left or the right half of a disc.
fn half_disc(at: Pos2, radius: f32, left: bool, fill: Color32, rim: Stroke) -> Shape {
    let from = if left { FRAC_PI_2 } else { -FRAC_PI_2 };
    let points = (0..=ARC).map(|step| {
        let angle = from + PI * f32::from(step) / f32::from(ARC);
        at + radius * vec2(angle.cos(), angle.sin())
    });
    Shape::Path(PathShape::convex_polygon(points.collect(), fill, rim))
}

/// Says above the board which colour is whose, in a strip low enough to leave the names of the columns alone.
pub fn legend(painter: &Painter, advice: &Advice) {
    let [one, two] = advice.opinions() else { return };
    let opinions = [one, two];
    let ink = Color32::from_rgb(0xf7, 0xf1, 0xe6);
    let texts = opinions.map(|opinion| {
        let text = format!("{}  {}", opinion.spec().name(), said(opinion));
        painter.layout_no_wrap(text, FontId::proportional(12.5), ink)
    });
    let width = texts.iter().map(|text| text.size().x + 40.0).sum::<f32>();
    let clip = painter.clip_rect();
    let frame = Rect::from_min_size(pos2(clip.center().x - width / 2.0, clip.top() + 2.0), vec2(width, 20.0));
    painter.rect_filled(frame, 6.0, Color32::from_rgba_unmultiplied(0x1c, 0x15, 0x10, 0xe8));
    let mut at = frame.left_center() + vec2(16.0, 0.0);
    for (text, fill) in texts.into_iter().zip(INKS) {
        let wide = text.size().x;
        painter.circle(at, 6.0, fill, Stroke::new(1.0, ink.gamma_multiply(0.6)));
        painter.galley(at + vec2(12.0, -text.size().y / 2.0), text, ink);
        at.x += wide + 38.0;
    }
}

/// What a mind says, in a few words.
fn said(opinion: &Opinion) -> String {
    let best = opinion.thought().and_then(|thought| thought.candidates.first());
    match (opinion.answer(), best) {
        (Some(Answer::Move(action)), _) => action.to_string(),
        (Some(Answer::Resign), _) => "resigns".to_owned(),
        (Some(Answer::Failed(_)), _) => "cannot say".to_owned(),
        (None, Some(best)) => format!("{} …", best.action),
        (None, None) => "…".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn thought(candidates: &[(u16, u64)]) -> Thought {
        let candidate =
            |&(x, visits): &(u16, u64)| Candidate { visits, ..Candidate::new(Point::new(x, 0).into()) };
        Thought { candidates: candidates.iter().map(candidate).collect(), ..Thought::default() }
    }

    #[test]
    fn a_point_both_consider_is_one_place_and_the_best_come_last() {
        let (one, two) = (thought(&[(3, 100), (5, 50)]), thought(&[(5, 80), (3, 20), (7, 10)]));
        let places = places([Some(&one), Some(&two)]);
        let told: Vec<_> = places
            .iter()
            .map(|place| (place.point.x, place.halves.each_ref().map(|half| half.map(|half| half.best))))
            .collect();
        assert_eq!(
            told,
            [(7, [None, Some(false)]), (3, [Some(true), Some(false)]), (5, [Some(false), Some(true)])]
        );
        assert_eq!(places[2].halves[0].expect("a half").weight, 0.5);
    }

    #[test]
    fn who_likes_nothing_better_considers_nothing() {
        let alike = thought(&[(1, 1), (2, 1)]);
        assert_eq!(places([Some(&alike), None]), []);
    }

    #[test]
    fn the_line_is_that_of_the_mind_that_expects_one() {
        let at = |x| Move::Play(Point::new(x, 0));
        let mut two = thought(&[(3, 5)]);
        two.candidates[0].variation = vec![at(3), at(4)];
        let one = thought(&[(3, 9)]);
        let found = line([Some(&one), Some(&two)], Point::new(3, 0), Color::White);
        assert_eq!(found, Some(vec![(Color::White, at(3)), (Color::Black, at(4))]));
        assert_eq!(line([Some(&one), Some(&two)], Point::new(9, 0), Color::White), None);
    }

    #[test]
    fn halves_lie_on_their_own_sides() {
        for left in [true, false] {
            let shape = half_disc(Pos2::ZERO, 10.0, left, INKS[0], Stroke::NONE);
            let bounds = shape.visual_bounding_rect();
            assert!((bounds.height() - 20.0).abs() < 1.0, "{bounds:?}");
            assert_eq!(left, bounds.center().x < 0.0);
        }
    }
}
