//! The search itself: one node after the other, on a stack that can be left at any time.

use super::ahead::{Ahead, is_plain};
use super::frame::{Frame, Stage};
use super::judge::{Judge, MAX, Stones, at_end};
use super::order::{Choice, NONE, Order, pick};
use super::params::Params;
use super::report::{Counts, Root};
use super::table::{Bound, Table};
use super::tree::{End, Node};
use crate::brain::is_large;
use crate::brain::{Rng, Watch};
use crate::field::bits::{Grid, Words};
use crate::go::{Move, Point, Position};

/// Moves that the law forbids passed over in one go on a large board.
const FORBIDDEN: usize = 4096;

/// A search from one position, on boards whose points are kept in `W`.
pub(super) struct Core<W> {
    pub(super) params: Params,
    pub(super) grid: Grid<W>,
    pub(super) judge: Judge<W>,
    /// The way from the root, and room for more; `height` of them are in use.
    pub(super) frames: Vec<Frame<W>>,
    height: usize,
    /// Work space for what a move leads to.
    pub(super) scratch: Stones<W>,
    pub(super) found: Vec<Point>,
    pub(super) child: Option<Position>,
    pub(super) loud: Vec<u32>,
    /// By spot.
    pub(super) points: Vec<Point>,
    table: Table,
    pub(super) order: Order,
    /// The chance that decides between equals, until the order of the moves is made.
    chance: Option<Rng>,
    pub(super) position: Position,
    root_taken: [i32; 2],
    /// Whether a stone placed never ends the game by itself.
    pub(super) plain: bool,
    /// Plies of the iteration at work, or that comes next; of the last one that came to its end.
    pub(super) depth: u32,
    pub(super) complete: u32,
    over: bool,
    /// The moves of the root as far as they are known, in the order they are to be tried.
    pub(super) roots: Vec<Root>,
    /// What is expected, the best move first, and what it is worth.
    pub(super) line: Vec<u32>,
    pub(super) value: Option<i32>,
    /// Plies of the iteration that found it.
    pub(super) reached: u32,
    /// What follows the move of the root that was searched last, which need not be better; kept where all values are exact.
    lesser: Vec<u32>,
    pub(super) counts: Counts,
    /// Nodes when the move of the root that is searched now was begun.
    began: u64,
    next_id: u64,
}

impl<W: Words> Core<W> {
    /// A search from a position; `None` when the board does not fit into `W`.
    pub(super) fn new(position: &Position, params: &Params, rng: &Rng) -> Option<Self> {
        let size = position.size();
        let grid = W::grid(size)?;
        let mut search = Self {
            judge: Judge::new(&grid, params),
            frames: Vec::new(),
            height: 0,
            scratch: Stones::none(&grid),
            found: Vec::new(),
            child: None,
            loud: Vec::new(),
            points: size.points().collect(),
            table: Table::new(if params.tt { params.table } else { 0 }),
            order: Order::new(0, false, false, None),
            chance: None,
            position: position.clone(),
            root_taken: [0; 2],
            plain: false,
            depth: 1,
            complete: 0,
            over: false,
            roots: Vec::new(),
            line: Vec::new(),
            value: None,
            reached: 0,
            lesser: Vec::new(),
            counts: Counts::default(),
            began: 0,
            next_id: 0,
            params: params.clone(),
            grid,
        };
        search.start(position, rng);
        Some(search)
    }

    /// Begins anew from a position on a board of the same size.
    pub(super) fn start(&mut self, position: &Position, rng: &Rng) {
        let Params { id, scout, .. } = self.params;
        self.table.forget();
        self.chance = Some(rng.clone());
        self.position = position.clone();
        self.root_taken = super::judge::taken(position);
        self.plain = is_plain(position.rules());
        self.height = 0;
        // Where moves are sorted by what they lead to at once, that is the first ply.
        let first = if scout { 2 } else { 1 };
        self.depth = if id { self.params.deepest().min(first) } else { self.params.depth };
        self.complete = 0;
        self.over = position.is_over();
        self.roots.clear();
        self.line.clear();
        self.value = None;
        self.reached = 0;
        self.lesser.clear();
        self.counts = Counts::default();
        self.judge.asked = [0; 3];
    }

    /// Whether there is nothing more to search.
    pub(super) const fn is_over(&self) -> bool {
        self.over
    }

