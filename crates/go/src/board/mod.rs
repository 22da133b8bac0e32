//! The board: chains, pseudo-liberties and captures, optimised for copies and playouts.
//!
//! The cells are a flat array of rows with a border: point (x, y) is cell `(y + 1) · stride + x + 1` with
//! `stride = width + 1`. One border cell is both the end of a row and the beginning of the next. The board
//! handles captures, suicide and simple ko. [`Position`](super::Position) handles the side to move, superko
//! and the end of the game.

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

/// Content of an empty cell.
pub const EMPTY: usize = 2;
/// Content of a cell outside the board.
const BORDER: usize = 3;

// Low half of a cell's word, from the lowest bit:
// - four bits each for the number of black, white and empty neighbours (border cells count as black and as
//   white);
// - two bits for the content of the cell;
// - one bit for a black stone and one bit for a white stone.
const ONE_EMPTY: usize = 1 << 8;
const HOLDS: usize = 1 << 12;
const AROUND: usize = HOLDS - 1;

/// Counter value of one neighbour of colour `c`.
const fn one(c: usize) -> usize {
    1 << (4 * c)
}

/// Bit that is set if all four neighbours have colour `c` or are outside the board.
const fn four(c: usize) -> usize {
    4 << (4 * c)
}

/// Bit that is set if the cell has a stone of colour `c`.
const fn stone(c: usize) -> usize {
    (4 * HOLDS) << c
}

/// Bits of the low half that describe a cell's content: 0, 1, [`EMPTY`] or [`BORDER`].
const fn content_bits(content: usize) -> usize {
    content * HOLDS + if content < EMPTY { stone(content) } else { 0 }
}

/// Counters of a cell that is not the name of a chain.
///
/// Moves change these counters too, without a check. The initial value is so large that they never reach 0
/// liberties.
#[inline(always)]
fn no_chain<S: Storage>() -> S::ChainCounts {
    S::ChainCounts::new(0, 0, 1 << 12)
}

/// A board of stones.
///
/// The name of a chain is the index of one of its cells. The stones of a chain form a ring by `next`.
/// Pseudo-liberties are pairs of a stone and an empty neighbour. `chains` has counters for every cell, but
/// only the counters of a chain's name have a meaning. A cell without a stone has a large number of
/// pseudo-liberties there, so that it never looks like a chain that is captured.
pub struct Board<S: Storage> {
    size: Size,
    stride: usize,
    /// Offsets from a cell to its neighbours, in the order of [`Board::near`], then 0 for the cell itself.
    steps: [usize; 8],
    /// Word of each cell. High half: name of the chain, or the cell's own index if it has no stone. Low half:
    /// content and neighbour counters.
    cells: S::Words,
    /// Next stone in the ring of each stone's chain.
    next: S::Ids,
    /// Counters of each chain, by name. The sums are invalid after a move that does not keep them.
    chains: S::ChainTable,
    /// List of empty cells, in arbitrary order.
    empty: S::Ids,
    /// Length of the list `empty`.
    empties: usize,
    /// Index in `empty` of each empty cell. Invalid after a move that does not keep it.
    place: S::Ids,
    /// XOR of the Zobrist keys of all stones. Invalid after a move that does not keep it.
    hash: u64,
    /// Cell that simple ko forbids. 0 (a border cell): none.
    ko: usize,
    /// Number of stones of each colour.
    stones: [u32; 2],
}

/// Number of stones that a move removed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Played {
    /// Number of captured enemy stones.
    pub captured: u32,
    /// Number of the mover's stones removed by suicide.
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

    /// Copies each array in place, without allocation. Every playout does this once.
    #[inline]
    fn clone_from(&mut self, neighbour: &Self) {
        let Self { size, stride, steps, cells, next, chains, empty, empties, place, hash, ko, stones } = self;
        cells.clone_from(&neighbour.cells);
        next.clone_from(&neighbour.next);
        chains.clone_from(&neighbour.chains);
        empty.clone_from(&neighbour.empty);
        place.clone_from(&neighbour.place);
        (*size, *stride, *steps, *empties) =
            (neighbour.size, neighbour.stride, neighbour.steps, neighbour.empties);
        (*hash, *ko, *stones) = (neighbour.hash, neighbour.ko, neighbour.stones);
    }
}

impl<S: Storage> Board<S> {
    /// Number of cells of a board of this size, border included.
    #[must_use]
    pub const fn cells(size: Size) -> usize {
        (size.width() as usize + 1) * (size.height() as usize + 2) + 1
    }

