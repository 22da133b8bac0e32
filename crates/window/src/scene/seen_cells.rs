//! Seen cells: part of a board that is drawn stone by stone.

use crate::shell::state::Projector;
use bevy::math::{UVec2, Vec2, Vec4};
use stonefield_go::Size;

/// Largest board, in points, that is always drawn whole.
const MAX_WHOLE_AREA: usize = 128 * 128;
/// Edges of the seen part of a larger board are multiples of this number of points, so that the part changes
/// seldom while the camera moves.
const STEP: u16 = 32;

/// Columns and rows that are drawn stone by stone: all of a small board, the visible ones of a large one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct SeenCells {
    first: [u16; 2],
    end: [u16; 2],
}

impl SeenCells {
    /// Returns all cells of a board.
    pub(super) const fn whole(size: Size) -> Self {
        Self { first: [0, 0], end: [size.width(), size.height()] }
    }

    /// Returns the cells of a board that its camera may see.
    pub(super) fn of(size: Size, projector: &Projector) -> Self {
        if size.area() <= MAX_WHOLE_AREA {
            return Self::whole(size);
        }
        let area = projector.area();
        let (columns, rows) = projector.visible_range(size, area.min, area.max);
        // Shadows and links of stones outside reach up to two cells in.
        let round_down = |seen: u16| seen.saturating_sub(2) / STEP * STEP;
        let round_up = |seen: u16, side: u16| (seen.saturating_add(2).div_ceil(STEP) * STEP).min(side);
        let first =
            [round_down(columns.start.min(size.width() - 1)), round_down(rows.start.min(size.height() - 1))];
        let end = [round_up(columns.end, size.width()), round_up(rows.end, size.height())];
        Self { first, end: [end[0].max(first[0] + 1), end[1].max(first[1] + 1)] }
    }

    /// Returns the number of columns and of rows.
    pub(super) fn extent(&self) -> UVec2 {
        UVec2::new(u32::from(self.end[0] - self.first[0]), u32::from(self.end[1] - self.first[1]))
    }

    /// Returns the first column and the first row.
    pub(super) fn corner(&self) -> Vec2 {
        Vec2::new(self.first[0].into(), self.first[1].into())
    }

    /// Returns corner and extent for the shaders.
    pub(super) fn to_vec4(self) -> Vec4 {
        let (corner, extent) = (self.corner(), self.extent().as_vec2());
        Vec4::new(corner.x, corner.y, extent.x, extent.y)
    }

    /// Returns the point numbers of each row, from the lowest row.
    pub(super) fn rows(self, size: Size) -> impl Iterator<Item = std::ops::Range<usize>> {
        let [left, right] = [self.first[0], self.end[0]].map(usize::from);
        (self.first[1]..self.end[1]).map(move |y| {
            let row = usize::from(y) * usize::from(size.width());
            row + left..row + right
        })
    }

    /// Returns column and row of a point, counted from the corner. `None` if the point is not seen.
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
    fn places_and_rows_have_the_same_points() {
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
