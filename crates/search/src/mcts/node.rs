//! The tree: one arena of small nodes, the children of a node side by side.

use crate::{Stop, supply};
use std::sync::atomic::{AtomicU32, Ordering::Acquire, Ordering::Relaxed, Ordering::Release};

/// The number of a node in its tree.
pub(super) type Index = u32;

/// The position that is searched.
pub(super) const ROOT: Index = 0;

/// What [`Node::first`] says of a node without children; a larger number is the first child's.
const LEAF: u32 = 0;
/// A thread is making the children.
const BUSY: u32 = 1;
/// The game is over here: this and Black's result in units.
const OVER: u32 = u32::MAX - MOST_UNITS;
/// The most units of a result.
pub(super) const MOST_UNITS: u32 = 2048;

/// A move and what is known of it: half a cache line.
///
/// Wins are units of the colour that made the move: half points, or parts of a score. Every field is atomic so that threads can share the tree; on its own a
/// relaxed load or store costs what a plain one does.
#[derive(Default)]
pub(super) struct Node {
    /// The cell played on; 0 for a pass.
    cell: AtomicU32,
    visits: AtomicU32,
    wins: AtomicU32,
    rave_visits: AtomicU32,
    rave_wins: AtomicU32,
    /// Virtual visits in the upper half, their half points in the lower.
    prior: AtomicU32,
    first: AtomicU32,
    count: AtomicU32,
}

/// What a node leads to.
pub(super) enum Below {
    /// No children yet.
    Leaf,
    /// Children: the first one's number and how many there are.
    Children(Index, u32),
    /// The end of the game, with so many units for Black.
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

    /// Units of the colour that made the move.
    #[inline(always)]
    pub(super) fn wins(&self) -> u32 {
        self.wins.load(Relaxed)
    }

    #[inline(always)]
    pub(super) fn rave_visits(&self) -> u32 {
        self.rave_visits.load(Relaxed)
    }

    /// Units of the simulations in which the move came later.
    #[inline(always)]
    pub(super) fn rave_wins(&self) -> u32 {
        self.rave_wins.load(Relaxed)
    }

    /// Virtual visits, and their half points.
    #[inline(always)]
    pub(super) fn prior(&self) -> (u32, u32) {
        let prior = self.prior.load(Relaxed);
        (prior >> 16, prior & 0xffff)
    }

    /// Counts a visit before its result is known: until then it is a loss, which keeps other threads away.
    #[inline(always)]
    pub(super) fn visit(&self) {
        self.visits.fetch_add(1, Relaxed);
    }

    /// Takes a visit back that came to no result.
    pub(super) fn leave(&self) {
        self.visits.fetch_sub(1, Relaxed);
    }

    #[inline(always)]
    pub(super) fn win(&self, units: u32) {
        self.wins.fetch_add(units, Relaxed);
    }

    /// Counts a result all moves as first. Threads that share the tree may lose one to another, which does no harm.
    #[inline(always)]
    pub(super) fn rave(&self, units: u32) {
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

    /// Takes it on itself to make the children; `false` when another thread has.
    pub(super) fn claim(&self) -> bool {
        self.first.compare_exchange(LEAF, BUSY, Acquire, Relaxed).is_ok()
    }

    /// Gives the claim back.
    pub(super) fn release(&self) {
        self.first.store(LEAF, Release);
    }

    pub(super) fn end(&self, units: u32) {
        self.first.store(OVER + units.min(MOST_UNITS), Release);
    }

    /// A copy as it was before its latest visit.
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

/// A move that a node is to have as a child.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Seed {
    /// The cell played on; 0 for a pass.
    pub(super) cell: u32,
    /// Virtual visits that the child begins with.
    pub(super) visits: u16,
    /// Their half points.
    pub(super) wins: u16,
}

impl Seed {
    /// A move of which nothing is thought.
    pub(super) const fn plain(cell: u32) -> Self {
        Self { cell, visits: 0, wins: 0 }
    }
}

/// The nodes of a tree in one block, so that children lie side by side and nothing is freed while it grows.
pub(super) struct Tree {
    nodes: Vec<Node>,
    used: AtomicU32,
    /// The most nodes it may come to.
    most: u32,
}

/// Nodes before the first children: the root, and one that is never used because its number says [`BUSY`].
const FIRST: u32 = 2;

/// Nodes by which the arena grows at most where no more are asked for: two megabytes.
const STEP: usize = 1 << 16;

impl Tree {
    /// A root alone.
    pub(super) fn new(most: u32) -> Self {
        let mut nodes = Vec::new();
        nodes.resize_with(FIRST as usize, Node::default);
        Self { nodes, used: AtomicU32::new(FIRST), most: most.clamp(FIRST, OVER - 1) }
    }

