//! What the search found, and the thought that tells of it.

use super::evaluator::{LOSS, WIN};
use super::params::{Eval, NegamaxParams};
use super::table::Bound;
use crate::{Candidate, Thought};
use stonefield_go::notation::counted;
use stonefield_go::{Move, Point};

/// Candidates that a thought names.
const CANDIDATES: usize = 32;

/// What a search did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Positions looked at in any way; what budgets count.
    pub nodes: u64,
    /// Those of them that were searched: with plies left below them.
    pub inner: u64,
    /// Those at the end of a line, judged by the evaluation.
    pub leaves: u64,
    /// Those judged only to put moves in order.
    pub sorted: u64,
    /// Nodes that a move refuted.
    pub cuts: u64,
    /// Those that the first move tried refuted.
    pub first_cuts: u64,
    /// Null windows that had to be searched again.
    pub retries: u64,
    /// Times that the table was asked, and that it knew.
    pub asked: u64,
    /// Times that the table knew the value.
    pub known: u64,
    /// Evaluations of fields begun.
    pub judged: u64,
    /// Those of them that ended before the dilations, the window being out of reach.
    pub early: u64,
    /// Those that ended before the erosions.
    pub halfway: u64,
}

impl Counts {
    /// Both added up.
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

/// A move at the root and what is known of it, from the view of the side that makes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Root {
    /// Its point's number; the board's area for a pass.
    pub(super) spot: u32,
    /// Its value for the side to move at the root, in the evaluation's unit.
    pub value: i32,
    /// What the value says.
    pub bound: Bound,
    /// Nodes below it that the last iteration to search it visited.
    pub nodes: u64,
    /// Plies from the root to which that iteration searched.
    pub depth: u32,
    /// What is expected, the move itself first; by spot.
    pub(super) line: Vec<u32>,
}

/// A share of something, which is at least 1.
fn percent(part: u64, of: u64) -> String {
    format!("{:.0} %", 100.0 * part as f64 / of as f64)
}

/// What a search has found so far.
#[derive(Debug, Default)]
pub(super) struct SearchReport {
    /// The points of the board, by spot.
    points: Vec<Point>,
    /// What a point on the board is worth; 0 where values are not points.
    unit: f64,
    pub(super) counts: Counts,
    /// Whether there is nothing more to search.
    pub(super) over: bool,
    /// Plies of the iteration at work, or that comes next; of the last one that came to its end.
    pub(super) depth: u32,
    complete: u32,
    /// Moves of the root.
    pub(super) moves: usize,
    /// Those of them that are known, in the order they are to be tried.
    pub(super) roots: Vec<Root>,
    /// What is expected, the best move first, and what it is worth.
    pub(super) line: Vec<u32>,
    pub(super) value: Option<i32>,
    /// Plies of the iteration that found it.
    reached: u32,
}

impl SearchReport {
    /// Of a board with these points.
    pub(super) fn new(points: Vec<Point>, params: &NegamaxParams) -> Self {
        let unit = match params.eval {
            Eval::Fields => f64::from(params.territory),
            Eval::Area => 1.0,
            Eval::Control => 16.0,
            Eval::Liberties => 0.0,
        };
        Self { points, unit, ..Self::default() }
    }

    /// Forgets what has been found; the first iteration looks so many plies ahead.
    pub(super) fn start(&mut self, depth: u32, over: bool) {
        let points = std::mem::take(&mut self.points);
        *self = Self { points, unit: self.unit, depth, over, ..Self::default() };
    }

    /// Takes over what is known of a move of the root.
    pub(super) fn learn(&mut self, root: Root, better: bool) {
        if better {
            self.line.clone_from(&root.line);
            (self.value, self.reached) = (Some(root.value), self.depth);
        }
        match self.roots.iter_mut().find(|known| known.spot == root.spot) {
            Some(known) => *known = root,
            None => self.roots.push(root),
        }
    }

    /// Sees to what comes after an iteration, where none is deeper than that.
    pub(super) fn end_iteration(&mut self, deepest: u32) {
        self.complete = self.depth;
        // Best first; of moves known to be no better, the closest first.
        let line = self.line.first().copied();
        self.roots.sort_by_key(|root| (Some(root.spot) != line, std::cmp::Reverse(root.value)));
        self.over = self.depth >= deepest || self.roots.is_empty();
        self.depth += u32::from(!self.over);
    }

    /// The move of a spot.
    #[inline]
    pub(super) fn action(&self, spot: u32) -> Move {
        self.points.get(spot as usize).map_or(Move::Pass, |&point| Move::Play(point))
    }

    pub(super) fn actions(&self, line: &[u32]) -> Vec<Move> {
        line.iter().map(|&spot| self.action(spot)).collect()
    }

    /// How many moves of the root the iteration at work has searched, and how many there are; `None` where none is at work.
    fn under_way(&self) -> Option<(usize, usize)> {
        let done = || self.roots.iter().filter(|known| known.depth == self.depth).count();
        (self.reached > self.complete).then(|| (done(), self.moves))
    }

    /// A value in points, where it has any: of territory, of area, or of control.
    fn points(&self, value: i32) -> Option<f64> {
        (self.unit > 0.0 && value < WIN && value > LOSS).then(|| f64::from(value) / self.unit)
    }

    /// All that there is to tell, after `seconds` of search.
    pub(super) fn thought(&self, seconds: f64) -> Thought {
        let counts = &self.counts;
        let chance = |value: i32| match value {
            WIN => Some(1.0),
            LOSS => Some(0.0),
            _ => None,
        };
        // Values of one depth only: from one ply to the next all of them go up or down.
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
            let told = match value {
                WIN => "a won game".to_owned(),
                LOSS => "a lost game".to_owned(),
                value => format!("value {value:+}"),
            };
            let so_far = match self.under_way() {
                Some((done, all)) => format!(", as far as {done} of {all} moves"),
                None => String::new(),
            };
            let bounded = if bounded { "; ≤ stands where it is known at most" } else { "" };
            notes.push(format!("{told}, {} deep{so_far}{bounded}", counted(self.reached, "ply")));
        }
        // What has not happened is not told.
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
