//! Snapshot of the best moves of a recorded tree.

use super::tree::{NegamaxBranch, NegamaxNode, NegamaxNodeId, NegamaxTree};
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use stonefield_go::{Color, Move, Position, Setup};

/// Copy of the best moves of a recorded tree.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NegamaxSnapshot {
    /// Position at the root, if it is known.
    pub setup: Option<Setup>,
    /// Number of plies played before the root.
    pub ply: u32,
    /// Depth of the search, in plies.
    pub depth: u32,
    /// Number of nodes in the record.
    pub kept: usize,
    /// True if the record is full and the tree has more nodes.
    pub full: bool,
    /// Requested limits of the snapshot: number of moves of each node, and number of nodes in all.
    pub asked: (usize, usize),
    /// Nodes that were taken into the snapshot: the root first, each parent before its children. Empty if
    /// nothing is recorded.
    pub taken: Vec<NegamaxSnapshotNode>,
}

/// Node of a snapshot.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NegamaxSnapshotNode {
    /// Move that leads to the node; `None` for the root.
    pub action: Option<Move>,
    /// Data of the node.
    pub numbers: NegamaxNode,
    /// Index of the parent in [`NegamaxSnapshot::taken`]; `None` for the root.
    pub parent: Option<usize>,
}

impl NegamaxTree {
    /// Copies the tree ply by ply: at most `moves` moves of each node, the best ones, and at most `nodes`
    /// nodes in all.
    #[must_use]
    pub fn snapshot(&self, moves: usize, nodes: usize) -> NegamaxSnapshot {
        let root = self.numbers(NegamaxNodeId::ROOT).map(|numbers| NegamaxSnapshotNode {
            action: None,
            numbers,
            parent: None,
        });
        let mut taken: Vec<NegamaxSnapshotNode> = root.into_iter().collect();
        let mut queue: VecDeque<usize> = (0..taken.len()).collect();
        while let Some(at) = queue.pop_front() {
            for NegamaxBranch { action, numbers } in self.best_branches(taken[at].numbers.node, moves) {
                if taken.len() >= nodes {
                    break;
                }
                queue.push_back(taken.len());
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

    /// Returns the best moves of a node for the side that makes them, at most `max_moves`, in the order in
    /// which they were searched. If a move was searched twice, the second search counts.
    fn best_branches(&self, at: NegamaxNodeId, max_moves: usize) -> Vec<NegamaxBranch> {
        let mut branches: Vec<NegamaxBranch> = Vec::new();
        for branch in self.branches(at, usize::MAX) {
            match branches.iter_mut().find(|other| other.action == branch.action) {
                Some(other) => *other = branch,
                None => branches.push(branch),
            }
        }
        // After a move the opponent is to move, and values are from the opponent's view. So the move with the
        // lowest value is the best.
        let opponent_value =
            |branch: &NegamaxBranch| branch.numbers.left.map_or(i32::MAX, |(value, _)| value);
        let mut order: Vec<usize> = (0..branches.len()).collect();
        order.sort_by_key(|&i| (opponent_value(&branches[i]), i));
        order.truncate(max_moves);
        order.sort_unstable();
        order.into_iter().map(|i| branches[i]).collect()
    }
}

impl NegamaxSnapshot {
    /// Colour that makes the move to the node `taken[index]`. At the root: the side to move.
    #[must_use]
    pub fn mover(&self, index: usize) -> Color {
        let NegamaxSnapshotNode { action, numbers, .. } = &self.taken[index];
        if action.is_some() { !numbers.to_move } else { numbers.to_move }
    }

    /// Moves from the root to the node `taken[index]`, each with its colour.
    #[must_use]
    pub fn line(&self, index: usize) -> Vec<(Color, Move)> {
        let mut line = Vec::new();
        let mut next = Some(index);
        while let Some(index) = next {
            line.extend(self.taken[index].action.map(|action| (self.mover(index), action)));
            next = self.taken[index].parent;
        }
        line.reverse();
        line
    }
}

#[cfg(test)]
mod tests {
    use super::super::tree::{EndReason, NodeEvent};
    use super::*;

    fn tree() -> NegamaxTree {
        let mut tree = NegamaxTree::new(100);
        let mut apply_event = |node: &NodeEvent| tree.apply_event(node);
        apply_event(&NodeEvent::Begin { depth: 2 });
        let mut enter = |id, parent, action: &str, to_move| {
            let action = (!action.is_empty()).then(|| action.parse().expect("a move"));
            apply_event(&NodeEvent::Enter { id, parent, action, to_move, depth: 1, alpha: -9, beta: 9 });
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
            (1, -3, EndReason::Cut),
            (2, 3, EndReason::Leaf),
            (3, -8, EndReason::Searched),
            (4, 5, EndReason::Cut),
            (5, -7, EndReason::Searched),
        ] {
            tree.apply_event(&NodeEvent::Leave { id, value, end, pruned: u32::from(end == EndReason::Cut) });
        }
        tree
    }

    #[test]
    fn the_best_moves_are_taken_in_the_order_they_were_searched() {
        let taken = tree().snapshot(2, 50).taken;
        let names: Vec<String> =
            taken[1..].iter().map(|node| node.action.expect("a move").to_string()).collect();
        assert_eq!(names, ["A1", "C1"], "D1 is worth least, and A1 counts as searched again");
        assert_eq!(taken[1].numbers.left, Some((-7, EndReason::Searched)));
        let whole = tree().snapshot(9, 50);
        assert_eq!(whole.taken.len(), 4);
        assert_eq!(tree().snapshot(9, 2).taken.len(), 2);
        assert!(NegamaxTree::new(9).snapshot(9, 9).taken.is_empty());
        assert_eq!(whole.line(2), [(Color::Black, "C1".parse().expect("a move"))]);
    }
}
