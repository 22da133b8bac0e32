//! A search of one position, whatever its rules and size: its tree, and how it grows.

use super::atari::AtariGame;
use super::full::Full;
use super::game::SearchGame;
use super::inspect::Simulation;
use super::lawful::{Lawful, action, cell};
use super::node::{Below, Index, ROOT, Tree};
use super::params::{MctsParams, Parallel, Style};
use super::scale::ResultScale;
use super::threads::{HelperTime, share, simulate};
use super::worker::{Grown, LARGE, Leads, Worker};
use crate::playout::counts_leads;
use crate::{CpuClock, Rng, Stop};
use rand::{Rng as _, SeedableRng};
use std::sync::Arc;
use stonefield_go::board::Storage;
use stonefield_go::{Board, BoardVisitor, Goal, Move, NoMove, Position};

/// Points that the simulations between two looks at the clock play over, roughly, in each of several threads.
const ROUND: usize = 8192;

/// A tree search of a position: simulations are run, and what they found is looked at, in any order.
///
/// With one thread, or with a tree for each, the same generator leads to the same tree.
///
/// ```
/// use stonefield_go::{Position, Rules, Setup};
/// use stonefield_search::mcts::{MctsNodeId, MctsParams, MctsSearch};
/// use stonefield_search::{Dice, Use};
///
/// // The first capture wins, and C2 takes three stones.
/// let setup: Setup = ". . . . .\n\
///                     . X X X .\n\
///                     X O O O X\n\
///                     . X . X .\n\
///                     . . . . .".parse()?;
/// let position = Position::from_setup(&setup, Rules::preset("atari-go").unwrap_or_default())?;
/// let rng = Dice::new(1, 0, 0).rng(1, None, Use::Think);
/// let mut search = MctsSearch::new(&position, &MctsParams::default(), rng);
/// search.run(500, &|| false);
/// let best = &search.branches(MctsNodeId::ROOT, 1)[0];
/// assert_eq!(best.action.to_string(), "C2");
/// assert_eq!(search.simulations(), 500);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct MctsSearch {
    pub(super) position: Arc<Position>,
    pub(super) params: MctsParams,
    /// The units of results.
    pub(super) scale: ResultScale,
    /// One, or one for each thread.
    pub(super) trees: Vec<Tree>,
    /// How far the generator of each worker has come.
    rngs: Vec<Rng>,
    /// The chance of the turn, which is taken when the root has its children.
    chance: Option<Rng>,
    /// Simulations run on this root, those that a reused tree brought along not counted.
    pub(super) simulations: u64,
    pub(super) depth: u32,
    /// Sums of ownership, by point number, and how many playouts are in them.
    pub(super) owners: Vec<i32>,
    pub(super) owned: u32,
    /// By the cell of the first move: leads at the ends of the games since the search began at this root.
    pub(super) leads: Vec<Leads>,
    /// Whether ownership and lead are asked for.
    pub(super) watched: bool,
    /// Whether the bound of memory has kept a node from getting children.
    pub(super) full: bool,
    /// How many threads worked at a time, where fewer were available than wanted.
    pub(super) short: Option<usize>,
    /// The move with the best prior when it was told to stop before the root had its children, by cell.
    pub(super) best_prior: Option<u32>,
    /// The CPU time of the threads that help, where it is counted.
    helpers: Arc<HelperTime>,
    /// The workers, made when they are first needed.
    crew: Option<Box<dyn Crew>>,
}

/// The game that a search plays.
#[derive(Clone, Copy)]
enum GameKind {
    Full,
    Atari,
    Lawful,
}

impl GameKind {
    /// The game that is searched from a position.
    fn of(position: &Position, params: &MctsParams) -> Self {
        let rules = position.rules();
        let placed = rules.stones_each.is_some() || rules.quirks.is_some();
        if params.style == Style::AtariGo && !placed
            || rules.goal == Goal::FirstCapture && rules.no_move != NoMove::Pass && !placed
        {
            Self::Atari
        } else if counts_leads(rules) {
            Self::Full
        } else {
            // Other rules are followed on the position itself.
            Self::Lawful
        }
    }
}

