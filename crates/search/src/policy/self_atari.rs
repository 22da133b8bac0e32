//! Self-atari: moves that leave the own chain with a single liberty.

use super::capture::{adjacent_chains, captured_count, gives_atari};
use super::nakade::Shape;
use stonefield_go::board::Storage;
use stonefield_go::{Board, Color};

/// Returns true if the chain of a stone played on an empty cell would be in atari.
#[inline]
#[must_use]
pub fn is_self_atari<S: Storage>(board: &Board<S>, color: Color, cell: usize) -> bool {
    board.liberties_after(color, cell) == 1
}

/// Returns true if a move is a self-atari that gains nothing, by a quick estimate. It gains something if it
/// captures about as many stones as it risks. A throw-in or a nakade gains something too: it puts an enemy
/// chain in atari, and after the capture of its shape the enemy cannot make two eyes there.
#[inline(always)]
#[must_use]
pub fn is_bad_self_atari<S: Storage>(board: &Board<S>, color: Color, cell: usize) -> bool {
    is_self_atari(board, color, cell) && !gains_something(board, color, cell)
}

/// Returns true if a self-atari gains something.
fn gains_something<S: Storage>(board: &Board<S>, color: Color, cell: usize) -> bool {
    let own_chains = adjacent_chains(board, color, cell);
    let risked_count: u32 =
        1 + own_chains.into_iter().flatten().map(|other| board.chain_length(other)).sum::<u32>();
    let captured = captured_count(board, color, cell);
    if captured > 0 {
        // One stone more is allowed for a ko capture, or for two stones in a capturing race.
        return risked_count <= captured + 1;
    }
    let mut shape = Shape::default();
    let is_small = std::iter::once(cell)
        .chain(own_chains.into_iter().flatten().flat_map(|other| board.chain_cells(other)))
        .all(|stone| shape.add(stone));
    is_small && shape.is_dead(board) && gives_atari(board, color, cell)
}

#[cfg(test)]
mod tests {
    use super::super::tests::{at, board};
    use super::*;

    fn self_atari(diagram: &str, color: Color, point: &str) -> (bool, bool) {
        let board = board(diagram);
        let cell = at(&board, point);
        (is_self_atari(&board, color, cell), is_bad_self_atari(&board, color, cell))
    }

    #[test]
    fn a_stone_in_self_atari_without_gain_is_bad() {
        let diagram = ". . . . .\n. . . . .\n. . . . .\nO O . . .\n. . . O .";
        assert_eq!(self_atari(diagram, Color::Black, "A1"), (true, true));
        assert_eq!(self_atari(diagram, Color::Black, "B1"), (false, false), "two liberties");
        assert_eq!(self_atari(diagram, Color::Black, "C3"), (false, false));
    }

    #[test]
    fn a_throw_in_that_gives_atari_is_not_bad() {
        // A1-B1 is White's only eye.
        let diagram = ". . . . .\n. . . . .\nX X X . .\nO O X X .\n. . O X .";
        assert_eq!(self_atari(diagram, Color::Black, "A1"), (true, false));
        // With a liberty elsewhere the move is no atari.
        let free = ". . . . .\n. . . . .\n. X X . .\nO O X X .\n. . O X .";
        assert_eq!(self_atari(free, Color::Black, "A1"), (true, true));
    }

    #[test]
    fn a_ko_capture_is_not_bad_but_a_snapback_is() {
        let ko = ". . . . .\n. X O . .\nX . X O .\n. X O . .\n. . . . .";
        assert_eq!(self_atari(ko, Color::White, "B3"), (true, false));
        // Black captures B1 with three stones and is recaptured at once.
        let snapback = ". . . . . .\nO O O O . .\nO X X O . .\nO . O X O .\nX X X X O .\nO O O O O .";
        let board = board(snapback);
        assert_eq!(captured_count(&board, Color::Black, at(&board, "B3")), 1);
        assert_eq!(self_atari(snapback, Color::Black, "B3"), (true, true));
    }

    #[test]
    fn a_nakade_is_not_bad_but_a_living_shape_is() {
        // White's eye space has two points left, and its stones have no outside liberty. A captured bent
        // three leaves no two eyes.
        let bend = "X X X X X X\nX O O O O X\nO O X X O X\nO X . . O X\nO O O O O X\nX X X X X .";
        assert_eq!(self_atari(bend, Color::Black, "D3"), (true, false));
        assert_eq!(self_atari(bend, Color::Black, "C3"), (true, true), "a zigzag of four lives");
        // A straight four would give White two eyes.
        let straight = "X X X X X X X X\nO O O O O O O X\nO X X X . . O X\nO O O O O O O X\nX X X X X X X .";
        assert_eq!(self_atari(straight, Color::Black, "E3"), (true, true));
    }
}
