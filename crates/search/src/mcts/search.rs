//! Search of one position: its tree, its workers and the growth of the tree.

use super::any_rules::AnyRulesGame;
use super::atari_go::AtariGame;
use super::game::{SearchGame, cell_of, move_on};
use super::go_game::GoGame;
use super::node::{Index, NodeState, ROOT, Tree};
use super::params::{MctsParams, Parallel, Style};
use super::scale::ResultScale;
use super::simulation::Simulation;
use super::threads::{HelperTime, simulate, simulations_of};
use super::worker::{Expansion, LARGE, Leads, Worker};
use crate::playout::can_count_lead;
use crate::{CpuClock, Rng, Stop};
use rand::{Rng as _, SeedableRng};
use std::sync::Arc;
use stonefield_go::board::Storage;
use stonefield_go::{Board, BoardVisitor, Goal, Move, NoMove, Position};

/// Work of each thread in one round of several threads, as simulations times board area. The nodes for a
/// round are reserved before it.
const ROUND_WORK: usize = 8192;

/// Tree search of a position. Between its simulations the tree can be inspected.
///
/// With one thread, or with one tree for each thread, the same generator gives the same tree.
///
/// ```
/// use stonefield_go::{Position, Rules, Setup};
/// use stonefield_search::mcts::{MctsNodeId, MctsParams, MctsSearch};
/// use stonefield_search::{Dice, Purpose};
///
/// // The first capture wins, and C2 takes three stones.
/// let setup: Setup = ". . . . .\n\
///                     . X X X .\n\
///                     X O O O X\n\
///                     . X . X .\n\
///                     . . . . .".parse()?;
/// let position = Position::from_setup(&setup, Rules::preset("atari-go").unwrap_or_default())?;
/// let rng = Dice::new(1, 0, 0).rng(1, None, Purpose::Think);
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
    next_turn_rng: Option<Rng>,
    /// Simulations run from this root, without those of a reused tree.
    pub(super) simulations: u64,
    /// Longest path of a simulation, in plies.
    pub(super) depth: u32,
    /// Sums of ownership, by point number: each recorded playout adds 1 for Black, -1 for White.
    pub(super) owners: Vec<i32>,
    /// Number of playouts in `owners`.
    pub(super) owner_playouts: u32,
    /// By cell of the first move: leads at the ends of the simulated games since the search began at this
    /// root.
    pub(super) leads: Vec<Leads>,
    /// True if simulations record ownership and lead.
    pub(super) records_owners: bool,
    /// True if a tree has no room for the children of another node.
    pub(super) memory_full: bool,
    /// Smallest number of threads that worked at the same time, if fewer were available than wanted.
    pub(super) available_threads: Option<usize>,
    /// Cell of the move with the best prior, if the search was stopped before the root had its children.
    pub(super) best_prior: Option<u32>,
    /// CPU time of the helper threads, if it is counted.
    helpers: Arc<HelperTime>,
    /// Workers. They are created when they are first needed.
    workers: Option<Box<dyn Workers>>,
}

/// Implementation of the game that a search plays.
#[derive(Clone, Copy)]
enum GameKind {
    Go,
    AtariGo,
    AnyRules,
}

impl GameKind {
    /// Chooses the implementation for a position.
    fn of(position: &Position, params: &MctsParams) -> Self {
        let rules = position.rules();
        let has_special_rules = rules.stones_each.is_some() || rules.quirks.is_some();
        if params.style == Style::AtariGo && !has_special_rules
            || rules.goal == Goal::FirstCapture && rules.no_move != NoMove::Pass && !has_special_rules
        {
            Self::AtariGo
        } else if can_count_lead(rules) {
            Self::Go
        } else {
            // The position itself plays by all other rules.
            Self::AnyRules
        }
    }
}

impl MctsSearch {
    /// Creates a search of a position. The game must not be over. [`MctsSearch::expand_roots`] or the first
    /// simulation creates the children of the root.
    #[must_use]
    pub fn new(position: &Position, params: &MctsParams, mut rng: Rng) -> Self {
        let trees = if params.parallel == Parallel::Root { params.threads.max(1) } else { 1 };
        let captures_win = matches!(GameKind::of(position, params), GameKind::AtariGo);
        Self {
            position: Arc::new(position.clone()),
            params: params.clone(),
            scale: ResultScale::of(params, position.rules(), position.size(), captures_win),
            trees: (0..trees).map(|_| Tree::new(params.max_nodes / trees as u32)).collect(),
            rngs: Self::worker_rngs(params, &mut rng),
            next_turn_rng: None,
            simulations: 0,
            depth: 0,
            owners: Vec::new(),
            owner_playouts: 0,
            leads: Vec::new(),
            records_owners: false,
            memory_full: false,
            available_threads: None,
            best_prior: None,
            helpers: Arc::default(),
            workers: None,
        }
    }

