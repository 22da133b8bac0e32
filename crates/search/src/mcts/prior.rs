//! Priors of moves from their features: virtual visits, some of them won, before a move is tried.

use super::ladder;
use super::node::Seed;
use super::weights::Weights;
use crate::policy;
use stonefield_go::board::Storage;
use stonefield_go::{Board, Color};

/// Points of a board above which no ladders are read: each of their plies takes a copy of it.
const LADDERS: usize = 4096;

/// Distances from the last move that are told apart.
const FAR: u8 = 4;

/// Features of a whole board, from which each move then gets its prior quickly. Keeps its memory between boards.
pub(super) struct MoveFeatures {
    weights: Weights,
    /// By cell: steps from the last move, going along a chain for nothing; [`FAR`] for farther.
    steps: Vec<u8>,
    /// By cell: whether a stone stands within three steps along the lines.
    settled: Vec<bool>,
    edge: Vec<u32>,
    next: Vec<u32>,
}

impl MoveFeatures {
    pub(super) fn new(weights: Weights) -> Self {
        Self { weights, steps: Vec::new(), settled: Vec::new(), edge: Vec::new(), next: Vec::new() }
    }

    /// Takes the board in; the last move is a cell, 0 for none.
    pub(super) fn read<S: Storage>(&mut self, board: &Board<S>, last: u32) {
        self.measure_steps(board, last as usize);
        self.measure_settled(board);
    }

    // CITE: distance in the common fate graph: T. Graepel et al., "Learning on graphs in the game of Go", 2001.
    fn measure_steps<S: Storage>(&mut self, board: &Board<S>, from: usize) {
        self.steps.clear();
        self.steps.resize(Board::<S>::cells(board.size()), FAR);
        if from == 0 {
            return;
        }
        self.edge.clear();
        self.edge.push(from as u32);
        for step in 0..FAR {
            self.next.clear();
            // A chain's stones join the edge that reached one of them.
            let mut i = 0;
            while let Some(&cell) = self.edge.get(i) {
                i += 1;
                let cell = cell as usize;
                if self.steps[cell] < FAR {
                    continue;
                }
                self.steps[cell] = step;
                let color = board.at(cell);
                for other in board.size().neighbours(board.point(cell)).map(|point| board.cell(point)) {
                    if self.steps[other] == FAR {
                        let same = color.is_some() && board.at(other) == color;
                        if same { &mut self.edge } else { &mut self.next }.push(other as u32);
                    }
                }
            }
            std::mem::swap(&mut self.edge, &mut self.next);
        }
    }

    fn measure_settled<S: Storage>(&mut self, board: &Board<S>) {
        let size = board.size();
        self.settled.clear();
        self.settled.resize(Board::<S>::cells(size), false);
        let (width, height) = (i32::from(size.width()), i32::from(size.height()));
        for point in size.points().filter(|&point| board.at(board.cell(point)).is_some()) {
            let (x, y) = (i32::from(point.x), i32::from(point.y));
            for dy in -3_i32..=3 {
                let reach = 3 - dy.abs();
                if y + dy < 0 || y + dy >= height {
                    continue;
                }
                for x in (x - reach).max(0)..=(x + reach).min(width - 1) {
                    let other = stonefield_go::Point::new(x as u16, (y + dy) as u16);
                    self.settled[board.cell(other)] = true;
                }
            }
        }
    }

    /// The prior of a legal move on an empty cell.
    pub(super) fn seed<S: Storage>(&self, board: &Board<S>, color: Color, cell: usize) -> Seed {
        let w = &self.weights;
        let size = board.size();
        let point = board.point(cell);
        let mut sum = PriorSum::new(w.even);
        let captured = policy::captured(board, color, cell);
        match captured {
            0 => {}
            1 => sum.good(w.capture_one),
            _ => sum.good(w.capture_many),
        }
        if policy::is_bad_self_atari(board, color, cell) {
            sum.bad(w.self_atari);
        } else {
            let (saves, threatens) =
                (policy::saves(board, color, cell) > 0, policy::gives_atari(board, color, cell));
            if size.area() > LADDERS {
                if saves {
                    sum.good(w.escape);
                }
                if threatens {
                    sum.good(w.atari);
                }
            } else if saves || threatens {
                let mut after = board.clone();
                after.play(color, cell);
                if saves && after.at(cell).is_some() && ladder::is_caught(&after, cell) {
                    sum.bad(w.ladder);
                } else if saves {
                    sum.good(w.escape);
                }
                if threatens {
                    let caught = board.near(cell).into_iter().any(|other| {
                        after.at(other) == Some(!color)
                            && after.sole_liberty(other).is_some()
                            && !ladder::escapes(&after, other)
                    });
                    sum.good(if caught { w.catch } else { w.atari });
                }
            }
            if policy::pattern_at(board, color, cell) {
                sum.good(w.pattern);
            }
        }
        if let Some(&weight) = [w.near1, w.near2, w.near3].get(usize::from(self.steps[cell]).wrapping_sub(1))
        {
            sum.good(weight);
        }
        if !self.settled[cell] {
            let to_edge = |at: u16, side: u16| at.min(side - 1 - at);
            match to_edge(point.x, size.width()).min(to_edge(point.y, size.height())) {
                0 | 1 => sum.bad(w.empty_edge),
                2 => sum.good(w.empty_third),
                _ => {}
            }
        }
        sum.seed(cell as u32)
    }

    /// The prior of a pass while there are other moves.
    pub(super) fn pass(&self) -> Seed {
        let mut sum = PriorSum::new(self.weights.even);
        sum.bad(self.weights.pass);
        sum.seed(0)
    }
}

/// Virtual visits as they are added up.
struct PriorSum {
    visits: u32,
    halves: u32,
}

impl PriorSum {
    fn new(even: u16) -> Self {
        Self { visits: u32::from(even), halves: u32::from(even) }
    }

    fn good(&mut self, visits: u16) {
        self.visits += u32::from(visits);
        self.halves += 2 * u32::from(visits);
    }

    fn bad(&mut self, visits: u16) {
        self.visits += u32::from(visits);
    }

    fn seed(&self, cell: u32) -> Seed {
        let short = |number: u32| u16::try_from(number).unwrap_or(u16::MAX);
        Seed { cell, visits: short(self.visits), wins: short(self.halves) }
    }
}