    /// Searches until so many nodes have been looked at in all, or there is nothing more to search; on a large board also until it is told
    /// to stop or to rest. Who watches hears of the nodes, if asked to.
    pub(super) fn run(&mut self, until: u64, watch: &mut dyn Watch) {
        let large = is_large(self.grid.size());
        let mut first = true;
        while !self.over && self.counts.nodes < until && !(large && watch.stop()) {
            if large && !first && watch.pauses() {
                return;
            }
            first = false;
            let Some(at) = self.height.checked_sub(1) else {
                match self.chance.take() {
                    Some(chance) => self.prepare(chance),
                    None if self.position.remember_origin() => {}
                    None => self.begin(watch),
                }
                continue;
            };
            match self.frames[at].stage {
                Stage::Enter => self.enter(at, watch),
                Stage::List { hint, from } => self.lay_out(at, hint, from),
                Stage::Quiet => self.enter_quiet(at, watch),
                Stage::Sort(_) => self.sort(at, until, watch),
                Stage::Try => self.try_moves(at, until, watch),
            }
        }
    }

    /// Makes the order in which moves are tried, knowing nothing.
    fn prepare(&mut self, mut chance: Rng) {
        let Params { history, killers, shuffle, .. } = self.params;
        let chance = shuffle.then_some(&mut chance);
        self.order = Order::new(self.grid.size().area(), history, killers, chance);
    }

    /// Begins the next iteration at the root.
    fn begin(&mut self, watch: &mut dyn Watch) {
        self.next_id = 0;
        if watch.follows() {
            watch.node(&Node::Begin { depth: self.depth });
        }
        let (depth, quiet) = (self.depth, self.params.quiescence);
        self.height = 1;
        match self.frames.first_mut() {
            Some(frame) => frame.position.clone_from(&self.position),
            None => self.frames.push(Frame::new(&self.grid, self.position.clone())),
        }
        let frame = &mut self.frames[0];
        frame.begin(depth, quiet, -MAX, MAX);
        frame.path = 0;
        self.began = self.counts.nodes;
        self.announce(0, None, watch);
    }

    /// Another frame on top, with the position of the one below it.
    fn push(&mut self) -> &mut Frame<W> {
        let top = self.height;
        self.height += 1;
        if top == self.frames.len() {
            let position = self.frames[top - 1].position.clone();
            self.frames.push(Frame::new(&self.grid, position));
        } else {
            let (below, above) = self.frames.split_at_mut(top);
            above[0].position.clone_from(&below[top - 1].position);
        }
        &mut self.frames[top]
    }

    /// Tells that the frame is entered.
    fn announce(&mut self, at: usize, spot: Option<u32>, watch: &mut dyn Watch) {
        if !watch.follows() {
            return;
        }
        let parent = at.checked_sub(1).map(|above| self.frames[above].id);
        let action = spot.map(|spot| self.action(spot));
        let frame = &mut self.frames[at];
        frame.id = self.next_id;
        self.next_id += 1;
        watch.node(&Node::Enter {
            id: frame.id,
            parent,
            action,
            to_move: frame.position.to_move(),
            depth: frame.depth,
            alpha: frame.alpha,
            beta: frame.beta,
        });
    }

    /// Looks at a node for the first time.
    fn enter(&mut self, at: usize, watch: &mut dyn Watch) {
        self.counts.nodes += 1;
        let frame = &mut self.frames[at];
        if let Some(outcome) = frame.position.outcome() {
            let value = at_end(outcome, frame.position.to_move(), self.params.tie);
            frame.best = value;
            self.leave(at, End::Over, watch);
            return;
        }
        frame.stones.read(&self.grid, &frame.position);
        if frame.depth == 0 {
            frame.stage = Stage::Quiet;
            if !is_large(self.grid.size()) {
                self.enter_quiet(at, watch);
            }
            return;
        }
        self.counts.inner += 1;
        let mut hint = NONE;
        if self.params.tt {
            let place = frame.find_place(self.root_taken);
            self.counts.asked += 1;
            if let Some((entry, same)) = self.table.find(place) {
                hint = entry.spot;
                let decides = match entry.bound {
                    Bound::Exact => true,
                    Bound::AtLeast => entry.value >= frame.beta,
                    Bound::AtMost => entry.value <= frame.alpha,
                };
                if at > 0 && same && u32::from(entry.depth) == frame.depth && decides {
                    self.counts.known += 1;
                    frame.best = entry.value;
                    if entry.bound == Bound::Exact && hint != NONE {
                        frame.line.push(hint);
                    }
                    self.leave(at, End::Table, watch);
                    return;
                }
            }
        }
        self.frames[at].stage = Stage::List { hint, from: 0 };
        if !is_large(self.grid.size()) {
            self.lay_out(at, hint, 0);
        }
    }

