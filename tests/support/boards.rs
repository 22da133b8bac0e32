//! Boards and moves for tests, as they are drawn and named.

use stonefield::go::{Color, Move, Position, Rules, Setup};

/// The position of a diagram.
pub fn drawn(diagram: &str, to_move: Color, rules: Rules) -> Position {
    let mut setup: Setup = diagram.parse().expect("a diagram");
    setup.to_move = to_move;
    Position::from_setup(&setup, rules).expect("a position")
}

/// The move of a name.
pub fn point(name: &str) -> Move {
    name.parse().expect("a move")
}
