//! The tree as it is searched: told node by node, and kept as far as there is room.

use serde::{Deserialize, Serialize};
use stonefield_go::{Color, Move, Position};

/// Something that happens to a node of the tree. Values are from the view of the side to move there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum NodeEvent {
    /// A tree begins, to be searched to a depth; numbers begin at 0 again.
    Begin {
        /// Plies from the root.
        depth: u32,
    },
    /// A node is entered.
    Enter {
        /// Its number: one more than that of the last one entered.
        id: u64,
        /// The node it is below; `None` for the root.
        parent: Option<u64>,
        /// The move that leads to it; `None` for the root.
        action: Option<Move>,
        /// Who is to move.
        to_move: Color,
        /// Plies still to be searched below it.
        depth: u32,
        /// The window's lower end: what the side to move is sure of already, in the evaluation's unit.
        alpha: i32,
        /// The window's upper end: what the other side is sure of; above it nothing needs to be known more closely.
        beta: i32,
    },
    /// A node is left for good.
    Leave {
        /// Its number, as it was when the node was entered.
        id: u64,
        /// Its value in the evaluation's unit, for the side to move there; outside of the window only a bound.
        value: i32,
        /// Why the node was left.
        end: End,
        /// Moves of it that were never looked at.
        pruned: u32,
    },
}

/// Why a node was left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum End {
    /// All its moves have been searched.
    Searched,
    /// One of its moves refutes the move that led there.
    Cut,
    /// The table knows it.
    Table,
    /// No plies are left.
    Leaf,
    /// No plies are left, and its evaluation ended when it was known to lie outside of the window.
    Lazy,
    /// The game is over.
    Over,
}

/// A node of a kept tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct NegamaxNodeId(u32);

impl NegamaxNodeId {
    /// The position that is searched.
    pub const ROOT: Self = Self(0);
}

/// What is known of a node, from the view of the side to move there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NegamaxNode {
    /// The node that these numbers are of.
    pub node: NegamaxNodeId,
    /// The node above it; `None` for the root.
    pub parent: Option<NegamaxNodeId>,
    /// Who is to move.
    pub to_move: Color,
    /// Plies still to be searched below it.
    pub depth: u32,
    /// The lower end of the window it was entered with, in the evaluation's unit.
    pub alpha: i32,
    /// The upper end of that window.
    pub beta: i32,
    /// Its value, and why it was left; `None` while it is searched.
    pub left: Option<(i32, End)>,
    /// Moves of it that were never looked at, for a cut.
    pub pruned: u32,
    /// Nodes kept below it; a move that was searched again is there twice.
    pub children: u32,
}

/// A move and the node that it leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NegamaxBranch {
    /// The move that leads to the node.
    pub action: Move,
    /// The node it leads to, from the view of the side to move there.
    pub numbers: NegamaxNode,
}

/// A node as it is kept.
#[derive(Clone, Copy, Debug)]
struct KeptNode {
    numbers: NegamaxNode,
    action: Option<Move>,
    /// The first and the last node below it, and the next one beside it.
    first: Option<u32>,
    last: Option<u32>,
    next: Option<u32>,
}

/// The beginning of the tree that is searched now, or was last: as many nodes as there is room for, in the order they were entered.
#[derive(Clone)]
pub struct NegamaxTree {
    position: Option<Position>,
    nodes: Vec<KeptNode>,
    most: usize,
    depth: u32,
    entered: u64,
}

impl NegamaxTree {
    /// An empty tree with room for so many nodes.
    #[must_use]
    pub const fn new(most: usize) -> Self {
        Self { position: None, nodes: Vec::new(), most, depth: 0, entered: 0 }
    }

    /// An empty tree of a search of this position.
    #[must_use]
    pub fn of(position: &Position, most: usize) -> Self {
        Self { position: Some(position.clone()), ..Self::new(most) }
    }

    /// The position that is searched, where that is known.
    #[must_use]
    pub const fn position(&self) -> Option<&Position> {
        self.position.as_ref()
    }

