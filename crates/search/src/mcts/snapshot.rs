//! Snapshot of the most visited part of a tree.

use super::search::MctsSearch;
use super::simulation::{Branch, MctsNodeId};
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use stonefield_go::{Color, Move, Setup};

/// Copy of a part of a search's tree.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MctsSnapshot {
    /// Position that is searched.
    pub setup: Setup,
    /// Number of plies before this position.
    pub ply: u32,
    /// Simulations run from this position.
    pub simulations: u64,
    /// Nodes of the whole tree, or of all trees.
    pub nodes: u64,
    /// Longest path, in plies.
    pub depth: u32,
    /// Number of parallel trees. The snapshot shows the first one.
    pub trees: usize,
    /// Requested limits: moves of each node, and nodes in all.
    pub asked: (usize, usize),
    /// Nodes of the snapshot: the root first, each parent before its children.
    pub taken: Vec<MctsSnapshotNode>,
}

/// Node of a snapshot.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MctsSnapshotNode {
    /// Move that leads to the node; `None` for the root.
    pub branch: Option<Branch>,
    /// Index of the parent in the list; `None` for the root.
    pub parent: Option<usize>,
    /// Plies from the root.
    pub ply: u32,
}

impl MctsSnapshotNode {
    fn id(&self) -> MctsNodeId {
        self.branch.as_ref().map_or(MctsNodeId::ROOT, |branch| branch.node)
    }
}

/// Snapshot under construction: its nodes, and a queue of the nodes to expand, the most visited first.
struct Growth {
    taken: Vec<MctsSnapshotNode>,
    open: BinaryHeap<(u32, Reverse<usize>)>,
}

impl Growth {
    /// Adds a move below a node. Returns its index in the list.
    fn add(&mut self, parent: usize, branch: Branch) -> usize {
        let at = self.taken.len();
        if branch.children > 0 {
            self.open.push((branch.visits, Reverse(at)));
        }
        let ply = self.taken[parent].ply + 1;
        self.taken.push(MctsSnapshotNode { branch: Some(branch), parent: Some(parent), ply });
        at
    }
}

impl MctsSearch {
    /// Returns the most visited part of the tree: at most `moves` moves of each node, and at most `nodes`
    /// nodes in all. The most visited node is always expanded next. The nodes on `path`, each a child of the
    /// one before, are always included.
    #[must_use]
    pub fn snapshot(&self, moves: usize, nodes: usize, path: &[MctsNodeId]) -> MctsSnapshot {
        let root = MctsSnapshotNode { branch: None, parent: None, ply: 0 };
        let mut growth = Growth { taken: vec![root], open: BinaryHeap::from([(u32::MAX, Reverse(0))]) };
        let mut at = 0;
        for &id in path {
            let branches = self.branches(growth.taken[at].id(), usize::MAX);
            let Some(branch) = branches.into_iter().find(|branch| branch.node == id) else { break };
            at = growth.add(at, branch);
        }
        while let Some((_, Reverse(at))) = growth.open.pop() {
            for branch in self.branches(growth.taken[at].id(), moves) {
                if growth.taken.len() >= nodes || branch.visits == 0 {
                    break;
                }
                if !path.contains(&branch.node) {
                    growth.add(at, branch);
                }
            }
        }
        MctsSnapshot {
            setup: self.position.setup(),
            ply: self.position.ply(),
            simulations: self.simulations(),
            nodes: self.nodes(),
            depth: self.depth(),
            trees: self.trees(),
            asked: (moves, nodes),
            taken: growth.taken,
        }
    }
}

impl MctsSnapshot {
    /// Returns true if all visited nodes are in the snapshot.
    #[must_use]
    pub const fn is_whole(&self) -> bool {
        self.asked.0 == usize::MAX && self.taken.len() < self.asked.1
    }

    /// Returns the colour that makes the move to a node.
    #[must_use]
    pub fn mover(&self, at: usize) -> Color {
        let first = self.setup.to_move;
        if self.taken[at].ply % 2 == 1 { first } else { !first }
    }

    /// Returns the moves from the root to a node, each with its colour.
    #[must_use]
    pub fn line(&self, at: usize) -> Vec<(Color, Move)> {
        let mut line = Vec::new();
        let mut next = Some(at);
        while let Some(at) = next {
            line.extend(self.taken[at].branch.as_ref().map(|branch| (self.mover(at), branch.action)));
            next = self.taken[at].parent;
        }
        line.reverse();
        line
    }
}

#[cfg(test)]
mod tests {
    use super::super::MctsParams;
    use super::*;
    use crate::{Dice, Use};
    use stonefield_go::{Position, Rules, Size};

    fn search(simulations: u32) -> MctsSearch {
        let position = Position::new(Size::square(5).expect("a size"), Rules::default());
        let rng = Dice::new(1, 0, 0).rng(1, Some(Color::Black), Use::Think);
        let mut search = MctsSearch::new(&position, &MctsParams::default(), rng);
        search.run(simulations, &|| false);
        search
    }

    #[test]
    fn the_snapshot_holds_the_most_visited_part() {
        let search = search(2_000);
        let snapshot = search.snapshot(3, 30, &[]);
        let taken = &snapshot.taken;
        assert_eq!(taken.len(), 30);
        for (i, node) in taken.iter().enumerate().skip(1) {
            let parent = node.parent.expect("all but the root have one");
            assert!(parent < i && taken[parent].ply + 1 == node.ply);
            assert!(taken.iter().filter(|other| other.parent == Some(parent)).count() <= 3);
            let branch = node.branch.as_ref().expect("a move");
            assert_eq!(search.numbers(branch.node).visits, branch.visits, "the numbers are the tree's own");
        }
        let best = search.branches(MctsNodeId::ROOT, 1).remove(0);
        assert_eq!(snapshot.line(1), [(Color::Black, best.action)]);
    }

    #[test]
    fn an_unsearched_tree_is_only_its_root() {
        assert_eq!(search(0).snapshot(4, 40, &[]).taken.len(), 1);
        // A path is included however few visits it has.
        let search = search(2_000);
        let last = search.branches(MctsNodeId::ROOT, usize::MAX).pop().expect("a move").node;
        for most in [1, 3] {
            let taken = search.snapshot(most, 2, &[last]).taken;
            assert_eq!(taken[1].id(), last);
            assert!(taken.iter().filter(|node| node.id() == last).count() == 1);
        }
    }
}
