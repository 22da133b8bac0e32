//! The search. Below the root it is recursive. The moves of the root are searched in batches.

use super::control::{LEGALITY_COST, SearchControl};
use super::evaluator::{Evaluator, MAX, StoneSets, captures, value_at_end};
use super::frame::{Frame, OpenNode};
use super::order::{MoveOrder, NO_MOVE, pick_next};
use super::params::NegamaxParams;
use super::report::{RootResult, SearchReport};
use super::table::{Bound, TranspositionTable};
use super::tree::{EndReason, NodeEvent};
use crate::Rng;
use stonefield_go::field::bits::{Grid, Words};
use stonefield_go::{Color, Move, Point, Position};

/// Operations of a search for boards of any size, whatever the type of its point sets.
pub(super) trait AnySizeSearch: Send + Sync {
    /// Restarts from a position. Returns `false` if the board size or the parameters are different.
    fn restart(&mut self, position: &Position, params: &NegamaxParams, rng: &Rng) -> bool;

    /// Searches some moves of the root, within one iteration. Returns `false` if the search is complete or
    /// was stopped. After a stop the unfinished move has no result.
    fn batch(&mut self, control: &mut SearchControl<'_>) -> bool;

    /// Returns the current results.
    fn report(&self) -> &SearchReport;

    /// Returns the best move of the search so far, or else the first move in the move order. `None` before
    /// the moves of the root are listed.
    fn best(&self) -> Option<Move>;
}

/// Search from one position. Sets of points have the type `W`.
pub(super) struct SizedSearch<W> {
    pub(super) params: NegamaxParams,
    pub(super) grid: Grid<W>,
    pub(super) evaluator: Evaluator<W>,
    /// Positions on the path from the root, by ply. Frames after the current ply are kept for reuse.
    pub(super) frames: Vec<Frame<W>>,
    /// Scratch space: the stones after a move.
    pub(super) scratch: StoneSets<W>,
    /// Scratch space: the stones that a move captures.
    pub(super) captured: Vec<Point>,
    /// Scratch space: the position after a move.
    pub(super) child: Option<Position>,
    /// Scratch space: spots of the captures and ataris of the quiescence search.
    pub(super) loud_moves: Vec<u32>,
    table: TranspositionTable,
    pub(super) order: MoveOrder,
    /// Generator that breaks ties. `None` after the first batch has created the move order.
    rng: Option<Rng>,
    /// Position at the root.
    position: Position,
    /// Number of stones that each colour has captured before the root.
    root_captures: [i32; 2],
    /// True if only passes end the game, no stone.
    pub(super) ends_by_passes: bool,
    /// State of the root between two batches of an iteration.
    root: Option<OpenNode>,
    pub(super) report: SearchReport,
    /// Node count before the search of the current root move.
    nodes_before: u64,
    /// Number of the next node that is announced to listeners.
    next_id: u64,
}

impl<W: Words> AnySizeSearch for SizedSearch<W> {
    fn restart(&mut self, position: &Position, params: &NegamaxParams, rng: &Rng) -> bool {
        let is_same_kind = self.position.size() == position.size() && self.params == *params;
        if is_same_kind {
            self.position.clone_from(position);
            self.start(rng);
        }
        is_same_kind
    }

    fn batch(&mut self, control: &mut SearchControl<'_>) -> bool {
        if self.report.is_complete {
            return false;
        }
        let is_running = self.search_batch(control).is_some();
        let [begun, before_dilations, before_erosions] = self.evaluator.evaluations;
        let counts = &mut self.report.counts;
        (counts.evaluations, counts.before_dilations, counts.before_erosions) =
            (begun, before_dilations, before_erosions);
        is_running && !self.report.is_complete
    }

    fn report(&self) -> &SearchReport {
        &self.report
    }

