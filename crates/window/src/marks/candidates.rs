//! What a mind thinks, drawn on the board: the moves it considers, what it expects to follow, ownership.

use super::overlay::Pen;
use crate::shell::board_painter::BoardPainter;
use crate::shell::layers::{Layer, Layers};
use bevy_egui::egui::{Color32, Rect, Stroke, StrokeKind, lerp};
use stonefield_go::{ByColor, Color, Move, Point, Position, Size};
use stonefield_search::{Candidate, Thought, rounded};
use stonefield_sim::{Advice, Thinking};

/// On cells of fewer pixels nothing is drawn.
pub(crate) const SMALLEST: f32 = 6.0;

/// Candidates drawn at most.
const SHOWN: usize = 24;

/// Candidates with less than this share of the best one's visits are left out.
const LEAST: f32 = 0.01;

/// Moves of a variation drawn at most.
const AHEAD: usize = 12;

/// How much worse than the best a candidate is that gets the last colour, in shares of winning, and in points.
const WORSE: (f64, f64) = (0.12, 10.0);

/// The colour and the weight of a candidate that is known only not to be better than another.
const UNKNOWN: (Color32, f32) = (Color32::from_rgb(0x6e, 0x66, 0x5c), 0.05);

/// How strongly thoughts about a position are drawn that has passed.
const PASSED: f32 = 0.72;

/// Colours from the best value to the worst; each lighter or darker than the next, so that they read without colour vision.
const VALUES: [Color32; 3] = [
    Color32::from_rgb(0x12, 0x8a, 0x92),
    Color32::from_rgb(0xe8, 0xc4, 0x4a),
    Color32::from_rgb(0xb5, 0x3a, 0x2a),
];

/// A thought and what it is about.
#[derive(Clone, Copy, Debug)]
pub struct ShownThought<'a> {
    /// What is thought.
    pub thought: &'a Thought,
    /// Whose move it is about.
    pub color: Color,
    /// Whether it is about the position that stands.
    pub present: bool,
}

impl<'a> ShownThought<'a> {
    /// What there is to be shown: advice before the thoughts of those who play. A mind that likes nothing better than anything else has
    /// no ideas.
    #[must_use]
    pub fn of(advice: &'a Advice, thinking: &'a Thinking, to_move: Option<Color>) -> Option<Self> {
        let advised = advice.color().zip(advice.thought());
        let own = || thinking.color.and_then(|color| Some((color, thinking.latest(color)?)));
        let (shown, present) = match (advised, own()) {
            (Some(shown), _) => (shown, true),
            (None, Some(shown)) => (shown, thinking.is_active() && to_move == Some(shown.0)),
            (None, None) => return None,
        };
        let (color, thought) = shown;
        (!thought.is_indifferent()).then_some(Self { thought, color, present })
    }

    /// Whether a candidate's disc is drawn on a point, where candidates are shown.
    #[must_use]
    pub fn has_disc(&self, point: Point, position: &Position) -> bool {
        discs(self, position).any(|(disc, ..)| disc == point)
    }

    /// The variation to be drawn: that of the candidate pointed at, else of the best.
    fn variation(&self, hovered: Option<Point>) -> (&'a [Move], bool) {
        let at = |candidate: &&Candidate| hovered.is_some() && candidate.action.point() == hovered;
        let pointed = self.thought.candidates.iter().find(at);
        let candidate = pointed.or(self.thought.candidates.first());
        (candidate.map_or(&[][..], |candidate| &candidate.variation), pointed.is_some())
    }
}

/// How large a candidate is drawn, 0 to 1: its share of the most visits, or where none are counted of the highest prior, or else the larger the
/// less it is worse than the best.
pub fn weights(candidates: &[Candidate]) -> Vec<f32> {
    let visits = candidates.iter().map(|candidate| candidate.visits).max().unwrap_or(0);
    let prior = candidates.iter().filter_map(|candidate| candidate.prior).fold(0.0, f64::max);
    let weight = |candidate: &Candidate| match candidate.prior {
        _ if candidate.is_upper_bound => UNKNOWN.1,
        _ if visits > 1 => (candidate.visits as f64 / visits as f64) as f32,
        Some(own) if prior > 0.0 => (own / prior) as f32,
        _ => 1.0 - 0.9 * loss(candidate, candidates.first()),
    };
    candidates.iter().map(weight).collect()
}

