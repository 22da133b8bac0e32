//! 3×3 patterns around a move. Playouts prefer moves that match one.

use std::sync::LazyLock;
use stonefield_go::board::Storage;
use stonefield_go::{Board, Color};

/// Patterns for both colours, each with its name, as the three rows around the move `*`. `X`: a stone of one
/// colour. `O`: a stone of the other colour. `.`: an empty point. `-`: off the board. `x`: any point but X.
/// `o`: any point but O. `?`: any point.
// CITE: the patterns of MoGo: S. Gelly, Y. Wang, R. Munos, O. Teytaud, "Modification of UCT with Patterns in
// Monte-Carlo Go", INRIA RR-6062, 2006, section 3.2; lower-case marks and names as in P. Baudiš's michi,
// 2015.
const TWO_SIDED: [(&str, &str); 12] = [
    ("hane that encloses", "XOX .*. ???"),
    ("hane that does not cut", "XO. .*. ?.?"),
    ("magari", "XO? X*. ?.?"),
    ("cut of what nothing protects", "XO? O*o ?o?"),
    ("cut of what is peeped at", "XO? O*X ???"),
    ("cut between two", "?X? O*O ooo"),
    ("keima that cuts", "OX? o*O ???"),
    ("chase along the edge", "X.? O*? ---"),
    ("block of a cut on the edge", "OX? X*O ---"),
    ("block of a connection on the edge", "?X? x*O ---"),
    ("sagari", "?XO x*x ---"),
    ("cut on the edge", "?OX X*O ---"),
];

/// Patterns that only X may play.
const ONE_SIDED: [(&str, &str); 1] = [("hane at two", "XOO .*. ?.?")];

/// Codes of all matching neighbourhoods, as a bit set: with Black and with White to move.
static TABLE: LazyLock<[Vec<u64>; 2]> = LazyLock::new(|| {
    let mut table = [vec![0; CODES / 64], vec![0; CODES / 64]];
    for (n, (_, pattern)) in TWO_SIDED.iter().chain(&ONE_SIDED).enumerate() {
        for symmetry in symmetries(&parse_marks(pattern)) {
            for (color, codes) in table.iter_mut().enumerate() {
                add_codes(&symmetry, color, 0, 0, codes);
                if n < TWO_SIDED.len() {
                    add_codes(&symmetry, 1 - color, 0, 0, codes);
                }
            }
        }
    }
    table
});

/// Number of codes of neighbourhoods: two bits for each of eight neighbours.
const CODES: usize = 1 << 16;

/// Returns true if a move matches one of [MoGo's patterns](https://inria.hal.science/inria-00117266), in any
/// rotation or reflection. The cell must be empty.
#[inline]
#[must_use]
pub fn pattern_at<S: Storage>(board: &Board<S>, color: Color, cell: usize) -> bool {
    is_pattern(color, board.neighbourhood(cell))
}

/// Works like [`pattern_at`], on the code of a neighbourhood. The code has two bits for each of the eight
/// points around the move. From the lowest bits: the row above from left to right, the point to the left, the
/// point to the right, the row below from left to right. The values are 0 for Black, 1 for White, 2 for
/// empty, 3 for off the board.
#[inline]
#[must_use]
pub fn is_pattern(color: Color, code: usize) -> bool {
    TABLE[color.index()][code / 64] >> (code % 64) & 1 != 0
}

/// Returns a bit for each of the eight cells around a cell. The bit is 1 if the cell is empty and a move of
/// the colour on it matches a pattern. The lowest bits are the cells of [`Board::near`], the others those of
/// [`Board::diagonal`].
#[inline]
pub(super) fn patterns_around<S: Storage>(board: &Board<S>, color: Color, cell: usize) -> u32 {
    let table = &TABLE[color.index()];
    let is_match =
        |(code, empty): (usize, bool)| u32::from(table[code / 64] >> (code % 64) & u64::from(empty) != 0);
    board
        .neighbourhoods(cell)
        .into_iter()
        .rev()
        .fold(0, |bits, neighbourhood| bits << 1 | is_match(neighbourhood))
}

/// Parses a pattern: returns the eight marks around the move, row by row from the top.
fn parse_marks(pattern: &str) -> [u8; 8] {
    let mut marks = [b'?'; 8];
    for (mark, symbol) in marks.iter_mut().zip(pattern.bytes().filter(|mark| !b" *".contains(mark))) {
        *mark = symbol;
    }
    marks
}

/// Returns the eight rotations and reflections of a pattern.
fn symmetries(marks: &[u8; 8]) -> [[u8; 8]; 8] {
    const QUARTER_TURN: [usize; 8] = [5, 3, 0, 6, 1, 7, 4, 2];
    const MIRROR: [usize; 8] = [2, 1, 0, 4, 3, 7, 6, 5];
    let mut next = *marks;
    std::array::from_fn(|n| {
        let current = next;
        let order = if n == 3 { MIRROR } else { QUARTER_TURN };
        next = order.map(|from| current[from]);
        current
    })
}