    fn best(&self) -> Option<Move> {
        let best_spot = self.report.line.first().copied().or_else(|| {
            let moves = &self.frames.first()?.moves;
            moves.iter().max_by_key(|ordered_move| ordered_move.key()).map(|ordered_move| ordered_move.spot)
        });
        best_spot.map(|spot| self.report.action(spot))
    }
}

impl<W: Words> SizedSearch<W> {
    /// Creates a search from a position; `None` if the board does not fit into `W`.
    pub(super) fn new(position: &Position, params: &NegamaxParams, rng: &Rng) -> Option<Self> {
        let size = position.size();
        let grid = W::grid(size)?;
        let mut search = Self {
            evaluator: Evaluator::new(&grid, params),
            frames: Vec::new(),
            scratch: StoneSets::none(&grid),
            captured: Vec::new(),
            child: None,
            loud_moves: Vec::new(),
            table: TranspositionTable::new(if params.tt { params.table } else { 0 }),
            order: MoveOrder::new(0, false, false, None),
            rng: None,
            position: position.clone(),
            root_captures: [0; 2],
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
        self.root_captures = captures(&self.position);
        self.ends_by_passes = self.position.rules().end_by_passes();
        self.root = None;
        if let Some(frame) = self.frames.first_mut() {
            frame.moves.clear();
        }
        // The scout sort at the root already searches one ply, so the first iteration searches two.
        let first_depth = if scout { 2 } else { 1 };
        let depth = if id { self.params.last_depth().min(first_depth) } else { self.params.depth };
        self.report.start(depth, self.position.is_over());
        self.evaluator.evaluations = [0; 3];
    }

    /// Searches moves of the root until the batch or the iteration ends. `None` if the search was stopped.
    fn search_batch(&mut self, control: &mut SearchControl<'_>) -> Option<()> {
        control.begin_batch()?;
        control.has_room(self.report.counts.nodes)?;
        if let Some(mut rng) = self.rng.take() {
            let NegamaxParams { history, killers, shuffle, .. } = self.params;
            let rng = shuffle.then_some(&mut rng);
            self.order = MoveOrder::new(self.grid.size().area(), history, killers, rng);
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
                self.evaluate_next_root_move(&mut root, control)?;
            } else if let Some(end) = self.try_move(0, &mut root, control)? {
                self.finish_node(0, &root, end, control);
                self.report.end_iteration(self.params.last_depth());
                return Some(());
            }
            if control.ends_batch() {
                self.root = Some(root);
                return Some(());
            }
        }
    }

    /// Begins the next iteration at the root.
    fn begin_iteration(&mut self, control: &mut SearchControl<'_>) -> Option<OpenNode> {
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
        self.enter_node(0, NO_MOVE, &mut root, control)?;
        let uses_scout_sort = self.params.scout && self.report.root_results.is_empty();
        root.unsorted = uses_scout_sort && self.frames[0].moves.len() > 1;
        self.report.move_count = self.frames[0].moves.len();
        Some(root)
    }

    /// Searches the position in frame `ply`, after the move on `spot`. Returns its value for the side to move
    /// there. `None` if the search was stopped.
    fn search(
        &mut self,
        ply: usize,
        spot: u32,
        mut node: OpenNode,
        control: &mut SearchControl<'_>,
    ) -> Option<i32> {
        let mut end = self.enter_node(ply, spot, &mut node, control)?;
        loop {
            if let Some(end) = end {
                return Some(self.finish_node(ply, &node, end, control));
            }
            end = self.try_move(ply, &mut node, control)?;
        }
    }

