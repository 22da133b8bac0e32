//! Tree traversal without recursion and without a stack.

use super::NodeRef;

/// Iterator over a node and its descendants, each parent before its children.
#[derive(Clone)]
pub struct Preorder<'a> {
    next: Option<NodeRef<'a>>,
    /// Depth of the next node below the start node.
    depth: usize,
}

impl<'a> NodeRef<'a> {
    /// This node and its descendants in preorder. The main line comes before other variations.
    #[must_use]
    pub const fn preorder(self) -> Preorder<'a> {
        Preorder::new(self)
    }
}

impl<'a> Preorder<'a> {
    pub(super) const fn new(root: NodeRef<'a>) -> Self {
        Self { next: Some(root), depth: 0 }
    }

    /// Resumes a traversal at a node that is `depth` steps below its start node.
    pub(super) const fn resume_at(node: NodeRef<'a>, depth: usize) -> Self {
        Self { next: Some(node), depth }
    }

    /// The next node, and its depth below the start node.
    pub fn next_with_depth(&mut self) -> Option<(NodeRef<'a>, usize)> {
        let (node, depth) = (self.next?, self.depth);
        self.next = self.next_in_preorder(node);
        Some((node, depth))
    }

    /// The node after this one in preorder. Updates `depth`.
    fn next_in_preorder(&mut self, node: NodeRef<'a>) -> Option<NodeRef<'a>> {
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
