//! Record of a simulation: nodes of the tree and their statistics.

use super::node::{Index, ROOT};
use serde::{Deserialize, Serialize};
use stonefield_go::{Color, Move};

/// Id of a node in a search's tree. It is valid until `MctsSearch::follow` moves the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct MctsNodeId(pub(super) Index);

impl MctsNodeId {
    /// Root: the position that is searched.
    pub const ROOT: Self = Self(ROOT);
}

/// Move in the tree with its statistics, from the view of the colour that makes it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Branch {
    /// Node after the move.
    pub node: MctsNodeId,
    /// Move that leads to the node.
    pub action: Move,
    /// N: number of simulations through the move.
    pub visits: u32,
    /// W: number of won simulations; a draw counts ½. With `value=score`: the sum of their scores, 0 to 1
    /// each.
    pub wins: f64,
    /// Value in the search, 0 to 1: a mix of results, virtual visits and RAVE.
    pub value: f64,
    /// Upper bound. The next simulation chooses the child with the highest bound.
    pub bound: f64,
    /// Number of simulations through the parent in which the same colour played the move, now or later.
    pub rave_visits: u32,
    /// Number of won RAVE visits; a draw counts ½. With `value=score`: the sum of their scores.
    pub rave_wins: f64,
    /// Virtual visits from the features of the move.
    pub prior_visits: u32,
    /// Number of virtual visits that count as won.
    pub prior_wins: f64,
    /// Number of children; 0 for a leaf.
    pub children: u32,
}

impl Branch {
    /// Returns the mean result W ∕ N, 0 to 1; `None` for a move without visits.
    #[must_use]
    pub fn mean(&self) -> Option<f64> {
        (self.visits > 0).then(|| self.wins / f64::from(self.visits))
    }

    /// Returns the mean result of the RAVE visits, 0 to 1; `None` without RAVE visits.
    #[must_use]
    pub fn rave(&self) -> Option<f64> {
        (self.rave_visits > 0).then(|| self.rave_wins / f64::from(self.rave_visits))
    }

    /// Returns the share of won virtual visits, 0 to 1; `None` without virtual visits.
    #[must_use]
    pub fn prior(&self) -> Option<f64> {
        (self.prior_visits > 0).then(|| self.prior_wins / f64::from(self.prior_visits))
    }
}

/// N and W of a node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NodeCounts {
    /// Node with these counts.
    pub node: MctsNodeId,
    /// N: number of simulations through the node.
    pub visits: u32,
    /// W: number of these simulations that the colour that moved to the node has won; a draw counts ½. With
    /// `value=score`: the sum of that colour's scores.
    pub wins: f64,
}

/// Change of a node's counts by a simulation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Change {
    /// Counts before the simulation.
    pub before: NodeCounts,
    /// Counts after the simulation.
    pub after: NodeCounts,
}

/// Record of one simulation, phase by phase.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Simulation {
    /// Descent: each node of the path except the root, with its statistics at the time of the choice.
    pub descent: Vec<Branch>,
    /// Expansion: the node that got children, if any.
    pub expanded: Option<MctsNodeId>,
    /// Playout: its stones in order, without passes. Empty if the descent reached the end of the game.
    pub playout: Vec<(Color, Move)>,
    /// Result for Black: 1 for a win, 0 for a loss, ½ for a draw. With `value=score`: the score, 0 to 1.
    pub result: f64,
    /// Update: the nodes of the path, root first.
    pub update: Vec<Change>,
    /// Nodes of `descent` again, with their statistics after the update.
    pub descent_after: Vec<Branch>,
}
