//! `mcts`: Monte Carlo tree search, with budgets, passing, resigning and thoughts.

use super::fallback::random_sensible_move;
use crate::uniform_mover::UniformMover;
use crate::{Answer, Brain, BrainInfo, BrainSpec, Inquiry, Observation, Reply, TreeView};
use stonefield_go::{Move, Position};
use stonefield_search::mcts::{MctsParams, MctsSearch, RootMove};
use stonefield_search::{Candidate, Parameters, Rng, Thought, Watch};

/// Largest board, in points, on which thoughts have ownership and lead. On larger boards these take too long
/// to compute.
const MAX_OWNERSHIP_AREA: usize = 1 << 16;

/// Minimum time between two reported thoughts, in seconds.
const THOUGHT_INTERVAL: f64 = 0.05;

/// Smallest number of simulations of a turn with a time limit but without a running clock.
const MIN_WITHOUT_CLOCK: u64 = 1000;

pub(crate) const INFO: BrainInfo = BrainInfo {
    searches: true,
    ..BrainInfo::planner(
        "mcts",
        "Monte Carlo tree search: goes where simulated games are won most, and looks there more closely",
        MctsParams::LIST,
        make,
    )
};

fn make(spec: &BrainSpec) -> Box<dyn Brain> {
    Box::new(Mcts {
        params: spec.read(),
        search: None,
        last_thought: None,
        immediate_pass: None,
        pending_rng: None,
        turn_rng: None,
        uniform: UniformMover::new(),
    })
}

struct Mcts {
    params: MctsParams,
    search: Option<MctsSearch>,
    /// Time of the last reported thought, in seconds since the turn began.
    last_thought: Option<f64>,
    /// Reason for a pass without a search. `None` if this turn needs a search.
    immediate_pass: Option<ImmediatePass>,
    /// Random generator of a turn whose search is not prepared yet. `None` once it is prepared.
    pending_rng: Option<Rng>,
    /// Random generator of the turn of `search`, as it was when the turn began.
    turn_rng: Option<Rng>,
    /// Draws a random move if the search has no result.
    uniform: UniformMover,
}

impl Brain for Mcts {
    fn new_game(&mut self) {
        self.search = None;
        self.turn_rng = None;
    }

    fn begin(&mut self, observation: &Observation<'_>, rng: Rng) {
        self.last_thought = None;
        self.uniform.set_rng(rng.clone());
        self.immediate_pass = find_immediate_pass(observation.position);
        self.pending_rng = Some(rng).filter(|_| self.immediate_pass.is_none());
    }

    fn batch(&mut self, observation: &Observation<'_>, watch: &mut dyn Watch) -> Option<Answer> {
        let position = observation.position;
        if let Some(pass) = self.immediate_pass {
            if watch.wants_thoughts() {
                watch.receive_thought(&pass.thought(watch.elapsed()));
            }
            return Some(Answer::Move(Move::Pass));
        }
        if let Some(rng) = self.pending_rng.take() {
            self.prepare_search(position, rng);
        }
        let Some(search) = &mut self.search else { return Some(Answer::Move(fallback_move(position))) };
        let (params, budget) = (&self.params, Budget(&self.params));
        let curious = watch.wants_thoughts();
        search.record_owners(curious && position.size().area() <= MAX_OWNERSHIP_AREA);
        let simulations_before = search.simulations();
        let is_open = search.expand_roots(&|| watch.stop() || budget.is_late(|| watch.elapsed(), 0));
        if !is_open || watch.stop() || budget.is_spent(search, position, watch.elapsed()) {
            if curious {
                watch.receive_thought(&search.thought(watch.elapsed()));
            }
            return Some(self.decide(position));
        }
        let elapsed = watch.elapsed();
        if curious
            && simulations_before > 0
            && elapsed >= self.last_thought.map_or(0.0, |last| last + THOUGHT_INTERVAL)
        {
            self.last_thought = Some(elapsed);
            watch.receive_thought(&search.thought(elapsed));
        }
        let max_batch = (BATCH_POINTS / position.size().area()).max(1) * params.threads.max(1);
        // A batch ends at each multiple of the interval, so the early stop does not depend on the batch size.
        let simulations = budget
            .simulations_left(simulations_before, elapsed)
            .min(EARLY_STOP_INTERVAL - simulations_before % EARLY_STOP_INTERVAL)
            .min(max_batch as u64);
        let count = u32::try_from(simulations).unwrap_or(u32::MAX).max(1);
        let helper_time = search.count_helper_time(watch.cpu_clock());
        let elapsed = || watch.elapsed() + helper_time.seconds();
        search.run(count, &|| watch.stop() || budget.is_late(elapsed, simulations_before));
        if watch.cpu_clock().is_some() && params.threads > 1 {
            watch.spend(Some(helper_time.seconds()));
        }
        None
    }

