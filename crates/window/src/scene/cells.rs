//! Cells: one number for each cell of the board, with its stone, marks and shadows.

use super::difference::difference;
use super::seen_cells::SeenCells;
use super::view::BoardView;
use crate::shell::layers::Layer;
use bevy::math::{Rect, UVec2, Vec2};
use stonefield_go::{Color, PlayError, Point, Position, Size};
use stonefield_sim::Links;

// Bits of a cell, as `common.wgsl` reads them.
const STONE: StoneBits = StoneBits { black: 1, white: 2 };
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

/// Half the width of the narrowest link, in cells: `link_reach` of `common.wgsl`.
const LINK_REACH: f32 = 0.040;
/// Difference of half the width between two successive widths of links, in cells.
const LINK_GROWTH: f32 = 0.0125;
/// Width of the dark edge of a link, in cells.
pub(super) const LINK_CASING: f32 = 0.033;

struct StoneBits {
    black: u32,
    white: u32,
}

const fn stone(color: Color) -> u32 {
    match color {
        Color::Black => STONE.black,
        Color::White => STONE.white,
    }
}

/// Largest board, in points, with marks of atari and suicide. Each drawing checks every point for them.
const MAX_MARKED_AREA: usize = 128 * 128;

/// Bits of the seen cells of a board, with an empty border of one cell, row by row from the lower left.
#[derive(PartialEq)]
pub(super) struct CellBits {
    size: Size,
    seen: SeenCells,
    bits: Vec<u32>,
}

/// Content of a cell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct CellMarks {
    /// Stone on the point.
    pub(super) stone: Option<Color>,
    /// Index of the colour of its group.
    pub(super) group: u32,
    /// Half the width of its links, in cells.
    pub(super) link_reach: f32,
    /// True if linked to the right or upper neighbour.
    pub(super) link_right: bool,
    pub(super) link_up: bool,
    /// True on the stone of the last move.
    pub(super) last: bool,
    /// True if the group has one liberty.
    pub(super) atari: bool,
    /// True if a stone of the side to move would die here at once.
    pub(super) suicide: bool,
}

impl CellBits {
    fn new(size: Size, seen: SeenCells) -> Self {
        let extent = seen.extent().as_usizevec2() + 2;
        Self { size, seen, bits: vec![0; extent.x * extent.y] }
    }

    /// Returns the number of columns and rows, with the border.
    pub(super) fn extent(&self) -> UVec2 {
        self.seen.extent() + 2
    }

    /// Returns the number of cells in a row, with the border.
    fn row_length(&self) -> usize {
        self.extent().x as usize
    }

    /// Returns the index of the cell of a point. `None` if it is not seen.
    fn place(&self, index: usize) -> Option<usize> {
        let [x, y] = self.seen.place(self.size, index)?;
        Some((y + 1) * self.row_length() + x + 1)
    }

    /// Returns the number of each seen point, with the index of its cell.
    fn places(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let row = self.row_length();
        let rows = (1..).zip(self.seen.rows(self.size));
        rows.flat_map(move |(y, indices)| indices.zip(y * row + 1..))
    }

    pub(super) fn to_bytes(&self) -> Vec<u8> {
        self.bits.iter().flat_map(|bits| bits.to_le_bytes()).collect()
    }

    /// Returns the part that differs from other cells of the same size, in board coordinates; `None` if
    /// equal.
    pub(super) fn difference(&self, before: &Self) -> Option<Rect> {
        let cells = difference(&before.bits, &self.bits, self.row_length())?;
        // The first cell is the border before the first point.
        let first = Vec2::splat(1.5) - self.seen.corner();
        Some(Rect { min: cells.min - first, max: cells.max - first })
    }

    /// Returns the content of a cell. Empty if it is not seen.
    pub(super) fn marks(&self, point: Point) -> CellMarks {
        let bits = self.place(self.size.index(point)).map_or(0, |place| self.bits[place]);
        CellMarks {
            stone: Color::ALL.into_iter().find(|&color| bits & stone(color) != 0),
            group: bits >> GROUP_SHIFT & 63,
            link_reach: LINK_REACH + LINK_GROWTH * (bits >> WIDTH_SHIFT & 3) as f32,
            link_right: bits & LINK_RIGHT != 0,
            link_up: bits & LINK_UP != 0,
            last: bits & LAST != 0,
            atari: bits & ATARI != 0,
            suicide: bits & SUICIDE != 0,
        }
    }

    /// True if a point has a mark other than that of the last move.
    pub(super) fn has_marks(&self) -> bool {
        self.bits.iter().any(|bits| bits & (ATARI | SUICIDE | SELECTED) != 0)
    }

    /// True if a stone is in the air or fading.
    pub(super) fn has_moving_stones(&self) -> bool {
        self.bits.iter().any(|bits| bits >> LIFT_SHIFT != 0 || bits & FADING != 0)
    }