    /// Enters a node. If it needs no search of moves, returns the reason and stores the value in `node.best`.
    /// Otherwise lists the moves. The outer `None` means that the search was stopped.
    fn enter_node(
        &mut self,
        ply: usize,
        spot: u32,
        node: &mut OpenNode,
        control: &mut SearchControl<'_>,
    ) -> Option<Option<EndReason>> {
        if control.has_listener() {
            let to_move = self.frames[ply].position.to_move();
            let window = (node.alpha, node.beta);
            self.frames[ply].id =
                self.announce_enter(ply.checked_sub(1), spot, to_move, node.depth, window, control);
        }
        control.count_node(&mut self.report.counts.nodes, self.grid.size().area())?;
        let frame = &mut self.frames[ply];
        if let Some(outcome) = frame.position.outcome() {
            node.best = value_at_end(outcome, frame.position.to_move(), self.params.tie);
            return Some(Some(EndReason::Over));
        }
        frame.stones.read(&self.grid, &frame.position);
        if node.depth == 0 {
            return self.stand_pat(ply, node, control);
        }
        self.report.counts.inner += 1;
        let mut hint = NO_MOVE;
        if self.params.tt {
            let table_key = frame.compute_table_key(node.depth, self.root_captures);
            self.report.counts.table_lookups += 1;
            if let Some((entry, same_path)) = self.table.find(table_key) {
                hint = entry.spot;
                let suffices = match entry.bound {
                    Bound::Exact => true,
                    Bound::AtLeast => entry.value >= node.beta,
                    Bound::AtMost => entry.value <= node.alpha,
                };
                if ply > 0 && same_path && u32::from(entry.depth) == node.depth && suffices {
                    self.report.counts.table_hits += 1;
                    node.best = entry.value;
                    if entry.bound == Bound::Exact && hint != NO_MOVE {
                        frame.line.push(hint);
                    }
                    return Some(Some(EndReason::Table));
                }
            }
        }
        self.list_moves(ply, hint, node, control)?;
        Some(None)
    }

    /// Announces to the listeners that a child of the node at `parent_ply` is entered. Returns the number of
    /// the child.
    fn announce_enter(
        &mut self,
        parent_ply: Option<usize>,
        spot: u32,
        to_move: Color,
        depth: u32,
        (alpha, beta): (i32, i32),
        control: &mut SearchControl<'_>,
    ) -> u64 {
        let id = self.next_id;
        self.next_id += 1;
        let parent = parent_ply.map(|ply| self.frames[ply].id);
        let action = parent_ply.map(|_| self.report.action(spot));
        control.emit(&NodeEvent::Enter { id, parent, action, to_move, depth, alpha, beta });
        id
    }

