//! Boards from diagrams and moves from names, for tests.
use stonefield_go::{Color, Move, Position, Rules, Setup};

/// Finished game. Black's stone at D1 is provably dead. White's stone at C8 only seems dead.
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

/// Position from a diagram.
///
/// # Panics
/// If the diagram is no position under these rules.
pub fn drawn(diagram: &str, to_move: Color, rules: Rules) -> Position {
    let mut setup: Setup = diagram.parse().expect("a diagram");
    setup.to_move = to_move;
    Position::from_setup(&setup, rules).expect("a position")
}

/// Move from its name, such as `D4` or `pass`.
///
/// # Panics
/// If the name is no move.
pub fn point(name: &str) -> Move {
    name.parse().expect("a move")
}
