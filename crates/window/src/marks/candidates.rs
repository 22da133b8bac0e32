//! Candidates: a mind's thought drawn on the board, as candidate moves, variation and ownership.

use super::overlay::Pen;
use crate::shell::board_painter::BoardPainter;
use crate::shell::layers::{Layer, Layers};
use bevy_egui::egui::{Color32, Rect, Stroke, StrokeKind, lerp};
use stonefield_go::{ByColor, Color, Move, Point, Position, Size};
use stonefield_search::{Candidate, Thought, rounded};
use stonefield_sim::{Advice, Seats, Thinking};

/// Smallest cell on which thoughts, bids and dead stones are drawn, in logical pixels.
pub(crate) const SMALLEST: f32 = 6.0;

/// Largest number of candidates that are drawn.
const MAX_CANDIDATES: usize = 24;

/// Smallest weight of a candidate that is drawn, as in [`weights`].
const MIN_WEIGHT: f32 = 0.01;

/// Largest number of moves of a variation that are drawn.
const MAX_MOVES: usize = 12;

/// Losses against the best candidate that get the last colour: in win rate (0 to 1), and in points.
const WORST_LOSS: (f64, f64) = (0.12, 10.0);

/// Colour and weight of a candidate whose value is only an upper bound.
const UPPER_BOUND: (Color32, f32) = (Color32::from_rgb(0x6e, 0x66, 0x5c), 0.05);

/// Opacity of a thought about an earlier position.
const PAST_OPACITY: f32 = 0.72;

/// Colours of good, fair and poor values. They differ in lightness, for colour-blind users.
const VALUES: [Color32; 3] = [
    Color32::from_rgb(0x12, 0x8a, 0x92),
    Color32::from_rgb(0xe8, 0xc4, 0x4a),
    Color32::from_rgb(0xb5, 0x3a, 0x2a),
];

/// Components of a goban from which the thought that is drawn on it is chosen.
pub type ThoughtParts<'a> = (&'a Advice, &'a Thinking, &'a Seats);

/// Thought that is drawn on a board.
#[derive(Clone, Copy, Debug)]
pub struct ShownThought<'a> {
    /// The thought.
    pub thought: &'a Thought,
    /// Colour whose move the thought is about.
    pub color: Color,
    /// True if the thought is about the current position.
    pub present: bool,
}

impl<'a> ShownThought<'a> {
    /// Returns the advice, or else the latest thought of a mind that plays. `None` if there is neither, or if
    /// the thought rates all moves alike. On a person's turn, thoughts about earlier positions are hidden.
    #[must_use]
    pub fn of((advice, thinking, seats): ThoughtParts<'a>) -> Option<Self> {
        let advised = advice.color().zip(advice.thought());
        let played = || thinking.color.and_then(|color| Some((color, thinking.latest(color)?)));
        let ((color, thought), present) = match (advised, played()) {
            (Some(advised), _) => (advised, true),
            (None, Some(played)) => (played, thinking.is_active() && seats.to_move() == Some(played.0)),
            (None, None) => return None,
        };
        let is_hidden = !present && seats.waiting_for_person().is_some();
        (!is_hidden && !thought.is_indifferent()).then_some(Self { thought, color, present })
    }

    /// True if a point has the disc of a candidate while the layer of candidates is shown.
    #[must_use]
    pub fn has_disc(&self, point: Point, position: &Position) -> bool {
        discs(self, position).any(|(disc, ..)| disc == point)
    }

    /// Returns the variation of the hovered candidate or else of the best. True: a candidate is hovered.
    fn variation(&self, hovered: Option<Point>) -> (&'a [Move], bool) {
        let at = |candidate: &&Candidate| hovered.is_some() && candidate.action.point() == hovered;
        let pointed = self.thought.candidates.iter().find(at);
        let candidate = pointed.or(self.thought.candidates.first());
        (candidate.map_or(&[][..], |candidate| &candidate.variation), pointed.is_some())
    }
}

/// Returns the weight of each candidate, 0 to 1, which decides its size: its visits divided by the most
/// visits. Without visits: its prior divided by the highest. Without priors: 1 − 0.9 times its loss against
/// the best, as in its colour.
pub fn weights(candidates: &[Candidate]) -> Vec<f32> {
    let visits = candidates.iter().map(|candidate| candidate.visits).max().unwrap_or(0);
    let prior = candidates.iter().filter_map(|candidate| candidate.prior).fold(0.0, f64::max);
    let weight = |candidate: &Candidate| match candidate.prior {
        _ if candidate.is_upper_bound => UPPER_BOUND.1,
        _ if visits > 1 => (candidate.visits as f64 / visits as f64) as f32,
        Some(share) if prior > 0.0 => (share / prior) as f32,
        _ => 1.0 - 0.9 * loss(candidate, candidates.first()),
    };
    candidates.iter().map(weight).collect()
}

