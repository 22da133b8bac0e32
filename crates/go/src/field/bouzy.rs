//! Bouzy's map: dilations and erosions of the stones estimate future territory.

use crate::{Color, Size};

/// Absolute value of a stone before the first pass.
pub const STONE: i16 = 500;

/// Numbers of dilations and erosions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BouzyParams {
    /// Number of dilations, 0…10. Default 5.
    pub dilations: u8,
    /// Number of erosions, 0…100. Default 21.
    ///
    /// After D dilations and 1 + D·(D − 1) erosions, all points around a lone stone, far from the edge, have
    /// value 0 again.
    pub erosions: u8,
}

impl BouzyParams {
    /// Largest numbers of dilations and erosions.
    pub const MAX: Self = Self { dilations: 10, erosions: 100 };
}

impl Default for BouzyParams {
    fn default() -> Self {
        Self { dilations: 5, erosions: 21 }
    }
}

/// Values of Bouzy's map: below 0 for Black, above 0 for White.
///
/// Black stones begin at -500, white stones at 500, empty points at 0. Each pass computes all new values from
/// the values at its start.
/// - *Dilation*: a point with a value ≥ 0 and without negative neighbours gains the number of its positive
///   neighbours. A point with a value ≤ 0 and without positive neighbours loses the number of its negative
///   neighbours.
/// - *Erosion*: a point with a positive value loses the number of its neighbours with a value ≤ 0, but stops
///   at 0. A point with a negative value gains the number of its neighbours with a value ≥ 0, but stops at 0.
///
/// Points outside the board are not neighbours. [`BouzyField::measure`] allocates no memory.
// CITE: B. Bouzy, "Mathematical morphology applied to computer Go", 2003.
#[derive(Clone, Debug)]
pub struct BouzyField {
    size: Size,
    params: BouzyParams,
    /// Number of cells of one row, border included.
    stride: usize,
    /// Values with a border. One border column is both the end of a row and the beginning of the next.
    map: Vec<i16>,
    /// Buffer for the result of a pass.
    next: Vec<i16>,
    /// Mask of each cell: -1 for a point, 0 for the border.
    mask: Vec<i16>,
    /// Number of neighbours of each cell that are on the board.
    degree: Vec<i16>,
    /// Values by point number.
    values: Vec<i16>,
}

impl BouzyField {
    /// Map of an empty board. Larger numbers of passes are reduced to [`BouzyParams::MAX`].
    #[must_use]
    pub fn new(size: Size, params: BouzyParams) -> Self {
        let most = BouzyParams::MAX;
        let params = BouzyParams {
            dilations: params.dilations.min(most.dilations),
            erosions: params.erosions.min(most.erosions),
        };
        let stride = usize::from(size.width()) + 1;
        let len = stride * (usize::from(size.height()) + 2) + 1;
        let (mut mask, mut degree) = (vec![0; len], vec![0; len]);
        for point in size.points() {
            let index_in_map = cell(stride, size.index(point), size);
            mask[index_in_map] = -1;
            #[expect(clippy::cast_possible_truncation, reason = "at most four")]
            {
                degree[index_in_map] = size.neighbours(point).count() as i16;
            }
        }
        Self {
            size,
            params,
            stride,
            map: vec![0; len],
            next: vec![0; len],
            mask,
            degree,
            values: vec![0; size.area()],
        }
    }

    /// Computes the map of these stones. `stones` is indexed by point number.
    pub fn measure(&mut self, stones: &[Option<Color>]) {
        self.map.fill(0);
        for (index, stone) in stones.iter().enumerate().take(self.values.len()) {
            self.map[cell(self.stride, index, self.size)] = match stone {
                Some(Color::Black) => -STONE,
                Some(Color::White) => STONE,
                None => 0,
            };
        }
        for _ in 0..self.params.dilations {
            self.pass(|[here, left, right, bottom, top], mask, _| {
                let neighbours = [left, right, bottom, top];
                let above_zero: i16 = neighbours.iter().map(|&value| i16::from(value > 0)).sum();
                let below_zero: i16 = neighbours.iter().map(|&value| i16::from(value < 0)).sum();
                let gain = if here >= 0 && below_zero == 0 { above_zero } else { 0 };
                let loss = if here <= 0 && above_zero == 0 { below_zero } else { 0 };
                (here + gain - loss) & mask
            });
        }
        for _ in 0..self.params.erosions {
            self.pass(|[here, left, right, bottom, top], mask, degree| {
                let neighbours = [left, right, bottom, top];
                let above_zero: i16 = neighbours.iter().map(|&value| i16::from(value > 0)).sum();
                let below_zero: i16 = neighbours.iter().map(|&value| i16::from(value < 0)).sum();
                let eroded_from_above = (here - degree + above_zero).max(0);
                let eroded_from_below = (here + degree - below_zero).min(0);
                (if here > 0 { eroded_from_above } else { eroded_from_below }) & mask
            });
        }
        let width = usize::from(self.size.width());
        for (row, values) in self.values.chunks_mut(width).enumerate() {
            let start = (row + 1) * self.stride + 1;
            values.copy_from_slice(&self.map[start..start + width]);
        }
    }

