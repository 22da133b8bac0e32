//! What ends a search before it has come to its end, and who hears of its nodes.

use super::tree::{NegamaxTree, NodeEvent};
use crate::Watch;

/// Points processed between two checks whether to go on: a fraction of a millisecond.
const WORK: usize = 16_384;

/// Nodes after which a clock that has not moved counts as none.
const PATIENCE: u64 = 100_000;

/// The work of finding that the law forbids a move, in points.
pub(super) const LEGALITY: usize = 4;

/// What happened to the nodes of a tree, the first ones of each iteration.
pub struct NodeTrace {
    /// Nodes from this number on are left out.
    pub most: u64,
    /// Events in the order in which they happened.
    pub nodes: Vec<NodeEvent>,
}

impl NodeTrace {
    fn hear(&mut self, node: &NodeEvent) {
        let known = match *node {
            NodeEvent::Begin { .. } => true,
            NodeEvent::Enter { id, .. } | NodeEvent::Leave { id, .. } => id < self.most,
        };
        if known {
            self.nodes.push(*node);
        }
    }
}

/// The watcher and the budget. What it is asked answers `None` where the search is to end.
pub struct Control<'a> {
    watch: &'a mut dyn Watch,
    tree: Option<&'a mut NegamaxTree>,
    trace: Option<&'a mut NodeTrace>,
    nodes: u64,
    seconds: f64,
    /// Nodes up to which the clock is not looked at again.
    most: u64,
    /// Points that may be processed before the next check.
    left: usize,
    looked: bool,
}

impl<'a> Control<'a> {
    /// With a budget of nodes in all, one of seconds, 0 for none, and what is to be kept of the nodes.
    pub fn new(
        watch: &'a mut dyn Watch,
        nodes: u64,
        seconds: f64,
        tree: Option<&'a mut NegamaxTree>,
        trace: Option<&'a mut NodeTrace>,
    ) -> Self {
        Self { watch, tree, trace, nodes, seconds, most: nodes, left: WORK, looked: false }
    }

    /// Begins a batch, which ends after the first look of its own.
    pub(super) fn begin_batch(&mut self) -> Option<()> {
        self.look()?;
        self.looked = false;
        Some(())
    }

    /// Whether a batch has worked long enough.
    pub(super) const fn ends_batch(&self) -> bool {
        self.looked
    }

    /// Looks at whether to go on.
    pub(super) fn look(&mut self) -> Option<()> {
        self.left = WORK;
        self.looked = true;
        let timed = self.seconds > 0.0;
        let elapsed = if timed { self.watch.elapsed() } else { 0.0 };
        // A clock that does not move means that no time is kept: then a large number of nodes counts.
        let stands = timed && elapsed == 0.0;
        self.most = if stands { self.nodes.min(PATIENCE) } else { self.nodes };
        let ends = self.watch.stop() || timed && elapsed >= self.seconds;
        (!ends).then_some(())
    }

    /// Works on so many points, and looks at whether to go on when it is time.
    #[inline]
    pub(super) fn work(&mut self, points: usize) -> Option<()> {
        match self.left.checked_sub(points) {
            Some(left) => {
                self.left = left;
                Some(())
            }
            None => self.look(),
        }
    }

    /// Whether the budget has room for another node than those looked at.
    #[inline]
    pub(super) fn has_room(&self, nodes: u64) -> Option<()> {
        (nodes < self.most).then_some(())
    }

    /// Counts another node of a board with so many points, if there is room for it.
    #[inline]
    pub(super) fn count(&mut self, nodes: &mut u64, area: usize) -> Option<()> {
        self.has_room(*nodes)?;
        *nodes += 1;
        self.work(area)
    }

    /// Whether a listener is told of nodes.
    #[inline]
    pub(super) const fn follows(&self) -> bool {
        self.trace.is_some() || self.tree.is_some()
    }

    /// Tells what happens to a node.
    pub(super) fn tell(&mut self, node: &NodeEvent) {
        if let Some(tree) = &mut self.tree {
            tree.hear(node);
        }
        if let Some(trace) = &mut self.trace {
            trace.hear(node);
        }
    }
}
