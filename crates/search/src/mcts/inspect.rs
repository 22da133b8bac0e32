//! Inspection of a search: moves with their statistics, and single simulations.

use super::formula::Formula;
use super::game::SearchGame;
use super::node::{Index, Node, NodeState};
use super::search::MctsSearch;
use super::simulation::{Branch, Change, MctsNodeId, NodeCounts, Simulation};
use super::worker::{DescentEnd, Worker};

impl MctsSearch {
    /// Returns the most visited moves at a node, at most `max_moves`, the most visited first.
    #[must_use]
    pub fn branches(&self, at: MctsNodeId, max_moves: usize) -> Vec<Branch> {
        let Some(tree) = self.trees.first() else { return Vec::new() };
        let (first_child, children) = tree.children(at.0);
        // A simulation adds its own visit to the node before it compares the bounds of the children.
        let exploration_factor = self.formula().exploration_factor(tree.node(at.0).visits() + 1);
        let mut order: Vec<usize> = (0..children.len()).collect();
        let key = |&i: &usize| (std::cmp::Reverse(children[i].visits()), i);
        if order.len() > max_moves {
            order.select_nth_unstable_by_key(max_moves, key);
            order.truncate(max_moves);
        }
        order.sort_unstable_by_key(key);
        let branch =
            |i: usize| self.branch(MctsNodeId(first_child + i as Index), &children[i], exploration_factor);
        order.into_iter().map(branch).collect()
    }

    /// Returns N and W of a node.
    #[must_use]
    pub fn counts(&self, node: MctsNodeId) -> NodeCounts {
        let at = self.trees.first().map(|tree| tree.node(node.0));
        NodeCounts {
            node,
            visits: at.map_or(0, Node::visits),
            wins: at.map_or(0.0, |node| self.scale.wins_of(node.wins().into())),
        }
    }

    fn formula(&self) -> Formula {
        Formula::new(&self.params, self.scale)
    }

    fn branch(&self, id: MctsNodeId, node: &Node, exploration_factor: f32) -> Branch {
        let (value, bound) = self.formula().value_and_bound(node, exploration_factor);
        let (prior_visits, prior_wins) = node.prior();
        Branch {
            node: id,
            action: self.action(node.cell()),
            visits: node.visits(),
            wins: self.scale.wins_of(node.wins().into()),
            value: f64::from(value),
            bound: f64::from(bound),
            rave_visits: node.rave_visits(),
            rave_wins: self.scale.wins_of(node.rave_wins().into()),
            prior_visits,
            prior_wins: f64::from(prior_wins) / 2.0,
            children: match node.state() {
                NodeState::Children(_, count) => count,
                NodeState::Leaf | NodeState::GameOver(_) => 0,
            },
        }
    }
}

impl MctsSearch {
    /// Runs one simulation in the first tree and records it.
    pub(super) fn inspect_one<G: SearchGame>(&mut self, worker: &mut Worker<G>) -> Simulation {
        let max_children = u32::try_from(self.position.size().area() + 1).unwrap_or(u32::MAX);
        self.trees[0].reserve(max_children, &|| false);
        let reached = worker.descend(&self.trees[0], &|| false);
        let path: Vec<MctsNodeId> = worker.path.iter().map(|&index| MctsNodeId(index)).collect();
        // The descent has already added its visits: before, each node of the path had one visit less.
        let formula = self.formula();
        let exploration_factor = |visits| formula.exploration_factor(visits);
        let exploration_factors: Vec<f32> =
            path.iter().map(|&node| exploration_factor(self.counts(node).visits)).collect();
        let before: Vec<NodeCounts> = path
            .iter()
            .map(|&node| {
                let now = self.counts(node);
                NodeCounts { visits: now.visits.saturating_sub(1), ..now }
            })
            .collect();
        let path_below_root = || path.iter().skip(1).copied();
        let descent: Vec<Branch> = path_below_root()
            .zip(&exploration_factors)
            .map(|(id, &exploration_factor)| {
                self.branch(id, &self.trees[0].node(id.0).before_visit(), exploration_factor)
            })
            .collect();
        let expanded = worker.expanded.map(MctsNodeId);
        let (playout, result) = match reached {
            DescentEnd::GameOver(result) => (Vec::new(), result),
            DescentEnd::Leaf | DescentEnd::Stopped => {
                // The stop callback is always false, so there is always a result.
                let result =
                    worker.play_out(&self.trees[0], true, &|| false).unwrap_or(self.scale.max_units / 2);
                let moves = worker.trace.iter().map(|(color, cell)| (color, self.action(cell as u32)));
                (moves.collect(), result)
            }
        };
        worker.update(&self.trees[0], result);
        let update =
            before.into_iter().map(|before| Change { before, after: self.counts(before.node) }).collect();
        self.simulations += 1;
        let descent_after = path_below_root().zip(&path).map(|(id, &parent)| {
            let exploration_factor = exploration_factor(self.counts(parent).visits + 1);
            self.branch(id, self.trees[0].node(id.0), exploration_factor)
        });
        let descent_after = descent_after.collect();
        Simulation {
            descent,
            expanded,
            playout,
            result: self.scale.wins_of(result.into()),
            update,
            descent_after,
        }
    }
}
