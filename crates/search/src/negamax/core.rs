//! The search itself: plain recursion below the root, whose moves are searched in batches.

use super::control::{Control, LEGALITY};
use super::evaluator::{Evaluator, MAX, StoneSets, at_end, taken};
use super::frame::{Frame, OpenNode};
use super::order::{NONE, Order, pick};
use super::params::NegamaxParams;
use super::report::{Root, SearchReport};
use super::search::AnySize;
use super::table::{Bound, TranspositionTable};
use super::tree::{End, NodeEvent};
use crate::Rng;
use stonefield_go::field::bits::{Grid, Words};
use stonefield_go::{Color, Move, Point, Position};

/// A search from one position, on boards whose points are kept in `W`.
pub(super) struct Core<W> {
    pub(super) params: NegamaxParams,
    pub(super) grid: Grid<W>,
    pub(super) evaluator: Evaluator<W>,
    /// By ply: the positions on the way from the root.
    pub(super) frames: Vec<Frame<W>>,
    /// Work space for what a move leads to.
    pub(super) scratch: StoneSets<W>,
    pub(super) dead: Vec<Point>,
    pub(super) child: Option<Position>,
    pub(super) loud: Vec<u32>,
    table: TranspositionTable,
    pub(super) order: Order,
    /// The chance that decides between equals, until the order of the moves is made.
    chance: Option<Rng>,
    position: Position,
    root_taken: [i32; 2],
    /// Whether a stone placed never ends the game by itself.
    pub(super) plain: bool,
    /// The root between two batches of an iteration.
    root: Option<OpenNode>,
    pub(super) report: SearchReport,
    /// Nodes when the move of the root that is searched now was begun.
    began: u64,
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
        let goes_on = self.search_some(control).is_some();
        let [judged, early, halfway] = self.evaluator.asked;
        let counts = &mut self.report.counts;
        (counts.judged, counts.early, counts.halfway) = (judged, early, halfway);
        goes_on && !self.report.over
    }

    fn report(&self) -> &SearchReport {
        &self.report
    }

    fn best(&self) -> Option<Move> {
        let known = self.report.line.first().copied().or_else(|| {
            let moves = &self.frames.first()?.moves;
            moves.iter().max_by_key(|choice| choice.key()).map(|choice| choice.spot)
        });
        known.map(|spot| self.report.action(spot))
    }
}

