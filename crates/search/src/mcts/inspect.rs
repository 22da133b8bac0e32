//! Inspection of a search: moves with their statistics, and single simulations.

use super::formula::Formula;
use super::game::SearchGame;
use super::node::{Below, Index, Node, ROOT};
use super::search::MctsSearch;
use super::worker::{Reached, Worker};
use serde::{Deserialize, Serialize};
use stonefield_go::{Color, Move};

/// Id of a node in a search's tree. It is valid until the search follows the game to another position.
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
    /// W: number of won simulations; a draw counts half. With `value=score` the sum of their scores, 0 to 1
    /// each.
    pub wins: f64,
    /// Value in the search, 0 to 1: a mix of results, virtual visits and RAVE.
    pub value: f64,
    /// Upper bound. The next simulation chooses the child with the highest bound.
    pub bound: f64,
    /// Simulations through the parent in which the move was played later.
    pub rave_visits: u32,
    /// Number of those that were won, or the sum of their scores.
    pub rave_wins: f64,
    /// Virtual visits from the features of the move.
    pub prior_visits: u32,
    /// Number of virtual visits that count as won.
    pub prior_wins: f64,
    /// Number of children; 0 for a leaf.
    pub children: u32,
}

impl Branch {
    /// Returns W ∕ N; `None` for a move without visits.
    #[must_use]
    pub fn mean(&self) -> Option<f64> {
        (self.visits > 0).then(|| self.wins / f64::from(self.visits))
    }

    /// Returns the mean of RAVE; `None` without RAVE visits.
    #[must_use]
    pub fn rave(&self) -> Option<f64> {
        (self.rave_visits > 0).then(|| self.rave_wins / f64::from(self.rave_visits))
    }

    /// Returns the mean of the prior, 0 to 1; `None` without a prior.
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
    /// W: number of these that were won by the colour that moved to the node; a draw counts half. With
    /// `value=score` the sum of its scores.
    pub wins: f64,
}

/// Node whose counts a simulation has changed.
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
    /// Playout: its moves in order. Empty if the descent reached the end of the game.
    pub playout: Vec<(Color, Move)>,
    /// Result for Black: 1 for a win, 0 for a loss, 0.5 for a draw. With `value=score` the score.
    pub result: f64,
    /// Update: the nodes of the path, root first.
    pub update: Vec<Change>,
    /// Moves of the descent with their statistics after the update.
    pub judged: Vec<Branch>,
}

impl MctsSearch {
    /// Returns the `most` most visited moves at a node, the most visited first.
    #[must_use]
    pub fn branches(&self, at: MctsNodeId, most: usize) -> Vec<Branch> {
        let Some(tree) = self.trees.first() else { return Vec::new() };
        let (first, children) = tree.children(at.0);
        // The next simulation adds its own visit before it compares bounds.
        let spread = self.formula().spread(tree.node(at.0).visits() + 1);
        let mut order: Vec<usize> = (0..children.len()).collect();
        let key = |&i: &usize| (std::cmp::Reverse(children[i].visits()), i);
        if order.len() > most {
            order.select_nth_unstable_by_key(most, key);
            order.truncate(most);
        }
        order.sort_unstable_by_key(key);
        let branch = |i: usize| self.branch(MctsNodeId(first + i as Index), &children[i], spread);
        order.into_iter().map(branch).collect()
    }

    /// Returns N and W of a node.
    #[must_use]
    pub fn numbers(&self, node: MctsNodeId) -> NodeCounts {
        let at = self.trees.first().map(|tree| tree.node(node.0));
        NodeCounts {
            node,
            visits: at.map_or(0, Node::visits),
            wins: at.map_or(0.0, |node| self.scale.share(node.wins().into())),
        }
    }

    fn formula(&self) -> Formula {
        Formula::new(&self.params, self.scale)
    }

    fn branch(&self, id: MctsNodeId, node: &Node, spread: f32) -> Branch {
        let (value, bound) = self.formula().value_and_bound(node, spread);
        let (prior_visits, prior_wins) = node.prior();
        Branch {
            node: id,
            action: self.action(node.cell()),
            visits: node.visits(),
            wins: self.scale.share(node.wins().into()),
            value: f64::from(value),
            bound: f64::from(bound),
            rave_visits: node.rave_visits(),
            rave_wins: self.scale.share(node.rave_wins().into()),
            prior_visits,
            prior_wins: f64::from(prior_wins) / 2.0,
            children: match node.below() {
                Below::Children(_, count) => count,
                Below::Leaf | Below::Over(_) => 0,
            },
        }
    }
}

impl MctsSearch {
    /// Runs one simulation in the first tree and records it.
    pub(super) fn inspect_one<G: SearchGame>(&mut self, worker: &mut Worker<G>) -> Simulation {
        let most = u32::try_from(self.position.size().area() + 1).unwrap_or(u32::MAX);
        self.trees[0].reserve(most, &|| false);
        let reached = worker.descend(&self.trees[0], &|| false);
        let path: Vec<MctsNodeId> = worker.path.iter().map(|&index| MctsNodeId(index)).collect();
        // The descent has already added its visits. Before it, each node of the path had one visit less.
        let formula = self.formula();
        let spread = |visits| formula.spread(visits);
        let spreads: Vec<f32> = path.iter().map(|&node| spread(self.numbers(node).visits)).collect();
        let before: Vec<NodeCounts> = path
            .iter()
            .map(|&node| {
                let now = self.numbers(node);
                NodeCounts { visits: now.visits.saturating_sub(1), ..now }
            })
            .collect();
        let below = || path.iter().skip(1).copied();
        let descent: Vec<Branch> = below()
            .zip(&spreads)
            .map(|(id, &spread)| self.branch(id, &self.trees[0].node(id.0).before_visit(), spread))
            .collect();
        let expanded = worker.expanded.map(MctsNodeId);
        let (playout, result) = match reached {
            Reached::End(result) => (Vec::new(), result),
            Reached::Leaf | Reached::Stopped => {
                // The stop callback is always false, so there is always a result.
                let result = worker.play_out(&self.trees[0], true, &|| false).unwrap_or(self.scale.whole / 2);
                let moves = worker.trace.iter().map(|(color, cell)| (color, self.action(cell as u32)));
                (moves.collect(), result)
            }
        };
        worker.update(&self.trees[0], result);
        let update =
            before.into_iter().map(|before| Change { before, after: self.numbers(before.node) }).collect();
        self.simulations += 1;
        let judged = below().zip(&path).map(|(id, &above)| {
            let spread = spread(self.numbers(above).visits + 1);
            self.branch(id, self.trees[0].node(id.0), spread)
        });
        let judged = judged.collect();
        Simulation { descent, expanded, playout, result: self.scale.share(result.into()), update, judged }
    }
}