    /// Replaces the value of each cell by the result of a rule. The rule sees the values from before the
    /// pass.
    ///
    /// The rule gets the values of the cell and of its left, right, lower and upper neighbours, the mask and
    /// the number of neighbours.
    #[inline(always)]
    fn pass(&mut self, rule: impl Fn([i16; 5], i16, i16) -> i16) {
        let stride = self.stride;
        let end = self.map.len() - stride;
        let from_cell = |from: usize| &self.map[from..from + end - stride];
        let (here, left, right) = (from_cell(stride), from_cell(stride - 1), from_cell(stride + 1));
        let (below, above) = (from_cell(0), from_cell(2 * stride));
        let (mask, degree) = (&self.mask[stride..end], &self.degree[stride..end]);
        let next = &mut self.next[stride..end];
        let len = next.len();
        // All slices have the same length, so that the loop needs no bounds checks.
        let (here, left, right, below, above) =
            (&here[..len], &left[..len], &right[..len], &below[..len], &above[..len]);
        let (mask, degree) = (&mask[..len], &degree[..len]);
        for i in 0..len {
            next[i] = rule([here[i], left[i], right[i], below[i], above[i]], mask[i], degree[i]);
        }
        std::mem::swap(&mut self.map, &mut self.next);
    }

    /// Values by point number, stones included: below 0 for Black, above 0 for White.
    #[must_use]
    pub fn values(&self) -> &[i16] {
        &self.values
    }
}

