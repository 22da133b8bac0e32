//! One position as text with colours.

use super::board::{BoardStyle, Layers};
use super::canvas::Canvas;
use stonefield_go::{Move, Position};

/// Largest drawing, in columns and rows: about the size of a usual terminal.
const MAX_SIZE: (u16, u16) = (80, 27);

/// Draws a position with colours. `heat`: temperature by point number, or empty for a board without heat.
#[must_use]
pub fn colored(position: &Position, heat: &[f32]) -> String {
    let size = position.size();
    let first = |point| position.chain(point).into_iter().map(|stone| size.index(stone)).min().unwrap_or(0);
    let stone = |point| {
        let group = u32::try_from(first(point)).unwrap_or(u32::MAX);
        position.at(point).map(|color| (color, group))
    };
    let look = BoardStyle {
        size,
        stones: size.points().map(stone).collect(),
        heat: heat.to_vec(),
        last: position.last_move().and_then(Move::point),
        layers: Layers { temperature: !heat.is_empty(), ..Layers::default() },
    };
    let (columns, rows) = look.room(MAX_SIZE.0, MAX_SIZE.1);
    let mut canvas = Canvas::new(columns, rows);
    look.draw(&mut canvas, MAX_SIZE.0, MAX_SIZE.1);
    canvas.lines()
}

#[cfg(test)]
mod tests {
    use super::*;
    use stonefield_go::{Point, Rules, Size};

    #[test]
    fn a_position_is_drawn_with_colours_and_without_cursor_codes() {
        let mut position = Position::new(Size::square(3).expect("a size"), Rules::default());
        for point in [Point::new(0, 0), Point::new(2, 2)] {
            position.try_play(Move::Play(point)).expect("legal");
        }
        let text = colored(&position, &[0.5; 9]);
        assert!(text.contains('●') && text.contains('◉') && text.contains("\u{1b}[48;2;"), "{text:?}");
        assert!(text.ends_with('\n') && !text.contains("\u{1b}[1;1H"));
    }
}
