//! Proof by search, deeper and deeper.

use super::ground::{MOST, Node};
use super::history::History;
use super::table::{Known, Table};
use crate::brain::Watch;
use crate::go::Color;

/// A pass among moves; points are below it.
#[expect(clippy::cast_possible_truncation, reason = "64")]
pub const PASS: u8 = MOST as u8;

/// The move on a point.
#[expect(clippy::cast_possible_truncation, reason = "points of a ground are below 64")]
pub(in crate::brain) const fn action(point: usize) -> u8 {
    point as u8
}

/// Plies up to which what a side did not reach on one path is taken not to be reached on others: most questions are answered sooner so.
const HASTY: u32 = 48;

/// Nodes between two looks at the watch.
pub(super) const LOOK: u64 = 512;

/// A question with two answers about a game: whether one side reaches its goal.
pub trait Question {
    /// 1 when the side to move is sure of its goal, −1 when its enemy is, `None` when that takes a search.
    fn judge(&mut self, node: &Node) -> Option<i8>;

    /// All moves of the side to move that can matter with what they lead to, the most promising first; the larger the number, the more promising.
    fn moves(&mut self, node: &Node, moves: &mut Vec<Choice>);

    /// The node that stands for all that are like this one, and how its moves are named there.
    fn canonical(&self, node: &Node) -> (Node, usize);

    /// How a move is named in the canonical node.
    fn name(&self, action: u8, turn: usize) -> u8;

    /// Who reaches his goal when a node comes back on its own path; `None` when that answers nothing.
    fn repetition(&self) -> Option<Color>;
}

/// A move and what it leads to.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    /// A point, or [`PASS`].
    pub action: u8,
    /// What stands then.
    pub next: Node,
    /// How promising it seems.
    pub promise: i32,
}

/// What a search found: whether the side to move reaches its goal, and since which ply of the path the answer holds.
#[derive(Clone, Copy)]
struct Found {
    value: i8,
    /// The lowest ply of the path that a repetition went back to; `u32::MAX` for none.
    since: u32,
}

/// How far a proof came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    /// The side to move reaches its goal (or its enemy his), within so many plies.
    Yes(u32),
    /// The other side does.
    No(u32),
    /// Neither can force it, however deep: it hangs on repetitions.
    Neither,
    /// It was stopped, or its nodes were spent.
    Open(u32),
}

/// A search that goes deeper until it has a proof.
///
/// Within a depth it asks whether a side reaches its goal in so many plies, which is a question about the node alone and not about how it
/// came about: so whatever the table remembers holds on every path.
pub struct Prover {
    table: Table,
    history: History,
    path: Vec<Node>,
    lists: Vec<Vec<Choice>>,
    /// Nodes visited.
    pub nodes: u64,
    most: u64,
    /// Whether a line was left because of its depth.
    cut: bool,
    /// Whether to search again what was not reached by a side that gains by repetition: it may come about on one path sooner than on another.
    patient: bool,
    stopped: bool,
}

impl Prover {
    /// A search with room for `2^bits` nodes.
    #[must_use]
    pub fn new(bits: u32) -> Self {
        Self {
            table: Table::new(bits),
            history: History::new(),
            path: Vec::new(),
            lists: Vec::new(),
            nodes: 0,
            most: u64::MAX,
            cut: false,
            patient: false,
            stopped: false,
        }
    }

    /// What is remembered of a node.
    #[must_use]
    pub fn known(&self, question: &impl Question, node: &Node) -> Option<Known> {
        let (canonical, turn) = question.canonical(node);
        let mut known = self.table.get(&canonical)?;
        known.best = (0..=PASS).find(|&action| question.name(action, turn) == known.best).unwrap_or(u8::MAX);
        Some(known)
    }

