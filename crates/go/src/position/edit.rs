//! Edits of a position without a move, handicap stones included.

use super::{Position, Store};
use crate::{Color, HandicapError, Ko, Point, Size};

impl Position {
    /// Places a stone on an empty point. Nothing is captured, so chains may have no liberty afterwards.
    ///
    /// Clears ko, passes and the history.
    pub fn put(&mut self, point: Point, color: Color) {
        if self.size.contains(point) && self.at(point).is_none() {
            with_board!(&mut self.store, board => board.put(color, board.cell(point)));
            self.clear_past();
        }
    }

    /// Removes a stone. Clears ko, passes and the history.
    pub fn lift(&mut self, point: Point) {
        if self.at(point).is_some() {
            with_board!(&mut self.store, board => board.lift(board.cell(point)));
            self.clear_past();
        }
    }

    /// Returns a copy without the chains that have no liberty, and the points of the removed stones.
    #[must_use]
    pub fn without_dead_chains(&self) -> (Self, Vec<Point>) {
        let dead: Vec<Point> = self.stones_without_liberty().map(|(point, _)| point).collect();
        let mut copy = self.clone();
        for &point in &dead {
            copy.lift(point);
        }
        (copy, dead)
    }

    /// Places the fixed handicap of 2…9 Black stones and gives White the turn.
    ///
    /// ```
    /// use stonefield_go::{Color, Position, Rules, Size};
    ///
    /// let mut position = Position::new(Size::square(9)?, Rules { komi: 0.5, ..Rules::default() });
    /// position.place_handicap(2)?;
    /// assert_eq!((position.stones().black, position.to_move()), (2, Color::White));
    /// assert_eq!(position.at("G7".parse()?), Some(Color::Black));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`HandicapError`] when the board is not empty or the number is not possible on a board of this size.
    // CITE: fixed placement: GTP version 2 specification, G. Farnebäck, 2002, section 4.1.1.
    pub fn place_handicap(&mut self, stones: u32) -> Result<(), HandicapError> {
        if self.empty_count() != self.size.area() {
            return Err(HandicapError::NotEmpty);
        }
        for point in handicap_points(self.size, stones)? {
            self.put(point, Color::Black);
        }
        self.set_to_move(Color::White);
        Ok(())
    }

    /// Clears the data that depend on earlier moves.
    pub(super) fn clear_past(&mut self) {
        self.passes = 0;
        self.last = None;
        // Under `Ko::None` a history without turns has no keys, so it need not be replaced. This saves a new
        // history for each stone of a set-up.
        if self.stored_origin.is_some() || self.rules.ko != Ko::None {
            self.begin_history();
        }
        self.outcome = None;
    }
}

/// Points of a fixed handicap.
fn handicap_points(size: Size, stones: u32) -> Result<Vec<Point>, HandicapError> {
    let (width, height) = (size.width(), size.height());
    if width < 7 || height < 7 {
        return Err(HandicapError::Small { given: stones, size });
    }
    let has_centre = width % 2 == 1 && height % 2 == 1 && width > 7 && height > 7;
    let most = if has_centre { 9 } else { 4 };
    if !(2..=most).contains(&stones) {
        return Err(HandicapError::Count { given: stones, size, most });
    }
    let lines = |side: u16| {
        let edge = if side < 13 { 2 } else { 3 };
        [edge, side / 2, side - 1 - edge]
    };
    let (x, y) = (lines(width), lines(height));
    // Order as indices in `x` and `y`: corners first, then the middles of the sides. An odd number from five
    // on includes the centre.
    let order = [(0, 0), (2, 2), (0, 2), (2, 0), (0, 1), (2, 1), (1, 0), (1, 2)];
    let centre = stones >= 5 && stones % 2 == 1;
    let without_centre = stones as usize - usize::from(centre);
    let mut points: Vec<Point> =
        order[..without_centre].iter().map(|&(i, j)| Point::new(x[i], y[j])).collect();
    if centre {
        points.push(Point::new(x[1], y[1]));
    }
    Ok(points)
}
