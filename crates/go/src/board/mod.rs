//! The board: chains, their pseudo-liberties and captures, made to be copied and played out.
//!
//! Cells lie row by row in one flat array with a border: point (x, y) is cell `(y + 1) · stride + x + 1`
//! with `stride = width + 1`, so that one border cell ends a row and begins the next.
//! The board knows captures, suicide and the simple-ko point; whose turn it is, superko and the end of the game are
//! [`Position`](super::Position)'s.

mod assemble;
mod atari;
mod chains;
mod edit;
mod keep;
mod legal;
mod play;
mod storage;

pub(crate) use assemble::{PackedBoard, runs};
pub use keep::{Keep, Nothing, Tactics};
pub use storage::{Fixed, Heap, Storage};

use super::{Color, Point, Size};
use keep::All;
use storage::{Cells, ChainCounts, Number};

/// A cell that holds no stone.
pub const EMPTY: usize = 2;
/// A cell off the board.
const BORDER: usize = 3;

// The low half of a cell's word counts its neighbours, four bits each for the black and the white ones (those off the board count as
// both) and for the empty ones; above them are two bits for what the cell holds, and one bit each for a black and a white stone.
const ONE_EMPTY: usize = 1 << 8;
const HOLDS: usize = 1 << 12;
const AROUND: usize = HOLDS - 1;

/// One neighbour of colour `c`.
const fn one(c: usize) -> usize {
    1 << (4 * c)
}

/// The bit that is set when all four neighbours are of colour `c` or off the board.
const fn four(c: usize) -> usize {
    4 << (4 * c)
}

/// The bit that is set where there is a stone of colour `c`.
const fn stone(c: usize) -> usize {
    (4 * HOLDS) << c
}

/// All that the low half of a word says of what a cell holds.
const fn held(what: usize) -> usize {
    what * HOLDS + if what < EMPTY { stone(what) } else { 0 }
}

/// What is kept under a name that no chain bears: it is counted up and down with the rest, and never comes near to no liberties.
#[inline(always)]
fn no_chain<S: Storage>() -> S::ChainCounts {
    S::ChainCounts::new(0, 0, 1 << 12)
}

/// A board of stones.
///
/// A chain is named by one of its cells; its stones form a ring by `next`. Pseudo-liberties count each pair of
/// a stone and an empty neighbour. What is kept for a name that no chain bears means nothing; that
/// of a cell without a stone is never mistaken for a chain in its last liberties.
pub struct Board<S: Storage> {
    size: Size,
    stride: usize,
    /// What leads from a cell to its neighbours, in the order of [`Board::near`], and to itself.
    steps: [usize; 8],
    /// High: the name of the cell's chain, or the cell's own number. Low: what it holds and what is around.
    cells: S::Words,
    /// The next stone of the chain's ring.
    next: S::Ids,
    /// By name: what is kept of the chain; the sums in it are stale after a play that keeps none.
    chains: S::ChainTable,
    /// The empty cells, in no particular order.
    empty: S::Ids,
    empties: usize,
    /// Where each empty cell stands in `empty`; stale after a play that does not keep it.
    place: S::Ids,
    /// XOR of the keys of all stones; stale after a play that does not keep it.
    hash: u64,
    /// The cell forbidden by simple ko; 0 (a border cell) for none.
    ko: usize,
    stones: [u32; 2],
}

/// What a play took off the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Played {
    /// Enemy stones captured.
    pub captured: u32,
    /// Own stones lost by suicide.
    pub suicide: u32,
}

impl<S: Storage> Clone for Board<S> {
    fn clone(&self) -> Self {
        Self {
            cells: self.cells.clone(),
            next: self.next.clone(),
            chains: self.chains.clone(),
            empty: self.empty.clone(),
            place: self.place.clone(),
            ..*self
        }
    }

    /// Copies each row straight to its place, which playouts do once each.
    #[inline]
    fn clone_from(&mut self, other: &Self) {
        let Self { size, stride, steps, cells, next, chains, empty, empties, place, hash, ko, stones } = self;
        cells.clone_from(&other.cells);
        next.clone_from(&other.next);
        chains.clone_from(&other.chains);
        empty.clone_from(&other.empty);
        place.clone_from(&other.place);
        (*size, *stride, *steps, *empties) = (other.size, other.stride, other.steps, other.empties);
        (*hash, *ko, *stones) = (other.hash, other.ko, other.stones);
    }
}