    /// Creates the generators of the workers from one generator.
    fn worker_rngs(params: &MctsParams, rng: &mut Rng) -> Vec<Rng> {
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

    /// Returns the longest path of a simulation from this root, in plies.
    #[must_use]
    pub fn depth(&self) -> u32 {
        self.depth
    }

    /// Switches the recording of ownership and lead on or off. It takes a little time.
    ///
    /// ```
    /// use stonefield_go::{Point, Position, Rules, Setup};
    /// use stonefield_search::mcts::{MctsParams, MctsSearch};
    /// use stonefield_search::{Dice, Purpose};
    ///
    /// let setup: Setup = ". X . X . O . O .\n\
    ///                     X X X X . O O O O".parse()?;
    /// let position = Position::from_setup(&setup, Rules::default())?;
    /// let rng = Dice::new(1, 0, 0).rng(1, None, Purpose::Think);
    /// let mut search = MctsSearch::new(&position, &MctsParams::default(), rng);
    /// search.record_owners(true);
    /// search.run(50, &|| false);
    /// let ownership = search.thought(0.0).ownership;
    /// let owner = |point: Point| ownership[setup.size().index(point)];
    /// // Above 0: the side to move, here Black.
    /// assert!(owner("A2".parse()?) > 0.5 && owner("G2".parse()?) < -0.5);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn record_owners(&mut self, wanted: bool) {
        self.records_owners = wanted;
    }

    /// Counts the CPU time of the helper threads from now on. The calling thread is not one of them. Without
    /// a clock the time stays 0.
    pub fn count_helper_time(&mut self, clock: Option<CpuClock>) -> Arc<HelperTime> {
        self.helpers = Arc::new(HelperTime::new(clock));
        Arc::clone(&self.helpers)
    }

    /// Returns true if a tree has had as many simulations as its sums can count. The search then runs no
    /// more. With `value=score` the limit is 2³² ∕ (2 · board area), at least two million (six million on
    /// 19×19). With `value=win` the limit is never reached.
    #[must_use]
    pub fn is_exhausted(&self) -> bool {
        self.simulations_left() == 0
    }

    /// Returns the number of further simulations that the sums of every tree can count.
    fn simulations_left(&self) -> u32 {
        let max_visits = self.scale.max_visits();
        let visits = self.trees.iter().map(|tree| u64::from(tree.node(ROOT).visits())).max();
        u32::try_from(max_visits.saturating_sub(visits.unwrap_or(0))).unwrap_or(u32::MAX)
    }

