//! Limits of a search, and the listeners to its nodes.

use super::tree::{NegamaxTree, NodeEvent};
use crate::Watch;

/// Points processed between two checks of the watcher and the clock: a fraction of a millisecond.
const WORK_PER_CHECK: usize = 16_384;

/// Node limit while the clock reads 0. Without it, a search by time would never end if the clock does not
/// run.
const ZERO_CLOCK_NODES: u64 = 100_000;

/// Cost of finding that a move is illegal, in points of work.
pub(super) const LEGALITY_COST: usize = 4;

/// Recorded events of the nodes of a tree. Of each iteration only the first nodes are recorded.
pub struct NodeTrace {
    /// Nodes with this number or a higher one are not recorded.
    pub most: u64,
    /// Events in the order in which they happened.
    pub nodes: Vec<NodeEvent>,
}

impl NodeTrace {
    fn record(&mut self, node: &NodeEvent) {
        let is_recorded = match *node {
            NodeEvent::Begin { .. } => true,
            NodeEvent::Enter { id, .. } | NodeEvent::Leave { id, .. } => id < self.most,
        };
        if is_recorded {
            self.nodes.push(*node);
        }
    }
}

/// The watcher, the budget and the listeners of a search. A method returns `None` when the search must stop.
pub struct Control<'a> {
    watch: &'a mut dyn Watch,
    tree: Option<&'a mut NegamaxTree>,
    trace: Option<&'a mut NodeTrace>,
    nodes: u64,
    seconds: f64,
    /// Node limit in force: `nodes`, or less while the clock reads 0.
    node_limit: u64,
    /// Work left before the next check, in points.
    work_left: usize,
    /// True after a check in the current batch.
    checked: bool,
}

impl<'a> Control<'a> {
    /// Creates a control that allows `nodes` nodes in all and `seconds` seconds (0: no limit). Events go to
    /// `tree` and `trace`.
    pub fn new(
        watch: &'a mut dyn Watch,
        nodes: u64,
        seconds: f64,
        tree: Option<&'a mut NegamaxTree>,
        trace: Option<&'a mut NodeTrace>,
    ) -> Self {
        Self {
            watch,
            tree,
            trace,
            nodes,
            seconds,
            node_limit: nodes,
            work_left: WORK_PER_CHECK,
            checked: false,
        }
    }

    /// Begins a batch, which ends at its next check.
    pub(super) fn begin_batch(&mut self) -> Option<()> {
        self.check()?;
        self.checked = false;
        Some(())
    }

    /// True if the batch has worked long enough.
    pub(super) const fn ends_batch(&self) -> bool {
        self.checked
    }

    /// Checks the watcher and the clock.
    pub(super) fn check(&mut self) -> Option<()> {
        self.work_left = WORK_PER_CHECK;
        self.checked = true;
        let timed = self.seconds > 0.0;
        let elapsed = if timed { self.watch.elapsed() } else { 0.0 };
        // A clock that reads 0 may not run at all. Then a number of nodes limits the search.
        let clock_reads_zero = timed && elapsed == 0.0;
        self.node_limit = if clock_reads_zero { self.nodes.min(ZERO_CLOCK_NODES) } else { self.nodes };
        let must_stop = self.watch.stop() || timed && elapsed >= self.seconds;
        (!must_stop).then_some(())
    }

    /// Counts `points` of work, and checks the watcher and the clock after each [`WORK_PER_CHECK`] points.
    #[inline]
    pub(super) fn work(&mut self, points: usize) -> Option<()> {
        match self.work_left.checked_sub(points) {
            Some(work_left) => {
                self.work_left = work_left;
                Some(())
            }
            None => self.check(),
        }
    }

    /// Returns `None` if the budget has no room for another node after the first `nodes`.
    #[inline]
    pub(super) fn has_room(&self, nodes: u64) -> Option<()> {
        (nodes < self.node_limit).then_some(())
    }

    /// Counts another node if the budget has room for it. Its work is `area`, the points of the board.
    #[inline]
    pub(super) fn count(&mut self, nodes: &mut u64, area: usize) -> Option<()> {
        self.has_room(*nodes)?;
        *nodes += 1;
        self.work(area)
    }

    /// True if someone listens to the events of nodes.
    #[inline]
    pub(super) const fn has_listener(&self) -> bool {
        self.trace.is_some() || self.tree.is_some()
    }

    /// Sends an event to the listeners.
    pub(super) fn emit(&mut self, node: &NodeEvent) {
        if let Some(tree) = &mut self.tree {
            tree.apply_event(node);
        }
        if let Some(trace) = &mut self.trace {
            trace.record(node);
        }
    }
}
