//! `negamax`: a search to a fixed depth, with budgets and thoughts.

use crate::{Answer, Brain, BrainInfo, BrainSpec, Inquiry, Observation, Reply, TreeView};
use stonefield_go::{Move, Position};
use stonefield_search::negamax::{Control, NegamaxParams, NegamaxSearch, NegamaxTree, NodeTrace};
use stonefield_search::{Parameters, Rng, Watch};

/// The least time between two thoughts, in seconds.
const BETWEEN: f64 = 0.05;

/// Nodes of a tree that are kept for a curious watcher.
const KEPT: usize = 100_000;

pub(crate) const INFO: BrainInfo = BrainInfo {
    searches: true,
    ..BrainInfo::planner(
        "negamax",
        "looks at all moves and answers to a fixed depth, and judges positions by territory, captures and influence",
        NegamaxParams::LIST,
        make,
    )
};

fn make(spec: &BrainSpec) -> Box<dyn Brain> {
    Box::new(Negamax { params: spec.read(), search: None, chance: None, next: 0.0, tree: None, trace: None })
}

struct Negamax {
    params: NegamaxParams,
    search: Option<NegamaxSearch>,
    /// The chance of a turn that is to be set up for.
    chance: Option<Rng>,
    /// When it tells its next thought, in seconds of the turn.
    next: f64,
    /// Kept while the tree is watched.
    tree: Option<NegamaxTree>,
    /// Noted since it was first asked for.
    trace: Option<NodeTrace>,
}

impl Brain for Negamax {
    fn new_game(&mut self) {
        self.search = None;
        self.tree = None;
        self.chance = None;
    }

    fn begin(&mut self, _: &Observation<'_>, rng: Rng) {
        self.chance = Some(rng);
        self.next = 0.0;
        self.tree = None;
    }

    fn batch(&mut self, seen: &Observation<'_>, watch: &mut dyn Watch) -> Option<Answer> {
        let position = seen.position;
        let curious = watch.curious();
        if let Some(rng) = self.chance.take() {
            if watch.stop() {
                return Some(Answer::Move(last_resort(position)));
            }
            match &mut self.search {
                Some(search) => search.restart(position, &self.params, rng),
                search => {
                    // With a smaller table it would be another game.
                    if let Some(why) = self.params.lack_of_memory() {
                        return Some(Answer::Failed(why));
                    }
                    *search = Some(NegamaxSearch::new(position, &self.params, rng));
                }
            }
            self.tree = curious.then(|| NegamaxTree::of(position, KEPT));
        }
        let Some(search) = &mut self.search else { return Some(Answer::Move(last_resort(position))) };
        let nodes = if self.params.nodes > 0 { self.params.nodes } else { u64::MAX };
        let Self { params, tree, trace, .. } = self;
        let mut control = Control::new(watch, nodes, params.time, tree.as_mut(), trace.as_mut());
        let more = search.batch(&mut control);
        let elapsed = watch.elapsed();
        if curious && (!more || elapsed >= self.next) {
            self.next = elapsed + BETWEEN;
            watch.thought(&search.thought(elapsed));
        }
        (!more).then(|| Answer::Move(decide(search, position)))
    }

    fn reply(&mut self, _: &Observation<'_>, inquiry: &Inquiry) -> Option<Reply> {
        match *inquiry {
            Inquiry::Tree { moves, nodes } => {
                Some(Reply::Tree(TreeView::FixedDepth(self.tree.as_ref()?.snapshot(moves, nodes))))
            }
            Inquiry::Nodes { most } => {
                let trace = self.trace.get_or_insert_with(|| NodeTrace { most, nodes: Vec::new() });
                trace.most = most;
                Some(Reply::Nodes(std::mem::take(&mut trace.nodes)))
            }
            Inquiry::Say(_) | Inquiry::Said | Inquiry::Attend => None,
        }
    }
}

/// The best move that is known, or any that the law allows.
fn decide(search: &NegamaxSearch, position: &Position) -> Move {
    search.best().filter(|&best| position.is_legal(best)).unwrap_or_else(|| last_resort(position))
}

/// Any move on a point that the law allows, else a pass.
fn last_resort(position: &Position) -> Move {
    let points = (0..position.empties()).map(|i| Move::Play(position.empty(i)));
    points.into_iter().find(|&action| position.is_legal(action)).unwrap_or(Move::Pass)
}