    /// Runs `count` simulations. Runs fewer if it is stopped or [exhausted](MctsSearch::is_exhausted). A
    /// simulation that is stopped in the middle does not count.
    ///
    /// ```
    /// use std::cell::Cell;
    /// use stonefield_go::{Position, Rules, Size};
    /// use stonefield_search::mcts::{MctsParams, MctsSearch};
    /// use stonefield_search::{Dice, Purpose};
    ///
    /// let position = Position::new(Size::square(9)?, Rules::default());
    /// let rng = Dice::new(1, 0, 0).rng(1, None, Purpose::Think);
    /// let mut search = MctsSearch::new(&position, &MctsParams::default(), rng);
    /// let asked = Cell::new(0);
    /// search.run(100_000, &|| asked.replace(asked.get() + 1) > 5);
    /// assert!(search.simulations() < 100_000, "the results up to the stop are kept");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn run(&mut self, count: u32, stop: Stop<'_>) {
        if self.expand_roots(stop) {
            let count = count.min(self.simulations_left());
            self.with_workers(stop, |workers, search| workers.run(search, count, stop));
        }
    }

    /// Runs one simulation and returns a record of its phases. Empty if the search is exhausted. With one
    /// thread the tree is afterwards the same as after one simulation of [`MctsSearch::run`].
    pub fn step(&mut self) -> Simulation {
        self.expand_roots(&|| false);
        if self.is_exhausted() {
            return Simulation::default();
        }
        self.with_workers(&|| false, |workers, search| workers.step(search)).unwrap_or_default()
    }

    /// Moves the root to `position`, which is some moves later in the same game. Keeps the subtree below the
    /// new root, and uses `rng` for the new turn. Returns `false`, and changes nothing, if the position does
    /// not continue the same game or is not in the tree, or if there is no memory for the copy of the
    /// subtree.
    pub fn follow(&mut self, position: &Position, rng: Rng) -> bool {
        let Some(plies) = position.ply().checked_sub(self.position.ply()) else { return false };
        let turns = position.turns().count();
        let Some(turns_before) = turns.checked_sub(plies as usize) else { return false };
        if self.position.rules() != position.rules() || self.position.size() != position.size() {
            return false;
        }
        let mut replayed = Position::clone(&self.position);
        let mut nodes = vec![ROOT; self.trees.len()];
        for turn in position.turns().skip(turns_before) {
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
        if !self.trees.iter().all(Tree::has_memory_for_copy) {
            return false;
        }
        for (tree, at) in self.trees.iter_mut().zip(nodes) {
            *tree = tree.subtree(at);
        }
        self.position = Arc::new(position.clone());
        self.workers = None;
        self.simulations = 0;
        self.depth = 0;
        self.owners.clear();
        self.owner_playouts = 0;
        self.leads.clear();
        self.memory_full = false;
        self.available_threads = None;
        self.best_prior = None;
        self.next_turn_rng = Some(rng);
        true
    }

    /// Returns true if every root has its children.
    pub fn are_roots_expanded(&self) -> bool {
        !self.trees.iter().any(|tree| matches!(tree.node(ROOT).state(), NodeState::Leaf))
    }

    /// Creates the children of every root that has none. Returns `false` if it was stopped before the end.
    /// The first call after [`MctsSearch::follow`] also seeds the workers for the new turn.
    pub fn expand_roots(&mut self, stop: Stop<'_>) -> bool {
        if !self.are_roots_expanded() {
            self.best_prior = None;
            let large = self.position.size().area() > LARGE;
            let children = u32::try_from(self.position.empty_count()).unwrap_or(u32::MAX).saturating_add(1);
            for tree in &mut self.trees {
                let leaf = matches!(tree.node(ROOT).state(), NodeState::Leaf);
                // On a large board the copy of the position has already taken some time.
                if leaf && (large && stop() || !tree.reserve_for_root(children, stop)) {
                    return false;
                }
            }
            if self.with_workers(stop, |workers, search| workers.expand_roots(search, stop)) != Some(true) {
                return false;
            }
        }
        if let Some(mut rng) = self.next_turn_rng.take() {
            self.rngs = Self::worker_rngs(&self.params, &mut rng);
            self.workers = None;
        }
        true
    }

    /// Calls `work` with the workers. Returns `None` if it was stopped before the workers existed.
    fn with_workers<T>(
        &mut self,
        stop: Stop<'_>,
        work: impl FnOnce(&mut dyn Workers, &mut Self) -> T,
    ) -> Option<T> {
        let mut workers = match self.workers.take() {
            Some(workers) => workers,
            None => self.position.visit(WorkerMaker { search: self, stop })?,
        };
        let result = work(workers.as_mut(), self);
        self.workers = Some(workers);
        Some(result)
    }

    /// Returns the move on a cell of the board; a pass for cell 0.
    #[must_use]
    pub fn action(&self, cell: u32) -> Move {
        move_on(self.position.size(), cell)
    }
}

/// Visitor that creates the workers of a search. Its output is `None` if it was stopped.
struct WorkerMaker<'a> {
    search: &'a MctsSearch,
    stop: Stop<'a>,
}

impl BoardVisitor for WorkerMaker<'_> {
    type Output = Option<Box<dyn Workers>>;

    fn visit<S: Storage>(self, board: &Board<S>) -> Self::Output {
        let MctsSearch { position, params, .. } = self.search;
        match GameKind::of(position, params) {
            GameKind::Go => self.make_workers(board, || GoGame::new(position, board, params)),
            GameKind::AtariGo => self.make_workers(board, || AtariGame::new(position, board, params)),
            GameKind::AnyRules => self.make_workers(board, || AnyRulesGame::new(position, params)),
        }
    }
}

