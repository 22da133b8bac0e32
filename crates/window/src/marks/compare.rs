//! Comparison: the candidates of several minds for one position on one board, each mind in its own colour.

use super::candidates::{self, SMALLEST, ShownThought, count, fitted, number, veil, weights};
use super::overlay::Pen;
use crate::shell::board_painter::BoardPainter;
use crate::shell::layers::{Layer, Layers};
use crate::shell::theme::{self, INKS, text_on};
use bevy::ecs::resource::Resource;
use bevy_egui::egui::{Color32, Painter, Pos2, Rect, Shape, Stroke, epaint::PathShape, lerp, pos2, vec2};
use std::f32::consts::{FRAC_PI_2, TAU};
use stonefield_go::{Color, Move, Point, Position};
use stonefield_minds::{Answer, BrainSpec};
use stonefield_search::{Candidate, Thought};
use stonefield_sim::{Advice, Opinion};

/// Mind whose opinion is shown in detail. `None`: the first.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct ChosenOpinion(pub Option<BrainSpec>);

impl ChosenOpinion {
    /// Returns the index of the mind's opinion in the advice; 0 if it has none there.
    #[must_use]
    pub fn place(&self, advice: &Advice) -> usize {
        advice.opinions().iter().position(|opinion| Some(opinion.spec()) == self.0.as_ref()).unwrap_or(0)
    }
}

/// Rim of sectors that are not a mind's best candidate. Orange needs one on wood.
const EDGE: Color32 = Color32::from_rgb(0x2a, 0x1c, 0x0e);

/// Largest number of candidates of each mind that are drawn.
const MAX_CANDIDATES: usize = 16;

/// Smallest weight of a candidate that is drawn, as in [`weights`].
const MIN_WEIGHT: f32 = 0.01;

/// Number of line segments of a circle.
const CIRCLE_SEGMENTS: u16 = 40;

/// Candidate of one mind on a point, drawn as a sector of a disc.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Sector<'a> {
    /// Index of the mind's opinion in the advice.
    mind: usize,
    candidate: &'a Candidate,
    /// Weight, 0 to 1, as in [`weights`].
    weight: f32,
    /// True if the candidate is the mind's best.
    best: bool,
}

/// Point with a sector for each mind that has it as a candidate.
#[derive(Clone, Debug, PartialEq)]
struct ComparedPoint<'a> {
    point: Point,
    sectors: Vec<Sector<'a>>,
}

impl ComparedPoint<'_> {
    /// Returns the number of minds whose best candidate is the point.
    fn agreed(&self) -> usize {
        self.sectors.iter().filter(|sector| sector.best).count()
    }
}

/// Returns the points of the candidates, sorted by [`ComparedPoint::agreed`], the most agreed last. A thought
/// that rates all moves alike has no candidates here.
fn compared_points<'a>(thoughts: &[Option<&'a Thought>]) -> Vec<ComparedPoint<'a>> {
    let mut points: Vec<ComparedPoint<'a>> = Vec::new();
    for (mind, thought) in thoughts.iter().enumerate() {
        let Some(thought) = thought.filter(|thought| !thought.is_indifferent()) else { continue };
        let weighed = thought.candidates.iter().zip(weights(&thought.candidates));
        let weighed =
            weighed.enumerate().filter(|(_, (_, weight))| *weight >= MIN_WEIGHT).take(MAX_CANDIDATES);
        for (i, (candidate, weight)) in weighed {
            let Move::Play(point) = candidate.action else { continue };
            let sector = Sector { mind, candidate, weight, best: i == 0 };
            match points.iter_mut().find(|compared| compared.point == point) {
                Some(compared) => compared.sectors.push(sector),
                None => points.push(ComparedPoint { point, sectors: vec![sector] }),
            }
        }
    }
    points.sort_by_key(ComparedPoint::agreed);
    points
}

/// Returns the moves of the first variation that begins with the hovered point and has more than one move.
fn line(thoughts: &[Option<&Thought>], hovered: Point, color: Color) -> Option<Vec<(Color, Move)>> {
    let candidates = thoughts.iter().flatten().flat_map(|thought| &thought.candidates);
    let mut on_point = candidates.filter(|candidate| candidate.action == Move::Play(hovered));
    let line = &on_point.find(|candidate| candidate.variation.len() > 1)?.variation;
    let colors = [color, !color].into_iter().cycle();
    Some(colors.zip(line.iter().copied()).collect())
}

