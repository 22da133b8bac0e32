//! Questions to a mind besides its move, and their answers. All are plain data.

use crate::conversation::ConversationUpdate;
use serde::{Deserialize, Serialize};
use stonefield_search::{mcts, negamax};

/// Question to a mind, asked between two batches of its work.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Inquiry {
    /// Asks for a part of the search tree.
    Tree {
        /// Largest number of moves of each node.
        moves: usize,
        /// Largest number of nodes.
        nodes: usize,
    },
    /// Asks a fixed-depth search to record its node events from now on, and to return the events since the
    /// last question.
    Nodes {
        /// Number of nodes with events. Later nodes are left out.
        most: u64,
    },
    /// Sends a person's line to the mind's program as soon as no reply is missing.
    Say(String),
    /// Asks for the new lines of the conversation with the mind's program.
    Conversation,
    /// Same as [`Self::Conversation`], between two turns. It also sends waiting lines and reads replies.
    Attend,
}

/// Answer of a mind to an [`Inquiry`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Reply {
    /// Part of the search tree.
    Tree(TreeView),
    /// Node events of a fixed-depth search.
    Nodes(Vec<negamax::NodeEvent>),
    /// New lines of the conversation.
    Conversation(ConversationUpdate),
}

/// Snapshot of a part of a search tree.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum TreeView {
    /// Tree that grows by simulations.
    Simulated(mcts::MctsSnapshot),
    /// Tree that is searched to a fixed depth.
    FixedDepth(negamax::NegamaxSnapshot),
}
