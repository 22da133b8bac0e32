//! 3×3 patterns around a move: shapes that a playout should rather play than chance.

use std::sync::LazyLock;
use stonefield_go::board::Storage;
use stonefield_go::{Board, Color};

/// What the pictures are made of: `X` a stone of one side, `O` of the other, `.` an empty point, `-` off the board, `x` anything on
/// the board but X, `o` anything on it but O, `?` anything on it; `*` the move.
// CITE: the patterns of MoGo: S. Gelly, Y. Wang, R. Munos, O. Teytaud, "Modification of UCT with Patterns in Monte-Carlo Go",
// INRIA RR-6062, 2006, section 3.2; lower-case marks and names as in P. Baudiš's michi, 2015.
const EITHER: [(&str, &str); 12] = [
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

/// Those that are for the side with X only.
const OWN: [(&str, &str); 1] = [("hane at two", "XOO .*. ?.?")];

/// All neighbourhoods that match, a bit each, for Black and White to move.
static TABLE: LazyLock<[Vec<u64>; 2]> = LazyLock::new(|| {
    let mut table = [vec![0; CODES / 64], vec![0; CODES / 64]];
    for (n, (_, picture)) in EITHER.iter().chain(&OWN).enumerate() {
        for turned in turns(&marks(picture)) {
            for (own, codes) in table.iter_mut().enumerate() {
                add(&turned, own, 0, 0, codes);
                if n < EITHER.len() {
                    add(&turned, 1 - own, 0, 0, codes);
                }
            }
        }
    }
    table
});

/// Two bits for each of eight neighbours.
const CODES: usize = 1 << 16;

/// Whether the move makes one of the shapes of [MoGo's patterns](https://inria.hal.science/inria-00117266), turned and mirrored as need
/// be. The cell must be empty.
#[inline]
#[must_use]
pub fn pattern_at<S: Storage>(board: &Board<S>, color: Color, cell: usize) -> bool {
    is_pattern(color, board.neighbourhood(cell))
}

/// The same for the eight points around a move, two bits each from the lowest: the row above from left to right, the left, the right, the row below from left to
/// right; 0 for black, 1 for white, 2 for nothing, 3 for off the board.
#[inline]
#[must_use]
pub fn is_pattern(color: Color, code: usize) -> bool {
    TABLE[color.index()][code / 64] >> (code % 64) & 1 != 0
}

/// Which of the eight cells around a cell are empty and make one of the shapes when the colour moves there: a bit each, first the neighbours
/// as [`Board::near`] has them, then the diagonal cells as [`Board::diagonal`] has them.
#[inline]
pub(super) fn patterns_around<S: Storage>(board: &Board<S>, color: Color, cell: usize) -> u32 {
    let table = &TABLE[color.index()];
    let found =
        |(code, empty): (usize, bool)| u32::from(table[code / 64] >> (code % 64) & u64::from(empty) != 0);
    board.neighbourhoods(cell).into_iter().rev().fold(0, |bits, shape| bits << 1 | found(shape))
}

/// The eight marks around the move, row by row from the top.
fn marks(picture: &str) -> [u8; 8] {
    let mut marks = [b'?'; 8];
    for (mark, found) in marks.iter_mut().zip(picture.bytes().filter(|mark| !b" *".contains(mark))) {
        *mark = found;
    }
    marks
}

/// The eight ways in which a picture can lie on the board.
fn turns(marks: &[u8; 8]) -> [[u8; 8]; 8] {
    const QUARTER: [usize; 8] = [5, 3, 0, 6, 1, 7, 4, 2];
    const MIRROR: [usize; 8] = [2, 1, 0, 4, 3, 7, 6, 5];
    let mut now = *marks;
    std::array::from_fn(|n| {
        let this = now;
        let order = if n == 3 { MIRROR } else { QUARTER };
        now = order.map(|from| this[from]);
        this
    })
}

/// Sets the bits of all codes that the marks from the `n`-th on can mean, X being of colour `x`.
fn add(marks: &[u8; 8], x: usize, n: usize, code: usize, table: &mut [u64]) {
    let Some(mark) = marks.get(n) else {
        table[code / 64] |= 1 << (code % 64);
        return;
    };
    const EMPTY: usize = 2;
    const BORDER: usize = 3;
    let meanings: &[usize] = match mark {
        b'X' => &[x],
        b'O' => &[1 - x],
        b'.' => &[EMPTY],
        b'-' => &[BORDER],
        b'x' => &[1 - x, EMPTY],
        b'o' => &[x, EMPTY],
        _ => &[0, 1, EMPTY],
    };
    for holds in meanings {
        add(marks, x, n + 1, code | holds << (2 * n), table);
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{at, board};
    use super::*;
    use crate::Rng;
    use crate::dice::below;
    use rand::SeedableRng;
    use stonefield_go::board::EMPTY;
    use stonefield_go::{BoardVisitor, Move, Position, Rules, Size};

    /// Whether the point named is a pattern move for the colour.
    fn pattern(diagram: &str, point: &str, color: Color) -> bool {
        let board = board(diagram);
        pattern_at(&board, color, at(&board, point))
    }

    #[test]
    fn hane_and_cuts_match_for_both_sides() {
        let hane = ". . . . .\n. X O X .\n. . . . .\n. . . . .\n. . . . .";
        for color in Color::ALL {
            assert!(pattern(hane, "C3", color));
            assert!(!pattern(hane, "D2", color), "far from everything");
        }
        let cut = ". . . . .\n. X O . .\n. O . . .\n. . . . .\n. . . . .";
        assert!(pattern(cut, "C3", Color::Black));
        let protected = ". . . . .\n. X O . .\n. O . O .\n. . . . .\n. . . . .";
        assert!(!pattern(protected, "C3", Color::Black));
    }

    #[test]
    fn a_pattern_matches_however_it_lies() {
        for diagram in [
            ". . . . .\n. X . . .\n. O . . .\n. X . . .\n. . . . .",
            ". . . . .\n. . . X .\n. . . O .\n. . . X .\n. . . . .",
            ". . . . .\n. . . . .\n. . . . .\n. X O X .\n. . . . .",
        ] {
            assert!(pattern(diagram, "C3", Color::Black), "{diagram}");
        }
        // Of the same kind, for one side only: Black's hane at two white stones.
        for diagram in [
            ". . . . .\n. X O O .\n. . . . .\n. . . . .\n. . . . .",
            ". . . . .\n. O O X .\n. . . . .\n. . . . .\n. . . . .",
            ". . . . .\n. O . . .\n. O . . .\n. X . . .\n. . . . .",
        ] {
            assert!(pattern(diagram, "C3", Color::Black), "{diagram}");
            assert!(!pattern(diagram, "C3", Color::White), "{diagram}");
        }
    }

    #[test]
    fn the_edge_has_patterns_of_its_own() {
        let chase = ". . . . .\n. . . . .\n. . . . .\n. X . . .\n. O . O .";
        assert!(pattern(chase, "C1", Color::Black));
        assert!(pattern(chase, "C1", Color::White));
        // The same stones away from the edge are not a pattern.
        let inside = ". . . . .\n. . . . .\n. X . . .\n. O . O .\n. . . . .";
        assert!(!pattern(inside, "C2", Color::Black));
    }

    #[test]
    fn swapping_the_colours_swaps_the_tables() {
        let swap = |code: usize| {
            (0..8).fold(0, |swapped, n| {
                let holds = code >> (2 * n) & 3;
                swapped | (if holds < 2 { 1 - holds } else { holds }) << (2 * n)
            })
        };
        let bit = |color: usize, code: usize| TABLE[color][code / 64] >> (code % 64) & 1;
        assert!((0..CODES).all(|code| bit(0, code) == bit(1, swap(code))));
        let ones: u32 = TABLE[0].iter().map(|word| word.count_ones()).sum();
        // Changing this number changes every heavy playout.
        assert_eq!(ones, 3474);
    }

    #[test]
    fn those_found_together_are_those_found_one_by_one() {
        struct Compare;
        impl BoardVisitor for Compare {
            type Output = u32;

            fn visit<S: Storage>(self, board: &Board<S>) -> u32 {
                let mut count = 0;
                for cell in board.size().points().map(|point| board.cell(point)) {
                    for color in Color::ALL {
                        let around = board.near(cell).into_iter().chain(board.diagonal(cell));
                        let bits = around.enumerate().fold(0, |bits, (n, other)| {
                            let found = board.holds(other) == EMPTY && pattern_at(board, color, other);
                            bits | u32::from(found) << n
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
        // The last two are too large for a board of fixed rows.
        for (size, least) in
            [("1", 0), ("1x5", 0), ("2x7", 1), ("9", 100), ("7x19", 100), ("30", 500), ("60x3", 100)]
        {
            let size: Size = size.parse().expect("a size");
            let mut rng = Rng::seed_from_u64(4);
            let mut found = 0;
            for _ in 0..4 {
                let mut position = Position::new(size, Rules::default());
                for _ in 0..size.area() / 2 {
                    // What is not a legal move is left out.
                    let _ =
                        position.try_play(Move::Play(position.empty(below(&mut rng, position.empties()))));
                    found += position.visit(Compare);
                }
            }
            assert!(found >= least, "{size}: {found}");
        }
    }
}
