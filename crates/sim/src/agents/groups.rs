//! Groups (chains) of stones of one colour, as a union-find.

use super::{GroupSummary, Totals};
use bevy::ecs::prelude::*;
use stonefield_go::{ByColor, Color};
use stonefield_minds::LibertySums;

/// Key that means "no key": the stone was removed.
const NONE: u32 = u32::MAX;

/// Node of the union-find. A key is the index of a node.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// Id of the stone that holds this key.
    stone: u32,
    /// Key of the next member of the group. The members form a ring.
    next: u32,
    /// Key of a node nearer to the root of the group. At the root: its own key.
    parent: u32,
    /// Upper bound of the tree's height. This field and those below are valid at roots only.
    rank: u8,
    size: u32,
    /// Sum of the own liberties that the group's stones have sensed.
    liberties: u32,
    /// Hash, true liberties, colour and touched edges of the group.
    summary: GroupSummary,
}

/// Groups of a goban: a union-find over its stones, with size, pseudo-liberties and members of each group.
///
/// A union-find can join groups but not split them. So every stone holds a *key*, an element of the
/// union-find. When single stones leave a group, the others get new keys and are joined again; their ids do
/// not change. A captured group is removed as a whole. Its keys are reused, so the number of keys does not
/// exceed the largest number of stones on the board so far.
#[derive(Component, Clone, Debug, Default)]
pub struct Groups {
    /// By stone id: its key.
    keys: Vec<u32>,
    /// By key: node of the union-find.
    nodes: Vec<Node>,
    /// By key, valid at roots: id of the oldest stone of the group.
    oldest: Vec<u32>,
    /// Unused keys.
    free: Vec<u32>,
    totals: ByColor<Totals>,
}

impl Groups {
    /// Creates an empty set of groups.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Creates an empty set of groups with capacity for `room` stones.
    #[must_use]
    pub(crate) fn with_room(room: usize) -> Self {
        let (keys, nodes, oldest) =
            (Vec::with_capacity(room), Vec::with_capacity(room), Vec::with_capacity(room));
        Self { keys, nodes, oldest, ..Self::default() }
    }

    /// Returns the root key of a stone's group: equal for two stones if and only if they are in one group.
    #[must_use]
    pub fn of(&self, id: u32) -> Option<u32> {
        let key = *self.keys.get(id as usize)?;
        (key != NONE).then(|| self.find(key))
    }

    /// Returns the oldest stone of a stone's group, which names the group for users. Unlike the root key,
    /// this stone does not depend on the order of joining. The name changes only when an older stone joins
    /// the group, or the oldest one leaves it.
    #[must_use]
    pub fn oldest(&self, id: u32) -> Option<u32> {
        self.of(id).map(|root| self.oldest[root as usize])
    }

    fn find(&self, mut key: u32) -> u32 {
        while self.nodes[key as usize].parent != key {
            key = self.nodes[key as usize].parent;
        }
        key
    }

    /// Returns the number of stones in a stone's group, 0 for a removed stone.
    #[must_use]
    pub fn size(&self, id: u32) -> u32 {
        self.of(id).map_or(0, |root| self.size_of_root(root))
    }

    /// Returns the pseudo-liberties of a stone's group: the sum of its members' own liberties.
    #[must_use]
    pub fn liberties(&self, id: u32) -> u32 {
        self.of(id).map_or(0, |root| self.liberties_of_root(root))
    }

    /// Returns the root, the sum of own liberties and the hash of the group of a stone on the board.
    #[inline]
    #[must_use]
    pub(crate) fn root_data(&self, id: u32) -> (u32, u32, u64) {
        let root = self.find(self.keys[id as usize]);
        let Node { liberties, summary, .. } = self.nodes[root as usize];
        (root, liberties, summary.hash)
    }

    /// Number of groups of a colour.
    #[must_use]
    pub fn count(&self, color: Color) -> u32 {
        self.totals[color].count()
    }