/// Draws the candidates of all minds, or the hovered variation, and the ownership of the `chosen` opinion.
pub fn paint(
    board_painter: BoardPainter<'_>,
    position: &Position,
    layers: &Layers,
    advice: &Advice,
    hovered: Option<Point>,
    chosen: usize,
) {
    let Some(color) = advice.color() else { return };
    let thoughts: Vec<_> = advice.opinions().iter().map(Opinion::thought).collect();
    let (painter, cell) = (board_painter.painter, board_painter.cell());
    if !board_painter.has_room(SMALLEST) {
        return;
    }
    if let Some(thought) = thoughts.get(chosen).copied().flatten().filter(|_| layers.get(Layer::Ownership)) {
        candidates::paint_ownership(board_painter, position, &ShownThought { thought, color, present: true });
    }
    let free = |point: Point| position.size().contains(point) && position.at(point).is_none();
    let line = hovered
        .filter(|_| layers.get(Layer::Candidates) || layers.get(Layer::Variation))
        .and_then(|point| line(&thoughts, point, color));
    if let Some(line) = line {
        candidates::foresee(board_painter, position, position, &line);
    } else if layers.get(Layer::Candidates) {
        let mut pen = Pen::new(painter);
        for compared in compared_points(&thoughts).iter().filter(|compared| free(compared.point)) {
            if let Some(at) = board_painter.place(compared.point) {
                draw(painter, &mut pen, at, cell, compared);
            }
        }
    }
}

/// Draws the disc of a point, with a sector for each mind. The sector of a mind's best candidate has a white
/// rim. If the point is the best of several minds, the disc has a white ring.
fn draw(painter: &Painter, pen: &mut Pen<'_>, at: Pos2, cell: f32, compared: &ComparedPoint<'_>) {
    let size = |sector: &Sector<'_>| cell * lerp(0.26..=0.46, sector.weight.sqrt());
    let rim = |sector: &Sector<'_>| match sector.best {
        true => Stroke::new(0.05 * cell + 1.0, Color32::WHITE),
        false => Stroke::new(1.0, EDGE.gamma_multiply(0.55)),
    };
    // Candidates with only an upper bound are drawn fainter.
    let fill = |sector: &Sector<'_>| {
        let ink = INKS[sector.mind % INKS.len()];
        if sector.candidate.is_upper_bound { veil(ink, 0.6) } else { ink }
    };
    let [only] = compared.sectors.as_slice() else {
        // The radius is that of the sector with the largest weight.
        let radius = compared.sectors.iter().map(size).fold(0.36 * cell, f32::max);
        let agreed = compared.agreed();
        if agreed > 1 {
            painter.circle_filled(at, radius + 0.09 * cell + 1.5, EDGE);
            painter.circle_filled(at, radius + 0.07 * cell + 1.0, Color32::WHITE);
        }
        let count = compared.sectors.len();
        // The best candidates are drawn last, over the rims of the others.
        let order = (0..count).filter(|&i| !compared.sectors[i].best);
        for i in order.chain((0..count).filter(|&i| compared.sectors[i].best)) {
            painter.add(sector_shape(
                at,
                radius,
                (i, count),
                fill(&compared.sectors[i]),
                rim(&compared.sectors[i]),
            ));
        }
        if cell < 26.0 || radius < 11.0 {
            return;
        }
        for (i, sector) in compared.sectors.iter().enumerate().filter(|_| count <= 4) {
            let text = number(sector.candidate);
            let toward = (i as f32 + 0.5) / count as f32 * TAU - FRAC_PI_2 + TAU / 2.0;
            let out = if count == 2 { 0.46 } else { 0.56 };
            let size = if count == 2 { 0.62 } else { 0.46 } * radius * fitted(&text, 2).sqrt();
            pen.write(
                at + out * radius * vec2(toward.cos(), -toward.sin()),
                &text,
                size,
                text_on(sector.mind),
            );
        }
        if count > 2 && agreed > 1 {
            painter.circle_filled(at, 0.26 * radius, Color32::WHITE);
            pen.write(at, &agreed.to_string(), 0.42 * radius, EDGE);
        }
        return;
    };
    let (radius, text, ink) = (size(only), number(only.candidate), text_on(only.mind));
    painter.circle(at, radius, fill(only), rim(only));
    if cell < 22.0 || text.is_empty() || radius < 8.0 {
        return;
    }
    let visits = only.candidate.visits;
    if visits > 1 && radius >= 15.0 {
        pen.write(at - vec2(0.0, 0.28 * radius), &text, 0.72 * radius * fitted(&text, 4), ink);
        pen.write(at + vec2(0.0, 0.42 * radius), &count(visits), 0.5 * radius, ink);
    } else {
        pen.write(at, &text, 0.85 * radius * fitted(&text, 4), ink);
    }
}

/// Returns the sector with this index of `count` equal sectors of a disc, counted counterclockwise from the
/// top. Two sectors are the left and the right half.
fn sector_shape(at: Pos2, radius: f32, (index, count): (usize, usize), fill: Color32, rim: Stroke) -> Shape {
    let from = FRAC_PI_2 + index as f32 / count as f32 * TAU;
    let segments = (CIRCLE_SEGMENTS / count as u16).max(4);
    let points = (0..=segments).map(|step| {
        let angle = from + TAU / count as f32 * f32::from(step) / f32::from(segments);
        at + radius * vec2(angle.cos(), -angle.sin())
    });
    let middle = (count > 2).then_some(at);
    Shape::Path(PathShape::convex_polygon(points.chain(middle).collect(), fill, rim))
}

