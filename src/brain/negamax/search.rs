//! A search whatever the size of its board.

use super::core::Core;
use super::params::Params;
use super::report::{Counts, Root};
use crate::brain::{Rng, Thought, Watch};
use crate::field::bits::Words;
use crate::go::{Move, Position};

/// A search to a fixed depth, iteration by iteration. It can be left after any node and goes on where it was.
pub struct Search(Box<dyn Any>);

/// What a search can do whatever its words.
trait Any: Send + Sync {
    fn start(&mut self, position: &Position, rng: &Rng);
    fn run(&mut self, until: u64, watch: &mut dyn Watch);
    fn thought(&self, seconds: f64) -> Thought;
    fn told(&self) -> Told<'_>;
    fn best(&self) -> Option<Move>;
    fn moves(&self, line: &[u32]) -> Vec<Move>;
}

/// What is asked of a search.
struct Told<'a> {
    position: &'a Position,
    params: &'a Params,
    counts: Counts,
    over: bool,
    depth: u32,
    value: Option<i32>,
    line: &'a [u32],
    roots: &'a [Root],
}

impl<W: Words> Any for Core<W> {
    fn start(&mut self, position: &Position, rng: &Rng) {
        Self::start(self, position, rng);
    }

    fn run(&mut self, until: u64, watch: &mut dyn Watch) {
        Self::run(self, until, watch);
    }

    fn thought(&self, seconds: f64) -> Thought {
        Self::thought(self, seconds)
    }

    fn told(&self) -> Told<'_> {
        Told {
            position: &self.position,
            params: &self.params,
            counts: self.tally(),
            over: self.is_over(),
            depth: self.complete,
            value: self.value,
            line: &self.line,
            roots: &self.roots,
        }
    }

    fn best(&self) -> Option<Move> {
        Self::best(self)
    }

    fn moves(&self, line: &[u32]) -> Vec<Move> {
        Self::moves(self, line)
    }
}

impl Search {
    /// A search from a position, with the chance that it may use.
    #[must_use]
    pub fn new(position: &Position, params: &Params, rng: Rng) -> Self {
        fn core<W: Words>(position: &Position, params: &Params, rng: &Rng) -> Option<Box<dyn Any>> {
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

    /// Begins anew from another position, and keeps its memory where the board's size and what is tuned are the same.
    pub fn restart(&mut self, position: &Position, params: &Params, rng: Rng) {
        let told = self.0.told();
        if told.position.size() == position.size() && told.params == params {
            self.0.start(position, &rng);
        } else {
            *self = Self::new(position, params, rng);
        }
    }

    /// Searches until so many nodes have been looked at in all, or there is nothing more to search. Who watches hears of every node, if that is
    /// asked for.
    pub fn run(&mut self, until: u64, watch: &mut dyn Watch) {
        self.0.run(until, watch);
    }

    /// The position that is searched.
    #[must_use]
    pub fn position(&self) -> &Position {
        self.0.told().position
    }

    /// What it did.
    #[must_use]
    pub fn counts(&self) -> Counts {
        self.0.told().counts
    }

    /// Nodes looked at.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.0.told().counts.nodes
    }

    /// Whether there is nothing more to search.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.0.told().over
    }

    /// Plies of the last iteration that came to its end.
    #[must_use]
    pub fn depth(&self) -> u32 {
        self.0.told().depth
    }

    /// What the position is worth to the side to move; `None` before anything is known.
    #[must_use]
    pub fn value(&self) -> Option<i32> {
        self.0.told().value
    }

    /// What is expected to be played.
    #[must_use]
    pub fn variation(&self) -> Vec<Move> {
        self.0.moves(self.0.told().line)
    }

    /// The moves of the root as far as they have been searched, each with what is known of it.
    #[must_use]
    pub fn roots(&self) -> Vec<(Move, Root)> {
        let roots = self.0.told().roots.iter();
        roots.filter_map(|root| Some((self.0.moves(&[root.spot]).pop()?, root.clone()))).collect()
    }

    /// The best move that it knows; `None` when it knows none.
    #[must_use]
    pub fn best(&self) -> Option<Move> {
        self.0.best()
    }

    /// All that there is to tell, after `seconds` of search.
    #[must_use]
    pub fn thought(&self, seconds: f64) -> Thought {
        self.0.thought(seconds)
    }
}