    /// Counters over the groups of a colour.
    #[must_use]
    pub const fn totals(&self, color: Color) -> &Totals {
        match color {
            Color::Black => &self.totals.black,
            Color::White => &self.totals.white,
        }
    }

    /// Returns the sums over the true liberties of a stone's group. Empty for a removed stone.
    #[must_use]
    pub fn liberty_sums(&self, id: u32) -> LibertySums {
        self.of(id).map_or_else(LibertySums::default, |root| self.nodes[root as usize].summary.sums)
    }

    /// Iterates over the ids in a stone's group, beginning with that stone. Empty for a removed stone.
    pub fn members(&self, id: u32) -> Members<'_> {
        let key = self.keys.get(id as usize).copied().unwrap_or(NONE);
        Members { groups: self, first: key, at: key }
    }

    /// Iterates over the ids of the stones in the group with this root.
    #[inline]
    pub(crate) fn members_of_root(&self, root: u32) -> Members<'_> {
        Members { groups: self, first: root, at: root }
    }

    /// Adds a new stone as a separate group. It has sensed no liberties yet.
    pub(crate) fn add(&mut self, id: u32, summary: GroupSummary) {
        if self.keys.len() <= id as usize {
            self.keys.resize(id as usize + 1, NONE);
        }
        self.new_key(id, 0, summary);
    }

    fn new_key(&mut self, id: u32, liberties: u32, summary: GroupSummary) {
        let unused = self.free.pop();
        let key = unused.unwrap_or_else(|| u32::try_from(self.nodes.len()).unwrap_or(NONE));
        self.keys[id as usize] = key;
        let node = Node { stone: id, next: key, parent: key, rank: 0, size: 1, liberties, summary };
        if unused.is_some() {
            (self.nodes[key as usize], self.oldest[key as usize]) = (node, id);
        } else {
            self.nodes.push(node);
            self.oldest.push(id);
        }
        self.totals[summary.color].add(1, &summary);
    }

    /// Adds a point that became `vacant` to the true liberties of the groups beside it, or removes a point
    /// that was just occupied. `stones` lists each stone beside the point once; removed stones are skipped.
    pub(crate) fn update_liberties(&mut self, point: usize, vacant: bool, stones: impl Iterator<Item = u32>) {
        for id in stones {
            if self.keys.get(id as usize).is_none_or(|&key| key == NONE) {
                continue;
            }
            let root = self.root(id);
            let GroupSummary { color, sums, .. } = &mut self.nodes[root as usize].summary;
            let before = sums.is_sole();
            if vacant {
                sums.add(point);
            } else {
                sums.remove(point);
            }
            self.totals[*color].update_atari(before, sums.is_sole());
        }
    }

    /// Joins the groups of two stones of one colour. Returns false if they are one group already.
    pub(crate) fn unite(&mut self, a: u32, b: u32) -> bool {
        let (mut root, mut other) = (self.root(a), self.root(b));
        if root == other {
            return false;
        }
        // Union by rank: the tree of lower rank goes below the other.
        if self.nodes[root as usize].rank < self.nodes[other as usize].rank {
            std::mem::swap(&mut root, &mut other);
        }
        let below = &mut self.nodes[other as usize];
        below.parent = root;
        let Node { rank, size, liberties, summary, next, .. } = *below;
        let above = &mut self.nodes[root as usize];
        let totals = &mut self.totals[summary.color];
        totals.remove(size, &summary);
        totals.remove(above.size, &above.summary);
        above.rank += u8::from(above.rank == rank);
        above.size += size;
        above.liberties += liberties;
        above.summary.join(&summary);
        totals.add(above.size, &above.summary);
        // Swapping the successors of two members joins their rings.
        let successor = std::mem::replace(&mut above.next, next);
        self.nodes[other as usize].next = successor;
        self.oldest[root as usize] = self.oldest[root as usize].min(self.oldest[other as usize]);
        true
    }

    /// Returns the root of a stone's group, and shortens the path to it.
    // CITE: R. E. Tarjan, J. van Leeuwen, "Worst-case analysis of set union algorithms", J. ACM 31 (1984):
    // union by rank, path halving.
    #[inline]
    pub(crate) fn root(&mut self, id: u32) -> u32 {
        let mut key = self.keys[id as usize];
        loop {
            let parent = self.nodes[key as usize].parent;
            if parent == key {
                return key;
            }
            let above = self.nodes[parent as usize].parent;
            self.nodes[key as usize].parent = above;
            key = above;
        }
    }

    /// Pseudo-liberties of the group with this root.
    #[inline]
    pub(crate) fn liberties_of_root(&self, root: u32) -> u32 {
        self.nodes[root as usize].liberties
    }

    /// Number of stones in the group with this root.
    #[inline]
    pub(crate) fn size_of_root(&self, root: u32) -> u32 {
        self.nodes[root as usize].size
    }

    /// Updates the group's sum after a member's own liberties changed from `old` to `new`. Returns the root.
    #[inline]
    pub(crate) fn update_own_liberties(&mut self, id: u32, old: u32, new: u32) -> u32 {
        let root = self.root(id);
        let sum = &mut self.nodes[root as usize].liberties;
        // Wraps: wrong liberties must not cause a panic here. The comparison with the referee finds them.
        *sum = sum.wrapping_add(new).wrapping_sub(old);
        root
    }

    /// Removes the stones `ids`, which should be all stones of one group.
    pub(crate) fn remove_group(&mut self, ids: &[u32]) {
        let Some(root) = ids.first().and_then(|&id| self.of(id)) else { return };
        let Node { size, summary, .. } = self.nodes[root as usize];
        self.totals[summary.color].remove(size, &summary);
        self.totals[summary.color].update_largest();
        // A member that is missing in `ids` still refers to these nodes, so their keys must not be reused.
        let is_whole = ids.len() == size as usize;
        for &id in ids {
            let key = std::mem::replace(&mut self.keys[id as usize], NONE);
            if is_whole {
                self.free.push(key);
            }
        }
    }

    /// Removes stones of one colour and joins the rest of their groups again. `neighbours` returns the
    /// remaining neighbours of a stone with its colour, `own_liberties` the number that the stone counted
    /// last, `summary` the present summary of the stone alone. Returns the number of groups that lost stones,
    /// and the largest number of stones that one of them lost.
    pub(crate) fn remove_stones<I: Iterator<Item = u32>>(
        &mut self,
        ids: &[u32],
        neighbours: impl Fn(u32) -> I,
        own_liberties: impl Fn(u32) -> u32,
        summary: impl Fn(u32) -> GroupSummary,
    ) -> (u32, u32) {
        let mut remaining = Vec::new();
        let (mut groups, mut most) = (0, 0);
        for &id in ids {
            if self.keys[id as usize] == NONE {
                continue;
            }
            let members = self.members(id).collect::<Vec<_>>();
            self.remove_group(&members);
            let (size, remaining_before) = (members.len(), remaining.len());
            remaining.extend(members.into_iter().filter(|member| !ids.contains(member)));
            groups += 1;
            most = most.max(size - (remaining.len() - remaining_before));
        }
        for &id in &remaining {
            self.new_key(id, own_liberties(id), summary(id));
        }
        for &id in &remaining {
            for neighbour in neighbours(id) {
                self.unite(id, neighbour);
            }
        }
        (groups, u32::try_from(most).unwrap_or(u32::MAX))
    }
}