impl<S: Storage> Board<S> {
    /// Cells that a board of this size takes, border included.
    #[must_use]
    pub const fn cells(size: Size) -> usize {
        (size.width() as usize + 1) * (size.height() as usize + 2) + 1
    }

    /// An empty board.
    ///
    /// # Panics
    /// When the storage is too small for [`Board::cells`].
    #[must_use]
    pub fn new(size: Size) -> Self {
        let len = Self::cells(size);
        let stride = usize::from(size.width()) + 1;
        let mut board = Self {
            size,
            stride,
            steps: [1_usize.wrapping_neg(), 1, stride.wrapping_neg(), stride, 0, 0, 0, 0],
            cells: S::Words::filled(len, S::Word::default()),
            next: S::Ids::filled(len, S::Id::default()),
            chains: S::ChainTable::filled(len, no_chain::<S>()),
            empty: S::Ids::filled(len, S::Id::default()),
            empties: 0,
            place: S::Ids::filled(len, S::Id::default()),
            hash: 0,
            ko: 0,
            stones: [0; 2],
        };
        for cell in 0..len {
            // A border cell's counter begins in the middle: it is counted up and down with the rest.
            board.cells.set(cell, S::Word::pack(cell, held(BORDER) + 4 * ONE_EMPTY));
        }
        for point in size.points() {
            let cell = board.cell(point);
            board.push_empty::<All>(cell);
            let near = size.neighbours(point).count();
            let around = near * ONE_EMPTY + (4 - near) * (one(0) + one(1));
            board.cells.set(cell, S::Word::pack(cell, held(EMPTY) + around));
        }
        board
    }

    /// Its size.
    #[must_use]
    pub const fn size(&self) -> Size {
        self.size
    }

    /// The cell of a point of the board.
    #[inline(always)]
    #[must_use]
    pub const fn cell(&self, point: Point) -> usize {
        (point.y as usize + 1) * self.stride + point.x as usize + 1
    }

    /// The point of a cell that is not a border.
    #[inline]
    #[must_use]
    pub const fn point(&self, cell: usize) -> Point {
        #[expect(clippy::cast_possible_truncation, reason = "sides are at most 1024")]
        Point::new((cell % self.stride - 1) as u16, (cell / self.stride - 1) as u16)
    }

    /// The colour of the stone on a cell.
    #[inline]
    #[must_use]
    pub fn at(&self, cell: usize) -> Option<Color> {
        match self.holds(cell) {
            0 => Some(Color::Black),
            1 => Some(Color::White),
            _ => None,
        }
    }

    /// Number of empty points.
    #[inline]
    #[must_use]
    pub const fn empties(&self) -> usize {
        self.empties
    }

    /// The `i`-th empty cell.
    #[inline]
    #[must_use]
    pub fn empty(&self, i: usize) -> usize {
        self.empty.get(i).index()
    }

    /// Puts the `i`-th and the `j`-th empty cells in each other's place.
    #[inline(always)]
    pub fn swap_empty<K: Keep>(&mut self, i: usize, j: usize) {
        let (a, b) = (self.empty.get(i), self.empty.get(j));
        self.empty.set(i, b);
        self.empty.set(j, a);
        if K::PLACES {
            self.place.set(b.index(), S::Id::of(i));
            self.place.set(a.index(), S::Id::of(j));
        }
    }

    /// Where an empty cell stands among the empty ones.
    #[inline(always)]
    pub fn place(&self, cell: usize) -> usize {
        self.place.get(cell).index()
    }

    /// Standing stones of a colour.
    #[inline]
    #[must_use]
    pub const fn stones(&self, color: Color) -> u32 {
        self.stones[color as usize]
    }

    /// XOR of the keys of all stones.
    #[must_use]
    pub const fn hash(&self) -> u64 {
        self.hash
    }

    /// The point that simple ko forbids to the side to move.
    #[must_use]
    pub fn ko(&self) -> Option<Point> {
        (self.ko != 0).then(|| self.point(self.ko))
    }

