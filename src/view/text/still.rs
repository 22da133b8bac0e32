//! One position as text: in the colours of the living board, or in plain letters.

use super::board::{Look, Shown};
use super::canvas::Canvas;
use crate::go::{Color, Move, Point, Position};
use std::fmt::Write;

/// Columns and rows that a board in colours may take: an ordinary terminal's.
const ROOM: (u16, u16) = (80, 27);

/// The board in colours, its stones linked and its points as warm as `heat` says (by point number; empty for a cold board).
#[must_use]
pub fn colored(position: &Position, heat: &[f32]) -> String {
    let size = position.size();
    let root = |point| position.chain(point).into_iter().map(|stone| size.index(stone)).min().unwrap_or(0);
    let stone = |point| {
        let root = u32::try_from(root(point)).unwrap_or(u32::MAX);
        position.at(point).map(|color| (color, root))
    };
    let look = Look {
        size,
        stones: size.points().map(stone).collect(),
        heat: heat.to_vec(),
        last: position.last_move().and_then(Move::point),
        shown: Shown { temperature: !heat.is_empty(), ..Shown::default() },
    };
    let (columns, rows) = look.room(ROOM.0, ROOM.1);
    let mut canvas = Canvas::new(columns, rows);
    look.draw(&mut canvas, ROOM.0, ROOM.1);
    canvas.lines()
}

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::{Rules, Size};

    #[test]
    fn a_position_in_letters_and_in_colours() {
        let mut position = Position::new(Size::square(3).expect("a size"), Rules::default());
        for point in [Point::new(0, 0), Point::new(2, 2)] {
            position.try_play(Move::Play(point)).expect("legal");
        }
        assert_eq!(lettered(&position), "   A B C\n 3 . . O 3\n 2 . . . 2\n 1 X . . 1\n   A B C\n");
        let text = colored(&position, &[0.5; 9]);
        assert!(text.contains('●') && text.contains('◉') && text.contains("\u{1b}[48;2;"), "{text:?}");
        assert!(text.ends_with('\n') && !text.contains("\u{1b}[1;1H"));
    }
}