    /// An empty board.
    ///
    /// # Panics
    /// Panics when the storage is too small for [`Board::cells`].
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
            // Moves change the counter of a border cell too. The initial value prevents an underflow.
            board.cells.set(cell, S::Word::pack(cell, content_bits(BORDER) + 4 * ONE_EMPTY));
        }
        for point in size.points() {
            let cell = board.cell(point);
            board.push_empty::<All>(cell);
            let neighbours = size.neighbours(point).count();
            let around = neighbours * ONE_EMPTY + (4 - neighbours) * (one(0) + one(1));
            board.cells.set(cell, S::Word::pack(cell, content_bits(EMPTY) + around));
        }
        board
    }

    /// Size of the board.
    #[must_use]
    pub const fn size(&self) -> Size {
        self.size
    }

    /// Cell of a point. The point must be on the board.
    #[inline(always)]
    #[must_use]
    pub const fn cell(&self, point: Point) -> usize {
        (point.y as usize + 1) * self.stride + point.x as usize + 1
    }

    /// Point of a cell. The cell must not be a border cell.
    #[inline]
    #[must_use]
    pub const fn point(&self, cell: usize) -> Point {
        #[expect(clippy::cast_possible_truncation, reason = "sides are at most 1024")]
        Point::new((cell % self.stride - 1) as u16, (cell / self.stride - 1) as u16)
    }

    /// Colour of the stone on a cell, if it has one.
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

    /// `i`-th empty cell.
    #[inline]
    #[must_use]
    pub fn empty(&self, i: usize) -> usize {
        self.empty.get(i).index()
    }

    /// Swaps the `i`-th and the `j`-th cells in the list of empty cells.
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

    /// Index of an empty cell in the list of empty cells.
    #[inline(always)]
    pub fn place(&self, cell: usize) -> usize {
        self.place.get(cell).index()
    }

    /// Number of stones of a colour on the board.
    #[inline]
    #[must_use]
    pub const fn stones(&self, color: Color) -> u32 {
        self.stones[color as usize]
    }

    /// XOR of the Zobrist keys of all stones.
    #[must_use]
    pub const fn hash(&self) -> u64 {
        self.hash
    }

    /// Point that simple ko forbids to the side to move.
    #[must_use]
    pub fn ko(&self) -> Option<Point> {
        (self.ko != 0).then(|| self.point(self.ko))
    }

    /// Sets or clears the point that simple ko forbids.
    pub fn set_ko(&mut self, point: Option<Point>) {
        self.ko = point.map_or(0, |point| self.cell(point));
    }

    /// Clears the point that simple ko forbids, as after a pass.
    #[inline(always)]
    pub fn clear_ko(&mut self) {
        self.ko = 0;
    }

    /// Content of a cell: 0 for a black stone, 1 for a white stone, [`EMPTY`], or 3 off the board.
    #[inline(always)]
    pub fn holds(&self, cell: usize) -> usize {
        (self.cells.get(cell).low() / HOLDS) & 3
    }

    /// Packed neighbour counters of a cell.
    #[inline(always)]
    fn around(&self, cell: usize) -> usize {
        self.cells.get(cell).low() & AROUND
    }

    /// The four neighbours of a cell, border cells included: left, right, below, above.
    #[inline(always)]
    pub const fn near(&self, cell: usize) -> [usize; 4] {
        [cell - 1, cell + 1, cell - self.stride, cell + self.stride]
    }

    /// Neighbour number `n` in the order of [`Board::near`], 0…3. The cell itself for 4.
    #[inline(always)]
    fn nth_near(&self, cell: usize, n: u32) -> usize {
        cell.wrapping_add(self.steps[n as usize & 7])
    }

    /// The four diagonal neighbours of a cell on the board.
    #[inline(always)]
    pub const fn diagonal(&self, cell: usize) -> [usize; 4] {
        let stride = self.stride;
        [cell - stride - 1, cell - stride + 1, cell + stride - 1, cell + stride + 1]
    }

    /// Contents of the eight cells around a cell, two bits each from the lowest.
    ///
    /// Order: the row above from left to right, the left cell, the right cell, the row below from left to
    /// right.
    #[inline]
    pub fn neighbourhood(&self, cell: usize) -> usize {
        let (above, below) = (cell + self.stride, cell - self.stride);
        [above - 1, above, above + 1, cell - 1, cell + 1, below - 1, below, below + 1]
            .into_iter()
            .rev()
            .fold(0, |code, neighbour| code << 2 | self.holds(neighbour))
    }

    /// [`Board::neighbourhood`] of each of the eight cells around a cell, and true if that cell is empty.
    ///
    /// Order: the cells of [`Board::near`], then those of [`Board::diagonal`]. The rows are read once, so
    /// that no cell is read twice. The code of a cell that is not empty has no meaning.
    #[inline]
    pub fn neighbourhoods(&self, cell: usize) -> [(usize, bool); 8] {
        // Five rows of five cells, two bits each from the left, the top row first. Cells beyond the border
        // may have any value.
        let rows = [2, 1, 0, -1, -2].map(|up: isize| {
            let middle = cell.wrapping_add_signed(up * self.stride.cast_signed());
            (0..5).fold(0, |row, i| {
                let word = self.cells.get_or_any(middle.wrapping_add(i).wrapping_sub(2));
                row | ((word.low() / HOLDS) & 3) << (2 * i)
            })
        });
        let read = |x: usize, y: usize| {
            let three_cells = |row: usize| row >> (2 * x) & 63;
            let (left, right) = (rows[y + 1] >> (2 * x) & 3, rows[y + 1] >> (2 * x + 4) & 3);
            let code = three_cells(rows[y]) | left << 6 | right << 8 | three_cells(rows[y + 2]) << 10;
            (code, rows[y + 1] >> (2 * x + 2) & 3 == EMPTY)
        };
        [read(0, 1), read(2, 1), read(1, 2), read(1, 0), read(0, 2), read(2, 2), read(0, 0), read(2, 0)]
    }

    /// Appends a cell to the list of empty cells.
    #[inline(always)]
    fn push_empty<K: Keep>(&mut self, cell: usize) {
        self.empty.set(self.empties, S::Id::of(cell));
        if K::PLACES {
            self.place.set(cell, S::Id::of(self.empties));
        }
        self.empties += 1;
    }

    /// Removes the `i`-th entry of the list of empty cells. The last entry takes its place.
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