/// Index of a point's cell in a map with a border.
const fn cell(stride: usize, index: usize, size: Size) -> usize {
    let width = size.width() as usize;
    (index / width + 1) * stride + index % width + 1
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::Setup;

    /// Reference implementation of the definition, in wide numbers and without a border. Faster code is
    /// compared with it.
    pub fn slow_map(size: Size, stones: &[Option<Color>], dilations: u8, erosions: u8) -> Vec<i64> {
        let mut map: Vec<i64> = stones
            .iter()
            .map(|stone| stone.map_or(0, |color| if color == Color::Black { -500 } else { 500 }))
            .collect();
        let neighbours = |map: &[i64], index: usize| -> Vec<i64> {
            size.neighbours(size.point(index)).map(|point| map[size.index(point)]).collect()
        };
        let count = |neighbours: &[i64], test: &dyn Fn(i64) -> bool| {
            neighbours.iter().filter(|&&value| test(value)).count() as i64
        };
        for _ in 0..dilations {
            let before_pass = map.clone();
            for (index, value) in map.iter_mut().enumerate() {
                let neighbours = neighbours(&before_pass, index);
                let (above_zero, below_zero) =
                    (count(&neighbours, &|v| v > 0), count(&neighbours, &|v| v < 0));
                if *value >= 0 && below_zero == 0 {
                    *value += above_zero;
                } else if *value <= 0 && above_zero == 0 {
                    *value -= below_zero;
                }
            }
        }
        for _ in 0..erosions {
            let before_pass = map.clone();
            for (index, value) in map.iter_mut().enumerate() {
                let neighbours = neighbours(&before_pass, index);
                if *value > 0 {
                    *value = (*value - count(&neighbours, &|v| v <= 0)).max(0);
                } else if *value < 0 {
                    *value = (*value + count(&neighbours, &|v| v >= 0)).min(0);
                }
            }
        }
        map
    }

    fn rows(diagram: &str, dilations: u8, erosions: u8) -> Vec<Vec<i16>> {
        let setup: Setup = diagram.parse().expect("a diagram");
        let mut field = BouzyField::new(setup.size(), BouzyParams { dilations, erosions });
        field.measure(setup.stones());
        let width = usize::from(setup.size().width());
        field.values().chunks(width).rev().map(<[i16]>::to_vec).collect()
    }

    /// Values calculated by hand.
    ///
    /// First dilation: the stone's neighbours get 1. Second dilation: the stone has four neighbours above 0
    /// and gets 504. Each neighbour gets 2, because the stone is its only neighbour above 0. Points two steps
    /// away get 1 or 2, the number of their neighbours above 0.
    #[test]
    fn a_lone_stone_dilated_twice() {
        let lone = "
            . . . . .
            . . . . .
            . . O . .
            . . . . .
            . . . . .
        ";
        assert_eq!(rows(lone, 0, 0)[2], [0, 0, 500, 0, 0]);
        assert_eq!(
            rows(lone, 2, 0),
            [[0, 0, 1, 0, 0], [0, 2, 2, 2, 0], [1, 2, 504, 2, 1], [0, 2, 2, 2, 0], [0, 0, 1, 0, 0]]
        );
        // Erosion: the tips have value 1 and lose 3. The diagonal points lose 2. The neighbours of the stone
        // lose nothing.
        assert_eq!(
            rows(lone, 2, 1),
            [[0, 0, 0, 0, 0], [0, 0, 2, 0, 0], [0, 2, 504, 2, 0], [0, 0, 2, 0, 0], [0, 0, 0, 0, 0]]
        );
        // Now each neighbour of the stone has three neighbours with value 0. With E = 1 + D(D - 1) = 3 only
        // the stone remains.
        assert_eq!(rows(lone, 2, 3), [[0; 5], [0, 0, 0, 0, 0], [0, 0, 500, 0, 0], [0, 0, 0, 0, 0], [0; 5]]);
    }

    /// A point with neighbours of both colours does not change. Erosions do not change the end points A1 and
    /// E1, because the only neighbour of each is a stone of the same sign.
    #[test]
    fn colours_stop_each_other() {
        assert_eq!(rows("X . O", 3, 0), [[-500, 0, 500]]);
        assert_eq!(rows(". X . O .", 2, 0), [[-2, -501, 0, 501, 2]]);
        assert_eq!(rows(". X . O .", 2, 2), [[-2, -499, 0, 499, 2]]);
    }

    /// A corner that two walls enclose keeps its values. Points three steps outside the walls lose theirs.
    #[test]
    fn enclosed_points_keep_their_values() {
        let corner = "
            . . . . . . .
            . . . . . . .
            . . . . . . .
            X X X . . . .
            . . X . . . .
            . . X . . . .
        ";
        let rows = rows(corner, 5, 21);
        assert!(rows[4][0] < 0 && rows[4][1] < 0 && rows[5][0] < 0 && rows[5][1] < 0, "{rows:?}");
        assert!(rows.iter().all(|row| row[5..] == [0, 0]), "{rows:?}");
    }

    #[test]
    fn every_board_agrees_with_the_definition() {
        use rand::{RngExt, SeedableRng};
        let mut rng = rand::rngs::SmallRng::seed_from_u64(3);
        for (width, height) in [(1, 1), (1, 6), (6, 1), (2, 2), (5, 5), (9, 9), (13, 13), (19, 7), (70, 3)] {
            let size = Size::new(width, height).expect("a size");
            for (dilations, erosions) in [(0, 0), (1, 1), (3, 7), (5, 21), (10, 91), (4, 100), (5, 0), (0, 9)]
            {
                let mut field = BouzyField::new(size, BouzyParams { dilations, erosions });
                for _ in 0..8 {
                    let share: f64 = rng.random();
                    let stone = |_| rng.random_bool(share).then(|| Color::ALL[rng.random_range(0..2)]);
                    let stones: Vec<_> = (0..size.area()).map(stone).collect();
                    field.measure(&stones);
                    let values: Vec<i64> = field.values().iter().map(|&value| i64::from(value)).collect();
                    assert_eq!(
                        values,
                        slow_map(size, &stones, dilations, erosions),
                        "{size} {dilations}/{erosions}"
                    );
                }
            }
        }
    }
}
