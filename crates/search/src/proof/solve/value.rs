//! The value of a position on a small board.

use super::area::AreaQuestion;
use super::bitboard::{BitBoard, ProofNode, count};
use super::first_capture::CaptureQuestion;
use super::past::Past;
use super::prover::{Proof, ProofQuestion, Prover};
use super::repetition::Repetition;
use super::successor::PASS;
use super::superko::Superko;
use super::symmetry::Symmetries;
use crate::Watch;
use stonefield_go::field::bits::{Grid, Words, ones};
use stonefield_go::{Color, Goal, Ko, Move, NoMove, Position, Scoring, Size};

/// Largest board for a value by area, in points.
pub const MOST_AREA: usize = 30;

/// Largest board for the first capture, in points.
pub const MOST_CAPTURE: usize = 36;

/// Depth limit of a search, in plies, greater than the length of any line on these boards.
const DEEPEST: u32 = 250;

/// Reason why a position cannot be solved.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SolveError {
    /// The board has too many points.
    #[error(
        "a {size} board is too large to solve: it has about {} arrangements of stones, and boards of at most {most} points are taken on",
        power(*.size)
    )]
    Large {
        /// Size of the board.
        size: Size,
        /// Largest number of points that is allowed.
        most: usize,
    },
    /// Games under these rules cannot be solved.
    #[error("{0}")]
    Rules(&'static str),
    /// The game has ended.
    #[error("the game is over: there is nothing to solve")]
    Over,
}

/// 3 to the power of the number of points, such as `10^11`.
fn power(size: Size) -> String {
    format!("10^{:.0}", size.area() as f64 * 3_f64.log10())
}

/// Limits of the work on one value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SolveLimits {
    /// Largest number of nodes.
    pub nodes: u64,
    /// Size of the transposition table, as a power of two, 10…26. A node takes 24 or 64 bytes.
    pub room: u32,
}

impl Default for SolveLimits {
    fn default() -> Self {
        Self { nodes: u64::MAX, room: 22 }
    }
}

/// Bounds of a position's value, for Black and without komi. By area the value is in points. For the first
/// capture it is 1 if Black captures first, 0 if neither side does, −1 if White does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Worth {
    /// Lower bound of the value.
    pub low: i32,
    /// Upper bound of the value.
    pub high: i32,
    /// Move of the side to move that keeps all that was proved for it. `None` if nothing was proved for it,
    /// as when every move loses all.
    pub best: Option<Move>,
    /// Nodes visited.
    pub nodes: u64,
}

impl Worth {
    /// The value, if both bounds are equal.
    #[must_use]
    pub fn value(&self) -> Option<i32> {
        (self.low == self.high).then_some(self.low)
    }
}

/// Progress of a solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SolveProgress {
    /// Lower and upper bound of Black's value at present.
    pub known: (i32, i32),
    /// Margin of the current question: does Black lead by at least this?
    pub asked: i32,
    /// Plies that were searched without an answer.
    pub depth: u32,
    /// Nodes visited up to now.
    pub nodes: u64,
}

#[derive(Clone, Copy, Debug)]
enum Objective {
    Area { suicide: bool, situational: bool },
    Capture { suicide: bool, stuck_draws: bool },
}

/// Position of a small board, prepared for a proof.
#[derive(Clone, Debug)]
pub struct Puzzle {
    grid: Grid<u64>,
    symmetries: Symmetries,
    game: Objective,
    /// Earlier nodes, if superko depends on them.
    before: Vec<ProofNode>,
    root: ProofNode,
}