/// Snapshot of the groups, without removed stones.
#[derive(Clone, Debug)]
pub(crate) struct GroupsMoment {
    members: Vec<Member>,
    roots: Vec<Root>,
    /// Number of keys in use or free.
    keys: usize,
    /// Free keys; the last is reused first. Stored so that a group gets the same root again.
    free: Vec<u32>,
}

/// A stone on the board: its key and id, the key of the next member of its group, and the root of the group.
#[derive(Clone, Copy, Debug)]
struct Member {
    key: u32,
    stone: u32,
    next: u32,
    root: u32,
}

/// Fields of a root that do not follow from its members.
#[derive(Clone, Copy, Debug)]
struct Root {
    key: u32,
    oldest: u32,
    liberties: u32,
    rank: u8,
}

impl GroupsMoment {
    /// Size on the heap, in bytes.
    pub const fn heap_bytes(&self) -> usize {
        size_of_val(self.members.as_slice())
            + size_of_val(self.roots.as_slice())
            + size_of_val(self.free.as_slice())
    }
}

impl Groups {
    /// Returns a snapshot of the groups. `ids` lists all stones on the board.
    pub(crate) fn moment(&self, ids: impl Iterator<Item = u32>) -> GroupsMoment {
        let member = |stone| {
            let key: u32 = self.keys[stone as usize];
            Member { key, stone, next: self.nodes[key as usize].next, root: self.find(key) }
        };
        let mut members = ids.map(member).collect::<Vec<_>>();
        members.shrink_to_fit();
        let mut roots = Vec::with_capacity((self.totals.black.count() + self.totals.white.count()) as usize);
        for &Member { key, .. } in members.iter().filter(|member| member.key == member.root) {
            let Node { rank, liberties, .. } = self.nodes[key as usize];
            roots.push(Root { key, oldest: self.oldest[key as usize], liberties, rank });
        }
        GroupsMoment { members, roots, keys: self.nodes.len(), free: self.free.clone() }
    }