impl WorkerMaker<'_> {
    fn make_workers<G: SearchGame, S: Storage>(
        &self,
        board: &Board<S>,
        game: impl Fn() -> G,
    ) -> Option<Box<dyn Workers>> {
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
trait Workers: Send + Sync {
    /// Creates the children of the roots: the legal ones of the moves to consider. Returns `false` if it was
    /// stopped.
    fn expand_roots(&mut self, search: &mut MctsSearch, stop: Stop<'_>) -> bool;

    /// Runs `count` simulations, or fewer if it is stopped.
    fn run(&mut self, search: &mut MctsSearch, count: u32, stop: Stop<'_>);

    /// Runs one simulation and records it.
    fn step(&mut self, search: &mut MctsSearch) -> Simulation;
}

impl<G: SearchGame> Workers for Vec<Worker<G>> {
    fn expand_roots(&mut self, search: &mut MctsSearch, stop: Stop<'_>) -> bool {
        let MctsSearch { trees, position, best_prior, .. } = search;
        let is_legal = |cell| position.is_legal(move_on(position.size(), cell));
        let Some(worker) = self.first_mut() else { return false };
        for tree in trees {
            if worker.expand(tree, ROOT, is_legal, stop) == Expansion::Stopped {
                *best_prior = worker.best_prior(is_legal);
                return false;
            }
        }
        search.collect_results(self);
        true
    }

    fn run(&mut self, search: &mut MctsSearch, count: u32, stop: Stop<'_>) {
        let area = search.position.size().area();
        let max_children = u32::try_from(area + 1).unwrap_or(u32::MAX);
        let points = if search.records_owners { area } else { 0 };
        self.iter_mut().for_each(|worker| worker.record_owners(points));
        let mut done = 0;
        if let ([worker], [tree]) = (&mut self[..], &mut search.trees[..]) {
            // On a small board a simulation takes less time than a call of the stop callback.
            let stop_interval = u32::try_from((1024 / area).max(1)).unwrap_or(1);
            while done < count && !(done.is_multiple_of(stop_interval) && stop()) {
                if !tree.reserve(max_children, stop) || !worker.simulate(tree, stop) {
                    break;
                }
                done += 1;
            }
        } else {
            let simulations_per_thread = (ROUND_WORK / area).max(1) as u32;
            let threads = u32::try_from(self.len()).unwrap_or(u32::MAX);
            while done < count && !stop() {
                let round = (count - done).min(simulations_per_thread.saturating_mul(threads));
                let is_shared = search.trees.len() == 1;
                let max_per_tree = if is_shared { round } else { simulations_of(round, self.len(), 0) };
                let room = max_children.saturating_mul(max_per_tree);
                if !search.trees.iter_mut().all(|tree| tree.reserve(room, stop)) {
                    break;
                }
                let simulated = simulate(self, &search.trees, round, &search.helpers, stop);
                if simulated.threads < self.len() {
                    search.available_threads = Some(
                        search
                            .available_threads
                            .map_or(simulated.threads, |least| least.min(simulated.threads)),
                    );
                }
                done += simulated.done;
                if simulated.done < round {
                    break;
                }
            }
        }
        search.simulations += u64::from(done);
        search.memory_full |= search.trees.iter().any(|tree| tree.lacks_room_for(max_children));
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
    /// Takes the results outside the tree (depth, ownership, leads) from the workers, and copies the states
    /// of their generators.
    fn collect_results<G: SearchGame>(&mut self, workers: &mut [Worker<G>]) {
        for (worker, rng) in workers.iter_mut().zip(&mut self.rngs) {
            rng.clone_from(&worker.rng);
            self.depth = self.depth.max(worker.depth);
            self.owners.resize(self.owners.len().max(worker.owners.len()), 0);
            for (sum, worker_sum) in self.owners.iter_mut().zip(&mut worker.owners) {
                *sum += std::mem::take(worker_sum);
            }
            self.owner_playouts += std::mem::take(&mut worker.owner_playouts);
            self.leads.resize(self.leads.len().max(worker.leads.len()), Leads::default());
            for (leads, worker_leads) in self.leads.iter_mut().zip(&mut worker.leads) {
                let recorded = std::mem::take(worker_leads);
                leads.sum += recorded.sum;
                leads.games += recorded.games;
                leads.wins += recorded.wins;
            }
        }
    }
}
