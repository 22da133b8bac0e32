//! Control of a search: its limits, and the listeners to its nodes.

use super::tree::{NegamaxTree, NodeEvent};
use crate::Watch;

/// Work between two checks of the watcher and the clock, in points: a fraction of a millisecond.
const WORK_PER_CHECK: usize = 16_384;

/// Node limit while the clock reads 0. Without it a search by time would never end on a clock that does not
/// run.
const ZERO_CLOCK_NODES: u64 = 100_000;

/// Cost of finding that a move is illegal, in points of work.
pub(super) const LEGALITY_COST: usize = 4;

/// Recorder of the events at the first nodes of each iteration.
pub struct NodeTrace {
    /// Number of nodes of each iteration whose events are recorded.
    pub max_nodes: u64,
    /// Events in the order in which they happened.
    pub events: Vec<NodeEvent>,
}

impl NodeTrace {
    fn record(&mut self, event: &NodeEvent) {
        let is_recorded = match *event {
            NodeEvent::Begin { .. } => true,
            NodeEvent::Enter { id, .. } | NodeEvent::Leave { id, .. } => id < self.max_nodes,
        };
        if is_recorded {
            self.events.push(*event);
        }
    }
}

/// Watcher, budget and listeners of a search. The methods return `None` if the search must stop.
pub struct SearchControl<'a> {
    watch: &'a mut dyn Watch,
    tree: Option<&'a mut NegamaxTree>,
    trace: Option<&'a mut NodeTrace>,
    /// Budget of nodes.
    nodes: u64,
    /// Budget of time, in seconds; 0: no limit.
    seconds: f64,
    /// Node limit in force: `nodes`, or less while the clock reads 0.
    node_limit: u64,
    /// Work left before the next check, in points.
    work_left: usize,
    /// True after a check in the current batch.
    checked: bool,
}

impl<'a> SearchControl<'a> {
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

    /// Begins a batch. It ends soon after the next check.
    pub(super) fn begin_batch(&mut self) -> Option<()> {
        self.check()?;
        self.checked = false;
        Some(())
    }

    /// True if the batch must end.
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
    pub(super) fn add_work(&mut self, points: usize) -> Option<()> {
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

    /// Adds 1 to `nodes` if the budget has room for another node. Its work is `area`, the points of the
    /// board.
    #[inline]
    pub(super) fn count_node(&mut self, nodes: &mut u64, area: usize) -> Option<()> {
        self.has_room(*nodes)?;
        *nodes += 1;
        self.add_work(area)
    }

    /// True if someone listens to the events of nodes.
    #[inline]
    pub(super) const fn has_listener(&self) -> bool {
        self.trace.is_some() || self.tree.is_some()
    }

    /// Sends an event to the listeners.
    pub(super) fn emit(&mut self, event: &NodeEvent) {
        if let Some(tree) = &mut self.tree {
            tree.apply_event(event);
        }
        if let Some(trace) = &mut self.trace {
            trace.record(event);
        }
    }
}
