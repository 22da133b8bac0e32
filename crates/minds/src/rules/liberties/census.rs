//! Liberty counts of all groups, and the smallest counts of both colours after a move.

use super::marks::Marks;
use crate::{Agents, Surroundings};
use stonefield_go::Color;
use stonefield_search::Effort;

/// Liberty counts of all groups of a board. The id of a group is the lowest point of its stones.
#[derive(Default)]
pub(super) struct Census {
    /// For each colour, the liberty count and id of every group, by rising liberty count.
    groups: [Vec<(u32, usize)>; 2],
    /// Id of the group on each point, or [`NO_GROUP`].
    group_at: Vec<usize>,
    /// Liberty count of each group, by its id.
    liberties: Vec<u32>,
    /// Marks of points that are already counted. [`Census::fewest_of_gaining`] uses it for ids of groups.
    counted: Marks,
    /// Marks of the groups whose liberties the move changes, by id.
    changed: Marks,
    /// Points of the stones that the move captures.
    captured: Vec<usize>,
}

/// Id that means no group.
const NO_GROUP: usize = usize::MAX;

impl Census {
    /// Counts the liberties of all groups. `None` if the mind was stopped before the end.
    pub(super) fn count(&mut self, agents: &dyn Agents, effort: &mut Effort<'_>) -> Option<()> {
        let size = agents.size();
        let area = size.area();
        self.groups.iter_mut().for_each(Vec::clear);
        self.liberties.clear();
        self.liberties.resize(area, 0);
        self.group_at.clear();
        self.group_at.resize(area, NO_GROUP);
        self.counted.resize(area);
        self.changed.resize(area);
        self.captured.clear();
        for point in 0..area {
            if let Some(color) = agents.color_at(point)
                && self.group_at[point] == NO_GROUP
            {
                self.counted.clear();
                let mut liberties = 0;
                for member in agents.members(point) {
                    self.group_at[member] = point;
                    liberties += self.counted.mark_new(vacant_around(agents, member));
                }
                self.liberties[point] = liberties;
                self.groups[color.index()].push((liberties, point));
            }
            effort.spend(1 + self.take_work())?;
        }
        self.groups.iter_mut().for_each(|groups| groups.sort_unstable());
        Some(())
    }

    /// Work since the last call, in visited points. It is not constant, because groups can be large.
    pub(super) fn take_work(&mut self) -> usize {
        self.captured.len() + std::mem::take(&mut self.counted.work)
    }

    /// Smallest liberty count of a colour's groups whose liberties the move does not change. `None` if there
    /// are none.
    fn fewest_unchanged(&self, color: Color) -> Option<u32> {
        let weakest = self.groups[color.index()].iter().find(|&&(_, group)| !self.changed.is_marked(group));
        weakest.map(|&(liberties, _)| liberties)
    }

    /// Smallest liberty count of the mover's groups minus the smallest of the enemy's groups, after a legal
    /// move.
    ///
    /// The mover's groups are counted after captured stones are removed, but the enemy's before: with a
    /// capture the enemy's count is 0. With a suicide the mover's count is 0.
    pub(super) fn difference_after(&mut self, agents: &dyn Agents, color: Color, point: usize) -> f64 {
        // `u32::MAX` stands for no group.
        let mut enemy_fewest = u32::MAX;
        self.captured.clear();
        self.changed.clear();
        for next in agents.size().around(point) {
            let Some(stone_color) = agents.color_at(next) else { continue };
            let group = self.group_at[next];
            if self.changed.mark(group) && stone_color != color {
                if agents.fills_last_liberty(point, next) {
                    self.captured.extend(agents.members(next));
                }
                enemy_fewest = enemy_fewest.min(self.liberties[group] - 1);
            }
        }
        let captures = !self.captured.is_empty();
        if !captures {
            enemy_fewest = enemy_fewest.min(self.fewest_unchanged(!color).unwrap_or(u32::MAX));
        }
        let mut own_fewest = self.merged_liberties(agents, color, point);
        if captures {
            own_fewest = own_fewest.min(self.fewest_of_gaining(agents, color));
        }
        own_fewest = own_fewest.min(self.fewest_unchanged(color).unwrap_or(u32::MAX));
        if captures {
            return f64::from(own_fewest);
        }
        // An enemy without stones counts as 0.
        f64::from(own_fewest) - if enemy_fewest == u32::MAX { 0.0 } else { f64::from(enemy_fewest) }
    }

    /// Liberty count of the group of the new stone, after captured stones are removed.
    fn merged_liberties(&mut self, agents: &dyn Agents, color: Color, point: usize) -> u32 {
        let size = agents.size();
        self.counted.clear();
        self.counted.mark(point);
        let mut liberties = self.counted.mark_new(vacant_around(agents, point));
        let neighbours = size.around(point).filter(|&next| agents.color_at(next) == Some(color));
        let mut merged = [NO_GROUP; 4];
        for (i, next) in neighbours.enumerate() {
            let group = self.group_at[next];
            if !merged.contains(&group) {
                for member in agents.members(next) {
                    liberties += self.counted.mark_new(vacant_around(agents, member));
                }
            }
            merged[i] = group;
        }
        // Captured stones next to the new group become its liberties.
        let group_at = &self.group_at;
        let is_member = |next: usize| {
            next == point || agents.color_at(next) == Some(color) && merged.contains(&group_at[next])
        };
        let gained = self.captured.iter().copied().filter(|&dead| size.around(dead).any(is_member));
        liberties + self.counted.mark_new(gained)
    }

    /// Smallest liberty count of the mover's other groups that gain liberties by the capture, `u32::MAX` if
    /// there are none. Marks these groups as changed.
    fn fewest_of_gaining(&mut self, agents: &dyn Agents, color: Color) -> u32 {
        let Self { captured, changed, counted: gaining, liberties, group_at, .. } = self;
        let own_neighbours =
            |dead: usize| agents.size().around(dead).filter(|&next| agents.color_at(next) == Some(color));
        let mut fewest = u32::MAX;
        // Each captured stone becomes a liberty of every group next to it. These liberties are added to
        // `liberties`, and subtracted again at the end.
        gaining.clear();
        for &dead in &*captured {
            let groups = own_neighbours(dead).map(|next| group_at[next]);
            let mut handled = [NO_GROUP; 4];
            for (i, group) in groups.enumerate() {
                if !handled.contains(&group) && (gaining.is_marked(group) || changed.mark(group)) {
                    gaining.mark(group);
                    liberties[group] += 1;
                }
                handled[i] = group;
            }
        }
        for &dead in &*captured {
            for group in
                own_neighbours(dead).map(|next| group_at[next]).filter(|&group| gaining.is_marked(group))
            {
                fewest = fewest.min(liberties[group]);
            }
        }
        for &dead in &*captured {
            let mut handled = [NO_GROUP; 4];
            for (i, group) in own_neighbours(dead).map(|next| group_at[next]).enumerate() {
                if !handled.contains(&group) && gaining.is_marked(group) {
                    liberties[group] -= 1;
                }
                handled[i] = group;
            }
        }
        fewest
    }
}

/// Vacant neighbours of a point.
fn vacant_around(agents: &dyn Agents, point: usize) -> impl Iterator<Item = usize> {
    agents.size().around(point).filter(|&next| agents.color_at(next).is_none())
}
