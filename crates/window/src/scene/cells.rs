//! The board as one number a cell: what stands there, what marks it, what shades it.

use super::difference::difference;
use super::seen_cells::SeenCells;
use super::view::BoardView;
use crate::shell::layers::Layer;
use bevy::math::{Rect, UVec2, Vec2};
use stonefield_go::{Color, PlayError, Point, Position, Size};
use stonefield_sim::Links;

// The bits of a cell; `common.wgsl` reads them.
const STONE: ByStone = ByStone { black: 1, white: 2 };
const GHOST: u32 = 1 << 2;
const LINK_RIGHT: u32 = 1 << 3;
const LINK_UP: u32 = 1 << 4;
const LINK_LEFT: u32 = 1 << 5;
const LINK_DOWN: u32 = 1 << 6;
const LAST: u32 = 1 << 7;
const ATARI: u32 = 1 << 8;
const SUICIDE: u32 = 1 << 9;
const SELECTED: u32 = 1 << 10;
const STAR: u32 = 1 << 11;
const SHADE_LEFT: u32 = 1 << 12;
const SHADE_UP: u32 = 1 << 13;
const SHADE_UP_LEFT: u32 = 1 << 14;
const FADING: u32 = 1 << 15;
const GROUP_SHIFT: u32 = 16;
const VARIETY_SHIFT: u32 = 22;
const WIDTH_SHIFT: u32 = 26;
const LIFT_SHIFT: u32 = 28;
const LIFT_MAX: f32 = 15.0;

/// Half the width of a link of the smallest groups, in cells: `link_reach` of `common.wgsl`.
const LINK_REACH: f32 = 0.040;
/// How much that grows from one width to the next.
const LINK_GROWTH: f32 = 0.0125;
/// How far the dark edge of a link reaches beyond it.
pub(super) const LINK_CASING: f32 = 0.033;

struct ByStone {
    black: u32,
    white: u32,
}

const fn stone(color: Color) -> u32 {
    match color {
        Color::Black => STONE.black,
        Color::White => STONE.white,
    }
}

/// Boards beyond this many points are too large for marks that ask the referee at every point.
const ASKED: usize = 128 * 128;

/// The seen cells of a board with an empty border of one cell, row by row from the bottom left.
#[derive(PartialEq)]
pub(super) struct CellBits {
    size: Size,
    seen: SeenCells,
    bits: Vec<u32>,
}

/// What is drawn on a point, as [`CellBits`] hold it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct CellMarks {
    /// The stone there.
    pub(super) stone: Option<Color>,
    /// The index of its group's colour.
    pub(super) group: u32,
    /// Half the width of its links, in cells.
    pub(super) link_reach: f32,
    /// Whether it is linked to its neighbour on the right, and to the one above.
    pub(super) right: bool,
    pub(super) up: bool,
    /// Whether it was placed last.
    pub(super) last: bool,
    /// Whether its group has one liberty.
    pub(super) atari: bool,
    /// Whether the side to move would kill itself there.
    pub(super) suicide: bool,
}

impl CellBits {
    fn new(size: Size, seen: SeenCells) -> Self {
        let extent = seen.extent().as_usizevec2() + 2;
        Self { size, seen, bits: vec![0; extent.x * extent.y] }
    }

    /// How many cells there are along a row and across the rows, with the border.
    pub(super) fn extent(&self) -> UVec2 {
        self.seen.extent() + 2
    }

    fn row(&self) -> usize {
        self.extent().x as usize
    }

    /// Where the cell of the point with a number is, if it is seen.
    fn place(&self, index: usize) -> Option<usize> {
        let [x, y] = self.seen.place(self.size, index)?;
        Some((y + 1) * self.row() + x + 1)
    }

    /// The number of each point that is seen, with the place of its cell.
    fn places(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let row = self.row();
        let rows = (1..).zip(self.seen.rows(self.size));
        rows.flat_map(move |(y, indices)| indices.zip(y * row + 1..))
    }

    pub(super) fn to_bytes(&self) -> Vec<u8> {
        self.bits.iter().flat_map(|bits| bits.to_le_bytes()).collect()
    }

    /// The part of the board where it differs from one of the same size, in board coordinates; `None` where it does not.
    pub(super) fn difference(&self, before: &Self) -> Option<Rect> {
        let cells = difference(&before.bits, &self.bits, self.row())?;
        // The first cell is that of the border, beyond the first point.
        let first = Vec2::splat(1.5) - self.seen.corner();
        Some(Rect { min: cells.min - first, max: cells.max - first })
    }

