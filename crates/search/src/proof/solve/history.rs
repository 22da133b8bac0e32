//! How often a move has been good: what is tried early in other places too.

use super::bitboard::MOST;
use super::prover::Successor;
use std::cmp::Reverse;
use stonefield_go::Color;

/// A count above this makes no move more promising.
const FULL: i32 = 100_000;

/// Counts go no higher.
const TOP: i32 = 1 << 20;

/// By colour and move, how often a move was the best, deep searches counting more.
pub(super) struct HistoryTable([[i32; MOST + 1]; 2]);

impl HistoryTable {
    pub(super) const fn new() -> Self {
        Self([[0; MOST + 1]; 2])
    }

    /// Puts moves of a colour in the order they are tried: the one for which `first` says yes, then by promise and history.
    pub(super) fn sort(&self, list: &mut [Successor], mover: Color, first: impl Fn(u8) -> bool) {
        let counts = &self.0[mover.index()];
        for choice in &mut *list {
            choice.promise = choice.promise * 256 + counts[usize::from(choice.action)].min(FULL);
            if first(choice.action) {
                choice.promise = i32::MAX;
            }
        }
        list.sort_unstable_by_key(|choice| (Reverse(choice.promise), choice.action));
    }

    /// A move was the best of a search so deep.
    pub(super) fn good(&mut self, mover: Color, action: u8, depth: u32) {
        let count = &mut self.0[mover.index()][usize::from(action)];
        *count = (*count + (depth * depth) as i32).min(TOP);
    }

    /// A deeper search begins: what came before counts a quarter.
    pub(super) fn fade(&mut self) {
        self.0.as_flattened_mut().iter_mut().for_each(|count| *count /= 4);
    }
}
