//! Numbers of stones that a move captures, and that it saves from atari.

use stonefield_go::board::Storage;
use stonefield_go::{Board, Color};

/// Returns the number of enemy stones that a move on an empty cell captures.
#[must_use]
pub fn captured_count<S: Storage>(board: &Board<S>, color: Color, cell: usize) -> u32 {
    adjacent_chains(board, !color, cell)
        .into_iter()
        .flatten()
        .filter(|&other| board.takes(cell, other))
        .map(|other| board.chain_length(other))
        .sum()
}

/// Returns the number of own stones that a move on an empty cell saves from atari. A move saves stones if it
/// gives them a second liberty, or captures a chain that touches them.
#[must_use]
pub fn saved_count<S: Storage>(board: &Board<S>, color: Color, cell: usize) -> u32 {
    let in_atari = |stone: &usize| board.sole_liberty(*stone).is_some();
    let mut saved: Vec<usize> =
        adjacent_chains(board, color, cell).into_iter().flatten().filter(in_atari).collect();
    if !saved.is_empty() && board.liberties_after(color, cell) < 2 {
        saved.clear();
    }
    for captured in
        adjacent_chains(board, !color, cell).into_iter().flatten().filter(|&other| board.takes(cell, other))
    {
        let neighbours = board.chain_cells(captured).flat_map(|stone| board.neighbours(stone));
        saved.extend(neighbours.filter(|&other| board.at(other) == Some(color)).filter(in_atari));
    }
    saved.iter_mut().for_each(|stone| *stone = board.chain_id(*stone));
    saved.sort_unstable();
    saved.dedup();
    saved.into_iter().map(|chain| board.chain_length(chain)).sum()
}

/// Returns true if a move on an empty cell leaves an adjacent enemy chain with exactly one liberty.
#[must_use]
pub fn gives_atari<S: Storage>(board: &Board<S>, color: Color, cell: usize) -> bool {
    board
        .neighbours(cell)
        .into_iter()
        .any(|other| board.at(other) == Some(!color) && board.sole_liberty_without(other, cell).is_some())
}

/// Returns a stone of each chain of a colour next to a cell, each chain once.
#[inline(always)]
pub(super) fn adjacent_chains<S: Storage>(board: &Board<S>, color: Color, cell: usize) -> [Option<usize>; 4] {
    let neighbours = board.neighbours(cell);
    std::array::from_fn(|n| {
        let chain = board.chain_id(neighbours[n]);
        let is_new = !neighbours[..n].iter().any(|&other| board.chain_id(other) == chain);
        (is_new && board.at(neighbours[n]) == Some(color)).then_some(neighbours[n])
    })
}

#[cfg(test)]
mod tests {
    use super::super::tests::{at, board};
    use super::*;
    use Color::{Black, White};

    #[test]
    fn a_capture_counts_all_captured_stones() {
        // C3 captures B4-C4 and C2 at once.
        let board = board(". X X . .\nX O O X .\n. X . X .\n. X O X .\n. . X . .");
        let cell = at(&board, "C3");
        assert_eq!(captured_count(&board, Black, cell), 3);
        assert_eq!(captured_count(&board, White, cell), 0);
        assert_eq!(captured_count(&board, Black, at(&board, "E5")), 0);
    }

    #[test]
    fn a_chain_is_saved_by_extension() {
        let board = board(". . . . .\nO X O . .\n. O . . .\n. . . . .\n. . . . .");
        assert_eq!(saved_count(&board, Black, at(&board, "B5")), 1);
        assert_eq!(saved_count(&board, Black, at(&board, "D3")), 0);
        // Along the edge it stays in atari.
        let board = self::board(". . . . .\n. . . . .\n. . . . .\nO O . . .\nX . O . .");
        assert_eq!(saved_count(&board, Black, at(&board, "B1")), 0);
    }

    #[test]
    fn a_chain_is_saved_by_the_capture_of_its_attacker() {
        // At C1 the two stones would stay in atari.
        let board = board(". . . . .\n. . . . .\nX . . . .\nO O O X .\nX X . O .");
        assert_eq!(saved_count(&board, Black, at(&board, "C1")), 0);
        let board = self::board(". . . . .\n. . . . .\nX . X . .\nO O X . .\nX X . O .");
        let cell = at(&board, "B3");
        assert_eq!((captured_count(&board, Black, cell), saved_count(&board, Black, cell)), (2, 2));
        assert_eq!(saved_count(&board, White, cell), 0, "White's three do not get out");
    }

    #[test]
    fn an_atari_is_given_to_a_chain_of_two_liberties() {
        let board = board(". . . . .\n. . . . .\n. X . . .\n. O . . .\n. X . . .");
        assert!(gives_atari(&board, Black, at(&board, "C2")));
        assert!(gives_atari(&board, Black, at(&board, "A2")));
        assert!(!gives_atari(&board, Black, at(&board, "C3")));
        let board = self::board(". . . . .\n. . . . .\n. X . . .\nX O . . .\n. X . . .");
        assert!(!gives_atari(&board, Black, at(&board, "C2")), "the move captures it");
        assert_eq!(captured_count(&board, Black, at(&board, "C2")), 1);
    }
}