impl MctsSearch {
    /// A search of a position that is not over. Its root gets children with the first simulation, or by [`MctsSearch::open`].
    #[must_use]
    pub fn new(position: &Position, params: &MctsParams, mut rng: Rng) -> Self {
        let trees = if params.parallel == Parallel::Root { params.threads.max(1) } else { 1 };
        let captures_win = matches!(GameKind::of(position, params), GameKind::Atari);
        Self {
            position: Arc::new(position.clone()),
            params: params.clone(),
            scale: ResultScale::of(params, position.rules(), position.size(), captures_win),
            trees: (0..trees).map(|_| Tree::new(params.max_nodes / trees as u32)).collect(),
            rngs: Self::rngs(params, &mut rng),
            chance: None,
            simulations: 0,
            depth: 0,
            owners: Vec::new(),
            owned: 0,
            leads: Vec::new(),
            watched: false,
            full: false,
            short: None,
            best_prior: None,
            helpers: Arc::default(),
            crew: None,
        }
    }

    fn rngs(params: &MctsParams, rng: &mut Rng) -> Vec<Rng> {
        (0..params.threads.max(1)).map(|_| Rng::seed_from_u64(rng.next_u64())).collect()
    }

    /// The position that is searched.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// What it was made with.
    #[must_use]
    pub fn params(&self) -> &MctsParams {
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

    /// Whether to find out ownership and lead, which takes a little time.
    ///
    /// ```
    /// use stonefield_go::{Point, Position, Rules, Setup};
    /// use stonefield_search::mcts::{MctsParams, MctsSearch};
    /// use stonefield_search::{Dice, Use};
    ///
    /// let setup: Setup = ". X . X . O . O .\n\
    ///                     X X X X . O O O O".parse()?;
    /// let position = Position::from_setup(&setup, Rules::default())?;
    /// let rng = Dice::new(1, 0, 0).rng(1, None, Use::Think);
    /// let mut search = MctsSearch::new(&position, &MctsParams::default(), rng);
    /// search.watch_owners(true);
    /// search.run(50, &|| false);
    /// let ownership = search.thought(0.0).ownership;
    /// let owner = |point: Point| ownership[setup.size().index(point)];
    /// // Above 0: the side to move, here Black.
    /// assert!(owner("A2".parse()?) > 0.5 && owner("G2".parse()?) < -0.5);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn watch_owners(&mut self, wanted: bool) {
        self.watched = wanted;
    }

    /// Counts by this clock what threads spend that help, from now on; the thread that asks is none of them. Without a clock none is counted.
    pub fn count_helpers(&mut self, clock: Option<CpuClock>) -> Arc<HelperTime> {
        self.helpers = Arc::new(HelperTime::new(clock));
        Arc::clone(&self.helpers)
    }

    /// Whether a tree has counted as many simulations as its sums can hold: no more are run then. With `value=score` these are 2³² ∕ (2 · points of
    /// the board), two million at the least (six on 19×19); games won never come to so many.
    #[must_use]
    pub fn is_exhausted(&self) -> bool {
        self.room() == 0
    }

    /// Simulations that every tree has room for.
    fn room(&self) -> u32 {
        let most = self.scale.most_visits();
        let visits = self.trees.iter().map(|tree| u64::from(tree.node(ROOT).visits())).max();
        u32::try_from(most.saturating_sub(visits.unwrap_or(0))).unwrap_or(u32::MAX)
    }

