//! Territory: empty regions next to stones of one colour only.

use super::bits::{Grid, Words};
use crate::{Color, Size};
use std::collections::VecDeque;

/// Computes the territory of Black and of White by flood fill of the empty regions.
///
/// A region belongs to a colour if all stones next to it have that colour. A region without stones next to it
/// is neutral. `black` and `white` receive the territories, `empty` the empty points.
// CITE: the territory of Negamax Go, 2017.
#[inline]
pub fn fill_territory<W: Words>(grid: &Grid<W>, stones: [&W; 2], [black, white, empty]: [&mut W; 3]) {
    for set in [&mut *black, &mut *white] {
        set.words_mut().fill(0);
    }
    let mut difference = 0;
    for i in grid.inner() {
        let [black_stones, white_stones] = stones.map(|stones| stones.words()[i]);
        empty.words_mut()[i] = grid.board().words()[i] & !black_stones & !white_stones;
        let neighbours_of =
            |stones: &W| stones.neighbour_masks(grid, i).iter().fold(0, |union, mask| union | mask);
        let [black_seeds, white_seeds] =
            stones.map(neighbours_of).map(|neighbours| neighbours & empty.words()[i]);
        black.words_mut()[i] = black_seeds;
        white.words_mut()[i] = white_seeds;
        difference |= black_seeds ^ white_seeds;
    }
    // Both sets grow until nothing changes. Once both sets are equal they stay equal: then no point is
    // territory and the loop can end.
    let (mut grew, mut passes) = (1, 0);
    while difference != 0 && grew != 0 {
        passes += 1;
        if passes > MAX_PASSES && empty.words().len() > LARGE_WORDS {
            flood(grid, empty, black);
            flood(grid, empty, white);
            break;
        }
        (difference, grew) = (0, 0);
        for i in grid.inner() {
            let mut grow = |reached: &mut W| {
                let before = reached.words()[i];
                let grown = reached.neighbour_masks(grid, i).iter().fold(before, |union, mask| union | mask);
                let after = grown & empty.words()[i];
                grew |= after ^ before;
                reached.words_mut()[i] = after;
                after
            };
            difference |= grow(black) ^ grow(white);
        }
    }
    for (black_word, white_word) in black.words_mut().iter_mut().zip(white.words_mut()) {
        (*black_word, *white_word) = (*black_word & !*white_word, *white_word & !*black_word);
    }
}

/// Largest number of passes over all words of a large board. If more are needed, `flood` does the rest.
const MAX_PASSES: u32 = 32;
/// Number of 64-bit words above which a board is large.
const LARGE_WORDS: usize = 64;

/// Extends the set `reached` to all empty points that are connected with it. Updates all 64-bit words once,
/// then only words next to a changed word.
fn flood<W: Words>(grid: &Grid<W>, empty: &W, reached: &mut W) {
    let inner = grid.inner();
    let mut waiting: VecDeque<usize> = inner.clone().collect();
    let mut is_waiting = vec![true; empty.words().len()];
    while let Some(i) = waiting.pop_front() {
        is_waiting[i] = false;
        let before = reached.words()[i];
        let mut current = before;
        loop {
            let grown = reached.neighbour_masks(grid, i).iter().fold(current, |union, mask| union | mask);
            let next = grown & empty.words()[i];
            if next == current {
                break;
            }
            current = next;
            reached.words_mut()[i] = current;
        }
        if current == before {
            continue;
        }
        for distance in grid.neighbour_word_distances() {
            for next in [i.checked_sub(distance), Some(i + distance)].into_iter().flatten() {
                if inner.contains(&next) && !std::mem::replace(&mut is_waiting[next], true) {
                    waiting.push_back(next);
                }
            }
        }
    }
}

/// Territory of each point.
///
/// [`TerritoryField::measure`] allocates no memory, unless a large board has long winding regions.
#[derive(Clone, Debug)]
pub struct TerritoryField {
    grid: Grid<Vec<u64>>,
    stones: [Vec<u64>; 2],
    territories: [Vec<u64>; 2],
    empty: Vec<u64>,
    values: Vec<i8>,
}

impl TerritoryField {
    /// Field of an empty board.
    #[must_use]
    pub fn new(size: Size) -> Self {
        let grid = super::bits::vector_grid(size);
        let none = grid.none();
        Self {
            stones: [none.clone(), none.clone()],
            territories: [none.clone(), none.clone()],
            empty: none,
            values: vec![0; size.area()],
            grid,
        }
    }