    /// Hears what happens.
    pub fn hear(&mut self, node: &NodeEvent) {
        match *node {
            NodeEvent::Begin { depth } => {
                self.nodes.clear();
                self.depth = depth;
                self.entered = 0;
            }
            NodeEvent::Enter { id, parent, action, to_move, depth, alpha, beta } => {
                self.entered += 1;
                let above = parent.and_then(|parent| u32::try_from(parent).ok());
                let here = u32::try_from(id).ok().filter(|&id| id as usize == self.nodes.len());
                let Some(here) = here.filter(|_| self.nodes.len() < self.most) else { return };
                if let Some(above) = above {
                    let before = match self.nodes.get_mut(above as usize) {
                        Some(parent) => {
                            parent.numbers.children += 1;
                            parent.first.get_or_insert(here);
                            parent.last.replace(here)
                        }
                        None => return,
                    };
                    if let Some(before) = before.and_then(|before| self.nodes.get_mut(before as usize)) {
                        before.next = Some(here);
                    }
                }
                let numbers = NegamaxNode {
                    node: NegamaxNodeId(here),
                    parent: above.map(NegamaxNodeId),
                    to_move,
                    depth,
                    alpha,
                    beta,
                    left: None,
                    pruned: 0,
                    children: 0,
                };
                self.nodes.push(KeptNode { numbers, action, first: None, last: None, next: None });
            }
            NodeEvent::Leave { id, value, end, pruned } => {
                if let Some(kept) = usize::try_from(id).ok().and_then(|id| self.nodes.get_mut(id)) {
                    kept.numbers.left = Some((value, end));
                    kept.numbers.pruned = pruned;
                }
            }
        }
    }

    /// Plies that it is searched to.
    #[must_use]
    pub const fn depth(&self) -> u32 {
        self.depth
    }

    /// How many nodes are kept.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether nothing is kept.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Whether the tree has nodes that there was no room for.
    #[must_use]
    pub const fn is_full(&self) -> bool {
        self.entered > self.nodes.len() as u64
    }

    /// What is known of a node; `None` when there is no such node, or none any more.
    #[must_use]
    pub fn numbers(&self, node: NegamaxNodeId) -> Option<NegamaxNode> {
        self.nodes.get(node.0 as usize).map(|kept| kept.numbers)
    }

    /// The move that led to a node; `None` for the root.
    #[must_use]
    pub fn action(&self, node: NegamaxNodeId) -> Option<Move> {
        self.nodes.get(node.0 as usize)?.action
    }

    /// The first `most` moves at a node, in the order they were searched.
    #[must_use]
    pub fn branches(&self, at: NegamaxNodeId, most: usize) -> Vec<NegamaxBranch> {
        let mut next = self.nodes.get(at.0 as usize).and_then(|kept| kept.first);
        let mut branches = Vec::new();
        while let Some(kept) = next.and_then(|here| self.nodes.get(here as usize)) {
            if branches.len() == most {
                break;
            }
            branches.extend(kept.action.map(|action| NegamaxBranch { action, numbers: kept.numbers }));
            next = kept.next;
        }
        branches
    }

    /// The moves from the root to a node.
    #[must_use]
    pub fn path(&self, node: NegamaxNodeId) -> Vec<Move> {
        let mut path = Vec::new();
        let mut at = self.nodes.get(node.0 as usize);
        while let Some(kept) = at {
            path.extend(kept.action);
            at = kept.numbers.parent.and_then(|parent| self.nodes.get(parent.0 as usize));
        }
        path.reverse();
        path
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn enter(id: u64, parent: Option<u64>, action: &str) -> NodeEvent {
        let action = parent.map(|_| action.parse().expect("a move"));
        NodeEvent::Enter { id, parent, action, to_move: Color::Black, depth: 1, alpha: -5, beta: 5 }
    }

    #[test]
    fn what_there_is_room_for_is_kept() {
        let mut tree = NegamaxTree::new(4);
        for node in [
            NodeEvent::Begin { depth: 2 },
            enter(0, None, ""),
            enter(1, Some(0), "A1"),
            enter(2, Some(1), "B2"),
            NodeEvent::Leave { id: 2, value: 7, end: End::Leaf, pruned: 0 },
            NodeEvent::Leave { id: 1, value: -7, end: End::Cut, pruned: 3 },
            enter(3, Some(0), "C3"),
            enter(4, Some(3), "D4"),
            enter(5, Some(0), "pass"),
        ] {
            tree.hear(&node);
        }
        assert_eq!((tree.len(), tree.is_full(), tree.depth()), (4, true, 2));
        let names = |at| -> Vec<String> {
            tree.branches(at, 9).iter().map(|branch| branch.action.to_string()).collect()
        };
        assert_eq!(names(NegamaxNodeId::ROOT), ["A1", "C3"]);
        let first = tree.branches(NegamaxNodeId::ROOT, 1)[0].numbers;
        assert_eq!((first.left, first.pruned, first.children), (Some((-7, End::Cut)), 3, 1));
        let below = tree.branches(first.node, 9)[0];
        assert_eq!(tree.path(below.numbers.node).len(), 2);
        assert_eq!(tree.numbers(below.numbers.node).and_then(|numbers| numbers.parent), Some(first.node));
        tree.hear(&NodeEvent::Begin { depth: 3 });
        assert!(tree.is_empty() && tree.numbers(NegamaxNodeId::ROOT).is_none());
    }
}
