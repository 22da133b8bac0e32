//! Bitboards: sets of points as bits of 64-bit words, and shifts to their neighbours.

use crate::{Color, Point, Size};

/// Set of points of a board, as words of 64 bits. The [`Grid`] assigns a bit to each point.
pub trait Words: Clone + Send + Sync + std::fmt::Debug + PartialEq + 'static {
    /// Number of words without points at each end. They save bounds checks in loops over the other words.
    const MARGIN: usize;
    /// Empty set of `len` words.
    fn none(len: usize) -> Self;
    /// Words of the set.
    fn words(&self) -> &[u64];
    /// Mutable words of the set.
    fn words_mut(&mut self) -> &mut [u64];
    /// Grid of a board for this type of words. `None` if the board does not fit.
    fn grid(size: Size) -> Option<Grid<Self>>;
    /// Four masks for word `i`: the points whose left, right, lower or upper neighbour is in the set.
    ///
    /// `i` must not be in the margin. Bits without a point have no meaning.
    fn neighbour_masks(&self, grid: &Grid<Self>, i: usize) -> [u64; 4];
}

/// Distances between the bits of neighbours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Steps {
    /// Remainder modulo 64 of the distance from a point to the point above it, in bits. `words` is the
    /// quotient.
    row: u32,
    /// Distance from the first row of a word to the last row of the word, in bits.
    first_to_last_row: u32,
    /// Distance from a point to the point above it, in whole words, rounded down.
    words: usize,
}

/// Assignment of the points of a board to the bits of words.
///
/// - Board in one word (`u64`): the points are in the order of their numbers.
/// - Small board (array): each word has whole rows. There is a bit without a point after each row, so that a
///   step to the side never leaves a word.
/// - Large board (vector): all rows follow each other as one string of bits.
#[derive(Clone, Debug, PartialEq)]
pub struct Grid<W> {
    size: Size,
    steps: Steps,
    /// Number of rows in a word of a small board (array). 0 for the other two kinds of board.
    rows_per_word: usize,
    /// Number of words of a set.
    len: usize,
    /// All points of the board.
    board: W,
    /// Four sets: the points that have a left, a right, a lower and an upper neighbour.
    pub(super) has_neighbour: [W; 4],
}

impl<W: Words> Grid<W> {
    fn of(size: Size, steps: Steps, rows_per_word: usize, len: usize) -> Self {
        let none = W::none(len);
        let mut grid = Self {
            size,
            steps,
            rows_per_word,
            len,
            board: none.clone(),
            has_neighbour: [none.clone(), none.clone(), none.clone(), none],
        };
        for point in size.points() {
            let (word, bit) = grid.word_and_bit(point);
            grid.board.words_mut()[word] |= bit;
            let Point { x, y } = point;
            let has_neighbour = [x > 0, x + 1 < size.width(), y > 0, y + 1 < size.height()];
            for (set, has_neighbour) in grid.has_neighbour.iter_mut().zip(has_neighbour) {
                set.words_mut()[word] |= if has_neighbour { bit } else { 0 };
            }
        }
        grid
    }

    /// Size of the board.
    #[must_use]
    pub const fn size(&self) -> Size {
        self.size
    }

    /// Empty set.
    #[must_use]
    pub fn none(&self) -> W {
        W::none(self.len)
    }

    /// All points of the board.
    #[must_use]
    pub const fn board(&self) -> &W {
        &self.board
    }

    /// Distances, in words, from a word to the words that can hold neighbours of its points.
    pub(super) const fn neighbour_word_distances(&self) -> [usize; 3] {
        [1, self.steps.words, self.steps.words + 1]
    }

    /// Range of the words outside the margins.
    #[inline(always)]
    pub(super) fn inner(&self) -> std::ops::Range<usize> {
        W::MARGIN..self.board.words().len() - W::MARGIN
    }

    /// Word index and bit of a point. The point must be on the board.
    #[inline]
    #[must_use]
    pub const fn word_and_bit(&self, point: Point) -> (usize, u64) {
        let (x, y) = (point.x as usize, point.y as usize);
        let stride = self.steps.words * 64 + self.steps.row as usize;
        // `None` on boards in one word and on large boards: their `rows_per_word` is 0.
        if let Some(word) = y.checked_div(self.rows_per_word) {
            return (W::MARGIN + word, 1 << ((y - word * self.rows_per_word) * stride + x));
        }
        let bit = y * stride + x;
        (bit / 64, 1 << (bit % 64))
    }

