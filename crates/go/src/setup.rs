//! Set-up: stones on a board, without a check against the rules.

use super::{Color, Point, Size};
use std::fmt;
use std::str::FromStr;

/// Stones on a board, and the side to move.
///
/// A set-up may have chains without liberties. [`Position::from_setup`](super::Position::from_setup) refuses
/// such a set-up.
///
/// The text form is a diagram with one line for each row, the top row first. `.` (or `+`, `*`, `_`, `,`) is
/// an empty point, `X` (or `#`, `B`, `●`) a black stone, `O` (or `0`, `W`, `○`) a white stone. Spaces are
/// ignored.
///
/// ```
/// use stonefield_go::{Color, Position, PositionError, Rules, Setup, Size};
///
/// let mut setup: Setup = ". X .\n\
///                         X O X\n\
///                         . . .".parse()?;
/// setup.to_move = Color::White;
/// let position = Position::from_setup(&setup, Rules::default())?;
/// assert_eq!((position.size(), position.to_move()), (Size::square(3)?, Color::White));
///
/// setup.set("B1".parse()?, Some(Color::Black));
/// let refused = Position::from_setup(&setup, Rules::default()).err();
/// assert!(matches!(refused, Some(PositionError::NoLiberty { color: Color::White, .. })));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub struct Setup {
    size: Size,
    stones: Vec<Option<Color>>,
    /// Side to move.
    pub to_move: Color,
}

impl Setup {
    /// Empty board, Black to move.
    #[must_use]
    pub fn empty(size: Size) -> Self {
        Self { size, stones: vec![None; size.area()], to_move: Color::Black }
    }

    /// Size of the board.
    #[must_use]
    pub const fn size(&self) -> Size {
        self.size
    }

    /// Stone on a point. The point must be on the board.
    #[must_use]
    pub fn at(&self, point: Point) -> Option<Color> {
        self.stones[self.size.index(point)]
    }

    /// Places or removes the stone on a point. The point must be on the board.
    pub fn set(&mut self, point: Point, stone: Option<Color>) {
        self.stones[self.size.index(point)] = stone;
    }

    /// Stones, indexed by point number.
    #[must_use]
    pub fn stones(&self) -> &[Option<Color>] {
        &self.stones
    }

    /// Removes all chains without liberties at once. The result is legal.
    #[must_use]
    pub fn without_dead_chains(mut self) -> Self {
        let size = self.size;
        let mut visited = vec![false; size.area()];
        let (mut chain, mut removed) = (Vec::new(), Vec::new());
        for first in 0..size.area() {
            let Some(color) = self.stones[first].filter(|_| !std::mem::replace(&mut visited[first], true))
            else {
                continue;
            };
            chain.clear();
            chain.push(first);
            let (mut next, mut has_liberty) = (0, false);
            while let Some(&stone) = chain.get(next) {
                next += 1;
                for neighbour in size.neighbours(size.point(stone)).map(|neighbour| size.index(neighbour)) {
                    match self.stones[neighbour] {
                        None => has_liberty = true,
                        Some(stone_color)
                            if stone_color == color && !std::mem::replace(&mut visited[neighbour], true) =>
                        {
                            chain.push(neighbour);
                        }
                        Some(_) => {}
                    }
                }
            }
            if !has_liberty {
                removed.extend_from_slice(&chain);
            }
        }
        for stone in removed {
            self.stones[stone] = None;
        }
        self
    }
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for y in (0..self.size.height()).rev() {
            for x in 0..self.size.width() {
                let mark = match self.at(Point::new(x, y)) {
                    None => '.',
                    Some(Color::Black) => 'X',
                    Some(Color::White) => 'O',
                };
                if x > 0 {
                    f.write_str(" ")?;
                }
                write!(f, "{mark}")?;
            }
            f.write_str("\n")?;
        }
        Ok(())
    }
}

/// Reason why a diagram is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DiagramError {
    /// Unknown character.
    #[error("line {line}, column {column}: '{found}' is not a point: . for empty, X for black, O for white")]
    Mark {
        /// Line of the text, from 1.
        line: usize,
        /// Column of the character in the line, in characters, from 1.
        column: usize,
        /// Unknown character.
        found: char,
    },
    /// Row with a different length than the rows above.
    #[error(
        "line {line}: {found} {} where the rows above have {expected}",
        if *found == 1 { "point" } else { "points" }
    )]
    Ragged {
        /// Line of the text, from 1.
        line: usize,
        /// Number of points of this row.
        found: usize,
        /// Number of points of the first row.
        expected: usize,
    },
    /// Text without any row.
    #[error("the diagram is empty: one line a row, . X O")]
    Empty,
    /// More rows or columns than a board has.
    #[error("the diagram has {columns} columns and {rows} rows: a board has at most {most} of each", most = Size::MAX_SIDE)]
    Large {
        /// Number of columns.
        columns: usize,
        /// Number of rows.
        rows: usize,
    },
}

impl FromStr for Setup {
    type Err = DiagramError;

    fn from_str(text: &str) -> Result<Self, DiagramError> {
        let mut rows: Vec<Vec<Option<Color>>> = Vec::new();
        for (line, content) in text.lines().enumerate() {
            let mut row = Vec::new();
            for (column, found) in content.chars().enumerate() {
                row.push(match found {
                    '.' | '+' | '*' | '_' | ',' => None,
                    'X' | 'x' | '#' | 'B' | 'b' | '●' => Some(Color::Black),
                    'O' | 'o' | '0' | 'W' | 'w' | '○' => Some(Color::White),
                    space if space.is_whitespace() => continue,
                    _ => return Err(DiagramError::Mark { line: line + 1, column: column + 1, found }),
                });
            }
            if row.is_empty() {
                continue;
            }
            let expected = rows.first().map_or(row.len(), Vec::len);
            if row.len() != expected {
                return Err(DiagramError::Ragged { line: line + 1, found: row.len(), expected });
            }
            rows.push(row);
        }
        let columns = rows.first().ok_or(DiagramError::Empty)?.len();
        let sides = u16::try_from(columns).ok().zip(u16::try_from(rows.len()).ok());
        let size = sides.and_then(|(width, height)| Size::new(width, height).ok());
        let size = size.ok_or(DiagramError::Large { columns, rows: rows.len() })?;
        let stones = rows.into_iter().rev().flatten().collect();
        Ok(Self { size, stones, to_move: Color::Black })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_diagram_parses_as_it_is_written() -> Result<(), DiagramError> {
        let text = ". X O\n. . X\n";
        let setup: Setup = text.parse()?;
        assert_eq!(setup.to_string(), text);
        assert_eq!(setup.at(Point::new(2, 1)), Some(Color::White));
        assert_eq!(setup.at(Point::new(2, 0)), Some(Color::Black));
        Ok(())
    }

    #[test]
    fn a_bad_diagram_says_where() {
        let refused = |text: &str| text.parse::<Setup>().map_err(|error| error.to_string());
        assert!(refused(".X\n.?").is_err_and(|e| e.starts_with("line 2, column 2: '?'")));
        assert!(refused("..\n...").is_err_and(|e| e.starts_with("line 2: 3 points")));
        assert_eq!(refused(" \n"), Err(DiagramError::Empty.to_string()));
    }
}
