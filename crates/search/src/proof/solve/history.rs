//! History heuristic: a move that was the best in one node is tried early in other nodes.

use super::bitboard::MAX_POINTS;
use super::successor::Successor;
use std::cmp::Reverse;
use stonefield_go::Color;

/// Largest amount that a score adds to a move's priority.
const MAX_BONUS: i32 = 100_000;

/// Largest score.
const MAX_SCORE: i32 = 1 << 20;

/// Scores by colour and move: the sum of depth² over the nodes in which the move was the best.
pub(super) struct HistoryTable([[i32; MAX_POINTS + 1]; 2]);

impl HistoryTable {
    pub(super) const fn new() -> Self {
        Self([[0; MAX_POINTS + 1]; 2])
    }

    /// Sorts moves of a colour. The move that satisfies `is_first` comes first. The others follow by 256
    /// times their priority plus their score.
    pub(super) fn sort(&self, moves: &mut [Successor], mover: Color, is_first: impl Fn(u8) -> bool) {
        let scores = &self.0[mover.index()];
        for successor in &mut *moves {
            successor.priority =
                successor.priority * 256 + scores[usize::from(successor.action)].min(MAX_BONUS);
            if is_first(successor.action) {
                successor.priority = i32::MAX;
            }
        }
        moves.sort_unstable_by_key(|successor| (Reverse(successor.priority), successor.action));
    }

    /// Records that a move was the best in a search of `depth` plies.
    pub(super) fn add_best(&mut self, mover: Color, action: u8, depth: u32) {
        let score = &mut self.0[mover.index()][usize::from(action)];
        *score = (*score + (depth * depth) as i32).min(MAX_SCORE);
    }

    /// Divides all scores by 4, before a deeper search.
    pub(super) fn decay(&mut self) {
        self.0.as_flattened_mut().iter_mut().for_each(|score| *score /= 4);
    }
}
