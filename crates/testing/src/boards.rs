//! Boards and moves for tests, as they are drawn and named.
use stonefield_go::{Color, Move, Position, Rules, Setup};

/// A board at the end of a game: Black's stone at D1 is proved to be dead, White's at C8 only seems so.
pub const ENDED: &str = "
    . . . . . X . X .
    . . O . . X X X X
    . . . X . . X . .
    . X X . X X X X X
    X X X X X X X X X
    O O O O O O O O O
    . O O O O O O O O
    O O . . . . . O .
    . O . X . . . O .";

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
