//! Record of the tree while it is searched, up to a number of nodes.

use serde::{Deserialize, Serialize};
use stonefield_go::{Color, Move, Position};

/// Event at a node of the tree. Values are from the view of the side to move there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum NodeEvent {
    /// An iteration begins, and with it a new tree. Node numbers begin at 0 again.
    Begin {
        /// Depth of the search, in plies from the root.
        depth: u32,
    },
    /// A node is entered.
    Enter {
        /// Number of the node: one more than the number of the node that was entered before it.
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
        /// reach elsewhere.
        alpha: i32,
        /// Upper end of the window: the value to which the other side can already limit the side to move
        /// elsewhere.
        beta: i32,
    },
    /// The search of a node ends.
    Leave {
        /// Number of the node, as in its [`NodeEvent::Enter`].
        id: u64,
        /// Value for the side to move, in the evaluation's unit. Outside the window it is only a bound.
        value: i32,
        /// Reason for the end.
        end: EndReason,
        /// Number of moves that were not searched.
        pruned: u32,
    },
}

/// Reason for the end of a node's search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum EndReason {
    /// All moves have been searched.
    Searched,
    /// A move refutes the move that led to the node.
    Cut,
    /// The transposition table has the value.
    Table,
    /// No plies are left.
    Leaf,
    /// No plies are left, and the evaluation ended early because the value was sure to be outside the window.
    Lazy,
    /// The game is over.
    Over,
}

/// Id of a node in a recorded tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct NegamaxNodeId(u32);

impl NegamaxNodeId {
    /// The root.
    pub const ROOT: Self = Self(0);
}

/// Data of a node, from the view of the side to move there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NegamaxNode {
    /// Id of the node.
    pub node: NegamaxNodeId,
    /// Id of the parent; `None` for the root.
    pub parent: Option<NegamaxNodeId>,
    /// Side to move.
    pub to_move: Color,
    /// Plies left below the node.
    pub depth: u32,
    /// Lower end of the window at entry, in the evaluation's unit.
    pub alpha: i32,
    /// Upper end of the window at entry, in the evaluation's unit.
    pub beta: i32,
    /// Result when the search left the node: its value, and the reason for the end. `None` during the search.
    pub left: Option<(i32, EndReason)>,
    /// Number of moves that were not searched, because of a cut.
    pub pruned: u32,
    /// Number of recorded children. A move that was searched twice counts twice.
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
struct RecordedNode {
    numbers: NegamaxNode,
    action: Option<Move>,
    first_child: Option<u32>,
    last_child: Option<u32>,
    next_sibling: Option<u32>,
}

/// Record of the tree of the current or the last iteration: its first nodes in order of entry, up to a limit.
#[derive(Clone)]
pub struct NegamaxTree {
    position: Option<Position>,
    nodes: Vec<RecordedNode>,
    /// Largest number of recorded nodes.
    max_nodes: usize,
    /// Depth of the search, in plies.
    depth: u32,
    /// Number of nodes that were entered, recorded or not.
    entered: u64,
}

impl NegamaxTree {
    /// Creates an empty tree with room for `max_nodes` nodes.
    #[must_use]
    pub const fn new(max_nodes: usize) -> Self {
        Self { position: None, nodes: Vec::new(), max_nodes, depth: 0, entered: 0 }
    }

    /// Creates an empty tree for a search of this position.
    #[must_use]
    pub fn of(position: &Position, max_nodes: usize) -> Self {
        Self { position: Some(position.clone()), ..Self::new(max_nodes) }
    }

    /// Position at the root, if it is known.
    #[must_use]
    pub const fn position(&self) -> Option<&Position> {
        self.position.as_ref()
    }

    /// Applies an event to the record.
    pub fn apply_event(&mut self, event: &NodeEvent) {
        match *event {
            NodeEvent::Begin { depth } => {
                self.nodes.clear();
                self.depth = depth;
                self.entered = 0;
            }
            NodeEvent::Enter { id, parent, action, to_move, depth, alpha, beta } => {
                self.entered += 1;
                let parent_index = parent.and_then(|parent| u32::try_from(parent).ok());
                let index = u32::try_from(id).ok().filter(|&id| id as usize == self.nodes.len());
                let Some(index) = index.filter(|_| self.nodes.len() < self.max_nodes) else { return };
                if let Some(parent_index) = parent_index {
                    let previous_sibling = match self.nodes.get_mut(parent_index as usize) {
                        Some(parent) => {
                            parent.numbers.children += 1;
                            parent.first_child.get_or_insert(index);
                            parent.last_child.replace(index)
                        }
                        None => return,
                    };
                    if let Some(previous) =
                        previous_sibling.and_then(|previous| self.nodes.get_mut(previous as usize))
                    {
                        previous.next_sibling = Some(index);
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
                self.nodes.push(RecordedNode {
                    numbers,
                    action,
                    first_child: None,
                    last_child: None,
                    next_sibling: None,
                });
            }
            NodeEvent::Leave { id, value, end, pruned } => {
                if let Some(recorded) = usize::try_from(id).ok().and_then(|id| self.nodes.get_mut(id)) {
                    recorded.numbers.left = Some((value, end));
                    recorded.numbers.pruned = pruned;
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

    /// Data of a node; `None` if the current tree has no such node.
    #[must_use]
    pub fn numbers(&self, node: NegamaxNodeId) -> Option<NegamaxNode> {
        self.nodes.get(node.0 as usize).map(|recorded| recorded.numbers)
    }

    /// Move that leads to a node; `None` for the root.
    #[must_use]
    pub fn action(&self, node: NegamaxNodeId) -> Option<Move> {
        self.nodes.get(node.0 as usize)?.action
    }

    /// First moves at a node, at most `max_moves`, in the order in which they were searched.
    #[must_use]
    pub fn branches(&self, at: NegamaxNodeId, max_moves: usize) -> Vec<NegamaxBranch> {
        let mut next = self.nodes.get(at.0 as usize).and_then(|recorded| recorded.first_child);
        let mut branches = Vec::new();
        while let Some(recorded) = next.and_then(|index| self.nodes.get(index as usize)) {
            if branches.len() == max_moves {
                break;
            }
            branches
                .extend(recorded.action.map(|action| NegamaxBranch { action, numbers: recorded.numbers }));
            next = recorded.next_sibling;
        }
        branches
    }

    /// Moves from the root to a node.
    #[must_use]
    pub fn path(&self, node: NegamaxNodeId) -> Vec<Move> {
        let mut path = Vec::new();
        let mut at = self.nodes.get(node.0 as usize);
        while let Some(recorded) = at {
            path.extend(recorded.action);
            at = recorded.numbers.parent.and_then(|parent| self.nodes.get(parent.0 as usize));
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
            NodeEvent::Leave { id: 2, value: 7, end: EndReason::Leaf, pruned: 0 },
            NodeEvent::Leave { id: 1, value: -7, end: EndReason::Cut, pruned: 3 },
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
        assert_eq!((first.left, first.pruned, first.children), (Some((-7, EndReason::Cut)), 3, 1));
        let child = tree.branches(first.node, 9)[0];
        assert_eq!(tree.path(child.numbers.node).len(), 2);
        assert_eq!(tree.numbers(child.numbers.node).and_then(|numbers| numbers.parent), Some(first.node));
        tree.apply_event(&NodeEvent::Begin { depth: 3 });
        assert!(tree.is_empty() && tree.numbers(NegamaxNodeId::ROOT).is_none());
    }
}
