//! Control map: each stone sends a wave of power over the board.

use crate::{Color, Point, Size};
use std::ops::Range;

/// A wave continues from a point only with more power than this.
const MIN_POWER: f32 = 0.1;

/// Number of points between two calls of the stop function.
const CHECK_EVERY: usize = 1024;

/// Control of each point: below 0 for Black, above 0 for White. The absolute value is the strength.
///
/// A new stone sets its point to -1 (Black) or 1 (White) and sends a breadth-first wave through all points
/// without an enemy stone. The wave has power ½ at the neighbours and half as much after each further step,
/// up to four steps. The power is added to the control of each point. All values are multiples of 1∕16 unless
/// waves weaken each other.
///
/// The map depends on the order of the stones: a new stone overwrites the control of its point, and enemy
/// waves that passed through the point earlier are not undone.
// CITE: the control map of Gorilla, 2013.
#[derive(Clone, Debug, PartialEq)]
pub struct ControlField {
    size: Size,
    /// True if a wave loses power at points that the other colour controls. The loss is the absolute value of
    /// that control.
    weaken: bool,
    stones: Vec<Option<Color>>,
    values: Vec<f32>,
    /// Points that the current wave has reached, with the power of the wave there. A buffer.
    wave: Vec<(usize, f32)>,
    /// True for each point that the current wave has reached.
    reached: Vec<bool>,
}

impl ControlField {
    /// Map of an empty board.
    ///
    /// If `weaken` is true, a wave loses power at points that the other colour controls. The loss is the
    /// absolute value of that control. Gorilla (2013) did not weaken waves.
    #[must_use]
    pub fn new(size: Size, weaken: bool) -> Self {
        let area = size.area();
        Self {
            size,
            weaken,
            stones: vec![None; area],
            values: vec![0.0; area],
            wave: Vec::new(),
            reached: vec![false; area],
        }
    }

    /// Size of the board.
    #[must_use]
    pub const fn size(&self) -> Size {
        self.size
    }

    /// Copies another field in place. It must have the same size.
    pub fn copy_from(&mut self, other: &Self) {
        self.weaken = other.weaken;
        self.stones.copy_from_slice(&other.stones);
        self.values.copy_from_slice(&other.values);
    }

    /// Rebuilds the map from the stones of a board: sets all stones, then sends their waves in the order of
    /// their point numbers. `stones` is indexed by point number.
    ///
    /// All stones are set before the first wave, so no wave passes through any enemy stone. The map may differ
    /// from one on which the same stones were placed one by one. A rebuild is necessary after stones were
    /// removed.
    ///
    /// # Panics
    /// Panics when `stones` does not have one entry for each point.
    pub fn rebuild(&mut self, stones: impl IntoIterator<Item = Option<Color>>) {
        self.rebuild_until(stones, || false);
    }

    /// Rebuilds the map like [`ControlField::rebuild`], but calls `stop` after every 1024 points and ends
    /// early if `stop` returns true.
    ///
    /// Returns false if the rebuild ended early. Then the map is incomplete.
    ///
    /// # Panics
    /// Panics when `stones` does not have one entry for each point.
    pub fn rebuild_until(
        &mut self,
        stones: impl IntoIterator<Item = Option<Color>>,
        mut stop: impl FnMut() -> bool,
    ) -> bool {
        self.begin(stones);
        let area = self.stones.len();
        for from in (0..area).step_by(CHECK_EVERY) {
            if from > 0 && stop() {
                return false;
            }
            self.send_waves(from..area.min(from + CHECK_EVERY));
        }
        true
    }

    /// Begins to rebuild the map: sets the stones and clears the control. [`ControlField::send_waves`] then
    /// computes the control.
    ///
    /// # Panics
    /// Panics when `stones` does not have one entry for each point.
    pub fn begin(&mut self, stones: impl IntoIterator<Item = Option<Color>>) {
        self.stones.clear();
        self.stones.extend(stones);
        assert_eq!(self.stones.len(), self.values.len(), "one entry for each point");
        self.values.fill(0.0);
    }

    /// Sends the waves of the stones on a range of points, given by their numbers.
    ///
    /// # Panics
    /// Panics when the range exceeds the number of points.
    pub fn send_waves(&mut self, points: Range<usize>) {
        for index in points {
            if let Some(color) = self.stones[index] {
                self.send_wave(index, color);
            }
        }
    }

    /// Places a stone and sends its wave. The point must be on the board.
    pub fn place(&mut self, point: Point, color: Color) {
        let index = self.size.index(point);
        self.stones[index] = Some(color);
        self.send_wave(index, color);
    }

    /// Sends the wave of one stone.
    fn send_wave(&mut self, from: usize, color: Color) {
        let sign = if color == Color::Black { -1.0 } else { 1.0 };
        self.values[from] = sign;
        self.wave.clear();
        self.wave.push((from, 1.0));
        self.reached[from] = true;
        let mut i = 0;
        while let Some(&(point, power)) = self.wave.get(i) {
            i += 1;
            if power <= MIN_POWER {
                continue;
            }
            for next in self.size.neighbours(self.size.point(point)) {
                let next = self.size.index(next);
                if self.reached[next] || self.stones[next] == Some(!color) {
                    continue;
                }
                self.reached[next] = true;
                let enemy_control = (-sign * self.values[next]).max(0.0);
                let loss = if self.weaken { enemy_control } else { 0.0 };
                let power = (power / 2.0 - loss).max(0.0);
                self.values[next] += sign * power;
                self.wave.push((next, power));
            }
        }
        for &(point, _) in &self.wave {
            self.reached[point] = false;
        }
    }

