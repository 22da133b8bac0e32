//! Box counting: estimate of the fractal dimension of a set of points.

use super::LineFit;
use crate::Size;
use std::ops::RangeInclusive;

/// Box-counting dimension of a set of points, and the counts from which it is computed.
///
/// N(s) is the number of boxes of s × s points that contain a point of the set. It falls as s^−D. The
/// dimension D is the slope of ln N against ln (1 ∕ s), by least squares over all box sides s. For each side
/// the grid of boxes is tried at all s² offsets and the *smallest* count is used, so that the position of the
/// board's edge has no effect.
///
/// If the box side does not divide the length of a pattern, the boxes at the edge of the pattern are not full
/// and the slope is smaller. A filled board has 1.97 on 9×9, 1.75 on 13×13 and 1.90 on 19×19. So compare a
/// pattern with another one on a board of the same size, for example a random lattice, and not with 2.
///
/// The counts of one pattern are not independent. So the standard error tells how well a straight line fits
/// the counts. It does not tell how much D varies between patterns of one kind. Boards from 9×9 to 19×19 have
/// only three or four box sides.
// CITE: least counts over grid offsets, and boxes up to a quarter of the shorter side: K. Foroutan-pour,
// P. Dutilleul, D. L. Smith, "Advances in the implementation of the box-counting method of fractal dimension
// estimation", Applied Mathematics and Computation 105 (1999).
#[derive(Clone, Debug, PartialEq)]
pub struct BoxCounting {
    /// Dimension D: ideally 0 for a point, 1 for a line, 2 for a filled board.
    pub dimension: f64,
    /// Standard error of the slope. `None` with two box sides.
    pub error: Option<f64>,
    /// Box sides s, in points, each with its count N(s).
    pub counts: Vec<(u16, u32)>,
}

impl BoxCounting {
    /// Default box sides on a board: from 1 to a quarter of the board's shorter side. The upper end is at
    /// least 3 and at most the board's longer side.
    #[must_use]
    pub fn sides(size: Size) -> RangeInclusive<u16> {
        let (short, long) = (size.width().min(size.height()), size.width().max(size.height()));
        1..=(short / 4).max(3).min(long)
    }

    /// Computes the dimension of a set of points with the [default box sides](BoxCounting::sides).
    ///
    /// `points` is indexed by point number. Returns `None` for an empty set and on a board of one point.
    ///
    /// ```
    /// use stonefield_go::field::{BoxCounting, StoneSet};
    /// use stonefield_go::{Color, Setup};
    ///
    /// let setup: Setup = ". . . . . .\n\
    ///                     X X X X X X\n\
    ///                     . . . . . .\n".parse()?;
    /// let points = StoneSet::Of(Color::Black).points(setup.size(), setup.stones());
    /// let line = BoxCounting::of(setup.size(), &points).expect("stones");
    /// assert_eq!(line.counts, [(1, 6), (2, 3), (3, 2)]);
    /// assert!((line.dimension - 1.0).abs() < 1e-12);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// Panics when `points` does not have one entry for each point.
    #[must_use]
    pub fn of(size: Size, points: &[bool]) -> Option<Self> {
        Self::with_sides(size, points, Self::sides(size))
    }

    /// Computes the dimension like [`BoxCounting::of`], with other box sides. Sides of 0 are ignored.
    ///
    /// Returns `None` also for fewer than two different sides.
    ///
    /// # Panics
    /// Panics when `points` does not have one entry for each point.
    #[must_use]
    pub fn with_sides(size: Size, points: &[bool], sides: impl IntoIterator<Item = u16>) -> Option<Self> {
        let sums = Sums::of(size, points);
        if sums.within([0, 0], [sums.width, sums.height]) == 0 {
            return None;
        }
        let counts: Vec<(u16, u32)> =
            sides.into_iter().filter(|&side| side > 0).map(|side| (side, sums.boxes(side.into()))).collect();
        let logs = |&(side, boxes): &(u16, u32)| (-f64::from(side).ln(), f64::from(boxes).ln());
        let fit = LineFit::of(counts.iter().map(logs))?;
        // Adding 0 turns -0 into 0.
        Some(Self { dimension: fit.slope + 0.0, error: fit.slope_error, counts })
    }
}

/// Summed-area table: entry (x, y) is the number of points of the set in the first x columns and y rows.
struct Sums {
    width: usize,
    height: usize,
    /// Sums row by row. The first row is 0, and the first entry of every row is 0.
    sums: Vec<u32>,
}

impl Sums {
    fn of(size: Size, points: &[bool]) -> Self {
        assert_eq!(points.len(), size.area(), "one entry for each point");
        let (width, height) = (usize::from(size.width()), usize::from(size.height()));
        let mut sums = vec![0; (width + 1) * (height + 1)];
        for (y, row) in points.chunks(width).enumerate() {
            let mut row_sum = 0;
            for (x, &in_set) in row.iter().enumerate() {
                row_sum += u32::from(in_set);
                sums[(y + 1) * (width + 1) + x + 1] = sums[y * (width + 1) + x + 1] + row_sum;
            }
        }
        Self { width, height, sums }
    }

    /// Number of points of the set in the columns `left..right` and the rows `low..high`.
    fn within(&self, [left, low]: [usize; 2], [right, high]: [usize; 2]) -> u32 {
        let at = |x: usize, y: usize| self.sums[y * (self.width + 1) + x];
        at(right, high) + at(left, low) - at(left, high) - at(right, low)
    }

