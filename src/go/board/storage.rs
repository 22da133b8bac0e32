//! Where a board keeps its cells: arrays of fixed length with masked indices, or vectors of any length.

/// A row of values, one a cell.
pub trait Cells<T>: Clone + Send + Sync {
    /// `len` copies of `value`; a fixed row is as long as it is and holds at least `len`.
    fn filled(len: usize, value: T) -> Self;
    /// The value of cell `i`.
    fn get(&self, i: usize) -> T;
    /// Changes the value of cell `i`.
    fn set(&mut self, i: usize, value: T);
}

/// A cell's number as it is stored.
pub trait CellId: Copy + Eq + Default + Send + Sync {
    /// The number as an index.
    fn index(self) -> usize;
    /// The index as a number; it must fit.
    fn of(index: usize) -> Self;
}

impl CellId for u16 {
    #[inline(always)]
    fn index(self) -> usize {
        usize::from(self)
    }

    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "fixed boards have at most 1024 cells")]
    fn of(index: usize) -> Self {
        index as Self
    }
}

impl CellId for u32 {
    #[inline(always)]
    fn index(self) -> usize {
        self as usize
    }

    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "boards have at most 1025 × 1026 + 1 cells")]
    fn of(index: usize) -> Self {
        index as Self
    }
}

/// The choice of [`Cells`] and of the type of a cell's number.
pub trait Storage: Clone + Send + Sync + 'static {
    /// A cell's number.
    type Id: CellId;
    /// Rows of cell numbers.
    type Ids: Cells<Self::Id>;
    /// Rows of small values.
    type Bytes: Cells<u8>;
    /// Rows of packed neighbour counters.
    type Counters: Cells<u16>;
    /// Rows of counts as large as a board.
    type Counts: Cells<u32>;
}

/// Arrays of `CAP` cells, a power of two; indices are masked, so that no bounds are checked.
#[derive(Clone, Copy)]
pub struct Fixed<const CAP: usize>;

/// One masked array.
#[derive(Clone, Copy)]
pub struct Masked<T, const CAP: usize>([T; CAP]);

impl<T: Copy + Send + Sync, const CAP: usize> Cells<T> for Masked<T, CAP> {
    fn filled(len: usize, value: T) -> Self {
        assert!(CAP.is_power_of_two() && len <= CAP, "a board of {len} cells in an array of {CAP}");
        Self([value; CAP])
    }

    #[inline(always)]
    fn get(&self, i: usize) -> T {
        self.0[i & (CAP - 1)]
    }

    #[inline(always)]
    fn set(&mut self, i: usize, value: T) {
        self.0[i & (CAP - 1)] = value;
    }
}

impl<const CAP: usize> Storage for Fixed<CAP> {
    type Id = u16;
    type Ids = Masked<u16, CAP>;
    type Bytes = Masked<u8, CAP>;
    type Counters = Masked<u16, CAP>;
    type Counts = Masked<u32, CAP>;
}

/// Vectors, for boards of any size.
#[derive(Clone, Copy)]
pub struct Heap;

impl<T: Copy + Send + Sync> Cells<T> for Vec<T> {
    fn filled(len: usize, value: T) -> Self {
        vec![value; len]
    }

    #[inline(always)]
    fn get(&self, i: usize) -> T {
        self[i]
    }

    #[inline(always)]
    fn set(&mut self, i: usize, value: T) {
        self[i] = value;
    }
}

impl Storage for Heap {
    type Id = u32;
    type Ids = Vec<u32>;
    type Bytes = Vec<u8>;
    type Counters = Vec<u16>;
    type Counts = Vec<u32>;
}
