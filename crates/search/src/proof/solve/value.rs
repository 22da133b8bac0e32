//! Value of a position on a small board.

use super::area::AreaQuestion;
use super::bitboard::{BitBoard, ProofNode, count};
use super::first_capture::CaptureQuestion;
use super::path_history::PathHistory;
use super::prover::{Proof, ProofQuestion, Prover};
use super::repetition::Repetition;
use super::successor::PASS;
use super::superko::Superko;
use super::symmetry::Symmetries;
use crate::Watch;
use stonefield_go::field::bits::{Grid, Words, ones};
use stonefield_go::{Color, Goal, Ko, Move, NoMove, Position, Scoring, Size};

/// Largest board, in points, of a puzzle about area.
pub const MAX_AREA_BOARD: usize = 30;

/// Largest board, in points, of a puzzle about the first capture.
pub const MAX_CAPTURE_BOARD: usize = 36;

/// Depth limit of a search, in plies. No line on these boards is as long.
const MAX_DEPTH: u32 = 250;

/// Reason why a position cannot be solved.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SolveError {
    /// The board has too many points.
    #[error(
        "a {size} board is too large to solve: it has about {} arrangements of stones, and boards of at most {max_points} points are taken on",
        arrangements(*.size)
    )]
    Large {
        /// Size of the board.
        size: Size,
        /// Largest number of points that is allowed.
        max_points: usize,
    },
    /// Games under these rules cannot be solved.
    #[error("{0}")]
    Rules(&'static str),
    /// The game has ended.
    #[error("the game is over: there is nothing to solve")]
    Over,
}

/// Text of 3 to the power of the number of points, such as `10^11`.
fn arrangements(size: Size) -> String {
    format!("10^{:.0}", size.area() as f64 * 3_f64.log10())
}

/// Limits of the search for a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SolveLimits {
    /// Largest number of nodes.
    pub nodes: u64,
    /// Binary logarithm of the number of entries of the transposition table, 10 to 26. An entry takes 24
    /// bytes, or 64 bytes for a value in points.
    pub table_bits: u32,
}

impl Default for SolveLimits {
    fn default() -> Self {
        Self { nodes: u64::MAX, table_bits: 22 }
    }
}

/// Proved bounds of a position's value, for Black and without komi. In a puzzle about area the value is in
/// points. In a puzzle about the first capture it is 1 if Black captures first, 0 if neither side does, and
/// −1 if White does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueBounds {
    /// Lower bound of the value.
    pub low: i32,
    /// Upper bound of the value.
    pub high: i32,
    /// Move with which the side to move reaches its proved bound. `None` if no bound was proved in its
    /// favour, for example because every move loses all.
    pub best: Option<Move>,
    /// Number of nodes visited.
    pub nodes: u64,
}

impl ValueBounds {
    /// Returns the value if it is known: both bounds are equal.
    #[must_use]
    pub fn value(&self) -> Option<i32> {
        (self.low == self.high).then_some(self.low)
    }
}

/// Progress of a solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SolveProgress {
    /// Lower and upper bound of Black's value so far.
    pub bounds: (i32, i32),
    /// Margin of the current question: does Black lead by at least this?
    pub margin: i32,
    /// Depth, in plies, to which the current question was searched without an answer.
    pub depth: u32,
    /// Number of nodes visited so far.
    pub nodes: u64,
}

/// Goal of the game, with the rules that matter for it.
#[derive(Clone, Copy, Debug)]
enum Objective {
    Area {
        suicide: bool,
        situational: bool,
    },
    Capture {
        suicide: bool,
        /// True if the game is a draw when the side to move has no legal move; false if that side loses.
        no_move_draws: bool,
    },
}

/// Position on a small board, prepared for a proof.
#[derive(Clone, Debug)]
pub struct Puzzle {
    grid: Grid<u64>,
    symmetries: Symmetries,
    objective: Objective,
    /// Nodes before the root, for superko.
    earlier_nodes: Vec<ProofNode>,
    root: ProofNode,
}

