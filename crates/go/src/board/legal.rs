//! What may be played: suicide, ko, and the points that a playout leaves alone.

use super::storage::{Cells, ChainCounts, Number};
use super::{BORDER, Board, EMPTY, ONE_EMPTY, Storage, four, one, stone};
use crate::{Color, score};

impl<S: Storage> Board<S> {
    /// Whether the cell is empty and playing there is neither forbidden suicide nor forbidden by simple ko. With
    /// `suicide`, a chain of two or more stones may die by its own move.
    #[inline]
    #[must_use]
    pub fn is_legal(&self, color: Color, cell: usize, suicide: bool) -> bool {
        self.holds(cell) == EMPTY
            && cell != self.ko
            && match color {
                Color::Black => self.lives::<0>(cell, suicide),
                Color::White => self.lives::<1>(cell, suicide),
            }
    }

    /// Whether playing on an empty cell would be suicide, of however many stones.
    #[must_use]
    pub fn is_suicide(&self, color: Color, cell: usize) -> bool {
        match color {
            Color::Black => !self.lives::<0>(cell, false),
            Color::White => !self.lives::<1>(cell, false),
        }
    }

    /// Whether an empty cell may be played in a playout: legal, and no eye point of the mover's own.
    #[inline(always)]
    pub fn is_sensible<const C: usize, const SUICIDE: bool>(&self, cell: usize) -> bool {
        let around = self.around(cell);
        // What is surrounded by neither colour is neither an eye nor a ko, and at most a suicide of several stones.
        let free = if SUICIDE { around & (four(0) | four(1)) == 0 } else { around >= ONE_EMPTY };
        if free {
            return true;
        }
        if around & four(C) != 0 && self.is_whole_eye::<C>(cell) {
            return false;
        }
        (cell != self.ko) & self.lives::<C>(cell, SUICIDE)
    }

    /// Whether an empty cell is an eye point of the colour: all neighbours its own, and of the diagonal
    /// points at most one enemy in the middle of the board, none on its edge.
    #[must_use]
    pub fn is_eye_point(&self, color: Color, cell: usize) -> bool {
        let around = self.around(cell);
        self.holds(cell) == EMPTY
            && match color {
                Color::Black => around & four(0) != 0 && self.is_whole_eye::<0>(cell),
                Color::White => around & four(1) != 0 && self.is_whole_eye::<1>(cell),
            }
    }

    /// Whether all neighbours of a cell are of the colour or off the board.
    #[inline]
    #[must_use]
    pub fn is_surrounded(&self, color: Color, cell: usize) -> bool {
        self.around(cell) & four(color.index()) != 0
    }

    /// The diagonal half of the eye test, for a cell that the colour surrounds.
    #[inline(always)]
    fn is_whole_eye<const C: usize>(&self, cell: usize) -> bool {
        let enemy = stone(1 - C);
        let enemies: usize =
            self.diagonal(cell).into_iter().map(|corner| self.cells.get(corner).low() & enemy).sum();
        // All neighbours are the colour's own, so what counts as the enemy's is off the board.
        let edge = self.around(cell) & (15 * one(1 - C)) != 0;
        enemies + usize::from(edge) * enemy < 2 * enemy
    }

    /// Whether a stone of colour `C` on an empty cell would have a liberty, capture, or may die with others.
    #[inline(always)]
    fn lives<const C: usize>(&self, cell: usize, suicide: bool) -> bool {
        let around = self.around(cell);
        if around >= ONE_EMPTY {
            return true;
        }
        if suicide && around & four(1 - C) == 0 {
            return true;
        }
        // A chain loses one pseudo-liberty for each of its stones beside the cell: it is in its last ones when
        // it has as many as it touches.
        let words = self.near(cell).map(|other| self.cells.get(other));
        let [a, b, c, d] = words.map(Number::high);
        let same = |x: usize, y: usize| usize::from(x == y);
        let (ab, ac, ad, bc, bd, cd) =
            (same(a, b), same(a, c), same(a, d), same(b, c), same(b, d), same(c, d));
        let touching = [1 + ab + ac + ad, 1 + ab + bc + bd, 1 + ac + bc + cd, 1 + ad + bd + cd];
        let mut lives = false;
        for (word, touching) in words.into_iter().zip(touching) {
            // No chain off the board is ever in its last liberties.
            let last = self.chains.get(word.high()).liberties() == touching;
            lives |= last != (word.low() & stone(C) != 0);
        }
        lives
    }

    /// The area score as the board stands: stones of each colour, and the empty points that reach no other.
    #[must_use]
    pub fn area(&self) -> [u32; 2] {
        let mut area = self.stones;
        for i in 0..self.empties {
            let around = self.around(self.empty(i));
            if around >= ONE_EMPTY {
                return self.open_area();
            }
            // Playouts end with points that are surrounded one by one. On a 1×1 board the lone point borders nobody.
            let black = around & four(0) != 0;
            let white = around & four(1) != 0;
            area[0] += u32::from(black && !white);
            area[1] += u32::from(white && !black);
        }
        area
    }

    /// [`Board::area`] where empty points lie beside each other.
    #[cold]
    fn open_area(&self) -> [u32; 2] {
        let stones: Vec<_> = self.size.points().map(|point| self.at(self.cell(point))).collect();
        let owned = score::territory(self.size, &stones);
        [self.stones[0] + owned.black, self.stones[1] + owned.white]
    }

    /// Whether stones of Black and of White are beside a cell, and how many empty cells.
    #[inline(always)]
    pub fn beside(&self, cell: usize) -> ([bool; 2], usize) {
        let around = self.around(cell);
        let (black, white, empty) = (around & 15, (around / one(1)) & 15, around / ONE_EMPTY);
        // Those off the board count as both colours, so what is neither empty nor counted as one colour is the other's.
        ([white + empty < 4, black + empty < 4], empty)
    }

    /// Neighbours of a cell that hold a stone, 0…4.
    #[inline]
    #[must_use]
    pub fn stones_around(&self, cell: usize) -> u8 {
        let around = self.around(cell);
        let off = self.near(cell).iter().filter(|&&other| self.holds(other) == BORDER).count();
        #[expect(clippy::cast_possible_truncation, reason = "at most four neighbours")]
        {
            4 - off as u8 - (around / ONE_EMPTY) as u8
        }
    }
}