    /// Returns the cells of a view of the board.
    pub(super) fn of(view: &BoardView<'_>, seen: SeenCells) -> Self {
        let mut cells = Self::new(view.size(), seen);
        let unlinked = cells.stones(view);
        if view.layers.get(Layer::Links) && !view.bands {
            cells.links(view, unlinked);
        }
        if view.layers.get(Layer::Atari) {
            cells.atari(view);
        }
        if view.layers.get(Layer::Suicide) {
            cells.suicide(view);
        }
        cells.point_marks(view);
        cells.shades();
        cells
    }

    /// Sets the stones. Returns the cell of a stone that is not linked yet: possible only within a tick.
    fn stones(&mut self, view: &BoardView<'_>) -> Option<usize> {
        let mut unlinked = None;
        for (index, place) in self.places() {
            let Some((id, color)) = view.stone(index) else { continue };
            if !view.layers.stones(color) {
                continue;
            }
            let oldest = view.groups.oldest(id);
            let group = view.colors.index(view.groups, id, color);
            let width = link_width(view.groups.size(id));
            unlinked = unlinked.or(oldest.is_none().then_some(place));
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
        unlinked
    }

    /// Sets the links between neighbours. Longer links are drawn as bands by another shader.
    fn links(&mut self, view: &BoardView<'_>, unlinked: Option<usize>) {
        let row = self.row_length();
        match view.links {
            Links::Neighbours(_) => {
                for (_, place) in self.places() {
                    let here = self.bits[place] & (STONE.black | STONE.white);
                    if here == 0 || self.bits[place] & FADING != 0 || unlinked == Some(place) {
                        continue;
                    }
                    for (other, forth, back) in
                        [(place + 1, LINK_RIGHT, LINK_LEFT), (place + row, LINK_UP, LINK_DOWN)]
                    {
                        if self.bits[other] & (STONE.black | STONE.white | FADING) == here
                            && unlinked != Some(other)
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
        if self.size.area() > MAX_MARKED_AREA {
            return;
        }
        let mut visited = vec![false; self.size.area()];
        for point in self.size.points() {
            let index = self.size.index(point);
            if visited[index] || view.position.at(point).is_none() {
                continue;
            }
            let atari = view.position.liberties(point) == 1;
            for member in view.position.chain(point) {
                let member = self.size.index(member);
                visited[member] = true;
                if let Some(place) = self.place(member).filter(|&place| atari && self.bits[place] != 0) {
                    self.bits[place] |= ATARI;
                }
            }
        }
    }

    fn suicide(&mut self, view: &BoardView<'_>) {
        let Some(color) = view.to_move else { return };
        if self.size.area() > MAX_MARKED_AREA {
            return;
        }
        for point in self.size.points() {
            if let Some(place) = self.place(self.size.index(point))
                && is_suicide(view.position, color, point)
            {
                self.bits[place] |= SUICIDE;
            }
        }
    }

    /// Sets star points, the last move, the selected point, and the stone under the pointer.
    fn point_marks(&mut self, view: &BoardView<'_>) {
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

    /// Sets the bits of shadows: which of the stones on the left, above and upper left shade a cell.
    fn shades(&mut self) {
        let row = self.row_length();
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

/// True if a move here would be suicide, of one stone or of a group, whether the rules allow it or not.
fn is_suicide(position: &Position, color: Color, point: Point) -> bool {
    let is_liberty = |near| position.at(near).is_none();
    if position.at(point).is_some() || position.size().neighbours(point).any(is_liberty) {
        return false;
    }
    match position.check_for(color, point.into()) {
        Err(PlayError::Suicide(_)) => true,
        Err(_) => false,
        Ok(()) => position.clone().try_play_as(color, point.into()).is_ok_and(|played| played.suicide > 0),
    }
}

/// Returns the width of the links of a group, 0 to 3, by its number of stones.
const fn link_width(stones: u32) -> u32 {
    match stones {
        0..=2 => 0,
        3..=6 => 1,
        7..=14 => 2,
        _ => 3,
    }
}

/// Returns half the width of the links of a group, in cells, by its number of stones.
pub(super) fn link_reach(stones: u32) -> f32 {
    LINK_REACH + LINK_GROWTH * link_width(stones) as f32
}

/// Returns the variety of a stone, 0 to 15, a hash of its id.
pub(super) const fn variety(id: u32) -> u32 {
    (id.wrapping_mul(0x9E37_79B1) >> 28) & 15
}

/// Returns the offset of a stone from its point, in cells: `offset` of `common.wgsl`.
pub(super) fn offset(id: u32) -> Vec2 {
    let variety = variety(id);
    (Vec2::new((variety & 3) as f32, (variety >> 2 & 3) as f32) - 1.5) * 0.011
}
