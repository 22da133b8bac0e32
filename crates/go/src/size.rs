//! Size of a board, and the geometry of its points.

use super::Point;
use super::neighbour_indices::{NeighbourIndices, neighbour_indices};
use std::fmt;
use std::str::FromStr;

/// Width and height of a board, in points, each 1…1024.
///
/// The number of a point is `y · width + x`, counted from the bottom left. Arrays with a value for each point
/// use this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
#[serde(try_from = "Sides")]
pub struct Size {
    width: u16,
    height: u16,
}

/// Sides of a deserialized size, before the check of their range.
#[derive(serde::Deserialize)]
struct Sides {
    width: u16,
    height: u16,
}

impl TryFrom<Sides> for Size {
    type Error = SizeError;

    fn try_from(sides: Sides) -> Result<Self, SizeError> {
        Self::new(sides.width, sides.height)
    }
}

impl Size {
    /// Longest side of a board, in points.
    pub const MAX_SIDE: u16 = 1024;

    /// Largest board.
    pub const LARGEST: Self = Self { width: Self::MAX_SIDE, height: Self::MAX_SIDE };

    /// A board of `width` columns and `height` rows.
    ///
    /// # Errors
    /// [`SizeError::Range`] when a side is 0 or longer than [`Size::MAX_SIDE`].
    pub const fn new(width: u16, height: u16) -> Result<Self, SizeError> {
        if width == 0 || height == 0 || width > Self::MAX_SIDE || height > Self::MAX_SIDE {
            return Err(SizeError::Range { width, height });
        }
        Ok(Self { width, height })
    }

    /// A square board.
    ///
    /// # Errors
    /// [`SizeError::Range`] when the side is 0 or longer than [`Size::MAX_SIDE`].
    pub const fn square(side: u16) -> Result<Self, SizeError> {
        Self::new(side, side)
    }

    /// Number of columns.
    #[inline]
    #[must_use]
    pub const fn width(self) -> u16 {
        self.width
    }

    /// Number of rows.
    #[inline]
    #[must_use]
    pub const fn height(self) -> u16 {
        self.height
    }

    /// Number of points.
    #[inline]
    #[must_use]
    pub const fn area(self) -> usize {
        self.width as usize * self.height as usize
    }

    /// Returns true if the point is on the board.
    #[inline]
    #[must_use]
    pub const fn contains(self, point: Point) -> bool {
        point.x < self.width && point.y < self.height
    }

    /// Number of a point. The point must be on the board.
    #[inline]
    #[must_use]
    pub const fn index(self, point: Point) -> usize {
        point.y as usize * self.width as usize + point.x as usize
    }

    /// Point with the given number. The number must be below [`Size::area`].
    #[inline]
    #[must_use]
    pub const fn point(self, index: usize) -> Point {
        let width = self.width as usize;
        #[expect(clippy::cast_possible_truncation, reason = "both are below 1024")]
        Point::new((index % width) as u16, (index / width) as u16)
    }

    /// All points, in the order of their numbers.
    pub fn points(self) -> impl ExactSizeIterator<Item = Point> + Clone {
        (0..self.area()).map(move |index| self.point(index))
    }

    /// Orthogonal neighbours of a point on the board: left, right, below, above.
    pub fn neighbours(self, point: Point) -> impl Iterator<Item = Point> + Clone {
        self.offsets(point, [(-1, 0), (1, 0), (0, -1), (0, 1)])
    }

    /// Numbers of the point's orthogonal neighbours: left, right, below, above. `index` is the point's
    /// number.
    #[inline]
    #[must_use]
    pub fn around(self, index: usize) -> NeighbourIndices {
        neighbour_indices((self.width(), self.height()), index)
    }

    /// Diagonal neighbours of a point on the board.
    pub fn diagonals(self, point: Point) -> impl Iterator<Item = Point> + Clone {
        self.offsets(point, [(-1, -1), (1, -1), (-1, 1), (1, 1)])
    }

