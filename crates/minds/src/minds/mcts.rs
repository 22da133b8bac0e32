//! `mcts`: Monte Carlo tree search, with budgets, passing, resigning and thoughts.

use super::fallback::any_sensible;
use crate::uniform::UniformMover;
use crate::{Answer, Brain, BrainInfo, BrainSpec, Inquiry, Observation, Reply, TreeView};
use stonefield_go::{Move, Position};
use stonefield_search::mcts::{MctsParams, MctsSearch, RootMove};
use stonefield_search::{Candidate, Parameters, Rng, Thought, Watch};

/// Points of a board up to which ownership and lead are told: beyond, it takes too long.
const OWNED: usize = 1 << 16;

/// The least time between two thoughts, in seconds.
const BETWEEN: f64 = 0.05;

/// Simulations of a budget of time at least: a clock that has not moved by then counts as none.
const PATIENCE: u64 = 1000;

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
        told: None,
        at_once: None,
        begun: None,
        chance: None,
        uniform: UniformMover::new(),
    })
}

struct Mcts {
    params: MctsParams,
    search: Option<MctsSearch>,
    /// When it last told its thoughts, in seconds of the turn.
    told: Option<f64>,
    /// A pass that needs no search, and why.
    at_once: Option<AtOnce>,
    /// The chance of a turn for which the search is not set up yet.
    begun: Option<Rng>,
    /// The chance that the turn of the search began with.
    chance: Option<Rng>,
    /// For moves about which nothing is known.
    uniform: UniformMover,
}

impl Brain for Mcts {
    fn new_game(&mut self) {
        self.search = None;
        self.chance = None;
    }

    fn begin(&mut self, seen: &Observation<'_>, rng: Rng) {
        self.told = None;
        self.uniform.start(rng.clone());
        self.at_once = at_once(seen.position);
        self.begun = Some(rng).filter(|_| self.at_once.is_none());
    }

    fn batch(&mut self, seen: &Observation<'_>, watch: &mut dyn Watch) -> Option<Answer> {
        let position = seen.position;
        if let Some(chosen) = self.at_once {
            if watch.curious() {
                watch.thought(&chosen.thought(watch.elapsed()));
            }
            return Some(Answer::Move(Move::Pass));
        }
        if let Some(rng) = self.begun.take() {
            self.set_up(position, rng);
        }
        let Some(search) = &mut self.search else { return Some(Answer::Move(last_resort(position))) };
        let (params, budget) = (&self.params, Budget(&self.params));
        let curious = watch.curious();
        search.watch_owners(curious && position.size().area() <= OWNED);
        let before = search.simulations();
        let open = search.open(&|| watch.stop() || budget.is_late(|| watch.elapsed(), 0));
        if !open || watch.stop() || budget.is_spent(search, position, watch.elapsed()) {
            if curious {
                watch.thought(&search.thought(watch.elapsed()));
            }
            return Some(self.decide(position));
        }
        let elapsed = watch.elapsed();
        if curious && before > 0 && elapsed >= self.told.map_or(0.0, |told| told + BETWEEN) {
            self.told = Some(elapsed);
            watch.thought(&search.thought(elapsed));
        }
        let each = (BATCH / position.size().area()).max(1) * params.threads.max(1);
        // Where it is looked at whether the leader can be caught must not depend on anything else.
        let wanted = budget.playouts_left(before, elapsed).min(EARLY - before % EARLY).min(each as u64);
        let count = u32::try_from(wanted).unwrap_or(u32::MAX).max(1);
        let helpers = search.count_helpers(watch.cpu_clock());
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

/// Points of the boards that the simulations of a batch play on, in each thread.
const BATCH: usize = 1 << 14;

/// Whether two positions are the same point of the same game.
fn same(one: &Position, other: &Position) -> bool {
    let of = |position: &Position| {
        (
            position.size(),
            position.ply(),
            position.hash(),
            position.to_move(),
            position.ko(),
            position.passes(),
        )
    };
    of(one) == of(other) && one.rules() == other.rules() && one.turns().eq(other.turns())
}

/// Simulations between two looks at whether the leader can still be caught.
const EARLY: u64 = 256;

/// Playouts and time that a turn may take, by its parameters.
struct Budget<'a>(&'a MctsParams);

impl Budget<'_> {
    /// Simulations left of a budget of them. A clock that does not move means that no time is kept: then they count where time
    /// would.
    fn playouts_left(&self, done: u64, elapsed: f64) -> u64 {
        let budget = u64::from(self.0.playouts);
        match (self.0.time > 0.0, elapsed > 0.0) {
            (true, true) => u64::from(u32::MAX),
            (true, false) => budget.max(PATIENCE).saturating_sub(done),
            (false, _) => budget.saturating_sub(done),
        }
    }

