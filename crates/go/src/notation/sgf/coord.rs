//! Points in SGF: two letters, first the column from the left, then the row from the top.

use crate::{Move, Point, Size};

/// Longest side of a board that SGF can write, in points.
pub const MAX_SIDE: u16 = 52;

/// Longest side of a board, in points, on which `tt` is also a pass.
const MAX_TT_PASS_SIDE: u16 = 19;

/// Reason why a text is not a point on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PointFault {
    /// The text is not two letters.
    NotTwoLetters,
    /// The point is off the board.
    OffBoard,
}

/// Number of a letter, from 0 for `a` to 51 for `Z`. `None` for other characters.
const fn letter_number(letter: u8) -> Option<u16> {
    match letter {
        b'a'..=b'z' => Some((letter - b'a') as u16),
        b'A'..=b'Z' => Some((letter - b'A') as u16 + 26),
        _ => None,
    }
}

/// Letter with a number from 0 to 51. `None` for larger numbers.
fn letter(number: u16) -> Option<char> {
    let number = u8::try_from(number).ok()?;
    match number {
        0..=25 => Some(char::from(b'a' + number)),
        26..=51 => Some(char::from(b'A' + number - 26)),
        _ => None,
    }
}

/// Parses a point.
///
/// # Errors
/// Fails if the value is not two letters, or if the point is off the board.
pub fn parse_point(raw: &str, size: Size) -> Result<Point, PointFault> {
    let &[column, row] = raw.trim().as_bytes() else { return Err(PointFault::NotTwoLetters) };
    let (Some(x), Some(row_from_top)) = (letter_number(column), letter_number(row)) else {
        return Err(PointFault::NotTwoLetters);
    };
    if x >= size.width() || row_from_top >= size.height() {
        return Err(PointFault::OffBoard);
    }
    Ok(Point::new(x, size.height() - 1 - row_from_top))
}

/// Parses a value of `B` or `W`.
///
/// An empty value is a pass. `tt` is a pass too if both sides of the board are at most 19.
///
/// # Errors
/// Fails like [`parse_point`].
pub fn parse_move(raw: &str, size: Size) -> Result<Move, PointFault> {
    match raw.trim() {
        "" => Ok(Move::Pass),
        "tt" if size.width().max(size.height()) <= MAX_TT_PASS_SIDE => Ok(Move::Pass),
        raw => parse_point(raw, size).map(Move::Play),
    }
}

/// Point as SGF text. `None` if a side of the board is longer than [`MAX_SIDE`].
#[must_use]
pub fn point_text(point: Point, size: Size) -> Option<String> {
    let row_from_top = size.height().checked_sub(point.y + 1)?;
    (size.width().max(size.height()) <= MAX_SIDE)
        .then(|| Some([letter(point.x)?, letter(row_from_top)?].iter().collect()))
        .flatten()
}

/// Move as SGF text. `None` if the move has a point and a side of the board is longer than [`MAX_SIDE`].
#[must_use]
pub fn move_text(action: Move, size: Size) -> Option<String> {
    match action {
        Move::Pass => Some(String::new()),
        Move::Play(point) => point_text(point, size),
    }
}

/// Rectangle of points, both corners included.
#[derive(Clone, Copy)]
struct Rectangle {
    /// Corner with the smallest coordinates.
    min: Point,
    /// Corner with the largest coordinates.
    max: Point,
}

impl Rectangle {
    fn read(raw: &str, size: Size) -> Result<Self, PointFault> {
        let (a, b) = match raw.split_once(':') {
            Some((a, b)) => (parse_point(a, size)?, parse_point(b, size)?),
            None => {
                let point = parse_point(raw, size)?;
                (point, point)
            }
        };
        let min = Point::new(a.x.min(b.x), a.y.min(b.y));
        Ok(Self { min, max: Point::new(a.x.max(b.x), a.y.max(b.y)) })
    }

    fn area(self) -> usize {
        usize::from(self.max.x - self.min.x + 1) * usize::from(self.max.y - self.min.y + 1)
    }

    fn points(self) -> impl Iterator<Item = Point> {
        let (columns, rows) = (self.min.x..=self.max.x, self.min.y..=self.max.y);
        rows.rev().flat_map(move |y| columns.clone().map(move |x| Point::new(x, y)))
    }
}

/// Points in a property's values. Rectangles are expanded.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Points {
    /// The points. Repeated points are removed only if the values have more points than the board.
    pub points: Vec<Point>,
    /// Faults in the values.
    pub faults: PointsFaults,
}

/// Faults in all values of a property, which form one list of points. The valid points are read too.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PointsFaults {
    /// Index and fault of the first invalid value.
    pub first_invalid: Option<(usize, PointFault)>,
    /// True if a point occurs more than once in the list.
    pub has_repeats: bool,
}

