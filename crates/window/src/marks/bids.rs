//! Bids of stones that decide together: the sum on each point, and arrows for each stone's strongest bids,
//! all bids of one stone, or all bids for one point.

use super::candidates::{SMALLEST, ShownThought, veil};
use super::overlay::Pen;
use crate::shell::board_painter::BoardPainter;
use bevy_egui::egui::{Color32, Painter, Pos2, Rect, Shape, Stroke, lerp, vec2};
use std::collections::HashSet;
use stonefield_go::{Point, Position};
use stonefield_search::{Bid, Motive, Thought};

/// Largest number of arrows that are drawn. The strongest bids come first.
const MAX_ARROWS: usize = 200;

/// Colour of bids. No other layer has it.
const BID_COLOR: Color32 = Color32::from_rgb(0x74, 0x2c, 0xd6);

/// Smallest sum on a point that is drawn, as a share of the highest.
const MIN_SHARE: f32 = 0.08;

/// Returns the colour of a motive.
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

/// Returns the sum of the bids of each motive, the largest first. Motives without bids are left out.
#[must_use]
pub fn motives<'a>(bids: impl Iterator<Item = &'a Bid>) -> Vec<(Motive, f32)> {
    let mut sums = Motive::ALL.map(|motive| (motive, 0.0));
    bids.for_each(|bid| sums[bid.motive as usize].1 += bid.weight);
    let mut sums = sums.into_iter().filter(|(_, sum)| *sum > 0.0).collect::<Vec<_>>();
    sums.sort_by(|a, b| b.1.total_cmp(&a.1));
    sums
}

/// Returns the hovered point if there are bids for it, or else the point of the first bid: the chosen move.
#[must_use]
pub fn point_shown(thought: &Thought, hovered: Option<Point>) -> Option<Point> {
    let wanted = |point: &Point| thought.bids_for(*point).next().is_some();
    hovered.filter(wanted).or_else(|| thought.bids.first().map(|bid| bid.to))
}

/// Selection of the bids that are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BidChoice {
    /// For each stone, the bids for the point that it wants most.
    #[default]
    Strongest,
    /// All bids, which are for one point or of one stone. Their arrows have the colours of the motives.
    All,
}

/// Bids that are drawn on a board.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ShownBids {
    /// Sum of the bids for each point.
    pub sums: Vec<(Point, f32)>,
    /// Bids from which `choice` selects, stone by stone.
    pub bids: Vec<Bid>,
    /// Selection of the bids.
    pub choice: BidChoice,
    /// Point with a ring: the one that the bids are for, or else the best.
    pub ringed: Option<Point>,
    /// True if the bids are about the current position.
    pub present: bool,
}

impl ShownBids {
    /// Returns the bids of a thought: all of the selected stone, or else all for the hovered point, or else
    /// each stone's strongest. Empty if the thought has no bids.
    #[must_use]
    pub fn of(shown: &ShownThought<'_>, selected: Option<Point>, hovered: Option<Point>) -> Self {
        let ShownThought { thought, present, .. } = *shown;
        let sums = thought.candidates.iter().filter_map(|it| Some((it.action.point()?, it.score? as f32)));
        // A mind whose stones do not bid has candidates with scores, too.
        let Some(best) = point_shown(thought, None) else { return Self::default() };
        let of_stone =
            |stone: Point| thought.bids.iter().filter(move |bid| bid.from == stone).copied().collect();
        let for_point = |point: Point| thought.bids_for(point).copied().collect();
        let all = || thought.bids.clone();
        Self {
            sums: sums.collect(),
            present,
            ..Self::choose(best, (selected, of_stone), (hovered, for_point), all)
        }
    }