/// How much worse a candidate is than the best, 0 to 1: by how likely it wins, or else by points.
fn loss(candidate: &Candidate, best: Option<&Candidate>) -> f32 {
    let pair = |of: fn(&Candidate) -> Option<f64>| best.and_then(of).zip(of(candidate));
    let lost = match (pair(|it| it.winrate), pair(|it| it.lead)) {
        (Some((best, own)), _) => (best - own) / WORSE.0,
        (None, Some((best, own))) => (best - own) / WORSE.1,
        (None, None) => 0.0,
    };
    lost.clamp(0.0, 1.0) as f32
}

/// The colour of a candidate by how much worse it is than the best.
fn ink(candidate: &Candidate, best: Option<&Candidate>) -> Color32 {
    if candidate.is_upper_bound { UNKNOWN.0 } else { scale(loss(candidate, best)) }
}

/// The colour of a share of winning: a third or less has the last colour, two thirds or more the first.
#[must_use]
pub fn value_ink(share: f64) -> Color32 {
    scale(((2.0 / 3.0 - share) * 3.0).clamp(0.0, 1.0) as f32)
}

/// The scale of values, from 0, the best, to 1.
fn scale(worse: f32) -> Color32 {
    let [good, fair, poor] = VALUES;
    if worse < 0.5 {
        good.lerp_to_gamma(fair, 2.0 * worse)
    } else {
        fair.lerp_to_gamma(poor, 2.0 * worse - 1.0)
    }
}

/// A colour that lets the board through. The window mixes colours in proportion to light, where a colour made fainter the usual way
/// would become darker too.
#[must_use]
pub fn veil(color: Color32, alpha: f32) -> Color32 {
    let alpha = alpha.clamp(0.0, 1.0);
    let part = |value: u8| (f32::from(value) * alpha.powf(1.0 / 2.2)).round() as u8;
    Color32::from_rgba_premultiplied(
        part(color.r()),
        part(color.g()),
        part(color.b()),
        (255.0 * alpha).round() as u8,
    )
}

/// A candidate's one number: chances, else points, else its score, else prior.
pub fn number(candidate: &Candidate) -> String {
    let number = match candidate {
        Candidate { winrate: Some(winrate), .. } => format!("{:.0}", 100.0 * winrate),
        Candidate { lead: Some(lead), .. } if lead.abs() < 9.95 => format!("{:+.1}", rounded(*lead, 1)),
        Candidate { lead: Some(lead), .. } => format!("{lead:+.0}"),
        Candidate { score: Some(score), .. } if score.abs() < 10.0 => format!("{score:.1}"),
        Candidate { score: Some(score), .. } => format!("{score:.0}"),
        Candidate { prior: Some(prior), .. } => format!("{:.0}", 100.0 * prior),
        _ => return String::new(),
    };
    if candidate.is_upper_bound { format!("≤{number}") } else { number }
}

/// How much smaller than usual a text is written where there is room for so many characters.
pub fn fitted(text: &str, most: u8) -> f32 {
    (f32::from(most) / text.chars().count().max(1) as f32).min(1.0)
}

/// A count in at most four characters: `950`, `1.2k`, `34k`, `5M`.
pub fn count(visits: u64) -> String {
    match visits {
        0..1_000 => visits.to_string(),
        1_000..10_000 => format!("{}.{}k", visits / 1_000, visits % 1_000 / 100),
        10_000..1_000_000 => format!("{}k", visits / 1_000),
        _ => format!("{}M", visits / 1_000_000),
    }
}

