//! Search tree: one arena of small nodes. The children of a node are adjacent.

use crate::{Stop, supply};
use std::sync::atomic::{AtomicU32, Ordering::Acquire, Ordering::Relaxed, Ordering::Release};

/// Index of a node in its tree.
pub(super) type Index = u32;

/// Index of the root: the position that is searched.
pub(super) const ROOT: Index = 0;

/// Value of [`Node::first`] for a node without children. Values above [`BUSY`] are the index of the first
/// child.
const LEAF: u32 = 0;
/// Value of [`Node::first`] while a thread creates the children.
const BUSY: u32 = 1;
/// Value of [`Node::first`] at the end of the game. Black's result, in units, is added to it.
const OVER: u32 = u32::MAX - MOST_UNITS;
/// Largest number of units of a result.
pub(super) const MOST_UNITS: u32 = 2048;

/// Move and its statistics: half a cache line.
///
/// Wins are units of the colour that made the move: half points, or parts of a score. Every field is atomic
/// so that threads can share the tree. A relaxed load or store alone costs no more than a plain one.
#[derive(Default)]
pub(super) struct Node {
    /// Cell of the move; 0 for a pass.
    cell: AtomicU32,
    visits: AtomicU32,
    wins: AtomicU32,
    rave_visits: AtomicU32,
    rave_wins: AtomicU32,
    /// Virtual visits in the upper 16 bits, their half points in the lower 16.
    prior: AtomicU32,
    first: AtomicU32,
    count: AtomicU32,
}

/// Content below a node.
pub(super) enum Below {
    /// No children yet.
    Leaf,
    /// Index of the first child, and number of children.
    Children(Index, u32),
    /// End of the game, with Black's result in units.
    Over(u32),
}

impl Node {
    #[inline(always)]
    pub(super) fn cell(&self) -> u32 {
        self.cell.load(Relaxed)
    }

    #[inline(always)]
    pub(super) fn visits(&self) -> u32 {
        self.visits.load(Relaxed)
    }

    /// Returns the wins, in units of the colour that made the move.
    #[inline(always)]
    pub(super) fn wins(&self) -> u32 {
        self.wins.load(Relaxed)
    }

    #[inline(always)]
    pub(super) fn rave_visits(&self) -> u32 {
        self.rave_visits.load(Relaxed)
    }

    /// Returns the units of the simulations in which the move was played later.
    #[inline(always)]
    pub(super) fn rave_wins(&self) -> u32 {
        self.rave_wins.load(Relaxed)
    }

    /// Returns the virtual visits and their half points.
    #[inline(always)]
    pub(super) fn prior(&self) -> (u32, u32) {
        let prior = self.prior.load(Relaxed);
        (prior >> 16, prior & 0xffff)
    }

    /// Adds a visit before its result is known. Until then it counts as a loss, which keeps other threads
    /// away.
    #[inline(always)]
    pub(super) fn visit(&self) {
        self.visits.fetch_add(1, Relaxed);
    }

    /// Removes a visit that had no result.
    pub(super) fn undo_visit(&self) {
        self.visits.fetch_sub(1, Relaxed);
    }

    #[inline(always)]
    pub(super) fn add_wins(&self, units: u32) {
        self.wins.fetch_add(units, Relaxed);
    }

    /// Adds an all-moves-as-first result. If threads share the tree, one may overwrite another's result; this
    /// does no harm.
    #[inline(always)]
    pub(super) fn add_rave(&self, units: u32) {
        self.rave_visits.store(self.rave_visits.load(Relaxed) + 1, Relaxed);
        self.rave_wins.store(self.rave_wins.load(Relaxed) + units, Relaxed);
    }

    #[inline(always)]
    pub(super) fn below(&self) -> Below {
        match self.first.load(Acquire) {
            LEAF | BUSY => Below::Leaf,
            OVER.. => Below::Over(self.first.load(Relaxed) - OVER),
            first => Below::Children(first, self.count.load(Relaxed)),
        }
    }

