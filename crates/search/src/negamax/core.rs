//! The search: plain recursion below the root. The moves of the root are searched in batches.

use super::control::{Control, LEGALITY_COST};
use super::evaluator::{Evaluator, MAX, StoneSets, at_end, taken};
use super::frame::{Frame, OpenNode};
use super::order::{NONE, Order, pick};
use super::params::NegamaxParams;
use super::report::{Root, SearchReport};
use super::table::{Bound, TranspositionTable};
use super::tree::{End, NodeEvent};
use crate::Rng;
use stonefield_go::field::bits::{Grid, Words};
use stonefield_go::{Color, Move, Point, Position};

/// Operations of a search that do not depend on the type of its point sets.
pub(super) trait AnySize: Send + Sync {
    /// Restarts from a position. Returns `false` if the board size or the parameters are different.
    fn restart(&mut self, position: &Position, params: &NegamaxParams, rng: &Rng) -> bool;

    /// Searches some moves of the root, within one iteration. Returns `false` if the search is complete or
    /// was stopped. If it was stopped, the unfinished move has no result.
    fn batch(&mut self, control: &mut Control<'_>) -> bool;

    /// Current results.
    fn report(&self) -> &SearchReport;

    /// Best move of the search, or else the first in the move order. `None` if neither is known.
    fn best(&self) -> Option<Move>;
}

/// Search from one position. Sets of points have the type `W`.
pub(super) struct Core<W> {
    pub(super) params: NegamaxParams,
    pub(super) grid: Grid<W>,
    pub(super) evaluator: Evaluator<W>,
    /// Positions on the path from the root, by ply.
    pub(super) frames: Vec<Frame<W>>,
    /// Scratch space: the stones after a move.
    pub(super) scratch: StoneSets<W>,
    /// Scratch space: the stones that a move captures.
    pub(super) dead: Vec<Point>,
    /// Scratch space: the position after a move.
    pub(super) child: Option<Position>,
    /// Scratch space: captures and ataris of the quiescence search, by spot.
    pub(super) loud: Vec<u32>,
    table: TranspositionTable,
    pub(super) order: Order,
    /// Source of chance for ties. The move order consumes it.
    rng: Option<Rng>,
    position: Position,
    root_taken: [i32; 2],
    /// True if a stone played never ends the game by itself.
    pub(super) ends_by_passes: bool,
    /// The root between two batches of an iteration.
    root: Option<OpenNode>,
    pub(super) report: SearchReport,
    /// Node count before the search of the current root move.
    nodes_before: u64,
    next_id: u64,
}

impl<W: Words> AnySize for Core<W> {
    fn restart(&mut self, position: &Position, params: &NegamaxParams, rng: &Rng) -> bool {
        let fits = self.position.size() == position.size() && self.params == *params;
        if fits {
            self.position.clone_from(position);
            self.start(rng);
        }
        fits
    }

    fn batch(&mut self, control: &mut Control<'_>) -> bool {
        if self.report.over {
            return false;
        }
        let is_running = self.search_batch(control).is_some();
        let [judged, early, halfway] = self.evaluator.evaluations;
        let counts = &mut self.report.counts;
        (counts.judged, counts.early, counts.halfway) = (judged, early, halfway);
        is_running && !self.report.over
    }

    fn report(&self) -> &SearchReport {
        &self.report
    }

    fn best(&self) -> Option<Move> {
        let best_spot = self.report.line.first().copied().or_else(|| {
            let moves = &self.frames.first()?.moves;
            moves.iter().max_by_key(|choice| choice.key()).map(|choice| choice.spot)
        });
        best_spot.map(|spot| self.report.action(spot))
    }
}

impl<W: Words> Core<W> {
    /// Creates a search from a position; `None` if the board does not fit into `W`.
    pub(super) fn new(position: &Position, params: &NegamaxParams, rng: &Rng) -> Option<Self> {
        let size = position.size();
        let grid = W::grid(size)?;
        let mut search = Self {
            evaluator: Evaluator::new(&grid, params),
            frames: Vec::new(),
            scratch: StoneSets::none(&grid),
            dead: Vec::new(),
            child: None,
            loud: Vec::new(),
            table: TranspositionTable::new(if params.tt { params.table } else { 0 }),
            order: Order::new(0, false, false, None),
            rng: None,
            position: position.clone(),
            root_taken: [0; 2],
            ends_by_passes: false,
            root: None,
            report: SearchReport::new(size.points().collect(), params),
            nodes_before: 0,
            next_id: 0,
            params: params.clone(),
            grid,
        };
        search.start(rng);
        Some(search)
    }

