//! Where a board keeps its cells: arrays of fixed length with masked indices, or vectors of any length.

/// A row of values, one a cell.
pub trait Cells<T>: Clone + Send + Sync {
    /// `len` copies of `value`; a fixed row is as long as it is and holds at least `len`.
    fn filled(len: usize, value: T) -> Self;
    /// The value of cell `i`.
    fn get(&self, i: usize) -> T;
    /// The value of cell `i` if there is one, else any value.
    fn get_if_any(&self, i: usize) -> T;
    /// Changes the value of cell `i`.
    fn set(&mut self, i: usize, value: T);
}

/// A number as it is stored: a cell's, or two numbers packed into one word so that a cell or a chain is read at once.
///
/// A word's high half holds a cell's chain or a chain's length, its low half small things that are counted up and down.
pub trait Number: Copy + Eq + Ord + Default + Send + Sync {
    /// The number as an index.
    fn index(self) -> usize;
    /// The index as a number; it must fit.
    fn of(index: usize) -> Self;
    /// A word of two halves.
    fn pack(high: usize, low: usize) -> Self;
    /// The upper half.
    fn high(self) -> usize;
    /// The lower half.
    fn low(self) -> usize;
    /// The sum, as two's complement has it.
    fn plus(self, other: Self) -> Self;
    /// The difference, as two's complement has it.
    fn minus(self, other: Self) -> Self;
}

macro_rules! number {
    ($($type:ty),*) => {$(
        #[expect(clippy::cast_possible_truncation, reason = "the storage is chosen so that a board's numbers fit")]
        impl Number for $type {
            #[inline(always)]
            fn index(self) -> usize {
                self as usize
            }

            #[inline(always)]
            fn of(index: usize) -> Self {
                index as Self
            }

            #[inline(always)]
            fn pack(high: usize, low: usize) -> Self {
                (high as Self) << (Self::BITS / 2) | low as Self
            }

            #[inline(always)]
            fn high(self) -> usize {
                (self >> (Self::BITS / 2)) as usize
            }

            #[inline(always)]
            fn low(self) -> usize {
                (self & (Self::MAX >> (Self::BITS / 2))) as usize
            }

            #[inline(always)]
            fn plus(self, other: Self) -> Self {
                self.wrapping_add(other)
            }

            #[inline(always)]
            fn minus(self, other: Self) -> Self {
                self.wrapping_sub(other)
            }
        }
    )*};
}

number!(u16, u32, u64);

/// What is kept of a chain in one word, so that one sum or difference changes all of it.
pub trait ChainCounts: Copy + Default + Send + Sync {
    /// So many stones; the sum of the cells of so many pseudo-liberties; their number.
    fn new(length: usize, sum: u64, liberties: usize) -> Self;
    /// Stones of the chain.
    fn length(self) -> usize;
    /// The length, and among equal lengths the pseudo-liberties, as a number to compare.
    fn rank(self) -> u64;
    /// The sum of the empty cells beside the chain's stones, each as often as it is touched; that of many may be too large for this machine's indices.
    fn sum(self) -> usize;
    /// Pseudo-liberties: pairs of a stone and an empty neighbour.
    fn liberties(self) -> usize;
    /// Both taken together.
    fn plus(self, other: Self) -> Self;
    /// One without the other; each part must be at least the other's, or all of the word is meaningless.
    fn minus(self, other: Self) -> Self;
}

macro_rules! ledger {
    ($($type:ty: $half:ty, $quarter:ty;)*) => {$(
        #[expect(clippy::cast_possible_truncation, reason = "the storage is chosen so that a board's numbers fit")]
        impl ChainCounts for $type {
            #[inline(always)]
            fn new(length: usize, sum: u64, liberties: usize) -> Self {
                (length as Self) << (<$half>::BITS + <$quarter>::BITS)
                    | Self::from(sum) << <$quarter>::BITS
                    | liberties as Self
            }

            #[inline(always)]
            fn length(self) -> usize {
                (self >> (<$half>::BITS + <$quarter>::BITS)) as usize
            }

            #[inline(always)]
            fn rank(self) -> u64 {
                (self.length() as u64) << <$quarter>::BITS | self.liberties() as u64
            }

            #[inline(always)]
            fn sum(self) -> usize {
                (self >> <$quarter>::BITS) as $half as usize
            }

            #[inline(always)]
            fn liberties(self) -> usize {
                self as $quarter as usize
            }

            #[inline(always)]
            fn plus(self, other: Self) -> Self {
                self.wrapping_add(other)
            }

            #[inline(always)]
            fn minus(self, other: Self) -> Self {
                self.wrapping_sub(other)
            }
        }
    )*};
}

ledger! {
    u64: u32, u16;
    u128: u64, u32;
}

/// The choice of `Cells` and of what numbers they hold.
pub trait Storage: Clone + Send + Sync + 'static {
    /// Whether it is for boards on which to look at every point takes long.
    const LARGE: bool;
    /// A cell's number.
    type Id: Number;
    /// Two numbers in one.
    type Word: Number;
    /// What is kept of a chain.
    type ChainCounts: ChainCounts;
    /// Rows of cell numbers.
    type Ids: Cells<Self::Id>;
    /// Rows of words.
    type Words: Cells<Self::Word>;
    /// Rows of what is kept of chains.
    type ChainTable: Cells<Self::ChainCounts>;
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
    fn get_if_any(&self, i: usize) -> T {
        self.get(i)
    }

    #[inline(always)]
    fn set(&mut self, i: usize, value: T) {
        self.0[i & (CAP - 1)] = value;
    }
}

impl<const CAP: usize> Storage for Fixed<CAP> {
    const LARGE: bool = false;
    type Id = u16;
    type Word = u32;
    type ChainCounts = u64;
    type Ids = Masked<u16, CAP>;
    type Words = Masked<u32, CAP>;
    type ChainTable = Masked<u64, CAP>;
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
    fn get_if_any(&self, i: usize) -> T {
        Self::get(self, i.min(self.len() - 1))
    }

    #[inline(always)]
    fn set(&mut self, i: usize, value: T) {
        self[i] = value;
    }
}

impl Storage for Heap {
    const LARGE: bool = true;
    type Id = u32;
    type Word = u64;
    type ChainCounts = u128;
    type Ids = Vec<u32>;
    type Words = Vec<u64>;
    type ChainTable = Vec<u128>;
}
