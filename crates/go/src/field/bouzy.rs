//! Bouzy's map: stones dilated and eroded until they enclose what may become theirs.

use crate::{Color, Size};

/// What a stone counts before anything else.
pub const STONE: i16 = 500;

/// How often the map is dilated and eroded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BouzyParams {
    /// Dilations, 0…10. Default 5.
    pub dilations: u8,
    /// Erosions, 0…100; with 1 + D·(D − 1) of them a lone stone in the open comes back to itself. Default 21.
    pub erosions: u8,
}

impl BouzyParams {
    /// The most dilations and erosions.
    pub const MOST: Self = Self { dilations: 10, erosions: 100 };
}

impl Default for BouzyParams {
    fn default() -> Self {
        Self { dilations: 5, erosions: 21 }
    }
}

/// The map in numbers: below 0 Black's, above 0 White's.
///
/// Black stones begin at -500, White ones at 500, everything else at 0. Each pass reads the map as it was before:
/// - *dilation*: a point ≥ 0 without a neighbour below 0 gains the number of its neighbours above 0; a point ≤ 0 without a neighbour above 0 loses the
///   number of those below 0;
/// - *erosion*: a point above 0 loses the number of its neighbours ≤ 0 and stops at 0; a point below 0 gains the number of those ≥ 0
///   and stops at 0.
///
/// Points off the board count as nothing. Nothing is allocated when the map is measured.
// CITE: B. Bouzy, "Mathematical morphology applied to computer Go", 2003.
#[derive(Clone, Debug)]
pub struct BouzyField {
    size: Size,
    params: BouzyParams,
    stride: usize,
    /// With a border all round, a single column between the rows.
    map: Vec<i16>,
    next: Vec<i16>,
    /// -1 for a point, 0 for the border; and neighbours on the board.
    board: Vec<i16>,
    degree: Vec<i16>,
    values: Vec<i16>,
}

impl BouzyField {
    /// A board without stones. Numbers of passes above [`BouzyParams::MOST`] are taken as those.
    #[must_use]
    pub fn new(size: Size, params: BouzyParams) -> Self {
        let most = BouzyParams::MOST;
        let params = BouzyParams {
            dilations: params.dilations.min(most.dilations),
            erosions: params.erosions.min(most.erosions),
        };
        let stride = usize::from(size.width()) + 1;
        let len = stride * (usize::from(size.height()) + 2) + 1;
        let (mut board, mut degree) = (vec![0; len], vec![0; len]);
        for point in size.points() {
            let at = cell(stride, size.index(point), size);
            board[at] = -1;
            #[expect(clippy::cast_possible_truncation, reason = "at most four")]
            {
                degree[at] = size.neighbours(point).count() as i16;
            }
        }
        Self {
            size,
            params,
            stride,
            map: vec![0; len],
            next: vec![0; len],
            board,
            degree,
            values: vec![0; size.area()],
        }
    }

    /// Measures a board of these stones, given by point number.
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
            self.pass(|[here, left, right, below, above], board, _| {
                let near = [left, right, below, above];
                let more: i16 = near.iter().map(|&value| i16::from(value > 0)).sum();
                let less: i16 = near.iter().map(|&value| i16::from(value < 0)).sum();
                let gain = if here >= 0 && less == 0 { more } else { 0 };
                let loss = if here <= 0 && more == 0 { less } else { 0 };
                (here + gain - loss) & board
            });
        }
        for _ in 0..self.params.erosions {
            self.pass(|[here, left, right, below, above], board, degree| {
                let near = [left, right, below, above];
                let more: i16 = near.iter().map(|&value| i16::from(value > 0)).sum();
                let less: i16 = near.iter().map(|&value| i16::from(value < 0)).sum();
                let down = (here - degree + more).max(0);
                let up = (here + degree - less).min(0);
                (if here > 0 { down } else { up }) & board
            });
        }
        let width = usize::from(self.size.width());
        for (row, values) in self.values.chunks_mut(width).enumerate() {
            let start = (row + 1) * self.stride + 1;
            values.copy_from_slice(&self.map[start..start + width]);
        }
    }

    /// One pass over all rows, from what stood before.
    #[inline(always)]
    fn pass(&mut self, rule: impl Fn([i16; 5], i16, i16) -> i16) {
        let stride = self.stride;
        let last = self.map.len() - stride;
        let near = |from: usize| &self.map[from..from + last - stride];
        let (here, left, right) = (near(stride), near(stride - 1), near(stride + 1));
        let (below, above) = (near(0), near(2 * stride));
        let (board, degree) = (&self.board[stride..last], &self.degree[stride..last]);
        let next = &mut self.next[stride..last];
        let len = next.len();
        // All of one length, so that nothing is checked within the loop.
        let (here, left, right, below, above) =
            (&here[..len], &left[..len], &right[..len], &below[..len], &above[..len]);
        let (board, degree) = (&board[..len], &degree[..len]);
        for i in 0..len {
            next[i] = rule([here[i], left[i], right[i], below[i], above[i]], board[i], degree[i]);
        }
        std::mem::swap(&mut self.map, &mut self.next);
    }

    /// The map by point number: below 0 Black's, above 0 White's, stones among them.
    #[must_use]
    pub fn values(&self) -> &[i16] {
        &self.values
    }
}

