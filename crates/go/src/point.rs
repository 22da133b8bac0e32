//! Point of the board, the name of a point, and move.

use std::fmt;
use std::str::FromStr;

/// Column letters of GTP. I is omitted, because it looks like J or 1.
const LETTERS: &[u8; 25] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";

/// Intersection of the board. `x` counts columns from the left, `y` counts rows from the bottom, both from 0.
///
/// The text form is the GTP vertex: column letters without I, then the row from 1. The columns after the
/// 25th are `AA`, `AB`, …. The columns after the 650th are `AAA`, `AAB`, ….
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
pub struct Point {
    /// Column from the left, 0…1023.
    pub x: u16,
    /// Row from the bottom, 0…1023.
    pub y: u16,
}

impl Point {
    /// Point in column `x` and row `y`, both from 0.
    #[inline]
    #[must_use]
    pub const fn new(x: u16, y: u16) -> Self {
        Self { x, y }
    }

    /// Letters of the column with index `x`, as in GTP: `A` for 0, `AA` for 25.
    #[must_use]
    pub fn column_name(x: u16) -> String {
        let mut letters = Vec::new();
        let mut rest = usize::from(x) + 1;
        while rest > 0 {
            rest -= 1;
            letters.push(char::from(LETTERS[rest % 25]));
            rest /= 25;
        }
        letters.iter().rev().collect()
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = format!("{}{}", Self::column_name(self.x), u32::from(self.y) + 1);
        f.pad(&name)
    }
}

/// Text that is not a point name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a point: column letters without I, then a row from 1, as in D4")]
pub struct PointError(String);

impl FromStr for Point {
    type Err = PointError;

    fn from_str(text: &str) -> Result<Self, PointError> {
        let bad = || PointError(text.to_owned());
        let first_digit = text.find(|c: char| c.is_ascii_digit()).ok_or_else(bad)?;
        let (letters, row) = text.split_at(first_digit);
        if letters.is_empty() || letters.len() > 3 || row.len() > 4 || row.starts_with('0') {
            return Err(bad());
        }
        let mut column = 0_usize;
        for letter in letters.bytes() {
            let upper = letter.to_ascii_uppercase();
            let digit = LETTERS.iter().position(|&l| l == upper).ok_or_else(bad)?;
            column = column * 25 + digit + 1;
        }
        let x = u16::try_from(column - 1).map_err(|_| bad())?;
        let y = row.parse::<u16>().map_err(|_| bad())? - 1;
        Ok(Self { x, y })
    }
}

/// A player's action in one turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
pub enum Move {
    /// Places a stone on the point.
    Play(Point),
    /// Places no stone.
    Pass,
}

impl Move {
    /// Point of the new stone, or `None` for a pass.
    #[must_use]
    pub const fn point(self) -> Option<Point> {
        match self {
            Self::Play(point) => Some(point),
            Self::Pass => None,
        }
    }
}

impl From<Point> for Move {
    fn from(point: Point) -> Self {
        Self::Play(point)
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Play(point) => point.fmt(f),
            Self::Pass => f.pad("pass"),
        }
    }
}

impl FromStr for Move {
    type Err = PointError;

    fn from_str(text: &str) -> Result<Self, PointError> {
        if text.eq_ignore_ascii_case("pass") { Ok(Self::Pass) } else { text.parse().map(Self::Play) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn column_names_skip_i_in_every_letter() {
        let name = |x| Point::column_name(x);
        assert_eq!([name(0), name(7), name(8), name(24)], ["A", "H", "J", "Z"]);
        assert_eq!([name(25), name(32), name(33), name(50)], ["AA", "AH", "AJ", "BA"]);
        assert_eq!([name(649), name(650), name(1023)], ["ZZ", "AAA", "APY"]);
    }

    #[test]
    fn every_point_name_parses_back() {
        for x in 0..1024 {
            for y in [0, 8, 9, 99, 1023] {
                let point = Point::new(x, y);
                assert_eq!(point.to_string().parse(), Ok(point));
                assert_eq!(point.to_string().to_lowercase().parse(), Ok(point));
            }
        }
    }

    #[test]
    fn invalid_names_are_refused() {
        for text in ["", "A", "7", "I5", "A0", "A01", "5A", "AA-1", "A99999", "ZZZZ1", "é4", "D4 "] {
            assert!(text.parse::<Point>().is_err(), "{text}");
        }
    }
}
