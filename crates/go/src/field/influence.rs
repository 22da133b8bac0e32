//! Influence and potential territory: the signs of Bouzy's map, computed with bitboards.

use super::bits::{Grid, Words};
use super::bouzy::BouzyParams;
use crate::{Color, Size};

/// Number of bits of an empty point's absolute value. At most ten dilations add at most 4 each, so the value
/// is at most 40, less than 2⁶.
const BITS: usize = 6;

/// Signs of Bouzy's map (see [`BouzyField`](super::BouzyField)), pass by pass.
///
/// The absolute values of empty points are stored as bit planes: one set of points for each bit. So a pass
/// updates 64 points at once. The value of a stone never reaches 0 within the allowed passes, so only its
/// sign is stored. *Influence* is the sign after the dilations, *potential territory* the sign after the
/// erosions. Points with stones do not count for either.
// CITE: influence and potential territory of Negamax Go, 2017.
#[derive(Clone, Debug)]
pub struct Signs<W> {
    /// Two buffers, each with the points of Black's sign and the points of White's sign, stones included. A
    /// pass reads one buffer and writes the other.
    maps: [[W; 2]; 2],
    /// Index in `maps` of the current buffer.
    current: usize,
    /// Points without a stone.
    empty: W,
    /// Bit planes of the absolute values, lowest bit first.
    bits: [W; BITS],
}

impl<W: Words> Signs<W> {
    /// Signs of an empty board.
    #[must_use]
    pub fn new(grid: &Grid<W>) -> Self {
        let none = || grid.none();
        Self {
            maps: [[none(), none()], [none(), none()]],
            current: 0,
            empty: none(),
            bits: std::array::from_fn(|_| none()),
        }
    }

    /// Sets the stones of Black and of White, and clears all other values.
    #[inline]
    pub fn begin(&mut self, grid: &Grid<W>, stones: [&W; 2]) {
        self.current = 0;
        for (map, stones) in self.maps[0].iter_mut().zip(stones) {
            map.words_mut().copy_from_slice(stones.words());
        }
        for i in grid.inner() {
            let occupied = stones[0].words()[i] | stones[1].words()[i];
            self.empty.words_mut()[i] = grid.board().words()[i] & !occupied;
        }
        for bits in &mut self.bits {
            bits.words_mut().fill(0);
        }
    }

    /// Swaps the buffers. Returns the current signs, the buffer for the next pass, the empty points and the
    /// bit planes.
    #[inline(always)]
    fn swap_buffers(&mut self) -> (&[W; 2], &mut [W; 2], &W, &mut [W; BITS]) {
        self.current ^= 1;
        let [first, second] = &mut self.maps;
        let (from, to) = if self.current == 1 { (first, second) } else { (second, first) };
        (from, to, &self.empty, &mut self.bits)
    }

    /// Performs one dilation.
    pub fn dilate(&mut self, grid: &Grid<W>) {
        let (from, to, empty, bits) = self.swap_buffers();
        dilate(grid, empty, from, to, bits);
    }

    /// Performs one erosion. Returns true if any value changed.
    pub fn erode(&mut self, grid: &Grid<W>) -> bool {
        let (from, to, empty, bits) = self.swap_buffers();
        erode(grid, empty, from, to, bits)
    }

    /// Performs all dilations, then all erosions.
    #[inline]
    pub fn run(&mut self, grid: &Grid<W>, params: BouzyParams) {
        for _ in 0..params.dilations {
            self.dilate(grid);
        }
        for _ in 0..params.erosions {
            if !self.erode(grid) {
                break;
            }
        }
    }

    /// Two counts: the empty points with Black's sign and those with White's sign.
    #[inline]
    #[must_use]
    pub fn counts(&self) -> [i32; 2] {
        self.maps[self.current].each_ref().map(|map| {
            let word_pairs = map.words().iter().zip(self.empty.words());
            word_pairs.map(|(map, empty)| (map & empty).count_ones()).sum::<u32>().cast_signed()
        })
    }

    /// Sets `values`, by point number, to the signs of the empty points: -1 Black, 1 White. Other points get
    /// 0.
    fn write(&mut self, grid: &Grid<W>, values: &mut [i8]) {
        let (from, to, empty, _) = self.swap_buffers();
        for (to, from) in to.iter_mut().zip(from) {
            for i in grid.inner() {
                to.words_mut()[i] = from.words()[i] & empty.words()[i];
            }
        }
        super::bits::signs(grid, to.each_ref(), values);
        // Swaps back: the other buffer was only used as scratch space.
        self.current ^= 1;
    }
}

// The passes are separate functions that are not inlined, so that the compiler vectorises them.

