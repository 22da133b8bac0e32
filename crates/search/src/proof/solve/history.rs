//! The history heuristic: a move that was best in one node is tried early in others.

use super::bitboard::MOST;
use super::successor::Successor;
use std::cmp::Reverse;
use stonefield_go::Color;

/// Counts above this add no more to a move's promise.
const MAX_BONUS: i32 = 100_000;

/// Largest count.
const MAX_COUNT: i32 = 1 << 20;

/// Counts by colour and move: how often the move was the best. Deeper searches count more.
pub(super) struct HistoryTable([[i32; MOST + 1]; 2]);

impl HistoryTable {
    pub(super) const fn new() -> Self {
        Self([[0; MOST + 1]; 2])
    }

    /// Sorts moves of a colour. The move that satisfies `is_first` comes first; the others follow by promise
    /// and history.
    pub(super) fn sort(&self, moves: &mut [Successor], mover: Color, is_first: impl Fn(u8) -> bool) {
        let counts = &self.0[mover.index()];
        for choice in &mut *moves {
            choice.promise = choice.promise * 256 + counts[usize::from(choice.action)].min(MAX_BONUS);
            if is_first(choice.action) {
                choice.promise = i32::MAX;
            }
        }
        moves.sort_unstable_by_key(|choice| (Reverse(choice.promise), choice.action));
    }

    /// Counts a move that was the best in a search of `depth` plies.
    pub(super) fn add_best(&mut self, mover: Color, action: u8, depth: u32) {
        let count = &mut self.0[mover.index()][usize::from(action)];
        *count = (*count + (depth * depth) as i32).min(MAX_COUNT);
    }

    /// Reduces all counts to a quarter before a deeper search.
    pub(super) fn decay(&mut self) {
        self.0.as_flattened_mut().iter_mut().for_each(|count| *count /= 4);
    }
}
