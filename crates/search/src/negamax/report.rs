//! Results of a search, and the thought that reports them.

use super::evaluator::{LOSS, WIN};
use super::params::{Eval, NegamaxParams};
use super::table::Bound;
use crate::{Candidate, Thought};
use stonefield_go::notation::counted;
use stonefield_go::{Move, Point};

/// Largest number of candidates in a thought.
const MAX_CANDIDATES: usize = 32;

/// Amounts of work in a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// All positions visited. Budgets of nodes limit this number.
    pub nodes: u64,
    /// Inner nodes: positions with plies left, whose moves were searched.
    pub inner: u64,
    /// Leaves: positions without plies left, which were evaluated.
    pub leaves: u64,
    /// Positions evaluated only to sort moves.
    pub sorted: u64,
    /// Nodes with a cut.
    pub cuts: u64,
    /// Nodes with a cut by the first move tried.
    pub first_cuts: u64,
    /// Null-window searches that had to be repeated with the whole window.
    pub retries: u64,
    /// Look-ups in the transposition table.
    pub table_lookups: u64,
    /// Look-ups that gave the value, so that no search was needed.
    pub table_hits: u64,
    /// Evaluations by fields.
    pub evaluations: u64,
    /// Evaluations that ended before the dilations, because the value was sure to be outside the window.
    pub before_dilations: u64,
    /// Evaluations that ended before the erosions, for the same reason.
    pub before_erosions: u64,
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
            table_lookups: self.table_lookups + other.table_lookups,
            table_hits: self.table_hits + other.table_hits,
            evaluations: self.evaluations + other.evaluations,
            before_dilations: self.before_dilations + other.before_dilations,
            before_erosions: self.before_erosions + other.before_erosions,
        }
    }
}

/// Move at the root with its result, from the view of the side that makes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RootResult {
    pub(super) spot: u32,
    /// Value for the side to move at the root, in the evaluation's unit.
    pub value: i32,
    /// Relation of `value` to the true value.
    pub bound: Bound,
    /// Nodes visited below the move in the last iteration that searched it.
    pub nodes: u64,
    /// Depth of that iteration, in plies from the root.
    pub depth: u32,
    /// Spots of the expected line of play, the move itself first.
    pub(super) line: Vec<u32>,
}

/// Text of a share in percent. `total` is at least 1.
fn percent(part: u64, total: u64) -> String {
    format!("{:.0} %", 100.0 * part as f64 / total as f64)
}

/// Current results of a search.
#[derive(Debug, Default)]
pub(super) struct SearchReport {
    /// Points of the board, by spot.
    points: Vec<Point>,
    /// Value of one point on the board, in the evaluation's unit; 0 if values are not points.
    unit: f64,
    pub(super) counts: Counts,
    /// True if the search is complete.
    pub(super) is_complete: bool,
    /// Depth of the current or the next iteration, in plies.
    pub(super) depth: u32,
    /// Depth of the last finished iteration, in plies.
    complete_depth: u32,
    /// Number of moves at the root.
    pub(super) move_count: usize,
    /// Root moves with a result. After an iteration they are in the order in which the next one tries them.
    pub(super) root_results: Vec<RootResult>,
    /// Spots of the expected line of play, the best move first.
    pub(super) line: Vec<u32>,
    /// Value of `line`.
    pub(super) value: Option<i32>,
    /// Depth of the iteration that found `line`, in plies.
    line_depth: u32,
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

    /// Clears the results. `depth` is the depth of the first iteration. If the game is over, the search is
    /// complete.
    pub(super) fn start(&mut self, depth: u32, is_game_over: bool) {
        let points = std::mem::take(&mut self.points);
        *self = Self { points, unit: self.unit, depth, is_complete: is_game_over, ..Self::default() };
    }