/// The candidates that get a disc, each with its point and its weight.
fn discs<'a>(
    shown: &ShownThought<'a>,
    position: &'a Position,
) -> impl Iterator<Item = (Point, &'a Candidate, f32)> + use<'a> {
    let free = |point: &Point| position.size().contains(*point) && position.at(*point).is_none();
    let candidates = shown.thought.candidates.iter().zip(weights(&shown.thought.candidates));
    let candidates = candidates.filter(|(_, weight)| *weight >= LEAST).take(SHOWN);
    candidates.filter_map(move |(candidate, weight)| {
        Some((candidate.action.point().filter(free)?, candidate, weight))
    })
}

/// Draws an idea.
pub fn paint(
    board_painter: BoardPainter<'_>,
    position: &Position,
    layers: &Layers,
    shown: &ShownThought<'_>,
    hovered: Option<Point>,
) {
    let size = position.size();
    if !board_painter.has_room(SMALLEST) {
        return;
    }
    let mut easel = Easel::new(board_painter, if shown.present { 1.0 } else { PASSED });
    if layers.get(Layer::Ownership) && shown.thought.ownership.len() == size.area() {
        easel.ownership(shown, position, size);
    }
    let (variation, pointed) = shown.variation(hovered.filter(|_| layers.get(Layer::Candidates)));
    let free = |point: &Point| size.contains(*point) && position.at(*point).is_none();
    let discs = if layers.get(Layer::Candidates) { discs(shown, position).collect() } else { Vec::new() };
    // Expected stones on candidate points are drawn small at the side, unless one is pointed at.
    let (mut ghosts, mut badges): (Vec<Point>, Vec<(Point, Color, usize)>) = Default::default();
    if layers.get(Layer::Variation) {
        let mut color = shown.color;
        for (i, action) in variation.iter().take(AHEAD).enumerate() {
            let known = |point: &Point| ghosts.contains(point) || badges.iter().any(|(at, ..)| at == point);
            if let Some(point) = action.point().filter(free).filter(|point| !known(point)) {
                if pointed || !discs.iter().any(|&(disc, ..)| disc == point) {
                    easel.ghost(point, color, i + 1);
                    ghosts.push(point);
                } else if i > 0 {
                    badges.push((point, color, i + 1));
                }
            }
            color = !color;
        }
    }
    let best = shown.thought.candidates.first();
    // The best is drawn last, over its neighbours.
    for (point, candidate, weight) in discs.into_iter().rev() {
        if !ghosts.contains(&point) {
            let faint = if pointed { 0.35 } else { 1.0 };
            easel.candidate(
                point,
                candidate,
                weight,
                ink(candidate, best),
                Some(candidate.action) == best.map(|best| best.action),
                faint,
            );
        }
    }
    for (point, color, number) in badges {
        easel.badge(point, color, number);
    }
}

/// Draws whose each point will be, as far as a mind has an opinion.
pub fn own(board_painter: BoardPainter<'_>, position: &Position, shown: &ShownThought<'_>) {
    let size = position.size();
    if shown.thought.ownership.len() == size.area() {
        Easel::new(board_painter, 1.0).ownership(shown, position, size);
    }
}

/// Draws the board that a line leads to from a position, over the one that stands: stones that are not there as stones to come, those of the line
/// numbered, and a cross on stones that are gone. What is played is taken as it is: playouts know no superko.
pub fn foresee(
    board_painter: BoardPainter<'_>,
    position: &Position,
    from: &Position,
    line: &[(Color, Move)],
) {
    if from.size() != position.size() {
        return;
    }
    let mut easel = Easel::new(board_painter, 1.0);
    let mut after = from.clone();
    let mut numbers = std::collections::HashMap::new();
    for (i, &(color, action)) in line.iter().enumerate() {
        if let Move::Play(point) = action {
            if after.at(point).is_some() {
                break;
            }
            numbers.insert(point, i + 1);
        }
        after.resume();
        after.play_as_unchecked(color, action);
    }
    for point in position.size().points() {
        match (position.at(point), after.at(point), numbers.get(&point)) {
            (_, Some(color), Some(&number)) => easel.ghost(point, color, number),
            (Some(_), None, _) => easel.cross(point),
            (stands, Some(color), None) if stands != Some(color) => easel.ghost(point, color, 0),
            _ => {}
        }
    }
}

/// The colours of a stone to come and of what is written on it.
const fn stone_to_come(color: Color) -> (Color32, Color32) {
    match color {
        Color::Black => (Color32::from_rgb(0x22, 0x22, 0x25), Color32::WHITE),
        Color::White => (Color32::from_rgb(0xf2, 0xee, 0xe6), Color32::from_rgb(0x1c, 0x17, 0x11)),
    }
}

/// What drawing takes.
struct Easel<'a> {
    board_painter: BoardPainter<'a>,
    pen: Pen<'a>,
    cell: f32,
    strength: f32,
}