    /// Searches the moves of a node until one has to be entered, or the node can be left.
    fn try_moves(&mut self, at: usize, until: u64, watch: &mut dyn Watch) {
        let (ab, pvs) = (self.params.ab, self.params.ab && self.params.pvs);
        let first = self.frames[at].next;
        let most = if is_large(self.grid.size()) { FORBIDDEN } else { usize::MAX };
        while self.counts.nodes < until {
            let frame = &mut self.frames[at];
            if frame.next - first > most {
                return;
            }
            let Some(spot) = pick(&mut frame.moves, frame.next) else {
                if let Some(end) = self.exhausted(at, watch) {
                    self.leave(at, end, watch);
                }
                return;
            };
            frame.next += 1;
            frame.spot = spot;
            let (alpha, beta) = if ab { (frame.alpha, frame.beta) } else { (-MAX, MAX) };
            if frame.depth == 1 && self.params.quiescence == 0 {
                match self.ahead(at, spot, ab.then_some((alpha, beta)), watch) {
                    Ahead::Forbidden => {}
                    Ahead::Halted => {
                        self.frames[at].next -= 1;
                        return;
                    }
                    Ahead::Worth(value, bound) => {
                        if self.leaf(at, spot, (value, bound), (alpha, beta), watch) {
                            return;
                        }
                    }
                }
                continue;
            }
            let action = self.action(spot);
            let frame = &mut self.frames[at];
            if !frame.checked && !frame.position.is_legal(action) {
                continue;
            }
            // Whatever is tried after a move that was searched whole only has to be better.
            frame.null = pvs && frame.best_spot != NONE && i64::from(beta) - i64::from(alpha) > 1;
            let beta = if frame.null { alpha + 1 } else { beta };
            self.descend(at, spot, (alpha, beta), watch);
            return;
        }
    }

    /// Enters what a move of frame `at` leads to, with a window of its mover's.
    fn descend(&mut self, at: usize, spot: u32, (alpha, beta): (i32, i32), watch: &mut dyn Watch) {
        let action = self.action(spot);
        let frame = &self.frames[at];
        let (path, depth, quiet) = (frame.path, frame.depth, frame.quiet);
        let child = self.push();
        child.position.play_unchecked(action);
        let quiet = if depth == 0 { quiet.saturating_sub(1) } else { quiet };
        child.begin(depth.saturating_sub(1), quiet, -beta, -alpha);
        child.walk(path);
        self.announce(at + 1, Some(spot), watch);
    }

    /// Takes over the value of a move of a node with one ply left, searched in a window; whether the node has been left by it.
    fn leaf(
        &mut self,
        at: usize,
        spot: u32,
        (value, bound): (i32, Bound),
        (alpha, beta): (i32, i32),
        watch: &mut dyn Watch,
    ) -> bool {
        self.counts.nodes += 1;
        self.counts.leaves += 1;
        if watch.follows() {
            let id = self.next_id;
            self.next_id += 1;
            let frame = &self.frames[at];
            watch.node(&Node::Enter {
                id,
                parent: Some(frame.id),
                action: Some(self.action(spot)),
                to_move: !frame.position.to_move(),
                depth: 0,
                alpha: -beta,
                beta: -alpha,
            });
            let end = if bound == Bound::Exact { End::Leaf } else { End::Lazy };
            watch.node(&Node::Leave { id, value: -value, end, pruned: 0 });
        }
        if value > self.frames[at].alpha {
            let line = &mut self.frames[at].line;
            line.clear();
            line.push(spot);
        }
        self.learn(at, spot, value, bound, watch)
    }

    /// Takes over the value of a move of a node; whether the node has been left by it.
    fn learn(&mut self, at: usize, spot: u32, value: i32, bound: Bound, watch: &mut dyn Watch) -> bool {
        let frame = &mut self.frames[at];
        let better = value > frame.alpha || !self.params.ab && value > frame.best;
        frame.best = frame.best.max(value);
        if better {
            frame.alpha = frame.alpha.max(value);
            frame.best_spot = spot;
        }
        if at == 0 {
            self.learn_root(spot, value, bound, better);
        }
        let frame = &mut self.frames[at];
        if self.params.ab && frame.alpha >= frame.beta {
            self.counts.cuts += 1;
            self.counts.first_cuts += u64::from(frame.next == 1);
            if frame.depth > 0 {
                self.order.cut(frame.position.to_move().index(), at, spot, frame.depth);
            }
            self.leave(at, End::Cut, watch);
            return true;
        }
        false
    }

    /// Keeps what is known of a move of the root.
    fn learn_root(&mut self, spot: u32, value: i32, bound: Bound, better: bool) {
        let nodes = self.counts.nodes - self.began;
        self.began = self.counts.nodes;
        let line = match self.lesser.first() {
            _ if better => self.frames[0].line.clone(),
            Some(&first) if first == spot => self.lesser.clone(),
            _ => vec![spot],
        };
        let bound = if better || !self.params.ab { bound } else { Bound::AtMost };
        let root = Root { spot, value, bound, nodes, line: line.clone(), depth: self.depth };
        match self.roots.iter_mut().find(|root| root.spot == spot) {
            Some(known) => *known = root,
            None => self.roots.push(root),
        }
        if better {
            self.line = line;
            (self.value, self.reached) = (Some(value), self.depth);
        }
    }

