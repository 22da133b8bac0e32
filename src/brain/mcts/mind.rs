//! The mind on top of the search: budgets, passing, resigning, thoughts.

use super::params::{Parallel, Params};
use super::report::Sum;
use super::search::Search;
use crate::brain::draw::Drawer;
use crate::brain::is_large;
use crate::brain::{Answer, Brain, BrainSpec, Candidate, Progress, Rng, Seen, Thought, Watch, sensible};
use crate::go::{Move, Position};

/// Points of a board up to which whose each becomes, and by how much, is told: beyond, telling takes too long.
const OWNED: usize = 1 << 16;

/// The least time between two thoughts, in seconds.
const BETWEEN: f64 = 0.05;

/// Simulations of a budget of time at least: a clock that has not moved by then counts as none.
const PATIENCE: u64 = 1000;

pub(super) fn make(spec: &BrainSpec) -> Box<dyn Brain> {
    Box::new(Mind {
        params: Params::of(spec),
        search: None,
        told: None,
        chosen: None,
        chance: None,
        drawer: Drawer::new(),
    })
}

struct Mind {
    params: Params,
    search: Option<Search>,
    /// When it last told its thoughts, in seconds of the turn.
    told: Option<f64>,
    /// A pass that needs no search, and why.
    chosen: Option<AtOnce>,
    /// The chance that the turn of the search began with.
    chance: Option<Rng>,
    /// For moves about which nothing is known.
    drawer: Drawer,
}

impl Brain for Mind {
    fn new_game(&mut self) {
        self.search = None;
        self.chance = None;
    }

    fn begin(&mut self, seen: &Seen<'_>, rng: Rng) {
        self.told = None;
        self.drawer.start(rng.clone());
        self.chosen = at_once(seen.position);
        if self.chosen.is_some() {
            return;
        }
        // A turn that was left, and begins again, goes on where it stood: the game is what it would have been.
        let left = self.chance.as_ref() == Some(&rng)
            && self.search.as_ref().is_some_and(|search| same(search.position(), seen.position));
        if left {
            return;
        }
        self.chance = Some(rng.clone());
        let reused =
            self.params.reuse && self.search.as_mut().is_some_and(|search| search.follow(seen.position));
        match &mut self.search {
            Some(search) if reused => search.take_chance(rng),
            search if is_large(seen.position.size()) => {
                *search = Some(Search::unopened(seen.position, &self.params, rng));
            }
            search => *search = Some(Search::new(seen.position, &self.params, rng)),
        }
    }

    fn advance(&mut self, seen: &Seen<'_>, quota: u32, watch: &mut dyn Watch) -> Progress {
        if let Some(chosen) = self.chosen {
            if watch.curious() {
                watch.thought(&chosen.thought(watch.worked()));
            }
            return Progress::Done(Answer::Move(Move::Pass));
        }
        let Some(search) = &mut self.search else {
            return Progress::Done(Answer::Move(last_resort(seen.position)));
        };
        let curious = watch.curious();
        search.watch_owners(curious && seen.position.size().area() <= OWNED);
        let large = is_large(seen.position.size());
        let alone = self.params.threads == 1;
        // Threads with a tree for each could not go on as if they had never stood still.
        let may_rest = large && (alone || self.params.parallel == Parallel::Tree);
        let least = if alone { PROGRESS } else { PROGRESS_OF_THREADS };
        let mut asked = 0;
        let mut rests = |watch: &dyn Watch| {
            asked += 1;
            may_rest && asked > least && watch.pauses()
        };
        if !search.is_open() && !watch.stop() {
            let params = &self.params;
            let ends = |watch: &dyn Watch| watch.stop() || params.is_late(watch.elapsed(), 0);
            let left = search.open(Some(&mut || ends(watch) || rests(watch)));
            if left && !ends(watch) {
                return Progress::More;
            }
        }
        let mut left = quota.max(1);
        while left > 0 {
            let done = search.simulations();
            let told = watch.stop() && (done > 0 || large);
            let elapsed = watch.elapsed();
            if told || large && !search.is_open() || self.params.is_spent(search, seen.position, elapsed) {
                if curious {
                    watch.thought(&search.thought(watch.worked()));
                }
                return self.decide(seen.position, watch);
            }
            let due = self.told.map_or(0.0, |told| told + BETWEEN);
            if curious && done > 0 && watch.elapsed() >= due {
                self.told = Some(watch.elapsed());
                watch.thought(&search.thought(watch.worked()));
            }
            let next = self.told.map_or(BETWEEN, |told| told + BETWEEN);
            let params = &self.params;
            let every = clock_every(seen.position);
            // Where it is looked at whether the leader can be caught must not depend on the slices, nor what each thread does.
            let threads = params.threads as u64;
            let slice = if large && !alone { threads } else { u64::from(left).next_multiple_of(threads) };
            let wanted = params.playouts_left(done, elapsed).min(slice).min(EARLY - done % EARLY);
            let count = u32::try_from(wanted).unwrap_or(u32::MAX).max(1);
            let before = search.simulations();
            let mut stop = |done: u32| {
                if done == 0 || !done.is_multiple_of(every) {
                    return false;
                }
                let elapsed = watch.elapsed();
                watch.stop()
                    || curious && elapsed >= next
                    || params.is_late(elapsed, before + u64::from(done))
            };
            if large {
                let mut halt = || watch.stop() || params.is_late(watch.elapsed(), before) || rests(watch);
                search.run_or_halt(count, &mut stop, &mut halt);
                // All threads have had a turn, if nothing else.
                if rests(watch) || !alone && watch.pauses() {
                    return Progress::More;
                }
            } else {
                search.run(count, &mut stop);
            }
            left -= u32::try_from(search.simulations() - before).unwrap_or(left).min(left).max(1);
        }
        Progress::More
    }

