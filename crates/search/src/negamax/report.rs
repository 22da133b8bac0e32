//! Results of a search, and the thought that reports them.

use super::evaluator::{LOSS, WIN};
use super::params::{Eval, NegamaxParams};
use super::table::Bound;
use crate::{Candidate, Thought};
use stonefield_go::notation::counted;
use stonefield_go::{Move, Point};

/// Greatest number of candidates in a thought.
const CANDIDATES: usize = 32;

/// Amounts of work in a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// All positions visited. Budgets limit this number.
    pub nodes: u64,
    /// Positions searched, with plies left below them.
    pub inner: u64,
    /// Positions at the end of a line, which were evaluated.
    pub leaves: u64,
    /// Positions evaluated only to sort moves.
    pub sorted: u64,
    /// Nodes with a cut.
    pub cuts: u64,
    /// Nodes cut by the first move tried.
    pub first_cuts: u64,
    /// Null-window searches that had to be repeated with the whole window.
    pub retries: u64,
    /// Look-ups in the transposition table.
    pub asked: u64,
    /// Look-ups that gave the value.
    pub known: u64,
    /// Field evaluations begun.
    pub judged: u64,
    /// Field evaluations that ended before the dilations, as the value was sure to be outside the window.
    pub early: u64,
    /// Field evaluations that ended before the erosions, for the same reason.
    pub halfway: u64,
}

impl Counts {
    /// Sum of two counts.
    #[must_use]
    pub const fn plus(&self, other: &Self) -> Self {
        Self {
            nodes: self.nodes + other.nodes,
            inner: self.inner + other.inner,
            leaves: self.leaves + other.leaves,
            sorted: self.sorted + other.sorted,
            cuts: self.cuts + other.cuts,
            first_cuts: self.first_cuts + other.first_cuts,
            retries: self.retries + other.retries,
            asked: self.asked + other.asked,
            known: self.known + other.known,
            judged: self.judged + other.judged,
            early: self.early + other.early,
            halfway: self.halfway + other.halfway,
        }
    }
}

/// Move at the root with its result, from the view of the side that makes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Root {
    /// Point index of the move; the board's area for a pass.
    pub(super) spot: u32,
    /// Value for the side to move at the root, in the evaluation's unit.
    pub value: i32,
    /// Relation of the value to the true one.
    pub bound: Bound,
    /// Nodes visited below the move in the last iteration that searched it.
    pub nodes: u64,
    /// Depth of that iteration, in plies from the root.
    pub depth: u32,
    /// Expected line of play by spot, the move itself first.
    pub(super) line: Vec<u32>,
}

/// Share in percent. `of` is at least 1.
fn percent(part: u64, of: u64) -> String {
    format!("{:.0} %", 100.0 * part as f64 / of as f64)
}

/// Current results of a search.
#[derive(Debug, Default)]
pub(super) struct SearchReport {
    /// Points of the board, by spot.
    points: Vec<Point>,
    /// Value of one point on the board, in the evaluation's unit; 0 if values are not points.
    unit: f64,
    pub(super) counts: Counts,
    /// True when nothing remains to be searched.
    pub(super) over: bool,
    /// Depth of the current or the next iteration, in plies.
    pub(super) depth: u32,
    /// Depth of the last finished iteration, in plies.
    complete: u32,
    /// Number of moves at the root.
    pub(super) moves: usize,
    /// Root moves with a result, in the order in which they will be tried.
    pub(super) roots: Vec<Root>,
    /// Expected line of play, the best move first.
    pub(super) line: Vec<u32>,
    /// Value of that line.
    pub(super) value: Option<i32>,
    /// Depth of the iteration that found that line, in plies.
    reached: u32,
}

impl SearchReport {
    /// Creates an empty report for a board with these points.
    pub(super) fn new(points: Vec<Point>, params: &NegamaxParams) -> Self {
        let unit = match params.eval {
            Eval::Fields => f64::from(params.territory),
            Eval::Area => 1.0,
            Eval::Control => 16.0,
            Eval::Liberties => 0.0,
        };
        Self { points, unit, ..Self::default() }
    }

    /// Clears the results. `depth` is the depth of the first iteration; `over` is true if the game is over.
    pub(super) fn start(&mut self, depth: u32, over: bool) {
        let points = std::mem::take(&mut self.points);
        *self = Self { points, unit: self.unit, depth, over, ..Self::default() };
    }