    /// Returns the first that is not empty: all bids of the selected stone, all for the hovered point, or the
    /// strongest of `all`. `best` gets the ring, unless the bids are for the hovered point.
    pub fn choose(
        best: Point,
        (selected, of_stone): (Option<Point>, impl Fn(Point) -> Vec<Bid>),
        (hovered, for_point): (Option<Point>, impl Fn(Point) -> Vec<Bid>),
        all: impl FnOnce() -> Vec<Bid>,
    ) -> Self {
        let any = |bids: &Vec<Bid>| !bids.is_empty();
        if let Some(bids) = selected.map(of_stone).filter(any) {
            return Self { bids, choice: BidChoice::All, ringed: Some(best), ..Self::default() };
        }
        if let Some(bids) = hovered.map(for_point).filter(any) {
            return Self { bids, choice: BidChoice::All, ringed: hovered, ..Self::default() };
        }
        Self { bids: all(), ringed: Some(best), ..Self::default() }
    }
}

/// Arrow for all bids of a stone for a point.
#[derive(Clone, Copy, Debug, PartialEq)]
struct BidArrow {
    from: Point,
    to: Point,
    /// Motive of the strongest of these bids.
    motive: Motive,
    /// Sum of the bids.
    weight: f32,
}

/// Returns the arrows for bids, the strongest first, at most [`MAX_ARROWS`].
fn arrows(bids: &[Bid], choice: BidChoice) -> Vec<BidArrow> {
    // The bids of a stone are not sorted by point.
    let mut order: Vec<&Bid> = bids.iter().collect();
    order.sort_by(|a, b| (a.from, a.to).cmp(&(b.from, b.to)).then(b.weight.total_cmp(&a.weight)));
    let by_stone_and_point = order.chunk_by(|a, b| (a.from, a.to) == (b.from, b.to));
    let mut arrows: Vec<BidArrow> = by_stone_and_point
        .map(|same| {
            let Bid { from, to, motive, .. } = *same[0];
            BidArrow { from, to, motive, weight: same.iter().map(|bid| bid.weight).sum() }
        })
        .collect();
    arrows.sort_by(|a, b| b.weight.total_cmp(&a.weight));
    if choice == BidChoice::Strongest {
        let mut stones = HashSet::new();
        arrows.retain(|arrow| stones.insert(arrow.from));
    }
    arrows.truncate(MAX_ARROWS);
    arrows
}

/// Draws the sum of the bids on each point, the arrows, and the ring.
pub fn paint(board_painter: BoardPainter<'_>, position: &Position, shown: &ShownBids) {
    let (painter, cell) = (board_painter.painter, board_painter.cell());
    if !board_painter.has_room(SMALLEST) {
        return;
    }
    let strength = if shown.present { 1.0 } else { 0.8 };
    let highest = shown.sums.iter().map(|(_, sum)| *sum).fold(f32::MIN_POSITIVE, f32::max);
    // A point that has been occupied since is left out.
    for &(point, sum) in shown.sums.iter().filter(|(point, _)| position.at(*point).is_none()) {
        let share = (sum / highest).clamp(0.0, 1.0);
        let Some(at) = board_painter.anywhere(point).filter(|_| share >= MIN_SHARE) else { continue };
        let square = Rect::from_center_size(at, vec2(cell, cell) * 0.96);
        painter.rect_filled(square, 0.0, veil(BID_COLOR, lerp(0.04..=0.62, share) * strength));
    }
    let arrows = arrows(&shown.bids, shown.choice);
    let strongest = arrows.first().map_or(1.0, |arrow| arrow.weight);
    let thickest = if shown.choice == BidChoice::All { 0.16 } else { 0.11 };
    for arrow in arrows.iter().rev() {
        let (Some(start), Some(end)) = (board_painter.anywhere(arrow.from), board_painter.anywhere(arrow.to))
        else {
            continue;
        };
        let ink = if shown.choice == BidChoice::All { motive_ink(arrow.motive) } else { BID_COLOR };
        draw(painter, start, end, cell, lerp(0.055..=thickest, arrow.weight / strongest) * cell, ink);
    }
    let Some((to, end)) = shown.ringed.and_then(|to| Some((to, board_painter.anywhere(to)?))) else { return };
    painter.circle_stroke(end, 0.3 * cell, Stroke::new(0.05 * cell + 1.0, Color32::WHITE));
    if cell >= 18.0
        && position.at(to).is_none()
        && let Some((_, sum)) = shown.sums.iter().find(|(point, _)| *point == to)
    {
        painter.circle_filled(end, 0.28 * cell, Color32::from_rgb(0x1c, 0x17, 0x11));
        Pen::new(painter).write(end, &format!("{sum:.1}"), 0.26 * cell, Color32::WHITE);
    }
}

