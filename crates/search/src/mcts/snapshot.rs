//! The part of a tree that is looked at most, taken out of it.

use super::inspect::{Branch, MctsNodeId};
use super::search::MctsSearch;
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use stonefield_go::{Color, Move, Setup};

/// A part of a search's tree, as it was when it was taken.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MctsSnapshot {
    /// The position that is searched.
    pub setup: Setup,
    /// Plies played up to it.
    pub ply: u32,
    /// Simulations run on it.
    pub simulations: u64,
    /// Nodes of the whole tree, or of all trees.
    pub nodes: u64,
    /// The longest way down, in plies.
    pub depth: u32,
    /// How many trees grow side by side, of which this is the first.
    pub trees: usize,
    /// How many moves of each node and how many nodes in all were asked for at most.
    pub asked: (usize, usize),
    /// The nodes taken, the root first, a parent before its children.
    pub taken: Vec<MctsSnapshotNode>,
}

/// A node that was taken.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MctsSnapshotNode {
    /// The move that leads to it; `None` for the root.
    pub branch: Option<Branch>,
    /// The place of its parent in the list; `None` for the root.
    pub parent: Option<usize>,
    /// Plies from the root.
    pub ply: u32,
}

impl MctsSnapshotNode {
    fn id(&self) -> MctsNodeId {
        self.branch.as_ref().map_or(MctsNodeId::ROOT, |branch| branch.node)
    }
}

/// A snapshot that grows: its nodes, and those whose moves may come next, the most visited first.
struct Growth {
    taken: Vec<MctsSnapshotNode>,
    open: BinaryHeap<(u32, Reverse<usize>)>,
}

impl Growth {
    /// Adds a move below a node; returns its place in the list.
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
    /// The part of the tree that it has looked at most: of each node at most so many moves, and at most so many nodes in all. The most visited
    /// node is always the next to have its moves taken. The nodes on `path`, one below the other, are always among them.
    #[must_use]
    pub fn snapshot(&self, moves: usize, nodes: usize, path: &[MctsNodeId]) -> MctsSnapshot {
        let root = MctsSnapshotNode { branch: None, parent: None, ply: 0 };
        let mut growth = Growth { taken: vec![root], open: BinaryHeap::from([(u32::MAX, Reverse(0))]) };
        let mut at = 0;
        for &id in path {
            let of = self.branches(growth.taken[at].id(), usize::MAX);
            let Some(branch) = of.into_iter().find(|branch| branch.node == id) else { break };
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
    /// Whether every node was taken that has been visited.
    #[must_use]
    pub const fn is_whole(&self) -> bool {
        self.asked.0 == usize::MAX && self.taken.len() < self.asked.1
    }

    /// Who makes the move that leads to a node.
    #[must_use]
    pub fn mover(&self, at: usize) -> Color {
        let first = self.setup.to_move;
        if self.taken[at].ply % 2 == 1 { first } else { !first }
    }

    /// The moves that lead to a node, each with whose it is.
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
    fn the_most_visited_part_is_taken() {
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
    fn a_tree_that_has_not_been_searched_is_its_root() {
        assert_eq!(search(0).snapshot(4, 40, &[]).taken.len(), 1);
        // A path is taken however little it has been looked at.
        let search = search(2_000);
        let last = search.branches(MctsNodeId::ROOT, usize::MAX).pop().expect("a move").node;
        for most in [1, 3] {
            let taken = search.snapshot(most, 2, &[last]).taken;
            assert_eq!(taken[1].id(), last);
            assert!(taken.iter().filter(|node| node.id() == last).count() == 1);
        }
    }
}