    #[inline(always)]
    pub(super) fn node(&self, index: Index) -> &Node {
        &self.nodes[index as usize]
    }

    /// The children of a node, and the first one's number.
    #[inline(always)]
    pub(super) fn children(&self, index: Index) -> (Index, &[Node]) {
        match self.node(index).below() {
            Below::Children(first, count) => (first, &self.nodes[first as usize..(first + count) as usize]),
            _ => (0, &[]),
        }
    }

    /// Nodes in use.
    pub(super) fn len(&self) -> u32 {
        self.used.load(Relaxed) - (FIRST - 1)
    }

    /// Whether the bound of memory keeps it from growing by so many nodes.
    pub(super) fn is_full(&self, more: u32) -> bool {
        self.used.load(Relaxed).saturating_add(more) > self.most
    }

    /// Makes room for so many more nodes, as far as the bound allows; `false` when it was told to stop before it had.
    pub(super) fn reserve(&mut self, more: u32, stop: Stop<'_>) -> bool {
        let used = *self.used.get_mut();
        let needed = used.saturating_add(more).min(self.most) as usize;
        if needed > self.nodes.len() {
            // Twice as many, so that growth costs little in all; but never many at once, which would take long.
            let wanted = needed.max(self.nodes.len() + self.nodes.len().min(STEP)).min(self.most as usize);
            if !self.can_hold(wanted) {
                // Without more memory, the bound is the present number of nodes.
                self.most = self.nodes.len() as u32;
                return true;
            }
            while self.nodes.len() < wanted {
                self.nodes.resize_with(wanted.min(self.nodes.len() + STEP), Node::default);
                if self.nodes.len() < wanted && stop() {
                    return false;
                }
            }
        }
        true
    }

    /// Gets the memory for so many nodes in all; `false` when there is none.
    fn can_hold(&mut self, nodes: usize) -> bool {
        let more = nodes.saturating_sub(self.nodes.len());
        if nodes <= self.nodes.capacity() {
            return true;
        }
        // Twice as much is asked for where there is enough, so that the nodes are seldom moved.
        let twice = nodes.max(2 * self.nodes.capacity());
        let room = |nodes: usize| nodes < STEP || supply::has_room(nodes.saturating_mul(size_of::<Node>()));
        (room(twice) && self.nodes.try_reserve(more).is_ok())
            || (room(nodes) && self.nodes.try_reserve_exact(more).is_ok())
    }

    /// Whether there is memory for another tree of this size beside it.
    pub(super) fn may_be_copied(&self) -> bool {
        let nodes = self.len() as usize;
        nodes < STEP || supply::has_room(nodes.saturating_mul(2 * size_of::<Node>()))
    }

    /// Lets the bound give way for the root's own children; `false` when it was told to stop before there was room.
    pub(super) fn make_room_for_root(&mut self, children: u32, stop: Stop<'_>) -> bool {
        self.most = self.most.max(FIRST.saturating_add(children)).min(OVER - 1);
        self.reserve(children, stop)
    }

    /// Gives a claimed node its children; `false` when there is no room.
    pub(super) fn grow(&self, index: Index, seeds: &[Seed]) -> bool {
        let Ok(count) = u32::try_from(seeds.len()) else { return false };
        let fits = |first: u32| {
            first.checked_add(count).filter(|&end| end <= self.most && end as usize <= self.nodes.len())
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

    /// The tree below a node, which becomes the root.
    pub(super) fn below(&self, index: Index) -> Self {
        let mut next = Self::new(self.most);
        next.nodes[ROOT as usize] = self.node(index).copy();
        // Breadth first: a node's children are moved together, and their own follow.
        let mut at = ROOT;
        while at < next.nodes.len() as u32 {
            if at != 1
                && let Below::Children(first, count) = next.node(at).below()
            {
                let moved = next.nodes.len() as u32;
                next.nodes
                    .extend(self.nodes[first as usize..(first + count) as usize].iter().map(Node::copy));
                next.node(at).first.store(moved, Relaxed);
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
        let mut grown = 0;
        loop {
            let before = tree.nodes.len();
            assert!(tree.reserve(500, &|| false));
            grown = grown.max(tree.nodes.len() - before);
            if !(tree.node(at).claim() && tree.grow(at, &seeds)) {
                break;
            }
            at = tree.children(at).0;
        }
        assert!(tree.is_full(500) && tree.len() > 999_000, "{}", tree.len());
        assert_eq!(grown, STEP);
    }
}
