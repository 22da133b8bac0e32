//! What a mind can be asked besides its move. Questions and answers are plain data.

use crate::conversation::Said;
use serde::{Deserialize, Serialize};
use stonefield_search::{mcts, negamax};

/// Something that a mind can be asked between two batches of its work.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Inquiry {
    /// Show the tree that it searches: of each node at most so many moves, and at most so many nodes.
    Tree {
        /// Moves shown of each node, at most.
        moves: usize,
        /// Nodes shown in all, at most.
        nodes: usize,
    },
    /// Note what happens to the nodes of a tree that is searched to a fixed depth from now on, and tell what has been noted since it was asked
    /// last. Nodes from this number on are left out.
    Nodes {
        /// Nodes told of, at most.
        most: u64,
    },
    /// Say a person's line to the program that it is, as soon as that has time.
    Say(String),
    /// Tell what has been said between us and the program that it is.
    Said,
    /// The same, between two turns: look after what goes on there as well.
    Attend,
}

/// What a mind answers to an [`Inquiry`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Reply {
    /// The part of its tree that was asked for.
    Tree(TreeView),
    /// What happened to nodes.
    Nodes(Vec<negamax::NodeEvent>),
    /// What has been said between it and us.
    Said(Said),
}

/// A part of a tree that a mind searches, as it was when it was asked for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum TreeView {
    /// One that grows by simulations.
    Simulated(mcts::MctsSnapshot),
    /// One that is searched to a fixed depth.
    FixedDepth(negamax::NegamaxSnapshot),
}