    /// What is drawn on a point; nothing where it is not seen.
    pub(super) fn marks(&self, point: Point) -> CellMarks {
        let bits = self.place(self.size.index(point)).map_or(0, |place| self.bits[place]);
        CellMarks {
            stone: Color::ALL.into_iter().find(|&color| bits & stone(color) != 0),
            group: bits >> GROUP_SHIFT & 63,
            link_reach: LINK_REACH + LINK_GROWTH * (bits >> WIDTH_SHIFT & 3) as f32,
            right: bits & LINK_RIGHT != 0,
            up: bits & LINK_UP != 0,
            last: bits & LAST != 0,
            atari: bits & ATARI != 0,
            suicide: bits & SUICIDE != 0,
        }
    }

    /// Whether any point has a mark other than that of the last move.
    pub(super) fn marked(&self) -> bool {
        self.bits.iter().any(|bits| bits & (ATARI | SUICIDE | SELECTED) != 0)
    }

    /// Whether any stone is in the air or leaving.
    pub(super) fn moving(&self) -> bool {
        self.bits.iter().any(|bits| bits >> LIFT_SHIFT != 0 || bits & FADING != 0)
    }

    /// Draws a view of the board.
    pub(super) fn of(view: &BoardView<'_>, seen: SeenCells) -> Self {
        let mut cells = Self::new(view.size(), seen);
        let loose = cells.stones(view);
        if view.layers.get(Layer::Links) && !view.bands {
            cells.links(view, loose);
        }
        if view.layers.get(Layer::Atari) {
            cells.atari(view);
        }
        if view.layers.get(Layer::Suicide) {
            cells.suicide(view);
        }
        cells.singles(view);
        cells.shades();
        cells
    }

    /// Returns the cell of the stone that is not linked yet: in the middle of a tick there may be one.
    fn stones(&mut self, view: &BoardView<'_>) -> Option<usize> {
        let mut loose = None;
        for (index, place) in self.places() {
            let Some((id, color)) = view.stone(index) else { continue };
            if !view.layers.stones(color) {
                continue;
            }
            let oldest = view.groups.oldest(id);
            let group = view.colors.index(view.groups, id, color);
            let width = link_width(view.groups.size(id));
            loose = loose.or(oldest.is_none().then_some(place));
            self.bits[place] = stone(color)
                | (group << GROUP_SHIFT)
                | (variety(id) << VARIETY_SHIFT)
                | (width << WIDTH_SHIFT);
        }
        for moving in view.moving {
            let Some(place) = self.place(moving.index) else { continue };
            let lift = ((moving.lift.clamp(0.0, 1.0) * LIFT_MAX) as u32) << LIFT_SHIFT;
            if moving.fades {
                if self.bits[place] == 0 && view.layers.stones(moving.color) {
                    self.bits[place] =
                        stone(moving.color) | (variety(moving.id) << VARIETY_SHIFT) | FADING | lift;
                }
            } else {
                self.bits[place] |= if self.bits[place] == 0 { 0 } else { lift };
            }
        }
        loose
    }

    /// Links between neighbours; those that reach further are drawn as lines of their own.
    fn links(&mut self, view: &BoardView<'_>, loose: Option<usize>) {
        let row = self.row();
        match view.links {
            Links::Neighbours(_) => {
                for (_, place) in self.places() {
                    let here = self.bits[place] & (STONE.black | STONE.white);
                    if here == 0 || self.bits[place] & FADING != 0 || loose == Some(place) {
                        continue;
                    }
                    for (other, forth, back) in
                        [(place + 1, LINK_RIGHT, LINK_LEFT), (place + row, LINK_UP, LINK_DOWN)]
                    {
                        if self.bits[other] & (STONE.black | STONE.white | FADING) == here
                            && loose != Some(other)
                        {
                            self.bits[place] |= forth;
                            self.bits[other] |= back;
                        }
                    }
                }
            }
            Links::Closure(_) => {
                for (low, high, _) in view.pairs() {
                    let Some((one, other)) = self.place(low).zip(self.place(high)) else { continue };
                    let (forth, back) = match other - one {
                        1 => (LINK_RIGHT, LINK_LEFT),
                        far if far == row => (LINK_UP, LINK_DOWN),
                        _ => continue,
                    };
                    self.bits[one] |= forth;
                    self.bits[other] |= back;
                }
            }
        }
    }