/// Performs one dilation: adds the number of neighbours of the same sign.
#[inline(never)]
fn dilate<W: Words>(grid: &Grid<W>, empty: &W, from: &[W; 2], to: &mut [W; 2], bits: &mut [W; BITS]) {
    let [to_black, to_white] = to;
    for i in grid.inner() {
        let empty = empty.words()[i];
        let (black_masks, white_masks) = (from[0].neighbour_masks(grid, i), from[1].neighbour_masks(grid, i));
        let [near_black, near_white] =
            [black_masks, white_masks].map(|masks| masks[0] | masks[1] | masks[2] | masks[3]);
        let (sign_black, sign_white) = (from[0].words()[i], from[1].words()[i]);
        let (grow_black, grow_white) = (empty & !sign_white & !near_white, empty & !sign_black & !near_black);
        let counted = sum([0, 1, 2, 3].map(|n| black_masks[n] & grow_black | white_masks[n] & grow_white));
        to_black.words_mut()[i] = sign_black | grow_black & near_black;
        to_white.words_mut()[i] = sign_white | grow_white & near_white;
        let mut carry = 0;
        for (n, bits) in bits.iter_mut().enumerate() {
            let bits = &mut bits.words_mut()[i];
            let (old, added) = (*bits, counted[n]);
            *bits = old ^ added ^ carry;
            carry = old & added | carry & (old ^ added);
        }
    }
}

/// Performs one erosion: subtracts the number of neighbours without the same sign.
///
/// Returns true if any value changed.
#[inline(never)]
fn erode<W: Words>(grid: &Grid<W>, empty: &W, from: &[W; 2], to: &mut [W; 2], bits: &mut [W; BITS]) -> bool {
    let [to_black, to_white] = to;
    let mut changed = 0;
    for i in grid.inner() {
        let empty = empty.words()[i];
        let (black_masks, white_masks) = (from[0].neighbour_masks(grid, i), from[1].neighbour_masks(grid, i));
        let (sign_black, sign_white) = (from[0].words()[i], from[1].words()[i]);
        let (empty_black, empty_white) = (sign_black & empty, sign_white & empty);
        let lost = [0, 1, 2, 3].map(|n| {
            (empty_black & !black_masks[n] | empty_white & !white_masks[n]) & grid.has_neighbour[n].words()[i]
        });
        changed |= lost[0] | lost[1] | lost[2] | lost[3];
        let counted = sum(lost);
        let (mut borrow, mut difference) = (0, [0; BITS]);
        for (n, bits) in bits.iter().enumerate() {
            let (old, subtracted) = (bits.words()[i], counted[n]);
            difference[n] = old ^ subtracted ^ borrow;
            borrow = !old & (subtracted | borrow) | subtracted & borrow;
        }
        let mut nonzero = 0;
        for (bits, difference) in bits.iter_mut().zip(difference) {
            let difference = difference & !borrow;
            bits.words_mut()[i] = difference;
            nonzero |= difference;
        }
        let keeps_sign = nonzero | !empty;
        to_black.words_mut()[i] = sign_black & keeps_sign;
        to_white.words_mut()[i] = sign_white & keeps_sign;
    }
    changed != 0
}

/// Sum of four bits at every bit position, as bit planes. The sum is at most 4, so the higher planes are 0.
#[inline(always)]
const fn sum([a, b, c, d]: [u64; 4]) -> [u64; BITS] {
    let (ab, cd) = (a ^ b, c ^ d);
    let (twice_ab, twice_cd) = (a & b, c & d);
    [ab ^ cd, (twice_ab ^ twice_cd) | ab & cd, twice_ab & twice_cd, 0, 0, 0]
}

/// Influence and potential territory of every point.
///
/// [`InfluenceField::measure`] allocates no memory.
#[derive(Clone, Debug)]
pub struct InfluenceField {
    grid: Grid<Vec<u64>>,
    params: BouzyParams,
    stones: [Vec<u64>; 2],
    signs: Signs<Vec<u64>>,
    influence: Vec<i8>,
    potential: Vec<i8>,
}

impl InfluenceField {
    /// Field of an empty board. Larger numbers of passes are reduced to [`BouzyParams::MAX`].
    #[must_use]
    pub fn new(size: Size, params: BouzyParams) -> Self {
        let grid = super::bits::vector_grid(size);
        let most = BouzyParams::MAX;
        Self {
            params: BouzyParams {
                dilations: params.dilations.min(most.dilations),
                erosions: params.erosions.min(most.erosions),
            },
            stones: [grid.none(), grid.none()],
            signs: Signs::new(&grid),
            influence: vec![0; size.area()],
            potential: vec![0; size.area()],
            grid,
        }
    }

