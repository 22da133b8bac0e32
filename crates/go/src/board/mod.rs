//! Board: chains, pseudo-liberties and captures, optimised for copies and playouts.
//!
//! The cells are a flat array of rows with a border: point (x, y) is cell `(y + 1) · stride + x + 1` with
//! `stride = width + 1`. One border cell is both the end of a row and the beginning of the next. The board
//! handles captures, suicide and simple ko. [`Position`](super::Position) handles the side to move, superko
//! and the end of the game.

mod assemble;
mod atari;
mod chains;
mod edit;
mod legal;
mod play;
mod storage;
mod updates;

pub(crate) use assemble::{PackedBoard, encode_runs};
pub use storage::{Fixed, Heap, Storage};
pub use updates::{MoveUpdates, UpdateStonesOnly, UpdateTactics};

use super::{Color, Point, Size};
use storage::{Cells, ChainCounts, Number};
use updates::UpdateAll;

/// Content of an empty cell.
pub const EMPTY: usize = 2;
/// Content of a cell outside the board.
const BORDER: usize = 3;

// Layout of the low half of an entry of `Board::cells`, from the lowest bit:
// - four bits each for the number of black, white and empty neighbours (border cells count as black and as
//   white);
// - two bits for the content of the cell;
// - one bit for a black stone and one bit for a white stone.
const ONE_EMPTY: usize = 1 << 8;
const CONTENT_UNIT: usize = 1 << 12;
const NEIGHBOUR_COUNTERS: usize = CONTENT_UNIT - 1;

/// Amount to add to the packed neighbour counters for one more neighbour of colour `c`.
const fn one_neighbour(c: usize) -> usize {
    1 << (4 * c)
}

/// Bit that is set if the counter of colour `c` is 4: all neighbours have this colour or are outside the
/// board.
const fn four_neighbours(c: usize) -> usize {
    4 << (4 * c)
}

/// Bit that is set if the cell has a stone of colour `c`.
const fn stone_bit(c: usize) -> usize {
    (4 * CONTENT_UNIT) << c
}

/// Bits of the low half that describe a cell's content: 0, 1, [`EMPTY`] or [`BORDER`].
const fn content_bits(content: usize) -> usize {
    content * CONTENT_UNIT + if content < EMPTY { stone_bit(content) } else { 0 }
}

/// Initial counters of a cell whose index is not the id of a chain.
///
/// Moves change these counters too, without a check. The initial number of pseudo-liberties is so large that
/// it never reaches 0.
#[inline(always)]
fn no_chain<S: Storage>() -> S::ChainCounts {
    S::ChainCounts::new(0, 0, 1 << 12)
}

/// Board with its stones.
///
/// The id of a chain is the index of one of its stones. The stones of a chain form a circular list by
/// `next`, the ring of the chain.
/// Pseudo-liberties are pairs of a stone and an empty neighbour. `chains` has counters for every cell, but
/// only the counters at a chain's id have a meaning. The counters at a cell without a stone have a large
/// number of pseudo-liberties, so that the cell never looks like a captured chain.
pub struct Board<S: Storage> {
    size: Size,
    stride: usize,
    /// Offsets from a cell to its neighbours, in the order of [`Board::neighbours`], then 0 for the cell
    /// itself.
    steps: [usize; 8],
    /// Word of each cell. High half: id of the chain, or the cell's own index if the cell has no stone. Low
    /// half: content and neighbour counters.
    cells: S::Words,
    /// Next stone in the ring of each stone's chain.
    next: S::Ids,
    /// Counters of each chain, by chain id. The sums are invalid after a move that does not update them.
    chains: S::ChainTable,
    /// List of empty cells, in arbitrary order.
    empty_cells: S::Ids,
    /// Length of the list `empty_cells`.
    empty_count: usize,
    /// Index in `empty_cells` of each empty cell. Invalid after a move that does not update it.
    empty_index: S::Ids,
    /// XOR of the Zobrist keys of all stones. Invalid after a move that does not update it.
    hash: u64,
    /// Cell on which simple ko forbids a move. 0 (a border cell): none.
    ko: usize,
    /// Number of stones of each colour.
    stones: [u32; 2],
}