    /// Sets or lifts the simple-ko ban.
    pub fn set_ko(&mut self, point: Option<Point>) {
        self.ko = point.map_or(0, |point| self.cell(point));
    }

    /// The simple-ko ban ends, as after a pass.
    #[inline(always)]
    pub fn clear_ko(&mut self) {
        self.ko = 0;
    }

    /// What a cell holds: a stone of colour 0 or 1, [`EMPTY`], or 3 off the board.
    #[inline(always)]
    pub fn holds(&self, cell: usize) -> usize {
        (self.cells.get(cell).low() / HOLDS) & 3
    }

    /// The packed counter of a cell's neighbours.
    #[inline(always)]
    fn around(&self, cell: usize) -> usize {
        self.cells.get(cell).low() & AROUND
    }

    /// The four neighbouring cells, border cells among them: left, right, below, above.
    #[inline(always)]
    pub const fn near(&self, cell: usize) -> [usize; 4] {
        [cell - 1, cell + 1, cell - self.stride, cell + self.stride]
    }

    /// The `n`-th of [`Board::near`], 0…3; the cell itself for 4.
    #[inline(always)]
    fn nth_near(&self, cell: usize, n: u32) -> usize {
        cell.wrapping_add(self.steps[n as usize & 7])
    }

    /// The four diagonal cells of a cell of the board.
    #[inline(always)]
    pub const fn diagonal(&self, cell: usize) -> [usize; 4] {
        let stride = self.stride;
        [cell - stride - 1, cell - stride + 1, cell + stride - 1, cell + stride + 1]
    }

    /// What the eight cells around a cell hold, two bits each from the lowest: the row above from left to right, the left, the right, the row
    /// below from left to right.
    #[inline]
    pub fn neighbourhood(&self, cell: usize) -> usize {
        let (above, below) = (cell + self.stride, cell - self.stride);
        [above - 1, above, above + 1, cell - 1, cell + 1, below - 1, below, below + 1]
            .into_iter()
            .rev()
            .fold(0, |code, other| code << 2 | self.holds(other))
    }

    /// [`Board::neighbourhood`] of each of the eight cells around a cell of the board, [`Board::near`] ones first, then [`Board::diagonal`]
    /// ones, and whether each of them is empty: row by row, so that no cell is read twice. What it says of a cell that is not empty means nothing.
    #[inline]
    pub fn neighbourhoods(&self, cell: usize) -> [(usize, bool); 8] {
        // Five rows of five cells, two bits each from the left, the top row first. Beyond the border there may be anything.
        let rows = [2, 1, 0, -1, -2].map(|up: isize| {
            let middle = cell.wrapping_add_signed(up * self.stride.cast_signed());
            (0..5).fold(0, |row, i| {
                let word = self.cells.get_if_any(middle.wrapping_add(i).wrapping_sub(2));
                row | ((word.low() / HOLDS) & 3) << (2 * i)
            })
        });
        let look = |x: usize, y: usize| {
            let three = |row: usize| row >> (2 * x) & 63;
            let (left, right) = (rows[y + 1] >> (2 * x) & 3, rows[y + 1] >> (2 * x + 4) & 3);
            let code = three(rows[y]) | left << 6 | right << 8 | three(rows[y + 2]) << 10;
            (code, rows[y + 1] >> (2 * x + 2) & 3 == EMPTY)
        };
        [look(0, 1), look(2, 1), look(1, 2), look(1, 0), look(0, 2), look(2, 2), look(0, 0), look(2, 0)]
    }

    #[inline(always)]
    fn push_empty<K: Keep>(&mut self, cell: usize) {
        self.empty.set(self.empties, S::Id::of(cell));
        if K::PLACES {
            self.place.set(cell, S::Id::of(self.empties));
        }
        self.empties += 1;
    }

    /// Takes the `i`-th entry off the list of empty cells; the last one takes its place.
    #[inline(always)]
    fn take_empty<K: Keep>(&mut self, i: usize) {
        self.empties -= 1;
        let last = self.empty.get(self.empties);
        self.empty.set(i, last);
        if K::PLACES {
            self.place.set(last.index(), S::Id::of(i));
        }
    }
}