    /// Smallest number of boxes of this side that contain all points of the set, over all offsets of the
    /// grid.
    fn boxes(&self, side: usize) -> u32 {
        // Ranges of the boxes along one axis. `first_end` is the end of the first box, 1…side.
        let ranges = |first_end: usize, length: usize| {
            (0..).map(move |i| (first_end + i * side).min(length)).scan(0, move |begin, end| {
                let range = (*begin < length).then_some((*begin, end));
                *begin = end;
                range
            })
        };
        let count = |first_ends: [usize; 2]| -> u32 {
            let row = |(low, high): (usize, usize)| {
                let has_points =
                    |&(left, right): &(usize, usize)| self.within([left, low], [right, high]) > 0;
                ranges(first_ends[0], self.width).filter(has_points).count() as u32
            };
            ranges(first_ends[1], self.height).map(row).sum()
        };
        let all_first_ends = (1..=side).flat_map(|x| (1..=side).map(move |y| [x, y]));
        all_first_ends.map(count).min().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(side: u16) -> Size {
        Size::square(side).expect("a size")
    }

    fn set_of(size: Size, is_in_set: impl Fn(u16, u16) -> bool) -> Vec<bool> {
        size.points().map(|point| is_in_set(point.x, point.y)).collect()
    }

    #[test]
    fn points_lines_and_boards_have_whole_dimensions() {
        let size = square(48);
        for (in_set, dimension) in [
            (set_of(size, |x, y| (x, y) == (17, 5)), 0.0),
            (set_of(size, |_, y| y == 7), 1.0),
            (set_of(size, |x, y| x == y), 1.0),
            (set_of(size, |_, _| true), 2.0),
        ] {
            // Sides that divide the board.
            let exact = BoxCounting::with_sides(size, &in_set, [1, 2, 3, 4, 6, 8, 12]).expect("points");
            assert!((exact.dimension - dimension).abs() < 1e-9, "{exact:?}");
            assert!(exact.error.is_some_and(|error| error < 1e-9));
            let with_default_sides = BoxCounting::of(size, &in_set).expect("points");
            assert_eq!(with_default_sides.counts.len(), 12);
            assert!((with_default_sides.dimension - dimension).abs() < 0.08, "{with_default_sides:?}");
        }
        let filled = |side: u16| {
            let size = square(side);
            let full = BoxCounting::of(size, &vec![true; size.area()]).expect("points");
            (full.dimension * 1000.0).round() / 1000.0
        };
        assert_eq!([9, 13, 19, 200].map(filled), [1.967, 1.745, 1.897, 1.928]);
    }

    /// Dimension ln 8 ∕ ln 3 = 1.8928: B. Mandelbrot, "The Fractal Geometry of Nature", 1982, plate 144.
    #[test]
    fn a_sierpinski_carpet_has_its_known_dimension() {
        let size = square(81);
        let is_in_set =
            |x: u16, y: u16| (0..4).all(|n| (x / 3_u16.pow(n) % 3, y / 3_u16.pow(n) % 3) != (1, 1));
        let carpet = BoxCounting::with_sides(size, &set_of(size, is_in_set), [1, 3, 9, 27]).expect("points");
        assert_eq!(carpet.counts, [(1, 4096), (3, 512), (9, 64), (27, 8)]);
        assert!((carpet.dimension - 8_f64.ln() / 3_f64.ln()).abs() < 1e-9);
        let with_default_sides = BoxCounting::of(size, &set_of(size, is_in_set)).expect("points");
        assert!((with_default_sides.dimension - 1.893).abs() < 0.15, "{with_default_sides:?}");
    }

    /// Two neighbours fit into one box of side 2, wherever they are.
    #[test]
    fn the_grid_offset_with_the_fewest_boxes_counts() {
        for left in 0..8 {
            let size = Size::new(9, 9).expect("a size");
            let in_set = set_of(size, |x, y| y == 4 && (x == left || x == left + 1));
            let pair = BoxCounting::of(size, &in_set).expect("points");
            assert_eq!(pair.counts, [(1, 2), (2, 1), (3, 1)]);
        }
    }

    #[test]
    fn the_smallest_count_agrees_with_a_slow_count() {
        let size = Size::new(11, 7).expect("a size");
        let in_set = set_of(size, |x, y| (x * 7 + y * 5 + x * y) % 6 < 2);
        for side in 1..=5_usize {
            let mut least = usize::MAX;
            for dx in 0..side {
                for dy in 0..side {
                    let set_points = size.points().filter(|&point| in_set[size.index(point)]);
                    let boxes: std::collections::BTreeSet<_> = set_points
                        .map(|at| ((usize::from(at.x) + dx) / side, (usize::from(at.y) + dy) / side))
                        .collect();
                    least = least.min(boxes.len());
                }
            }
            let counted = BoxCounting::with_sides(size, &in_set, [side as u16, 6]).expect("points");
            assert_eq!(counted.counts[0].1 as usize, least, "{side}");
        }
    }

    #[test]
    fn small_boards_and_empty_sets_are_handled() {
        assert_eq!(BoxCounting::of(square(9), &[false; 81]), None);
        assert_eq!(BoxCounting::of(square(1), &[true]), None);
        let sides = |text: &str| BoxCounting::sides(text.parse().expect("a size"));
        assert_eq!([sides("9"), sides("13"), sides("19"), sides("200")], [1..=3, 1..=3, 1..=4, 1..=50]);
        assert_eq!([sides("2"), sides("1x9")], [1..=2, 1..=3]);
        let two = BoxCounting::of(square(2), &[true; 4]).expect("points");
        assert_eq!((two.dimension, two.error), (2.0, None));
    }
}
