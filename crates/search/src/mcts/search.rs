//! Search of one position under any rules and of any size: its tree, and its growth.

use super::atari::AtariGame;
use super::full::Full;
use super::game::{SearchGame, cell_of, move_on};
use super::lawful::Lawful;
use super::node::{Below, Index, ROOT, Tree};
use super::params::{MctsParams, Parallel, Style};
use super::scale::ResultScale;
use super::simulation::Simulation;
use super::threads::{HelperTime, share, simulate};
use super::worker::{Grown, LARGE, Leads, Worker};
use crate::playout::counts_leads;
use crate::{CpuClock, Rng, Stop};
use rand::{Rng as _, SeedableRng};
use std::sync::Arc;
use stonefield_go::board::Storage;
use stonefield_go::{Board, BoardVisitor, Goal, Move, NoMove, Position};

/// Work of one thread between two calls of the stop callback, with several threads. In board points:
/// simulations times board area.
const ROUND: usize = 8192;

/// Tree search of a position. Simulations and inspections may alternate in any order.
///
/// With one thread, or with one tree for each thread, the same generator gives the same tree.
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
    /// Units of results.
    pub(super) scale: ResultScale,
    /// One tree, or one for each thread.
    pub(super) trees: Vec<Tree>,
    /// Current state of each worker's generator.
    rngs: Vec<Rng>,
    /// Generator of the next turn. It is taken once the root has its children.
    next_rng: Option<Rng>,
    /// Simulations run from this root, without those of a reused tree.
    pub(super) simulations: u64,
    pub(super) depth: u32,
    /// Sums of ownership, by point number, and the number of playouts in them.
    pub(super) owners: Vec<i32>,
    pub(super) owner_playouts: u32,
    /// By cell of the first move: leads at the ends of the games since the search began at this root.
    pub(super) leads: Vec<Leads>,
    /// True if ownership and lead are recorded.
    pub(super) watched: bool,
    /// True if the memory limit has kept a node from getting children.
    pub(super) full: bool,
    /// Number of threads that worked at the same time, if fewer were available than wanted.
    pub(super) available_threads: Option<usize>,
    /// Cell of the move with the best prior, if the search was stopped before the root had its children.
    pub(super) best_prior: Option<u32>,
    /// CPU time of the helper threads, if it is counted.
    helpers: Arc<HelperTime>,
    /// Workers. They are created when they are first needed.
    crew: Option<Box<dyn Crew>>,
}

/// Implementation of the game that a search plays.
#[derive(Clone, Copy)]
enum GameKind {
    Full,
    Atari,
    Lawful,
}