/// Number of stones that a move removed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RemovedStones {
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
            empty_cells: self.empty_cells.clone(),
            empty_index: self.empty_index.clone(),
            ..*self
        }
    }

    /// Copies each array in place, without allocation. Every playout makes one such copy.
    #[inline]
    fn clone_from(&mut self, source: &Self) {
        let Self {
            size,
            stride,
            steps,
            cells,
            next,
            chains,
            empty_cells,
            empty_count,
            empty_index,
            hash,
            ko,
            stones,
        } = self;
        cells.clone_from(&source.cells);
        next.clone_from(&source.next);
        chains.clone_from(&source.chains);
        empty_cells.clone_from(&source.empty_cells);
        empty_index.clone_from(&source.empty_index);
        (*size, *stride, *steps, *empty_count) =
            (source.size, source.stride, source.steps, source.empty_count);
        (*hash, *ko, *stones) = (source.hash, source.ko, source.stones);
    }
}

impl<S: Storage> Board<S> {
    /// Number of cells of a board of this size, border included.
    #[must_use]
    pub const fn cells(size: Size) -> usize {
        (size.width() as usize + 1) * (size.height() as usize + 2) + 1
    }

    /// Empty board.
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
            empty_cells: S::Ids::filled(len, S::Id::default()),
            empty_count: 0,
            empty_index: S::Ids::filled(len, S::Id::default()),
            hash: 0,
            ko: 0,
            stones: [0; 2],
        };
        for cell in 0..len {
            // Moves also subtract from the empty-neighbour counter of border cells. The initial value 4
            // prevents an underflow.
            board.cells.set(cell, S::Word::pack(cell, content_bits(BORDER) + 4 * ONE_EMPTY));
        }
        for point in size.points() {
            let cell = board.cell(point);
            board.push_empty::<UpdateAll>(cell);
            let neighbours = size.neighbours(point).count();
            let counters = neighbours * ONE_EMPTY + (4 - neighbours) * (one_neighbour(0) + one_neighbour(1));
            board.cells.set(cell, S::Word::pack(cell, content_bits(EMPTY) + counters));
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
        match self.content(cell) {
            0 => Some(Color::Black),
            1 => Some(Color::White),
            _ => None,
        }
    }

    /// Number of empty points.
    #[inline]
    #[must_use]
    pub const fn empty_count(&self) -> usize {
        self.empty_count
    }

    /// `i`-th cell of the list of empty cells.
    #[inline]
    #[must_use]
    pub fn nth_empty(&self, i: usize) -> usize {
        self.empty_cells.get(i).index()
    }

    /// Swaps the `i`-th and the `j`-th cells in the list of empty cells.
    #[inline(always)]
    pub fn swap_empty<K: MoveUpdates>(&mut self, i: usize, j: usize) {
        let (a, b) = (self.empty_cells.get(i), self.empty_cells.get(j));
        self.empty_cells.set(i, b);
        self.empty_cells.set(j, a);
        if K::EMPTY_INDICES {
            self.empty_index.set(b.index(), S::Id::of(i));
            self.empty_index.set(a.index(), S::Id::of(j));
        }
    }

    /// Index of an empty cell in the list of empty cells.
    #[inline(always)]
    pub fn empty_index(&self, cell: usize) -> usize {
        self.empty_index.get(cell).index()
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

    /// Point on which simple ko forbids the side to move to play.
    #[must_use]
    pub fn ko(&self) -> Option<Point> {
        (self.ko != 0).then(|| self.point(self.ko))
    }

    /// Sets or clears the point on which simple ko forbids a move.
    pub fn set_ko(&mut self, point: Option<Point>) {
        self.ko = point.map_or(0, |point| self.cell(point));
    }

    /// Clears the ko point, as after a pass.
    #[inline(always)]
    pub fn clear_ko(&mut self) {
        self.ko = 0;
    }

    /// Content of a cell: 0 for a black stone, 1 for a white stone, [`EMPTY`], or 3 off the board.
    #[inline(always)]
    pub fn content(&self, cell: usize) -> usize {
        (self.cells.get(cell).low() / CONTENT_UNIT) & 3
    }

    /// Packed neighbour counters of a cell.
    #[inline(always)]
    fn neighbour_counters(&self, cell: usize) -> usize {
        self.cells.get(cell).low() & NEIGHBOUR_COUNTERS
    }

    /// The four neighbours of a cell, border cells included: left, right, below, above.
    #[inline(always)]
    pub const fn neighbours(&self, cell: usize) -> [usize; 4] {
        [cell - 1, cell + 1, cell - self.stride, cell + self.stride]
    }

    /// Neighbour with index `n`, 0…3, in the order of [`Board::neighbours`]. The cell itself for 4.
    #[inline(always)]
    fn nth_neighbour(&self, cell: usize, n: u32) -> usize {
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
            .fold(0, |code, neighbour| code << 2 | self.content(neighbour))
    }

    /// [`Board::neighbourhood`] of each of the eight cells around a cell, with a flag: true if that cell is
    /// empty.
    ///
    /// Order: the cells of [`Board::neighbours`], then those of [`Board::diagonal`]. No cell of the board is
    /// read twice. The code of a cell that is not empty has no meaning.
    #[inline]
    pub fn neighbourhoods(&self, cell: usize) -> [(usize, bool); 8] {
        // Five rows of five cells, two bits each from the left, the top row first. Cells beyond the border
        // may have any value.
        let rows = [2, 1, 0, -1, -2].map(|up: isize| {
            let middle = cell.wrapping_add_signed(up * self.stride.cast_signed());
            (0..5).fold(0, |row, i| {
                let word = self.cells.get_or_any(middle.wrapping_add(i).wrapping_sub(2));
                row | ((word.low() / CONTENT_UNIT) & 3) << (2 * i)
            })
        });
        // `(x, y)`: top left corner of a 3 × 3 block in these rows, x from the left, y from the top.
        let code_of_block = |x: usize, y: usize| {
            let three_cells = |row: usize| row >> (2 * x) & 63;
            let (left, right) = (rows[y + 1] >> (2 * x) & 3, rows[y + 1] >> (2 * x + 4) & 3);
            let code = three_cells(rows[y]) | left << 6 | right << 8 | three_cells(rows[y + 2]) << 10;
            (code, rows[y + 1] >> (2 * x + 2) & 3 == EMPTY)
        };
        [
            code_of_block(0, 1),
            code_of_block(2, 1),
            code_of_block(1, 2),
            code_of_block(1, 0),
            code_of_block(0, 2),
            code_of_block(2, 2),
            code_of_block(0, 0),
            code_of_block(2, 0),
        ]
    }

    /// Appends a cell to the list of empty cells.
    #[inline(always)]
    fn push_empty<K: MoveUpdates>(&mut self, cell: usize) {
        self.empty_cells.set(self.empty_count, S::Id::of(cell));
        if K::EMPTY_INDICES {
            self.empty_index.set(cell, S::Id::of(self.empty_count));
        }
        self.empty_count += 1;
    }

    /// Removes the `i`-th entry of the list of empty cells. The last entry takes its place.
    #[inline(always)]
    fn take_empty<K: MoveUpdates>(&mut self, i: usize) {
        self.empty_count -= 1;
        let last = self.empty_cells.get(self.empty_count);
        self.empty_cells.set(i, last);
        if K::EMPTY_INDICES {
            self.empty_index.set(last.index(), S::Id::of(i));
        }
    }
}