    /// Runs `count` simulations, or fewer when it is told to stop, or [exhausted](MctsSearch::is_exhausted): one that is stopped in the middle
    /// counts nothing.
    ///
    /// ```
    /// use std::cell::Cell;
    /// use stonefield_go::{Position, Rules, Size};
    /// use stonefield_search::mcts::{MctsParams, MctsSearch};
    /// use stonefield_search::{Dice, Use};
    ///
    /// let position = Position::new(Size::square(9)?, Rules::default());
    /// let rng = Dice::new(1, 0, 0).rng(1, None, Use::Think);
    /// let mut search = MctsSearch::new(&position, &MctsParams::default(), rng);
    /// let asked = Cell::new(0);
    /// search.run(100_000, &|| asked.replace(asked.get() + 1) > 5);
    /// assert!(search.simulations() < 100_000, "the results up to the stop are kept");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn run(&mut self, count: u32, stop: Stop<'_>) {
        if self.open(stop) {
            let count = count.min(self.room());
            self.with_crew(stop, |crew, search| crew.run(search, count, stop));
        }
    }

    /// Runs one simulation and tells what happened in each of its phases. The numbers are the tree's own, and with one thread the
    /// tree is the one that [`MctsSearch::run`] would have made.
    pub fn step(&mut self) -> Simulation {
        self.open(&|| false);
        if self.is_exhausted() {
            return Simulation::default();
        }
        self.with_crew(&|| false, |crew, search| crew.step(search)).unwrap_or_default()
    }

    /// Makes the position after some more moves the root, with what the tree knows of it and the chance of another turn; `false` when it is
    /// not the same game going on or the tree knows nothing of it: the search is as it was then.
    pub fn follow(&mut self, position: &Position, rng: Rng) -> bool {
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
        self.crew = None;
        self.simulations = 0;
        self.depth = 0;
        self.owners.clear();
        self.owned = 0;
        self.leads.clear();
        self.full = false;
        self.short = None;
        self.best_prior = None;
        self.chance = Some(rng);
        true
    }

    /// Whether every root has its children.
    pub fn is_open(&self) -> bool {
        !self.trees.iter().any(|tree| matches!(tree.node(ROOT).below(), Below::Leaf))
    }

    /// Gives every root that has none its children; `false` when it was told to stop before its end.
    pub fn open(&mut self, stop: Stop<'_>) -> bool {
        if !self.is_open() {
            self.best_prior = None;
            let large = self.position.size().area() > LARGE;
            let children = u32::try_from(self.position.empties()).unwrap_or(u32::MAX).saturating_add(1);
            for tree in &mut self.trees {
                let leaf = matches!(tree.node(ROOT).below(), Below::Leaf);
                // To have copied a large position takes a while already.
                if leaf && (large && stop() || !tree.make_room_for_root(children, stop)) {
                    return false;
                }
            }
            if self.with_crew(stop, |crew, search| crew.open(search, stop)) != Some(true) {
                return false;
            }
        }
        if let Some(mut rng) = self.chance.take() {
            self.rngs = Self::rngs(&self.params, &mut rng);
            self.crew = None;
        }
        true
    }

    /// Does something with the workers; `None` when it was told to stop before there are any.
    fn with_crew<T>(
        &mut self,
        stop: Stop<'_>,
        work: impl FnOnce(&mut dyn Crew, &mut Self) -> T,
    ) -> Option<T> {
        let mut crew = match self.crew.take() {
            Some(crew) => crew,
            None => self.position.visit(Hire { search: self, stop })?,
        };
        let result = work(crew.as_mut(), self);
        self.crew = Some(crew);
        Some(result)
    }

    /// The move to a cell of the board; a pass for cell 0.
    #[must_use]
    pub fn action(&self, cell: u32) -> Move {
        action(self.position.size(), cell)
    }
}

/// Makes the workers of a search; `None` when it is told to stop.
struct Hire<'a> {
    search: &'a MctsSearch,
    stop: Stop<'a>,
}

impl BoardVisitor for Hire<'_> {
    type Output = Option<Box<dyn Crew>>;

    fn visit<S: Storage>(self, board: &Board<S>) -> Self::Output {
        let MctsSearch { position, params, .. } = self.search;
        match GameKind::of(position, params) {
            GameKind::Full => self.hire(board, || Full::new(position, board, params)),
            GameKind::Atari => self.hire(board, || AtariGame::new(position, board, params)),
            GameKind::Lawful => self.hire(board, || Lawful::new(position, params)),
        }
    }
}

