//! Questions to a mind about its work, and their answers. All are plain data.

use crate::conversation::ConversationUpdate;
use serde::{Deserialize, Serialize};
use stonefield_search::{mcts, negamax};

/// Question to a mind, asked between two batches of its work or between two turns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Inquiry {
    /// Asks for a part of the search tree.
    Tree {
        /// Largest number of moves at each node.
        moves: usize,
        /// Largest number of nodes.
        nodes: usize,
    },
    /// Asks a fixed-depth search to record its node events from now on, and to return the events since the
    /// last question.
    Nodes {
        /// Largest number of nodes whose events are recorded. Later nodes are left out.
        most: u64,
    },
    /// Sends a person's line to the mind's program, once all replies to earlier commands have arrived.
    /// Answered like [`Self::Conversation`].
    Say(String),
    /// Asks for the new lines of the conversation with the mind's program.
    Conversation,
    /// Between two turns: sends the waiting lines and reads the output of the program. Answered like
    /// [`Self::Conversation`].
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
