//! Control: waves of power that stones send out.

use crate::{Color, Point, Size};
use std::ops::Range;

/// Power that a wave must be above to go on from a point.
const GOES_ON: f32 = 0.1;

/// Points that are processed between two checks whether to stop.
const ASKS: usize = 1024;

/// Who controls each point, and how firmly: below 0 Black, above 0 White.
///
/// A stone that is placed sets its own point to ∓1 and sends a wave, breadth first, through all points without an enemy stone: ½ to those
/// beside it, half as much with each further step, four steps in all. The power is added to each point's control. So the map
/// depends on the order in which stones came; every number in it is a multiple of 1∕16 unless waves weaken each other.
// CITE: the control map of Gorilla, 2013.
#[derive(Clone, Debug, PartialEq)]
pub struct ControlField {
    size: Size,
    /// Whether a wave loses the size of the control against it where it meets any.
    weaken: bool,
    stones: Vec<Option<Color>>,
    values: Vec<f32>,
    /// The wave at work: points it has come to with the power it has there, and a mark on each of them.
    wave: Vec<(usize, f32)>,
    seen: Vec<bool>,
}

impl ControlField {
    /// A board without stones. With `weaken` a wave that crosses a point under the other colour's control loses that control's size; without, as
    /// the program of 2013 ran, it does not.
    #[must_use]
    pub fn new(size: Size, weaken: bool) -> Self {
        let area = size.area();
        Self {
            size,
            weaken,
            stones: vec![None; area],
            values: vec![0.0; area],
            wave: Vec::new(),
            seen: vec![false; area],
        }
    }

    /// The board that the field is over.
    #[must_use]
    pub const fn size(&self) -> Size {
        self.size
    }

    /// Becomes what another field is, which must be of the same size.
    pub fn copy_from(&mut self, other: &Self) {
        self.weaken = other.weaken;
        self.stones.copy_from_slice(&other.stones);
        self.values.copy_from_slice(&other.values);
    }

    /// Builds the map again from these stones, given by point number and placed in that order: what is done whenever
    /// stones have gone.
    ///
    /// # Panics
    /// When there are not as many as points.
    pub fn rebuild(&mut self, stones: impl IntoIterator<Item = Option<Color>>) {
        self.rebuild_until(stones, || false);
    }

    /// As [`ControlField::rebuild`], asking after every thousand points whether to `stop`; `false` when that was so: the map is of no board.
    ///
    /// # Panics
    /// When there are not as many as points.
    pub fn rebuild_until(
        &mut self,
        stones: impl IntoIterator<Item = Option<Color>>,
        mut stop: impl FnMut() -> bool,
    ) -> bool {
        self.begin(stones);
        let area = self.stones.len();
        for from in (0..area).step_by(ASKS) {
            if from > 0 && stop() {
                return false;
            }
            self.go_on(from..area.min(from + ASKS));
        }
        true
    }

    /// As [`ControlField::rebuild`], with waves sent only by [`ControlField::go_on`].
    ///
    /// # Panics
    /// When there are not as many as points.
    pub fn begin(&mut self, stones: impl IntoIterator<Item = Option<Color>>) {
        self.stones.clear();
        self.stones.extend(stones);
        assert_eq!(self.stones.len(), self.values.len(), "one entry a point");
        self.values.fill(0.0);
    }

    /// Lets the stones of some points, by their numbers, send their waves.
    ///
    /// # Panics
    /// When there are not so many points.
    pub fn go_on(&mut self, points: Range<usize>) {
        for index in points {
            if let Some(color) = self.stones[index] {
                self.send(index, color);
            }
        }
    }

    /// Adds a stone on a point of the board.
    pub fn place(&mut self, point: Point, color: Color) {
        let index = self.size.index(point);
        self.stones[index] = Some(color);
        self.send(index, color);
    }