    /// Computes the field of these stones. `stones` is indexed by point number.
    pub fn measure(&mut self, stones: &[Option<Color>]) {
        for color in Color::ALL {
            self.grid.gather(stones, color, &mut self.stones[color.index()]);
        }
        self.signs.begin(&self.grid, self.stones.each_ref());
        self.signs.run(&self.grid, BouzyParams { erosions: 0, ..self.params });
        self.signs.write(&self.grid, &mut self.influence);
        self.signs.run(&self.grid, BouzyParams { dilations: 0, ..self.params });
        self.signs.write(&self.grid, &mut self.potential);
    }

    /// Influence by point number, after the dilations: -1 Black, 1 White, 0 neutral or a stone.
    #[must_use]
    pub fn influence(&self) -> &[i8] {
        &self.influence
    }

    /// Potential territory by point number, after the erosions: -1 Black, 1 White, 0 neutral or a stone.
    #[must_use]
    pub fn potential(&self) -> &[i8] {
        &self.potential
    }

    /// Number of Black's points of influence minus the number of White's.
    #[must_use]
    pub fn lead(&self) -> i32 {
        -self.influence.iter().map(|&value| i32::from(value)).sum::<i32>()
    }
}

#[cfg(test)]
mod tests {
    use super::super::bouzy::tests::slow_map;
    use super::*;
    use crate::Setup;
    use rand::{RngExt, SeedableRng};

    fn field(diagram: &str, dilations: u8, erosions: u8) -> InfluenceField {
        let setup: Setup = diagram.parse().expect("a diagram");
        let mut field = InfluenceField::new(setup.size(), BouzyParams { dilations, erosions });
        field.measure(setup.stones());
        field
    }

    /// Influence reaches two steps from a stone, but not the points between the colours, such as D2.
    #[test]
    fn influence_ends_at_the_other_colour() {
        let field = field(
            "
            . . . . .
            . . . . .
            . . . . O
            . . . X .
            ",
            2,
            0,
        );
        // Rows from the bottom. Black reaches B1, C1 and C2, but not E1 and D2. White reaches D3, E3 and E4.
        assert_eq!(
            field.influence(),
            [
                [0, -1, -1, 0, 0], //
                [0, 0, -1, 0, 0],
                [0, 0, 0, 1, 1],
                [0, 0, 0, 0, 1],
            ]
            .concat()
        );
        assert_eq!(field.lead(), 0);
    }

    #[test]
    fn signs_agree_with_the_map() {
        let mut rng = rand::rngs::SmallRng::seed_from_u64(4);
        for (width, height) in [(1, 1), (1, 6), (2, 2), (5, 5), (9, 9), (13, 13), (19, 19), (25, 25), (70, 4)]
        {
            let size = Size::new(width, height).expect("a size");
            for (dilations, erosions) in [(0, 0), (1, 1), (3, 7), (5, 21), (10, 91), (8, 57)] {
                let params = BouzyParams { dilations, erosions };
                let mut field = InfluenceField::new(size, params);
                for _ in 0..8 {
                    let share: f64 = rng.random();
                    let stone = |_| rng.random_bool(share).then(|| Color::ALL[rng.random_range(0..2)]);
                    let stones: Vec<_> = (0..size.area()).map(stone).collect();
                    field.measure(&stones);
                    let signs = |map: Vec<i64>| -> Vec<i8> {
                        let sign = |(value, stone): (i64, &Option<Color>)| {
                            if stone.is_some() { 0 } else { value.signum() as i8 }
                        };
                        map.into_iter().zip(&stones).map(sign).collect()
                    };
                    assert_eq!(field.influence(), signs(slow_map(size, &stones, dilations, 0)), "{size}");
                    let expected = signs(slow_map(size, &stones, dilations, erosions));
                    assert_eq!(field.potential(), expected, "{size} {dilations}/{erosions}");
                    compare_arrays::<6>(size, &stones, params, &expected);
                    compare_arrays::<18>(size, &stones, params, &expected);
                }
            }
        }
    }

    /// Compares the signs of array bitboards with the map, if the board fits.
    fn compare_arrays<const N: usize>(
        size: Size,
        stones: &[Option<Color>],
        params: BouzyParams,
        expected: &[i8],
    ) {
        let Some(grid) = <[u64; N]>::grid(size) else { return };
        let mut sets = [grid.none(); 2];
        for color in Color::ALL {
            grid.gather(stones, color, &mut sets[color.index()]);
        }
        let mut signs = Signs::new(&grid);
        signs.begin(&grid, sets.each_ref());
        signs.run(&grid, params);
        let mut values = vec![0; size.area()];
        signs.write(&grid, &mut values);
        assert_eq!(values, expected, "{size}");
        let points_of = |sign| expected.iter().filter(|&&value| value == sign).count() as i32;
        assert_eq!(signs.counts(), [points_of(-1), points_of(1)]);
    }
}
