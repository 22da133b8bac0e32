//! Boards and lists of points as plain text.

use crate::{Color, Point, Position};
use std::fmt::{Display, Write};

/// The board of a position as text, with coordinates on all four sides.
///
/// `X` is a black stone, `O` a white stone, `+` an empty star point, `.` any other empty point.
#[must_use]
pub fn board_text(position: &Position) -> String {
    let size = position.size();
    let stars = size.star_points();
    let columns: Vec<String> = (0..size.width()).map(Point::column_name).collect();
    let column_width = columns.last().map_or(1, String::len);
    let column_row: String = columns.iter().map(|name| format!(" {name:>column_width$}")).collect();
    let column_row = format!("  {column_row}\n");
    let mut text = column_row.clone();
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
            let _ = write!(text, " {mark:>column_width$}");
        }
        let _ = writeln!(text, " {}", y + 1);
    }
    text + &column_row
}

/// Names of points or moves, separated by spaces: `D4 Q16 pass`.
pub fn names(items: impl IntoIterator<Item = impl Display>) -> String {
    items.into_iter().map(|item| item.to_string()).collect::<Vec<_>>().join(" ")
}

/// Colon and list of points, to append to a label: `: D4 Q16`. Empty without points.
#[must_use]
pub fn point_list_suffix(points: &[Point]) -> String {
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
        assert_eq!(board_text(&position), "   A B C\n 3 . . O 3\n 2 . . . 2\n 1 X . . 1\n   A B C\n");
    }
}
