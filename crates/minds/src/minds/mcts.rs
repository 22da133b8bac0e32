//! `mcts`: Monte Carlo tree search, with budgets, passing, resigning and thoughts.

use super::fallback::any_sensible;
use crate::uniform::UniformMover;
use crate::{Answer, Brain, BrainInfo, BrainSpec, Inquiry, Observation, Reply, TreeView};
use stonefield_go::{Move, Position};
use stonefield_search::mcts::{MctsParams, MctsSearch, RootMove};
use stonefield_search::{Candidate, Parameters, Rng, Thought, Watch};

/// Largest board, in points, with ownership and lead in the thoughts. On larger boards they take too long.
const MAX_OWNERSHIP_AREA: usize = 1 << 16;

/// Minimum time between two reported thoughts, in seconds.
const THOUGHT_INTERVAL: f64 = 0.05;

/// Smallest simulation budget of a turn with a time limit but without a running clock.
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
    /// Time of the last thought, in elapsed seconds of the turn.
    last_thought: Option<f64>,
    /// Reason for a pass without a search, if this turn has one.
    immediate_pass: Option<ImmediatePass>,
    /// Random generator of a turn whose search is not prepared yet.
    pending_rng: Option<Rng>,
    /// Random generator with which the turn of the current search began.
    turn_rng: Option<Rng>,
    /// Draws a move if the search has no result.
    uniform: UniformMover,
}

impl Brain for Mcts {
    fn new_game(&mut self) {
        self.search = None;
        self.turn_rng = None;
    }

    fn begin(&mut self, observation: &Observation<'_>, rng: Rng) {
        self.last_thought = None;
        self.uniform.start(rng.clone());
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
        let before = search.simulations();
        let expanded = search.expand_roots(&|| watch.stop() || budget.is_late(|| watch.elapsed(), 0));
        if !expanded || watch.stop() || budget.is_spent(search, position, watch.elapsed()) {
            if curious {
                watch.receive_thought(&search.thought(watch.elapsed()));
            }
            return Some(self.decide(position));
        }
        let elapsed = watch.elapsed();
        if curious && before > 0 && elapsed >= self.last_thought.map_or(0.0, |last| last + THOUGHT_INTERVAL) {
            self.last_thought = Some(elapsed);
            watch.receive_thought(&search.thought(elapsed));
        }
        let batch_size = (BATCH_POINTS / position.size().area()).max(1) * params.threads.max(1);
        // Batches end at multiples of the interval, so the early-stop check does not depend on the batch
        // size.
        let simulations = budget
            .playouts_left(before, elapsed)
            .min(EARLY_STOP_INTERVAL - before % EARLY_STOP_INTERVAL)
            .min(batch_size as u64);
        let count = u32::try_from(simulations).unwrap_or(u32::MAX).max(1);
        let helpers = search.count_helper_time(watch.cpu_clock());
        let elapsed = || watch.elapsed() + helpers.seconds();
        search.run(count, &|| watch.stop() || budget.is_late(elapsed, before));
        if watch.cpu_clock().is_some() && params.threads > 1 {
            watch.spend(Some(helpers.seconds()));
        }
        None
    }

    fn reply(&mut self, _: &Observation<'_>, inquiry: &Inquiry) -> Option<Reply> {
        let Inquiry::Tree { moves, nodes } = *inquiry else { return None };
        let snapshot = self.search.as_ref()?.snapshot(moves, nodes, &[]);
        Some(Reply::Tree(TreeView::Simulated(snapshot)))
    }
}

/// Work of a batch in each thread: simulations times board area, in points.
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

/// Simulations between two checks whether the most visited move can still be overtaken.
const EARLY_STOP_INTERVAL: u64 = 256;

/// Limits of one turn, in playouts and time, from its parameters.
struct Budget<'a>(&'a MctsParams);

impl Budget<'_> {
    /// Remaining simulations of the budget, after `done` of them.
    ///
    /// With a time limit and a running clock, the number is practically unlimited. If `elapsed` is still 0,
    /// no clock runs: then the number of simulations limits the turn instead of the time.
    fn playouts_left(&self, done: u64, elapsed: f64) -> u64 {
        let budget = u64::from(self.0.playouts);
        match (self.0.time > 0.0, elapsed > 0.0) {
            (true, true) => u64::from(u32::MAX),
            (true, false) => budget.max(MIN_WITHOUT_CLOCK).saturating_sub(done),
            (false, _) => budget.saturating_sub(done),
        }
    }

    /// Returns true if the time limit is reached. Calls `elapsed` only if there is a time limit.
    fn is_late(&self, elapsed: impl Fn() -> f64, done: u64) -> bool {
        if self.0.time <= 0.0 {
            return false;
        }
        let elapsed = elapsed();
        elapsed >= self.0.time || self.playouts_left(done, elapsed) == 0
    }

    /// Returns true if the search can end: the budget is spent, or its rest cannot change the choice.
    fn is_spent(&self, search: &MctsSearch, position: &Position, elapsed: f64) -> bool {
        let done = search.simulations();
        if self.is_late(|| elapsed, done) || self.playouts_left(done, elapsed) == 0 || search.is_exhausted() {
            return true;
        }
        if done == 0 || !done.is_multiple_of(EARLY_STOP_INTERVAL) {
            return false;
        }
        let left = if self.0.time > 0.0 {
            if elapsed == 0.0 {
                return false;
            }
            done as f64 / elapsed * (self.0.time - elapsed)
        } else {
            self.playouts_left(done, elapsed) as f64
        };
        match contenders(search, position, search.root_moves(), 2)[..] {
            [] | [_] => true,
            [first, second, ..] => (first.visits - second.visits) as f64 > left,
        }
    }
}

/// The `wanted` most visited root moves that may be chosen, by falling visits. Illegal moves and a losing
/// pass are left out.
fn contenders(search: &MctsSearch, position: &Position, sums: Vec<RootMove>, wanted: usize) -> Vec<RootMove> {
    let legal = sums.into_iter().filter(|sum| position.is_legal(search.action(sum.cell)));
    let mut leaders: Vec<RootMove> = legal.take(wanted + 1).collect();
    if let Some(pass) = leaders.iter().take(wanted).position(|sum| sum.cell == 0)
        && leaders.len() > 1
        && result_after_passes(position).is_none_or(|share| share == 0.0)
    {
        // After this pass the opponent can pass as well and end the game.
        leaders.remove(pass);
    }
    leaders.truncate(wanted);
    leaders
}

impl Mcts {
    /// Prepares the search of a turn with its random generator. Reuses the previous tree if it can.
    fn prepare_search(&mut self, position: &Position, rng: Rng) {
        // An interrupted turn that begins again keeps its search, so its move is the same as without the
        // break.
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
        let sums = search.root_moves();
        if !search.are_roots_expanded() || sums.first().is_some_and(|sum| sum.visits == 0) {
            // No move has a visit: the priors decide.
            let best_by_prior = search.best_by_prior().filter(|&action| position.is_legal(action));
            return Answer::Move(
                best_by_prior.or_else(|| any_sensible(&mut self.uniform, position)).unwrap_or(Move::Pass),
            );
        }
        let contenders = contenders(search, position, sums, 1);
        let Some(best) = contenders.first() else { return Answer::Move(fallback_move(position)) };
        let hopeless = search.winrate_of(best).is_some_and(|winrate| winrate < self.params.resign);
        if self.params.resign > 0.0 && hopeless {
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
    /// Thought that reports the pass after `seconds`.
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

/// Finds a pass that needs no search: the game is over, or the pass wins it at once.
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