/// Returns the loss against the best, 0 to 1: in win rate or else in points, divided by [`WORST_LOSS`].
fn loss(candidate: &Candidate, best: Option<&Candidate>) -> f32 {
    let pair = |of: fn(&Candidate) -> Option<f64>| best.and_then(of).zip(of(candidate));
    let lost = match (pair(|it| it.winrate), pair(|it| it.lead)) {
        (Some((best, value)), _) => (best - value) / WORST_LOSS.0,
        (None, Some((best, value))) => (best - value) / WORST_LOSS.1,
        (None, None) => 0.0,
    };
    lost.clamp(0.0, 1.0) as f32
}

/// Returns the colour of a candidate by its loss against the best.
fn ink(candidate: &Candidate, best: Option<&Candidate>) -> Color32 {
    if candidate.is_upper_bound { UPPER_BOUND.0 } else { scale(loss(candidate, best)) }
}

/// Returns the colour of a win rate, 0 to 1: the worst for a third or less, the best for two thirds or more.
#[must_use]
pub fn value_ink(share: f64) -> Color32 {
    scale(((2.0 / 3.0 - share) * 3.0).clamp(0.0, 1.0) as f32)
}

/// Returns the colour of a loss, from 0 (best) to 1.
fn scale(loss: f32) -> Color32 {
    let [good, fair, poor] = VALUES;
    if loss < 0.5 { good.lerp_to_gamma(fair, 2.0 * loss) } else { fair.lerp_to_gamma(poor, 2.0 * loss - 1.0) }
}

/// Returns a colour with an opacity from 0 to 1, scaled so that it does not darken in linear blending.
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

/// Returns the number on a candidate: win rate in percent, or else lead in points, or else score, or else
/// prior in percent. `≤` marks an upper bound.
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

/// Returns the factor, at most 1, by which a font shrinks so that a text fits the width of `most` characters.
pub fn fitted(text: &str, most: u8) -> f32 {
    (f32::from(most) / text.chars().count().max(1) as f32).min(1.0)
}

/// Returns a count in at most four characters: `950`, `1.2k`, `34k`, `5M`.
pub fn count(visits: u64) -> String {
    match visits {
        0..1_000 => visits.to_string(),
        1_000..10_000 => format!("{}.{}k", visits / 1_000, visits % 1_000 / 100),
        10_000..1_000_000 => format!("{}k", visits / 1_000),
        _ => format!("{}M", visits / 1_000_000),
    }
}

/// Returns the candidates that get a disc, each with its point and weight.
fn discs<'a>(
    shown: &ShownThought<'a>,
    position: &'a Position,
) -> impl Iterator<Item = (Point, &'a Candidate, f32)> + use<'a> {
    let free = |point: &Point| position.size().contains(*point) && position.at(*point).is_none();
    let candidates = shown.thought.candidates.iter().zip(weights(&shown.thought.candidates));
    let candidates = candidates.filter(|(_, weight)| *weight >= MIN_WEIGHT).take(MAX_CANDIDATES);
    candidates.filter_map(move |(candidate, weight)| {
        Some((candidate.action.point().filter(free)?, candidate, weight))
    })
}

/// Draws the layers of a thought. Expected stones on candidates are small, unless a candidate is hovered.
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
    let mut thought_painter =
        ThoughtPainter::new(board_painter, if shown.present { 1.0 } else { PAST_OPACITY });
    if layers.get(Layer::Ownership) && shown.thought.ownership.len() == size.area() {
        thought_painter.ownership(shown, position, size);
    }
    let (variation, is_hovered) = shown.variation(hovered.filter(|_| layers.get(Layer::Candidates)));
    let free = |point: &Point| size.contains(*point) && position.at(*point).is_none();
    let discs = if layers.get(Layer::Candidates) { discs(shown, position).collect() } else { Vec::new() };
    let (mut ghosts, mut badges): (Vec<Point>, Vec<(Point, Color, usize)>) = Default::default();
    if layers.get(Layer::Variation) || is_hovered {
        let mut color = shown.color;
        for (i, action) in variation.iter().take(MAX_MOVES).enumerate() {
            let drawn = |point: &Point| ghosts.contains(point) || badges.iter().any(|(at, ..)| at == point);
            if let Some(point) = action.point().filter(free).filter(|point| !drawn(point)) {
                if is_hovered || !discs.iter().any(|&(disc, ..)| disc == point) {
                    thought_painter.ghost(point, color, i + 1);
                    ghosts.push(point);
                } else if i > 0 {
                    badges.push((point, color, i + 1));
                }
            }
            color = !color;
        }
    }
    let best = shown.thought.candidates.first();
    // The best candidate is drawn last, over its neighbours.
    for (point, candidate, weight) in discs.into_iter().rev() {
        if !ghosts.contains(&point) {
            let opacity = if is_hovered { 0.35 } else { 1.0 };
            thought_painter.candidate(
                point,
                candidate,
                weight,
                ink(candidate, best),
                Some(candidate.action) == best.map(|best| best.action),
                opacity,
            );
        }
    }
    for (point, color, number) in badges {
        thought_painter.badge(point, color, number);
    }
}

