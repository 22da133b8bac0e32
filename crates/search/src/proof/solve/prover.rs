//! Proof by a search with iterative deepening.

use super::bitboard::ProofNode;
use super::history::HistoryTable;
use super::path_history::{PathAnswer, PathHistory};
use super::successor::{PASS, Successor};
use super::symmetry::Symmetries;
use super::table::{NodeProof, ProofTable};
use crate::Watch;

/// Number of nodes between two checks of the watcher.
const CHECK_INTERVAL: u64 = 512;

/// A yes-or-no question about a game: does one side reach its goal? The goal of the other side is to prevent
/// it.
pub trait ProofQuestion {
    /// Result that is known without a search: 1 if the side to move reaches its goal, −1 if its enemy does.
    /// `None` if a search must decide.
    fn known_result(&self, node: &ProofNode) -> Option<i8>;

    /// Adds all relevant moves of the side to move, each with the node after it and its priority.
    fn list_moves(&self, node: &ProofNode, moves: &mut Vec<Successor>);

    /// Symmetries of the board that map nodes to equivalent nodes, if there are any.
    fn symmetries(&self) -> Option<&Symmetries> {
        None
    }

    /// Canonical node of all nodes that are equivalent to this node, and the number of the symmetry that maps
    /// this node to it.
    fn canonical(&self, node: &ProofNode) -> (ProofNode, usize) {
        self.symmetries().map_or((*node, 0), |symmetries| symmetries.canonical(node))
    }

    /// Image of a move under the symmetry that maps its node to the canonical node.
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
    /// Neither side can force its goal at any depth. The result depends on repetitions.
    Neither,
    /// The search was stopped or reached a limit, at this depth in plies.
    Open(u32),
}

/// Proof search: alpha-beta with iterative deepening, a transposition table and the history heuristic.
///
/// At each depth it asks whether a side reaches its goal within that many plies. A stored proof has its
/// terms, the conditions of the game's [`PathHistory`].
pub struct Prover<P: PathHistory> {
    path: P,
    table: ProofTable<P::StoredTerms>,
    history: HistoryTable,
    /// Spare lists of moves, kept to avoid allocations.
    spare_lists: Vec<Vec<Successor>>,
    /// Number of nodes visited so far.
    pub nodes: u64,
    node_limit: u64,
    /// True if the depth limit ended a line before its result was known.
    hit_depth_limit: bool,
    stopped: bool,
}

impl<P: PathHistory> Prover<P> {
    /// Answer without a proof.
    const OPEN: PathAnswer<P::Terms> = PathAnswer { value: 0, terms: P::NO_TERMS };

    /// Creates a search with a table of `2^bits` entries.
    #[must_use]
    pub fn new(path: P, bits: u32) -> Self {
        Self {
            path,
            table: ProofTable::new(bits, P::NO_STORED_TERMS),
            history: HistoryTable::new(),
            spare_lists: Vec::new(),
            nodes: 0,
            node_limit: u64::MAX,
            hit_depth_limit: false,
            stopped: false,
        }
    }

    /// Best move that was found in a node, as its number.
    #[must_use]
    pub fn best(&self, question: &impl ProofQuestion, node: &ProofNode) -> Option<u8> {
        let (canonical, symmetry) = question.canonical(node);
        let (node_proof, _) = self.table.get(&canonical)?;
        (0..=PASS).find(|&action| question.canonical_action(action, symmetry) == node_proof.best)
    }

    /// Answers the question for the side to move. Visits at most `nodes` further nodes and searches at most
    /// `max_depth` plies. After each depth without an answer, calls `on_deeper` with the depth and the number
    /// of nodes so far.
    pub fn prove(
        &mut self,
        question: &impl ProofQuestion,
        root: ProofNode,
        nodes: u64,
        max_depth: u32,
        watch: &mut dyn Watch,
        mut on_deeper: impl FnMut(u32, u64),
    ) -> Proof {
        self.node_limit = self.nodes.saturating_add(nodes);
        self.stopped = false;
        for depth in 1..=max_depth {
            self.hit_depth_limit = false;
            self.path.begin(depth);
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
        Proof::Open(max_depth)
    }

    /// Searches a node to a depth, with a window. The value is 1, −1 or 0, which means that nothing is
    /// proved.
    fn search(
        &mut self,
        question: &impl ProofQuestion,
        node: ProofNode,
        depth: u32,
        (mut alpha, mut beta): (i8, i8),
        watch: &mut dyn Watch,
    ) -> PathAnswer<P::Terms> {
        self.nodes += 1;
        if self.nodes >= self.node_limit || self.nodes.is_multiple_of(CHECK_INTERVAL) && watch.stop() {
            self.stopped = true;
        }
        if self.stopped {
            return Self::OPEN;
        }
        let (canonical, symmetry) = question.canonical(&node);
        let (mut node_proof, mut stored_terms) =
            self.table.get(&canonical).unwrap_or((NodeProof::UNKNOWN, P::NO_STORED_TERMS));
        if node_proof.proved != 0
            && let Some(terms) = self.path.terms_on_path(&stored_terms, symmetry)
        {
            return PathAnswer { value: node_proof.proved, terms };
        }
        if let Some(value) = question.known_result(&node) {
            if P::STORES_RESULTS_WITHOUT_SEARCH {
                self.table.put(&canonical, NodeProof { proved: value, ..node_proof }, stored_terms);
            }
            return PathAnswer { value, terms: P::NO_TERMS };
        }
        if let Some(answer) = self.path.repetition_result(&node) {
            return answer;
        }
        if depth == 0 {
            self.hit_depth_limit = true;
            return Self::OPEN;
        }
        self.path.clear_uncertain_bounds(&node, &mut node_proof, &stored_terms);
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
        let mut moves = self.spare_lists.pop().unwrap_or_default();
        moves.clear();
        question.list_moves(&node, &mut moves);
        self.history.sort(&mut moves, node.mover, |action| {
            question.canonical_action(action, symmetry) == node_proof.best
        });
        let window = (alpha, beta);
        let (mut best, mut best_action) = (-1, u8::MAX);
        // A loss holds on the terms of the proofs after all moves together.
        let mut terms = P::NO_TERMS;
        self.path.enter(&node, &canonical);
        for successor in &moves {
            if let Some(forbidding_terms) = self.path.terms_if_forbidden(successor) {
                P::merge(&mut terms, &forbidding_terms);
                continue;
            }
            let answer = self.search(question, successor.next, depth - 1, (-beta, -alpha), watch);
            if self.stopped {
                break;
            }
            let value = -answer.value;
            if value == -1 {
                P::merge(&mut terms, &answer.terms);
            } else if value > best {
                (best, best_action, terms) = (value, successor.action, answer.terms);
                alpha = alpha.max(value);
                if value == 1 {
                    self.path.add_winning_move(successor, &mut terms);
                }
                if alpha >= beta {
                    break;
                }
            }
        }
        self.path.leave(&mut terms);
        self.spare_lists.push(moves);
        if self.stopped {
            return Self::OPEN;
        }
        if best_action != u8::MAX {
            self.history.add_best(node.mover, best_action, depth);
            node_proof.best = question.canonical_action(best_action, symmetry);
        }
        if best == 0 {
            node_proof.add_bounds(depth, window);
            terms = P::NO_TERMS;
        }
        if self.path.store_terms((best != 0).then_some(&terms), &mut stored_terms, symmetry) {
            node_proof.proved = best;
        }
        self.table.put(&canonical, node_proof, stored_terms);
        PathAnswer { value: best, terms }
    }
}