    /// Restores a snapshot. `summary` returns the summary of one stone, without its group, at that moment.
    pub(crate) fn restore(&mut self, moment: &GroupsMoment, summary: impl Fn(u32) -> GroupSummary) {
        let empty = GroupSummary { color: Color::Black, hash: 0, sums: LibertySums::default(), edges: 0 };
        let unused =
            Node { stone: NONE, next: NONE, parent: NONE, rank: 0, size: 0, liberties: 0, summary: empty };
        self.nodes.clear();
        self.nodes.resize(moment.keys, unused);
        self.oldest.resize(moment.keys, NONE);
        self.keys.fill(NONE);
        for &Member { key, stone, next, root } in &moment.members {
            self.keys.resize(self.keys.len().max(stone as usize + 1), NONE);
            self.keys[stone as usize] = key;
            self.nodes[key as usize] =
                Node { stone, next, parent: root, size: 1, summary: summary(stone), ..unused };
        }
        for &Member { key, root, .. } in moment.members.iter().filter(|member| member.key != member.root) {
            let Node { summary, .. } = self.nodes[key as usize];
            let above = &mut self.nodes[root as usize];
            above.size += 1;
            above.summary.join(&summary);
        }
        self.free.clone_from(&moment.free);
        self.totals = ByColor::default();
        for &Root { key, oldest, liberties, rank } in &moment.roots {
            self.oldest[key as usize] = oldest;
            let node = &mut self.nodes[key as usize];
            (node.liberties, node.rank) = (liberties, rank);
            self.totals[node.summary.color].add(node.size, &node.summary);
        }
    }
}

/// Iterator over the ids of a group's stones.
#[derive(Clone, Debug)]
pub struct Members<'a> {
    groups: &'a Groups,
    first: u32,
    /// Key of the next stone, `NONE` at the end.
    at: u32,
}