    /// Whether a budget of time is spent. The time is not looked at where there is none.
    fn is_late(&self, elapsed: impl Fn() -> f64, done: u64) -> bool {
        if self.0.time <= 0.0 {
            return false;
        }
        let elapsed = elapsed();
        elapsed >= self.0.time || self.playouts_left(done, elapsed) == 0
    }

    /// Whether more simulations are of no use: the budget is spent, or what is left of it cannot change the choice.
    fn is_spent(&self, search: &MctsSearch, position: &Position, elapsed: f64) -> bool {
        let done = search.simulations();
        if self.is_late(|| elapsed, done) || self.playouts_left(done, elapsed) == 0 || search.is_exhausted() {
            return true;
        }
        if done == 0 || !done.is_multiple_of(EARLY) {
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

/// Of the moves at the root, the most visited first, the first `wanted` that may be chosen: those that the law allows, without a pass that
/// would give the game away.
fn contenders(
    search: &MctsSearch,
    position: &Position,
    root_moves: Vec<RootMove>,
    wanted: usize,
) -> Vec<RootMove> {
    let legal = root_moves.into_iter().filter(|root_move| position.is_legal(search.action(root_move.cell)));
    let mut first: Vec<RootMove> = legal.take(wanted + 1).collect();
    if let Some(pass) = first.iter().take(wanted).position(|sum| sum.cell == 0)
        && first.len() > 1
        && ended_now(position).is_none_or(|share| share == 0.0)
    {
        // A pass lets the other side end the game as it stands.
        first.remove(pass);
    }
    first.truncate(wanted);
    first
}

impl Mcts {
    /// The search of a turn with its chance.
    fn set_up(&mut self, position: &Position, rng: Rng) {
        // A turn that was left, and begins again, goes on where it stood: the game is what it would have been.
        let left = self.chance.as_ref() == Some(&rng)
            && self.search.as_ref().is_some_and(|search| same(search.position(), position));
        if left {
            return;
        }
        self.chance = Some(rng.clone());
        let reuse = self.params.reuse;
        let search = self.search.as_mut().filter(|_| reuse);
        if !search.is_some_and(|search| search.follow(position, rng.clone())) {
            self.search = Some(MctsSearch::new(position, &self.params, rng));
        }
    }

    /// The move to play: the most visited one that the law allows, unless passing would give the game away.
    fn decide(&mut self, position: &Position) -> Answer {
        let Some(search) = &self.search else { return Answer::Move(last_resort(position)) };
        let root_moves = search.root_moves();
        if !search.is_open() || root_moves.first().is_some_and(|root_move| root_move.visits == 0) {
            // Nothing has been tried: by what moves look like.
            let looks_best = search.looks_best().filter(|&action| position.is_legal(action));
            return Answer::Move(
                looks_best.or_else(|| any_sensible(&mut self.uniform, position)).unwrap_or(Move::Pass),
            );
        }
        let contenders = contenders(search, position, root_moves, 1);
        let Some(best) = contenders.first() else { return Answer::Move(last_resort(position)) };
        let hopeless = search.winrate_of(best).is_some_and(|chance| chance < self.params.resign);
        if self.params.resign > 0.0 && hopeless {
            return Answer::Resign;
        }
        Answer::Move(search.action(best.cell))
    }
}

/// Why a pass needs no search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum AtOnce {
    /// The game is over.
    Over,
    /// The other has passed, and a pass wins the game on the spot.
    Wins,
}

impl AtOnce {
    /// What is told of the search, after `seconds`.
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

/// What needs no search: a pass that wins the game on the spot, or when it is over already.
fn at_once(position: &Position) -> Option<AtOnce> {
    if position.is_over() {
        return Some(AtOnce::Over);
    }
    if position.passes() > 0 && position.is_legal(Move::Pass) {
        let mut after = position.clone();
        after.play_unchecked(Move::Pass);
        let wins = after.outcome().and_then(stonefield_go::Outcome::winner) == Some(position.to_move());
        return (after.is_over() && wins).then_some(AtOnce::Wins);
    }
    None
}

/// What it comes to for the side to move when both do nothing but pass from here: 1 a win, a half a draw, 0 a loss; `None` where passing is not allowed.
fn ended_now(position: &Position) -> Option<f64> {
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

/// A pass, and where passing is forbidden any legal move.
fn last_resort(position: &Position) -> Move {
    if position.is_legal(Move::Pass) {
        return Move::Pass;
    }
    position.legal_moves().first().copied().unwrap_or(Move::Pass)
}
