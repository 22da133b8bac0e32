//! Ladder reading: tests if a chain that is chased by ataris can escape.

use stonefield_go::board::Storage;
use stonefield_go::{Board, Color};

/// Largest number of boards that are read for one ladder. If a ladder needs more, the chain counts as free. A
/// ladder across 19×19 takes about 50 boards.
const MAX_BOARDS: u32 = 500;

/// Returns true if a chain in atari, with its own side to move, can escape by an extension or a capture.
pub(super) fn escapes<S: Storage>(board: &Board<S>, stone: usize) -> bool {
    can_escape(board, stone, &mut { MAX_BOARDS })
}

/// Returns true if a chain with two liberties, with the other side to move, can be caught by successive
/// ataris.
pub(super) fn is_caught<S: Storage>(board: &Board<S>, stone: usize) -> bool {
    can_be_caught(board, stone, &mut { MAX_BOARDS })
}

/// Returns up to three liberties of a chain, and their number. Unused entries are 0.
fn liberties<S: Storage>(board: &Board<S>, stone: usize) -> ([usize; 3], usize) {
    let (mut cells, mut count) = ([0; 3], 0);
    for cell in board.pseudo_liberty_cells(stone) {
        if !cells[..count].contains(&cell) {
            cells[count] = cell;
            count += 1;
            if count == 3 {
                break;
            }
        }
    }
    (cells, count)
}

fn can_escape<S: Storage>(board: &Board<S>, stone: usize, budget: &mut u32) -> bool {
    let Some(color) = board.at(stone) else { return false };
    // Captures of chasing stones come first: they break a ladder most often.
    let mut moves: Vec<usize> = Vec::new();
    for stone_of_chain in board.chain_cells(stone) {
        for neighbour in board.neighbours(stone_of_chain) {
            if board.at(neighbour) == Some(!color)
                && let Some(cell) = board.sole_liberty(neighbour)
                && !moves.contains(&cell)
            {
                moves.push(cell);
            }
        }
    }
    moves.extend(board.sole_liberty(stone).filter(|cell| !moves.contains(cell)));
    moves.into_iter().any(|cell| move_frees(board, stone, color, cell, budget))
}

/// Returns the board after a move. The board is on the heap because a long ladder recurses deeply.
#[inline(never)]
fn board_after<S: Storage>(board: &Board<S>, color: Color, cell: usize) -> Box<Board<S>> {
    let mut next = Box::new(board.clone());
    next.play(color, cell);
    next
}

/// Returns true if a move on `cell` frees the chain.
fn move_frees<S: Storage>(
    board: &Board<S>,
    stone: usize,
    color: Color,
    cell: usize,
    budget: &mut u32,
) -> bool {
    if !board.is_legal(color, cell, false) {
        return false;
    }
    let Some(boards_left) = budget.checked_sub(1) else { return true };
    *budget = boards_left;
    let next = board_after(board, color, cell);
    match liberties(&next, stone).1 {
        0 | 1 => false,
        2 => !can_be_caught(&next, stone, budget),
        _ => true,
    }
}

fn can_be_caught<S: Storage>(board: &Board<S>, stone: usize, budget: &mut u32) -> bool {
    let Some(color) = board.at(stone) else { return true };
    let (cells, count) = liberties(board, stone);
    if count > 2 {
        return false;
    }
    cells[..count].iter().any(|&cell| {
        if !board.is_legal(!color, cell, false) {
            return false;
        }
        let Some(boards_left) = budget.checked_sub(1) else { return false };
        *budget = boards_left;
        let next = board_after(board, !color, cell);
        // The chain may capture the chaser's new stone at once: `can_escape` tries captures first.
        next.at(stone).is_none() || !can_escape(&next, stone, budget)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::policy::tests::{at, board};
    use stonefield_go::board::Fixed;

    #[test]
    fn a_ladder_to_the_edge_works() {
        let open = board(
            "
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . X . . . . . .
            . X O . . . . . .
            . . X X . . . . .
            . . . . . . . . .
        ",
        );
        assert!(!escapes(&open, at(&open, "C3")), "the ladder runs to the edge");
    }

    /// A test thread has a stack of two megabytes. The boards of this ladder would overflow it.
    #[test]
    fn a_long_ladder_takes_little_of_the_stack() {
        let stone_at = |row, column| match (row, column) {
            (21, 2) | (22, 1) | (23, 2 | 3) => 'X',
            (22, 2) => 'O',
            _ => '.',
        };
        let rows: Vec<String> =
            (0..25).map(|row| (0..25).map(|column| stone_at(row, column)).collect()).collect();
        let setup: stonefield_go::Setup = rows.join("\n").parse().expect("a diagram");
        let mut board = Board::<Fixed<1024>>::new(setup.size());
        for point in setup.size().points() {
            if let Some(color) = setup.at(point) {
                board.play(color, board.cell(point));
            }
        }
        assert!(!escapes(&board, board.cell(stonefield_go::Point::new(2, 2))), "it runs to the edge");
    }

    #[test]
    fn a_ladder_breaker_or_a_capture_frees_the_chain() {
        let breaker = board(
            "
            . . . . . . . . .
            . . . . . . . . .
            . . . . . O . . .
            . . . . . . . . .
            . . . . . . . . .
            . . X . . . . . .
            . X O . . . . . .
            . . X X . . . . .
            . . . . . . . . .
        ",
        );
        assert!(escapes(&breaker, at(&breaker, "C3")));
        let capture = board(
            "
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . X . . . . . .
            . X O . . . . . .
            . O X X . . . . .
            . . O . . . . . .
        ",
        );
        assert!(!escapes(&capture, at(&capture, "C3")), "the chasers have another liberty");
        let capture = board(
            "
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . O . . . . . .
            . O X . . . . . .
            . X O . . . . . .
            . . X X . . . . .
            . . . . . . . . .
        ",
        );
        // C4 has one liberty, D4. Its capture there frees C3.
        assert!(escapes(&capture, at(&capture, "C3")));
    }

    #[test]
    fn a_chain_at_the_edge_needs_a_stone_of_its_color() {
        let edge_board = |friend: &str| {
            board(&format!(
                "
                . . . . . . . . .
                . . . . . . . . .
                . . . . . . . . .
                . . . . . . . . .
                . . . . . . . . .
                . . . . . . . . .
                . . . . . . . . .
                . O O . . . {friend} . .
                . O X . . . . . .
                "
            ))
        };
        // Along the edge the stone never gets a third liberty unless it meets a stone of its colour.
        let alone = edge_board(".");
        assert!(is_caught_after_extension(&alone));
        let helped = edge_board("X");
        assert!(!is_caught_after_extension(&helped));
    }

    /// Returns true if the stone at C1 is caught after it extends to D1.
    fn is_caught_after_extension(board: &Board<Fixed<128>>) -> bool {
        let caught = !escapes(board, at(board, "C1"));
        let mut after = board.clone();
        after.play(Color::Black, at(board, "D1"));
        assert_eq!(is_caught(&after, at(board, "C1")), caught);
        caught
    }
}