    fn start(&mut self, rng: &Rng) {
        let NegamaxParams { id, scout, .. } = self.params;
        self.table.clear();
        self.rng = Some(rng.clone());
        self.root_taken = taken(&self.position);
        self.ends_by_passes = self.position.rules().end_by_passes();
        self.root = None;
        if let Some(frame) = self.frames.first_mut() {
            frame.moves.clear();
        }
        // The scout sort at the root already searches one ply, so the first iteration searches two.
        let first = if scout { 2 } else { 1 };
        let depth = if id { self.params.deepest().min(first) } else { self.params.depth };
        self.report.start(depth, self.position.is_over());
        self.evaluator.evaluations = [0; 3];
    }

    /// Searches moves of the root for one batch, within one iteration. `None` if the search was stopped.
    fn search_batch(&mut self, control: &mut Control<'_>) -> Option<()> {
        control.begin_batch()?;
        control.has_room(self.report.counts.nodes)?;
        if let Some(mut rng) = self.rng.take() {
            let NegamaxParams { history, killers, shuffle, .. } = self.params;
            let rng = shuffle.then_some(&mut rng);
            self.order = Order::new(self.grid.size().area(), history, killers, rng);
            control.check()?;
            self.position.remember_origin();
            control.check()?;
        }
        let mut root = match self.root.take() {
            Some(root) => root,
            None => self.begin_iteration(control)?,
        };
        loop {
            if root.unsorted {
                self.sort_next(&mut root, control)?;
            } else if let Some(end) = self.try_move(0, &mut root, control)? {
                self.finish_node(0, &root, end, control);
                self.report.end_iteration(self.params.deepest());
                return Some(());
            }
            if control.ends_batch() {
                self.root = Some(root);
                return Some(());
            }
        }
    }

    /// Begins the next iteration at the root.
    fn begin_iteration(&mut self, control: &mut Control<'_>) -> Option<OpenNode> {
        let depth = self.report.depth;
        self.next_id = 0;
        if control.has_listener() {
            control.emit(&NodeEvent::Begin { depth });
        }
        match self.frames.first_mut() {
            Some(frame) => frame.position.clone_from(&self.position),
            None => self.frames.push(Frame::new(&self.grid, self.position.clone())),
        }
        self.frames[0].begin(None);
        self.nodes_before = self.report.counts.nodes;
        let mut root = OpenNode::new(depth, self.params.quiescence, (-MAX, MAX));
        self.enter(0, NONE, &mut root, control)?;
        let sorts = self.params.scout && self.report.roots.is_empty();
        root.unsorted = sorts && self.frames[0].moves.len() > 1;
        self.report.moves = self.frames[0].moves.len();
        Some(root)
    }

    /// Value of the position after a move, for the side to move there. `None` if the search was stopped.
    fn search(
        &mut self,
        ply: usize,
        spot: u32,
        mut node: OpenNode,
        control: &mut Control<'_>,
    ) -> Option<i32> {
        let mut end = self.enter(ply, spot, &mut node, control)?;
        loop {
            if let Some(end) = end {
                return Some(self.finish_node(ply, &node, end, control));
            }
            end = self.try_move(ply, &mut node, control)?;
        }
    }