    /// Returns true if waves weaken each other.
    #[must_use]
    pub const fn weakens(&self) -> bool {
        self.weaken
    }

    /// Control by point number: below 0 for Black, above 0 for White. The values have no bound.
    #[must_use]
    pub fn values(&self) -> &[f32] {
        &self.values
    }

    /// Total control of a colour minus that of the other colour.
    #[must_use]
    pub fn score(&self, color: Color) -> f64 {
        let white: f64 = self.values.iter().map(|&value| f64::from(value)).sum();
        if color == Color::White { white } else { -white }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Setup;

    fn square(side: u16) -> ControlField {
        ControlField::new(Size::square(side).expect("a size"), false)
    }

    /// Rows of the field, the top row first, as in a diagram.
    fn rows(field: &ControlField) -> Vec<Vec<f32>> {
        let width = usize::from(field.size.width());
        field.values().chunks(width).rev().map(<[f32]>::to_vec).collect()
    }

    #[test]
    fn a_wave_halves_with_each_step_and_ends_after_four() {
        let mut field = square(7);
        field.place(Point::new(0, 0), Color::White);
        let (a, b, c, d) = (0.5, 0.25, 0.125, 0.0625);
        let expected = [
            [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
            [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
            [d, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
            [c, d, 0.0, 0.0, 0.0, 0.0, 0.0],
            [b, c, d, 0.0, 0.0, 0.0, 0.0],
            [a, b, c, d, 0.0, 0.0, 0.0],
            [1.0, a, b, c, d, 0.0, 0.0],
        ];
        assert_eq!(rows(&field), expected);
        assert_eq!(field.score(Color::White), f64::from(1.0 + 2.0 * a + 3.0 * b + 4.0 * c + 5.0 * d));
        assert_eq!(field.score(Color::Black), -field.score(Color::White));
    }

    /// Values calculated by hand. White's wave goes round Black's stone and does not change its value. The
    /// values of both waves are added.
    #[test]
    fn waves_go_round_enemy_stones_and_add_up() {
        let mut field = square(3);
        field.place(Point::new(1, 0), Color::Black);
        assert_eq!(rows(&field), [[-0.125, -0.25, -0.125], [-0.25, -0.5, -0.25], [-0.5, -1.0, -0.5]]);
        field.place(Point::new(0, 0), Color::White);
        // Steps from the corner on a way without B1: 1 to A2, 2 to A3 and B2, 3 to B3 and C2, 4 to C3 and C1.
        assert_eq!(
            rows(&field),
            [
                [-0.125 + 0.25, -0.25 + 0.125, -0.125 + 0.0625],
                [-0.25 + 0.5, -0.5 + 0.25, -0.25 + 0.125],
                [1.0, -1.0, -0.5 + 0.0625],
            ]
        );
    }

    #[test]
    fn a_weakened_wave_loses_the_enemy_control() {
        let mut field = ControlField::new(Size::new(5, 1).expect("a size"), true);
        field.place(Point::new(4, 0), Color::Black);
        assert_eq!(field.values(), [-0.0625, -0.125, -0.25, -0.5, -1.0]);
        field.place(Point::new(0, 0), Color::White);
        // At B1 White's wave has power 1/2 and loses 1/8, Black's control there: 3/8 remain. At C1 half of
        // that, 3/16, is less than Black's control of 1/4, so the wave ends.
        assert_eq!(field.values(), [1.0, 0.25, -0.25, -0.5, -1.0]);
    }

    #[test]
    fn a_rebuilt_map_does_not_depend_on_earlier_stones() {
        let setup: Setup = "
            . X . O .
            X . . O O
            . . X . .
        "
        .parse()
        .expect("a diagram");
        let mut rebuilt = ControlField::new(setup.size(), false);
        rebuilt.rebuild(setup.stones().iter().copied());
        // An early wave went through points where later stones were placed. So this map differs from the
        // rebuilt one.
        let mut grown = ControlField::new(setup.size(), false);
        let mut rebuilt_from_grown = ControlField::new(setup.size(), false);
        for point in setup.size().points() {
            if let Some(color) = setup.at(point) {
                grown.place(point, color);
            }
        }
        rebuilt_from_grown.copy_from(&grown);
        rebuilt_from_grown.rebuild(setup.stones().iter().copied());
        assert_eq!(rebuilt_from_grown, rebuilt);
        assert_ne!(grown.values(), rebuilt.values());
    }

    #[test]
    fn a_board_of_one_point_has_the_value_of_its_stone() {
        let mut field = square(1);
        field.place(Point::new(0, 0), Color::Black);
        assert_eq!(field.values(), [-1.0]);
    }
}
