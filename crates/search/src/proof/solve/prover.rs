//! Proof by a search that goes deeper and deeper.

use super::bitboard::ProofNode;
use super::history::HistoryTable;
use super::past::{Past, PathAnswer};
use super::successor::{PASS, Successor};
use super::symmetry::Symmetries;
use super::table::{NodeProof, ProofTable};
use crate::Watch;

/// Nodes between two checks of the watcher.
const LOOK: u64 = 512;

/// A yes-or-no question about a game: does one side reach its goal? The goal of the other side is to prevent
/// it.
pub trait ProofQuestion {
    /// 1 if the side to move is sure of its goal, −1 if its enemy is sure, `None` if a search must decide.
    fn judge(&self, node: &ProofNode) -> Option<i8>;

    /// Adds all relevant moves of the side to move, each with the node after it and its promise.
    fn moves(&self, node: &ProofNode, moves: &mut Vec<Successor>);

    /// Symmetries of the board that map nodes to equivalent nodes, if there are any.
    fn symmetries(&self) -> Option<&Symmetries> {
        None
    }

    /// Canonical node of all nodes that are equivalent to this one, and the number of the symmetry that
    /// leads to it.
    fn canonical(&self, node: &ProofNode) -> (ProofNode, usize) {
        self.symmetries().map_or((*node, 0), |symmetries| symmetries.canonical(node))
    }

    /// Number of a move in the canonical node.
    fn canonical_action(&self, action: u8, symmetry: usize) -> u8 {
        self.symmetries().map_or(action, |symmetries| symmetries.move_image(action, symmetry))
    }
}

/// Result of a proof search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    /// The side to move reaches its goal within this many plies.
    Yes(u32),
    /// The other side reaches its own goal within this many plies.
    No(u32),
    /// Neither side can force its goal at any depth; the result depends on repetitions.
    Neither,
    /// The search was stopped or spent its nodes, at this depth in plies.
    Open(u32),
}

/// Proof search: alpha-beta with iterative deepening, a transposition table and the history heuristic.
///
/// At each depth it asks whether a side reaches its goal within that many plies. Proofs are stored with the
/// terms of the game's [`Past`].
pub struct Prover<P: Past> {
    past: P,
    table: ProofTable<P::Kept>,
    history: HistoryTable,
    lists: Vec<Vec<Successor>>,
    /// Nodes visited up to now.
    pub nodes: u64,
    node_limit: u64,
    /// True if the depth limit left a line open.
    hit_depth_limit: bool,
    stopped: bool,
}

impl<P: Past> Prover<P> {
    /// Answer without a proof.
    const OPEN: PathAnswer<P::Terms> = PathAnswer { value: 0, terms: P::NONE };

    /// Creates a search with a table of `2^bits` nodes.
    #[must_use]
    pub fn new(past: P, bits: u32) -> Self {
        Self {
            past,
            table: ProofTable::new(bits, P::NOTHING),
            history: HistoryTable::new(),
            lists: Vec::new(),
            nodes: 0,
            node_limit: u64::MAX,
            hit_depth_limit: false,
            stopped: false,
        }
    }

    /// Best move found in a node.
    #[must_use]
    pub fn best(&self, question: &impl ProofQuestion, node: &ProofNode) -> Option<u8> {
        let (canonical, symmetry) = question.canonical(node);
        let (node_proof, _) = self.table.get(&canonical)?;
        (0..=PASS).find(|&action| question.canonical_action(action, symmetry) == node_proof.best)
    }

