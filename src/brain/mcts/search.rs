//! A search of one position, whatever its rules and size: its tree, and how it grows.

use super::atari::Atari;
use super::full::{self, Full};
use super::game::Game;
use super::halt::Halt;
use super::lawful::{Lawful, action, cell};
use super::node::{Below, Index, ROOT, Tree};
use super::params::{Parallel, Params, Style};
use super::threads::{share, simulate};
use super::worker::{Grown, Leads, Worker};
use crate::brain::Rng;
use crate::brain::is_large;
use crate::go::board::Storage;
use crate::go::{Board, BoardVisitor, Goal, Move, NoMove, Position};
use rand::{Rng as _, SeedableRng};
use std::any::Any;
use std::sync::Arc;

/// Points that the simulations between two looks at the clock play over, roughly, in each of several threads.
const ROUND: usize = 8192;

/// A tree search of a position: simulations are run, and what they found is looked at, in any order.
///
/// With one thread, or with a tree for each, the same generator leads to the same tree.
pub struct Search {
    pub(super) position: Arc<Position>,
    pub(super) params: Params,
    /// One, or one for each thread.
    pub(super) trees: Vec<Tree>,
    /// The generator of each thread.
    rngs: Vec<Rng>,
    /// Simulations run on this root, those that a reused tree brought along not counted.
    pub(super) simulations: u64,
    pub(super) depth: u32,
    /// Sums of whose each point became, by point number, and how many playouts are in them.
    pub(super) owners: Vec<i32>,
    pub(super) owned: u32,
    /// By the cell of the first move: leads at the ends of the games since the search began at this root.
    pub(super) leads: Vec<Leads>,
    /// Whether whose each point becomes, and by how much, is asked.
    pub(super) watched: bool,
    /// Whether the bound of memory has kept a node from getting children.
    pub(super) full: bool,
    /// How many threads worked at a time, where there were fewer to be had than wanted.
    pub(super) short: Option<usize>,
    /// What looked best when it was told to stop before the root had its children, by cell.
    pub(super) hunch: Option<u32>,
    /// Workers that go on from here.
    kept: Option<Kept>,
}

/// Workers that have been left in the middle of something, or are worth keeping as their boards are large.
struct Kept {
    /// A vector of workers of one kind.
    workers: Box<dyn Any + Send + Sync>,
    /// What kind of job they do: [`Job::ALONE`].
    alone: bool,
}

/// The game that a search plays.
#[derive(Clone, Copy)]
enum Kind {
    Full,
    Atari,
    Lawful,
}

impl Search {
    /// A search of a position that is not over, with a root that has its children.
    #[must_use]
    pub fn new(position: &Position, params: &Params, rng: Rng) -> Self {
        let mut search = Self::unopened(position, params, rng);
        search.open(None);
        search
    }

    /// As [`Search::new`], with a root that has no children yet.
    pub(super) fn unopened(position: &Position, params: &Params, mut rng: Rng) -> Self {
        let trees = if params.parallel == Parallel::Root { params.threads.max(1) } else { 1 };
        Self {
            position: Arc::new(position.clone()),
            params: params.clone(),
            trees: (0..trees).map(|_| Tree::new(params.max_nodes / trees as u32)).collect(),
            rngs: Self::rngs(params, &mut rng),
            simulations: 0,
            depth: 0,
            owners: Vec::new(),
            owned: 0,
            leads: Vec::new(),
            watched: false,
            full: false,
            short: None,
            hunch: None,
            kept: None,
        }
    }

    /// Goes on with the chance of another turn.
    pub fn take_chance(&mut self, mut rng: Rng) {
        self.rngs = Self::rngs(&self.params, &mut rng);
        self.kept = None;
    }

    /// Gives up what has been left in the middle, as if it had never begun, and the room for it.
    pub(super) fn give_up(&mut self) {
        self.kept = None;
    }

    fn rngs(params: &Params, rng: &mut Rng) -> Vec<Rng> {
        (0..params.threads.max(1)).map(|_| Rng::seed_from_u64(rng.next_u64())).collect()
    }

