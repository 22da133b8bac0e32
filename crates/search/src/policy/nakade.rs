//! Nakade: the one point that decides between one eye and two.

use stonefield_go::Board;
use stonefield_go::board::{EMPTY, Storage};

/// The most points of an eye space that one move can still decide.
const MOST: usize = 6;

/// A handful of cells.
#[derive(Clone, Copy, Default)]
pub(super) struct Shape {
    cells: [usize; MOST],
    count: usize,
}

impl Shape {
    /// `false` when there is no room for one more.
    pub(super) fn add(&mut self, cell: usize) -> bool {
        let Some(slot) = self.cells.get_mut(self.count) else { return false };
        *slot = cell;
        self.count += 1;
        true
    }

    /// Whether the cell is one of them. All are looked at: when to stop looking would be as good as random.
    #[inline(always)]
    fn has(&self, cell: usize) -> bool {
        // No border cell is asked for, so that the unused ones do no harm.
        self.cells.iter().fold(false, |found, &other| found | (other == cell))
    }

    pub(super) fn cells(&self) -> &[usize] {
        &self.cells[..self.count]
    }

    /// How many cells of the shape are beside each of its cells.
    fn degrees<S: Storage>(&self, board: &Board<S>) -> impl Iterator<Item = (usize, usize)> {
        self.cells().iter().map(|&cell| {
            let near = board.near(cell);
            (cell, self.cells().iter().filter(|other| near.contains(other)).count())
        })
    }

    /// The point from which the shape is split into two eyes or kept from it: the middle of three in a row or in a bend, of a
    /// pyramid, of the bulky five, of the cross, of the rabbity six. `None` for shapes that one move does not decide.
    pub(super) fn vital<S: Storage>(&self, board: &Board<S>) -> Option<usize> {
        let sides: usize = self.degrees(board).map(|(_, degree)| degree).sum();
        let (degree, sides_at_least) = match self.count {
            3 => (2, 4),
            4 => (3, 6),
            5 if sides >= 10 => (3, 10),
            5 => (4, 8),
            6 => (4, 12),
            _ => return None,
        };
        let vital = self.degrees(board).find(|&(_, found)| found == degree).map(|(cell, _)| cell);
        vital.filter(|_| sides >= sides_at_least)
    }

    /// Whether stones of this shape leave no two eyes where they are taken: one or two of them, a square of four, or a shape with a
    /// vital point.
    pub(super) fn is_dead<S: Storage>(&self, board: &Board<S>) -> bool {
        let square = self.count == 4 && self.degrees(board).all(|(_, degree)| degree == 2);
        self.count <= 2 || square || self.vital(board).is_some()
    }
}

/// The vital point of a small empty region beside a cell that stones of only one colour enclose, if it has one: its owner and its
/// enemy want the same point.
#[must_use]
pub fn nakade<S: Storage>(board: &Board<S>, beside: usize) -> Option<usize> {
    let mut large = Shape::default();
    for cell in board.near(beside) {
        // Neighbours of one stone are often of one region.
        if (board.holds(cell) == EMPTY) & !large.has(cell) && !is_open(board, cell) {
            match enclosed(board, cell) {
                Ok(region) => {
                    if let Some(vital) = region.vital(board) {
                        return Some(vital);
                    }
                }
                Err(region) => large = region,
            }
        }
    }
    None
}

/// Whether what is within two steps of an empty cell tells that stones of both colours enclose its region, or that it has more than
/// [`MOST`] points: most regions are told by that.
#[inline]
fn is_open<S: Storage>(board: &Board<S>, start: usize) -> bool {
    let (mut colors, empty) = board.beside(start);
    // A point two steps away is beside at most two of those between, so each counts half.
    let mut halves = 2 * (1 + empty);
    for other in board.near(start) {
        if board.holds(other) == EMPTY {
            let (beside, empty) = board.beside(other);
            colors = [colors[0] | beside[0], colors[1] | beside[1]];
            halves += empty - 1;
        }
    }
    colors == [true; 2] || halves > 2 * MOST
}