impl Puzzle {
    /// Creates the puzzle of a position. Earlier positions are ignored, except for a ban by simple ko.
    ///
    /// # Errors
    /// If the board is too large, the game is over, or games under its rules cannot be solved.
    pub fn new(position: &Position) -> Result<Self, SolveError> {
        let rules = position.rules();
        let size = position.size();
        let refused = |why| Err(SolveError::Rules(why));
        if rules.quirks.is_some() {
            return refused("the NetLogo world is not a game of moves to solve");
        }
        if rules.stones_each.is_some() {
            return refused("a game of so many stones each cannot be solved");
        }
        let (game, most) = match (rules.goal, rules.no_move) {
            (Goal::FirstCapture, NoMove::Pass) => {
                return refused("a game for the first capture with passes has no end that could be proved");
            }
            (Goal::FirstCapture, no_move) => (
                Objective::Capture { suicide: rules.suicide, stuck_draws: no_move == NoMove::Draw },
                MOST_CAPTURE,
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
                    MOST_AREA,
                )
            }
        };
        let grid = u64::grid(size).filter(|_| size.area() <= most).ok_or(SolveError::Large { size, most })?;
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
        Ok(Self { grid, symmetries: Symmetries::new(size), game, before: Vec::new(), root })
    }

    /// Side to move.
    #[must_use]
    pub const fn to_move(&self) -> Color {
        self.root.mover
    }

    /// True if the value is in points of area; false if it says who captures first.
    #[must_use]
    pub const fn in_points(&self) -> bool {
        matches!(self.game, Objective::Area { .. })
    }

    /// Greatest possible value.
    fn max_value(&self) -> i32 {
        match self.game {
            Objective::Area { .. } => count(self.grid.all()),
            Objective::Capture { .. } => 1,
        }
    }

    /// Value if the side to move loses all. Then every move leads to that value.
    #[must_use]
    pub fn lost(&self) -> i32 {
        match self.root.mover {
            Color::Black => -self.max_value(),
            Color::White => self.max_value(),
        }
    }

    /// Moves of the side to move, each with the puzzle after it. One entry lists all moves that are
    /// equivalent by symmetry.
    #[must_use]
    pub fn first_moves(&self) -> Vec<(Vec<Move>, Self)> {
        let suicide = match self.game {
            Objective::Area { suicide, .. } | Objective::Capture { suicide, .. } => suicide,
        };
        let size = self.grid.size();
        let mut before = self.before.clone();
        before.push(self.root);
        // Symmetries that map the position and its past to themselves.
        let fixed: Vec<usize> = (0..self.symmetries.count())
            .filter(|&symmetry| before.iter().all(|node| self.is_fixed(node, symmetry)))
            .collect();
        let mut moves: Vec<(Vec<Move>, Self)> = Vec::new();
        let mut covered = 0_u64;
        for point in ones(self.root.empty(&self.grid)) {
            if covered >> point & 1 == 1 || point == usize::from(self.root.ko) {
                continue;
            }
            let Some(step) = self.root.play(&self.grid, point, suicide) else { continue };
            let equivalent =
                fixed.iter().fold(0, |set, &symmetry| set | 1 << self.symmetries.to(symmetry)[point]);
            covered |= equivalent;
            let next = Self { root: step.node, before: before.clone(), ..self.clone() };
            moves.push((ones(equivalent).map(|point| Move::Play(size.point(point))).collect(), next));
        }
        if self.in_points() {
            moves.push((vec![Move::Pass], Self { root: self.root.pass(), before, ..self.clone() }));
        }
        moves
    }

    fn is_fixed(&self, node: &ProofNode, symmetry: usize) -> bool {
        node.stones.iter().all(|&set| self.symmetries.image(set, symmetry) == set)
            && self.symmetries.move_image(node.ko, symmetry) == node.ko
    }

    /// Finds the value by a series of questions: does Black lead by this margin? Calls `on_progress` during
    /// the search.
    ///
    /// When it is stopped, it ends within milliseconds and returns the bounds proved up to then.
    ///
    /// ```
    /// use stonefield_go::{Position, Rules, Size};
    /// use stonefield_search::Unwatched;
    /// use stonefield_search::proof::solve::{Puzzle, SolveLimits};
    ///
    /// let position = Position::new(Size::square(3)?, Rules::default());
    /// let limits = SolveLimits { room: 16, ..SolveLimits::default() };
    /// let worth = Puzzle::new(&position)?.solve(limits, &mut Unwatched, |_| {});
    /// assert_eq!(worth.value(), Some(9), "Black gets the whole board");
    /// assert_eq!(worth.best, Some("B2".parse()?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn solve(
        &self,
        limits: SolveLimits,
        watch: &mut dyn Watch,
        mut on_progress: impl FnMut(SolveProgress),
    ) -> Worth {
        let max_value = self.max_value();
        let mut worth = Worth { low: -max_value, high: max_value, best: None, nodes: 0 };
        if self.root.passes >= 2 {
            let margin = super::area::area_margin(&self.grid, self.root.stones);
            return Worth { low: margin, high: margin, ..worth };
        }
        // The first questions are about margins near 0. From there the step doubles, until both bounds are
        // known.
        let (mut asked, mut stride) = (1, 1);
        while worth.low < worth.high {
            let known = (worth.low, worth.high);
            let nodes = worth.nodes;
            let remaining = SolveLimits { nodes: limits.nodes.saturating_sub(nodes), ..limits };
            let (proof, best, nodes_visited) = self.ask(asked, remaining, watch, |depth, more| {
                on_progress(SolveProgress { known, asked, depth, nodes: nodes + more });
            });
            worth.nodes += nodes_visited;
            let black = self.root.mover == Color::Black;
            let reached = match proof {
                Proof::Yes(_) => black,
                Proof::No(_) => !black,
                Proof::Neither | Proof::Open(_) => break,
            };
            // A proof for the side to move comes with a move. A proof against it has none.
            if reached == black {
                worth.best = best.or(worth.best);
            }
            let previous_bounds = (worth.low, worth.high);
            if reached {
                worth.low = asked;
            } else {
                worth.high = asked - 1;
            }
            let is_first_answer = previous_bounds == (-max_value, max_value);
            stride = if is_first_answer { 1 } else { stride * 2 };
            asked = if worth.high == max_value {
                (worth.low + stride).min(max_value)
            } else if worth.low == -max_value {
                (worth.high - stride + 1).max(1 - max_value)
            } else {
                worth.low + (worth.high - worth.low + 1) / 2
            };
        }
        worth
    }

    fn ask(
        &self,
        margin: i32,
        limits: SolveLimits,
        watch: &mut dyn Watch,
        on_progress: impl FnMut(u32, u64),
    ) -> (Proof, Option<Move>, u64) {
        let Self { grid, symmetries, .. } = self;
        match self.game {
            Objective::Area { suicide, situational } => {
                let past = Superko::new(symmetries, grid.size().area(), situational, &self.before);
                let question = AreaQuestion { grid, symmetries, margin, suicide };
                self.answer(past, &question, limits, watch, on_progress)
            }
            Objective::Capture { suicide, stuck_draws } => {
                // A draw is not a win for Black, but it is better than a win for White.
                let winner = if margin > 0 { Color::White } else { Color::Black };
                let stuck = stuck_draws.then_some(winner);
                let question = CaptureQuestion { grid, symmetries, stuck, suicide };
                self.answer(Repetition::new(None), &question, limits, watch, on_progress)
            }
        }
    }

    fn answer<P: Past>(
        &self,
        past: P,
        question: &impl ProofQuestion,
        limits: SolveLimits,
        watch: &mut dyn Watch,
        on_progress: impl FnMut(u32, u64),
    ) -> (Proof, Option<Move>, u64) {
        let size = self.grid.size();
        // Small boards have few nodes.
        #[expect(clippy::cast_possible_truncation, reason = "at most 64 points")]
        let room = limits.room.clamp(10, 26).min(6 + 2 * size.area() as u32);
        let mut prover = Prover::new(past, room);
        let proof = prover.prove(question, self.root, limits.nodes, DEEPEST, watch, on_progress);
        let as_move = |action| match action {
            PASS => Move::Pass,
            point => Move::Play(size.point(usize::from(point))),
        };
        (proof, prover.best(question, &self.root).map(as_move), prover.nodes)
    }
}