    /// The position that is searched.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// What it was made with.
    #[must_use]
    pub fn params(&self) -> &Params {
        &self.params
    }

    /// Simulations run on this root.
    #[must_use]
    pub fn simulations(&self) -> u64 {
        self.simulations
    }

    /// How many trees grow side by side, of which only the first can be looked into: one, or one for each thread.
    #[must_use]
    pub fn trees(&self) -> usize {
        self.trees.len()
    }

    /// Nodes of the tree, or of all of them.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.trees.iter().map(|tree| u64::from(tree.len())).sum()
    }

    /// The longest way down so far, in plies.
    #[must_use]
    pub fn depth(&self) -> u32 {
        self.depth
    }

    /// Whether to find out whose each point becomes and by how many points a side is ahead, which takes a little time.
    pub fn watch_owners(&mut self, wanted: bool) {
        if self.watched != wanted {
            self.watched = wanted;
            // Whoever gives a root its children asks for no owners.
            self.kept.take_if(|kept| !kept.alone);
        }
    }

    /// Runs `count` simulations, or fewer when `stop` says so between two of them (with threads: every few milliseconds). It is told how many of them
    /// are done.
    pub fn run(&mut self, count: u32, stop: &mut dyn FnMut(u32) -> bool) {
        self.with_workers(Run { count, stop, halt: None });
    }

    /// As [`Search::run`]; `halt` is asked again and again, even in the middle of a simulation, which then counts nothing until it is gone
    /// on with.
    pub(super) fn run_or_halt(
        &mut self,
        count: u32,
        stop: &mut dyn FnMut(u32) -> bool,
        halt: &mut dyn FnMut() -> bool,
    ) {
        self.with_workers(Run { count, stop, halt: Some(halt) });
    }

    /// Makes the position after some more moves the root, with what the tree knows of it; `false` when it is not the same game
    /// going on or the tree knows nothing of it: the search is as it was then.
    pub fn follow(&mut self, position: &Position) -> bool {
        let Some(more) = position.ply().checked_sub(self.position.ply()) else { return false };
        let turns = position.turns().count();
        let Some(known) = turns.checked_sub(more as usize) else { return false };
        if self.position.rules() != position.rules() || self.position.size() != position.size() {
            return false;
        }
        let mut old = Position::clone(&self.position);
        let mut nodes = vec![ROOT; self.trees.len()];
        for turn in position.turns().skip(known) {
            if turn.color != old.to_move() || old.try_play(turn.action).is_err() {
                return false;
            }
            let wanted = cell(position.size(), turn.action);
            for (at, tree) in nodes.iter_mut().zip(&self.trees) {
                let (first, children) = tree.children(*at);
                let Some(i) = children.iter().position(|node| node.cell() == wanted) else { return false };
                *at = first + i as Index;
            }
        }
        let same = old.hash() == position.hash()
            && old.to_move() == position.to_move()
            && old.ko() == position.ko()
            && old.passes() == position.passes()
            && old.captured_by() == position.captured_by()
            && old.placed() == position.placed();
        if !same {
            return false;
        }
        if !self.trees.iter().all(Tree::may_be_copied) {
            return false;
        }
        for (tree, at) in self.trees.iter_mut().zip(nodes) {
            *tree = tree.below(at);
        }
        self.position = Arc::new(position.clone());
        self.kept = None;
        self.simulations = 0;
        self.depth = 0;
        self.owners.clear();
        self.owned = 0;
        self.leads.clear();
        self.full = false;
        self.short = None;
        if !is_large(self.position.size()) {
            self.open(None);
        }
        true
    }

    /// Whether every root has its children.
    pub(super) fn is_open(&self) -> bool {
        !self.trees.iter().any(|tree| matches!(tree.node(ROOT).below(), Below::Leaf))
    }

    /// Gives every root that has none its children; `true` when `halt` said that this was to be left before its end.
    pub(super) fn open(&mut self, halt: Option<&mut dyn FnMut() -> bool>) -> bool {
        self.hunch = None;
        let children = u32::try_from(self.position.empties()).unwrap_or(u32::MAX).saturating_add(1);
        for tree in &mut self.trees {
            if matches!(tree.node(ROOT).below(), Below::Leaf) {
                tree.make_room_for_root(children);
            }
        }
        self.with_workers(Roots(halt))
    }

    fn kind(&self) -> Kind {
        let rules = self.position.rules();
        let placed = rules.stones_each.is_some() || rules.quirks.is_some();
        if self.params.style == Style::AtariGo && !placed
            || rules.goal == Goal::FirstCapture && rules.no_move != NoMove::Pass && !placed
        {
            Kind::Atari
        } else if full::fits(rules) {
            Kind::Full
        } else {
            Kind::Lawful
        }
    }

    /// Does a job with workers of the right kind.
    pub(super) fn with_workers<J: Job>(&mut self, job: J) -> J::Output {
        let position = Arc::clone(&self.position);
        position.visit(Hire { search: self, position: &position, job })
    }
}

