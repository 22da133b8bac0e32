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
    /// Number of simulations run from this position.
    pub simulations: u64,
    /// Number of nodes in all trees of the search.
    pub nodes: u64,
    /// Longest path of a simulation, in plies.
    pub depth: u32,
    /// Number of parallel trees. The snapshot shows the first one.
    pub trees: usize,
    /// Requested limits: number of moves of each node, and number of nodes in all.
    pub asked: (usize, usize),
    /// Nodes that were taken into the snapshot: the root first, each parent before its children.
    pub taken: Vec<MctsSnapshotNode>,
}

/// Node of a snapshot.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MctsSnapshotNode {
    /// Move that leads to the node; `None` for the root.
    pub branch: Option<Branch>,
    /// Index of the parent in [`MctsSnapshot::taken`]; `None` for the root.
    pub parent: Option<usize>,
    /// Plies from the root.
    pub ply: u32,
}

impl MctsSnapshotNode {
    fn id(&self) -> MctsNodeId {
        self.branch.as_ref().map_or(MctsNodeId::ROOT, |branch| branch.node)
    }
}

/// Snapshot under construction.
struct SnapshotBuilder {
    taken: Vec<MctsSnapshotNode>,
    /// Visits and indices of the nodes whose children are not yet taken, the most visited first.
    queue: BinaryHeap<(u32, Reverse<usize>)>,
}

impl SnapshotBuilder {
    /// Adds a child of a node. Returns its index in `taken`.
    fn add(&mut self, parent: usize, branch: Branch) -> usize {
        let at = self.taken.len();
        if branch.children > 0 {
            self.queue.push((branch.visits, Reverse(at)));
        }
        let ply = self.taken[parent].ply + 1;
        self.taken.push(MctsSnapshotNode { branch: Some(branch), parent: Some(parent), ply });
        at
    }
}

impl MctsSearch {
    /// Copies the most visited part of the tree: at most `moves` moves of each node, and at most `nodes`
    /// nodes in all. The children of the most visited node are always added next. The nodes on `path`, each
    /// a child of the one before, are included whatever their visits.
    #[must_use]
    pub fn snapshot(&self, moves: usize, nodes: usize, path: &[MctsNodeId]) -> MctsSnapshot {
        let root = MctsSnapshotNode { branch: None, parent: None, ply: 0 };
        let mut builder =
            SnapshotBuilder { taken: vec![root], queue: BinaryHeap::from([(u32::MAX, Reverse(0))]) };
        let mut at = 0;
        for &id in path {
            let branches = self.branches(builder.taken[at].id(), usize::MAX);
            let Some(branch) = branches.into_iter().find(|branch| branch.node == id) else { break };
            at = builder.add(at, branch);
        }
        while let Some((_, Reverse(at))) = builder.queue.pop() {
            for branch in self.branches(builder.taken[at].id(), moves) {
                if builder.taken.len() >= nodes || branch.visits == 0 {
                    break;
                }
                if !path.contains(&branch.node) {
                    builder.add(at, branch);
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
            taken: builder.taken,
        }
    }
}

impl MctsSnapshot {
    /// Returns true if all visited nodes are in the snapshot. False if `moves` was limited.
    #[must_use]
    pub const fn is_whole(&self) -> bool {
        self.asked.0 == usize::MAX && self.taken.len() < self.asked.1
    }

    /// Returns the colour that makes the move to the node `taken[index]`.
    #[must_use]
    pub fn mover(&self, index: usize) -> Color {
        let first = self.setup.to_move;
        if self.taken[index].ply % 2 == 1 { first } else { !first }
    }

    /// Returns the moves from the root to the node `taken[index]`, each with its colour.
    #[must_use]
    pub fn line(&self, index: usize) -> Vec<(Color, Move)> {
        let mut line = Vec::new();
        let mut next = Some(index);
        while let Some(index) = next {
            line.extend(self.taken[index].branch.as_ref().map(|branch| (self.mover(index), branch.action)));
            next = self.taken[index].parent;
        }
        line.reverse();
        line
    }
}

#[cfg(test)]
mod tests {
    use super::super::MctsParams;
    use super::*;
    use crate::{Dice, Purpose};
    use stonefield_go::{Position, Rules, Size};

    fn search(simulations: u32) -> MctsSearch {
        let position = Position::new(Size::square(5).expect("a size"), Rules::default());
        let rng = Dice::new(1, 0, 0).rng(1, Some(Color::Black), Purpose::Think);
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
            assert_eq!(search.counts(branch.node).visits, branch.visits, "the counts are those of the tree");
        }
        let best = search.branches(MctsNodeId::ROOT, 1).remove(0);
        assert_eq!(snapshot.line(1), [(Color::Black, best.action)]);
    }

    #[test]
    fn an_unsearched_tree_is_only_its_root() {
        assert_eq!(search(0).snapshot(4, 40, &[]).taken.len(), 1);
        // The nodes of a path are included even without visits.
        let search = search(2_000);
        let last = search.branches(MctsNodeId::ROOT, usize::MAX).pop().expect("a move").node;
        for most in [1, 3] {
            let taken = search.snapshot(most, 2, &[last]).taken;
            assert_eq!(taken[1].id(), last);
            assert!(taken.iter().filter(|node| node.id() == last).count() == 1);
        }
    }
}
