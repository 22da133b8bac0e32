//! What stones bid for, where they decide together: the sum on every point, and an arrow from each stone to the point it wants most; or all bids of one
//! stone, or all bids for one point.

use super::candidates::{SMALLEST, ShownThought, veil};
use super::overlay::Pen;
use crate::shell::board_painter::BoardPainter;
use bevy_egui::egui::{Color32, Painter, Pos2, Rect, Shape, Stroke, lerp, vec2};
use std::collections::HashSet;
use stonefield_go::{Point, Position};
use stonefield_search::{Bid, Motive, Thought};

/// Arrows drawn at most, the strongest bids first.
const ARROWS: usize = 200;

/// The hue of bids: no other layer has it.
const HUE: Color32 = Color32::from_rgb(0x74, 0x2c, 0xd6);

/// The share of the highest sum below which a point is left plain.
const FAINT: f32 = 0.08;

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

/// Which bids are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BidChoice {
    /// Of each stone the strongest.
    #[default]
    Strongest,
    /// Those for one point, or of one stone: few enough for each to show what it wants.
    All,
}

/// What is drawn of bids.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ShownBids {
    /// How much each point is wanted.
    pub sums: Vec<(Point, f32)>,
    /// The bids to choose from, stone by stone.
    pub bids: Vec<Bid>,
    /// Which of them are drawn.
    pub choice: BidChoice,
    /// The point that is ringed: the one that the bids are for, or the best.
    pub ringed: Option<Point>,
    /// Whether they are about the position that stands.
    pub present: bool,
}

impl ShownBids {
    /// The bids that a mind tells of: all of the stone selected or else for the point pointed at, if there are any, and else each stone's strongest.
    #[must_use]
    pub fn of(shown: &ShownThought<'_>, selected: Option<Point>, hovered: Option<Point>) -> Self {
        let ShownThought { thought, present, .. } = *shown;
        let sums = thought.candidates.iter().filter_map(|it| Some((it.action.point()?, it.score? as f32)));
        // Candidates of a mind whose stones do not bid have scores too.
        let Some(best) = point_shown(thought, None) else { return Self::default() };
        let of_stone =
            |stone: Point| thought.bids.iter().filter(move |bid| bid.from == stone).copied().collect();
        let for_point = |point: Point| thought.bids_for(point).copied().collect();
        let told = || thought.bids.clone();
        Self {
            sums: sums.collect(),
            present,
            ..Self::choose(best, (selected, of_stone), (hovered, for_point), told)
        }
    }

    /// Of the bids of the stone selected, those for the point pointed at, and all there are, the first that are any.
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

/// One arrow: a stone, and all that it bids for a point.
#[derive(Clone, Copy, Debug, PartialEq)]
struct BidArrow {
    from: Point,
    to: Point,
    /// What it wants most there.
    motive: Motive,
    weight: f32,
}

/// Arrows from the stones that bid, the strongest first.
fn arrows(bids: &[Bid], choice: BidChoice) -> Vec<BidArrow> {
    // Bids come stone by stone, those of a stone not point by point.
    let mut order: Vec<&Bid> = bids.iter().collect();
    order.sort_by(|a, b| (a.from, a.to).cmp(&(b.from, b.to)).then(b.weight.total_cmp(&a.weight)));
    let of_one = order.chunk_by(|a, b| (a.from, a.to) == (b.from, b.to));
    let mut arrows: Vec<BidArrow> = of_one
        .map(|same| {
            let Bid { from, to, motive, .. } = *same[0];
            BidArrow { from, to, motive, weight: same.iter().map(|bid| bid.weight).sum() }
        })
        .collect();
    arrows.sort_by(|a, b| b.weight.total_cmp(&a.weight));
    if choice == BidChoice::Strongest {
        let mut seen = HashSet::new();
        arrows.retain(|arrow| seen.insert(arrow.from));
    }
    arrows.truncate(ARROWS);
    arrows
}

/// Draws bids: how much each point is wanted, and an arrow for each bid that is shown.
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
        let Some(at) = board_painter.anywhere(point).filter(|_| share >= FAINT) else { continue };
        let square = Rect::from_center_size(at, vec2(cell, cell) * 0.96);
        painter.rect_filled(square, 0.0, veil(HUE, lerp(0.04..=0.62, share) * strength));
    }
    let arrows = arrows(&shown.bids, shown.choice);
    let strongest = arrows.first().map_or(1.0, |arrow| arrow.weight);
    let thickest = if shown.choice == BidChoice::All { 0.16 } else { 0.11 };
    for arrow in arrows.iter().rev() {
        let (Some(start), Some(end)) = (board_painter.anywhere(arrow.from), board_painter.anywhere(arrow.to))
        else {
            continue;
        };
        let ink = if shown.choice == BidChoice::All { motive_ink(arrow.motive) } else { HUE };
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

/// An arrow from a stone's rim to near a point's middle.
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
    fn an_arrow_is_all_that_a_stone_bids_for_a_point_and_a_stone_has_one() {
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
            let told = ShownBids::of(&shown, selected, hovered);
            let arrows = arrows(&told.bids, told.choice).into_iter();
            arrows.map(|arrow| (arrow.from.x, arrow.to.x, arrow.motive, arrow.weight)).collect::<Vec<_>>()
        };
        let (flees, strikes) = ((2, 5, Motive::Flee, 9.0), (4, 3, Motive::Strike, 2.5));
        let joins = (2, 3, Motive::Eye, 3.0);
        assert_eq!(drawn(None, None), [flees, strikes], "the strongest of each stone");
        assert_eq!(drawn(None, Some(point)), [joins, strikes], "all for a point");
        assert_eq!(drawn(Some(Point::new(2, 2)), Some(point)), [flees, joins], "all of a stone");
        assert_eq!(drawn(Some(Point::new(0, 0)), None), [flees, strikes], "nothing selected that bids");
        let told = ShownBids::of(&shown, None, Some(point));
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
            ShownBids::of(&shown, None, Some(point)),
            ShownBids::default(),
            "a score without bids is no heat"
        );
        let colors: HashSet<_> = Motive::ALL.map(motive_ink).into_iter().collect();
        assert_eq!(colors.len(), Motive::ALL.len());
    }
}
