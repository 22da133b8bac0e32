//! Zobrist keys. The keys are computed, so that a board of a million points needs no table.

use super::{Color, Size};

// CITE: A. L. Zobrist, "A new hashing method with application for game playing", 1970.
/// Zobrist key of "White to move", for situational superko.
pub const WHITE_TO_MOVE: u64 = 0x6C62_272E_07BB_0142;

/// Zobrist key of a stone. `cell` is the cell index on the board with its border. `color` is 0 for Black, 1
/// for White.
#[inline]
#[must_use]
pub const fn stone(cell: usize, color: usize) -> u64 {
    mix((cell as u64) << 1 | color as u64)
}

/// Zobrist key of a stone. `index` is the point's number on a board of this size.
#[must_use]
pub fn stone_at(size: Size, index: usize, color: Color) -> u64 {
    let (stride, width) = (usize::from(size.width()) + 1, usize::from(size.width()));
    stone((index / width + 1) * stride + index % width + 1, color.index())
}

/// 64-bit hash finaliser. Each bit of the input affects all bits of the output.
// CITE: SplitMix64: G. Steele, D. Lea, C. Flood, "Fast splittable pseudorandom number generators", 2014.
#[inline]
const fn mix(value: u64) -> u64 {
    let z = value.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}
