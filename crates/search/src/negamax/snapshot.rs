//! A part of a tree that is searched to a fixed depth, taken out of it.

use super::tree::{NegamaxBranch, NegamaxNode, NegamaxNodeId, NegamaxTree};
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use stonefield_go::{Color, Move, Position, Setup};

/// The beginning of a kept tree, as it was when it was taken.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NegamaxSnapshot {
    /// The position that is searched, where that is known.
    pub setup: Option<Setup>,
    /// Plies played up to it.
    pub ply: u32,
    /// Plies that it is searched to.
    pub depth: u32,
    /// Nodes kept of the whole tree.
    pub kept: usize,
    /// Whether the tree has nodes that there was no room for.
    pub full: bool,
    /// How many moves of each node and how many nodes in all were asked for at most.
    pub asked: (usize, usize),
    /// The nodes taken, the root first, a parent before its children; none of a tree of which nothing is kept.
    pub taken: Vec<NegamaxSnapshotNode>,
}

/// A node that was taken.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NegamaxSnapshotNode {
    /// The move that leads to it; `None` for the root.
    pub action: Option<Move>,
    /// What is known of it.
    pub numbers: NegamaxNode,
    /// The place of its parent in the list; `None` for the root.
    pub parent: Option<usize>,
}

impl NegamaxTree {
    /// The beginning of the tree, ply by ply: of each node at most so many moves, the better ones first, and at most so many nodes in all.
    #[must_use]
    pub fn snapshot(&self, moves: usize, nodes: usize) -> NegamaxSnapshot {
        let root = self.numbers(NegamaxNodeId::ROOT).map(|numbers| NegamaxSnapshotNode {
            action: None,
            numbers,
            parent: None,
        });
        let mut taken: Vec<NegamaxSnapshotNode> = root.into_iter().collect();
        let mut open: VecDeque<usize> = (0..taken.len()).collect();
        while let Some(at) = open.pop_front() {
            for NegamaxBranch { action, numbers } in self.best_branches(taken[at].numbers.node, moves) {
                if taken.len() >= nodes {
                    break;
                }
                open.push_back(taken.len());
                taken.push(NegamaxSnapshotNode { action: Some(action), numbers, parent: Some(at) });
            }
        }
        NegamaxSnapshot {
            setup: self.position().map(Position::setup),
            ply: self.position().map_or(0, Position::ply),
            depth: self.depth(),
            kept: self.len(),
            full: self.is_full(),
            asked: (moves, nodes),
            taken,
        }
    }

    /// The moves of a node that are worth most to the side that makes them, in the order they were searched. A move that was searched again counts
    /// as it was searched last.
    fn best_branches(&self, at: NegamaxNodeId, most: usize) -> Vec<NegamaxBranch> {
        let mut branches: Vec<NegamaxBranch> = Vec::new();
        for branch in self.branches(at, usize::MAX) {
            match branches.iter_mut().find(|other| other.action == branch.action) {
                Some(other) => *other = branch,
                None => branches.push(branch),
            }
        }
        // What is worth least to the other side, who is to move there.
        let worth = |branch: &NegamaxBranch| branch.numbers.left.map_or(i32::MAX, |(value, _)| value);
        let mut order: Vec<usize> = (0..branches.len()).collect();
        order.sort_by_key(|&i| (worth(&branches[i]), i));
        order.truncate(most);
        order.sort_unstable();
        order.into_iter().map(|i| branches[i]).collect()
    }
}

impl NegamaxSnapshot {
    /// Who makes the move that leads to a node; the one to move at the root itself.
    #[must_use]
    pub fn mover(&self, at: usize) -> Color {
        let NegamaxSnapshotNode { action, numbers, .. } = &self.taken[at];
        if action.is_some() { !numbers.to_move } else { numbers.to_move }
    }

    /// The moves that lead to a node, each with whose it is.
    #[must_use]
    pub fn line(&self, at: usize) -> Vec<(Color, Move)> {
        let mut line = Vec::new();
        let mut next = Some(at);
        while let Some(at) = next {
            line.extend(self.taken[at].action.map(|action| (self.mover(at), action)));
            next = self.taken[at].parent;
        }
        line.reverse();
        line
    }
}

#[cfg(test)]
mod tests {
    use super::super::tree::{End, NodeEvent};
    use super::*;

    fn tree() -> NegamaxTree {
        let mut tree = NegamaxTree::new(100);
        let mut hear = |node: &NodeEvent| tree.hear(node);
        hear(&NodeEvent::Begin { depth: 2 });
        let mut enter = |id, parent, action: &str, to_move| {
            let action = (!action.is_empty()).then(|| action.parse().expect("a move"));
            hear(&NodeEvent::Enter { id, parent, action, to_move, depth: 1, alpha: -9, beta: 9 });
        };
        enter(0, None, "", Color::Black);
        for (id, parent, action, to_move) in [
            (1, Some(0), "A1", Color::White),
            (2, Some(1), "B1", Color::Black),
            (3, Some(0), "C1", Color::White),
            (4, Some(0), "D1", Color::White),
            (5, Some(0), "A1", Color::White),
        ] {
            enter(id, parent, action, to_move);
        }
        for (id, value, end) in [
            (1, -3, End::Cut),
            (2, 3, End::Leaf),
            (3, -8, End::Searched),
            (4, 5, End::Cut),
            (5, -7, End::Searched),
        ] {
            tree.hear(&NodeEvent::Leave { id, value, end, pruned: u32::from(end == End::Cut) });
        }
        tree
    }

    #[test]
    fn the_best_moves_are_taken_in_the_order_they_were_searched() {
        let taken = tree().snapshot(2, 50).taken;
        let names: Vec<String> =
            taken[1..].iter().map(|node| node.action.expect("a move").to_string()).collect();
        assert_eq!(names, ["A1", "C1"], "D1 is worth least, and A1 counts as searched again");
        assert_eq!(taken[1].numbers.left, Some((-7, End::Searched)));
        let all = tree().snapshot(9, 50);
        assert_eq!(all.taken.len(), 4);
        assert_eq!(tree().snapshot(9, 2).taken.len(), 2);
        assert!(NegamaxTree::new(9).snapshot(9, 9).taken.is_empty());
        assert_eq!(all.line(2), [(Color::Black, "C1".parse().expect("a move"))]);
    }
}