/// Draws the legend above the board: colour, name and answer of each mind. Without names if it is too wide.
pub fn legend(painter: &Painter, advice: &Advice) {
    let ink = Color32::from_rgb(0xf7, 0xf1, 0xe6);
    let clip = painter.clip_rect();
    let layout = |named: bool| {
        let text = |opinion: &Opinion| {
            let answer = said(opinion);
            let text = if named { format!("{}  {answer}", opinion.spec().name()) } else { answer };
            painter.layout_no_wrap(text, theme::text_font(), ink)
        };
        let texts: Vec<_> = advice.opinions().iter().map(text).collect();
        let width = texts.iter().map(|text| text.size().x + 40.0).sum::<f32>();
        (texts, width)
    };
    let (mut texts, mut width) = layout(true);
    if width > clip.width() {
        (texts, width) = layout(false);
    }
    let frame = Rect::from_min_size(pos2(clip.center().x - width / 2.0, clip.top() + 2.0), vec2(width, 20.0));
    painter.rect_filled(frame, 6.0, Color32::from_rgba_unmultiplied(0x1c, 0x15, 0x10, 0xe8));
    let mut at = frame.left_center() + vec2(16.0, 0.0);
    for (text, fill) in texts.into_iter().zip(INKS) {
        let text_width = text.size().x;
        painter.circle(at, 6.0, fill, Stroke::new(1.0, ink.gamma_multiply(0.6)));
        painter.galley(at + vec2(12.0, -text.size().y / 2.0), text, ink);
        at.x += text_width + 38.0;
    }
}

/// Returns a mind's answer as text; before it answers, its best move so far and `…`.
#[must_use]
pub fn said(opinion: &Opinion) -> String {
    match (opinion.answer(), opinion.best()) {
        (Some(Answer::Move(action)), _) => action.to_string(),
        (Some(Answer::Resign), _) => "resigns".to_owned(),
        (Some(Answer::Failed(_)), _) => "cannot say".to_owned(),
        (None, Some(best)) => format!("{best} …"),
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
    fn each_point_is_listed_once_and_the_most_agreed_last() {
        let (one, two) = (thought(&[(3, 100), (5, 50)]), thought(&[(5, 80), (3, 20), (7, 10)]));
        let three = thought(&[(5, 9)]);
        let points = compared_points(&[Some(&one), Some(&two), None, Some(&three)]);
        let sectors: Vec<_> = points
            .iter()
            .map(|compared| {
                let sectors = compared.sectors.iter().map(|sector| (sector.mind, sector.best));
                (compared.point.x, sectors.collect::<Vec<_>>(), compared.agreed())
            })
            .collect();
        assert_eq!(
            sectors,
            [
                (7, vec![(1, false)], 0),
                (3, vec![(0, true), (1, false)], 1),
                (5, vec![(0, false), (1, true), (3, true)], 2)
            ]
        );
        assert_eq!(points[2].sectors[0].weight, 0.5);
    }

    #[test]
    fn an_indifferent_thought_has_no_points() {
        let alike = thought(&[(1, 1), (2, 1)]);
        assert_eq!(compared_points(&[Some(&alike), None]), []);
    }

    #[test]
    fn the_line_is_the_first_longer_variation() {
        let at = |x| Move::Play(Point::new(x, 0));
        let mut two = thought(&[(3, 5)]);
        two.candidates[0].variation = vec![at(3), at(4)];
        let one = thought(&[(3, 9)]);
        let variation = line(&[Some(&one), Some(&two)], Point::new(3, 0), Color::White);
        assert_eq!(variation, Some(vec![(Color::White, at(3)), (Color::Black, at(4))]));
        assert_eq!(line(&[Some(&one), Some(&two)], Point::new(9, 0), Color::White), None);
    }

    #[test]
    fn sectors_are_counterclockwise_from_the_top() {
        for index in 0..2 {
            let shape = sector_shape(Pos2::ZERO, 10.0, (index, 2), INKS[0], Stroke::NONE);
            let bounds = shape.visual_bounding_rect();
            assert!((bounds.height() - 20.0).abs() < 1.0, "{bounds:?}");
            assert_eq!(index == 0, bounds.center().x < 0.0, "the first half is the left one");
        }
        let quarters = (0..4).map(|index| sector_shape(Pos2::ZERO, 10.0, (index, 4), INKS[0], Stroke::NONE));
        let centers: Vec<_> = quarters.map(|it| it.visual_bounding_rect().center()).collect();
        let sides: Vec<_> = centers.iter().map(|at| (at.x < 0.0, at.y < 0.0)).collect();
        assert_eq!(sides, [(true, true), (true, false), (false, false), (false, true)]);
    }

    #[test]
    fn neighbouring_colours_differ_in_lightness_or_hue() {
        for (at, one) in INKS.iter().enumerate() {
            for other in &INKS[at + 1..] {
                let apart: i32 = (0..3).map(|i| (i32::from(one[i]) - i32::from(other[i])).abs()).sum();
                assert!(apart > 110, "{one:?} {other:?}");
            }
        }
    }
}
