//! Path history for games that end with a repetition, and for games in which no node can recur.

use super::bitboard::ProofNode;
use super::path_history::{PathAnswer, PathHistory};
use super::table::NodeProof;
use stonefield_go::Color;

/// Depth, in plies, up to which a bound that was found on one path is reused on other paths. This answers
/// most questions sooner.
const REUSE_DEPTH: u32 = 48;

/// Path history of a game that ends when a node recurs on its path.
///
/// An answer that does not depend on a repetition depends on the node alone, and holds on every path.
pub struct Repetition {
    /// Side that wins by a repetition; `None` if no node can recur.
    winner: Option<Color>,
    path: Vec<ProofNode>,
    /// True if a node is searched again for a win by repetition that was not found on another path. On this
    /// path a repetition may come sooner.
    searches_again: bool,
}

impl Repetition {
    /// Creates the history of a game that `winner` wins when a node recurs. `None` means that no node can
    /// recur.
    #[must_use]
    pub const fn new(winner: Option<Color>) -> Self {
        Self { winner, path: Vec::new(), searches_again: false }
    }
}

impl PathHistory for Repetition {
    /// Lowest ply of the path to which a repetition returned; [`u32::MAX`] if the answer depends on none.
    type Terms = u32;
    type StoredTerms = [u64; 0];
    const NO_TERMS: u32 = u32::MAX;
    const NO_STORED_TERMS: [u64; 0] = [];
    const STORES_RESULTS_WITHOUT_SEARCH: bool = true;

    fn begin(&mut self, depth: u32) {
        self.path.clear();
        self.searches_again = depth > REUSE_DEPTH;
    }

    fn enter(&mut self, node: &ProofNode, _: &ProofNode) {
        self.path.push(*node);
    }

    fn leave(&mut self, terms: &mut u32) {
        self.path.pop();
        if *terms as usize >= self.path.len() {
            *terms = Self::NO_TERMS;
        }
    }

    fn repetition_result(&self, node: &ProofNode) -> Option<PathAnswer<u32>> {
        let winner = self.winner?;
        let earlier_ply = self.path.iter().position(|other| other == node)?;
        #[expect(clippy::cast_possible_truncation, reason = "a path is as long as the depth")]
        Some(PathAnswer { value: if winner == node.mover { 1 } else { -1 }, terms: earlier_ply as u32 })
    }

    fn clear_uncertain_bounds(&self, node: &ProofNode, node_proof: &mut NodeProof, _: &[u64; 0]) {
        match self.winner.filter(|_| self.searches_again) {
            Some(winner) if winner == node.mover => node_proof.no_win = 0,
            Some(_) => node_proof.no_loss = 0,
            None => {}
        }
    }

    fn merge(terms: &mut u32, other: &u32) {
        *terms = (*terms).min(*other);
    }

    fn terms_on_path(&self, _: &[u64; 0], _: usize) -> Option<u32> {
        Some(Self::NO_TERMS)
    }

    fn store_terms(&self, terms: Option<&u32>, _: &mut [u64; 0], _: usize) -> bool {
        terms == Some(&Self::NO_TERMS)
    }
}