/// Draws an arrow from a stone's rim to near a point's middle.
fn draw(painter: &Painter, start: Pos2, end: Pos2, cell: f32, width: f32, ink: Color32) {
    let along = (end - start).normalized();
    let (from, to) = (start + along * 0.32 * cell, end - along * 0.34 * cell);
    let head = (2.2 * width).clamp(0.12 * cell, 0.34 * cell);
    let neck = to - along * head;
    let side = along.rot90();
    let dark = Stroke::new(1.0, Color32::from_rgb(0x1c, 0x17, 0x11).gamma_multiply(0.55));
    if (neck - from).dot(along) > 0.0 {
        painter.line_segment([from, neck], Stroke::new(width + 1.2, veil(Color32::WHITE, 0.6)));
        painter.line_segment([from, neck], Stroke::new(width, ink));
    }
    let tip = vec![to, neck + side * 0.7 * head, neck - side * 0.7 * head];
    painter.add(Shape::convex_polygon(tip, ink, dark));
}

#[cfg(test)]
mod tests {
    use super::*;
    use stonefield_go::Color;
    use stonefield_search::Candidate;

    fn bid(from: (u16, u16), to: (u16, u16), motive: Motive, weight: f32) -> Bid {
        Bid { from: Point::new(from.0, from.1), to: Point::new(to.0, to.1), motive, weight }
    }

    #[test]
    fn an_arrow_is_the_sum_of_a_stones_bids_for_a_point() {
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
        let drawn = |selected, hovered| {
            let bids = ShownBids::of(&shown, selected, hovered);
            let arrows = arrows(&bids.bids, bids.choice).into_iter();
            arrows.map(|arrow| (arrow.from.x, arrow.to.x, arrow.motive, arrow.weight)).collect::<Vec<_>>()
        };
        let (flees, strikes) = ((2, 5, Motive::Flee, 9.0), (4, 3, Motive::Strike, 2.5));
        let joins = (2, 3, Motive::Eye, 3.0);
        assert_eq!(drawn(None, None), [flees, strikes], "the strongest of each stone");
        assert_eq!(drawn(None, Some(point)), [joins, strikes], "all for a point");
        assert_eq!(drawn(Some(Point::new(2, 2)), Some(point)), [flees, joins], "all of a stone");
        assert_eq!(drawn(Some(Point::new(0, 0)), None), [flees, strikes], "nothing selected that bids");
        let for_point = ShownBids::of(&shown, None, Some(point));
        assert_eq!(
            motives(for_point.bids.iter()),
            [(Motive::Strike, 2.5), (Motive::Eye, 2.0), (Motive::Connect, 1.0)]
        );
        assert_eq!(point_shown(&thought, None), Some(point));
        assert_eq!(point_shown(&thought, Some(Point::new(5, 5))), Some(Point::new(5, 5)));
        assert_eq!(point_shown(&thought, Some(Point::new(0, 0))), Some(point));
        let scored = Candidate { score: Some(2.0), ..Candidate::new(point.into()) };
        let silent = Thought { candidates: vec![scored], ..Thought::default() };
        let shown = ShownThought { thought: &silent, color: Color::Black, present: true };
        assert_eq!(
            ShownBids::of(&shown, None, Some(point)),
            ShownBids::default(),
            "a score without bids is no heat"
        );
        let colors: HashSet<_> = Motive::ALL.map(motive_ink).into_iter().collect();
        assert_eq!(colors.len(), Motive::ALL.len());
    }
}
