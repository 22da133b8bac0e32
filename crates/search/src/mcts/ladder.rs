//! Reading ladders: whether a chain that is chased can get away.

use stonefield_go::board::Storage;
use stonefield_go::{Board, Color};

/// Boards looked at before a chain counts as free: a ladder across 19×19 takes about a tenth as many.
const MOST: u32 = 500;

/// Whether the chain of a stone, in atari with its own side to move, gets away by running or by capturing.
pub(super) fn escapes<S: Storage>(board: &Board<S>, stone: usize) -> bool {
    runs(board, stone, &mut { MOST })
}

/// Whether a chain with two liberties, the other side to move, is caught by ataris alone.
pub(super) fn is_caught<S: Storage>(board: &Board<S>, stone: usize) -> bool {
    falls(board, stone, &mut { MOST })
}

/// Up to three liberties of a chain and how many of them there are.
fn liberties<S: Storage>(board: &Board<S>, stone: usize) -> ([usize; 3], usize) {
    let (mut found, mut count) = ([0; 3], 0);
    for cell in board.touched_cells(stone) {
        if !found[..count].contains(&cell) {
            found[count] = cell;
            count += 1;
            if count == 3 {
                break;
            }
        }
    }
    (found, count)
}

fn runs<S: Storage>(board: &Board<S>, stone: usize, left: &mut u32) -> bool {
    let Some(color) = board.at(stone) else { return false };
    // Capturing one of the chasing stones comes first: it is what most often breaks a ladder.
    let mut ways: Vec<usize> = Vec::new();
    for own in board.chain_cells(stone) {
        for other in board.near(own) {
            if board.at(other) == Some(!color)
                && let Some(cell) = board.sole_liberty(other)
                && !ways.contains(&cell)
            {
                ways.push(cell);
            }
        }
    }
    ways.extend(board.sole_liberty(stone).filter(|cell| !ways.contains(cell)));
    ways.into_iter().any(|cell| gets_free(board, stone, color, cell, left))
}

/// The board after a stone, away from the stack: a long ladder goes deep.
#[inline(never)]
fn after<S: Storage>(board: &Board<S>, color: Color, cell: usize) -> Box<Board<S>> {
    let mut next = Box::new(board.clone());
    next.play(color, cell);
    next
}

/// Whether playing on a cell frees the chain.
fn gets_free<S: Storage>(board: &Board<S>, stone: usize, color: Color, cell: usize, left: &mut u32) -> bool {
    if !board.is_legal(color, cell, false) {
        return false;
    }
    let Some(rest) = left.checked_sub(1) else { return true };
    *left = rest;
    let next = after(board, color, cell);
    match liberties(&next, stone).1 {
        0 | 1 => false,
        2 => !falls(&next, stone, left),
        _ => true,
    }
}

fn falls<S: Storage>(board: &Board<S>, stone: usize, left: &mut u32) -> bool {
    let Some(color) = board.at(stone) else { return true };
    let (cells, count) = liberties(board, stone);
    if count > 2 {
        return false;
    }
    cells[..count].iter().any(|&cell| {
        if !board.is_legal(!color, cell, false) {
            return false;
        }
        let Some(rest) = left.checked_sub(1) else { return false };
        *left = rest;
        let next = after(board, !color, cell);
        // The chaser must not be taken at once, but for that the runner's captures are tried.
        next.at(stone).is_none() || !runs(&next, stone, left)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::policy::tests::{at, board};
    use stonefield_go::board::Fixed;

    #[test]
    fn a_ladder_to_the_edge_catches() {
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

    /// A test has two megabytes of stack, which the boards of such a ladder would more than fill.
    #[test]
    fn a_long_ladder_takes_little_of_the_stack() {
        let stone = |row, column| match (row, column) {
            (21, 2) | (22, 1) | (23, 2 | 3) => 'X',
            (22, 2) => 'O',
            _ => '.',
        };
        let rows: Vec<String> =
            (0..25).map(|row| (0..25).map(|column| stone(row, column)).collect()).collect();
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
    fn a_breaker_on_the_way_or_a_capture_sets_free() {
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
        // C4 has one liberty, D4: taking it is the way out.
        assert!(escapes(&capture, at(&capture, "C3")));
    }

    #[test]
    fn the_edge_and_a_friend_decide() {
        let picture = |friend: &str| {
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
        // Along the edge the stone never gets a third liberty, unless it meets a stone of its colour.
        let alone = picture(".");
        assert!(is_caught_after_running(&alone));
        let friend = picture("X");
        assert!(!is_caught_after_running(&friend));
    }

    /// The stone at C1 runs to D1: is it caught?
    fn is_caught_after_running(board: &Board<Fixed<128>>) -> bool {
        let caught = !escapes(board, at(board, "C1"));
        let mut after = board.clone();
        after.play(Color::Black, at(board, "D1"));
        assert_eq!(is_caught(&after, at(board, "C1")), caught);
        caught
    }
}