impl GameKind {
    /// Chooses the implementation for a position.
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
    /// Creates a search of a position that is not over. Its root gets children with the first simulation, or
    /// by [`MctsSearch::open`].
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
            next_rng: None,
            simulations: 0,
            depth: 0,
            owners: Vec::new(),
            owner_playouts: 0,
            leads: Vec::new(),
            watched: false,
            full: false,
            available_threads: None,
            best_prior: None,
            helpers: Arc::default(),
            crew: None,
        }
    }

    fn rngs(params: &MctsParams, rng: &mut Rng) -> Vec<Rng> {
        (0..params.threads.max(1)).map(|_| Rng::seed_from_u64(rng.next_u64())).collect()
    }

    /// Returns the position that is searched.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Returns the parameters of the search.
    #[must_use]
    pub fn params(&self) -> &MctsParams {
        &self.params
    }

    /// Returns the number of simulations run from this root.
    #[must_use]
    pub fn simulations(&self) -> u64 {
        self.simulations
    }

    /// Returns the number of trees: one, or one for each thread. Only the first can be inspected.
    #[must_use]
    pub fn trees(&self) -> usize {
        self.trees.len()
    }

    /// Returns the number of nodes in all trees.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.trees.iter().map(|tree| u64::from(tree.len())).sum()
    }

    /// Returns the longest path, in plies.
    #[must_use]
    pub fn depth(&self) -> u32 {
        self.depth
    }

    /// Switches the recording of ownership and lead, which takes a little time.
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

    /// Counts the CPU time of helper threads from now on, without the calling thread. Without a clock nothing
    /// is counted.
    pub fn count_helpers(&mut self, clock: Option<CpuClock>) -> Arc<HelperTime> {
        self.helpers = Arc::new(HelperTime::new(clock));
        Arc::clone(&self.helpers)
    }

    /// Returns true if a tree has as many simulations as its sums can hold. No more are run then. With
    /// `value=score` the limit is 2³² ∕ (2 · points of the board), at least two million (six million on
    /// 19×19). Without it the limit is never reached.
    #[must_use]
    pub fn is_exhausted(&self) -> bool {
        self.simulations_left() == 0
    }

    /// Returns the number of simulations for which every tree has room.
    fn simulations_left(&self) -> u32 {
        let most = self.scale.most_visits();
        let visits = self.trees.iter().map(|tree| u64::from(tree.node(ROOT).visits())).max();
        u32::try_from(most.saturating_sub(visits.unwrap_or(0))).unwrap_or(u32::MAX)
    }

    /// Runs `count` simulations. Runs fewer if it is stopped or [exhausted](MctsSearch::is_exhausted). A
    /// simulation that is stopped in the middle does not count.
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
            let count = count.min(self.simulations_left());
            self.with_crew(stop, |crew, search| crew.run(search, count, stop));
        }
    }

    /// Runs one simulation and returns a record of its phases. The counts are those of the tree. With one
    /// thread the tree is the same as after [`MctsSearch::run`].
    pub fn step(&mut self) -> Simulation {
        self.open(&|| false);
        if self.is_exhausted() {
            return Simulation::default();
        }
        self.with_crew(&|| false, |crew, search| crew.step(search)).unwrap_or_default()
    }

    /// Moves the root to the position after some further moves. Keeps the subtree below it, and uses `rng`
    /// for the new turn. Returns `false`, and changes nothing, if the position does not continue the same
    /// game or is not in the tree.
    pub fn follow(&mut self, position: &Position, rng: Rng) -> bool {
        let Some(more) = position.ply().checked_sub(self.position.ply()) else { return false };
        let turns = position.turns().count();
        let Some(known_turns) = turns.checked_sub(more as usize) else { return false };
        if self.position.rules() != position.rules() || self.position.size() != position.size() {
            return false;
        }
        let mut replayed = Position::clone(&self.position);
        let mut nodes = vec![ROOT; self.trees.len()];
        for turn in position.turns().skip(known_turns) {
            if turn.color != replayed.to_move() || replayed.try_play(turn.action).is_err() {
                return false;
            }
            let wanted = cell_of(position.size(), turn.action);
            for (at, tree) in nodes.iter_mut().zip(&self.trees) {
                let (first, children) = tree.children(*at);
                let Some(i) = children.iter().position(|node| node.cell() == wanted) else { return false };
                *at = first + i as Index;
            }
        }
        let same = replayed.hash() == position.hash()
            && replayed.to_move() == position.to_move()
            && replayed.ko() == position.ko()
            && replayed.passes() == position.passes()
            && replayed.captured_by() == position.captured_by()
            && replayed.placed() == position.placed();
        if !same {
            return false;
        }
        if !self.trees.iter().all(Tree::may_be_copied) {
            return false;
        }
        for (tree, at) in self.trees.iter_mut().zip(nodes) {
            *tree = tree.subtree(at);
        }
        self.position = Arc::new(position.clone());
        self.crew = None;
        self.simulations = 0;
        self.depth = 0;
        self.owners.clear();
        self.owner_playouts = 0;
        self.leads.clear();
        self.full = false;
        self.available_threads = None;
        self.best_prior = None;
        self.next_rng = Some(rng);
        true
    }

    /// Returns true if every root has its children.
    pub fn is_open(&self) -> bool {
        !self.trees.iter().any(|tree| matches!(tree.node(ROOT).below(), Below::Leaf))
    }

    /// Creates the children of every root that has none. Returns `false` if it was stopped before the end.
    pub fn open(&mut self, stop: Stop<'_>) -> bool {
        if !self.is_open() {
            self.best_prior = None;
            let large = self.position.size().area() > LARGE;
            let children = u32::try_from(self.position.empty_count()).unwrap_or(u32::MAX).saturating_add(1);
            for tree in &mut self.trees {
                let leaf = matches!(tree.node(ROOT).below(), Below::Leaf);
                // The copy of a large position has already taken a while.
                if leaf && (large && stop() || !tree.make_room_for_root(children, stop)) {
                    return false;
                }
            }
            if self.with_crew(stop, |crew, search| crew.open(search, stop)) != Some(true) {
                return false;
            }
        }
        if let Some(mut rng) = self.next_rng.take() {
            self.rngs = Self::rngs(&self.params, &mut rng);
            self.crew = None;
        }
        true
    }

    /// Calls `work` with the workers. Returns `None` if it was stopped before the workers existed.
    fn with_crew<T>(
        &mut self,
        stop: Stop<'_>,
        work: impl FnOnce(&mut dyn Crew, &mut Self) -> T,
    ) -> Option<T> {
        let mut crew = match self.crew.take() {
            Some(crew) => crew,
            None => self.position.visit(WorkerMaker { search: self, stop })?,
        };
        let result = work(crew.as_mut(), self);
        self.crew = Some(crew);
        Some(result)
    }

    /// Returns the move on a cell of the board; a pass for cell 0.
    #[must_use]
    pub fn action(&self, cell: u32) -> Move {
        move_on(self.position.size(), cell)
    }
}