    /// Records the result of a root move. `better`: it is the best move of its iteration.
    pub(super) fn record_root(&mut self, root: Root, better: bool) {
        if better {
            self.line.clone_from(&root.line);
            (self.value, self.reached) = (Some(root.value), self.depth);
        }
        match self.roots.iter_mut().find(|recorded| recorded.spot == root.spot) {
            Some(recorded) => *recorded = root,
            None => self.roots.push(root),
        }
    }

    /// Ends an iteration, and chooses the depth of the next. `deepest` is the depth of the last one.
    pub(super) fn end_iteration(&mut self, deepest: u32) {
        self.complete = self.depth;
        // The best move first, then the others by value or upper bound, highest first.
        let line = self.line.first().copied();
        self.roots.sort_by_key(|root| (Some(root.spot) != line, std::cmp::Reverse(root.value)));
        self.over = self.depth >= deepest || self.roots.is_empty();
        self.depth += u32::from(!self.over);
    }

    /// Move of a spot.
    #[inline]
    pub(super) fn action(&self, spot: u32) -> Move {
        self.points.get(spot as usize).map_or(Move::Pass, |&point| Move::Play(point))
    }

    pub(super) fn actions(&self, line: &[u32]) -> Vec<Move> {
        line.iter().map(|&spot| self.action(spot)).collect()
    }

    /// Numbers of root moves: searched in the current iteration, and in all. `None` before the iteration has
    /// a best move.
    fn progress(&self) -> Option<(usize, usize)> {
        let done = || self.roots.iter().filter(|root| root.depth == self.depth).count();
        (self.reached > self.complete).then(|| (done(), self.moves))
    }

    /// Value in points of territory, area or control; `None` if it is not in points.
    fn points(&self, value: i32) -> Option<f64> {
        (self.unit > 0.0 && value < WIN && value > LOSS).then(|| f64::from(value) / self.unit)
    }

    /// Report of the results after `seconds` of search.
    pub(super) fn thought(&self, seconds: f64) -> Thought {
        let counts = &self.counts;
        let chance = |value: i32| match value {
            WIN => Some(1.0),
            LOSS => Some(0.0),
            _ => None,
        };
        // Only values of one depth are compared: with one ply more, all of them rise or fall.
        let first = self.line.first().copied();
        let mut roots: Vec<_> = self.roots.iter().filter(|root| root.depth == self.reached).collect();
        roots.sort_by_key(|root| {
            let at_most = root.bound == Bound::AtMost;
            (Some(root.spot) != first, std::cmp::Reverse(root.value), at_most)
        });
        let bounded = roots.iter().any(|root| root.bound == Bound::AtMost);
        let candidates = roots.into_iter().take(CANDIDATES).map(|root| Candidate {
            nodes: root.nodes,
            at_most: root.bound == Bound::AtMost,
            winrate: chance(root.value),
            lead: self.points(root.value),
            variation: self.actions(&root.line),
            ..Candidate::new(self.action(root.spot))
        });
        let mut notes = Vec::new();
        if let Some(value) = self.value {
            let verdict = match value {
                WIN => "a won game".to_owned(),
                LOSS => "a lost game".to_owned(),
                value => format!("value {value:+}"),
            };
            let progress = match self.progress() {
                Some((done, total)) => format!(", as far as {done} of {total} moves"),
                None => String::new(),
            };
            let bounded = if bounded { "; ≤ stands where it is known at most" } else { "" };
            notes.push(format!("{verdict}, {} deep{progress}{bounded}", counted(self.reached, "ply")));
        }
        // Counts of 0 are not reported.
        let speed = counts.nodes as f64 / seconds;
        if speed.is_finite() && speed >= 1.0 {
            notes.push(format!("{speed:.0} nodes a second"));
        }
        if counts.cuts > 0 {
            notes.push(format!(
                "refuted: {} of positions, {} of those by the first move tried",
                percent(counts.cuts, counts.inner),
                percent(counts.first_cuts, counts.cuts)
            ));
        }
        if counts.asked > 0 {
            notes.push(format!("table: knew {} of {}", percent(counts.known, counts.asked), counts.asked));
        }
        if counts.early + counts.halfway > 0 {
            let lazy = percent(counts.early + counts.halfway, counts.judged);
            notes.push(format!("evaluations ended early: {lazy}"));
        }
        Thought {
            candidates: candidates.collect(),
            nodes: counts.nodes,
            depth: self.reached,
            winrate: self.value.and_then(chance),
            lead: self.value.and_then(|value| self.points(value)),
            seconds: Some(seconds),
            notes,
            ..Thought::default()
        }
    }
}