/// Where a point is in a map with a border.
const fn cell(stride: usize, index: usize, size: Size) -> usize {
    let width = size.width() as usize;
    (index / width + 1) * stride + index % width + 1
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::Setup;

    /// The formula word by word, in wide numbers and without a border: what every faster way is held against.
    pub fn slowly(size: Size, stones: &[Option<Color>], dilations: u8, erosions: u8) -> Vec<i64> {
        let mut map: Vec<i64> = stones
            .iter()
            .map(|stone| stone.map_or(0, |color| if color == Color::Black { -500 } else { 500 }))
            .collect();
        let near = |map: &[i64], index: usize| -> Vec<i64> {
            size.neighbours(size.point(index)).map(|point| map[size.index(point)]).collect()
        };
        let count = |near: &[i64], test: &dyn Fn(i64) -> bool| {
            near.iter().filter(|&&value| test(value)).count() as i64
        };
        for _ in 0..dilations {
            let old = map.clone();
            for (index, value) in map.iter_mut().enumerate() {
                let near = near(&old, index);
                let (more, less) = (count(&near, &|v| v > 0), count(&near, &|v| v < 0));
                if *value >= 0 && less == 0 {
                    *value += more;
                } else if *value <= 0 && more == 0 {
                    *value -= less;
                }
            }
        }
        for _ in 0..erosions {
            let old = map.clone();
            for (index, value) in map.iter_mut().enumerate() {
                let near = near(&old, index);
                if *value > 0 {
                    *value = (*value - count(&near, &|v| v <= 0)).max(0);
                } else if *value < 0 {
                    *value = (*value + count(&near, &|v| v >= 0)).min(0);
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

    /// Worked out by hand. First pass: the stone's neighbours get 1. Second: the stone gains its four neighbours, each of which keeps the stone as
    /// its only one above 0 and has 2, and the points two steps away get 1, or 2 where two lead to them.
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
        // Erosion: the tips lose three and go, the twos at the corners two, those beside the stone nothing.
        assert_eq!(
            rows(lone, 2, 1),
            [[0, 0, 0, 0, 0], [0, 0, 2, 0, 0], [0, 2, 504, 2, 0], [0, 0, 2, 0, 0], [0, 0, 0, 0, 0]]
        );
        // Three of four neighbours are empty now: the rest goes, and with E = 1 + D(D - 1) = 3 the stone is alone again.
        assert_eq!(rows(lone, 2, 3), [[0; 5], [0, 0, 0, 0, 0], [0, 0, 500, 0, 0], [0, 0, 0, 0, 0], [0; 5]]);
    }

    /// Between the colours nothing grows: the middle has a neighbour of each. Black's edge point, though, keeps what it got.
    #[test]
    fn colours_stop_each_other() {
        assert_eq!(rows("X . O", 3, 0), [[-500, 0, 500]]);
        assert_eq!(rows(". X . O .", 2, 0), [[-2, -501, 0, 501, 2]]);
        assert_eq!(rows(". X . O .", 2, 2), [[-2, -499, 0, 499, 2]]);
    }

    /// A corner that two walls enclose stays; three steps away from them in the open nothing does.
    #[test]
    fn what_is_enclosed_stays() {
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
    fn every_board_is_what_the_formula_says() {
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
                    let found: Vec<i64> = field.values().iter().map(|&value| i64::from(value)).collect();
                    assert_eq!(
                        found,
                        slowly(size, &stones, dilations, erosions),
                        "{size} {dilations}/{erosions}"
                    );
                }
            }
        }
    }
}