/// Visitor that creates the workers of a search. Returns `None` if it is stopped.
struct WorkerMaker<'a> {
    search: &'a MctsSearch,
    stop: Stop<'a>,
}

impl BoardVisitor for WorkerMaker<'_> {
    type Output = Option<Box<dyn Crew>>;

    fn visit<S: Storage>(self, board: &Board<S>) -> Self::Output {
        let MctsSearch { position, params, .. } = self.search;
        match GameKind::of(position, params) {
            GameKind::Full => self.make_workers(board, || Full::new(position, board, params)),
            GameKind::Atari => self.make_workers(board, || AtariGame::new(position, board, params)),
            GameKind::Lawful => self.make_workers(board, || Lawful::new(position, params)),
        }
    }
}

impl WorkerMaker<'_> {
    fn make_workers<G: SearchGame, S: Storage>(
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

/// Workers of a search, one for each thread, for any game.
trait Crew: Send + Sync {
    /// Creates the children of the roots from the legal moves among those to consider. Returns `false` if it
    /// was stopped.
    fn open(&mut self, search: &mut MctsSearch, stop: Stop<'_>) -> bool;

    /// Runs `count` simulations, or fewer if it is stopped.
    fn run(&mut self, search: &mut MctsSearch, count: u32, stop: Stop<'_>);

    /// Runs one simulation and records it.
    fn step(&mut self, search: &mut MctsSearch) -> Simulation;
}

impl<G: SearchGame> Crew for Vec<Worker<G>> {
    fn open(&mut self, search: &mut MctsSearch, stop: Stop<'_>) -> bool {
        let MctsSearch { trees, position, best_prior, .. } = search;
        let legal = |cell| position.is_legal(move_on(position.size(), cell));
        let Some(worker) = self.first_mut() else { return false };
        for tree in trees {
            if worker.expand(tree, ROOT, legal, stop) == Grown::Stopped {
                *best_prior = worker.best_prior(legal);
                return false;
            }
        }
        search.collect_results(self);
        true
    }

    fn run(&mut self, search: &mut MctsSearch, count: u32, stop: Stop<'_>) {
        let area = search.position.size().area();
        let most = u32::try_from(area + 1).unwrap_or(u32::MAX);
        let points = if search.watched { area } else { 0 };
        self.iter_mut().for_each(|worker| worker.watch_owners(points));
        let mut done = 0;
        if let ([worker], [tree]) = (&mut self[..], &mut search.trees[..]) {
            // A simulation on a small board takes less time than a look at the clock.
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
                    search.available_threads = Some(
                        search.available_threads.map_or(ended.threads, |least| least.min(ended.threads)),
                    );
                }
                done += ended.done;
                if ended.done < left {
                    break;
                }
            }
        }
        search.simulations += u64::from(done);
        search.full |= search.trees.iter().any(|tree| tree.is_full(most));
        search.collect_results(self);
    }

    fn step(&mut self, search: &mut MctsSearch) -> Simulation {
        let [worker, ..] = &mut self[..] else { return Simulation::default() };
        let simulation = search.inspect_one(worker);
        search.collect_results(self);
        simulation
    }
}

impl MctsSearch {
    /// Collects from the workers the results outside the tree, and the state of their generators.
    fn collect_results<G: SearchGame>(&mut self, workers: &mut [Worker<G>]) {
        for (worker, rng) in workers.iter_mut().zip(&mut self.rngs) {
            rng.clone_from(&worker.rng);
            self.depth = self.depth.max(worker.depth);
            self.owners.resize(self.owners.len().max(worker.owners.len()), 0);
            for (sum, more) in self.owners.iter_mut().zip(&mut worker.owners) {
                *sum += std::mem::take(more);
            }
            self.owner_playouts += std::mem::take(&mut worker.owner_playouts);
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