/// Draws the predicted owner of each point, if the thought has ownership.
pub fn paint_ownership(board_painter: BoardPainter<'_>, position: &Position, shown: &ShownThought<'_>) {
    let size = position.size();
    if shown.thought.ownership.len() == size.area() {
        ThoughtPainter::new(board_painter, 1.0).ownership(shown, position, size);
    }
}

/// Draws the board after `line` is played from `from`, over the board `position`. Missing stones are
/// translucent, those of the line with numbers, and captured stones get a cross. The line ends before a move
/// on an occupied point. Superko is not checked, as in playouts.
pub fn foresee(
    board_painter: BoardPainter<'_>,
    position: &Position,
    from: &Position,
    line: &[(Color, Move)],
) {
    if from.size() != position.size() {
        return;
    }
    let mut thought_painter = ThoughtPainter::new(board_painter, 1.0);
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
            (_, Some(color), Some(&number)) => thought_painter.ghost(point, color, number),
            (Some(_), None, _) => thought_painter.cross(point),
            (current, Some(color), None) if current != Some(color) => thought_painter.ghost(point, color, 0),
            _ => {}
        }
    }
}

/// Returns the colours of an expected stone and of its number.
const fn expected_stone(color: Color) -> (Color32, Color32) {
    match color {
        Color::Black => (Color32::from_rgb(0x22, 0x22, 0x25), Color32::WHITE),
        Color::White => (Color32::from_rgb(0xf2, 0xee, 0xe6), Color32::from_rgb(0x1c, 0x17, 0x11)),
    }
}

/// Draws a thought on a board.
struct ThoughtPainter<'a> {
    board_painter: BoardPainter<'a>,
    pen: Pen<'a>,
    /// Side of a cell, in points.
    cell: f32,
    /// Opacity, 0 to 1.
    strength: f32,
}

impl<'a> ThoughtPainter<'a> {
    fn new(board_painter: BoardPainter<'a>, strength: f32) -> Self {
        Self { board_painter, pen: Pen::new(board_painter.painter), cell: board_painter.cell(), strength }
    }

    fn ownership(&self, shown: &ShownThought<'_>, position: &Position, size: Size) {
        let fills = ByColor::new(Color32::from_rgb(0x12, 0x10, 0x0e), Color32::from_rgb(0xfb, 0xf8, 0xf1));
        for point in self.board_painter.points(size, usize::MAX).0 {
            let ownership = shown.thought.ownership[size.index(point)].clamp(-1.0, 1.0);
            let owner = if ownership >= 0.0 { shown.color } else { !shown.color };
            let certainty = ownership.abs();
            // A stone is marked only if it is predicted dead.
            if certainty < 0.08 || position.at(point) == Some(owner) {
                continue;
            }
            let Some(at) = self.board_painter.place(point) else { continue };
            let side = self.cell * lerp(0.14..=0.52, certainty);
            let square = Rect::from_center_size(at, bevy_egui::egui::vec2(side, side));
            let strength = self.strength * lerp(0.45..=0.95, certainty);
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

    /// Draws an expected stone with its number. 0: no number.
    fn ghost(&mut self, point: Point, color: Color, number: usize) {
        let Some(at) = self.board_painter.place(point) else { return };
        let (fill, text) = expected_stone(color);
        let rim = Stroke::new(1.0, text.gamma_multiply(0.45 * self.strength));
        self.board_painter.painter.circle(at, 0.42 * self.cell, veil(fill, 0.72 * self.strength), rim);
        if self.cell >= 13.0 && number > 0 {
            let number = number.to_string();
            self.pen.write(at, &number, 0.5 * self.cell * fitted(&number, 2), text);
        }
    }

    /// Draws a small expected stone in the upper right corner of a cell that has a candidate.
    fn badge(&mut self, point: Point, color: Color, number: usize) {
        let Some(at) = self.board_painter.place(point) else { return };
        let at = at + bevy_egui::egui::vec2(0.32, -0.32) * self.cell;
        let (fill, text) = expected_stone(color);
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

    /// Draws a cross on a captured stone.
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
        opacity: f32,
    ) {
        let Some(at) = self.board_painter.place(point) else { return };
        let strength = self.strength * opacity;
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
        assert_eq!(weights(&exhausted), [1.0, 0.55, UPPER_BOUND.1]);
        let colors = exhausted.each_ref().map(|candidate| ink(candidate, exhausted.first()));
        assert_eq!(colors, [VALUES[0], VALUES[1], UPPER_BOUND.0]);
    }

    #[test]
    fn numbers_are_short() {
        assert_eq!(number(&candidate(1, Some(0.514), Some(0.2))), "51");
        assert_eq!(number(&candidate(1, None, Some(0.2))), "20");
        let counts = [7, 950, 1_234, 34_567, 5_000_000].map(count);
        assert_eq!(counts, ["7", "950", "1.2k", "34k", "5M"]);
    }

    #[test]
    fn the_variation_is_that_of_the_hovered_candidate() {
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