    /// Claims the right to create the children. Returns `false` if another thread has it.
    pub(super) fn claim(&self) -> bool {
        self.first.compare_exchange(LEAF, BUSY, Acquire, Relaxed).is_ok()
    }

    /// Gives up the claim.
    pub(super) fn release(&self) {
        self.first.store(LEAF, Release);
    }

    pub(super) fn set_over(&self, units: u32) {
        self.first.store(OVER + units.min(MOST_UNITS), Release);
    }

    /// Returns a copy of the node without its latest visit.
    pub(super) fn before_visit(&self) -> Self {
        let copy = self.copy();
        copy.visits.store(self.visits().saturating_sub(1), Relaxed);
        copy
    }

    fn copy(&self) -> Self {
        let copy = |field: &AtomicU32| AtomicU32::new(field.load(Relaxed));
        Self {
            cell: copy(&self.cell),
            visits: copy(&self.visits),
            wins: copy(&self.wins),
            rave_visits: copy(&self.rave_visits),
            rave_wins: copy(&self.rave_wins),
            prior: copy(&self.prior),
            first: copy(&self.first),
            count: copy(&self.count),
        }
    }
}

/// Move that becomes a child of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Seed {
    /// Cell of the move; 0 for a pass.
    pub(super) cell: u32,
    /// Virtual visits of the new child.
    pub(super) visits: u16,
    /// Half points of the virtual visits.
    pub(super) wins: u16,
}

impl Seed {
    /// Creates a move without a prior.
    pub(super) const fn plain(cell: u32) -> Self {
        Self { cell, visits: 0, wins: 0 }
    }
}

/// Nodes of a tree in one block. Children are adjacent, and nothing is freed while the tree grows.
pub(super) struct Tree {
    nodes: Vec<Node>,
    used: AtomicU32,
    /// Largest number of nodes.
    max_nodes: u32,
}

/// Index of the first child node. Index 0 is the root. Index 1 is never used, because [`Node::first`] = 1
/// means [`BUSY`].
const FIRST_CHILD: u32 = 2;

/// Nodes by which the arena grows at a time, unless more are needed: two megabytes.
const GROWTH_STEP: usize = 1 << 16;

impl Tree {
    /// Creates a tree with only a root.
    pub(super) fn new(max_nodes: u32) -> Self {
        let mut nodes = Vec::new();
        nodes.resize_with(FIRST_CHILD as usize, Node::default);
        Self { nodes, used: AtomicU32::new(FIRST_CHILD), max_nodes: max_nodes.clamp(FIRST_CHILD, OVER - 1) }
    }

    #[inline(always)]
    pub(super) fn node(&self, index: Index) -> &Node {
        &self.nodes[index as usize]
    }

    /// Returns the children of a node, and the index of the first one.
    #[inline(always)]
    pub(super) fn children(&self, index: Index) -> (Index, &[Node]) {
        match self.node(index).below() {
            Below::Children(first, count) => (first, &self.nodes[first as usize..(first + count) as usize]),
            _ => (0, &[]),
        }
    }

    /// Returns the number of nodes in use.
    pub(super) fn len(&self) -> u32 {
        self.used.load(Relaxed) - (FIRST_CHILD - 1)
    }

    /// Returns true if the memory limit forbids `more` additional nodes.
    pub(super) fn is_full(&self, more: u32) -> bool {
        self.used.load(Relaxed).saturating_add(more) > self.max_nodes
    }

    /// Makes room for `more` additional nodes, within the limit. Returns `false` if it was stopped first.
    pub(super) fn reserve(&mut self, more: u32, stop: Stop<'_>) -> bool {
        let used = *self.used.get_mut();
        let needed = used.saturating_add(more).min(self.max_nodes) as usize;
        if needed > self.nodes.len() {
            // Doubling keeps the total cost of growth low. Each step is limited, because a large one would
            // take long.
            let wanted =
                needed.max(self.nodes.len() + self.nodes.len().min(GROWTH_STEP)).min(self.max_nodes as usize);
            if !self.can_hold(wanted) {
                // Without more memory the limit becomes the present number of nodes.
                self.max_nodes = self.nodes.len() as u32;
                return true;
            }
            while self.nodes.len() < wanted {
                self.nodes.resize_with(wanted.min(self.nodes.len() + GROWTH_STEP), Node::default);
                if self.nodes.len() < wanted && stop() {
                    return false;
                }
            }
        }
        true
    }

