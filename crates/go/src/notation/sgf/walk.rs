//! Going through a tree without calling oneself and without a stack.

use super::NodeRef;

/// A node and all below it, each before those that follow it.
#[derive(Clone)]
pub struct Preorder<'a> {
    next: Option<NodeRef<'a>>,
    /// How far below the first node the next one is.
    depth: usize,
}

impl<'a> Preorder<'a> {
    pub(super) const fn new(root: NodeRef<'a>) -> Self {
        Self { next: Some(root), depth: 0 }
    }

    /// Goes on from a node that is so many steps below the first.
    pub(super) const fn from(node: NodeRef<'a>, depth: usize) -> Self {
        Self { next: Some(node), depth }
    }

    /// The next node, and how many steps below the first it is.
    pub fn next_with_depth(&mut self) -> Option<(NodeRef<'a>, usize)> {
        let found = (self.next?, self.depth);
        self.next = self.after(found.0);
        Some(found)
    }

    fn after(&mut self, node: NodeRef<'a>) -> Option<NodeRef<'a>> {
        if let Some(child) = node.first_child() {
            self.depth += 1;
            return Some(child);
        }
        let mut node = node;
        while self.depth > 0 {
            if let Some(sibling) = node.next_sibling() {
                return Some(sibling);
            }
            node = node.parent()?;
            self.depth -= 1;
        }
        None
    }
}

impl<'a> Iterator for Preorder<'a> {
    type Item = NodeRef<'a>;

    fn next(&mut self) -> Option<NodeRef<'a>> {
        self.next_with_depth().map(|(node, _)| node)
    }
}
