//! Priors of moves from their features: virtual visits, some of them won, before a move is tried.

use super::ladder;
use super::node::Seed;
use super::weights::Weights;
use crate::policy;
use stonefield_go::board::Storage;
use stonefield_go::{Board, Color};

/// Largest board, in points, on which ladders are read. Each ply of a ladder copies the board.
const LADDER_AREA: usize = 4096;

/// Distance from the last move, in steps, that stands for all larger ones.
const FAR: u8 = 4;

/// Features of a board, from which each move quickly gets its prior. The buffers are reused for the next
/// board.
pub(super) struct MoveFeatures {
    weights: Weights,
    /// By cell: steps from the last move, at most [`FAR`]. Steps along a chain cost nothing.
    steps: Vec<u8>,
    /// By cell: true if a stone is within three steps along the lines.
    near_stone: Vec<bool>,
    frontier: Vec<u32>,
    next_frontier: Vec<u32>,
}

impl MoveFeatures {
    pub(super) fn new(weights: Weights) -> Self {
        Self {
            weights,
            steps: Vec::new(),
            near_stone: Vec::new(),
            frontier: Vec::new(),
            next_frontier: Vec::new(),
        }
    }

    /// Computes the features of a board. `last` is the cell of the last move; 0 for none.
    pub(super) fn read<S: Storage>(&mut self, board: &Board<S>, last: u32) {
        self.measure_steps(board, last as usize);
        self.find_near_stones(board);
    }

    // CITE: distance in the common fate graph: T. Graepel et al., "Learning on graphs in the game of Go",
    // 2001.
    fn measure_steps<S: Storage>(&mut self, board: &Board<S>, from: usize) {
        self.steps.clear();
        self.steps.resize(Board::<S>::cells(board.size()), FAR);
        if from == 0 {
            return;
        }
        self.frontier.clear();
        self.frontier.push(from as u32);
        for step in 0..FAR {
            self.next_frontier.clear();
            // The other stones of a chain have the same distance as the first one reached.
            let mut i = 0;
            while let Some(&cell) = self.frontier.get(i) {
                i += 1;
                let cell = cell as usize;
                if self.steps[cell] < FAR {
                    continue;
                }
                self.steps[cell] = step;
                let color = board.at(cell);
                for neighbour in board.size().neighbours(board.point(cell)).map(|point| board.cell(point)) {
                    if self.steps[neighbour] == FAR {
                        let same_chain = color.is_some() && board.at(neighbour) == color;
                        if same_chain { &mut self.frontier } else { &mut self.next_frontier }
                            .push(neighbour as u32);
                    }
                }
            }
            std::mem::swap(&mut self.frontier, &mut self.next_frontier);
        }
    }

    fn find_near_stones<S: Storage>(&mut self, board: &Board<S>) {
        let size = board.size();
        self.near_stone.clear();
        self.near_stone.resize(Board::<S>::cells(size), false);
        let (width, height) = (i32::from(size.width()), i32::from(size.height()));
        for point in size.points().filter(|&point| board.at(board.cell(point)).is_some()) {
            let (x, y) = (i32::from(point.x), i32::from(point.y));
            for dy in -3_i32..=3 {
                let reach = 3 - dy.abs();
                if y + dy < 0 || y + dy >= height {
                    continue;
                }
                for x in (x - reach).max(0)..=(x + reach).min(width - 1) {
                    let near = stonefield_go::Point::new(x as u16, (y + dy) as u16);
                    self.near_stone[board.cell(near)] = true;
                }
            }
        }
    }

    /// Returns the prior of a legal move on an empty cell.
    pub(super) fn seed<S: Storage>(&self, board: &Board<S>, color: Color, cell: usize) -> Seed {
        let w = &self.weights;
        let size = board.size();
        let point = board.point(cell);
        let mut sum = PriorSum::new(w.even);
        let captured = policy::captured(board, color, cell);
        match captured {
            0 => {}
            1 => sum.add_won(w.capture_one),
            _ => sum.add_won(w.capture_many),
        }
        if policy::is_bad_self_atari(board, color, cell) {
            sum.add_lost(w.self_atari);
        } else {
            let (saves, threatens) =
                (policy::saves(board, color, cell) > 0, policy::gives_atari(board, color, cell));
            if size.area() > LADDER_AREA {
                if saves {
                    sum.add_won(w.escape);
                }
                if threatens {
                    sum.add_won(w.atari);
                }
            } else if saves || threatens {
                let mut after = board.clone();
                after.play(color, cell);
                if saves && after.at(cell).is_some() && ladder::is_caught(&after, cell) {
                    sum.add_lost(w.ladder);
                } else if saves {
                    sum.add_won(w.escape);
                }
                if threatens {
                    let caught = board.neighbours(cell).into_iter().any(|neighbour| {
                        after.at(neighbour) == Some(!color)
                            && after.sole_liberty(neighbour).is_some()
                            && !ladder::escapes(&after, neighbour)
                    });
                    sum.add_won(if caught { w.catch } else { w.atari });
                }
            }
            if policy::pattern_at(board, color, cell) {
                sum.add_won(w.pattern);
            }
        }
        if let Some(&weight) = [w.near1, w.near2, w.near3].get(usize::from(self.steps[cell]).wrapping_sub(1))
        {
            sum.add_won(weight);
        }
        if !self.near_stone[cell] {
            let to_edge = |at: u16, side: u16| at.min(side - 1 - at);
            match to_edge(point.x, size.width()).min(to_edge(point.y, size.height())) {
                0 | 1 => sum.add_lost(w.empty_edge),
                2 => sum.add_won(w.empty_third),
                _ => {}
            }
        }
        sum.seed(cell as u32)
    }

    /// Returns the prior of a pass if there are other moves.
    pub(super) fn pass(&self) -> Seed {
        let mut sum = PriorSum::new(self.weights.even);
        sum.add_lost(self.weights.pass);
        sum.seed(0)
    }
}

/// Sum of virtual visits.
struct PriorSum {
    visits: u32,
    halves: u32,
}

impl PriorSum {
    fn new(even: u16) -> Self {
        Self { visits: u32::from(even), halves: u32::from(even) }
    }

    fn add_won(&mut self, visits: u16) {
        self.visits += u32::from(visits);
        self.halves += 2 * u32::from(visits);
    }

    fn add_lost(&mut self, visits: u16) {
        self.visits += u32::from(visits);
    }

    fn seed(&self, cell: u32) -> Seed {
        let short = |number: u32| u16::try_from(number).unwrap_or(u16::MAX);
        Seed { cell, visits: short(self.visits), wins: short(self.halves) }
    }
}
