//! Boards as bits: sets of points, and where the neighbours of each are.

use crate::{Color, Point, Size};

/// A set of points of a board as words of 64 bits; what each bit stands for is the [`Grid`]'s.
pub trait Words: Clone + Send + Sync + std::fmt::Debug + PartialEq + 'static {
    /// Words at each end that hold no points, so that the loops over the others ask nothing.
    const MARGIN: usize;
    /// The empty set, in so many words.
    fn none(len: usize) -> Self;
    /// The words that hold the set.
    fn words(&self) -> &[u64];
    /// The words, to be changed.
    fn words_mut(&mut self) -> &mut [u64];
    /// The grid of a board in this kind of words; `None` when the board does not fit.
    fn grid(size: Size) -> Option<Grid<Self>>;
    /// For the points of word `i`, which is none of the margin: which have a point of the set to their left, right, below and above. Bits that are not points mean nothing.
    fn near(&self, grid: &Grid<Self>, i: usize) -> [u64; 4];
}

/// How far apart the bits of neighbours are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Steps {
    /// Bits from a point to the one above it.
    row: u32,
    /// From the first row of a word to its last one.
    last: u32,
    /// Whole words from a point to the one above it.
    words: usize,
}

/// Where the points of a board are in sets of words.
///
/// Boards that fit into one word have their points in the order of their numbers. Small ones have whole rows in each word, and a bit that is no
/// point after each row, so that a step to the side never leaves a word. Large ones have row after row as one string of bits.
#[derive(Clone, Debug, PartialEq)]
pub struct Grid<W> {
    size: Size,
    steps: Steps,
    /// Rows in a word; 0 where rows go on from word to word.
    rows: usize,
    len: usize,
    board: W,
    /// Points that have a neighbour to the left, right, below and above.
    pub(super) has: [W; 4],
}

impl<W: Words> Grid<W> {
    fn of(size: Size, steps: Steps, rows: usize, len: usize) -> Self {
        let none = W::none(len);
        let mut grid = Self {
            size,
            steps,
            rows,
            len,
            board: none.clone(),
            has: [none.clone(), none.clone(), none.clone(), none],
        };
        for point in size.points() {
            let (word, bit) = grid.place(point);
            grid.board.words_mut()[word] |= bit;
            let Point { x, y } = point;
            let has = [x > 0, x + 1 < size.width(), y > 0, y + 1 < size.height()];
            for (set, has) in grid.has.iter_mut().zip(has) {
                set.words_mut()[word] |= if has { bit } else { 0 };
            }
        }
        grid
    }

    /// The board's size.
    #[must_use]
    pub const fn size(&self) -> Size {
        self.size
    }

    /// The empty set.
    #[must_use]
    pub fn none(&self) -> W {
        W::none(self.len)
    }

    /// All points of the board.
    #[must_use]
    pub const fn board(&self) -> &W {
        &self.board
    }

    /// How many words away the words are whose points may be beside those of one.
    pub(super) const fn to_words(&self) -> [usize; 3] {
        [1, self.steps.words, self.steps.words + 1]
    }

    /// The words that hold points.
    #[inline(always)]
    pub(super) fn inner(&self) -> std::ops::Range<usize> {
        W::MARGIN..self.board.words().len() - W::MARGIN
    }

    /// The word and the bit of a point of the board.
    #[inline]
    #[must_use]
    pub const fn place(&self, point: Point) -> (usize, u64) {
        let (x, y) = (point.x as usize, point.y as usize);
        let stride = self.steps.words * 64 + self.steps.row as usize;
        if let Some(word) = y.checked_div(self.rows) {
            return (W::MARGIN + word, 1 << ((y - word * self.rows) * stride + x));
        }
        let at = y * stride + x;
        (at / 64, 1 << (at % 64))
    }

    /// Whether a point of the board is in the set.
    #[must_use]
    pub fn has(&self, set: &W, point: Point) -> bool {
        let (word, bit) = self.place(point);
        set.words()[word] & bit != 0
    }

    /// Takes the stones of a colour from a list by point number.
    pub fn gather(&self, stones: &[Option<Color>], color: Color, set: &mut W) {
        set.words_mut().fill(0);
        for (point, stone) in self.size.points().zip(stones) {
            if *stone == Some(color) {
                let (word, bit) = self.place(point);
                set.words_mut()[word] |= bit;
            }
        }
    }
}

