//! Legal moves, eye points and the area score.

use super::storage::{Cells, ChainCounts, Number};
use super::{BORDER, Board, EMPTY, ONE_EMPTY, Storage, four_neighbours, one_neighbour, stone_bit};
use crate::{Color, score};

impl<S: Storage> Board<S> {
    /// Returns true if a move on the cell is legal: the cell is empty, and neither simple ko nor suicide
    /// forbids the move.
    ///
    /// If `suicide` is true, suicide of two or more stones is legal.
    #[inline]
    #[must_use]
    pub fn is_legal(&self, color: Color, cell: usize, suicide: bool) -> bool {
        self.content(cell) == EMPTY
            && cell != self.ko
            && match color {
                Color::Black => self.is_alive_after::<0>(cell, suicide),
                Color::White => self.is_alive_after::<1>(cell, suicide),
            }
    }

    /// Returns true if a move on an empty cell is suicide of one or more stones.
    #[must_use]
    pub fn is_suicide(&self, color: Color, cell: usize) -> bool {
        match color {
            Color::Black => !self.is_alive_after::<0>(cell, false),
            Color::White => !self.is_alive_after::<1>(cell, false),
        }
    }

    /// Returns true if a playout may move on an empty cell: the move is legal and does not fill the mover's
    /// eye point.
    #[inline(always)]
    pub fn is_sensible<const C: usize, const SUICIDE: bool>(&self, cell: usize) -> bool {
        let counters = self.neighbour_counters(cell);
        // A cell that neither colour surrounds is no eye and no ko. A move there is at most suicide of
        // several stones.
        let needs_no_check = if SUICIDE {
            counters & (four_neighbours(0) | four_neighbours(1)) == 0
        } else {
            counters >= ONE_EMPTY
        };
        if needs_no_check {
            return true;
        }
        if counters & four_neighbours(C) != 0 && self.has_eye_diagonals::<C>(cell) {
            return false;
        }
        (cell != self.ko) & self.is_alive_after::<C>(cell, SUICIDE)
    }

    /// Returns true if a cell is an eye point of the colour.
    ///
    /// The cell is empty and all its neighbours have the colour. Of the diagonal points, at most one is an
    /// enemy stone in the middle of the board, and none on the edge.
    #[must_use]
    pub fn is_eye_point(&self, color: Color, cell: usize) -> bool {
        let counters = self.neighbour_counters(cell);
        self.content(cell) == EMPTY
            && match color {
                Color::Black => counters & four_neighbours(0) != 0 && self.has_eye_diagonals::<0>(cell),
                Color::White => counters & four_neighbours(1) != 0 && self.has_eye_diagonals::<1>(cell),
            }
    }

    /// Returns true if all neighbours of a cell have the colour or are outside the board.
    #[inline]
    #[must_use]
    pub fn is_surrounded(&self, color: Color, cell: usize) -> bool {
        self.neighbour_counters(cell) & four_neighbours(color.index()) != 0
    }

    /// Returns true if the diagonal points of a cell allow an eye of colour `C`. The colour must surround the
    /// cell.
    #[inline(always)]
    fn has_eye_diagonals<const C: usize>(&self, cell: usize) -> bool {
        let enemy = stone_bit(1 - C);
        // `enemy` times the number of enemy stones on the diagonal points.
        let enemies: usize =
            self.diagonal(cell).into_iter().map(|corner| self.cells.get(corner).low() & enemy).sum();
        // All neighbours on the board have the colour. So a neighbour that counts as the enemy's is outside
        // the board, and the cell is on the edge.
        let edge = self.neighbour_counters(cell) & (15 * one_neighbour(1 - C)) != 0;
        enemies + usize::from(edge) * enemy < 2 * enemy
    }

    /// Returns true if a stone of colour `C` on an empty cell has a liberty or captures, or is a legal
    /// suicide.
    #[inline(always)]
    fn is_alive_after<const C: usize>(&self, cell: usize, suicide: bool) -> bool {
        let counters = self.neighbour_counters(cell);
        if counters >= ONE_EMPTY {
            return true;
        }
        // The new stone joins a chain of its colour, so a suicide removes several stones.
        if suicide && counters & four_neighbours(1 - C) == 0 {
            return true;
        }
        // For each stone of a chain next to the cell, the move takes one pseudo-liberty from the chain. The
        // chain has no liberty left if these are all of its pseudo-liberties.
        let words = self.neighbours(cell).map(|neighbour| self.cells.get(neighbour));
        let [a, b, c, d] = words.map(Number::high);
        let same = |x: usize, y: usize| usize::from(x == y);
        let (ab, ac, ad, bc, bd, cd) =
            (same(a, b), same(a, c), same(a, d), same(b, c), same(b, d), same(c, d));
        let touching = [1 + ab + ac + ad, 1 + ab + bc + bd, 1 + ac + bc + cd, 1 + ad + bd + cd];
        let mut alive = false;
        for (word, touching) in words.into_iter().zip(touching) {
            // Border cells never have 4 or fewer pseudo-liberties, so they do not match.
            let no_liberty_left = self.chains.get(word.high()).pseudo_liberties() == touching;
            // An own chain must keep a liberty. An enemy chain must lose its last one.
            alive |= no_liberty_left != (word.low() & stone_bit(C) != 0);
        }
        alive
    }

    /// Area score of Black and White: their stones and the empty points that reach only them.
    #[must_use]
    pub fn area(&self) -> [u32; 2] {
        let mut area = self.stones;
        for i in 0..self.empty_count {
            let counters = self.neighbour_counters(self.nth_empty(i));
            if counters >= ONE_EMPTY {
                return self.area_of_regions();
            }
            // At the end of a playout every empty point is surrounded. The only point of a 1×1 board counts
            // for nobody.
            let black = counters & four_neighbours(0) != 0;
            let white = counters & four_neighbours(1) != 0;
            area[0] += u32::from(black && !white);
            area[1] += u32::from(white && !black);
        }
        area
    }

    /// Computes [`Board::area`] for a board on which some empty points are neighbours.
    #[cold]
    fn area_of_regions(&self) -> [u32; 2] {
        let stones: Vec<_> = self.size.points().map(|point| self.at(self.cell(point))).collect();
        let territory = score::territory(self.size, &stones);
        [self.stones[0] + territory.black, self.stones[1] + territory.white]
    }

    /// Two flags, true if a cell has a black neighbour and a white neighbour, and the number of its empty
    /// neighbours.
    #[inline(always)]
    pub fn neighbour_contents(&self, cell: usize) -> ([bool; 2], usize) {
        let counters = self.neighbour_counters(cell);
        let (black, white, empty) = (counters & 15, (counters / one_neighbour(1)) & 15, counters / ONE_EMPTY);
        // Border cells count as both colours. So a neighbour that is neither empty nor counted for one colour
        // has the other colour.
        ([white + empty < 4, black + empty < 4], empty)
    }

    /// Number of a cell's neighbours that have a stone, 0…4.
    #[inline]
    #[must_use]
    pub fn stones_around(&self, cell: usize) -> u8 {
        let counters = self.neighbour_counters(cell);
        let off_board =
            self.neighbours(cell).iter().filter(|&&neighbour| self.content(neighbour) == BORDER).count();
        #[expect(clippy::cast_possible_truncation, reason = "at most four neighbours")]
        {
            4 - off_board as u8 - (counters / ONE_EMPTY) as u8
        }
    }
}
