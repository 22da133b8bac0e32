//! What stones bid for, where they decide together: the sum on every point as heat, and an arrow from each stone that bids for one.

use super::board_painter::BoardPainter;
use super::candidates::{SMALLEST, ShownThought, veil};
use super::overlay::Pen;
use crate::go::{Point, Position};
use crate::search::{Bid, Motive, Thought};
use bevy_egui::egui::{Color32, Painter, Pos2, Rect, Shape, Stroke, lerp, vec2};

/// Arrows drawn at most, the strongest bids first.
const ARROWS: usize = 200;

/// Warm, so that it is told from the squares of a colour.
const SUM: Color32 = Color32::from_rgb(0xe0, 0x5a, 0x1e);

/// The colour of a motive.
#[must_use]
pub const fn motive_ink(motive: Motive) -> Color32 {
    match motive {
        Motive::Flee => Color32::from_rgb(0xd6, 0x28, 0x6c),
        Motive::Extend => Color32::from_rgb(0x2b, 0x8a, 0x3e),
        Motive::Connect => Color32::from_rgb(0x1f, 0x6f, 0xd0),
        Motive::Strike => Color32::from_rgb(0xc8, 0x22, 0x18),
        Motive::Surround => Color32::from_rgb(0x7b, 0x3f, 0xb8),
        Motive::Eye => Color32::from_rgb(0x0a, 0x93, 0x96),
        Motive::Spread => Color32::from_rgb(0x55, 0x62, 0x70),
        Motive::Heat => Color32::from_rgb(0xd9, 0x7a, 0x06),
    }
}

/// What is wanted by these bids: the sum by motive, the largest first.
#[must_use]
pub fn motives<'a>(bids: impl Iterator<Item = &'a Bid>) -> Vec<(Motive, f32)> {
    let mut sums = Motive::ALL.map(|motive| (motive, 0.0));
    bids.for_each(|bid| sums[bid.motive as usize].1 += bid.weight);
    let mut sums = sums.into_iter().filter(|(_, sum)| *sum > 0.0).collect::<Vec<_>>();
    sums.sort_by(|a, b| b.1.total_cmp(&a.1));
    sums
}

/// The point whose bids are shown: the one pointed at, if anybody bids for it, else the best.
#[must_use]
pub fn point_shown(thought: &Thought, hovered: Option<Point>) -> Option<Point> {
    let wanted = |point: &Point| thought.bids_for(*point).next().is_some();
    hovered.filter(wanted).or_else(|| thought.bids.first().map(|bid| bid.to))
}

/// What is drawn of bids.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ShownBids {
    /// How much each point is wanted.
    pub sums: Vec<(Point, f32)>,
    /// The bids for one point, stone by stone.
    pub bids: Vec<Bid>,
    /// Whether they are about the position that stands.
    pub present: bool,
}

impl ShownBids {
    /// The bids that a mind tells of, those for the point pointed at if there are any.
    #[must_use]
    pub fn of(shown: &ShownThought<'_>, hovered: Option<Point>) -> Self {
        let sums =
            shown.thought.candidates.iter().filter_map(|it| Some((it.action.point()?, it.score? as f32)));
        // Candidates of a mind whose stones do not bid have scores too.
        let Some(to) = point_shown(shown.thought, hovered) else { return Self::default() };
        Self {
            sums: sums.collect(),
            bids: shown.thought.bids_for(to).copied().collect(),
            present: shown.present,
        }
    }
}

/// One arrow: a stone, and all that it bids for the point.
struct BidArrow {
    from: Point,
    /// What it wants most.
    motive: Motive,
    weight: f32,
}

/// Arrows from the stones that bid for a point, the strongest first.
fn arrows(bids: &[Bid]) -> Vec<BidArrow> {
    let mut arrows: Vec<(BidArrow, f32)> = Vec::new();
    for &Bid { from, motive, weight, .. } in bids {
        match arrows.iter_mut().find(|(arrow, _)| arrow.from == from) {
            Some((arrow, most)) => {
                arrow.weight += weight;
                if weight > *most {
                    (arrow.motive, *most) = (motive, weight);
                }
            }
            None => arrows.push((BidArrow { from, motive, weight }, weight)),
        }
    }
    let mut arrows: Vec<BidArrow> = arrows.into_iter().map(|(arrow, _)| arrow).collect();
    arrows.sort_by(|a, b| b.weight.total_cmp(&a.weight));
    arrows.truncate(ARROWS);
    arrows
}