    fn offsets(self, point: Point, offsets: [(i16, i16); 4]) -> impl Iterator<Item = Point> + Clone {
        offsets.into_iter().filter_map(move |(dx, dy)| {
            let x = point.x.checked_add_signed(dx)?;
            let y = point.y.checked_add_signed(dy)?;
            let next = Point::new(x, y);
            self.contains(next).then_some(next)
        })
    }

    /// Star points of a board of this size.
    ///
    /// Star points are on the third line for sides 7…12 and on the fourth line for longer sides. Boards with
    /// odd sides from 9 on also have a star point at the centre, and from 15 on one at the middle of each
    /// side.
    #[must_use]
    pub fn star_points(self) -> Vec<Point> {
        let star_lines = |side: u16| -> Vec<u16> {
            let edge = if side < 13 { 2 } else { 3 };
            match side {
                0..=6 => Vec::new(),
                _ if side % 2 == 1 && side >= 9 => vec![edge, side / 2, side - 1 - edge],
                _ => vec![edge, side - 1 - edge],
            }
        };
        let is_small = self.width < 15 || self.height < 15;
        let is_middle = |coordinate: u16, side: u16| side % 2 == 1 && coordinate == side / 2;
        let mut stars = Vec::new();
        for &y in &star_lines(self.height) {
            for &x in &star_lines(self.width) {
                let (x_is_middle, y_is_middle) = (is_middle(x, self.width), is_middle(y, self.height));
                if !is_small || x_is_middle == y_is_middle {
                    stars.push(Point::new(x, y));
                }
            }
        }
        stars
    }
}

impl Default for Size {
    /// 19×19.
    fn default() -> Self {
        Self { width: 19, height: 19 }
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}x{}", self.width, self.height))
    }
}

/// Reason why a size is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SizeError {
    /// A side outside 1…1024.
    #[error("size {width}x{height} is out of range: each side 1 to 1024")]
    Range {
        /// Requested number of columns.
        width: u16,
        /// Requested number of rows.
        height: u16,
    },
    /// Text that is neither `N` nor `WxH`.
    #[error("'{0}' is not a size: N or WxH, each side 1 to 1024")]
    Text(String),
}

impl FromStr for Size {
    type Err = SizeError;

    fn from_str(text: &str) -> Result<Self, SizeError> {
        let bad = || SizeError::Text(text.to_owned());
        let side = |part: &str| -> Result<u16, SizeError> {
            if part.is_empty() || !part.bytes().all(|b| b.is_ascii_digit()) {
                return Err(bad());
            }
            part.parse().map_err(|_| bad())
        };
        match text.split_once(['x', 'X', '×']) {
            Some((width, height)) => Self::new(side(width)?, side(height)?),
            None => Self::square(side(text)?),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_parse_as_they_are_written() {
        for (text, width, height) in [("9", 9, 9), ("1x1", 1, 1), ("13x9", 13, 9), ("1024", 1024, 1024)] {
            assert_eq!(text.parse(), Size::new(width, height));
        }
        for text in ["", "0", "2000", "x", "3x", "-1", "+9", "9x9x9", "99999999", "9.5"] {
            assert!(text.parse::<Size>().is_err(), "{text}");
        }
    }

    #[test]
    fn numbers_and_points_agree() -> Result<(), SizeError> {
        let size = Size::new(7, 3)?;
        for (index, point) in size.points().enumerate() {
            assert_eq!(size.index(point), index);
            assert!(size.contains(point));
        }
        assert_eq!(size.neighbours(Point::new(0, 0)).count(), 2);
        assert_eq!(size.diagonals(Point::new(3, 1)).count(), 4);
        Ok(())
    }

    #[test]
    fn star_points_are_counted_for_common_sizes() -> Result<(), SizeError> {
        let stars = |side| Size::square(side).map(|size| size.star_points().len());
        assert_eq!((stars(6)?, stars(9)?, stars(13)?, stars(19)?), (0, 5, 5, 9));
        Ok(())
    }
}