impl Points {
    /// Reads the values of a property. Empty values are skipped.
    ///
    /// Time and memory are proportional to the number of values plus the number of points on the board,
    /// even if many rectangles overlap.
    pub fn read<'a>(values: impl Iterator<Item = &'a str>, size: Size) -> Self {
        let mut faults = PointsFaults::default();
        let mut rectangles = Vec::new();
        let mut point_count = 0_usize;
        for (index, raw) in values.enumerate() {
            if raw.trim().is_empty() {
                continue;
            }
            match Rectangle::read(raw, size) {
                Ok(rectangle) => {
                    point_count = point_count.saturating_add(rectangle.area());
                    rectangles.push(rectangle);
                }
                Err(fault) => {
                    faults.first_invalid.get_or_insert((index, fault));
                }
            }
        }
        if point_count > size.area() {
            faults.has_repeats = true;
            return Self { points: union_of(&rectangles, size), faults };
        }
        let points: Vec<Point> = rectangles.iter().flat_map(|rectangle| rectangle.points()).collect();
        let mut sorted = points.clone();
        sorted.sort_unstable();
        faults.has_repeats = sorted.windows(2).any(|pair| pair[0] == pair[1]);
        Self { points, faults }
    }
}

/// Points that lie in at least one rectangle, each once.
///
/// Marks the corners of each rectangle in a difference array. Its prefix sums count the rectangles at each
/// point.
fn union_of(rectangles: &[Rectangle], size: Size) -> Vec<Point> {
    let stride = usize::from(size.width()) + 1;
    let mut sums = vec![0_i64; stride * (usize::from(size.height()) + 1)];
    for rectangle in rectangles {
        let (left, right) = (usize::from(rectangle.min.x), usize::from(rectangle.max.x) + 1);
        let (low, high) = (usize::from(rectangle.min.y), usize::from(rectangle.max.y) + 1);
        sums[low * stride + left] += 1;
        sums[high * stride + right] += 1;
        sums[low * stride + right] -= 1;
        sums[high * stride + left] -= 1;
    }
    for y in 0..usize::from(size.height()) {
        for x in 1..stride {
            sums[y * stride + x] += sums[y * stride + x - 1];
        }
        for x in 0..stride {
            if y > 0 {
                sums[y * stride + x] += sums[(y - 1) * stride + x];
            }
        }
    }
    let is_covered = |point: &Point| sums[usize::from(point.y) * stride + usize::from(point.x)] > 0;
    size.points().filter(is_covered).collect()
}

/// Points as values of a property, each once, sorted from the top row down and from left to right.
///
/// Empty if a side of the board is longer than [`MAX_SIDE`].
pub(super) fn point_list(points: impl Iterator<Item = Point>, size: Size) -> Vec<String> {
    let mut points: Vec<Point> = points.collect();
    points.sort_unstable_by_key(|point| (std::cmp::Reverse(point.y), point.x));
    points.dedup();
    points.into_iter().filter_map(|point| point_text(point, size)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn square(side: u16) -> Size {
        Size::square(side).unwrap_or_default()
    }

    #[test]
    fn a_side_may_have_52_points() {
        let size = square(52);
        for point in size.points() {
            let text = point_text(point, size).expect("has letters");
            assert_eq!(parse_point(&text, size), Ok(point));
        }
        assert_eq!(point_text(Point::new(26, 51), size).as_deref(), Some("Aa"));
        assert_eq!(parse_point("ZZ", size), Ok(Point::new(51, 0)));
        assert_eq!(point_text(Point::new(0, 0), square(53)), None);
        assert_eq!(parse_point("ta", square(19)), Err(PointFault::OffBoard));
        assert_eq!(parse_point("a", square(19)), Err(PointFault::NotTwoLetters));
        assert_eq!(parse_point("é", square(19)), Err(PointFault::NotTwoLetters));
    }

    #[test]
    fn a_pass_is_an_empty_value_or_tt_on_boards_up_to_19() {
        assert_eq!(parse_move("", square(52)), Ok(Move::Pass));
        assert_eq!(parse_move(" \n", square(9)), Ok(Move::Pass));
        assert_eq!(parse_move("tt", square(19)), Ok(Move::Pass));
        assert_eq!(parse_move("tt", square(20)), Ok(Move::Play(Point::new(19, 0))));
        assert_eq!(parse_move("tt", Size::new(19, 21).expect("a size")), Err(PointFault::OffBoard));
    }

    #[test]
    fn rectangles_are_expanded() {
        let read = |values: &[&str]| Points::read(values.iter().copied(), square(9));
        assert_eq!(read(&["aa:bb"]).points.len(), 4);
        assert_eq!(read(&["bb:aa", "", "cc"]).points.len(), 5, "either corner may come first");
        let wrong = read(&["aa", "zz:ab", "??", "aa"]);
        assert_eq!(
            wrong.faults,
            PointsFaults { first_invalid: Some((1, PointFault::OffBoard)), has_repeats: true }
        );
        let full = read(&["aa:ii"; 1000]);
        assert_eq!(full.points.len(), 81);
        assert!(full.faults.has_repeats);
    }

    proptest! {
        #[test]
        fn summed_corners_cover_what_rectangles_cover(
            corners in proptest::collection::vec((0..7_u16, 0..5_u16, 0..7_u16, 0..5_u16), 1..8)
        ) {
            let size = Size::new(7, 5).expect("a size");
            let rectangles: Vec<Rectangle> = corners
                .iter()
                .map(|&(a, b, c, d)| Rectangle {
                    min: Point::new(a.min(c), b.min(d)),
                    max: Point::new(a.max(c), b.max(d)),
                })
                .collect();
            let mut plain: Vec<Point> = rectangles.iter().flat_map(|r| r.points()).collect();
            plain.sort_unstable_by_key(|point| size.index(*point));
            plain.dedup();
            prop_assert_eq!(union_of(&rectangles, size), plain);
        }
    }
}
