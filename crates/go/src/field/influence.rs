//! Influence and potential territory: the signs of Bouzy's map, on sets of points instead of numbers.

use super::bits::{Grid, Words};
use super::bouzy::BouzyParams;
use crate::{Color, Size};

/// Bits of a number in the map: at most four for each of ten dilations.
const BITS: usize = 6;

/// The signs of Bouzy's map (see [`BouzyField`](super::BouzyField)), pass by pass.
///
/// The numbers of empty points are kept bit by bit, a set of points for each bit, so that a pass counts 64 points at once; a stone's number
/// never comes near to 0 within the passes allowed, so that only its sign is kept. *Influence* is the sign after the dilations,
/// *potential territory* that after the erosions; points with stones count for neither.
// CITE: influence and potential territory of Negamax Go, 2017.
#[derive(Clone, Debug)]
pub struct Signs<W> {
    /// The points above 0 of each colour's map, stones among them: now, and before or after a pass.
    maps: [[W; 2]; 2],
    now: usize,
    /// Points without a stone.
    open: W,
    bits: [W; BITS],
}

impl<W: Words> Signs<W> {
    /// A board without stones.
    #[must_use]
    pub fn new(grid: &Grid<W>) -> Self {
        let none = || grid.none();
        Self {
            maps: [[none(), none()], [none(), none()]],
            now: 0,
            open: none(),
            bits: std::array::from_fn(|_| none()),
        }
    }

    /// Begins with the stones of Black and of White.
    #[inline]
    pub fn begin(&mut self, grid: &Grid<W>, stones: [&W; 2]) {
        self.now = 0;
        for (map, stones) in self.maps[0].iter_mut().zip(stones) {
            map.words_mut().copy_from_slice(stones.words());
        }
        for i in grid.inner() {
            let taken = stones[0].words()[i] | stones[1].words()[i];
            self.open.words_mut()[i] = grid.board().words()[i] & !taken;
        }
        for bits in &mut self.bits {
            bits.words_mut().fill(0);
        }
    }

    /// What stands now, and what the next pass is to be written to.
    #[inline(always)]
    fn turn(&mut self) -> (&[W; 2], &mut [W; 2], &W, &mut [W; BITS]) {
        self.now ^= 1;
        let [first, second] = &mut self.maps;
        let (from, to) = if self.now == 1 { (first, second) } else { (second, first) };
        (from, to, &self.open, &mut self.bits)
    }

    /// Spreads the influence of each colour by one step.
    pub fn dilate(&mut self, grid: &Grid<W>) {
        let (from, to, open, bits) = self.turn();
        dilate(grid, open, from, to, bits);
    }

    /// One erosion; whether it took anything away.
    pub fn erode(&mut self, grid: &Grid<W>) -> bool {
        let (from, to, open, bits) = self.turn();
        erode(grid, open, from, to, bits)
    }

    /// Does all dilations, then all erosions.
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

    /// Empty points of Black's and of White's sign.
    #[inline]
    #[must_use]
    pub fn counts(&self) -> [i32; 2] {
        self.maps[self.now].each_ref().map(|map| {
            let both = map.words().iter().zip(self.open.words());
            both.map(|(map, open)| (map & open).count_ones()).sum::<u32>().cast_signed()
        })
    }

    /// The empty points of Black's and of White's sign, as numbers by point: -1 and 1.
    fn write(&mut self, grid: &Grid<W>, values: &mut [i8]) {
        let (from, to, open, _) = self.turn();
        for (to, from) in to.iter_mut().zip(from) {
            for i in grid.inner() {
                to.words_mut()[i] = from.words()[i] & open.words()[i];
            }
        }
        super::bits::signs(grid, to.each_ref(), values);
        self.now ^= 1;
    }
}

// The passes stand alone, with everything in a slice of its own: so they become vector code.

#[inline(never)]
fn dilate<W: Words>(grid: &Grid<W>, open: &W, from: &[W; 2], to: &mut [W; 2], bits: &mut [W; BITS]) {
    let [to_a, to_b] = to;
    for i in grid.inner() {
        let open = open.words()[i];
        let (a, b) = (from[0].near(grid, i), from[1].near(grid, i));
        let [near_a, near_b] = [a, b].map(|near| near[0] | near[1] | near[2] | near[3]);
        let (of_a, of_b) = (from[0].words()[i], from[1].words()[i]);
        let (grow_a, grow_b) = (open & !of_b & !near_b, open & !of_a & !near_a);
        let counted = sum([0, 1, 2, 3].map(|n| a[n] & grow_a | b[n] & grow_b));
        to_a.words_mut()[i] = of_a | grow_a & near_a;
        to_b.words_mut()[i] = of_b | grow_b & near_b;
        let mut carry = 0;
        for (n, bits) in bits.iter_mut().enumerate() {
            let bits = &mut bits.words_mut()[i];
            let (had, more) = (*bits, counted[n]);
            *bits = had ^ more ^ carry;
            carry = had & more | carry & (had ^ more);
        }
    }
}