    /// Records the result of a root move. `is_better` is true if the move is the best of its iteration so
    /// far.
    pub(super) fn record_root(&mut self, root: RootResult, is_better: bool) {
        if is_better {
            self.line.clone_from(&root.line);
            (self.value, self.line_depth) = (Some(root.value), self.depth);
        }
        match self.root_results.iter_mut().find(|recorded| recorded.spot == root.spot) {
            Some(recorded) => *recorded = root,
            None => self.root_results.push(root),
        }
    }

    /// Ends an iteration and sets the depth of the next one. `last_depth` is the depth of the last iteration.
    pub(super) fn end_iteration(&mut self, last_depth: u32) {
        self.complete_depth = self.depth;
        // The best move first, then the others by value or upper bound, highest first.
        let best_spot = self.line.first().copied();
        self.root_results.sort_by_key(|root| (Some(root.spot) != best_spot, std::cmp::Reverse(root.value)));
        self.is_complete = self.depth >= last_depth || self.root_results.is_empty();
        self.depth += u32::from(!self.is_complete);
    }

    /// Returns the move of a spot.
    #[inline]
    pub(super) fn action(&self, spot: u32) -> Move {
        self.points.get(spot as usize).map_or(Move::Pass, |&point| Move::Play(point))
    }

    pub(super) fn actions(&self, line: &[u32]) -> Vec<Move> {
        line.iter().map(|&spot| self.action(spot)).collect()
    }

    /// Returns the number of root moves that the current iteration has searched, and the number of all root
    /// moves. `None` before the iteration has a best move.
    fn progress(&self) -> Option<(usize, usize)> {
        let searched = || self.root_results.iter().filter(|root| root.depth == self.depth).count();
        (self.line_depth > self.complete_depth).then(|| (searched(), self.move_count))
    }

    /// Value in points of territory, area or control; `None` if it is not in points.
    fn points(&self, value: i32) -> Option<f64> {
        (self.unit > 0.0 && value < WIN && value > LOSS).then(|| f64::from(value) / self.unit)
    }

    /// Returns the results as a thought. `seconds` is the time of the search so far.
    pub(super) fn thought(&self, seconds: f64) -> Thought {
        let counts = &self.counts;
        let winrate = |value: i32| match value {
            WIN => Some(1.0),
            LOSS => Some(0.0),
            _ => None,
        };
        // Only values of one depth are compared, because with one ply more all values rise or fall.
        let best_spot = self.line.first().copied();
        let mut root_results: Vec<_> =
            self.root_results.iter().filter(|root| root.depth == self.line_depth).collect();
        root_results.sort_by_key(|root| {
            let is_upper_bound = root.bound == Bound::AtMost;
            (Some(root.spot) != best_spot, std::cmp::Reverse(root.value), is_upper_bound)
        });
        let has_upper_bounds = root_results.iter().any(|root| root.bound == Bound::AtMost);
        let candidates = root_results.into_iter().take(MAX_CANDIDATES).map(|root| Candidate {
            nodes: root.nodes,
            is_upper_bound: root.bound == Bound::AtMost,
            winrate: winrate(root.value),
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
                Some((searched, total)) => format!(", as far as {searched} of {total} moves"),
                None => String::new(),
            };
            let bound_note = if has_upper_bounds { "; ≤ stands where it is known at most" } else { "" };
            notes.push(format!("{verdict}, {} deep{progress}{bound_note}", counted(self.line_depth, "ply")));
        }
        // Notes without a count are left out.
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
        if counts.table_lookups > 0 {
            notes.push(format!(
                "table: knew {} of {}",
                percent(counts.table_hits, counts.table_lookups),
                counts.table_lookups
            ));
        }
        if counts.before_dilations + counts.before_erosions > 0 {
            let ended_early = percent(counts.before_dilations + counts.before_erosions, counts.evaluations);
            notes.push(format!("evaluations ended early: {ended_early}"));
        }
        Thought {
            candidates: candidates.collect(),
            nodes: counts.nodes,
            depth: self.line_depth,
            winrate: self.value.and_then(winrate),
            lead: self.value.and_then(|value| self.points(value)),
            seconds: Some(seconds),
            notes,
            ..Thought::default()
        }
    }
}
