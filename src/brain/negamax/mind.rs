//! The mind on top of the search: budgets and thoughts.

use super::params::Params;
use super::search::Search;
use super::table::Table;
use super::tree::{Node, Tree};
use crate::brain::{Answer, Brain, BrainSpec, Progress, Rng, Seen, Thought, Watch};
use crate::brain::{is_large, supply};
use crate::go::{Move, Position};

/// The least time between two thoughts, in seconds.
const BETWEEN: f64 = 0.05;

/// Nodes after which a clock that has not moved counts as none.
const PATIENCE: u64 = 100_000;

/// Bytes of a table that are not asked for beforehand.
const SMALL: usize = 16 << 20;

/// Nodes of a tree that are kept for whoever is curious.
const KEPT: usize = 100_000;

pub(super) fn make(spec: &BrainSpec) -> Box<dyn Brain> {
    Box::new(Mind {
        params: Params::of(spec),
        search: None,
        pending: None,
        told: None,
        tree: None,
        refused: None,
    })
}

struct Mind {
    params: Params,
    search: Option<Search>,
    /// The chance of a turn on a large board, to be set up for when it is asked to think.
    pending: Option<Rng>,
    /// When it last told its thoughts, in seconds of the turn.
    told: Option<f64>,
    /// Kept while somebody is curious.
    tree: Option<Tree>,
    /// Why it cannot search.
    refused: Option<String>,
}

/// Whoever watches, and the tree that is kept.
struct Both<'a> {
    watch: &'a mut dyn Watch,
    follows: bool,
    tree: Option<&'a mut Tree>,
}

impl Watch for Both<'_> {
    fn stop(&self) -> bool {
        self.watch.stop()
    }

    fn pauses(&self) -> bool {
        self.watch.pauses()
    }

    fn elapsed(&self) -> f64 {
        self.watch.elapsed()
    }

    fn worked(&self) -> f64 {
        self.watch.worked()
    }

    fn curious(&self) -> bool {
        self.watch.curious()
    }

    fn thought(&mut self, thought: &Thought) {
        self.watch.thought(thought);
    }

    fn follows(&self) -> bool {
        self.follows || self.tree.is_some()
    }

    fn node(&mut self, node: &Node) {
        if let Some(tree) = &mut self.tree {
            tree.hear(node);
        }
        if self.follows {
            self.watch.node(node);
        }
    }
}

impl Brain for Mind {
    fn new_game(&mut self) {
        self.search = None;
        self.tree = None;
        self.pending = None;
    }

    fn begin(&mut self, seen: &Seen<'_>, rng: Rng) {
        self.told = None;
        self.tree = None;
        self.pending = None;
        if is_large(seen.position.size()) {
            self.pending = Some(rng);
        } else {
            self.start(seen.position, rng);
        }
    }

    fn advance(&mut self, seen: &Seen<'_>, quota: u32, watch: &mut dyn Watch) -> Progress {
        if let Some(rng) = self.pending.take() {
            if watch.stop() {
                return Progress::Done(Answer::Move(last_resort(seen.position)));
            }
            self.start(seen.position, rng);
            return Progress::More;
        }
        if let Some(why) = &self.refused {
            return Progress::Done(Answer::Failed(why.clone()));
        }
        let Some(search) = &mut self.search else {
            return Progress::Done(Answer::Move(last_resort(seen.position)));
        };
        let curious = watch.curious();
        if curious && search.nodes() == 0 && self.tree.is_none() {
            self.tree = Some(Tree::of(seen.position, KEPT));
        }
        let follows = watch.follows();
        let large = is_large(seen.position.size());
        let every = clock_every(seen.position);
        let end = if quota == u32::MAX { u64::MAX } else { search.nodes() + u64::from(quota.max(1)) };
        while search.nodes() < end {
            let done = search.nodes();
            let elapsed = watch.elapsed();
            if search.is_over() || watch.stop() || self.params.is_spent(elapsed, done) {
                if curious {
                    watch.thought(&search.thought(watch.worked()));
                }
                return Progress::Done(Answer::Move(decide(search, seen.position)));
            }
            if curious && done > 0 && elapsed >= self.told.map_or(0.0, |told| told + BETWEEN) {
                self.told = Some(elapsed);
                watch.thought(&search.thought(watch.worked()));
            }
            let budget = if self.params.nodes > 0 { self.params.nodes } else { u64::MAX };
            let until = end.min(budget).min(done + every);
            search.run(until, &mut Both { watch, follows, tree: self.tree.as_mut() });
            if large && watch.pauses() {
                break;
            }
        }
        Progress::More
    }

    fn minimax(&self) -> Option<&Tree> {
        self.tree.as_ref()
    }
}

impl Mind {
    fn start(&mut self, position: &Position, rng: Rng) {
        match &mut self.search {
            Some(search) => search.restart(position, &self.params, rng),
            search => {
                // With a smaller table it would be another game.
                self.refused = self.params.lack_of_memory();
                if self.refused.is_none() {
                    *search = Some(Search::new(position, &self.params, rng));
                }
            }
        }
    }
}

/// Nodes between two looks at the clock: a fraction of a millisecond on small boards, each on very large ones.
fn clock_every(position: &Position) -> u64 {
    (16_384 / position.size().area() as u64).max(1)
}

impl Params {
    /// Why there is no table of the size that is asked for, if there is none.
    fn lack_of_memory(&self) -> Option<String> {
        let bytes = self.table.saturating_mul(Table::ENTRY);
        (self.tt && bytes > SMALL && !supply::has_room(bytes)).then(|| {
            format!(
                "a table of {} positions takes {} MB, which cannot be had",
                self.table,
                bytes.div_ceil(1 << 20)
            )
        })
    }

    /// Whether the budget is spent. A clock that does not move means that nobody keeps the time: then a budget of nodes counts, or a patient one.
    fn is_spent(&self, elapsed: f64, done: u64) -> bool {
        let out_of_nodes = self.nodes > 0 && done >= self.nodes;
        let out_of_time = self.time > 0.0 && (elapsed >= self.time || elapsed == 0.0 && done >= PATIENCE);
        out_of_nodes || out_of_time
    }
}

/// The best move that is known, or any that the law allows.
fn decide(search: &Search, position: &Position) -> Move {
    search.best().filter(|&best| position.is_legal(best)).unwrap_or_else(|| last_resort(position))
}

/// Any move on a point that the law allows, else a pass.
fn last_resort(position: &Position) -> Move {
    let points = (0..position.empties()).map(|i| Move::Play(position.empty(i)));
    points.into_iter().find(|&action| position.is_legal(action)).unwrap_or(Move::Pass)
}