    fn atari(&mut self, view: &BoardView<'_>) {
        if self.size.area() > ASKED {
            return;
        }
        let mut seen = vec![false; self.size.area()];
        for point in self.size.points() {
            let index = self.size.index(point);
            if seen[index] || view.position.at(point).is_none() {
                continue;
            }
            let atari = view.position.liberties(point) == 1;
            for member in view.position.chain(point) {
                let member = self.size.index(member);
                seen[member] = true;
                if let Some(place) = self.place(member).filter(|&place| atari && self.bits[place] != 0) {
                    self.bits[place] |= ATARI;
                }
            }
        }
    }

    fn suicide(&mut self, view: &BoardView<'_>) {
        let Some(color) = view.to_move else { return };
        if self.size.area() > ASKED {
            return;
        }
        for point in self.size.points() {
            if let Some(place) = self.place(self.size.index(point))
                && kills_itself(view.position, color, point)
            {
                self.bits[place] |= SUICIDE;
            }
        }
    }

    /// Marks that stand on single points.
    fn singles(&mut self, view: &BoardView<'_>) {
        for point in self.size.star_points() {
            if let Some(place) = self.place(self.size.index(point)) {
                self.bits[place] |= STAR;
            }
        }
        let last = view.last_move.filter(|_| view.layers.get(Layer::LastMove));
        if let Some(place) = last.and_then(|point| self.place(self.size.index(point)))
            && self.bits[place] & (STONE.black | STONE.white) != 0
        {
            self.bits[place] |= LAST;
        }
        let selected = view.selected.filter(|&point| self.size.contains(point));
        if let Some(place) = selected.and_then(|point| self.place(self.size.index(point))) {
            self.bits[place] |= SELECTED;
        }
        if let Some((point, color)) = view.ghost
            && let Some(place) = self.place(self.size.index(point))
            && self.bits[place] & (STONE.black | STONE.white) == 0
        {
            self.bits[place] |= stone(color) | GHOST;
        }
    }

    /// Tells every cell which stones towards the light shade it.
    fn shades(&mut self) {
        let row = self.row();
        let solid = |bits: u32| bits & (STONE.black | STONE.white) != 0 && bits & (GHOST | FADING) == 0;
        for place in 0..self.bits.len() {
            let mut shade = 0;
            if place % row > 0 {
                shade |= if solid(self.bits[place - 1]) { SHADE_LEFT } else { 0 };
                let up_left = place + row - 1;
                shade |=
                    if self.bits.get(up_left).is_some_and(|&bits| solid(bits)) { SHADE_UP_LEFT } else { 0 };
            }
            shade |= if self.bits.get(place + row).is_some_and(|&bits| solid(bits)) { SHADE_UP } else { 0 };
            self.bits[place] |= shade;
        }
    }
}

/// Whether a stone placed here would leave itself without liberties, forbidden or not.
fn kills_itself(position: &Position, color: Color, point: Point) -> bool {
    let breathes = |near| position.at(near).is_none();
    if position.at(point).is_some() || position.size().neighbours(point).any(breathes) {
        return false;
    }
    match position.check_for(color, point.into()) {
        Err(PlayError::Suicide(_)) => true,
        Err(_) => false,
        Ok(()) => position.clone().try_play_as(color, point.into()).is_ok_and(|played| played.suicide > 0),
    }
}

/// Which of four widths the links of a group of so many stones have.
const fn link_width(stones: u32) -> u32 {
    match stones {
        0..=2 => 0,
        3..=6 => 1,
        7..=14 => 2,
        _ => 3,
    }
}

/// Half the width of the links of a group of so many stones, in cells.
pub(super) fn link_reach(stones: u32) -> f32 {
    LINK_REACH + LINK_GROWTH * link_width(stones) as f32
}

/// Sixteen ways in which stones differ, spread over their ids.
pub(super) const fn variety(id: u32) -> u32 {
    (id.wrapping_mul(0x9E37_79B1) >> 28) & 15
}

/// How far a stone stands off its point, in cells: `offset` of `common.wgsl`.
pub(super) fn offset(id: u32) -> Vec2 {
    let variety = variety(id);
    (Vec2::new((variety & 3) as f32, (variety >> 2 & 3) as f32) - 1.5) * 0.011
}