    /// What becomes of a node whose moves have all been tried; `None` when it was told to stop before that was known.
    fn exhausted(&mut self, at: usize, watch: &dyn Watch) -> Option<End> {
        let Self { frames, judge, grid, .. } = self;
        let frame = &mut frames[at];
        if frame.best > -MAX {
            return Some(End::Searched);
        }
        // There was no move that the law allows, and no end to the game either.
        let (value, _) = judge.whole(grid, &frame.position, &frame.stones, None, watch)?;
        frame.best = value;
        Some(End::Leaf)
    }

    /// Leaves a node with its best value, keeps that, and tells the node above.
    pub(super) fn leave(&mut self, at: usize, end: End, watch: &mut dyn Watch) {
        let frame = &self.frames[at];
        let (value, floor, beta) = (frame.best, frame.floor, frame.beta);
        let bound = if !self.params.ab {
            Bound::Exact
        } else if value <= floor {
            Bound::AtMost
        } else if value >= beta {
            Bound::AtLeast
        } else {
            Bound::Exact
        };
        if self.params.tt && frame.depth > 0 && matches!(end, End::Searched | End::Cut) {
            self.table.keep(frame.place, frame.depth, value, bound, frame.best_spot);
        }
        if watch.follows() {
            let pruned = if end == End::Cut { frame.moves.len() - frame.next } else { 0 };
            let pruned = u32::try_from(pruned).unwrap_or(u32::MAX);
            watch.node(&Node::Leave { id: frame.id, value, end, pruned });
        }
        self.height = at;
        match at.checked_sub(1) {
            Some(above) => self.receive(above, -value, watch),
            None => self.end_iteration(),
        }
    }

    /// Takes the value of the move that frame `at` was searching.
    fn receive(&mut self, at: usize, value: i32, watch: &mut dyn Watch) {
        let frame = &mut self.frames[at];
        let spot = frame.spot;
        if frame.null {
            frame.null = false;
            if value > frame.alpha && value < frame.beta {
                // Better, but by how much?
                // CITE: principal variation search: A. Reinefeld, "An improvement of the scout tree search algorithm", 1983.
                self.counts.retries += 1;
                let window = (frame.alpha, frame.beta);
                self.descend(at, spot, window, watch);
                return;
            }
        }
        if at == 0 && !self.params.ab {
            self.lesser.clear();
            self.lesser.push(spot);
            self.lesser.extend_from_slice(&self.frames[1].line);
        }
        let frame = &self.frames[at];
        if value > frame.alpha || !self.params.ab && value > frame.best {
            let (frames, below) = self.frames.split_at_mut(at + 1);
            let (frame, below) = (&mut frames[at], &below[0]);
            frame.line.clear();
            frame.line.push(spot);
            frame.line.extend_from_slice(&below.line);
        }
        self.learn(at, spot, value, Bound::Exact, watch);
    }

    /// How many moves of the root the iteration at work has searched, and how many there are; `None` where none is at work.
    pub(super) fn under_way(&self) -> Option<(usize, usize)> {
        let root = self.frames.first().filter(|_| self.height > 0 && self.reached > self.complete)?;
        Some((self.roots.iter().filter(|known| known.depth == self.depth).count(), root.moves.len()))
    }

    /// Sees to what comes after an iteration.
    fn end_iteration(&mut self) {
        self.complete = self.depth;
        // Best first; of what is known not to be better, that first which was near to it.
        let line = self.line.first().copied();
        self.roots.sort_by_key(|root| (Some(root.spot) != line, std::cmp::Reverse(root.value)));
        let deepest = if self.params.id { self.params.deepest() } else { self.params.depth };
        self.over = self.depth >= deepest || self.roots.is_empty();
        self.depth += u32::from(!self.over);
    }

    /// The move of a spot.
    pub(super) fn action(&self, spot: u32) -> Move {
        self.points.get(spot as usize).map_or(Move::Pass, |&point| Move::Play(point))
    }

    /// The best move that it knows: of the search, or else of what moves lead to at once; `None` when it knows none.
    pub(super) fn best(&self) -> Option<Move> {
        let known = self.line.first().copied().or_else(|| {
            let root = self.frames.first().filter(|_| self.height > 0)?;
            root.moves.iter().max_by_key(|choice| choice.key()).map(|choice: &Choice| choice.spot)
        });
        known.map(|spot| self.action(spot))
    }
}
