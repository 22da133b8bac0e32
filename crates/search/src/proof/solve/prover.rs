//! Proof by search, deeper and deeper.

use super::bitboard::{MOST, ProofNode};
use super::history::HistoryTable;
use super::past::{Found, Past};
use super::symmetry::Symmetries;
use super::table::{NodeProof, ProofTable};
use crate::Watch;

/// A pass among moves; points are below it.
#[expect(clippy::cast_possible_truncation, reason = "64")]
pub const PASS: u8 = MOST as u8;

/// The move on a point.
#[expect(clippy::cast_possible_truncation, reason = "points of a bit board are below 64")]
pub(in crate::proof) const fn action(point: usize) -> u8 {
    point as u8
}

/// Nodes between two looks at the watch.
const LOOK: u64 = 512;

/// A question with two answers about a game: whether one side reaches its goal.
pub trait ProofQuestion {
    /// 1 when the side to move is sure of its goal, −1 when its enemy is, `None` when that takes a search.
    fn judge(&self, node: &ProofNode) -> Option<i8>;

    /// All moves of the side to move that can matter with what they lead to, the most promising first; the larger the number, the more promising.
    fn moves(&self, node: &ProofNode, moves: &mut Vec<Successor>);

    /// The symmetries by which nodes are alike, if there are any.
    fn symmetries(&self) -> Option<&Symmetries> {
        None
    }

    /// The node that stands for all that are like this one, and which symmetry leads there.
    fn canonical(&self, node: &ProofNode) -> (ProofNode, usize) {
        self.symmetries().map_or((*node, 0), |symmetries| symmetries.canonical(node))
    }

    /// How a move is named in the canonical node.
    fn name(&self, action: u8, turn: usize) -> u8 {
        self.symmetries().map_or(action, |symmetries| symmetries.name(action, turn))
    }
}

/// A move and what it leads to.
#[derive(Clone, Copy, Debug)]
pub struct Successor {
    /// The number of a point, or [`PASS`].
    pub action: u8,
    /// What stands then.
    pub next: ProofNode,
    /// How promising it seems, the greater the earlier it is tried; only the order matters.
    pub promise: i32,
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

/// A search that goes deeper until it has a proof: alpha-beta with iterative deepening, a transposition table and the history heuristic.
///
/// Within a depth it asks whether a side reaches its goal in so many plies. What was proved is remembered on the terms of the game's [`Past`].
pub struct Prover<P: Past> {
    past: P,
    table: ProofTable<P::Kept>,
    history: HistoryTable,
    lists: Vec<Vec<Successor>>,
    /// Nodes visited so far.
    pub nodes: u64,
    most: u64,
    /// Whether a line was left because of its depth.
    cut: bool,
    stopped: bool,
}

impl<P: Past> Prover<P> {
    /// Nothing is proved.
    const OPEN: Found<P::Terms> = Found { value: 0, terms: P::NONE };

    /// A search with room for `2^bits` nodes.
    #[must_use]
    pub fn new(past: P, bits: u32) -> Self {
        Self {
            past,
            table: ProofTable::new(bits, P::NOTHING),
            history: HistoryTable::new(),
            lists: Vec::new(),
            nodes: 0,
            most: u64::MAX,
            cut: false,
            stopped: false,
        }
    }

    /// The move found best in a node.
    #[must_use]
    pub fn best(&self, question: &impl ProofQuestion, node: &ProofNode) -> Option<u8> {
        let (canonical, turn) = question.canonical(node);
        let (known, _) = self.table.get(&canonical)?;
        (0..=PASS).find(|&action| question.name(action, turn) == known.best)
    }

    /// Answers the question for the side to move, visiting at most `nodes` more nodes and going at most `depth` plies deep.
    pub fn prove(
        &mut self,
        question: &impl ProofQuestion,
        root: ProofNode,
        nodes: u64,
        depth: u32,
        watch: &mut dyn Watch,
        mut deeper: impl FnMut(u32, u64),
    ) -> Proof {
        self.most = self.nodes.saturating_add(nodes);
        self.stopped = false;
        for depth in 1..=depth {
            self.cut = false;
            self.past.begin(depth);
            let found = self.search(question, root, depth, (-1, 1), watch);
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
        question: &impl ProofQuestion,
        node: ProofNode,
        depth: u32,
        (mut alpha, mut beta): (i8, i8),
        watch: &mut dyn Watch,
    ) -> Found<P::Terms> {
        self.nodes += 1;
        if self.nodes >= self.most || self.nodes.is_multiple_of(LOOK) && watch.stop() {
            self.stopped = true;
        }
        if self.stopped {
            return Self::OPEN;
        }
        let (canonical, turn) = question.canonical(&node);
        let (mut known, mut kept) = self.table.get(&canonical).unwrap_or((NodeProof::NOTHING, P::NOTHING));
        if known.proved != 0
            && let Some(terms) = self.past.holds(&kept, turn)
        {
            return Found { value: known.proved, terms };
        }
        if let Some(value) = question.judge(&node) {
            if P::KEEPS_ENDS {
                self.table.put(&canonical, NodeProof { proved: value, ..known }, kept);
            }
            return Found { value, terms: P::NONE };
        }
        if let Some(found) = self.past.ends(&node) {
            return found;
        }
        if depth == 0 {
            self.cut = true;
            return Self::OPEN;
        }
        self.past.doubt(&node, &mut known, &kept);
        if u32::from(known.no_win) >= depth {
            beta = beta.min(0);
        }
        if u32::from(known.no_loss) >= depth {
            alpha = alpha.max(0);
        }
        if alpha >= beta {
            self.cut = true;
            return Self::OPEN;
        }
        let mut list = self.lists.pop().unwrap_or_default();
        list.clear();
        question.moves(&node, &mut list);
        self.history.sort(&mut list, node.mover, |action| question.name(action, turn) == known.best);
        let window = (alpha, beta);
        let (mut best, mut best_action) = (-1, u8::MAX);
        // Those of a loss: all that the enemy's proofs rest on together.
        let mut terms = P::NONE;
        self.past.enter(&node, &canonical);
        for choice in &list {
            if let Some(forbidden) = self.past.forbids(choice) {
                P::both(&mut terms, &forbidden);
                continue;
            }
            let found = self.search(question, choice.next, depth - 1, (-beta, -alpha), watch);
            if self.stopped {
                break;
            }
            let value = -found.value;
            if value == -1 {
                P::both(&mut terms, &found.terms);
            } else if value > best {
                (best, best_action, terms) = (value, choice.action, found.terms);
                alpha = alpha.max(value);
                if value == 1 {
                    self.past.won_by(choice, &mut terms);
                }
                if alpha >= beta {
                    break;
                }
            }
        }
        self.past.leave(&mut terms);
        self.lists.push(list);
        if self.stopped {
            return Self::OPEN;
        }
        if best_action != u8::MAX {
            self.history.good(node.mover, best_action, depth);
            known.best = question.name(best_action, turn);
        }
        if best == 0 {
            known.open(depth, window);
            terms = P::NONE;
        }
        if self.past.keep((best != 0).then_some(&terms), &mut kept, turn) {
            known.proved = best;
        }
        self.table.put(&canonical, known, kept);
        Found { value: best, terms }
    }
}
