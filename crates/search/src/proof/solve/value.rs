//! What a position is worth.

use super::area::AreaQuestion;
use super::bitboard::{BitBoard, ProofNode, count};
use super::first_capture::CaptureQuestion;
use super::past::Past;
use super::prover::{PASS, Proof, ProofQuestion, Prover};
use super::repetition::Repetition;
use super::superko::Superko;
use super::symmetry::Symmetries;
use crate::Watch;
use stonefield_go::field::bits::{Grid, Words, ones};
use stonefield_go::{Color, Goal, Ko, Move, NoMove, Position, Scoring, Size};

/// The most points of a board for area.
pub const MOST_AREA: usize = 30;

/// The most points of a board for the first capture.
pub const MOST_CAPTURE: usize = 36;

/// Deeper than any line of these boards goes before it is given up.
const DEEPEST: u32 = 250;

/// Why a position cannot be solved.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SolveError {
    /// Too many points.
    #[error(
        "a {size} board is too large to solve: it has about {} arrangements of stones, and boards of at most {most} points are taken on",
        power(*.size)
    )]
    Large {
        /// The board, columns and rows.
        size: Size,
        /// The most points of a board that is taken on.
        most: usize,
    },
    /// Rules whose games cannot be solved.
    #[error("{0}")]
    Rules(&'static str),
    /// A game that has ended.
    #[error("the game is over: there is nothing to solve")]
    Over,
}

/// 3 to the power of the points, as in `10^11`.
fn power(size: Size) -> String {
    format!("10^{:.0}", size.area() as f64 * 3_f64.log10())
}

/// How much may be spent on a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SolveLimits {
    /// The most nodes to visit.
    pub nodes: u64,
    /// Room to remember nodes, as a power of two, 10…26; 24 or 64 bytes each.
    pub room: u32,
}

impl Default for SolveLimits {
    fn default() -> Self {
        Self { nodes: u64::MAX, room: 22 }
    }
}

/// What is known of a position's value, for Black and without komi: points by area; or 1, 0 and −1 for a first capture by Black, by neither side and by
/// White.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Worth {
    /// It is at least this.
    pub low: i32,
    /// It is at most this.
    pub high: i32,
    /// A move of the side to move that keeps all that was proved for it; `None` where nothing was, as when it loses all whatever it plays.
    pub best: Option<Move>,
    /// Nodes visited to find it.
    pub nodes: u64,
}

impl Worth {
    /// The value, if it is known.
    #[must_use]
    pub fn value(&self) -> Option<i32> {
        (self.low == self.high).then_some(self.low)
    }
}

/// How far a solver has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SolveProgress {
    /// What is known so far of Black's points: at least, at most.
    pub known: (i32, i32),
    /// The points of which it is now asked whether Black comes to that many.
    pub asked: i32,
    /// Plies that have been searched without an answer.
    pub depth: u32,
    /// Nodes visited so far.
    pub nodes: u64,
}

#[derive(Clone, Copy, Debug)]
enum Objective {
    Area { suicide: bool, situational: bool },
    Capture { suicide: bool, stuck_draws: bool },
}

/// A position of a small board, made ready to be solved.
#[derive(Clone, Debug)]
pub struct Puzzle {
    grid: Grid<u64>,
    symmetries: Symmetries,
    game: Objective,
    /// What was on the board before, if superko remembers it.
    before: Vec<ProofNode>,
    root: ProofNode,
}