    /// Computes the territory of these stones. `stones` is indexed by point number.
    pub fn measure(&mut self, stones: &[Option<Color>]) {
        for color in Color::ALL {
            self.grid.gather(stones, color, &mut self.stones[color.index()]);
        }
        let [black, white] = &mut self.territories;
        fill_territory(&self.grid, self.stones.each_ref(), [black, white, &mut self.empty]);
        super::bits::signs(&self.grid, self.territories.each_ref(), &mut self.values);
    }

    /// Owner by point number: -1 Black, 1 White, 0 neutral or a stone.
    #[must_use]
    pub fn values(&self) -> &[i8] {
        &self.values
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Setup, territory};
    use rand::{RngExt, SeedableRng};

    /// Rows of the field, the top row first, as in a diagram.
    fn rows(diagram: &str) -> Vec<Vec<i8>> {
        let setup: Setup = diagram.parse().expect("a diagram");
        let mut field = TerritoryField::new(setup.size());
        field.measure(setup.stones());
        let width = usize::from(setup.size().width());
        field.values().chunks(width).rev().map(<[i8]>::to_vec).collect()
    }

    /// The regions on the left are Black's and the points on the right are White's. The column in the middle
    /// touches both colours.
    #[test]
    fn a_region_belongs_to_the_only_colour_beside_it() {
        assert_eq!(
            rows(
                "
                . X . O .
                . X . O O
                X X . O .
                . X O O O
                "
            ),
            [[-1, 0, 0, 0, 1], [-1, 0, 0, 0, 0], [0, 0, 0, 0, 1], [-1, 0, 0, 0, 0]]
        );
    }

    #[test]
    fn one_stone_owns_everything_and_no_stone_nothing() {
        assert_eq!(rows(". . .\n. X .\n. . ."), [[-1, -1, -1], [-1, 0, -1], [-1, -1, -1]]);
        assert_eq!(rows(". .\n. ."), [[0, 0], [0, 0]]);
        assert_eq!(rows(". ."), [[0, 0]]);
    }

    /// The way from the left to the white stone is long and winding.
    #[test]
    fn a_region_is_followed_round_corners() {
        let winding = "
            . X . . . X .
            . X . X . X .
            . . . X . . O
        ";
        assert_eq!(rows(winding), [[0; 7], [0; 7], [0; 7]]);
    }

    /// A winding way through the whole board, with a stone at its end. It needs more than [`MAX_PASSES`]
    /// passes.
    #[test]
    fn the_longest_way_is_followed_to_its_end() {
        let size = Size::new(131, 131).expect("a size");
        let mut stones = vec![None; size.area()];
        for point in size.points().filter(|point| point.y % 2 == 1) {
            let gap = if point.y % 4 == 1 { 130 } else { 0 };
            if point.x != gap {
                stones[size.index(point)] = Some(Color::White);
            }
        }
        let mut field = TerritoryField::new(size);
        let owned = |field: &TerritoryField| field.values().iter().filter(|&&value| value == 1).count();
        field.measure(&stones);
        assert_eq!(owned(&field), 66 * 131 + 65);
        stones[0] = Some(Color::Black);
        field.measure(&stones);
        assert_eq!(owned(&field), 0);
    }

    #[test]
    fn territory_agrees_with_the_score() {
        let mut rng = rand::rngs::SmallRng::seed_from_u64(5);
        let boards =
            [(1, 1), (3, 3), (9, 9), (13, 13), (19, 19), (25, 25), (70, 5), (5, 70), (100, 90), (70, 130)];
        for (width, height) in boards {
            let size = Size::new(width, height).expect("a size");
            let mut field = TerritoryField::new(size);
            for _ in 0..40 {
                let share: f64 = rng.random_range(0.0..if size.area() > 1000 { 0.6 } else { 1.0 });
                let stone = |_| rng.random_bool(share).then(|| Color::ALL[rng.random_range(0..2)]);
                let stones: Vec<_> = (0..size.area()).map(stone).collect();
                field.measure(&stones);
                let owned = territory(size, &stones);
                let points_of = |sign| field.values().iter().filter(|&&value| value == sign).count() as u32;
                assert_eq!((points_of(-1), points_of(1)), (owned.black, owned.white), "{size}");
            }
        }
    }
}
