//! `negamax`: searches to a fixed depth, within a budget of nodes and time, and reports its thoughts.

use crate::{Answer, Brain, BrainInfo, BrainSpec, Inquiry, Observation, Reply, TreeView};
use stonefield_go::{Move, Position};
use stonefield_search::negamax::{NegamaxParams, NegamaxSearch, NegamaxTree, NodeTrace, SearchControl};
use stonefield_search::{Parameters, Rng, Watch};

/// Minimum time between two reported thoughts, in seconds.
const THOUGHT_INTERVAL: f64 = 0.05;

/// Largest tree that is recorded for the viewer, in nodes.
const MAX_TREE_NODES: usize = 100_000;

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
    Box::new(Negamax {
        params: spec.read(),
        search: None,
        pending_rng: None,
        next_thought_time: 0.0,
        tree: None,
        trace: None,
    })
}

struct Negamax {
    params: NegamaxParams,
    search: Option<NegamaxSearch>,
    /// Random generator of a turn whose search is not prepared yet. `None` once it is prepared.
    pending_rng: Option<Rng>,
    /// Earliest time of the next reported thought, in seconds since the turn began.
    next_thought_time: f64,
    /// Recorded tree of this turn's search. `None` if the watch was not curious when the turn began.
    tree: Option<NegamaxTree>,
    /// Recorded node events. `None` until the first [`Inquiry::Nodes`].
    trace: Option<NodeTrace>,
}

impl Brain for Negamax {
    fn new_game(&mut self) {
        self.search = None;
        self.tree = None;
        self.pending_rng = None;
    }

    fn begin(&mut self, _: &Observation<'_>, rng: Rng) {
        self.pending_rng = Some(rng);
        self.next_thought_time = 0.0;
        self.tree = None;
    }

    fn batch(&mut self, observation: &Observation<'_>, watch: &mut dyn Watch) -> Option<Answer> {
        let position = observation.position;
        let curious = watch.wants_thoughts();
        if let Some(rng) = self.pending_rng.take() {
            if watch.stop() {
                return Some(Answer::Move(fallback_move(position)));
            }
            match &mut self.search {
                Some(search) => search.restart(position, &self.params, rng),
                search => {
                    // The search fails if there is not enough memory for its transposition table. A smaller
                    // table could change the moves.
                    if let Some(lack) = self.params.lack_of_memory() {
                        return Some(Answer::Failed(lack));
                    }
                    *search = Some(NegamaxSearch::new(position, &self.params, rng));
                }
            }
            self.tree = curious.then(|| NegamaxTree::of(position, MAX_TREE_NODES));
        }
        let Some(search) = &mut self.search else { return Some(Answer::Move(fallback_move(position))) };
        let max_nodes = if self.params.nodes > 0 { self.params.nodes } else { u64::MAX };
        let Self { params, tree, trace, .. } = self;
        let mut control = SearchControl::new(watch, max_nodes, params.time, tree.as_mut(), trace.as_mut());
        let is_unfinished = search.batch(&mut control);
        let elapsed = watch.elapsed();
        if curious && (!is_unfinished || elapsed >= self.next_thought_time) {
            self.next_thought_time = elapsed + THOUGHT_INTERVAL;
            watch.receive_thought(&search.thought(elapsed));
        }
        (!is_unfinished).then(|| Answer::Move(decide(search, position)))
    }

    fn reply(&mut self, _: &Observation<'_>, inquiry: &Inquiry) -> Option<Reply> {
        match *inquiry {
            Inquiry::Tree { moves, nodes } => {
                Some(Reply::Tree(TreeView::FixedDepth(self.tree.as_ref()?.snapshot(moves, nodes))))
            }
            Inquiry::Nodes { most } => {
                let trace =
                    self.trace.get_or_insert_with(|| NodeTrace { max_nodes: most, events: Vec::new() });
                trace.max_nodes = most;
                Some(Reply::Nodes(std::mem::take(&mut trace.events)))
            }
            Inquiry::Say(_) | Inquiry::Conversation | Inquiry::Attend => None,
        }
    }
}

/// Best move of the search if it is legal, else the fallback move.
fn decide(search: &NegamaxSearch, position: &Position) -> Move {
    search.best().filter(|&best| position.is_legal(best)).unwrap_or_else(|| fallback_move(position))
}

/// First legal move on a vacant point, else a pass.
fn fallback_move(position: &Position) -> Move {
    let points = (0..position.empty_count()).map(|i| Move::Play(position.nth_empty(i)));
    points.into_iter().find(|&action| position.is_legal(action)).unwrap_or(Move::Pass)
}
