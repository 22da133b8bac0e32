//! Positions and points as letters.

use crate::{Color, Point, Position};
use std::fmt::{Display, Write};

/// The board in letters alone: `X` Black, `O` White, `+` a star point, coordinates all around.
#[must_use]
pub fn lettered(position: &Position) -> String {
    let size = position.size();
    let stars = size.star_points();
    let columns: Vec<String> = (0..size.width()).map(Point::column_name).collect();
    let wide = columns.last().map_or(1, String::len);
    let letters: String = columns.iter().map(|name| format!(" {name:>wide$}")).collect();
    let letters = format!("  {letters}\n");
    let mut text = letters.clone();
    for y in (0..size.height()).rev() {
        let _ = write!(text, "{:>2}", y + 1);
        for x in 0..size.width() {
            let point = Point::new(x, y);
            let mark = match position.at(point) {
                Some(Color::Black) => 'X',
                Some(Color::White) => 'O',
                None if stars.contains(&point) => '+',
                None => '.',
            };
            let _ = write!(text, " {mark:>wide$}");
        }
        let _ = writeln!(text, " {}", y + 1);
    }
    text + &letters
}

/// Points or moves by their names, with spaces between them: `D4 Q16 pass`.
pub fn names(all: impl IntoIterator<Item = impl Display>) -> String {
    all.into_iter().map(|one| one.to_string()).collect::<Vec<_>>().join(" ")
}

/// What follows a word about points: `: D4 Q16`, or nothing where there are none.
#[must_use]
pub fn listed(points: &[Point]) -> String {
    if points.is_empty() { String::new() } else { format!(": {}", names(points)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Move, Rules, Size};

    #[test]
    fn stones_are_letters_between_coordinates() {
        let mut position = Position::new(Size::square(3).expect("a size"), Rules::default());
        for point in [Point::new(0, 0), Point::new(2, 2)] {
            position.try_play(Move::Play(point)).expect("legal");
        }
        assert_eq!(lettered(&position), "   A B C\n 3 . . O 3\n 2 . . . 2\n 1 X . . 1\n   A B C\n");
    }
}