    /// Answers the question for the side to move. Visits at most `nodes` more nodes and searches at most
    /// `depth` plies. Calls `on_deeper` with the depth and the node count after each depth without an
    /// answer.
    pub fn prove(
        &mut self,
        question: &impl ProofQuestion,
        root: ProofNode,
        nodes: u64,
        depth: u32,
        watch: &mut dyn Watch,
        mut on_deeper: impl FnMut(u32, u64),
    ) -> Proof {
        self.node_limit = self.nodes.saturating_add(nodes);
        self.stopped = false;
        for depth in 1..=depth {
            self.hit_depth_limit = false;
            self.past.begin(depth);
            let answer = self.search(question, root, depth, (-1, 1), watch);
            if self.stopped {
                return Proof::Open(depth);
            }
            match answer.value {
                1 => return Proof::Yes(depth),
                -1 => return Proof::No(depth),
                _ if !self.hit_depth_limit => return Proof::Neither,
                _ => on_deeper(depth, self.nodes),
            }
            self.history.decay();
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
    ) -> PathAnswer<P::Terms> {
        self.nodes += 1;
        if self.nodes >= self.node_limit || self.nodes.is_multiple_of(LOOK) && watch.stop() {
            self.stopped = true;
        }
        if self.stopped {
            return Self::OPEN;
        }
        let (canonical, symmetry) = question.canonical(&node);
        let (mut node_proof, mut stored_terms) =
            self.table.get(&canonical).unwrap_or((NodeProof::NOTHING, P::NOTHING));
        if node_proof.proved != 0
            && let Some(terms) = self.past.terms_on_path(&stored_terms, symmetry)
        {
            return PathAnswer { value: node_proof.proved, terms };
        }
        if let Some(value) = question.judge(&node) {
            if P::KEEPS_ENDS {
                self.table.put(&canonical, NodeProof { proved: value, ..node_proof }, stored_terms);
            }
            return PathAnswer { value, terms: P::NONE };
        }
        if let Some(answer) = self.past.repetition_result(&node) {
            return answer;
        }
        if depth == 0 {
            self.hit_depth_limit = true;
            return Self::OPEN;
        }
        self.past.drop_doubtful(&node, &mut node_proof, &stored_terms);
        if u32::from(node_proof.no_win) >= depth {
            beta = beta.min(0);
        }
        if u32::from(node_proof.no_loss) >= depth {
            alpha = alpha.max(0);
        }
        if alpha >= beta {
            self.hit_depth_limit = true;
            return Self::OPEN;
        }
        let mut moves = self.lists.pop().unwrap_or_default();
        moves.clear();
        question.moves(&node, &mut moves);
        self.history.sort(&mut moves, node.mover, |action| {
            question.canonical_action(action, symmetry) == node_proof.best
        });
        let window = (alpha, beta);
        let (mut best, mut best_action) = (-1, u8::MAX);
        // A loss needs the terms of all the enemy's proofs together.
        let mut terms = P::NONE;
        self.past.enter(&node, &canonical);
        for choice in &moves {
            if let Some(forbidden) = self.past.forbids(choice) {
                P::merge(&mut terms, &forbidden);
                continue;
            }
            let answer = self.search(question, choice.next, depth - 1, (-beta, -alpha), watch);
            if self.stopped {
                break;
            }
            let value = -answer.value;
            if value == -1 {
                P::merge(&mut terms, &answer.terms);
            } else if value > best {
                (best, best_action, terms) = (value, choice.action, answer.terms);
                alpha = alpha.max(value);
                if value == 1 {
                    self.past.add_winning_move(choice, &mut terms);
                }
                if alpha >= beta {
                    break;
                }
            }
        }
        self.past.leave(&mut terms);
        self.lists.push(moves);
        if self.stopped {
            return Self::OPEN;
        }
        if best_action != u8::MAX {
            self.history.add_best(node.mover, best_action, depth);
            node_proof.best = question.canonical_action(best_action, symmetry);
        }
        if best == 0 {
            node_proof.add_bounds(depth, window);
            terms = P::NONE;
        }
        if self.past.store_terms((best != 0).then_some(&terms), &mut stored_terms, symmetry) {
            node_proof.proved = best;
        }
        self.table.put(&canonical, node_proof, stored_terms);
        PathAnswer { value: best, terms }
    }
}
