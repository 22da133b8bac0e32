//! Path history: the earlier positions of a node, if the rules depend on them.

use super::bitboard::ProofNode;
use super::successor::Successor;
use super::table::NodeProof;

/// Answer of a search on one path, with the terms: the conditions under which it holds on other paths.
#[derive(Clone, Copy)]
pub struct PathAnswer<T> {
    /// 1 if the side to move reaches its goal, −1 if its enemy does, 0 if neither is proved.
    pub value: i8,
    /// Terms of the answer.
    pub terms: T,
}

/// Path to a node, from the earlier positions before the root.
///
/// A proof on one path holds on another path only under certain conditions, its *terms*. Each rule about
/// repetition has its own type of terms.
pub trait PathHistory {
    /// Terms of an answer.
    type Terms: Copy;
    /// Terms in the form in which a table stores them.
    type StoredTerms: Copy;
    /// Terms without conditions: the answer depends on the node alone.
    const NO_TERMS: Self::Terms;
    /// Stored terms of a node that was not searched: zeros.
    const NO_STORED_TERMS: Self::StoredTerms;
    /// True if the table also stores answers that needed no search. Without stored terms this saves 2 % of
    /// the time. With stored terms it saves no time and takes up to a quarter more memory.
    const STORES_RESULTS_WITHOUT_SEARCH: bool;

    /// Begins a search of `depth` plies at the root.
    fn begin(&mut self, depth: u32);

    /// Adds a node to the path. `canonical` is its canonical node.
    fn enter(&mut self, node: &ProofNode, canonical: &ProofNode);

    /// Removes the last node from the path. Removes from `terms` the conditions that this node fulfils.
    fn leave(&mut self, terms: &mut Self::Terms);

    /// Answer if the game ends because the node has occurred before, else `None`.
    fn repetition_result(&self, _node: &ProofNode) -> Option<PathAnswer<Self::Terms>> {
        None
    }

    /// Terms on which the history forbids a move; `None` if the move is allowed.
    fn terms_if_forbidden(&self, _successor: &Successor) -> Option<Self::Terms> {
        None
    }

    /// Clears the bounds in `node_proof` that were found on another path and may not hold on this one.
    fn clear_uncertain_bounds(
        &self,
        node: &ProofNode,
        node_proof: &mut NodeProof,
        stored: &Self::StoredTerms,
    );

    /// Adds the terms of another answer.
    fn merge(terms: &mut Self::Terms, other: &Self::Terms);

    /// Adds the terms of a winning move to the terms of the answer after it.
    fn add_winning_move(&self, _successor: &Successor, _terms: &mut Self::Terms) {}

    /// Terms of a stored answer if it holds on this path, else `None`. The symmetry with the number
    /// `symmetry` maps the node to its canonical node.
    fn terms_on_path(&self, stored: &Self::StoredTerms, symmetry: usize) -> Option<Self::Terms>;

    /// Writes the terms of an answer to `stored`, for the canonical node. `terms` is `None` if nothing was
    /// proved. Returns true if the table may store the answer as proved.
    fn store_terms(
        &self,
        terms: Option<&Self::Terms>,
        stored: &mut Self::StoredTerms,
        symmetry: usize,
    ) -> bool;
}