    /// Searches the next move of a node. Returns the reason if the node's search ends with this call. The
    /// outer `None` means that the search was stopped.
    fn try_move(
        &mut self,
        ply: usize,
        node: &mut OpenNode,
        control: &mut SearchControl<'_>,
    ) -> Option<Option<EndReason>> {
        control.has_room(self.report.counts.nodes)?;
        let frame = &mut self.frames[ply];
        let Some(spot) = pick_next(&mut frame.moves, node.next_move) else {
            return self.finish_exhausted(ply, node, control).map(Some);
        };
        node.next_move += 1;
        if !node.all_legal && !frame.position.is_legal(self.report.action(spot)) {
            control.add_work(LEGALITY_COST)?;
            return Some(None);
        }
        let NegamaxParams { ab, pvs, quiescence, .. } = self.params;
        let (alpha, beta) = if ab { (node.alpha, node.beta) } else { (-MAX, MAX) };
        let is_leaf = node.depth == 1 && quiescence == 0;
        let (value, bound) = if is_leaf {
            self.evaluate_leaf(ply, spot, (alpha, beta), control)?
        } else {
            // After a move with an exact value, a null window tests whether a later move is better.
            let null_window = ab && pvs && node.best_spot != NO_MOVE && alpha + 1 < beta;
            let upper_bound = if null_window { alpha + 1 } else { beta };
            let mut value = self.descend(ply, spot, node, (alpha, upper_bound), control)?;
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

    /// Searches the position after a move. Window and value are from the view of the colour that moves.
    fn descend(
        &mut self,
        ply: usize,
        spot: u32,
        node: &OpenNode,
        (alpha, beta): (i32, i32),
        control: &mut SearchControl<'_>,
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
        let quiescence_depth =
            if node.depth == 0 { node.quiescence_depth.saturating_sub(1) } else { node.quiescence_depth };
        let child = OpenNode::new(node.depth.saturating_sub(1), quiescence_depth, (-beta, -alpha));
        Some(-self.search(ply + 1, spot, child, control)?)
    }

    /// Returns the value of a move at a node with one ply left. Window and value are from the view of the
    /// colour that moves.
    fn evaluate_leaf(
        &mut self,
        ply: usize,
        spot: u32,
        (alpha, beta): (i32, i32),
        control: &mut SearchControl<'_>,
    ) -> Option<(i32, Bound)> {
        control.count_node(&mut self.report.counts.nodes, self.grid.size().area())?;
        let (value, bound) =
            self.evaluate_move(ply, spot, self.params.ab.then_some((alpha, beta)), control)?;
        self.report.counts.leaves += 1;
        if control.has_listener() {
            let to_move = !self.frames[ply].position.to_move();
            let id = self.announce_enter(Some(ply), spot, to_move, 0, (-beta, -alpha), control);
            let end = if bound == Bound::Exact { EndReason::Leaf } else { EndReason::Lazy };
            control.emit(&NodeEvent::Leave { id, value: -value, end, pruned: 0 });
        }
        Some((value, bound))
    }

    /// Updates a node with the value of one of its moves. Returns [`EndReason::Cut`] if the move refutes the
    /// enemy's move that led to the node.
    fn update_node(
        &mut self,
        ply: usize,
        node: &mut OpenNode,
        spot: u32,
        (value, bound): (i32, Bound),
        is_leaf: bool,
    ) -> Option<EndReason> {
        let is_better = value > node.alpha;
        node.best = node.best.max(value);
        let (frames, deeper) = self.frames.split_at_mut(ply + 1);
        let frame = &mut frames[ply];
        let child_line = deeper.first().filter(|_| !is_leaf).map_or(&[][..], |child| &child.line);
        if is_better {
            (node.alpha, node.best_spot) = (value, spot);
            frame.line.clear();
            frame.line.push(spot);
            frame.line.extend_from_slice(child_line);
        }
        if ply == 0 {
            // Without pruning every value and every line is exact.
            let is_exact = is_better || !self.params.ab;
            let line = std::iter::once(spot).chain(child_line.iter().copied().filter(|_| is_exact)).collect();
            let nodes = self.report.counts.nodes - self.nodes_before;
            self.nodes_before = self.report.counts.nodes;
            let bound = if is_exact { bound } else { Bound::AtMost };
            let depth = self.report.depth;
            self.report.record_root(RootResult { spot, value, bound, nodes, depth, line }, is_better);
        }
        if node.alpha < node.beta {
            return None;
        }
        self.report.counts.cuts += 1;
        self.report.counts.first_cuts += u64::from(node.next_move == 1);
        if node.depth > 0 {
            self.order.record_cut(frame.position.to_move().index(), ply, spot, node.depth);
        }
        Some(EndReason::Cut)
    }

    /// Ends the search of a node whose moves have all been tried.
    fn finish_exhausted(
        &mut self,
        ply: usize,
        node: &mut OpenNode,
        control: &mut SearchControl<'_>,
    ) -> Option<EndReason> {
        let Self { frames, evaluator, grid, .. } = self;
        if node.best > -MAX {
            return Some(EndReason::Searched);
        }
        // No move is legal, and the game is not over either.
        node.best = evaluator.evaluate(grid, &frames[ply].position, &frames[ply].stones, None, control)?.0;
        Some(EndReason::Leaf)
    }

    /// Stores the value of a node in the table, announces the end of its search, and returns the value.
    fn finish_node(
        &mut self,
        ply: usize,
        node: &OpenNode,
        end: EndReason,
        control: &mut SearchControl<'_>,
    ) -> i32 {
        let frame = &self.frames[ply];
        let value = node.best;
        if self.params.tt && node.depth > 0 && matches!(end, EndReason::Searched | EndReason::Cut) {
            let bound = if value <= node.alpha_at_entry {
                Bound::AtMost
            } else if value >= node.beta {
                Bound::AtLeast
            } else {
                Bound::Exact
            };
            self.table.store(frame.table_key, node.depth, value, bound, node.best_spot);
        }
        if control.has_listener() {
            let pruned = if end == EndReason::Cut { frame.moves.len() - node.next_move } else { 0 };
            let pruned = u32::try_from(pruned).unwrap_or(u32::MAX);
            control.emit(&NodeEvent::Leave { id: frame.id, value, end, pruned });
        }
        value
    }
}
