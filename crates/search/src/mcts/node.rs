//! Search tree: one arena of small nodes. The children of a node are adjacent.

use crate::{Stop, supply};
use std::sync::atomic::{AtomicU32, Ordering::Acquire, Ordering::Relaxed, Ordering::Release};

/// Index of a node in its tree.
pub(super) type Index = u32;

/// Index of the root: the position that is searched.
pub(super) const ROOT: Index = 0;

/// Value of [`Node::first_child`] for a node without children. A value between [`BUSY`] and [`GAME_OVER`] is
/// the index of the first child.
const LEAF: u32 = 0;
/// Value of [`Node::first_child`] while a thread creates the children.
const BUSY: u32 = 1;
/// Smallest value of [`Node::first_child`] at the end of the game. Black's result, in units, is added to it.
const GAME_OVER: u32 = u32::MAX - MAX_UNITS;
/// Largest number of units of a result.
pub(super) const MAX_UNITS: u32 = 2048;

/// Move and its statistics, in 32 bytes: half a cache line.
///
/// Wins are units of the colour that made the move: half points, or parts of a score (`ResultScale`). Every
/// field is atomic so that threads can share the tree. A relaxed load or store costs no more than a plain
/// one.
#[derive(Default)]
pub(super) struct Node {
    /// Cell of the move; 0 for a pass.
    cell: AtomicU32,
    visits: AtomicU32,
    wins: AtomicU32,
    /// Simulations through the parent in which the same colour played the move, now or later.
    rave_visits: AtomicU32,
    rave_wins: AtomicU32,
    /// Upper 16 bits: virtual visits. Lower 16 bits: half points of the virtual visits.
    prior: AtomicU32,
    /// Index of the first child, or a value that says why there are no children: see [`LEAF`].
    first_child: AtomicU32,
    child_count: AtomicU32,
}

/// State of a node: what follows its move.
pub(super) enum NodeState {
    /// No children yet.
    Leaf,
    /// Index of the first child, and number of children.
    Children(Index, u32),
    /// End of the game, with Black's result in units.
    GameOver(u32),
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

    /// Returns the units won in the RAVE visits.
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

    /// Adds a visit before its result is known. Until then the visit counts as a loss, so that other threads
    /// prefer other moves (virtual loss).
    #[inline(always)]
    pub(super) fn visit(&self) {
        self.visits.fetch_add(1, Relaxed);
    }

    /// Removes a visit whose simulation was stopped before its result.
    pub(super) fn undo_visit(&self) {
        self.visits.fetch_sub(1, Relaxed);
    }

    #[inline(always)]
    pub(super) fn add_wins(&self, units: u32) {
        self.wins.fetch_add(units, Relaxed);
    }

    /// Adds an all-moves-as-first result. If threads share the tree, a thread may overwrite the result of
    /// another one. A few lost results do no harm.
    #[inline(always)]
    pub(super) fn add_rave(&self, units: u32) {
        self.rave_visits.store(self.rave_visits.load(Relaxed) + 1, Relaxed);
        self.rave_wins.store(self.rave_wins.load(Relaxed) + units, Relaxed);
    }

    #[inline(always)]
    pub(super) fn state(&self) -> NodeState {
        match self.first_child.load(Acquire) {
            LEAF | BUSY => NodeState::Leaf,
            GAME_OVER.. => NodeState::GameOver(self.first_child.load(Relaxed) - GAME_OVER),
            first => NodeState::Children(first, self.child_count.load(Relaxed)),
        }
    }

    /// Claims the right to create the children. Returns `false` if the node is not a leaf, or if another
    /// thread has claimed it.
    pub(super) fn claim_expansion(&self) -> bool {
        self.first_child.compare_exchange(LEAF, BUSY, Acquire, Relaxed).is_ok()
    }

    /// Gives up the claim: the node is a leaf again.
    pub(super) fn release_claim(&self) {
        self.first_child.store(LEAF, Release);
    }

    pub(super) fn set_game_over(&self, units: u32) {
        self.first_child.store(GAME_OVER + units.min(MAX_UNITS), Release);
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
            first_child: copy(&self.first_child),
            child_count: copy(&self.child_count),
        }
    }
}

/// Move that becomes a child of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NewChild {
    /// Cell of the move; 0 for a pass.
    pub(super) cell: u32,
    /// Virtual visits of the new child.
    pub(super) visits: u16,
    /// Half points of the virtual visits.
    pub(super) half_points: u16,
}

impl NewChild {
    /// Creates a child without a prior.
    pub(super) const fn without_prior(cell: u32) -> Self {
        Self { cell, visits: 0, half_points: 0 }
    }
}

/// Nodes of a tree in one block. The children of a node are adjacent, and no node is freed.
pub(super) struct Tree {
    /// Nodes in use, and spare nodes behind them.
    nodes: Vec<Node>,
    /// Number of entries of `nodes` in use.
    used: AtomicU32,
    /// Largest length of `nodes`.
    max_nodes: u32,
}

/// Index in [`Tree::nodes`] at which children start. Index 0 is the root. Index 1 is never used, because
/// [`Node::first_child`] = 1 means [`BUSY`].
const CHILDREN_START: u32 = 2;

/// Largest number of nodes by which the arena grows at a time (two megabytes), unless more are needed.
const GROWTH_STEP: usize = 1 << 16;