/// Something done with workers, whatever their game.
pub(super) trait Job {
    type Output;

    /// Whether one worker is enough, which simulates nothing.
    const ALONE: bool = false;

    /// Whether it goes on where such a job was left.
    const GOES_ON: bool = true;

    /// Whether it is to be left before all workers are made.
    fn halts(&mut self) -> bool;

    /// Does it with a worker for each thread.
    fn run<G: Game>(self, search: &mut Search, workers: Vec<Worker<G>>) -> Self::Output;
}

/// Makes the workers for a job.
struct Hire<'a, J> {
    search: &'a mut Search,
    position: &'a Position,
    job: J,
}

impl<J: Job> BoardVisitor for Hire<'_, J> {
    type Output = J::Output;

    fn visit<S: Storage>(self, board: &Board<S>) -> J::Output {
        let Self { search, position, job } = self;
        let params = search.params.clone();
        let shared = Arc::clone(&search.position);
        match search.kind() {
            Kind::Full => hire(search, job, board, || Full::new(&shared, board, &params)),
            Kind::Atari => hire(search, job, board, || Atari::new(position, board, &params)),
            Kind::Lawful => hire(search, job, board, || Lawful::new(position, &params)),
        }
    }
}

fn hire<J: Job, G: Game, S: Storage>(
    search: &mut Search,
    mut job: J,
    board: &Board<S>,
    game: impl Fn() -> G,
) -> J::Output {
    let cells = Board::<S>::cells(board.size());
    let kept = search.kept.take().filter(|kept| J::GOES_ON && kept.alone == J::ALONE);
    let kept = kept.and_then(|kept| kept.workers.downcast::<Vec<Worker<G>>>().ok());
    let points = if search.watched { board.size().area() } else { 0 };
    let number = if J::ALONE { 1 } else { search.rngs.len() };
    let mut workers = kept.map_or_else(|| Vec::with_capacity(number), |kept| *kept);
    for rng in search.rngs.iter().take(number).skip(workers.len()) {
        let root = (!J::ALONE).then(&game);
        if job.halts() {
            break;
        }
        workers.push(Worker::new(root, game(), &search.params, cells, points, rng.clone()));
    }
    job.run(search, workers)
}

/// Gives roots their children: of the moves that are worth a look those that the law allows.
struct Roots<'a>(Option<&'a mut dyn FnMut() -> bool>);

impl Job for Roots<'_> {
    /// Whether it was left before its end.
    type Output = bool;
    const ALONE: bool = true;

    fn halts(&mut self) -> bool {
        reborrow(&mut self.0).is_some_and(|halt| halt())
    }

    fn run<G: Game>(self, search: &mut Search, mut workers: Vec<Worker<G>>) -> bool {
        let Search { trees, position, hunch, .. } = search;
        let legal = |cell| position.is_legal(action(position.size(), cell));
        let mut halt = self.0.map_or(Halt::never(), Halt::new);
        let Some(worker) = workers.first_mut() else { return true };
        for tree in trees {
            if worker.expand(tree, ROOT, legal, &mut halt) == Grown::Halted {
                *hunch = worker.hunch(legal);
                search.keep(workers, true);
                return true;
            }
        }
        search.learn(&mut workers);
        false
    }
}

