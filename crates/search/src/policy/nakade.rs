//! Nakade: the vital point of an eye space, on which a move decides between one eye and two.

use stonefield_go::Board;
use stonefield_go::board::{EMPTY, Storage};

/// Largest eye space, in points, in which one move can decide between one eye and two.
const MAX_POINTS: usize = 6;

/// Set of at most [`MAX_POINTS`] cells.
#[derive(Clone, Copy, Default)]
pub(super) struct Shape {
    cells: [usize; MAX_POINTS],
    count: usize,
}

impl Shape {
    /// Adds a cell. Returns `false` if the shape is full.
    pub(super) fn add(&mut self, cell: usize) -> bool {
        let Some(slot) = self.cells.get_mut(self.count) else { return false };
        *slot = cell;
        self.count += 1;
        true
    }

    /// Returns true if the shape contains the cell. It compares all slots, because an early exit would be an
    /// unpredictable branch.
    #[inline(always)]
    fn contains(&self, cell: usize) -> bool {
        // Unused slots have the border cell 0. The function is never called with it.
        self.cells.iter().fold(false, |is_contained, &slot| is_contained | (slot == cell))
    }

    pub(super) fn cells(&self) -> &[usize] {
        &self.cells[..self.count]
    }

    /// Returns each cell with its degree: the number of its neighbours in the shape.
    fn degrees<S: Storage>(&self, board: &Board<S>) -> impl Iterator<Item = (usize, usize)> {
        self.cells().iter().map(|&cell| {
            let neighbours = board.neighbours(cell);
            (cell, self.cells().iter().filter(|other| neighbours.contains(other)).count())
        })
    }

    /// Returns the vital point: a move of one colour there makes two eyes, a move of the other colour
    /// prevents them. It is the middle of a straight or bent three, a pyramid four, a bulky five, a cross or
    /// a rabbity six. `None` for shapes in which one move does not decide.
    pub(super) fn vital<S: Storage>(&self, board: &Board<S>) -> Option<usize> {
        let adjacencies: usize = self.degrees(board).map(|(_, degree)| degree).sum();
        let (degree, min_adjacencies) = match self.count {
            3 => (2, 4),
            4 => (3, 6),
            5 if adjacencies >= 10 => (3, 10),
            5 => (4, 8),
            6 => (4, 12),
            _ => return None,
        };
        let vital = self.degrees(board).find(|&(_, other)| other == degree).map(|(cell, _)| cell);
        vital.filter(|_| adjacencies >= min_adjacencies)
    }

    /// Returns true if a colour that captures stones of this shape cannot make two eyes in their place. Such
    /// shapes are one or two stones, a square of four, and shapes with a vital point.
    pub(super) fn is_dead<S: Storage>(&self, board: &Board<S>) -> bool {
        let is_square = self.count == 4 && self.degrees(board).all(|(_, degree)| degree == 2);
        self.count <= 2 || is_square || self.vital(board).is_some()
    }
}

/// Returns the vital point of a small empty region next to the cell `beside`, if stones of only one colour
/// enclose the region. Both colours want to play on this point.
#[must_use]
pub fn nakade<S: Storage>(board: &Board<S>, beside: usize) -> Option<usize> {
    let mut last_rejected = Shape::default();
    for cell in board.neighbours(beside) {
        // Neighbours of one stone are often in the same region.
        if (board.content(cell) == EMPTY) & !last_rejected.contains(cell) && !is_no_eye_space(board, cell) {
            match enclosed_region(board, cell) {
                Ok(region) => {
                    if let Some(vital) = region.vital(board) {
                        return Some(vital);
                    }
                }
                Err(region) => last_rejected = region,
            }
        }
    }
    None
}

/// Returns true if the points within two steps of an empty cell show that its region is no eye space: it
/// borders on both colours, or it has more than [`MAX_POINTS`] points. This quick test excludes most regions.
#[inline]
fn is_no_eye_space<S: Storage>(board: &Board<S>, start: usize) -> bool {
    let (mut colors, empty) = board.neighbour_contents(start);
    // A point at distance two is adjacent to at most two of the points between. So each adjacency counts as
    // half a point.
    let mut half_points = 2 * (1 + empty);
    for other in board.neighbours(start) {
        if board.content(other) == EMPTY {
            let (beside, empty) = board.neighbour_contents(other);
            colors = [colors[0] | beside[0], colors[1] | beside[1]];
            half_points += empty - 1;
        }
    }
    colors == [true; 2] || half_points > 2 * MAX_POINTS
}

/// Returns the empty region of a cell if it has at most [`MAX_POINTS`] points and only one colour encloses
/// it. Otherwise the error is a part of the region.
#[inline]
fn enclosed_region<S: Storage>(board: &Board<S>, start: usize) -> Result<Shape, Shape> {
    let mut region = Shape::default();
    region.add(start);
    let mut colors = [false; 2];
    let mut visited = 0;
    while let Some(&cell) = region.cells().get(visited) {
        visited += 1;
        let (beside, empty) = board.neighbour_contents(cell);
        colors = [colors[0] | beside[0], colors[1] | beside[1]];
        if colors == [true; 2] {
            return Err(region);
        }
        if empty == 0 {
            continue;
        }
        for neighbour in board.neighbours(cell) {
            if (board.content(neighbour) == EMPTY) & !region.contains(neighbour) && !region.add(neighbour) {
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
    use crate::dice::random_below;
    use rand::SeedableRng;
    use stonefield_go::{BoardVisitor, Move, Position, Rules};

    /// Returns the vital point found next to a stone.
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
    fn crosses_and_rabbity_sixes_have_a_vital_point() {
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
    fn the_quick_test_agrees_with_the_full_search() {
        struct Compare;
        impl BoardVisitor for Compare {
            type Output = [usize; 2];

            fn visit<S: Storage>(self, board: &Board<S>) -> [usize; 2] {
                let mut count = [0; 2];
                for cell in (0..board.empty_count()).map(|i| board.nth_empty(i)) {
                    let open = is_no_eye_space(board, cell);
                    let small = enclosed_region(board, cell).is_ok();
                    assert!(!(open && small), "{:?}", board.point(cell));
                    count[usize::from(small)] += usize::from(open | small);
                }
                count
            }
        }
        let mut rng = Rng::seed_from_u64(5);
        let mut counts = [0; 2];
        for _ in 0..20 {
            let mut position = Position::new("9".parse().expect("a size"), Rules::default());
            for _ in 0..400 {
                let point = position.nth_empty(random_below(&mut rng, position.empty_count()));
                if !position.is_eye_point(position.to_move(), point) {
                    // Illegal moves are skipped.
                    let _ = position.try_play(Move::Play(point));
                }
                let [open, small] = position.visit(Compare);
                counts = [counts[0] + open, counts[1] + small];
            }
        }
        assert!(counts.iter().all(|&count| count > 1000), "{counts:?}");
    }
}