impl Tree {
    /// Creates a tree with only a root.
    pub(super) fn new(max_nodes: u32) -> Self {
        let mut nodes = Vec::new();
        nodes.resize_with(CHILDREN_START as usize, Node::default);
        Self {
            nodes,
            used: AtomicU32::new(CHILDREN_START),
            max_nodes: max_nodes.clamp(CHILDREN_START, GAME_OVER - 1),
        }
    }

    #[inline(always)]
    pub(super) fn node(&self, index: Index) -> &Node {
        &self.nodes[index as usize]
    }

    /// Returns the index of a node's first child, and the children.
    #[inline(always)]
    pub(super) fn children(&self, index: Index) -> (Index, &[Node]) {
        match self.node(index).state() {
            NodeState::Children(first, count) => {
                (first, &self.nodes[first as usize..(first + count) as usize])
            }
            _ => (0, &[]),
        }
    }

    /// Returns the number of nodes in use.
    pub(super) fn len(&self) -> u32 {
        self.used.load(Relaxed) - (CHILDREN_START - 1)
    }

    /// Returns true if the limit forbids `more` additional nodes.
    pub(super) fn lacks_room_for(&self, more: u32) -> bool {
        self.used.load(Relaxed).saturating_add(more) > self.max_nodes
    }

    /// Creates spare nodes, so that there is room for `more` additional nodes within the limit. Returns
    /// `false` if it was stopped before the end.
    pub(super) fn reserve(&mut self, more: u32, stop: Stop<'_>) -> bool {
        let used = *self.used.get_mut();
        let needed = used.saturating_add(more).min(self.max_nodes) as usize;
        if needed > self.nodes.len() {
            // Doubling keeps the total cost of growth low. A step is limited because a large one takes long.
            let wanted =
                needed.max(self.nodes.len() + self.nodes.len().min(GROWTH_STEP)).min(self.max_nodes as usize);
            if !self.reserve_memory(wanted) {
                // No memory is left: the limit becomes the present number of nodes.
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

    /// Reserves memory for `nodes` nodes in all. Returns `false` if there is not enough.
    fn reserve_memory(&mut self, nodes: usize) -> bool {
        let more = nodes.saturating_sub(self.nodes.len());
        if nodes <= self.nodes.capacity() {
            return true;
        }
        // Asks for twice the capacity first, so that a reallocation seldom moves the nodes.
        let twice = nodes.max(2 * self.nodes.capacity());
        let is_available = |nodes: usize| {
            nodes < GROWTH_STEP || supply::has_memory_for(nodes.saturating_mul(size_of::<Node>()))
        };
        (is_available(twice) && self.nodes.try_reserve(more).is_ok())
            || (is_available(nodes) && self.nodes.try_reserve_exact(more).is_ok())
    }

    /// Returns true if there is memory for a copy of this tree.
    pub(super) fn has_memory_for_copy(&self) -> bool {
        let nodes = self.len() as usize;
        nodes < GROWTH_STEP || supply::has_memory_for(nodes.saturating_mul(2 * size_of::<Node>()))
    }

    /// Makes room for the root's children, and raises the limit if necessary. Returns `false` if it was
    /// stopped before the end.
    pub(super) fn reserve_for_root(&mut self, children: u32, stop: Stop<'_>) -> bool {
        self.max_nodes = self.max_nodes.max(CHILDREN_START.saturating_add(children)).min(GAME_OVER - 1);
        self.reserve(children, stop)
    }

    /// Adds the children of a claimed node. Returns `false` if there is no room.
    pub(super) fn add_children(&self, index: Index, new_children: &[NewChild]) -> bool {
        let Ok(count) = u32::try_from(new_children.len()) else { return false };
        let fits = |first: u32| {
            first.checked_add(count).filter(|&end| end <= self.max_nodes && end as usize <= self.nodes.len())
        };
        let Ok(first) = self.used.fetch_update(Relaxed, Relaxed, fits) else { return false };
        let nodes = &self.nodes[first as usize..(first + count) as usize];
        for (node, new_child) in nodes.iter().zip(new_children) {
            node.cell.store(new_child.cell, Relaxed);
            node.prior.store(u32::from(new_child.visits) << 16 | u32::from(new_child.half_points), Relaxed);
        }
        let parent = self.node(index);
        parent.child_count.store(count, Relaxed);
        parent.first_child.store(first, Release);
        true
    }

    /// Copies the subtree of a node to a new tree, of which that node is the root.
    pub(super) fn subtree(&self, index: Index) -> Self {
        let mut next = Self::new(self.max_nodes);
        next.nodes[ROOT as usize] = self.node(index).copy();
        // Breadth first: the children of a node are copied together, and their own children follow.
        let mut at = ROOT;
        while at < next.nodes.len() as u32 {
            if at != 1 // Index 1 is unused.
                && let NodeState::Children(first, count) = next.node(at).state()
            {
                let new_first = next.nodes.len() as u32;
                next.nodes
                    .extend(self.nodes[first as usize..(first + count) as usize].iter().map(Node::copy));
                next.node(at).first_child.store(new_first, Relaxed);
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
        let new_children = vec![NewChild::without_prior(7); 500];
        let mut at = ROOT;
        let mut largest_growth = 0;
        loop {
            let before = tree.nodes.len();
            assert!(tree.reserve(500, &|| false));
            largest_growth = largest_growth.max(tree.nodes.len() - before);
            if !(tree.node(at).claim_expansion() && tree.add_children(at, &new_children)) {
                break;
            }
            at = tree.children(at).0;
        }
        assert!(tree.lacks_room_for(500) && tree.len() > 999_000, "{}", tree.len());
        assert_eq!(largest_growth, GROWTH_STEP);
    }
}
