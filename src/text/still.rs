//! One position as text with colours.

use super::board::{Layers, Look};
use super::canvas::Canvas;
use stonefield_go::{Move, Position};

/// Largest size of a board in colours, in columns and rows: that of an ordinary terminal.
const ROOM: (u16, u16) = (80, 27);

/// Draws a position with colours. `heat`: temperature by point number, or empty for a board without heat.
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
        layers: Layers { temperature: !heat.is_empty(), ..Layers::default() },
    };
    let (columns, rows) = look.room(ROOM.0, ROOM.1);
    let mut canvas = Canvas::new(columns, rows);
    look.draw(&mut canvas, ROOM.0, ROOM.1);
    canvas.lines()
}

#[cfg(test)]
mod tests {
    use super::*;
    use stonefield_go::{Point, Rules, Size};

    #[test]
    fn a_position_in_colours() {
        let mut position = Position::new(Size::square(3).expect("a size"), Rules::default());
        for point in [Point::new(0, 0), Point::new(2, 2)] {
            position.try_play(Move::Play(point)).expect("legal");
        }
        let text = colored(&position, &[0.5; 9]);
        assert!(text.contains('●') && text.contains('◉') && text.contains("\u{1b}[48;2;"), "{text:?}");
        assert!(text.ends_with('\n') && !text.contains("\u{1b}[1;1H"));
    }
}