/// Draws bids: how much each point is wanted as heat, and an arrow from each stone to the one point.
pub fn paint(board_painter: BoardPainter<'_>, position: &Position, shown: &ShownBids) {
    let (painter, cell) = (board_painter.painter, board_painter.cell());
    if !board_painter.has_room(SMALLEST) {
        return;
    }
    let strength = if shown.present { 1.0 } else { 0.8 };
    let most = shown.sums.iter().map(|(_, sum)| *sum).fold(f32::MIN_POSITIVE, f32::max);
    // A point that has been occupied since is not covered.
    for &(point, sum) in shown.sums.iter().filter(|(point, _)| position.at(*point).is_none()) {
        let share = (sum / most).clamp(0.0, 1.0);
        let Some(at) = board_painter.anywhere(point) else { continue };
        let square = Rect::from_center_size(at, vec2(cell, cell) * 0.96);
        painter.rect_filled(square, 0.0, veil(SUM, lerp(0.08..=0.8, share) * strength));
    }
    let Some(to) = shown.bids.first().map(|bid| bid.to) else { return };
    let Some(end) = board_painter.anywhere(to) else { return };
    let arrows = arrows(&shown.bids);
    let strongest = arrows.first().map_or(1.0, |arrow| arrow.weight);
    let mut pen = Pen::new(painter);
    for arrow in arrows.iter().rev() {
        let Some(start) = board_painter.anywhere(arrow.from) else { continue };
        let ink = motive_ink(arrow.motive);
        draw(painter, start, end, cell, lerp(0.05..=0.17, arrow.weight / strongest) * cell, ink);
    }
    painter.circle_stroke(end, 0.3 * cell, Stroke::new(0.05 * cell + 1.0, Color32::WHITE));
    if cell >= 18.0
        && position.at(to).is_none()
        && let Some((_, sum)) = shown.sums.iter().find(|(point, _)| *point == to)
    {
        painter.circle_filled(end, 0.28 * cell, Color32::from_rgb(0x1c, 0x17, 0x11));
        pen.write(end, &format!("{sum:.1}"), 0.26 * cell, Color32::WHITE);
    }
}

/// An arrow from a stone's rim to near a point's middle.
fn draw(painter: &Painter, start: Pos2, end: Pos2, cell: f32, width: f32, ink: Color32) {
    let along = (end - start).normalized();
    let (from, to) = (start + along * 0.32 * cell, end - along * 0.34 * cell);
    let head = (2.2 * width).clamp(0.12 * cell, 0.34 * cell);
    let neck = to - along * head;
    let side = along.rot90();
    let dark = Stroke::new(1.0, Color32::from_rgb(0x1c, 0x17, 0x11).gamma_multiply(0.55));
    if (neck - from).dot(along) > 0.0 {
        painter.line_segment([from, neck], Stroke::new(width + 1.6, veil(Color32::WHITE, 0.8)));
        painter.line_segment([from, neck], Stroke::new(width, ink));
    }
    let tip = vec![to, neck + side * 0.7 * head, neck - side * 0.7 * head];
    painter.add(Shape::convex_polygon(tip, ink, dark));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::Color;
    use crate::search::Candidate;

    fn bid(from: (u16, u16), to: (u16, u16), motive: Motive, weight: f32) -> Bid {
        Bid { from: Point::new(from.0, from.1), to: Point::new(to.0, to.1), motive, weight }
    }

    #[test]
    fn an_arrow_is_all_that_a_stone_bids_for_a_point() {
        let point = Point::new(3, 3);
        let thought = Thought {
            candidates: vec![Candidate::new(point.into())],
            bids: vec![
                bid((2, 2), (3, 3), Motive::Connect, 1.0),
                bid((4, 4), (3, 3), Motive::Strike, 2.5),
                bid((2, 2), (3, 3), Motive::Eye, 2.0),
                bid((2, 2), (5, 5), Motive::Flee, 9.0),
            ],
            ..Thought::default()
        };
        let shown = ShownThought { thought: &thought, color: Color::Black, present: true };
        let told = ShownBids::of(&shown, None);
        let drawn: Vec<_> =
            arrows(&told.bids).iter().map(|arrow| (arrow.from.x, arrow.motive, arrow.weight)).collect();
        assert_eq!(drawn, [(2, Motive::Eye, 3.0), (4, Motive::Strike, 2.5)]);
        assert_eq!(
            motives(told.bids.iter()),
            [(Motive::Strike, 2.5), (Motive::Eye, 2.0), (Motive::Connect, 1.0)]
        );
        assert_eq!(point_shown(&thought, None), Some(point));
        assert_eq!(point_shown(&thought, Some(Point::new(5, 5))), Some(Point::new(5, 5)));
        assert_eq!(point_shown(&thought, Some(Point::new(0, 0))), Some(point));
        let scored = Candidate { score: Some(2.0), ..Candidate::new(point.into()) };
        let silent = Thought { candidates: vec![scored], ..Thought::default() };
        let shown = ShownThought { thought: &silent, color: Color::Black, present: true };
        assert_eq!(
            ShownBids::of(&shown, Some(point)),
            ShownBids::default(),
            "a score without bids is no heat"
        );
        let colors: std::collections::HashSet<_> = Motive::ALL.map(motive_ink).into_iter().collect();
        assert_eq!(colors.len(), Motive::ALL.len());
    }
}