/// Runs simulations.
struct Run<'a> {
    count: u32,
    stop: &'a mut dyn FnMut(u32) -> bool,
    halt: Option<&'a mut dyn FnMut() -> bool>,
}

impl Job for Run<'_> {
    type Output = ();

    fn halts(&mut self) -> bool {
        reborrow(&mut self.halt).is_some_and(|halt| halt())
    }

    fn run<G: Game>(mut self, search: &mut Search, mut workers: Vec<Worker<G>>) {
        let area = search.position.size().area();
        let most = u32::try_from(area + 1).unwrap_or(u32::MAX);
        let mut done = 0;
        if workers.len() < search.rngs.len() {
            // There was no time to make them all: the next ones are made when it is called again.
            search.keep(workers, false);
            return;
        }
        if let ([worker], [tree]) = (&mut workers[..], &mut search.trees[..]) {
            let mut halt = self.halt.map_or(Halt::never(), Halt::new);
            while done < self.count && !(self.stop)(done) {
                if halt.asks() {
                    break;
                }
                tree.reserve(most);
                if !worker.simulate(tree, &mut halt) {
                    break;
                }
                done += 1;
            }
        } else {
            let round = (ROUND / area).max(1) as u32;
            let threads = u32::try_from(workers.len()).unwrap_or(u32::MAX);
            while done < self.count && !(self.stop)(done) {
                let left = (self.count - done).min(round.saturating_mul(threads));
                let shared = search.trees.len() == 1;
                let each = if shared { left } else { share(left, workers.len(), 0) };
                for tree in &mut search.trees {
                    if !self.halts() {
                        tree.reserve(most.saturating_mul(each));
                    }
                }
                let ended = simulate(&mut workers, &search.trees, left, reborrow(&mut self.halt));
                if ended.threads < workers.len() {
                    search.short = Some(search.short.map_or(ended.threads, |least| least.min(ended.threads)));
                }
                done += ended.done;
                if ended.done < left {
                    break;
                }
            }
        }
        search.simulations += u64::from(done);
        search.full |= search.trees.iter().any(|tree| tree.is_full(most));
        search.learn(&mut workers);
        if is_large(search.position.size()) {
            search.keep(workers, false);
        }
    }
}

/// Lends out whoever is asked.
fn reborrow<'a>(halt: &'a mut Option<&mut dyn FnMut() -> bool>) -> Option<&'a mut dyn FnMut() -> bool> {
    match halt {
        Some(halt) => Some(&mut **halt),
        None => None,
    }
}

impl Search {
    /// Takes over what workers found beside the tree, and how far their chance has come.
    pub(super) fn learn<G: Game>(&mut self, workers: &mut [Worker<G>]) {
        for (worker, rng) in workers.iter_mut().zip(&mut self.rngs) {
            rng.clone_from(worker.chance());
            self.depth = self.depth.max(worker.depth);
            self.owners.resize(self.owners.len().max(worker.owners.len()), 0);
            for (sum, more) in self.owners.iter_mut().zip(&mut worker.owners) {
                *sum += std::mem::take(more);
            }
            self.owned += std::mem::take(&mut worker.owned);
            self.leads.resize(self.leads.len().max(worker.leads.len()), Leads::default());
            for (leads, more) in self.leads.iter_mut().zip(&mut worker.leads) {
                let more = std::mem::take(more);
                leads.sum += more.sum;
                leads.games += more.games;
            }
        }
    }

    fn keep<G: Game>(&mut self, workers: Vec<Worker<G>>, alone: bool) {
        self.kept = Some(Kept { workers: Box::new(workers), alone });
    }

    /// The move of a node.
    pub(super) fn action(&self, cell: u32) -> Move {
        action(self.position.size(), cell)
    }
}