    fn search(&self) -> Option<&Search> {
        self.search.as_ref()
    }
}

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

/// How many times it is asked in a slice, at the least, before a simulation is left in the middle: something comes of every slice.
const PROGRESS: u32 = 64;

/// The same for several threads, for which it is asked every millisecond.
const PROGRESS_OF_THREADS: u32 = 4;

/// Simulations between two looks at whether the leader can still be caught.
const EARLY: u64 = 256;

/// Simulations between two looks at the clock: far less than a millisecond on small boards, each on large ones.
fn clock_every(position: &Position) -> u32 {
    u32::try_from((1024 / position.size().area()).max(1)).unwrap_or(1)
}

impl Params {
    /// Simulations left of a budget of them. A clock that does not move means that nobody keeps the time: then they count where time
    /// would.
    fn playouts_left(&self, done: u64, elapsed: f64) -> u64 {
        let budget = u64::from(self.playouts);
        match (self.time > 0.0, elapsed > 0.0) {
            (true, true) => u64::from(u32::MAX),
            (true, false) => budget.max(PATIENCE).saturating_sub(done),
            (false, _) => budget.saturating_sub(done),
        }
    }

    /// Whether a budget of time is spent.
    fn is_late(&self, elapsed: f64, done: u64) -> bool {
        self.time > 0.0 && (elapsed >= self.time || self.playouts_left(done, elapsed) == 0)
    }

    /// Whether nothing more is to be had: the budget is spent, or what is left of it cannot change the choice.
    fn is_spent(&self, search: &Search, position: &Position, elapsed: f64) -> bool {
        let done = search.simulations();
        if self.is_late(elapsed, done) || self.playouts_left(done, elapsed) == 0 {
            return true;
        }
        if done == 0 || !done.is_multiple_of(EARLY) {
            return false;
        }
        let left = if self.time > 0.0 {
            if elapsed == 0.0 {
                return false;
            }
            done as f64 / elapsed * (self.time - elapsed)
        } else {
            self.playouts_left(done, elapsed) as f64
        };
        match contenders(search, position, search.sums(), 2)[..] {
            [] | [_] => true,
            [first, second, ..] => (first.visits - second.visits) as f64 > left,
        }
    }
}

/// Of the moves at the root, the most visited first, the first `wanted` that may be chosen: those that the law allows, without a pass that
/// would give the game away.
fn contenders(search: &Search, position: &Position, sums: Vec<Sum>, wanted: usize) -> Vec<Sum> {
    let legal = sums.into_iter().filter(|sum| position.is_legal(search.action(sum.cell)));
    let mut first: Vec<Sum> = legal.take(wanted + 1).collect();
    if let Some(pass) = first.iter().take(wanted).position(|sum| sum.cell == 0)
        && first.len() > 1
        && ended_now(position).is_none_or(|share| share == 0.0)
    {
        // Whoever passes lets the other end the game as it stands.
        first.remove(pass);
    }
    first.truncate(wanted);
    first
}

impl Mind {
    /// The move to play: the most visited one that the law allows, unless passing would give the game away.
    fn decide(&mut self, position: &Position, watch: &mut dyn Watch) -> Progress {
        let Some(search) = &mut self.search else {
            return Progress::Done(Answer::Move(last_resort(position)));
        };
        search.give_up();
        let sums = search.sums();
        if is_large(position.size()) && sums.first().is_none_or(|sum| sum.visits == 0) {
            // Nothing has been tried: by what moves look like.
            let looks_best = search.looks_best().filter(|&action| position.is_legal(action));
            let chosen = looks_best.unwrap_or_else(|| sensible::choose(&mut self.drawer, position, watch));
            return Progress::Done(Answer::Move(chosen));
        }
        let contenders = contenders(search, position, sums, 1);
        let Some(best) = contenders.first() else {
            return Progress::Done(Answer::Move(last_resort(position)));
        };
        if self.params.resign > 0.0 && best.visits > 0 && best.mean() < self.params.resign {
            return Progress::Done(Answer::Resign);
        }
        Progress::Done(Answer::Move(search.action(best.cell)))
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
    /// What there is to tell, after `seconds`.
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
        let wins = after.outcome().and_then(crate::go::Outcome::winner) == Some(position.to_move());
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
