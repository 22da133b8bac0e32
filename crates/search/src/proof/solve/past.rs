//! Path history: the earlier positions of a node, as far as they affect the game.

use super::bitboard::ProofNode;
use super::successor::Successor;
use super::table::NodeProof;

/// Answer of a search on one path, with the conditions under which it holds on other paths.
#[derive(Clone, Copy)]
pub struct PathAnswer<T> {
    /// 1 if the side to move reaches its goal, −1 if its enemy does, 0 while neither is proved.
    pub value: i8,
    /// Conditions of the answer.
    pub terms: T,
}

/// Path from before the root to a node.
///
/// A proof on one path holds on another path only under its conditions, the *terms*. Each way to treat
/// repetition has terms of its own.
pub trait Past {
    /// Conditions of an answer, besides its node.
    type Terms: Copy;
    /// Terms in the form that a table stores.
    type Kept: Copy;
    /// No conditions: the answer depends on the node alone.
    const NONE: Self::Terms;
    /// Stored terms of an unknown node: zeros.
    const NOTHING: Self::Kept;
    /// True if the table also stores answers that took no search. That saves 2 % of the time if no terms are
    /// stored. With terms it saves none and takes up to a quarter more memory.
    const KEEPS_ENDS: bool;

    /// Begins a search of `depth` plies at the root.
    fn begin(&mut self, depth: u32);

    /// Adds a node to the path. `canonical` is its canonical node.
    fn enter(&mut self, node: &ProofNode, canonical: &ProofNode);

    /// Removes the last node from the path, and from `terms` the conditions that this node fulfils.
    fn leave(&mut self, terms: &mut Self::Terms);

    /// Answer if the game ends because the node has occurred before.
    fn repetition_result(&self, _node: &ProofNode) -> Option<PathAnswer<Self::Terms>> {
        None
    }

    /// Terms on which a move is forbidden; `None` if it is allowed.
    fn forbids(&self, _choice: &Successor) -> Option<Self::Terms> {
        None
    }

    /// Clears the bounds in `node_proof` that were found on another path and may not hold on this one.
    fn drop_doubtful(&self, node: &ProofNode, node_proof: &mut NodeProof, stored: &Self::Kept);

    /// Adds the terms of another answer.
    fn merge(terms: &mut Self::Terms, other: &Self::Terms);

    /// Adds the terms of a winning move to those of the answer after it.
    fn add_winning_move(&self, _choice: &Successor, _terms: &mut Self::Terms) {}

    /// Terms of a stored answer if it holds on this path, else `None`. The symmetry with number `symmetry`
    /// maps the node to its canonical node.
    fn terms_on_path(&self, stored: &Self::Kept, symmetry: usize) -> Option<Self::Terms>;

    /// Stores the terms of an answer for the canonical node; `terms` is `None` if nothing was proved.
    /// Returns true if the table may keep the answer as proved.
    fn store_terms(&self, terms: Option<&Self::Terms>, stored: &mut Self::Kept, symmetry: usize) -> bool;
}