/// The empty region of a cell when it has at most [`MOST`] points and only one colour encloses it; else a part of it.
#[inline]
fn enclosed<S: Storage>(board: &Board<S>, start: usize) -> Result<Shape, Shape> {
    let mut region = Shape::default();
    region.add(start);
    let mut colors = [false; 2];
    let mut done = 0;
    while let Some(&cell) = region.cells().get(done) {
        done += 1;
        let (beside, empty) = board.beside(cell);
        colors = [colors[0] | beside[0], colors[1] | beside[1]];
        if colors == [true; 2] {
            return Err(region);
        }
        if empty == 0 {
            continue;
        }
        for other in board.near(cell) {
            if (board.holds(other) == EMPTY) & !region.has(other) && !region.add(other) {
                return Err(region);
            }
        }
    }
    Ok(region)
}

#[cfg(test)]
mod tests {
    use super::super::tests::{at, board};
    use super::*;
    use crate::Rng;
    use crate::dice::below;
    use rand::SeedableRng;
    use stonefield_go::{BoardVisitor, Move, Position, Rules};

    /// The vital point found beside a stone.
    fn vital(diagram: &str, beside: &str) -> Option<String> {
        let board = board(diagram);
        nakade(&board, at(&board, beside)).map(|cell| board.point(cell).to_string())
    }

    #[test]
    fn shapes_that_one_move_decides_have_a_vital_point() {
        for (shape, diagram, beside, point) in [
            ("straight three", ". . . X O\nX X X X O\nO O O O O\n. . . . .\n. . . . .", "D5", Some("B5")),
            ("bent three", ". . X O .\n. X X O .\nX X O O .\n. O . . .\n. . . . .", "C5", Some("A5")),
            ("pyramid four", ". . . X O\nX . X X O\nX X X O O\n. . . . .\n. . . . .", "D5", Some("B5")),
            ("bulky five", ". . . X O\n. . X X O\nX X X O O\n. . . . .\n. . . . .", "D5", Some("B5")),
            ("straight four", ". . . . X\nX X X X X\nO O O O O\n. . . . .\n. . . . .", "E5", None),
            ("square four", ". . X O .\n. . X O .\nX X X O .\nO O O O .\n. . . . .", "C5", None),
            ("bent four", ". . . X O\nX X . X O\n. X X X O\n. . . . O\n. . . . .", "D5", None),
            ("two", ". . X O .\nX X X O .\nO O O O .\n. . . . .\n. . . . .", "C5", None),
        ] {
            assert_eq!(vital(diagram, beside).as_deref(), point, "{shape}");
        }
    }

    #[test]
    fn crosses_and_rabbity_sixes_too() {
        let cross = "X X X X X X\nX X . X X X\nX . . . X X\nX X . X X X\nX X X X X .\nX X X X . X";
        assert_eq!(vital(cross, "B4").as_deref(), Some("C4"));
        let rabbity = "X X X X X X\nX X . X X X\nX . . . X X\nX . . X X X\nX X X X X .\nX X X X . X";
        assert_eq!(vital(rabbity, "B5").as_deref(), Some("C4"));
    }

    #[test]
    fn a_region_that_both_sides_touch_is_no_eye_space() {
        assert_eq!(vital(". . . X O\nX X O X O\nO O O O O\n. . . . .\n. . . . .", "D5"), None);
    }

    #[test]
    fn what_two_steps_tell_is_what_the_whole_walk_finds() {
        struct Compare;
        impl BoardVisitor for Compare {
            type Output = [usize; 2];

            fn visit<S: Storage>(self, board: &Board<S>) -> [usize; 2] {
                let mut count = [0; 2];
                for cell in (0..board.empties()).map(|i| board.empty(i)) {
                    let open = is_open(board, cell);
                    let small = enclosed(board, cell).is_ok();
                    assert!(!(open && small), "{:?}", board.point(cell));
                    count[usize::from(small)] += usize::from(open | small);
                }
                count
            }
        }
        let mut rng = Rng::seed_from_u64(5);
        let mut found = [0; 2];
        for _ in 0..20 {
            let mut position = Position::new("9".parse().expect("a size"), Rules::default());
            for _ in 0..400 {
                let point = position.empty(below(&mut rng, position.empties()));
                if !position.is_eye_point(position.to_move(), point) {
                    // What is not a legal move is left out.
                    let _ = position.try_play(Move::Play(point));
                }
                let [open, small] = position.visit(Compare);
                found = [found[0] + open, found[1] + small];
            }
        }
        assert!(found.iter().all(|&count| count > 1000), "{found:?}");
    }
}