    /// Allocates memory for `nodes` nodes in all. Returns `false` if there is none.
    fn can_hold(&mut self, nodes: usize) -> bool {
        let more = nodes.saturating_sub(self.nodes.len());
        if nodes <= self.nodes.capacity() {
            return true;
        }
        // Twice the capacity is requested first, so that the nodes are seldom moved.
        let twice = nodes.max(2 * self.nodes.capacity());
        let has_memory =
            |nodes: usize| nodes < GROWTH_STEP || supply::has_room(nodes.saturating_mul(size_of::<Node>()));
        (has_memory(twice) && self.nodes.try_reserve(more).is_ok())
            || (has_memory(nodes) && self.nodes.try_reserve_exact(more).is_ok())
    }

    /// Returns true if there is memory for a copy of this tree.
    pub(super) fn may_be_copied(&self) -> bool {
        let nodes = self.len() as usize;
        nodes < GROWTH_STEP || supply::has_room(nodes.saturating_mul(2 * size_of::<Node>()))
    }

    /// Raises the limit so that the root's children fit. Returns `false` if it was stopped before there was
    /// room.
    pub(super) fn make_room_for_root(&mut self, children: u32, stop: Stop<'_>) -> bool {
        self.max_nodes = self.max_nodes.max(FIRST_CHILD.saturating_add(children)).min(OVER - 1);
        self.reserve(children, stop)
    }

    /// Gives a claimed node its children. Returns `false` if there is no room.
    pub(super) fn grow(&self, index: Index, seeds: &[Seed]) -> bool {
        let Ok(count) = u32::try_from(seeds.len()) else { return false };
        let fits = |first: u32| {
            first.checked_add(count).filter(|&end| end <= self.max_nodes && end as usize <= self.nodes.len())
        };
        let Ok(first) = self.used.fetch_update(Relaxed, Relaxed, fits) else { return false };
        let nodes = &self.nodes[first as usize..(first + count) as usize];
        for (node, seed) in nodes.iter().zip(seeds) {
            node.cell.store(seed.cell, Relaxed);
            node.prior.store(u32::from(seed.visits) << 16 | u32::from(seed.wins), Relaxed);
        }
        let parent = self.node(index);
        parent.count.store(count, Relaxed);
        parent.first.store(first, Release);
        true
    }

    /// Returns a new tree whose root is the given node.
    pub(super) fn subtree(&self, index: Index) -> Self {
        let mut next = Self::new(self.max_nodes);
        next.nodes[ROOT as usize] = self.node(index).copy();
        // Breadth first: the children of a node are copied together, and their own children follow.
        let mut at = ROOT;
        while at < next.nodes.len() as u32 {
            if at != 1
                && let Below::Children(first, count) = next.node(at).below()
            {
                let new_first = next.nodes.len() as u32;
                next.nodes
                    .extend(self.nodes[first as usize..(first + count) as usize].iter().map(Node::copy));
                next.node(at).first.store(new_first, Relaxed);
            }
            at += 1;
        }
        next.used = AtomicU32::new(next.nodes.len() as u32);
        next
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_arena_grows_in_steps_that_do_not_take_long() {
        let mut tree = Tree::new(1_000_000);
        let seeds = vec![Seed::plain(7); 500];
        let mut at = ROOT;
        let mut largest_growth = 0;
        loop {
            let before = tree.nodes.len();
            assert!(tree.reserve(500, &|| false));
            largest_growth = largest_growth.max(tree.nodes.len() - before);
            if !(tree.node(at).claim() && tree.grow(at, &seeds)) {
                break;
            }
            at = tree.children(at).0;
        }
        assert!(tree.is_full(500) && tree.len() > 999_000, "{}", tree.len());
        assert_eq!(largest_growth, GROWTH_STEP);
    }
}