/// The number of points of a set.
#[inline]
#[must_use]
pub fn count<W: Words>(set: &W) -> i32 {
    let total: u32 = set.words().iter().map(|word| word.count_ones()).sum();
    i32::try_from(total).unwrap_or(i32::MAX)
}

impl Grid<u64> {
    /// The neighbours of a set of points; points of the set are among them where they neighbour each other.
    #[inline]
    #[must_use]
    pub fn around(&self, set: u64) -> u64 {
        set.near(self, 0).iter().fold(0, |all, near| all | near)
    }
}

/// The bits of a word that are set, lowest first.
pub fn ones(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (word != 0).then(|| {
            let bit = word.trailing_zeros() as usize;
            word &= word - 1;
            bit
        })
    })
}

/// The grid of a board of any size.
pub(super) fn long(size: Size) -> Grid<Vec<u64>> {
    // A row never is a number of whole words: every step has bits from two of them.
    let wide = usize::from(size.width()) + 1;
    let stride = if wide.is_multiple_of(64) { wide + 1 } else { wide };
    #[expect(clippy::cast_possible_truncation, reason = "below 64")]
    let steps = Steps { row: (stride % 64) as u32, last: 0, words: stride / 64 };
    Grid::of(size, steps, 0, (stride * usize::from(size.height())).div_ceil(64))
}

/// By point number: -1 for the points of the first set, 1 for those of the second, else 0.
pub(super) fn signs<W: Words>(grid: &Grid<W>, sets: [&W; 2], values: &mut [i8]) {
    for (point, value) in grid.size.points().zip(values) {
        let (word, bit) = grid.place(point);
        let [first, second] = sets.map(|set| i8::from(set.words()[word] & bit != 0));
        *value = second - first;
    }
}

/// Bit `i` is point number `i`.
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
        let steps = Steps { row: u32::from(size.width()), last: 0, words: 0 };
        (size.area() <= 64).then(|| Grid::of(size, steps, 0, 1))
    }

    #[inline(always)]
    fn near(&self, grid: &Grid<Self>, _: usize) -> [u64; 4] {
        let [left, right, below, above] = grid.has;
        // A row of 64 points is alone.
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
        let rows = (64 / row) as usize;
        if rows == 0 || usize::from(size.height()).div_ceil(rows) + 2 * Self::MARGIN > N {
            return None;
        }
        #[expect(clippy::cast_possible_truncation, reason = "at most 64 bits")]
        let steps = Steps { row, last: row * (rows as u32 - 1), words: 0 };
        // A row of 64 bits would have a step of a whole word.
        (row < 64).then(|| Grid::of(size, steps, rows, N))
    }

    #[inline(always)]
    fn near(&self, grid: &Grid<Self>, i: usize) -> [u64; 4] {
        let steps = grid.steps;
        let (this, below, above) = (self[i], self[i - 1], self[i + 1]);
        // Rows that are none of this word's go over its end.
        let (row, last) = (steps.row & 63, steps.last & 63);
        [this << 1, this >> 1, this << row | below >> last, this >> row | above << last]
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
        Some(long(size))
    }

    #[inline]
    fn near(&self, grid: &Grid<Self>, i: usize) -> [u64; 4] {
        let steps = grid.steps;
        let at = |i: Option<usize>| i.and_then(|i| self.get(i)).copied().unwrap_or(0);
        let up = |bits: u32, words: usize| {
            at(i.checked_sub(words)) << bits | at(i.checked_sub(words + 1)) >> (64 - bits)
        };
        let down =
            |bits: u32, words: usize| at(Some(i + words)) >> bits | at(Some(i + words + 1)) << (64 - bits);
        [up(1, 0), down(1, 0), up(steps.row, steps.words), down(steps.row, steps.words)]
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
            let (word, bit) = grid.place(point);
            let mut alone = grid.none();
            alone.words_mut()[word] |= bit;
            let mut beside = BTreeSet::new();
            for i in grid.inner() {
                let near = alone.near(&grid, i);
                let any = near.iter().fold(0, |all, near| all | near) & grid.board().words()[i];
                beside.extend(size.points().filter(|&other| {
                    let (word, bit) = grid.place(other);
                    word == i && any & bit != 0
                }));
            }
            assert_eq!(beside, size.neighbours(point).collect(), "{point} on {size}");
        }
        let with = |n: usize| count(&grid.has[n]) as usize;
        let (width, height) = (usize::from(size.width()), usize::from(size.height()));
        assert_eq!((with(0), with(2)), ((width - 1) * height, width * (height - 1)));
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