impl Puzzle {
    /// Creates the puzzle of a position. Earlier positions of the game are ignored, except for a ban by
    /// simple ko.
    ///
    /// # Errors
    /// If the board is too large, the game is over, or games under these rules cannot be solved.
    pub fn new(position: &Position) -> Result<Self, SolveError> {
        let rules = position.rules();
        let size = position.size();
        let refused = |reason| Err(SolveError::Rules(reason));
        if rules.quirks.is_some() {
            return refused("the NetLogo world is not a game of moves to solve");
        }
        if rules.stones_each.is_some() {
            return refused("a game of so many stones each cannot be solved");
        }
        let (objective, max_points) = match (rules.goal, rules.no_move) {
            (Goal::FirstCapture, NoMove::Pass) => {
                return refused("a game for the first capture with passes has no end that could be proved");
            }
            (Goal::FirstCapture, no_move) => (
                Objective::Capture { suicide: rules.suicide, no_move_draws: no_move == NoMove::Draw },
                MAX_CAPTURE_BOARD,
            ),
            (Goal::Territory, NoMove::Loss | NoMove::Draw) => {
                return refused("a game for territory without passes cannot be solved");
            }
            (Goal::Territory, NoMove::Pass) => {
                if rules.scoring != Scoring::Area || rules.pass_stones {
                    return refused(
                        "only area scoring can be solved, and the first capture: chinese, tromp-taylor, new-zealand, atari-go",
                    );
                }
                if matches!(rules.ko, Ko::None | Ko::Simple) {
                    return refused(
                        "without superko a game need not end: chinese, tromp-taylor, new-zealand",
                    );
                }
                (
                    Objective::Area { suicide: rules.suicide, situational: rules.ko == Ko::Situational },
                    MAX_AREA_BOARD,
                )
            }
        };
        let grid = u64::grid(size)
            .filter(|_| size.area() <= max_points)
            .ok_or(SolveError::Large { size, max_points })?;
        if position.is_over() && rules.goal == Goal::Territory {
            return Err(SolveError::Over);
        }
        let stones = |color| {
            let has_color = |&point: &stonefield_go::Point| position.at(point) == Some(color);
            size.points().filter(has_color).fold(0_u64, |set, point| set | 1 << size.index(point))
        };
        let mut root = ProofNode::new(Color::ALL.map(stones), position.to_move());
        if let Some(ko) = position.ko() {
            root.ko = super::successor::action(size.index(ko));
        }
        root.passes = u8::from(position.passes() == 1);
        Ok(Self { grid, symmetries: Symmetries::new(size), objective, earlier_nodes: Vec::new(), root })
    }

    /// Side to move.
    #[must_use]
    pub const fn to_move(&self) -> Color {
        self.root.mover
    }

    /// True if the value is in points of area; false if it says who captures first.
    #[must_use]
    pub const fn in_points(&self) -> bool {
        matches!(self.objective, Objective::Area { .. })
    }

    /// Largest possible value for Black.
    fn max_value(&self) -> i32 {
        match self.objective {
            Objective::Area { .. } => count(self.grid.all()),
            Objective::Capture { .. } => 1,
        }
    }

    /// Worst possible value for the side to move. If it is the puzzle's value, every move leads to it.
    #[must_use]
    pub fn worst_value(&self) -> i32 {
        match self.root.mover {
            Color::Black => -self.max_value(),
            Color::White => self.max_value(),
        }
    }

    /// Moves of the side to move, each with the puzzle after the move. Moves that are equivalent by symmetry
    /// are in one entry.
    #[must_use]
    pub fn first_moves(&self) -> Vec<(Vec<Move>, Self)> {
        let suicide = match self.objective {
            Objective::Area { suicide, .. } | Objective::Capture { suicide, .. } => suicide,
        };
        let size = self.grid.size();
        let mut earlier_nodes = self.earlier_nodes.clone();
        earlier_nodes.push(self.root);
        // Symmetries that map the root and the earlier nodes to themselves.
        let fixing_symmetries: Vec<usize> = (0..self.symmetries.count())
            .filter(|&symmetry| earlier_nodes.iter().all(|node| self.is_fixed(node, symmetry)))
            .collect();
        let mut moves: Vec<(Vec<Move>, Self)> = Vec::new();
        let mut covered = 0_u64;
        for point in ones(self.root.empty(&self.grid)) {
            if covered >> point & 1 == 1 || point == usize::from(self.root.ko) {
                continue;
            }
            let Some(played) = self.root.play(&self.grid, point, suicide) else { continue };
            let equivalent = fixing_symmetries
                .iter()
                .fold(0, |set, &symmetry| set | 1 << self.symmetries.point_images(symmetry)[point]);
            covered |= equivalent;
            let next = Self { root: played.node, earlier_nodes: earlier_nodes.clone(), ..self.clone() };
            moves.push((ones(equivalent).map(|point| Move::Play(size.point(point))).collect(), next));
        }
        if self.in_points() {
            moves.push((vec![Move::Pass], Self { root: self.root.pass(), earlier_nodes, ..self.clone() }));
        }
        moves
    }

    fn is_fixed(&self, node: &ProofNode, symmetry: usize) -> bool {
        node.stones.iter().all(|&set| self.symmetries.image(set, symmetry) == set)
            && self.symmetries.move_image(node.ko, symmetry) == node.ko
    }

