//! Priors of moves from their features. A prior is a number of virtual visits, some of them won, that a move
//! has before its first visit.

use super::ladder;
use super::node::NewChild;
use super::weights::Weights;
use crate::policy;
use stonefield_go::board::Storage;
use stonefield_go::{Board, Color};

/// Largest board, in points, on which ladders are read. Each ply of a ladder copies the board.
const LADDER_AREA: usize = 4096;

/// Largest distance from the last move, in steps. It stands for all larger ones too.
const FAR: u8 = 4;

/// Features of a board, from which the priors of its moves are computed.
pub(super) struct MoveFeatures {
    weights: Weights,
    /// By cell: steps from the last move, at most [`FAR`]. Steps between stones of one chain do not count.
    steps: Vec<u8>,
    /// By cell: true if a stone is at most three steps away along the lines.
    near_stone: Vec<bool>,
    /// Buffer: cells at the current number of steps.
    frontier: Vec<u32>,
    /// Buffer: cells at one step more.
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

    /// Computes the features of a board. `last` is the cell of the last move; 0 for none or a pass.
    pub(super) fn read_board<S: Storage>(&mut self, board: &Board<S>, last: u32) {
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
                    let near_point = stonefield_go::Point::new(x as u16, (y + dy) as u16);
                    self.near_stone[board.cell(near_point)] = true;
                }
            }
        }
    }

    /// Returns a new child for a legal move on an empty cell, with its prior.
    pub(super) fn new_child<S: Storage>(&self, board: &Board<S>, color: Color, cell: usize) -> NewChild {
        let weights = &self.weights;
        let size = board.size();
        let point = board.point(cell);
        let mut sum = PriorSum::new(weights.even);
        let captured = policy::captured_count(board, color, cell);
        match captured {
            0 => {}
            1 => sum.add_won(weights.capture_one),
            _ => sum.add_won(weights.capture_many),
        }
        if policy::is_bad_self_atari(board, color, cell) {
            sum.add_lost(weights.self_atari);
        } else {
            let (saves, threatens) =
                (policy::saved_count(board, color, cell) > 0, policy::gives_atari(board, color, cell));
            if size.area() > LADDER_AREA {
                if saves {
                    sum.add_won(weights.escape);
                }
                if threatens {
                    sum.add_won(weights.atari);
                }
            } else if saves || threatens {
                let mut after = board.clone();
                after.play(color, cell);
                if saves && after.at(cell).is_some() && ladder::is_caught(&after, cell) {
                    sum.add_lost(weights.ladder);
                } else if saves {
                    sum.add_won(weights.escape);
                }
                if threatens {
                    let caught = board.neighbours(cell).into_iter().any(|neighbour| {
                        after.at(neighbour) == Some(!color)
                            && after.sole_liberty(neighbour).is_some()
                            && !ladder::escapes(&after, neighbour)
                    });
                    sum.add_won(if caught { weights.catch } else { weights.atari });
                }
            }
            if policy::pattern_at(board, color, cell) {
                sum.add_won(weights.pattern);
            }
        }
        if let Some(&weight) =
            [weights.near1, weights.near2, weights.near3].get(usize::from(self.steps[cell]).wrapping_sub(1))
        {
            sum.add_won(weight);
        }
        if !self.near_stone[cell] {
            let to_edge = |coordinate: u16, side: u16| coordinate.min(side - 1 - coordinate);
            match to_edge(point.x, size.width()).min(to_edge(point.y, size.height())) {
                0 | 1 => sum.add_lost(weights.empty_edge),
                2 => sum.add_won(weights.empty_third),
                _ => {}
            }
        }
        sum.new_child(cell as u32)
    }

    /// Returns a new child for a pass, with its prior. For positions with other moves.
    pub(super) fn new_pass(&self) -> NewChild {
        let mut sum = PriorSum::new(self.weights.even);
        sum.add_lost(self.weights.pass);
        sum.new_child(0)
    }
}

/// Sum of virtual visits, and of their half points.
struct PriorSum {
    visits: u32,
    half_points: u32,
}

impl PriorSum {
    fn new(even: u16) -> Self {
        Self { visits: u32::from(even), half_points: u32::from(even) }
    }

    fn add_won(&mut self, visits: u16) {
        self.visits += u32::from(visits);
        self.half_points += 2 * u32::from(visits);
    }

    fn add_lost(&mut self, visits: u16) {
        self.visits += u32::from(visits);
    }

    fn new_child(&self, cell: u32) -> NewChild {
        let to_u16 = |number: u32| u16::try_from(number).unwrap_or(u16::MAX);
        NewChild { cell, visits: to_u16(self.visits), half_points: to_u16(self.half_points) }
    }
}
