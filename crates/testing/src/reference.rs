//! Slow reference board against which the fast one is tested. It recomputes everything from the stones.

use std::collections::{BTreeSet, HashSet};
use stonefield_go::{Color, Ko, Move, Point, Size};

/// Board that recomputes chains, liberties and captures from its stones at every play.
#[derive(Clone)]
pub struct Reference {
    /// Size of the board.
    pub size: Size,
    /// Content of each point, by its index.
    pub stones: Vec<Option<Color>>,
    /// Colour whose turn it is.
    pub to_move: Color,
    /// Stones that Black and White have captured.
    pub prisoners: [u32; 2],
    /// Passes in a row at the end.
    pub passes: u32,
    /// Ko rule.
    pub ko: Ko,
    /// True where suicide of more than one stone is legal.
    pub suicide: bool,
    /// Point that simple ko forbids to the side to move.
    ko_point: Option<Point>,
    /// Superko keys of all earlier positions.
    earlier: HashSet<(Vec<Option<Color>>, Option<Color>)>,
}

impl Reference {
    /// Empty board, Black to move.
    #[must_use]
    pub fn new(size: Size, ko: Ko, suicide: bool) -> Self {
        let mut board = Self {
            size,
            stones: vec![None; size.area()],
            to_move: Color::Black,
            prisoners: [0; 2],
            passes: 0,
            ko,
            suicide,
            ko_point: None,
            earlier: HashSet::new(),
        };
        let start = board.superko_key(&board.stones.clone(), Color::Black);
        board.earlier.insert(start);
        board
    }

    /// Key that superko compares: the stones, and under situational superko also the side to move.
    fn superko_key(&self, stones: &[Option<Color>], to_move: Color) -> (Vec<Option<Color>>, Option<Color>) {
        (stones.to_vec(), (self.ko == Ko::Situational).then_some(to_move))
    }

    /// Chain of the stone at `start` and its liberties, by flood fill.
    pub fn chain(&self, stones: &[Option<Color>], start: Point) -> (BTreeSet<Point>, BTreeSet<Point>) {
        let color = stones[self.size.index(start)];
        let (mut chain, mut liberties, mut pending) = (BTreeSet::new(), BTreeSet::new(), vec![start]);
        while let Some(point) = pending.pop() {
            if !chain.insert(point) {
                continue;
            }
            for next in self.size.neighbours(point) {
                match stones[self.size.index(next)] {
                    None => drop(liberties.insert(next)),
                    stone if stone == color => pending.push(next),
                    _ => {}
                }
            }
        }
        (chain, liberties)
    }

    /// Stones after a move on `point`, the number of captured enemy stones, and the number of own stones lost
    /// by suicide. `None` if the point is occupied.
    pub fn after(&self, point: Point) -> Option<(Vec<Option<Color>>, u32, u32)> {
        let mut stones = self.stones.clone();
        let slot = &mut stones[self.size.index(point)];
        if slot.replace(self.to_move).is_some() {
            return None;
        }
        let mut captured = 0;
        for next in self.size.neighbours(point) {
            if stones[self.size.index(next)] == Some(!self.to_move) {
                let (chain, liberties) = self.chain(&stones, next);
                if liberties.is_empty() {
                    captured += chain.len() as u32;
                    chain.iter().for_each(|&p| stones[self.size.index(p)] = None);
                }
            }
        }
        let mut lost = 0;
        let (chain, liberties) = self.chain(&stones, point);
        if liberties.is_empty() {
            lost = chain.len() as u32;
            chain.iter().for_each(|&p| stones[self.size.index(p)] = None);
        }
        Some((stones, captured, lost))
    }

    /// Returns true if the move is legal.
    #[must_use]
    pub fn is_legal(&self, action: Move) -> bool {
        let Move::Play(point) = action else { return true };
        let Some((stones, _, lost)) = self.after(point) else { return false };
        if lost == 1 || (lost > 1 && !self.suicide) {
            return false;
        }
        match self.ko {
            Ko::None => true,
            Ko::Simple => self.ko_point != Some(point),
            Ko::Positional | Ko::Situational => {
                !self.earlier.contains(&self.superko_key(&stones, !self.to_move))
            }
        }
    }

    /// Plays a legal move. Does not test that it is legal.
    ///
    /// # Panics
    /// If the point is occupied.
    pub fn play(&mut self, action: Move) {
        let mover = self.to_move;
        let mut ko_point = None;
        match action {
            Move::Pass => self.passes += 1,
            Move::Play(point) => {
                let Some((stones, captured, lost)) = self.after(point) else { panic!("{point} is occupied") };
                if captured == 1 {
                    // Ko: the capturing stone is a chain of one, and its only liberty is the point of the
                    // captured stone.
                    let captured_index =
                        (0..stones.len()).find(|&i| self.stones[i] == Some(!mover) && stones[i].is_none());
                    let (chain, liberties) = self.chain(&stones, point);
                    if chain.len() == 1 && liberties.len() == 1 {
                        ko_point = captured_index.map(|i| self.size.point(i));
                    }
                }
                self.stones = stones;
                self.prisoners[mover.index()] += captured;
                self.prisoners[(!mover).index()] += lost;
                self.passes = 0;
            }
        }
        self.ko_point = ko_point;
        self.to_move = !mover;
        let key = self.superko_key(&self.stones.clone(), self.to_move);
        self.earlier.insert(key);
    }
}