    /// Answers the question for the side to move, visiting at most `nodes` more nodes and going at most `depth` plies deep.
    pub fn prove(
        &mut self,
        question: &mut impl Question,
        root: Node,
        nodes: u64,
        depth: u32,
        watch: &mut dyn Watch,
        mut deeper: impl FnMut(u32, u64),
    ) -> Proof {
        self.most = self.nodes.saturating_add(nodes);
        self.stopped = false;
        for depth in 1..=depth {
            self.cut = false;
            self.patient = depth > HASTY;
            self.path.clear();
            let found = self.search(question, root, depth, -1, 1, watch);
            if self.stopped {
                return Proof::Open(depth);
            }
            match found.value {
                1 => return Proof::Yes(depth),
                -1 => return Proof::No(depth),
                _ if !self.cut => return Proof::Neither,
                _ => deeper(depth, self.nodes),
            }
            self.history.fade();
        }
        Proof::Open(depth)
    }

    fn search(
        &mut self,
        question: &mut impl Question,
        node: Node,
        depth: u32,
        mut alpha: i8,
        mut beta: i8,
        watch: &mut dyn Watch,
    ) -> Found {
        const NEVER: u32 = u32::MAX;
        self.nodes += 1;
        if self.nodes >= self.most || self.nodes.is_multiple_of(LOOK) && watch.stop() {
            self.stopped = true;
        }
        if self.stopped {
            return Found { value: 0, since: NEVER };
        }
        let (canonical, turn) = question.canonical(&node);
        let mut known = self.table.get(&canonical).unwrap_or(Known { best: u8::MAX, ..Known::default() });
        if known.proved != 0 {
            return Found { value: known.proved, since: NEVER };
        }
        if let Some(value) = question.judge(&node) {
            known.proved = value;
            self.table.put(&canonical, known);
            return Found { value, since: NEVER };
        }
        #[expect(clippy::cast_possible_truncation, reason = "a path is as long as the depth")]
        let ply = self.path.len() as u32;
        if let Some(gains) = question.repetition()
            && let Some(before) = self.path.iter().position(|other| *other == node)
        {
            #[expect(clippy::cast_possible_truncation, reason = "a path is as long as the depth")]
            return Found { value: if gains == node.mover { 1 } else { -1 }, since: before as u32 };
        }
        if depth == 0 {
            self.cut = true;
            return Found { value: 0, since: NEVER };
        }
        let gains = question.repetition().filter(|_| self.patient);
        if u32::from(known.no_win) >= depth && gains != Some(node.mover) {
            beta = beta.min(0);
        }
        if u32::from(known.no_loss) >= depth && gains != Some(!node.mover) {
            alpha = alpha.max(0);
        }
        if alpha >= beta {
            self.cut = true;
            return Found { value: 0, since: NEVER };
        }
        let mut list = self.lists.pop().unwrap_or_default();
        list.clear();
        question.moves(&node, &mut list);
        self.history.sort(&mut list, node.mover, |action| question.name(action, turn) == known.best);
        let (low, high) = (alpha, beta);
        let (mut best, mut since, mut best_action) = (-1, NEVER, u8::MAX);
        self.path.push(node);
        for choice in &list {
            let found = self.search(question, choice.next, depth - 1, -beta, -alpha, watch);
            if self.stopped {
                break;
            }
            let value = -found.value;
            if value == 1 {
                (best, since, best_action) = (1, found.since, choice.action);
                break;
            }
            since = since.min(found.since);
            if value > best {
                (best, best_action) = (value, choice.action);
                alpha = alpha.max(value);
                if alpha >= beta {
                    break;
                }
            }
        }
        self.path.pop();
        self.lists.push(list);
        if self.stopped {
            return Found { value: 0, since: NEVER };
        }
        if best_action != u8::MAX {
            self.history.good(node.mover, best_action, depth);
            known.best = question.name(best_action, turn);
        }
        // What holds only because the path came from where it did is not remembered.
        if since >= ply {
            since = NEVER;
        }
        if best == 0 {
            known.open(depth, (low, high));
        } else if since == NEVER {
            known.proved = best;
        }
        self.table.put(&canonical, known);
        Found { value: best, since }
    }
}