/// Sets the bits of all codes that begin with `code`, the first `n` points, and match the other marks. `x` is
/// the index of the colour of X.
fn add_codes(marks: &[u8; 8], x: usize, n: usize, code: usize, table: &mut [u64]) {
    let Some(mark) = marks.get(n) else {
        table[code / 64] |= 1 << (code % 64);
        return;
    };
    const EMPTY: usize = 2;
    const BORDER: usize = 3;
    let contents: &[usize] = match mark {
        b'X' => &[x],
        b'O' => &[1 - x],
        b'.' => &[EMPTY],
        b'-' => &[BORDER],
        b'x' => &[1 - x, EMPTY],
        b'o' => &[x, EMPTY],
        _ => &[0, 1, EMPTY],
    };
    for content in contents {
        add_codes(marks, x, n + 1, code | content << (2 * n), table);
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{at, board};
    use super::*;
    use crate::Rng;
    use crate::dice::random_below;
    use rand::SeedableRng;
    use stonefield_go::board::EMPTY;
    use stonefield_go::{BoardVisitor, Move, Position, Rules, Size};

    /// Returns true if the named point is a pattern move for the colour.
    fn is_pattern_move(diagram: &str, point: &str, color: Color) -> bool {
        let board = board(diagram);
        pattern_at(&board, color, at(&board, point))
    }

    #[test]
    fn hane_and_cuts_match_for_both_sides() {
        let hane = ". . . . .\n. X O X .\n. . . . .\n. . . . .\n. . . . .";
        for color in Color::ALL {
            assert!(is_pattern_move(hane, "C3", color));
            assert!(!is_pattern_move(hane, "D2", color), "far from everything");
        }
        let cut = ". . . . .\n. X O . .\n. O . . .\n. . . . .\n. . . . .";
        assert!(is_pattern_move(cut, "C3", Color::Black));
        let protected = ". . . . .\n. X O . .\n. O . O .\n. . . . .\n. . . . .";
        assert!(!is_pattern_move(protected, "C3", Color::Black));
    }

    #[test]
    fn a_pattern_matches_in_every_orientation() {
        for diagram in [
            ". . . . .\n. X . . .\n. O . . .\n. X . . .\n. . . . .",
            ". . . . .\n. . . X .\n. . . O .\n. . . X .\n. . . . .",
            ". . . . .\n. . . . .\n. . . . .\n. X O X .\n. . . . .",
        ] {
            assert!(is_pattern_move(diagram, "C3", Color::Black), "{diagram}");
        }
        // Patterns for one colour only: Black's hane at two white stones.
        for diagram in [
            ". . . . .\n. X O O .\n. . . . .\n. . . . .\n. . . . .",
            ". . . . .\n. O O X .\n. . . . .\n. . . . .\n. . . . .",
            ". . . . .\n. O . . .\n. O . . .\n. X . . .\n. . . . .",
        ] {
            assert!(is_pattern_move(diagram, "C3", Color::Black), "{diagram}");
            assert!(!is_pattern_move(diagram, "C3", Color::White), "{diagram}");
        }
    }

    #[test]
    fn the_edge_has_patterns_of_its_own() {
        let chase = ". . . . .\n. . . . .\n. . . . .\n. X . . .\n. O . O .";
        assert!(is_pattern_move(chase, "C1", Color::Black));
        assert!(is_pattern_move(chase, "C1", Color::White));
        // The same stones away from the edge are not a pattern.
        let inside = ". . . . .\n. . . . .\n. X . . .\n. O . O .\n. . . . .";
        assert!(!is_pattern_move(inside, "C2", Color::Black));
    }

    #[test]
    fn swapping_the_colours_swaps_the_tables() {
        let swap = |code: usize| {
            (0..8).fold(0, |swapped, n| {
                let content = code >> (2 * n) & 3;
                swapped | (if content < 2 { 1 - content } else { content }) << (2 * n)
            })
        };
        let bit = |color: usize, code: usize| TABLE[color][code / 64] >> (code % 64) & 1;
        assert!((0..CODES).all(|code| bit(0, code) == bit(1, swap(code))));
        let ones: u32 = TABLE[0].iter().map(|word| word.count_ones()).sum();
        // A change of this number changes every heavy playout.
        assert_eq!(ones, 3474);
    }

    #[test]
    fn patterns_around_agrees_with_pattern_at() {
        struct Compare;
        impl BoardVisitor for Compare {
            type Output = u32;

            fn visit<S: Storage>(self, board: &Board<S>) -> u32 {
                let mut count = 0;
                for cell in board.size().points().map(|point| board.cell(point)) {
                    for color in Color::ALL {
                        let around = board.neighbours(cell).into_iter().chain(board.diagonal(cell));
                        let bits = around.enumerate().fold(0, |bits, (n, other)| {
                            let is_match = board.content(other) == EMPTY && pattern_at(board, color, other);
                            bits | u32::from(is_match) << n
                        });
                        assert_eq!(
                            patterns_around(board, color, cell),
                            bits,
                            "{:?} {color}",
                            board.point(cell)
                        );
                        count += bits.count_ones();
                    }
                }
                count
            }
        }
        // The last two sizes are too large for boards of fixed size.
        for (size, min_count) in
            [("1", 0), ("1x5", 0), ("2x7", 1), ("9", 100), ("7x19", 100), ("30", 500), ("60x3", 100)]
        {
            let size: Size = size.parse().expect("a size");
            let mut rng = Rng::seed_from_u64(4);
            let mut found = 0;
            for _ in 0..4 {
                let mut position = Position::new(size, Rules::default());
                for _ in 0..size.area() / 2 {
                    // Illegal moves are skipped.
                    let _ = position.try_play(Move::Play(
                        position.nth_empty(random_below(&mut rng, position.empty_count())),
                    ));
                    found += position.visit(Compare);
                }
            }
            assert!(found >= min_count, "{size}: {found}");
        }
    }
}