impl<'a> Easel<'a> {
    fn new(board_painter: BoardPainter<'a>, strength: f32) -> Self {
        Self { board_painter, pen: Pen::new(board_painter.painter), cell: board_painter.cell(), strength }
    }

    fn ownership(&self, shown: &ShownThought<'_>, position: &Position, size: Size) {
        let fills = ByColor::new(Color32::from_rgb(0x12, 0x10, 0x0e), Color32::from_rgb(0xfb, 0xf8, 0xf1));
        for point in self.board_painter.points(size, usize::MAX).0 {
            let own = shown.thought.ownership[size.index(point)].clamp(-1.0, 1.0);
            let owner = if own >= 0.0 { shown.color } else { !shown.color };
            let sure = own.abs();
            // On a stone it says something only where that is thought dead.
            if sure < 0.08 || position.at(point) == Some(owner) {
                continue;
            }
            let Some(at) = self.board_painter.place(point) else { continue };
            let side = self.cell * lerp(0.14..=0.52, sure);
            let square = Rect::from_center_size(at, bevy_egui::egui::vec2(side, side));
            let strength = self.strength * lerp(0.45..=0.95, sure);
            let rim = Stroke::new(1.0, fills[!owner].gamma_multiply(0.35 * strength));
            self.board_painter.painter.rect(
                square,
                0.0,
                fills[owner].gamma_multiply(strength),
                rim,
                StrokeKind::Inside,
            );
        }
    }

    /// A stone to come, with its number; without one where that is 0.
    fn ghost(&mut self, point: Point, color: Color, number: usize) {
        let Some(at) = self.board_painter.place(point) else { return };
        let (fill, text) = stone_to_come(color);
        let rim = Stroke::new(1.0, text.gamma_multiply(0.45 * self.strength));
        self.board_painter.painter.circle(at, 0.42 * self.cell, veil(fill, 0.72 * self.strength), rim);
        if self.cell >= 13.0 && number > 0 {
            let number = number.to_string();
            self.pen.write(at, &number, 0.5 * self.cell * fitted(&number, 2), text);
        }
    }

    /// A stone to come on a point that says something itself: small, at its upper right.
    fn badge(&mut self, point: Point, color: Color, number: usize) {
        let Some(at) = self.board_painter.place(point) else { return };
        let at = at + bevy_egui::egui::vec2(0.32, -0.32) * self.cell;
        let (fill, text) = stone_to_come(color);
        let rim = Stroke::new(1.0, text.gamma_multiply(0.6 * self.strength));
        self.board_painter.painter.circle(
            at,
            0.19 * self.cell,
            fill.gamma_multiply(0.9 * self.strength),
            rim,
        );
        if self.cell >= 26.0 {
            self.pen.write(at, &number.to_string(), 0.25 * self.cell, text.gamma_multiply(self.strength));
        }
    }

    /// A stone that is taken.
    fn cross(&self, point: Point) {
        let Some(at) = self.board_painter.place(point) else { return };
        let arm = 0.26 * self.cell;
        let stroke = Stroke::new(0.08 * self.cell, Color32::from_rgb(0xd6, 0x28, 0x1c));
        for side in [-1.0, 1.0] {
            let arm = bevy_egui::egui::vec2(side * arm, arm);
            self.board_painter.painter.line_segment([at - arm, at + arm], stroke);
        }
    }

