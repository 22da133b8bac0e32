//! Seen cells: the part of a board that is drawn stone by stone.

use crate::shell::state::Projector;
use bevy::math::{UVec2, Vec2, Vec4};
use stonefield_go::Size;

/// Boards of at most so many points are drawn whole.
const WHOLE: usize = 128 * 128;
/// Of larger boards the part that is seen begins and ends at multiples of this, so that it changes seldom while the board is moved.
const STEP: u16 = 32;

/// The columns and rows of a board that are drawn stone by stone: all of a small one, of a large one those that can be seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct SeenCells {
    first: [u16; 2],
    end: [u16; 2],
}

impl SeenCells {
    /// All cells of a board.
    pub(super) const fn whole(size: Size) -> Self {
        Self { first: [0, 0], end: [size.width(), size.height()] }
    }

    /// Those of a board that its camera may see.
    pub(super) fn of(size: Size, projector: &Projector) -> Self {
        if size.area() <= WHOLE {
            return Self::whole(size);
        }
        let area = projector.area();
        let (columns, rows) = projector.seen(size, area.min, area.max);
        // Stones beyond the border throw shadows and links over it.
        let least = |seen: u16| seen.saturating_sub(2) / STEP * STEP;
        let most = |seen: u16, side: u16| (seen.saturating_add(2).div_ceil(STEP) * STEP).min(side);
        let first = [least(columns.start.min(size.width() - 1)), least(rows.start.min(size.height() - 1))];
        let end = [most(columns.end, size.width()), most(rows.end, size.height())];
        Self { first, end: [end[0].max(first[0] + 1), end[1].max(first[1] + 1)] }
    }

    /// How many columns and rows.
    pub(super) fn extent(&self) -> UVec2 {
        UVec2::new(u32::from(self.end[0] - self.first[0]), u32::from(self.end[1] - self.first[1]))
    }

    /// The first column and the first row.
    pub(super) fn corner(&self) -> Vec2 {
        Vec2::new(self.first[0].into(), self.first[1].into())
    }

    /// The corner, then the extent, as the shaders have it.
    pub(super) fn to_vec4(self) -> Vec4 {
        let (corner, extent) = (self.corner(), self.extent().as_vec2());
        Vec4::new(corner.x, corner.y, extent.x, extent.y)
    }

    /// The numbers of the points of each of its rows, from the lowest.
    pub(super) fn rows(self, size: Size) -> impl Iterator<Item = std::ops::Range<usize>> {
        let [left, right] = [self.first[0], self.end[0]].map(usize::from);
        (self.first[1]..self.end[1]).map(move |y| {
            let row = usize::from(y) * usize::from(size.width());
            row + left..row + right
        })
    }

    /// The column and the row of the point with a number, counted from the corner; `None` where it is not among them.
    pub(super) fn place(&self, size: Size, index: usize) -> Option<[usize; 2]> {
        let width = usize::from(size.width());
        let [left, below] = self.first.map(usize::from);
        let (x, y) = (index % width, index / width);
        let inside = x >= left && y >= below && x < self.end[0].into() && y < self.end[1].into();
        inside.then(|| [x - left, y - below])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_and_rows_name_the_same_points() {
        let size = Size::new(300, 200).expect("a size");
        let seen = SeenCells { first: [32, 64], end: [96, 128] };
        assert_eq!((seen.extent(), seen.corner()), (UVec2::new(64, 64), Vec2::new(32.0, 64.0)));
        for (y, row) in seen.rows(size).enumerate() {
            for (x, index) in row.enumerate() {
                assert_eq!(seen.place(size, index), Some([x, y]));
            }
        }
        assert_eq!(seen.place(size, 31 + 64 * 300), None);
        assert_eq!(seen.place(size, 32 + 128 * 300), None);
        assert_eq!(SeenCells::whole(size).rows(size).flatten().count(), size.area());
    }
}
