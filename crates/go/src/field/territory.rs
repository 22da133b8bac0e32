//! Territory: empty regions that border stones of one colour only.

use super::bits::{Grid, Words};
use crate::{Color, Size};
use std::collections::VecDeque;

/// The territory of Black and of White, both sets of empty points: flood fill of the empty regions, each going to the colour whose stones are the
/// only ones that it borders. A region without any stones beside it is neutral. Written to the first two sets; the third is for the empty points.
// CITE: the territory of Negamax Go, 2017.
#[inline]
pub fn regions<W: Words>(grid: &Grid<W>, stones: [&W; 2], [black, white, open]: [&mut W; 3]) {
    for set in [&mut *black, &mut *white] {
        set.words_mut().fill(0);
    }
    let mut differ = 0;
    for i in grid.inner() {
        let [one, other] = stones.map(|stones| stones.words()[i]);
        open.words_mut()[i] = grid.board().words()[i] & !one & !other;
        let beside = |stones: &W| stones.near(grid, i).iter().fold(0, |all, near| all | near);
        let [one, other] = stones.map(beside).map(|beside| beside & open.words()[i]);
        black.words_mut()[i] = one;
        white.words_mut()[i] = other;
        differ |= one ^ other;
    }
    // What both reach goes on being reached by both: when they reach the same, there is no territory.
    let (mut grew, mut sweeps) = (1, 0);
    while differ != 0 && grew != 0 {
        sweeps += 1;
        if sweeps > SWEEPS && open.words().len() > LONG {
            flood(grid, open, black);
            flood(grid, open, white);
            break;
        }
        (differ, grew) = (0, 0);
        for i in grid.inner() {
            let mut wave = |reached: &mut W| {
                let was = reached.words()[i];
                let near = reached.near(grid, i).iter().fold(was, |all, near| all | near);
                let now = near & open.words()[i];
                grew |= now ^ was;
                reached.words_mut()[i] = now;
                now
            };
            differ |= wave(black) ^ wave(white);
        }
    }
    for (one, other) in black.words_mut().iter_mut().zip(white.words_mut()) {
        (*one, *other) = (*one & !*other, *other & !*one);
    }
}

/// Passes over a whole large board, after which only words beside a change are looked at.
const SWEEPS: u32 = 32;
/// Words of a board from which it counts as large.
const LONG: usize = 64;

/// Lets a set of points grow over all open points that it reaches, however winding the way.
fn flood<W: Words>(grid: &Grid<W>, open: &W, reached: &mut W) {
    let inner = grid.inner();
    let mut waiting: VecDeque<usize> = inner.clone().collect();
    let mut waits = vec![true; open.words().len()];
    while let Some(i) = waiting.pop_front() {
        waits[i] = false;
        let before = reached.words()[i];
        let mut now = before;
        loop {
            let near = reached.near(grid, i).iter().fold(now, |all, near| all | near);
            let next = near & open.words()[i];
            if next == now {
                break;
            }
            now = next;
            reached.words_mut()[i] = now;
        }
        if now == before {
            continue;
        }
        for step in grid.to_words() {
            for next in [i.checked_sub(step), Some(i + step)].into_iter().flatten() {
                if inner.contains(&next) && !std::mem::replace(&mut waits[next], true) {
                    waiting.push_back(next);
                }
            }
        }
    }
}

/// Whose territory each point is.
///
/// Nothing is allocated when it is measured, unless the board is large and its ways wind.
#[derive(Clone, Debug)]
pub struct TerritoryField {
    grid: Grid<Vec<u64>>,
    stones: [Vec<u64>; 2],
    owned: [Vec<u64>; 2],
    open: Vec<u64>,
    values: Vec<i8>,
}

impl TerritoryField {
    /// A board without stones.
    #[must_use]
    pub fn new(size: Size) -> Self {
        let grid = super::bits::long(size);
        let none = grid.none();
        Self {
            stones: [none.clone(), none.clone()],
            owned: [none.clone(), none.clone()],
            open: none,
            values: vec![0; size.area()],
            grid,
        }
    }

    /// Measures a board of these stones, given by point number.
    pub fn measure(&mut self, stones: &[Option<Color>]) {
        for color in Color::ALL {
            self.grid.gather(stones, color, &mut self.stones[color.index()]);
        }
        let [black, white] = &mut self.owned;
        regions(&self.grid, self.stones.each_ref(), [black, white, &mut self.open]);
        super::bits::signs(&self.grid, self.owned.each_ref(), &mut self.values);
    }

    /// By point number: -1 Black's territory, 1 White's, 0 neutral or a stone.
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

    /// Rows as a diagram has them, the top one first.
    fn rows(diagram: &str) -> Vec<Vec<i8>> {
        let setup: Setup = diagram.parse().expect("a diagram");
        let mut field = TerritoryField::new(setup.size());
        field.measure(setup.stones());
        let width = usize::from(setup.size().width());
        field.values().chunks(width).rev().map(<[i8]>::to_vec).collect()
    }

    /// The left side is Black's, the corner at the top right White's; the column between them touches both, and the lone point at the bottom is
    /// White's too.
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

    /// The way from the left to the White stone is long and winding.
    #[test]
    fn a_region_is_followed_round_corners() {
        let winding = "
            . X . . . X .
            . X . X . X .
            . . . X . . O
        ";
        assert_eq!(rows(winding), [[0; 7], [0; 7], [0; 7]]);
    }

    /// One way through the whole board, row after row, with a stone at its end: more sweeps than are made.
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
    fn it_counts_what_the_referee_counts() {
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
                let of = |sign| field.values().iter().filter(|&&value| value == sign).count() as u32;
                assert_eq!((of(-1), of(1)), (owned.black, owned.white), "{size}");
            }
        }
    }
}