    fn reply(&mut self, _: &Observation<'_>, inquiry: &Inquiry) -> Option<Reply> {
        let Inquiry::Tree { moves, nodes } = *inquiry else { return None };
        let snapshot = self.search.as_ref()?.snapshot(moves, nodes, &[]);
        Some(Reply::Tree(TreeView::Simulated(snapshot)))
    }
}

/// Work of a batch in each thread: number of simulations times board area, in points. On boards with more
/// points than this, a batch is one simulation for each thread.
const BATCH_POINTS: usize = 1 << 14;

/// Returns true if two positions have the same board, the same rules and the same earlier moves.
fn is_same_position(a: &Position, b: &Position) -> bool {
    let key = |position: &Position| {
        (
            position.size(),
            position.ply(),
            position.hash(),
            position.to_move(),
            position.ko(),
            position.passes(),
        )
    };
    key(a) == key(b) && a.rules() == b.rules() && a.turns().eq(b.turns())
}

/// Number of simulations between two checks whether another move can still overtake the most visited one.
const EARLY_STOP_INTERVAL: u64 = 256;

/// Limits of one turn, in simulations and time, from the parameters.
struct Budget<'a>(&'a MctsParams);

impl Budget<'_> {
    /// Number of simulations that remain after `done` of them.
    ///
    /// With a time limit and a running clock, the number is practically unlimited. If `elapsed` is still 0,
    /// no clock runs, and the number of simulations limits the turn instead of the time.
    fn simulations_left(&self, done: u64, elapsed: f64) -> u64 {
        let budget = u64::from(self.0.playouts);
        match (self.0.time > 0.0, elapsed > 0.0) {
            (true, true) => u64::from(u32::MAX),
            (true, false) => budget.max(MIN_WITHOUT_CLOCK).saturating_sub(done),
            (false, _) => budget.saturating_sub(done),
        }
    }

    /// Returns true if there is a time limit, and it is reached or no simulations remain after `done` of
    /// them. Calls `elapsed` only if there is a time limit.
    fn is_late(&self, elapsed: impl Fn() -> f64, done: u64) -> bool {
        if self.0.time <= 0.0 {
            return false;
        }
        let elapsed = elapsed();
        elapsed >= self.0.time || self.simulations_left(done, elapsed) == 0
    }

    /// Returns true if the search can end: the budget is spent, or the remaining simulations cannot change
    /// the choice.
    fn is_spent(&self, search: &MctsSearch, position: &Position, elapsed: f64) -> bool {
        let done = search.simulations();
        if self.is_late(|| elapsed, done)
            || self.simulations_left(done, elapsed) == 0
            || search.is_exhausted()
        {
            return true;
        }
        if done == 0 || !done.is_multiple_of(EARLY_STOP_INTERVAL) {
            return false;
        }
        let remaining = if self.0.time > 0.0 {
            if elapsed == 0.0 {
                return false;
            }
            done as f64 / elapsed * (self.0.time - elapsed)
        } else {
            self.simulations_left(done, elapsed) as f64
        };
        match contenders(search, position, search.root_moves(), 2)[..] {
            [] | [_] => true,
            [first, second, ..] => (first.visits - second.visits) as f64 > remaining,
        }
    }
}

/// The `count` most visited root moves that may be chosen, by falling visits. Illegal moves are left out. A
/// pass is left out too if there is another move, unless the game ends with a win or a draw when both sides
/// pass. `root_moves`: all root moves, by falling visits.
fn contenders(
    search: &MctsSearch,
    position: &Position,
    root_moves: Vec<RootMove>,
    count: usize,
) -> Vec<RootMove> {
    let legal = root_moves.into_iter().filter(|root_move| position.is_legal(search.action(root_move.cell)));
    let mut leaders: Vec<RootMove> = legal.take(count + 1).collect();
    // Cell 0 is the pass.
    if let Some(pass) = leaders.iter().take(count).position(|root_move| root_move.cell == 0)
        && leaders.len() > 1
        && result_after_passes(position).is_none_or(|result| result == 0.0)
    {
        leaders.remove(pass);
    }
    leaders.truncate(count);
    leaders
}