    fn send(&mut self, from: usize, color: Color) {
        let side = if color == Color::Black { -1.0 } else { 1.0 };
        self.values[from] = side;
        self.wave.clear();
        self.wave.push((from, 1.0));
        self.seen[from] = true;
        let mut i = 0;
        while let Some(&(at, power)) = self.wave.get(i) {
            i += 1;
            if power <= GOES_ON {
                continue;
            }
            for next in self.size.neighbours(self.size.point(at)) {
                let next = self.size.index(next);
                if self.seen[next] || self.stones[next] == Some(!color) {
                    continue;
                }
                self.seen[next] = true;
                let against = (-side * self.values[next]).max(0.0);
                let lost = if self.weaken { against } else { 0.0 };
                let power = (power / 2.0 - lost).max(0.0);
                self.values[next] += side * power;
                self.wave.push((next, power));
            }
        }
        for &(at, _) in &self.wave {
            self.seen[at] = false;
        }
    }

    /// Whether waves weaken each other.
    #[must_use]
    pub const fn weakens(&self) -> bool {
        self.weaken
    }

    /// Control by point number: below 0 Black's, above 0 White's; not bounded.
    #[must_use]
    pub fn values(&self) -> &[f32] {
        &self.values
    }

    /// What a colour controls, less what the other does.
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

    /// Rows as a diagram has them, the top one first.
    fn rows(field: &ControlField) -> Vec<Vec<f32>> {
        let width = usize::from(field.size.width());
        field.values().chunks(width).rev().map(<[f32]>::to_vec).collect()
    }

    #[test]
    fn a_lone_stone_halves_with_each_step_and_ends_after_four() {
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

    /// Worked out by hand: White's wave has to go round Black's stone and leaves it alone; Black's adds to what White's left.
    #[test]
    fn waves_go_round_enemy_stones_and_add_up() {
        let mut field = square(3);
        field.place(Point::new(1, 0), Color::Black);
        assert_eq!(rows(&field), [[-0.125, -0.25, -0.125], [-0.25, -0.5, -0.25], [-0.5, -1.0, -0.5]]);
        field.place(Point::new(0, 0), Color::White);
        // Steps from the corner without B1: A2 1, A3 and B2 2, B3 and C2 3, C3 and C1 4.
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
    fn a_weakened_wave_loses_what_stands_against_it() {
        let mut field = ControlField::new(Size::new(5, 1).expect("a size"), true);
        field.place(Point::new(4, 0), Color::Black);
        assert_eq!(field.values(), [-0.0625, -0.125, -0.25, -0.5, -1.0]);
        field.place(Point::new(0, 0), Color::White);
        // 1/2 - 1/8 = 3/8 remain at B1; at C1 half of that is less than 1/4: nothing is left to go on.
        assert_eq!(field.values(), [1.0, 0.25, -0.25, -0.5, -1.0]);
    }

    #[test]
    fn a_map_that_only_grew_in_order_is_the_one_rebuilt() {
        let setup: Setup = "
            . X . O .
            X . . O O
            . . X . .
        "
        .parse()
        .expect("a diagram");
        let mut rebuilt = ControlField::new(setup.size(), false);
        rebuilt.rebuild(setup.stones().iter().copied());
        // A wave that came before a stone went through where it stands now: same stones, other order, other map.
        let mut grown = ControlField::new(setup.size(), false);
        let mut again = ControlField::new(setup.size(), false);
        for point in setup.size().points() {
            if let Some(color) = setup.at(point) {
                grown.place(point, color);
            }
        }
        again.copy_from(&grown);
        again.rebuild(setup.stones().iter().copied());
        assert_eq!(again, rebuilt);
        assert_ne!(grown.values(), rebuilt.values());
    }

    #[test]
    fn the_smallest_board_is_its_stone() {
        let mut field = square(1);
        field.place(Point::new(0, 0), Color::Black);
        assert_eq!(field.values(), [-1.0]);
    }
}