    /// Visits a node for the first time. Returns the reason if the node needs no search, or else lists its
    /// moves. The outer `None`: the search was stopped.
    fn enter(
        &mut self,
        ply: usize,
        spot: u32,
        node: &mut OpenNode,
        control: &mut Control<'_>,
    ) -> Option<Option<End>> {
        if control.has_listener() {
            let to_move = self.frames[ply].position.to_move();
            let window = (node.alpha, node.beta);
            self.frames[ply].id =
                self.announce(ply.checked_sub(1), spot, to_move, node.depth, window, control);
        }
        control.count(&mut self.report.counts.nodes, self.grid.size().area())?;
        let frame = &mut self.frames[ply];
        if let Some(outcome) = frame.position.outcome() {
            node.best = at_end(outcome, frame.position.to_move(), self.params.tie);
            return Some(Some(End::Over));
        }
        frame.stones.read(&self.grid, &frame.position);
        if node.depth == 0 {
            return self.stand_pat(ply, node, control);
        }
        self.report.counts.inner += 1;
        let mut hint = NONE;
        if self.params.tt {
            let place = frame.find_place(node.depth, self.root_taken);
            self.report.counts.asked += 1;
            if let Some((entry, same_path)) = self.table.find(place) {
                hint = entry.spot;
                let decides = match entry.bound {
                    Bound::Exact => true,
                    Bound::AtLeast => entry.value >= node.beta,
                    Bound::AtMost => entry.value <= node.alpha,
                };
                if ply > 0 && same_path && u32::from(entry.depth) == node.depth && decides {
                    self.report.counts.known += 1;
                    node.best = entry.value;
                    if entry.bound == Bound::Exact && hint != NONE {
                        frame.line.push(hint);
                    }
                    return Some(Some(End::Table));
                }
            }
        }
        self.list_moves(ply, hint, node, control)?;
        Some(None)
    }

    /// Announces that a node is entered below the node at `parent_ply`. Returns its number.
    fn announce(
        &mut self,
        parent_ply: Option<usize>,
        spot: u32,
        to_move: Color,
        depth: u32,
        (alpha, beta): (i32, i32),
        control: &mut Control<'_>,
    ) -> u64 {
        let id = self.next_id;
        self.next_id += 1;
        let parent = parent_ply.map(|ply| self.frames[ply].id);
        let action = parent_ply.map(|_| self.report.action(spot));
        control.emit(&NodeEvent::Enter { id, parent, action, to_move, depth, alpha, beta });
        id
    }

    /// Searches the next move of a node. Returns the reason if the node ends there. The outer `None`: the
    /// search was stopped.
    fn try_move(
        &mut self,
        ply: usize,
        node: &mut OpenNode,
        control: &mut Control<'_>,
    ) -> Option<Option<End>> {
        control.has_room(self.report.counts.nodes)?;
        let frame = &mut self.frames[ply];
        let Some(spot) = pick(&mut frame.moves, node.next) else {
            return self.finish_exhausted(ply, node, control).map(Some);
        };
        node.next += 1;
        if !node.checked && !frame.position.is_legal(self.report.action(spot)) {
            control.work(LEGALITY_COST)?;
            return Some(None);
        }
        let NegamaxParams { ab, pvs, quiescence, .. } = self.params;
        let (alpha, beta) = if ab { (node.alpha, node.beta) } else { (-MAX, MAX) };
        let is_leaf = node.depth == 1 && quiescence == 0;
        let (value, bound) = if is_leaf {
            self.leaf(ply, spot, (alpha, beta), control)?
        } else {
            // After one move with an exact value, a later move only has to be better. A null window tests
            // that.
            let null_window = ab && pvs && node.best_spot != NONE && alpha + 1 < beta;
            let upper = if null_window { alpha + 1 } else { beta };
            let mut value = self.descend(ply, spot, node, (alpha, upper), control)?;
            if null_window && value > alpha && value < beta {
                // The move is better. The whole window finds its exact value.
                // CITE: principal variation search: A. Reinefeld,
                // "An improvement of the scout tree search algorithm", 1983.
                self.report.counts.retries += 1;
                value = self.descend(ply, spot, node, (alpha, beta), control)?;
            }
            (value, Bound::Exact)
        };
        Some(self.update_node(ply, node, spot, (value, bound), is_leaf))
    }

    /// Searches the position after a move. Window and value are from the mover's view.
    fn descend(
        &mut self,
        ply: usize,
        spot: u32,
        node: &OpenNode,
        (alpha, beta): (i32, i32),
        control: &mut Control<'_>,
    ) -> Option<i32> {
        if self.frames.len() == ply + 1 {
            let position = self.frames[ply].position.clone();
            self.frames.push(Frame::new(&self.grid, position));
        } else {
            let (above, below) = self.frames.split_at_mut(ply + 1);
            below[0].position.clone_from(&above[ply].position);
        }
        let path = self.frames[ply].path;
        let child = &mut self.frames[ply + 1];
        child.position.play_unchecked(self.report.action(spot));
        child.begin(Some(path));
        let quiet = if node.depth == 0 { node.quiet.saturating_sub(1) } else { node.quiet };
        let child = OpenNode::new(node.depth.saturating_sub(1), quiet, (-beta, -alpha));
        Some(-self.search(ply + 1, spot, child, control)?)
    }

