//! Storage of a board's cells: arrays of fixed length with masked indices, or vectors of any length.

/// Array with one value for each cell.
pub trait Cells<T>: Clone + Send + Sync {
    /// Array of at least `len` copies of `value`. A fixed array always has its full length.
    ///
    /// # Panics
    /// Panics when a fixed array is shorter than `len`.
    fn filled(len: usize, value: T) -> Self;
    /// Value of cell `i`.
    fn get(&self, i: usize) -> T;
    /// Value of cell `i`. Any value if there is no such cell.
    fn get_or_any(&self, i: usize) -> T;
    /// Sets the value of cell `i`.
    fn set(&mut self, i: usize, value: T);
}

/// Stored number: the index of a cell, or a word of two packed halves. One read gets both halves.
///
/// The high half of a word is the id of a cell's chain. The low half has the content and the small counters
/// of the cell.
pub trait Number: Copy + Eq + Ord + Default + Send + Sync {
    /// Converts the number to an index.
    fn index(self) -> usize;
    /// Converts an index to a number. The index must fit.
    fn of(index: usize) -> Self;
    /// Packs two halves into a word.
    fn pack(high: usize, low: usize) -> Self;
    /// High half of the word.
    fn high(self) -> usize;
    /// Low half of the word.
    fn low(self) -> usize;
    /// Wrapping sum.
    fn plus(self, other: Self) -> Self;
    /// Wrapping difference.
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

/// Counters of a chain, packed into one word, so that one addition or subtraction changes them all.
pub trait ChainCounts: Copy + Default + Send + Sync {
    /// Packs the number of stones, the sum of the cell indices of the pseudo-liberties, and the number of
    /// pseudo-liberties.
    fn new(length: usize, sum: u64, pseudo_liberties: usize) -> Self;
    /// Number of stones.
    fn length(self) -> usize;
    /// Sort key: the length first, then the number of pseudo-liberties.
    fn rank(self) -> u64;
    /// Sum of the cell indices of the pseudo-liberties: an empty cell counts once for each stone of the chain
    /// next to it.
    ///
    /// The sum is truncated to `usize`, which may be too small on 32-bit machines.
    fn sum(self) -> usize;
    /// Number of pseudo-liberties: pairs of a stone and an empty neighbour.
    fn pseudo_liberties(self) -> usize;
    /// Adds each counter of `other` to the same counter of `self`.
    fn plus(self, other: Self) -> Self;
    /// Subtracts each counter of `other` from the same counter of `self`. The result is invalid if a counter
    /// of `other` exceeds that of `self`.
    fn minus(self, other: Self) -> Self;
}

macro_rules! chain_counts {
    ($($type:ty: $half:ty, $quarter:ty;)*) => {$(
        #[expect(clippy::cast_possible_truncation, reason = "the storage is chosen so that a board's numbers fit")]
        impl ChainCounts for $type {
            #[inline(always)]
            fn new(length: usize, sum: u64, pseudo_liberties: usize) -> Self {
                (length as Self) << (<$half>::BITS + <$quarter>::BITS)
                    | Self::from(sum) << <$quarter>::BITS
                    | pseudo_liberties as Self
            }

            #[inline(always)]
            fn length(self) -> usize {
                (self >> (<$half>::BITS + <$quarter>::BITS)) as usize
            }

            #[inline(always)]
            fn rank(self) -> u64 {
                (self.length() as u64) << <$quarter>::BITS | self.pseudo_liberties() as u64
            }

            #[inline(always)]
            fn sum(self) -> usize {
                (self >> <$quarter>::BITS) as $half as usize
            }

            #[inline(always)]
            fn pseudo_liberties(self) -> usize {
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

chain_counts! {
    u64: u32, u16;
    u128: u64, u32;
}

/// Array types of a board, and the number types in them.
pub trait Storage: Clone + Send + Sync + 'static {
    /// True if the boards may be so large that a loop over all points is slow.
    const LARGE: bool;
    /// Index of a cell.
    type Id: Number;
    /// Word with two halves.
    type Word: Number;
    /// Counters of a chain.
    type ChainCounts: ChainCounts;
    /// Array of cell indices.
    type Ids: Cells<Self::Id>;
    /// Array of words.
    type Words: Cells<Self::Word>;
    /// Array of chain counters.
    type ChainTable: Cells<Self::ChainCounts>;
}

/// Arrays of `CAP` cells. `CAP` is a power of two and indices are masked, so that no bounds check is needed.
#[derive(Clone, Copy)]
pub struct Fixed<const CAP: usize>;

/// Array with masked indices.
#[derive(Clone, Copy)]
pub struct Masked<T, const CAP: usize>([T; CAP]);

impl<T: Copy + Send + Sync, const CAP: usize> Cells<T> for Masked<T, CAP> {
    fn filled(len: usize, value: T) -> Self {
        assert!(
            CAP.is_power_of_two() && len <= CAP,
            "a board of {len} cells does not fit in an array of {CAP}, or {CAP} is not a power of two"
        );
        Self([value; CAP])
    }

    #[inline(always)]
    fn get(&self, i: usize) -> T {
        self.0[i & (CAP - 1)]
    }

    #[inline(always)]
    fn get_or_any(&self, i: usize) -> T {
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

/// Vectors on the heap, for boards of any size.
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
    fn get_or_any(&self, i: usize) -> T {
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