impl Iterator for Members<'_> {
    type Item = u32;

    #[inline]
    fn next(&mut self) -> Option<u32> {
        if self.at == NONE {
            return None;
        }
        let Node { stone, next, .. } = self.groups.nodes[self.at as usize];
        self.at = if next == self.first { NONE } else { next };
        Some(stone)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stone(color: Color) -> GroupSummary {
        GroupSummary { color, hash: 0, sums: LibertySums::default(), edges: 0 }
    }

    fn sorted(groups: &Groups, id: u32) -> Vec<u32> {
        let mut members = groups.members(id).collect::<Vec<_>>();
        members.sort_unstable();
        members
    }

    #[test]
    fn joined_stones_share_size_liberties_and_name() {
        let mut groups = Groups::new();
        for id in 0..4 {
            groups.add(id, stone(Color::Black));
            groups.update_own_liberties(id, 0, id + 1);
        }
        assert!(groups.unite(0, 1) && groups.unite(2, 1));
        assert!(!groups.unite(0, 2));
        assert_eq!((groups.size(2), groups.liberties(0), groups.count(Color::Black)), (3, 6, 2));
        assert_eq!(groups.of(0), groups.of(2));
        assert_ne!(groups.of(0), groups.of(3));
        assert_eq!(sorted(&groups, 1), [0, 1, 2]);
        assert_eq!([0, 1, 2, 3].map(|id| groups.oldest(id)), [Some(0), Some(0), Some(0), Some(3)]);
        groups.remove_group(&[0, 1, 2]);
        assert_eq!((groups.of(1), groups.oldest(1)), (None, None));
        assert_eq!((groups.of(1), groups.size(1), groups.count(Color::Black)), (None, 0, 1));
        assert_eq!(groups.members(1).count(), 0);
    }

    #[test]
    fn a_stone_removed_from_the_middle_splits_its_group() {
        let mut groups = Groups::new();
        for id in 0..5 {
            groups.add(id, stone(Color::White));
            groups.update_own_liberties(id, 0, 1);
        }
        (1..5).for_each(|id| assert!(groups.unite(id - 1, id)));
        // Stone 2 of the row 0 to 4 is removed.
        let neighbours =
            |id: u32| [id.wrapping_sub(1), id + 1].into_iter().filter(|next| [0, 1, 3, 4].contains(next));
        assert_eq!(groups.remove_stones(&[2], neighbours, |_| 1, |_| stone(Color::White)), (1, 1));
        assert_eq!((groups.count(Color::White), groups.size(0), groups.liberties(4)), (2, 2, 2));
        assert_eq!((sorted(&groups, 1), sorted(&groups, 3)), (vec![0, 1], vec![3, 4]));
        assert_ne!(groups.of(1), groups.of(3));
        assert_eq!(groups.of(2), None);
        assert_eq!([0, 1, 3, 4].map(|id| groups.oldest(id)), [Some(0), Some(0), Some(3), Some(3)]);
        // The oldest stone names the merged group, even if it was in the smaller one.
        let moment = groups.moment([0, 1, 3, 4].into_iter());
        groups.add(5, stone(Color::White));
        groups.unite(4, 5);
        groups.unite(5, 1);
        assert_eq!([0, 1, 3, 4, 5].map(|id| groups.oldest(id)), [Some(0); 5]);
        groups.restore(&moment, |_| stone(Color::White));
        assert_eq!([0, 1, 3, 4].map(|id| groups.oldest(id)), [Some(0), Some(0), Some(3), Some(3)]);
    }

    #[test]
    fn keys_are_reused_after_captures() {
        let mut groups = Groups::new();
        let mut moment = None;
        for id in 0..60 {
            groups.add(id, stone(Color::Black));
            if id % 3 > 0 {
                groups.unite(id - 1, id);
            }
            if id % 6 == 5 {
                groups.remove_group(&[id - 5, id - 4, id - 3]);
            }
            if id == 18 {
                moment = Some(groups.moment((0..=18).filter(|id| groups.of(*id).is_some())));
            }
        }
        assert_eq!((groups.count(Color::Black), groups.nodes.len()), (10, 33));
        assert_eq!(sorted(&groups, 59), [57, 58, 59]);
        groups.restore(&moment.expect("a moment"), |_| stone(Color::Black));
        assert_eq!((groups.count(Color::Black), groups.of(59)), (4, None));
        let before = groups.nodes.len();
        groups.add(19, stone(Color::White));
        assert_eq!((sorted(&groups, 17), sorted(&groups, 19)), (vec![15, 16, 17], vec![19]));
        assert_eq!(groups.nodes.len(), before, "an unused key is reused");
    }
}