    /// Returns true if the set contains the point. The point must be on the board.
    #[must_use]
    pub fn contains(&self, set: &W, point: Point) -> bool {
        let (word, bit) = self.word_and_bit(point);
        set.words()[word] & bit != 0
    }

    /// Sets `set` to the points of one colour's stones. `stones` is indexed by point number.
    pub fn gather(&self, stones: &[Option<Color>], color: Color, set: &mut W) {
        set.words_mut().fill(0);
        for (point, stone) in self.size.points().zip(stones) {
            if *stone == Some(color) {
                let (word, bit) = self.word_and_bit(point);
                set.words_mut()[word] |= bit;
            }
        }
    }
}

/// Number of points of a set.
#[inline]
#[must_use]
pub fn count<W: Words>(set: &W) -> i32 {
    let total: u32 = set.words().iter().map(|word| word.count_ones()).sum();
    i32::try_from(total).unwrap_or(i32::MAX)
}

impl Grid<u64> {
    /// Neighbours of the points of a set, including points of the set that are neighbours of each other.
    #[inline]
    #[must_use]
    pub fn neighbours(&self, set: u64) -> u64 {
        set.neighbour_masks(self, 0).iter().fold(0, |union, mask| union | mask)
    }
}

/// Indices of the set bits of a word, lowest first.
pub fn ones(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (word != 0).then(|| {
            let bit = word.trailing_zeros() as usize;
            word &= word - 1;
            bit
        })
    })
}

/// Grid of a board of any size, for sets in vectors.
pub(super) fn vector_grid(size: Size) -> Grid<Vec<u64>> {
    // The stride is never a multiple of 64: a step by whole words would need a shift by 64 bits, which
    // overflows.
    let min_stride = usize::from(size.width()) + 1;
    let stride = if min_stride.is_multiple_of(64) { min_stride + 1 } else { min_stride };
    #[expect(clippy::cast_possible_truncation, reason = "below 64")]
    let steps = Steps { row: (stride % 64) as u32, first_to_last_row: 0, words: stride / 64 };
    Grid::of(size, steps, 0, (stride * usize::from(size.height())).div_ceil(64))
}

/// Sets `values`, by point number, to -1 for points of the first set, 1 for points of the second, else 0.
pub(super) fn signs<W: Words>(grid: &Grid<W>, sets: [&W; 2], values: &mut [i8]) {
    for (point, value) in grid.size.points().zip(values) {
        let (word, bit) = grid.word_and_bit(point);
        let [first, second] = sets.map(|set| i8::from(set.words()[word] & bit != 0));
        *value = second - first;
    }
}

/// Bit `i` is the point with number `i`.
impl Words for u64 {
    const MARGIN: usize = 0;

    fn none(_: usize) -> Self {
        0
    }

    #[inline(always)]
    fn words(&self) -> &[u64] {
        std::slice::from_ref(self)
    }

    #[inline(always)]
    fn words_mut(&mut self) -> &mut [u64] {
        std::slice::from_mut(self)
    }

    fn grid(size: Size) -> Option<Grid<Self>> {
        let steps = Steps { row: u32::from(size.width()), first_to_last_row: 0, words: 0 };
        (size.area() <= 64).then(|| Grid::of(size, steps, 0, 1))
    }

    #[inline(always)]
    fn neighbour_masks(&self, grid: &Grid<Self>, _: usize) -> [u64; 4] {
        let [left, right, below, above] = grid.has_neighbour;
        // With 64 points in a row there is only one row. `& 63` avoids a shift by 64 bits.
        let row = grid.steps.row & 63;
        [self << 1 & left, self >> 1 & right, self << row & below, self >> row & above]
    }
}

impl<const N: usize> Words for [u64; N] {
    const MARGIN: usize = 1;

    fn none(_: usize) -> Self {
        [0; N]
    }

    #[inline(always)]
    fn words(&self) -> &[u64] {
        self
    }

    #[inline(always)]
    fn words_mut(&mut self) -> &mut [u64] {
        self
    }

    fn grid(size: Size) -> Option<Grid<Self>> {
        let row = u32::from(size.width()) + 1;
        let rows_per_word = (64 / row) as usize;
        if rows_per_word == 0 || usize::from(size.height()).div_ceil(rows_per_word) + 2 * Self::MARGIN > N {
            return None;
        }
        #[expect(clippy::cast_possible_truncation, reason = "at most 64 bits")]
        let steps = Steps { row, first_to_last_row: row * (rows_per_word as u32 - 1), words: 0 };
        // A row of 64 bits would need a shift by a whole word.
        (row < 64).then(|| Grid::of(size, steps, rows_per_word, N))
    }