    fn candidate(
        &mut self,
        point: Point,
        candidate: &Candidate,
        weight: f32,
        color: Color32,
        best: bool,
        faint: f32,
    ) {
        let Some(at) = self.board_painter.place(point) else { return };
        let strength = self.strength * faint;
        let radius = self.cell * lerp(0.24..=0.45, weight.sqrt());
        let rim = if best { Stroke::new(0.05 * self.cell + 1.0, Color32::WHITE) } else { Stroke::NONE };
        let rim = Stroke::new(rim.width, rim.color.gamma_multiply(strength));
        self.board_painter.painter.circle(at, radius, color.gamma_multiply(0.92 * strength), rim);
        let text =
            if color.intensity() > 0.55 { Color32::from_rgb(0x1c, 0x17, 0x11) } else { Color32::WHITE };
        let text = text.gamma_multiply(strength);
        let (value, visits) = (number(candidate), candidate.visits);
        if self.cell < 22.0 || value.is_empty() || radius < 8.0 {
            return;
        }
        if visits > 1 && radius >= 15.0 {
            let size = 0.72 * radius * fitted(&value, 4);
            self.pen.write(at - bevy_egui::egui::vec2(0.0, 0.28 * radius), &value, size, text);
            self.pen.write(
                at + bevy_egui::egui::vec2(0.0, 0.42 * radius),
                &count(visits),
                0.5 * radius,
                text,
            );
        } else {
            self.pen.write(at, &value, 0.85 * radius * fitted(&value, 4), text);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn candidate(visits: u64, winrate: Option<f64>, prior: Option<f64>) -> Candidate {
        Candidate { visits, winrate, prior, ..Candidate::new(Point::new(2, 3).into()) }
    }

    #[test]
    fn size_is_by_visits_and_colour_by_value() {
        let searched =
            [candidate(400, Some(0.6), None), candidate(100, Some(0.54), None), candidate(1, None, None)];
        assert_eq!(weights(&searched), [1.0, 0.25, 0.0025]);
        let best = Some(&searched[0]);
        assert_eq!(ink(&searched[0], best), VALUES[0]);
        assert_eq!(ink(&searched[1], best), VALUES[1]);
        assert_eq!(ink(&candidate(9, Some(0.1), None), best), VALUES[2]);
        let weighed = [candidate(0, None, Some(0.5)), candidate(0, None, Some(0.25))];
        assert_eq!(weights(&weighed), [1.0, 0.5]);
        let measured =
            |lead, is_upper_bound| Candidate { lead: Some(lead), is_upper_bound, ..candidate(0, None, None) };
        let exhausted = [measured(3.0, false), measured(-2.0, false), measured(3.0, true)];
        assert_eq!(weights(&exhausted), [1.0, 0.55, UNKNOWN.1]);
        let colors = exhausted.each_ref().map(|candidate| ink(candidate, exhausted.first()));
        assert_eq!(colors, [VALUES[0], VALUES[1], UNKNOWN.0]);
    }

    #[test]
    fn numbers_are_short() {
        assert_eq!(number(&candidate(1, Some(0.514), Some(0.2))), "51");
        assert_eq!(number(&candidate(1, None, Some(0.2))), "20");
        let counts = [7, 950, 1_234, 34_567, 5_000_000].map(count);
        assert_eq!(counts, ["7", "950", "1.2k", "34k", "5M"]);
    }

    #[test]
    fn the_variation_is_that_of_the_candidate_pointed_at() {
        let at = |x, y| Move::Play(Point::new(x, y));
        let with = |action: Move, follow: Move| Candidate {
            variation: vec![action, follow],
            ..Candidate::new(action)
        };
        let thought = Thought {
            candidates: vec![with(at(0, 0), at(1, 1)), with(at(2, 2), at(3, 3))],
            ..Thought::default()
        };
        let shown = ShownThought { thought: &thought, color: Color::Black, present: true };
        assert_eq!(shown.variation(None), (&[at(0, 0), at(1, 1)][..], false));
        assert_eq!(shown.variation(Some(Point::new(2, 2))), (&[at(2, 2), at(3, 3)][..], true));
        assert!(!shown.variation(Some(Point::new(4, 4))).1);
    }
}