impl Hire<'_> {
    fn hire<G: SearchGame, S: Storage>(
        &self,
        board: &Board<S>,
        game: impl Fn() -> G,
    ) -> Option<Box<dyn Crew>> {
        let MctsSearch { params, scale, rngs, .. } = self.search;
        let cells = Board::<S>::cells(board.size());
        let worker = |rng: &Rng| {
            let root = game();
            (!(self.stop)()).then(|| Worker::new(root, game(), params, *scale, cells, rng.clone()))
        };
        let workers: Vec<Worker<G>> = rngs.iter().map_while(worker).collect();
        if workers.len() < rngs.len() { None } else { Some(Box::new(workers)) }
    }
}

/// The workers of a search, one for each thread, whatever game they play.
trait Crew: Send + Sync {
    /// Gives roots their children: of the moves to consider those that the law allows. `false` when it was told to stop.
    fn open(&mut self, search: &mut MctsSearch, stop: Stop<'_>) -> bool;

    /// Runs so many simulations, or fewer when it is told to stop.
    fn run(&mut self, search: &mut MctsSearch, count: u32, stop: Stop<'_>);

    /// Runs one simulation that is looked at.
    fn step(&mut self, search: &mut MctsSearch) -> Simulation;
}

impl<G: SearchGame> Crew for Vec<Worker<G>> {
    fn open(&mut self, search: &mut MctsSearch, stop: Stop<'_>) -> bool {
        let MctsSearch { trees, position, best_prior, .. } = search;
        let legal = |cell| position.is_legal(action(position.size(), cell));
        let Some(worker) = self.first_mut() else { return false };
        for tree in trees {
            if worker.expand(tree, ROOT, legal, stop) == Grown::Stopped {
                *best_prior = worker.best_prior(legal);
                return false;
            }
        }
        search.learn(self);
        true
    }

    fn run(&mut self, search: &mut MctsSearch, count: u32, stop: Stop<'_>) {
        let area = search.position.size().area();
        let most = u32::try_from(area + 1).unwrap_or(u32::MAX);
        let points = if search.watched { area } else { 0 };
        self.iter_mut().for_each(|worker| worker.watch_owners(points));
        let mut done = 0;
        if let ([worker], [tree]) = (&mut self[..], &mut search.trees[..]) {
            // A simulation on a small board takes less time than the clock is worth.
            let between = u32::try_from((1024 / area).max(1)).unwrap_or(1);
            while done < count && !(done.is_multiple_of(between) && stop()) {
                if !tree.reserve(most, stop) || !worker.simulate(tree, stop) {
                    break;
                }
                done += 1;
            }
        } else {
            let round = (ROUND / area).max(1) as u32;
            let threads = u32::try_from(self.len()).unwrap_or(u32::MAX);
            while done < count && !stop() {
                let left = (count - done).min(round.saturating_mul(threads));
                let shared = search.trees.len() == 1;
                let each = if shared { left } else { share(left, self.len(), 0) };
                let room = most.saturating_mul(each);
                if !search.trees.iter_mut().all(|tree| tree.reserve(room, stop)) {
                    break;
                }
                let ended = simulate(self, &search.trees, left, &search.helpers, stop);
                if ended.threads < self.len() {
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
        search.learn(self);
    }

    fn step(&mut self, search: &mut MctsSearch) -> Simulation {
        let [worker, ..] = &mut self[..] else { return Simulation::default() };
        let simulation = search.inspect_one(worker);
        search.learn(self);
        simulation
    }
}

impl MctsSearch {
    /// Takes over what workers found beside the tree, and how far their chance has come.
    fn learn<G: SearchGame>(&mut self, workers: &mut [Worker<G>]) {
        for (worker, rng) in workers.iter_mut().zip(&mut self.rngs) {
            rng.clone_from(&worker.rng);
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
                leads.wins += more.wins;
            }
        }
    }
}