impl Puzzle {
    /// The puzzle of a position. What was on the board before it is not asked for, except by simple ko.
    ///
    /// # Errors
    /// When the board is too large, the game is over, or the rules are none that can be solved.
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
            let own = |&point: &stonefield_go::Point| position.at(point) == Some(color);
            size.points().filter(own).fold(0_u64, |set, point| set | 1 << size.index(point))
        };
        let mut root = ProofNode::new(Color::ALL.map(stones), position.to_move());
        if let Some(ko) = position.ko() {
            root.ko = super::prover::action(size.index(ko));
        }
        root.passes = u8::from(position.passes() == 1);
        Ok(Self { grid, symmetries: Symmetries::new(size), game, before: Vec::new(), root })
    }

    /// Whose turn it is.
    #[must_use]
    pub const fn to_move(&self) -> Color {
        self.root.mover
    }

    /// Whether the value is in points of area; else it tells who captures first.
    #[must_use]
    pub const fn in_points(&self) -> bool {
        matches!(self.game, Objective::Area { .. })
    }

    /// The most that can be reached.
    fn most(&self) -> i32 {
        match self.game {
            Objective::Area { .. } => count(self.grid.all()),
            Objective::Capture { .. } => 1,
        }
    }

    /// The value when the side to move loses all there is: then each of its moves leads there.
    #[must_use]
    pub fn lost(&self) -> i32 {
        match self.root.mover {
            Color::Black => -self.most(),
            Color::White => self.most(),
        }
    }

    /// The moves of the side to move with what they lead to, one for all that are the same by symmetry; each with those that are the same
    /// as it.
    #[must_use]
    pub fn first_moves(&self) -> Vec<(Vec<Move>, Self)> {
        let suicide = match self.game {
            Objective::Area { suicide, .. } | Objective::Capture { suicide, .. } => suicide,
        };
        let size = self.grid.size();
        let mut before = self.before.clone();
        before.push(self.root);
        // The symmetries that leave all as it is.
        let fixed: Vec<usize> = (0..self.symmetries.count())
            .filter(|&turn| before.iter().all(|node| self.is_fixed(node, turn)))
            .collect();
        let mut moves: Vec<(Vec<Move>, Self)> = Vec::new();
        let mut seen = 0_u64;
        for point in ones(self.root.empty(&self.grid)) {
            if seen >> point & 1 == 1 || point == usize::from(self.root.ko) {
                continue;
            }
            let Some(step) = self.root.play(&self.grid, point, suicide) else { continue };
            let same = fixed.iter().fold(0, |set, &turn| set | 1 << self.symmetries.to(turn)[point]);
            seen |= same;
            let next = Self { root: step.node, before: before.clone(), ..self.clone() };
            moves.push((ones(same).map(|point| Move::Play(size.point(point))).collect(), next));
        }
        if self.in_points() {
            moves.push((vec![Move::Pass], Self { root: self.root.pass(), before, ..self.clone() }));
        }
        moves
    }

    fn is_fixed(&self, node: &ProofNode, turn: usize) -> bool {
        node.stones.iter().all(|&set| self.symmetries.image(set, turn) == set)
            && self.symmetries.name(node.ko, turn) == node.ko
    }

    /// Finds the value by asking again and again whether Black comes to so much; `heard` hears how far it has come.
    ///
    /// It ends within milliseconds of being told to stop, with what it has proved.
    pub fn solve(
        &self,
        limits: SolveLimits,
        watch: &mut dyn Watch,
        mut heard: impl FnMut(SolveProgress),
    ) -> Worth {
        let most = self.most();
        let mut worth = Worth { low: -most, high: most, best: None, nodes: 0 };
        if self.root.passes >= 2 {
            let margin = super::area::area_margin(&self.grid, self.root.stones);
            return Worth { low: margin, high: margin, ..worth };
        }
        // Both sides near to nothing are asked about first; beyond that in steps that double.
        let (mut asked, mut stride) = (1, 1);
        while worth.low < worth.high {
            let known = (worth.low, worth.high);
            let nodes = worth.nodes;
            let left = SolveLimits { nodes: limits.nodes.saturating_sub(nodes), ..limits };
            let (proof, best, visited) = self.ask(asked, left, watch, |depth, more| {
                heard(SolveProgress { known, asked, depth, nodes: nodes + more });
            });
            worth.nodes += visited;
            let black = self.root.mover == Color::Black;
            let reached = match proof {
                Proof::Yes(_) => black,
                Proof::No(_) => !black,
                Proof::Neither | Proof::Open(_) => break,
            };
            // What the side to move has proved for itself, it has proved by a move. What was proved against it names none.
            if reached == black {
                worth.best = best.or(worth.best);
            }
            let before = (worth.low, worth.high);
            if reached {
                worth.low = asked;
            } else {
                worth.high = asked - 1;
            }
            let opened = before == (-most, most);
            stride = if opened { 1 } else { stride * 2 };
            asked = if worth.high == most {
                (worth.low + stride).min(most)
            } else if worth.low == -most {
                (worth.high - stride + 1).max(1 - most)
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
        heard: impl FnMut(u32, u64),
    ) -> (Proof, Option<Move>, u64) {
        let Self { grid, symmetries, .. } = self;
        match self.game {
            Objective::Area { suicide, situational } => {
                let past = Superko::new(symmetries, grid.size().area(), situational, &self.before);
                let question = AreaQuestion { grid, symmetries, margin, suicide };
                self.answer(past, &question, limits, watch, heard)
            }
            Objective::Capture { suicide, stuck_draws } => {
                // A draw is not a win of Black's, and more than a win of White's.
                let gains = if margin > 0 { Color::White } else { Color::Black };
                let stuck = stuck_draws.then_some(gains);
                let question = CaptureQuestion { grid, symmetries, stuck, suicide };
                self.answer(Repetition::new(None), &question, limits, watch, heard)
            }
        }
    }

    fn answer<P: Past>(
        &self,
        past: P,
        question: &impl ProofQuestion,
        limits: SolveLimits,
        watch: &mut dyn Watch,
        heard: impl FnMut(u32, u64),
    ) -> (Proof, Option<Move>, u64) {
        let size = self.grid.size();
        // Small boards have few nodes.
        #[expect(clippy::cast_possible_truncation, reason = "at most 64 points")]
        let room = limits.room.clamp(10, 26).min(6 + 2 * size.area() as u32);
        let mut prover = Prover::new(past, room);
        let proof = prover.prove(question, self.root, limits.nodes, DEEPEST, watch, heard);
        let named = |action| match action {
            PASS => Move::Pass,
            point => Move::Play(size.point(usize::from(point))),
        };
        (proof, prover.best(question, &self.root).map(named), prover.nodes)
    }
}