impl Mcts {
    /// Prepares the search of a turn with its random generator. Keeps the tree of the previous turn if the
    /// parameters allow it and the position is in the tree.
    fn prepare_search(&mut self, position: &Position, rng: Rng) {
        // If an interrupted turn begins again, its search goes on. The move is then the same as without the
        // interruption.
        let is_resumed = self.turn_rng.as_ref() == Some(&rng)
            && self.search.as_ref().is_some_and(|search| is_same_position(search.position(), position));
        if is_resumed {
            return;
        }
        self.turn_rng = Some(rng.clone());
        let reuse = self.params.reuse;
        let search = self.search.as_mut().filter(|_| reuse);
        if !search.is_some_and(|search| search.follow(position, rng.clone())) {
            self.search = Some(MctsSearch::new(position, &self.params, rng));
        }
    }

    /// Chooses the most visited root move of [`contenders`], or resigns.
    fn decide(&mut self, position: &Position) -> Answer {
        let Some(search) = &self.search else { return Answer::Move(fallback_move(position)) };
        let root_moves = search.root_moves();
        if !search.are_roots_expanded() || root_moves.first().is_some_and(|root_move| root_move.visits == 0) {
            // No move has a visit: the priors decide.
            let best_prior = search.best_by_prior().filter(|&action| position.is_legal(action));
            return Answer::Move(
                best_prior
                    .or_else(|| random_sensible_move(&mut self.uniform, position))
                    .unwrap_or(Move::Pass),
            );
        }
        let contenders = contenders(search, position, root_moves, 1);
        let Some(best) = contenders.first() else { return Answer::Move(fallback_move(position)) };
        let is_hopeless = search.winrate_of(best).is_some_and(|winrate| winrate < self.params.resign);
        if self.params.resign > 0.0 && is_hopeless {
            return Answer::Resign;
        }
        Answer::Move(search.action(best.cell))
    }
}

/// Reason for a pass without a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ImmediatePass {
    /// The game is over.
    Over,
    /// The opponent has passed, and a pass ends and wins the game.
    Wins,
}

impl ImmediatePass {
    /// Thought that reports the pass. `seconds`: time since the turn began.
    fn thought(self, seconds: f64) -> Thought {
        let (reason, winrate) = match self {
            Self::Over => ("the game is over", None),
            Self::Wins => {
                ("the other side has passed, and to pass as well ends the game and wins it", Some(1.0))
            }
        };
        Thought {
            candidates: vec![Candidate {
                winrate,
                variation: vec![Move::Pass],
                ..Candidate::new(Move::Pass)
            }],
            winrate,
            seconds: Some(seconds),
            reason: reason.to_owned(),
            ..Thought::default()
        }
    }
}

/// Reason for a pass without a search. `None` if the position needs a search.
fn find_immediate_pass(position: &Position) -> Option<ImmediatePass> {
    if position.is_over() {
        return Some(ImmediatePass::Over);
    }
    if position.passes() > 0 && position.is_legal(Move::Pass) {
        let mut after = position.clone();
        after.play_unchecked(Move::Pass);
        let wins = after.outcome().and_then(stonefield_go::Outcome::winner) == Some(position.to_move());
        return (after.is_over() && wins).then_some(ImmediatePass::Wins);
    }
    None
}

/// Result for the side to move if both sides only pass from here: 1 for a win, 0.5 for a draw, 0 for a loss.
/// `None` if passing is not allowed or does not end the game.
fn result_after_passes(position: &Position) -> Option<f64> {
    let mut after = position.clone();
    for _ in 0..4 {
        if after.is_over() {
            let winner = after.outcome()?.winner();
            return Some(winner.map_or(0.5, |winner| if winner == position.to_move() { 1.0 } else { 0.0 }));
        }
        after.try_play(Move::Pass).ok()?;
    }
    None
}

/// A pass if it is legal, else the first legal move.
fn fallback_move(position: &Position) -> Move {
    if position.is_legal(Move::Pass) {
        return Move::Pass;
    }
    position.legal_moves().first().copied().unwrap_or(Move::Pass)
}
