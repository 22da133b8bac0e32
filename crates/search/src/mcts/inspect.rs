//! Inspection of a search: moves with their statistics, and single simulations.

use super::formula::Formula;
use super::game::SearchGame;
use super::node::{Below, Index, Node};
use super::search::MctsSearch;
use super::simulation::{Branch, Change, MctsNodeId, NodeCounts, Simulation};
use super::worker::{Reached, Worker};

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
