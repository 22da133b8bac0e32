//! Record of the tree as it is searched, up to a number of nodes.

use serde::{Deserialize, Serialize};
use stonefield_go::{Color, Move, Position};

/// Event at a node of the tree. Values are from the view of the side to move there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum NodeEvent {
    /// A tree begins. Node numbers begin at 0 again.
    Begin {
        /// Depth of the search, in plies from the root.
        depth: u32,
    },
    /// A node is entered.
    Enter {
        /// Number of the node: one more than that of the node entered before it.
        id: u64,
        /// Number of the parent; `None` for the root.
        parent: Option<u64>,
        /// Move that leads to the node; `None` for the root.
        action: Option<Move>,
        /// Side to move.
        to_move: Color,
        /// Plies left below the node.
        depth: u32,
        /// Lower end of the window, in the evaluation's unit: the value that the side to move can already
        /// reach.
        alpha: i32,
        /// Upper end of the window: the value that the other side can already hold. A value above it need
        /// not be exact.
        beta: i32,
    },
    /// The search of a node ends.
    Leave {
        /// Number of the node, as in its [`NodeEvent::Enter`].
        id: u64,
        /// Value for the side to move, in the evaluation's unit. Outside the window it is only a bound.
        value: i32,
        /// Reason for the end.
        end: End,
        /// Number of moves that were not searched.
        pruned: u32,
    },
}

/// Reason why the search of a node ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum End {
    /// All moves have been searched.
    Searched,
    /// A move refutes the move that led to the node.
    Cut,
    /// The transposition table has the value.
    Table,
    /// No plies are left.
    Leaf,
    /// No plies are left, and the evaluation ended early, as the value was sure to be outside the window.
    Lazy,
    /// The game is over.
    Over,
}

/// Identifier of a node in a recorded tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct NegamaxNodeId(u32);

impl NegamaxNodeId {
    /// The root.
    pub const ROOT: Self = Self(0);
}

/// Data of a node, from the view of the side to move there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NegamaxNode {
    /// Identifier of the node.
    pub node: NegamaxNodeId,
    /// Parent; `None` for the root.
    pub parent: Option<NegamaxNodeId>,
    /// Side to move.
    pub to_move: Color,
    /// Plies left below the node.
    pub depth: u32,
    /// Lower end of the window at entry, in the evaluation's unit.
    pub alpha: i32,
    /// Upper end of the window at entry, in the evaluation's unit.
    pub beta: i32,
    /// Value, and the reason why the search of the node ended. `None` during the search.
    pub left: Option<(i32, End)>,
    /// Number of moves that were not searched, because of a cut.
    pub pruned: u32,
    /// Number of recorded children. A move that was searched again counts twice.
    pub children: u32,
}

/// Move and the node that it leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NegamaxBranch {
    /// Move that leads to the node.
    pub action: Move,
    /// Data of the node, from the view of the side to move there.
    pub numbers: NegamaxNode,
}

/// Recorded node with its links.
#[derive(Clone, Copy, Debug)]
struct KeptNode {
    numbers: NegamaxNode,
    action: Option<Move>,
    /// First child, last child and next sibling, as node indices.
    first: Option<u32>,
    last: Option<u32>,
    next: Option<u32>,
}

/// Beginning of the tree that is searched now or was searched last: the first nodes in order of entry, up to
/// a limit.
#[derive(Clone)]
pub struct NegamaxTree {
    position: Option<Position>,
    nodes: Vec<KeptNode>,
    most: usize,
    depth: u32,
    entered: u64,
}

impl NegamaxTree {
    /// Creates an empty tree with room for `most` nodes.
    #[must_use]
    pub const fn new(most: usize) -> Self {
        Self { position: None, nodes: Vec::new(), most, depth: 0, entered: 0 }
    }

    /// Creates an empty tree for a search of this position.
    #[must_use]
    pub fn of(position: &Position, most: usize) -> Self {
        Self { position: Some(position.clone()), ..Self::new(most) }
    }

    /// Position at the root, if it is known.
    #[must_use]
    pub const fn position(&self) -> Option<&Position> {
        self.position.as_ref()
    }

    /// Applies an event to the record.
    pub fn apply_event(&mut self, node: &NodeEvent) {
        match *node {
            NodeEvent::Begin { depth } => {
                self.nodes.clear();
                self.depth = depth;
                self.entered = 0;
            }
            NodeEvent::Enter { id, parent, action, to_move, depth, alpha, beta } => {
                self.entered += 1;
                let parent_index = parent.and_then(|parent| u32::try_from(parent).ok());
                let index = u32::try_from(id).ok().filter(|&id| id as usize == self.nodes.len());
                let Some(index) = index.filter(|_| self.nodes.len() < self.most) else { return };
                if let Some(parent_index) = parent_index {
                    let previous = match self.nodes.get_mut(parent_index as usize) {
                        Some(parent) => {
                            parent.numbers.children += 1;
                            parent.first.get_or_insert(index);
                            parent.last.replace(index)
                        }
                        None => return,
                    };
                    if let Some(previous) =
                        previous.and_then(|previous| self.nodes.get_mut(previous as usize))
                    {
                        previous.next = Some(index);
                    }
                }
                let numbers = NegamaxNode {
                    node: NegamaxNodeId(index),
                    parent: parent_index.map(NegamaxNodeId),
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

    /// Depth of the search, in plies.
    #[must_use]
    pub const fn depth(&self) -> u32 {
        self.depth
    }

    /// Number of recorded nodes.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.nodes.len()
    }

    /// True if nothing is recorded.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// True if the record is full and the tree has more nodes.
    #[must_use]
    pub const fn is_full(&self) -> bool {
        self.entered > self.nodes.len() as u64
    }

    /// Data of a node; `None` if there is no such node, or not any more.
    #[must_use]
    pub fn numbers(&self, node: NegamaxNodeId) -> Option<NegamaxNode> {
        self.nodes.get(node.0 as usize).map(|kept| kept.numbers)
    }

    /// Move that leads to a node; `None` for the root.
    #[must_use]
    pub fn action(&self, node: NegamaxNodeId) -> Option<Move> {
        self.nodes.get(node.0 as usize)?.action
    }

    /// First `most` moves at a node, in the order in which they were searched.
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

    /// Moves from the root to a node.
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
    fn the_first_nodes_are_recorded_up_to_the_limit() {
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
            tree.apply_event(&node);
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
        tree.apply_event(&NodeEvent::Begin { depth: 3 });
        assert!(tree.is_empty() && tree.numbers(NegamaxNodeId::ROOT).is_none());
    }
}