impl<W: Words> Core<W> {
    /// A search from a position; `None` when the board does not fit into `W`.
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
            chance: None,
            position: position.clone(),
            root_taken: [0; 2],
            plain: false,
            root: None,
            report: SearchReport::new(size.points().collect(), params),
            began: 0,
            next_id: 0,
            params: params.clone(),
            grid,
        };
        search.start(rng);
        Some(search)
    }

    fn start(&mut self, rng: &Rng) {
        let NegamaxParams { id, scout, .. } = self.params;
        self.table.forget();
        self.chance = Some(rng.clone());
        self.root_taken = taken(&self.position);
        self.plain = self.position.rules().end_by_passes();
        self.root = None;
        if let Some(frame) = self.frames.first_mut() {
            frame.moves.clear();
        }
        // Where moves are sorted by what they lead to at once, that is the first ply.
        let first = if scout { 2 } else { 1 };
        let depth = if id { self.params.deepest().min(first) } else { self.params.depth };
        self.report.start(depth, self.position.is_over());
        self.evaluator.asked = [0; 3];
    }

    /// Searches moves of the root for one batch, in one iteration; `None` when it was told to end.
    fn search_some(&mut self, control: &mut Control<'_>) -> Option<()> {
        control.begin_batch()?;
        control.has_room(self.report.counts.nodes)?;
        if let Some(mut chance) = self.chance.take() {
            let NegamaxParams { history, killers, shuffle, .. } = self.params;
            let chance = shuffle.then_some(&mut chance);
            self.order = Order::new(self.grid.size().area(), history, killers, chance);
            control.look()?;
            self.position.remember_origin();
            control.look()?;
        }
        let mut root = match self.root.take() {
            Some(root) => root,
            None => self.begin(control)?,
        };
        loop {
            if root.unsorted {
                self.sort(&mut root, control)?;
            } else if let Some(end) = self.try_move(0, &mut root, control)? {
                self.leave(0, &root, end, control);
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
    fn begin(&mut self, control: &mut Control<'_>) -> Option<OpenNode> {
        let depth = self.report.depth;
        self.next_id = 0;
        if control.follows() {
            control.tell(&NodeEvent::Begin { depth });
        }
        match self.frames.first_mut() {
            Some(frame) => frame.position.clone_from(&self.position),
            None => self.frames.push(Frame::new(&self.grid, self.position.clone())),
        }
        self.frames[0].begin(None);
        self.began = self.report.counts.nodes;
        let mut root = OpenNode::new(depth, self.params.quiescence, (-MAX, MAX));
        self.enter(0, NONE, &mut root, control)?;
        let sorts = self.params.scout && self.report.roots.is_empty();
        root.unsorted = sorts && self.frames[0].moves.len() > 1;
        self.report.moves = self.frames[0].moves.len();
        Some(root)
    }

    /// The value of the position that a move led to, to its side to move; `None` when it was told to end before that was known.
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
                return Some(self.leave(ply, &node, end, control));
            }
            end = self.try_move(ply, &mut node, control)?;
        }
    }

    /// Looks at a node for the first time: why it can be left at once, if it can, or else its moves are listed.
    fn enter(
        &mut self,
        ply: usize,
        spot: u32,
        node: &mut OpenNode,
        control: &mut Control<'_>,
    ) -> Option<Option<End>> {
        if control.follows() {
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
            if let Some((entry, same)) = self.table.find(place) {
                hint = entry.spot;
                let decides = match entry.bound {
                    Bound::Exact => true,
                    Bound::AtLeast => entry.value >= node.beta,
                    Bound::AtMost => entry.value <= node.alpha,
                };
                if ply > 0 && same && u32::from(entry.depth) == node.depth && decides {
                    self.report.counts.known += 1;
                    node.best = entry.value;
                    if entry.bound == Bound::Exact && hint != NONE {
                        frame.line.push(hint);
                    }
                    return Some(Some(End::Table));
                }
            }
        }
        self.list(ply, hint, node, control)?;
        Some(None)
    }

    /// Tells that a node is entered, below the one on that ply; its number.
    fn announce(
        &mut self,
        above: Option<usize>,
        spot: u32,
        to_move: Color,
        depth: u32,
        (alpha, beta): (i32, i32),
        control: &mut Control<'_>,
    ) -> u64 {
        let id = self.next_id;
        self.next_id += 1;
        let parent = above.map(|ply| self.frames[ply].id);
        let action = above.map(|_| self.report.action(spot));
        control.tell(&NodeEvent::Enter { id, parent, action, to_move, depth, alpha, beta });
        id
    }

    /// Searches the next move of a node; why the node can be left then, if it can.
    fn try_move(
        &mut self,
        ply: usize,
        node: &mut OpenNode,
        control: &mut Control<'_>,
    ) -> Option<Option<End>> {
        control.has_room(self.report.counts.nodes)?;
        let frame = &mut self.frames[ply];
        let Some(spot) = pick(&mut frame.moves, node.next) else {
            return self.exhausted(ply, node, control).map(Some);
        };
        node.next += 1;
        if !node.checked && !frame.position.is_legal(self.report.action(spot)) {
            control.work(LEGALITY)?;
            return Some(None);
        }
        let NegamaxParams { ab, pvs, quiescence, .. } = self.params;
        let (alpha, beta) = if ab { (node.alpha, node.beta) } else { (-MAX, MAX) };
        let is_leaf = node.depth == 1 && quiescence == 0;
        let (value, bound) = if is_leaf {
            self.leaf(ply, spot, (alpha, beta), control)?
        } else {
            // Whatever is tried after a move that was searched whole only has to be better.
            let null = ab && pvs && node.best_spot != NONE && alpha + 1 < beta;
            let asked = if null { alpha + 1 } else { beta };
            let mut value = self.descend(ply, spot, node, (alpha, asked), control)?;
            if null && value > alpha && value < beta {
                // Better, but by how much?
                // CITE: principal variation search: A. Reinefeld, "An improvement of the scout tree search algorithm", 1983.
                self.report.counts.retries += 1;
                value = self.descend(ply, spot, node, (alpha, beta), control)?;
            }
            (value, Bound::Exact)
        };
        Some(self.learn(ply, node, spot, (value, bound), is_leaf))
    }

    /// The value of what a move leads to, searched in a window of its mover's.
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

    /// The value of a move of a node with one ply left, found in a window.
    fn leaf(
        &mut self,
        ply: usize,
        spot: u32,
        (alpha, beta): (i32, i32),
        control: &mut Control<'_>,
    ) -> Option<(i32, Bound)> {
        control.count(&mut self.report.counts.nodes, self.grid.size().area())?;
        let (value, bound) = self.shallow(ply, spot, self.params.ab.then_some((alpha, beta)), control)?;
        self.report.counts.leaves += 1;
        if control.follows() {
            let to_move = !self.frames[ply].position.to_move();
            let id = self.announce(Some(ply), spot, to_move, 0, (-beta, -alpha), control);
            let end = if bound == Bound::Exact { End::Leaf } else { End::Lazy };
            control.tell(&NodeEvent::Leave { id, value: -value, end, pruned: 0 });
        }
        Some((value, bound))
    }

    /// Takes over the value of a move of a node; [`End::Cut`] when it refutes the move that led there.
    fn learn(
        &mut self,
        ply: usize,
        node: &mut OpenNode,
        spot: u32,
        (value, bound): (i32, Bound),
        is_leaf: bool,
    ) -> Option<End> {
        let better = value > node.alpha;
        node.best = node.best.max(value);
        let (frames, below) = self.frames.split_at_mut(ply + 1);
        let frame = &mut frames[ply];
        let below = below.first().filter(|_| !is_leaf).map_or(&[][..], |child| &child.line);
        if better {
            (node.alpha, node.best_spot) = (value, spot);
            frame.line.clear();
            frame.line.push(spot);
            frame.line.extend_from_slice(below);
        }
        if ply == 0 {
            // Without pruning every value is exact, and so is the line.
            let known = better || !self.params.ab;
            let line = std::iter::once(spot).chain(below.iter().copied().filter(|_| known)).collect();
            let nodes = self.report.counts.nodes - self.began;
            self.began = self.report.counts.nodes;
            let bound = if known { bound } else { Bound::AtMost };
            let depth = self.report.depth;
            self.report.learn(Root { spot, value, bound, nodes, depth, line }, better);
        }
        if node.alpha < node.beta {
            return None;
        }
        self.report.counts.cuts += 1;
        self.report.counts.first_cuts += u64::from(node.next == 1);
        if node.depth > 0 {
            self.order.cut(frame.position.to_move().index(), ply, spot, node.depth);
        }
        Some(End::Cut)
    }

    /// What becomes of a node whose moves have all been tried.
    fn exhausted(&mut self, ply: usize, node: &mut OpenNode, control: &mut Control<'_>) -> Option<End> {
        let Self { frames, evaluator, grid, .. } = self;
        if node.best > -MAX {
            return Some(End::Searched);
        }
        // There was no move that the law allows, and no end to the game either.
        node.best = evaluator.evaluate(grid, &frames[ply].position, &frames[ply].stones, None, control)?.0;
        Some(End::Leaf)
    }

    /// Leaves a node, and keeps its value; the value.
    fn leave(&mut self, ply: usize, node: &OpenNode, end: End, control: &mut Control<'_>) -> i32 {
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
            self.table.keep(frame.place, node.depth, value, bound, node.best_spot);
        }
        if control.follows() {
            let pruned = if end == End::Cut { frame.moves.len() - node.next } else { 0 };
            let pruned = u32::try_from(pruned).unwrap_or(u32::MAX);
            control.tell(&NodeEvent::Leave { id: frame.id, value, end, pruned });
        }
        value
    }
}
