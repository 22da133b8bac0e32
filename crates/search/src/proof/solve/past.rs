//! The positions before a node, as far as they decide what may follow.

use super::bitboard::ProofNode;
use super::prover::Successor;
use super::table::NodeProof;

/// What a search found: whether the side to move reaches its goal, and what the answer rests on besides the node.
#[derive(Clone, Copy)]
pub struct Found<T> {
    /// 1 when it does, −1 when its enemy does, 0 while nothing is proved.
    pub value: i8,
    /// What that rests on.
    pub terms: T,
}

/// The path from the root to a node, and before the root.
///
/// What was proved on one path holds on another only on *terms*: each way to treat repetition has its own.
pub trait Past {
    /// What an answer rests on besides its node.
    type Terms: Copy;
    /// The terms as a table keeps them.
    type Kept: Copy;
    /// No terms: the answer depends on the node alone.
    const NONE: Self::Terms;
    /// What a table keeps of nodes it does not know: zeros.
    const NOTHING: Self::Kept;
    /// Whether the table keeps what is judged without a search, too: that saves 2 % of the time where no terms are kept with it, and nothing where
    /// they are, for up to a quarter more room.
    const KEEPS_ENDS: bool;

    /// A search so deep begins at the root.
    fn begin(&mut self, depth: u32);

    /// The search goes on from a node, for which this canonical one stands.
    fn enter(&mut self, node: &ProofNode, canonical: &ProofNode);

    /// It goes back from there, with what the answer rests on: less the path from there on.
    fn leave(&mut self, terms: &mut Self::Terms);

    /// The answer where a game ends because a node has occurred before.
    fn ends(&self, _node: &ProofNode) -> Option<Found<Self::Terms>> {
        None
    }

    /// The terms on which a move is forbidden, if it is.
    fn forbids(&self, _choice: &Successor) -> Option<Self::Terms> {
        None
    }

    /// Of what is known to be unproved, forgets what may be different on this path.
    fn doubt(&self, node: &ProofNode, known: &mut NodeProof, kept: &Self::Kept);

    /// What two answers rest on together.
    fn both(one: &mut Self::Terms, other: &Self::Terms);

    /// What a win by a move rests on besides what the answer to the move does.
    fn won_by(&self, _choice: &Successor, _terms: &mut Self::Terms) {}

    /// What a remembered answer rests on, if it holds on this path: that of a node that this symmetry turned into its canonical one.
    fn holds(&self, kept: &Self::Kept, turn: usize) -> Option<Self::Terms>;

    /// Makes what an answer rests on, or that there is none, into what a table keeps of the canonical node; returns whether that can be kept.
    fn keep(&self, terms: Option<&Self::Terms>, kept: &mut Self::Kept, turn: usize) -> bool;
}