    /// Value of a move at a node with one ply left. The window is from the mover's view.
    fn leaf(
        &mut self,
        ply: usize,
        spot: u32,
        (alpha, beta): (i32, i32),
        control: &mut Control<'_>,
    ) -> Option<(i32, Bound)> {
        control.count(&mut self.report.counts.nodes, self.grid.size().area())?;
        let (value, bound) =
            self.evaluate_move(ply, spot, self.params.ab.then_some((alpha, beta)), control)?;
        self.report.counts.leaves += 1;
        if control.has_listener() {
            let to_move = !self.frames[ply].position.to_move();
            let id = self.announce(Some(ply), spot, to_move, 0, (-beta, -alpha), control);
            let end = if bound == Bound::Exact { End::Leaf } else { End::Lazy };
            control.emit(&NodeEvent::Leave { id, value: -value, end, pruned: 0 });
        }
        Some((value, bound))
    }

    /// Takes the value of a move into its node. Returns [`End::Cut`] if the move refutes the enemy's move
    /// that led to the node.
    fn update_node(
        &mut self,
        ply: usize,
        node: &mut OpenNode,
        spot: u32,
        (value, bound): (i32, Bound),
        is_leaf: bool,
    ) -> Option<End> {
        let better = value > node.alpha;
        node.best = node.best.max(value);
        let (frames, deeper) = self.frames.split_at_mut(ply + 1);
        let frame = &mut frames[ply];
        let child_line = deeper.first().filter(|_| !is_leaf).map_or(&[][..], |child| &child.line);
        if better {
            (node.alpha, node.best_spot) = (value, spot);
            frame.line.clear();
            frame.line.push(spot);
            frame.line.extend_from_slice(child_line);
        }
        if ply == 0 {
            // Without pruning every value is exact, and so is every line.
            let exact = better || !self.params.ab;
            let line = std::iter::once(spot).chain(child_line.iter().copied().filter(|_| exact)).collect();
            let nodes = self.report.counts.nodes - self.nodes_before;
            self.nodes_before = self.report.counts.nodes;
            let bound = if exact { bound } else { Bound::AtMost };
            let depth = self.report.depth;
            self.report.record_root(Root { spot, value, bound, nodes, depth, line }, better);
        }
        if node.alpha < node.beta {
            return None;
        }
        self.report.counts.cuts += 1;
        self.report.counts.first_cuts += u64::from(node.next == 1);
        if node.depth > 0 {
            self.order.record_cut(frame.position.to_move().index(), ply, spot, node.depth);
        }
        Some(End::Cut)
    }

    /// Ends a node whose moves have all been tried.
    fn finish_exhausted(
        &mut self,
        ply: usize,
        node: &mut OpenNode,
        control: &mut Control<'_>,
    ) -> Option<End> {
        let Self { frames, evaluator, grid, .. } = self;
        if node.best > -MAX {
            return Some(End::Searched);
        }
        // No move is legal, and the game is not over either.
        node.best = evaluator.evaluate(grid, &frames[ply].position, &frames[ply].stones, None, control)?.0;
        Some(End::Leaf)
    }

    /// Stores the value of a node in the table, announces that the node ends, and returns the value.
    fn finish_node(&mut self, ply: usize, node: &OpenNode, end: End, control: &mut Control<'_>) -> i32 {
        let frame = &self.frames[ply];
        let value = node.best;
        if self.params.tt && node.depth > 0 && matches!(end, End::Searched | End::Cut) {
            let bound = if value <= node.floor {
                Bound::AtMost
            } else if value >= node.beta {
                Bound::AtLeast
            } else {
                Bound::Exact
            };
            self.table.store(frame.place, node.depth, value, bound, node.best_spot);
        }
        if control.has_listener() {
            let pruned = if end == End::Cut { frame.moves.len() - node.next } else { 0 };
            let pruned = u32::try_from(pruned).unwrap_or(u32::MAX);
            control.emit(&NodeEvent::Leave { id: frame.id, value, end, pruned });
        }
        value
    }
}