#[inline(never)]
fn erode<W: Words>(grid: &Grid<W>, open: &W, from: &[W; 2], to: &mut [W; 2], bits: &mut [W; BITS]) -> bool {
    let [to_a, to_b] = to;
    let mut any = 0;
    for i in grid.inner() {
        let open = open.words()[i];
        let (a, b) = (from[0].near(grid, i), from[1].near(grid, i));
        let (of_a, of_b) = (from[0].words()[i], from[1].words()[i]);
        let (ours, theirs) = (of_a & open, of_b & open);
        let lost = [0, 1, 2, 3].map(|n| (ours & !a[n] | theirs & !b[n]) & grid.has[n].words()[i]);
        any |= lost[0] | lost[1] | lost[2] | lost[3];
        let counted = sum(lost);
        let (mut borrow, mut left) = (0, [0; BITS]);
        for (n, bits) in bits.iter().enumerate() {
            let (had, less) = (bits.words()[i], counted[n]);
            left[n] = had ^ less ^ borrow;
            borrow = !had & (less | borrow) | less & borrow;
        }
        let mut some = 0;
        for (bits, left) in bits.iter_mut().zip(left) {
            let left = left & !borrow;
            bits.words_mut()[i] = left;
            some |= left;
        }
        let stays = some | !open;
        to_a.words_mut()[i] = of_a & stays;
        to_b.words_mut()[i] = of_b & stays;
    }
    any != 0
}

/// The sum of four bits in every place: its ones, twos and fours, and no more.
#[inline(always)]
const fn sum([a, b, c, d]: [u64; 4]) -> [u64; BITS] {
    let (ab, cd) = (a ^ b, c ^ d);
    let (twice_ab, twice_cd) = (a & b, c & d);
    [ab ^ cd, (twice_ab ^ twice_cd) | ab & cd, twice_ab & twice_cd, 0, 0, 0]
}

/// Influence and potential territory of every point.
///
/// Nothing is allocated when it is measured.
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
    /// A board without stones. Numbers of passes above [`BouzyParams::MOST`] are taken as those.
    #[must_use]
    pub fn new(size: Size, params: BouzyParams) -> Self {
        let grid = super::bits::long(size);
        let most = BouzyParams::MOST;
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

    /// Measures a board of these stones, given by point number.
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

    /// Influence by point number, after the dilations: -1 Black's, 1 White's, 0 neutral or a stone.
    #[must_use]
    pub fn influence(&self) -> &[i8] {
        &self.influence
    }

    /// Potential territory by point number, after the erosions: -1 Black's, 1 White's, 0 neutral or a stone.
    #[must_use]
    pub fn potential(&self) -> &[i8] {
        &self.potential
    }

    /// Points of influence that Black has more than White.
    #[must_use]
    pub fn lead(&self) -> i32 {
        -self.influence.iter().map(|&value| i32::from(value)).sum::<i32>()
    }
}

#[cfg(test)]
mod tests {
    use super::super::bouzy::tests::slowly;
    use super::*;
    use crate::Setup;
    use rand::{RngExt, SeedableRng};

    fn field(diagram: &str, dilations: u8, erosions: u8) -> InfluenceField {
        let setup: Setup = diagram.parse().expect("a diagram");
        let mut field = InfluenceField::new(setup.size(), BouzyParams { dilations, erosions });
        field.measure(setup.stones());
        field
    }

    /// Two steps from a stone, but nothing between the colours; D2 has Black below it and White to the right.
    #[test]
    fn influence_ends_where_the_other_begins() {
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
        // From the bottom: C1 and B1, not E1; C2 and B2 by C1's second step, not D2; and above White E3 and E4, D3 and C3.
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
    fn signs_are_those_of_the_map() {
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
                        let open = |(value, stone): (i64, &Option<Color>)| {
                            if stone.is_some() { 0 } else { value.signum() as i8 }
                        };
                        map.into_iter().zip(&stones).map(open).collect()
                    };
                    assert_eq!(field.influence(), signs(slowly(size, &stones, dilations, 0)), "{size}");
                    let whole = signs(slowly(size, &stones, dilations, erosions));
                    assert_eq!(field.potential(), whole, "{size} {dilations}/{erosions}");
                    short::<6>(size, &stones, params, &whole);
                    short::<18>(size, &stones, params, &whole);
                }
            }
        }
    }

    /// The same in short words, where the board fits.
    fn short<const N: usize>(size: Size, stones: &[Option<Color>], params: BouzyParams, whole: &[i8]) {
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
        assert_eq!(values, whole, "{size}");
        let of = |sign| whole.iter().filter(|&&value| value == sign).count() as i32;
        assert_eq!(signs.counts(), [of(-1), of(1)]);
    }
}
