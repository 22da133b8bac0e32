//! A slow and obvious board: the oracle of the fast one. Everything is recomputed from the stones alone.

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
    ko_point: Option<Point>,
    seen: HashSet<(Vec<Option<Color>>, Option<Color>)>,
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
            seen: HashSet::new(),
        };
        let start = board.observation(&board.stones.clone(), Color::Black);
        board.seen.insert(start);
        board
    }

    fn observation(&self, stones: &[Option<Color>], to_move: Color) -> (Vec<Option<Color>>, Option<Color>) {
        (stones.to_vec(), (self.ko == Ko::Situational).then_some(to_move))
    }

    /// The chain of a stone and its liberties, by flood fill.
    pub fn chain(&self, stones: &[Option<Color>], start: Point) -> (BTreeSet<Point>, BTreeSet<Point>) {
        let color = stones[self.size.index(start)];
        let (mut chain, mut liberties, mut todo) = (BTreeSet::new(), BTreeSet::new(), vec![start]);
        while let Some(point) = todo.pop() {
            if !chain.insert(point) {
                continue;
            }
            for next in self.size.neighbours(point) {
                match stones[self.size.index(next)] {
                    None => drop(liberties.insert(next)),
                    other if other == color => todo.push(next),
                    _ => {}
                }
            }
        }
        (chain, liberties)
    }

    /// The stones after a play, with enemy and own stones lost; `None` where a stone stands.
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

    /// True for a legal move.
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
                !self.seen.contains(&self.observation(&stones, !self.to_move))
            }
        }
    }

    /// Plays a legal move.
    pub fn play(&mut self, action: Move) {
        let mover = self.to_move;
        let mut ko_point = None;
        match action {
            Move::Pass => self.passes += 1,
            Move::Play(point) => {
                let Some((stones, captured, lost)) = self.after(point) else { panic!("{point} is occupied") };
                if captured == 1 {
                    // Ko: the stone that took one stands alone and has just the point of the taken one to live by.
                    let taken =
                        (0..stones.len()).find(|&i| self.stones[i] == Some(!mover) && stones[i].is_none());
                    let (chain, liberties) = self.chain(&stones, point);
                    if chain.len() == 1 && liberties.len() == 1 {
                        ko_point = taken.map(|i| self.size.point(i));
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
        let now = self.observation(&self.stones.clone(), self.to_move);
        self.seen.insert(now);
    }
}
