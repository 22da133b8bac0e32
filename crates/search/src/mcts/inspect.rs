//! Looking into a search: moves with their numbers, one simulation at a time.

use super::formula::Formula;
use super::game::SearchGame;
use super::node::{Below, Index, Node, ROOT};
use super::search::MctsSearch;
use super::worker::{Reached, Worker};
use serde::{Deserialize, Serialize};
use stonefield_go::{Color, Move};

/// A node of a search's tree. It keeps its meaning until the search follows the game to another position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct MctsNodeId(pub(super) Index);

impl MctsNodeId {
    /// The position that is searched.
    pub const ROOT: Self = Self(ROOT);
}

/// A move in the tree and all that is known of it, from the view of the colour that makes it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Branch {
    /// The node that the move leads to.
    pub node: MctsNodeId,
    /// The move itself.
    pub action: Move,
    /// N: simulations that went there.
    pub visits: u32,
    /// W: how many of them were won, a draw being half a win; with `value=score` the sum of their scores, 0 to 1 each.
    pub wins: f64,
    /// Its worth as the search has it, 0 to 1: results, virtual ones and RAVE's mixed.
    pub value: f64,
    /// The upper bound by which the next simulation goes down: the child with the highest is taken.
    pub bound: f64,
    /// Simulations through the node above in which the move came later.
    pub rave_visits: u32,
    /// How many of those were won, or the sum of their scores.
    pub rave_wins: f64,
    /// Virtual visits given for the features of the move.
    pub prior_visits: u32,
    /// How many of the virtual visits count as won.
    pub prior_wins: f64,
    /// Moves below it; 0 for a leaf.
    pub children: u32,
}

impl Branch {
    /// W ∕ N; `None` for a move never tried.
    #[must_use]
    pub fn mean(&self) -> Option<f64> {
        (self.visits > 0).then(|| self.wins / f64::from(self.visits))
    }

    /// The mean of RAVE; `None` when it says nothing.
    #[must_use]
    pub fn rave(&self) -> Option<f64> {
        (self.rave_visits > 0).then(|| self.rave_wins / f64::from(self.rave_visits))
    }

    /// The mean of what it looks like, 0 to 1; `None` without priors.
    #[must_use]
    pub fn prior(&self) -> Option<f64> {
        (self.prior_visits > 0).then(|| self.prior_wins / f64::from(self.prior_visits))
    }
}

/// N and W of a node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NodeCounts {
    /// The node that was counted.
    pub node: MctsNodeId,
    /// N: simulations that went through the node.
    pub visits: u32,
    /// W: how many of them the colour that moved there won, a draw being half a win; with `value=score` the sum of its scores.
    pub wins: f64,
}

/// A node whose numbers a simulation has changed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Change {
    /// As they were when the simulation began.
    pub before: NodeCounts,
    /// As they are now.
    pub after: NodeCounts,
}

/// One simulation, phase by phase.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Simulation {
    /// Descent: for each node it came to, but the root, the move as it was judged when it was chosen.
    pub descent: Vec<Branch>,
    /// Expansion: the node that got children, if one did.
    pub expanded: Option<MctsNodeId>,
    /// Playout: its moves, first to last; none at the end of the game.
    pub playout: Vec<(Color, Move)>,
    /// Its result for Black: 1 a win, 0 a loss, a half a draw; with `value=score` the score.
    pub result: f64,
    /// Update: the nodes of the path, the root first.
    pub update: Vec<Change>,
    /// The moves of the descent as they are judged after the update.
    pub judged: Vec<Branch>,
}

impl MctsSearch {
    /// The `most` most visited moves at a node, the most visited first.
    #[must_use]
    pub fn branches(&self, at: MctsNodeId, most: usize) -> Vec<Branch> {
        let Some(tree) = self.trees.first() else { return Vec::new() };
        let (first, children) = tree.children(at.0);
        // The next simulation counts its own visit before it looks.
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

    /// N and W of a node.
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
    /// One simulation that is looked at, in the first tree.
    pub(super) fn inspect_one<G: SearchGame>(&mut self, worker: &mut Worker<G>) -> Simulation {
        let most = u32::try_from(self.position.size().area() + 1).unwrap_or(u32::MAX);
        self.trees[0].reserve(most, &|| false);
        let reached = worker.descend(&self.trees[0], &|| false);
        let path: Vec<MctsNodeId> = worker.path.iter().map(|&index| MctsNodeId(index)).collect();
        // The descent has counted its visits; what it saw is one less along the path.
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
                // Nobody is asked whether to stop, so there always is a result.
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