    /// Finds the value by a series of questions: does Black lead by at least this margin? Calls `on_progress`
    /// during the search.
    ///
    /// If `watch` stops it, it ends within milliseconds and returns the bounds proved so far.
    ///
    /// ```
    /// use stonefield_go::{Position, Rules, Size};
    /// use stonefield_search::Unwatched;
    /// use stonefield_search::proof::solve::{Puzzle, SolveLimits};
    ///
    /// let position = Position::new(Size::square(3)?, Rules::default());
    /// let limits = SolveLimits { table_bits: 16, ..SolveLimits::default() };
    /// let value_bounds = Puzzle::new(&position)?.solve(limits, &mut Unwatched, |_| {});
    /// assert_eq!(value_bounds.value(), Some(9), "Black gets the whole board");
    /// assert_eq!(value_bounds.best, Some("B2".parse()?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn solve(
        &self,
        limits: SolveLimits,
        watch: &mut dyn Watch,
        mut on_progress: impl FnMut(SolveProgress),
    ) -> ValueBounds {
        let max_value = self.max_value();
        let mut value_bounds = ValueBounds { low: -max_value, high: max_value, best: None, nodes: 0 };
        if self.root.passes >= 2 {
            let final_margin = super::area::area_margin(&self.grid, self.root.stones);
            return ValueBounds { low: final_margin, high: final_margin, ..value_bounds };
        }
        // The first margins are near 0. Then the step doubles until both bounds are proved, and the interval
        // between them is halved.
        let (mut margin, mut step) = (1, 1);
        while value_bounds.low < value_bounds.high {
            let bounds = (value_bounds.low, value_bounds.high);
            let nodes = value_bounds.nodes;
            let remaining = SolveLimits { nodes: limits.nodes.saturating_sub(nodes), ..limits };
            let (proof, best, nodes_visited) = self.ask(margin, remaining, watch, |depth, more| {
                on_progress(SolveProgress { bounds, margin, depth, nodes: nodes + more });
            });
            value_bounds.nodes += nodes_visited;
            let black_to_move = self.root.mover == Color::Black;
            let margin_reached = match proof {
                Proof::Yes(_) => black_to_move,
                Proof::No(_) => !black_to_move,
                Proof::Neither | Proof::Open(_) => break,
            };
            // A proof for the side to move has a first move. A proof against it has none.
            if margin_reached == black_to_move {
                value_bounds.best = best.or(value_bounds.best);
            }
            let previous_bounds = (value_bounds.low, value_bounds.high);
            if margin_reached {
                value_bounds.low = margin;
            } else {
                value_bounds.high = margin - 1;
            }
            let is_first_answer = previous_bounds == (-max_value, max_value);
            step = if is_first_answer { 1 } else { step * 2 };
            margin = if value_bounds.high == max_value {
                (value_bounds.low + step).min(max_value)
            } else if value_bounds.low == -max_value {
                (value_bounds.high - step + 1).max(1 - max_value)
            } else {
                value_bounds.low + (value_bounds.high - value_bounds.low + 1) / 2
            };
        }
        value_bounds
    }

    fn ask(
        &self,
        margin: i32,
        limits: SolveLimits,
        watch: &mut dyn Watch,
        on_progress: impl FnMut(u32, u64),
    ) -> (Proof, Option<Move>, u64) {
        let Self { grid, symmetries, .. } = self;
        match self.objective {
            Objective::Area { suicide, situational } => {
                let path = Superko::new(symmetries, grid.size().area(), situational, &self.earlier_nodes);
                let question = AreaQuestion { grid, symmetries, margin, suicide };
                self.answer(path, &question, limits, watch, on_progress)
            }
            Objective::Capture { suicide, no_move_draws } => {
                // Margin 1 asks if Black wins: a draw is then a failure, as if White had won. Margin 0 asks
                // if Black at least draws: a draw is then a success.
                let winner = if margin > 0 { Color::White } else { Color::Black };
                let winner_without_move = no_move_draws.then_some(winner);
                let question = CaptureQuestion { grid, symmetries, winner_without_move, suicide };
                self.answer(Repetition::new(None), &question, limits, watch, on_progress)
            }
        }
    }

    fn answer<P: PathHistory>(
        &self,
        path: P,
        question: &impl ProofQuestion,
        limits: SolveLimits,
        watch: &mut dyn Watch,
        on_progress: impl FnMut(u32, u64),
    ) -> (Proof, Option<Move>, u64) {
        let size = self.grid.size();
        // Small boards have few nodes.
        #[expect(clippy::cast_possible_truncation, reason = "at most 64 points")]
        let table_bits = limits.table_bits.clamp(10, 26).min(6 + 2 * size.area() as u32);
        let mut prover = Prover::new(path, table_bits);
        let proof = prover.prove(question, self.root, limits.nodes, MAX_DEPTH, watch, on_progress);
        let move_of = |action| match action {
            PASS => Move::Pass,
            point => Move::Play(size.point(usize::from(point))),
        };
        (proof, prover.best(question, &self.root).map(move_of), prover.nodes)
    }
}
