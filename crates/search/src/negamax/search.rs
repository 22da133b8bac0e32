//! A search whatever the size of its board.

use super::control::Control;
use super::core::Core;
use super::params::NegamaxParams;
use super::report::{Counts, Root, SearchReport};
use crate::{Rng, Thought, Watch};
use stonefield_go::field::bits::Words;
use stonefield_go::{Move, Position};

/// A search to a fixed depth, iteration by iteration.
pub struct NegamaxSearch(Box<dyn AnySize>);

/// What a search can do whatever its words.
pub(super) trait AnySize: Send + Sync {
    /// Begins again from a position; `false` when the board's size or what is tuned is another.
    fn restart(&mut self, position: &Position, params: &NegamaxParams, rng: &Rng) -> bool;

    /// Searches some moves of the root, in one iteration; `false` when there is nothing more to search, or it was told to end. What it was
    /// at is thrown away then.
    fn batch(&mut self, control: &mut Control<'_>) -> bool;

    /// What it has found so far.
    fn report(&self) -> &SearchReport;

    /// The best move that it knows: of the search, or else of what moves lead to at once; `None` when it knows none.
    fn best(&self) -> Option<Move>;
}

impl NegamaxSearch {
    /// A search from a position, with the chance that it may use.
    #[must_use]
    pub fn new(position: &Position, params: &NegamaxParams, rng: Rng) -> Self {
        fn core<W: Words>(
            position: &Position,
            params: &NegamaxParams,
            rng: &Rng,
        ) -> Option<Box<dyn AnySize>> {
            Some(Box::new(Core::<W>::new(position, params, rng)?))
        }
        let rng = &rng;
        // The last one fits any board.
        let kinds =
            [core::<[u64; 4]>, core::<[u64; 6]>, core::<[u64; 10]>, core::<[u64; 16]>, core::<Vec<u64>>];
        match kinds.into_iter().find_map(|kind| kind(position, params, rng)) {
            Some(core) => Self(core),
            None => unreachable!("vectors hold any board"),
        }
    }

    /// Begins again from another position, and keeps its memory where the board's size and what is tuned are the same.
    pub fn restart(&mut self, position: &Position, params: &NegamaxParams, rng: Rng) {
        if !self.0.restart(position, params, &rng) {
            *self = Self::new(position, params, rng);
        }
    }

    /// Searches until so many nodes have been looked at in all, it is told to stop, or there is nothing more to search. What is left in the
    /// middle is thrown away.
    pub fn run(&mut self, nodes: u64, watch: &mut dyn Watch) {
        let mut control = Control::new(watch, nodes, 0.0, None, None);
        while self.batch(&mut control) {}
    }

    /// Searches some moves of the root; `false` when there is nothing more to search, or it is to end.
    pub fn batch(&mut self, control: &mut Control<'_>) -> bool {
        self.0.batch(control)
    }

    /// What it did.
    #[must_use]
    pub fn counts(&self) -> Counts {
        self.0.report().counts
    }

    /// Nodes looked at.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.0.report().counts.nodes
    }

    /// Whether there is nothing more to search.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.0.report().over
    }

    /// What the position is worth to the side to move; `None` before anything is known.
    #[must_use]
    pub fn value(&self) -> Option<i32> {
        self.0.report().value
    }

    /// What is expected to be played.
    #[must_use]
    pub fn variation(&self) -> Vec<Move> {
        self.0.report().actions(&self.0.report().line)
    }

    /// The moves of the root as far as they have been searched, each with what is known of it.
    #[must_use]
    pub fn roots(&self) -> Vec<(Move, Root)> {
        let report = self.0.report();
        report.roots.iter().map(|root| (report.action(root.spot), root.clone())).collect()
    }

    /// The best move that it knows; `None` when it knows none.
    #[must_use]
    pub fn best(&self) -> Option<Move> {
        self.0.best()
    }

    /// All that there is to tell, after `seconds` of search.
    #[must_use]
    pub fn thought(&self, seconds: f64) -> Thought {
        self.0.report().thought(seconds)
    }
}