    #[inline(always)]
    fn neighbour_masks(&self, grid: &Grid<Self>, i: usize) -> [u64; 4] {
        let steps = grid.steps;
        let (this, below, above) = (self[i], self[i - 1], self[i + 1]);
        // Neighbours above the last row and below the first row are in the next and the previous word.
        let (row, first_to_last) = (steps.row & 63, steps.first_to_last_row & 63);
        [this << 1, this >> 1, this << row | below >> first_to_last, this >> row | above << first_to_last]
    }
}

impl Words for Vec<u64> {
    const MARGIN: usize = 0;

    fn none(len: usize) -> Self {
        vec![0; len]
    }

    fn words(&self) -> &[u64] {
        self
    }

    fn words_mut(&mut self) -> &mut [u64] {
        self
    }

    fn grid(size: Size) -> Option<Grid<Self>> {
        Some(vector_grid(size))
    }

    #[inline]
    fn neighbour_masks(&self, grid: &Grid<Self>, i: usize) -> [u64; 4] {
        let steps = grid.steps;
        let word_at = |i: Option<usize>| i.and_then(|i| self.get(i)).copied().unwrap_or(0);
        let to_higher_bits = |bits: u32, words: usize| {
            word_at(i.checked_sub(words)) << bits | word_at(i.checked_sub(words + 1)) >> (64 - bits)
        };
        let to_lower_bits = |bits: u32, words: usize| {
            word_at(Some(i + words)) >> bits | word_at(Some(i + words + 1)) << (64 - bits)
        };
        [
            to_higher_bits(1, 0),
            to_lower_bits(1, 0),
            to_higher_bits(steps.row, steps.words),
            to_lower_bits(steps.row, steps.words),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn neighbours_agree<W: Words>(size: Size) {
        let Some(grid) = W::grid(size) else { panic!("{size} does not fit") };
        assert_eq!(count(grid.board()) as usize, size.area());
        for point in size.points() {
            let (word, bit) = grid.word_and_bit(point);
            let mut one_point = grid.none();
            one_point.words_mut()[word] |= bit;
            let mut neighbours = BTreeSet::new();
            for i in grid.inner() {
                let masks = one_point.neighbour_masks(&grid, i);
                let with_neighbour =
                    masks.iter().fold(0, |union, mask| union | mask) & grid.board().words()[i];
                neighbours.extend(size.points().filter(|&candidate| {
                    let (word, bit) = grid.word_and_bit(candidate);
                    word == i && with_neighbour & bit != 0
                }));
            }
            assert_eq!(neighbours, size.neighbours(point).collect(), "{point} on {size}");
        }
        let count_with = |n: usize| count(&grid.has_neighbour[n]) as usize;
        let (width, height) = (usize::from(size.width()), usize::from(size.height()));
        assert_eq!((count_with(0), count_with(2)), ((width - 1) * height, width * (height - 1)));
    }

    #[test]
    fn every_point_has_its_neighbours_and_no_others() {
        for (width, height) in [(1, 1), (1, 9), (9, 1), (9, 9), (13, 13), (7, 15)] {
            neighbours_agree::<[u64; 6]>(Size::new(width, height).expect("a size"));
        }
        for (width, height) in [(1, 1), (1, 64), (64, 1), (1, 9), (8, 8), (6, 5), (5, 6), (21, 3)] {
            neighbours_agree::<u64>(Size::new(width, height).expect("a size"));
        }
        for (width, height) in [(19, 19), (25, 25), (62, 3), (33, 16)] {
            neighbours_agree::<[u64; 18]>(Size::new(width, height).expect("a size"));
        }
        for (width, height) in [(1, 1), (5, 4), (62, 3), (63, 3), (64, 3), (65, 3), (127, 2), (200, 3)] {
            neighbours_agree::<Vec<u64>>(Size::new(width, height).expect("a size"));
        }
    }

    #[test]
    fn boards_that_do_not_fit_are_refused() {
        assert!(<[u64; 6]>::grid(Size::square(19).expect("a size")).is_none());
        assert!(<[u64; 18]>::grid(Size::new(63, 2).expect("a size")).is_none());
        assert!(u64::grid(Size::new(13, 5).expect("a size")).is_none());
    }
}
