//! The groups of a board counted by their liberties, and what a stone makes of the fewest.

use super::marks::Marks;
use crate::{Agents, Surroundings};
use stonefield_go::Color;
use stonefield_search::Effort;

/// The groups of a board by their liberties. A group goes by one of its stones here, the one that is met first.
#[derive(Default)]
pub(super) struct Census {
    /// Of each colour: liberties and name of every group, the fewest liberties first.
    groups: [Vec<(u32, usize)>; 2],
    /// By point: the name of the group that stands there.
    names: Vec<usize>,
    /// Liberties of each group, by the group's name.
    liberties: Vec<u32>,
    /// Liberties that have been counted.
    points: Marks,
    /// Names of groups that a stone changes.
    changed: Marks,
    /// What a capture takes.
    taken: Vec<usize>,
}

/// Stands where there is no group.
const NOBODY: usize = usize::MAX;

impl Census {
    /// Counts the groups of a board; `None` when it was told to stop before all were counted.
    pub(super) fn count(&mut self, agents: &dyn Agents, effort: &mut Effort<'_>) -> Option<()> {
        let size = agents.size();
        let area = size.area();
        self.groups.iter_mut().for_each(Vec::clear);
        self.liberties.clear();
        self.liberties.resize(area, 0);
        self.names.clear();
        self.names.resize(area, NOBODY);
        self.points.resize(area);
        self.changed.resize(area);
        self.taken.clear();
        for point in 0..area {
            if let Some(color) = agents.color_at(point)
                && self.names[point] == NOBODY
            {
                self.points.wipe();
                let mut liberties = 0;
                for member in agents.members(point) {
                    self.names[member] = point;
                    liberties += self.points.count(vacant_around(agents, member));
                }
                self.liberties[point] = liberties;
                self.groups[color.index()].push((liberties, point));
            }
            effort.spend(1 + self.worked())?;
        }
        self.groups.iter_mut().for_each(|groups| groups.sort_unstable());
        Some(())
    }

    /// Points visited since it was last asked whether to stop: groups may be long.
    pub(super) fn worked(&mut self) -> usize {
        self.taken.len() + std::mem::take(&mut self.points.work)
    }

    /// The fewest liberties of a colour's groups but for those whose names are marked.
    fn fewest(&self, color: Color) -> Option<u32> {
        let rest = self.groups[color.index()].iter().find(|&&(_, name)| !self.changed.has(name));
        rest.map(|&(liberties, _)| liberties)
    }

    /// The fewest own liberties less the enemy's fewest after a legal play: own ones with what is captured gone, the enemy's with it
    /// standing, so that a capture leaves it none; suicide leaves none of its own.
    pub(super) fn after(&mut self, agents: &dyn Agents, color: Color, point: usize) -> f64 {
        let mut enemy = u32::MAX;
        self.taken.clear();
        self.changed.wipe();
        for other in agents.size().around(point) {
            let Some(owner) = agents.color_at(other) else { continue };
            let name = self.names[other];
            if self.changed.mark(name) && owner != color {
                if agents.takes(point, other) {
                    self.taken.extend(agents.members(other));
                }
                enemy = enemy.min(self.liberties[name] - 1);
            }
        }
        let captures = !self.taken.is_empty();
        if !captures {
            enemy = enemy.min(self.fewest(!color).unwrap_or(u32::MAX));
        }
        let mut own = self.joined(agents, color, point);
        if captures {
            own = own.min(self.freed(agents, color));
        }
        own = own.min(self.fewest(color).unwrap_or(u32::MAX));
        if captures {
            return f64::from(own);
        }
        // Against an empty board there is only one's own side to look at.
        f64::from(own) - if enemy == u32::MAX { 0.0 } else { f64::from(enemy) }
    }

    /// The liberties of the group that a stone makes, captured stones being gone.
    fn joined(&mut self, agents: &dyn Agents, color: Color, point: usize) -> u32 {
        let size = agents.size();
        self.points.wipe();
        self.points.mark(point);
        let mut liberties = self.points.count(vacant_around(agents, point));
        let own = size.around(point).filter(|&other| agents.color_at(other) == Some(color));
        let mut joined = [NOBODY; 4];
        for (n, other) in own.enumerate() {
            let name = self.names[other];
            if !joined.contains(&name) {
                for member in agents.members(other) {
                    liberties += self.points.count(vacant_around(agents, member));
                }
            }
            joined[n] = name;
        }
        // What is taken beside any of its stones.
        let names = &self.names;
        let is_its = |other: usize| {
            other == point || agents.color_at(other) == Some(color) && joined.contains(&names[other])
        };
        let beside = self.taken.iter().copied().filter(|&dead| size.around(dead).any(is_its));
        liberties + self.points.count(beside)
    }

    /// The fewest liberties of the other own groups beside what is taken, which they gain; marks their names.
    fn freed(&mut self, agents: &dyn Agents, color: Color) -> u32 {
        let Self { taken, changed, points, liberties, names, .. } = self;
        let own =
            |dead: usize| agents.size().around(dead).filter(|&other| agents.color_at(other) == Some(color));
        let mut fewest = u32::MAX;
        // Each taken stone gives a liberty to every group beside it: what they come to is kept where they are counted, and put back.
        points.wipe();
        for &dead in &*taken {
            let beside = own(dead).map(|other| names[other]);
            let mut seen = [NOBODY; 4];
            for (n, name) in beside.enumerate() {
                if !seen.contains(&name) && (points.has(name) || changed.mark(name)) {
                    points.mark(name);
                    liberties[name] += 1;
                }
                seen[n] = name;
            }
        }
        for &dead in &*taken {
            for name in own(dead).map(|other| names[other]).filter(|&name| points.has(name)) {
                fewest = fewest.min(liberties[name]);
            }
        }
        for &dead in &*taken {
            let mut seen = [NOBODY; 4];
            for (n, name) in own(dead).map(|other| names[other]).enumerate() {
                if !seen.contains(&name) && points.has(name) {
                    liberties[name] -= 1;
                }
                seen[n] = name;
            }
        }
        fewest
    }
}

/// The vacant patches around a patch.
fn vacant_around(agents: &dyn Agents, point: usize) -> impl Iterator<Item = usize> {
    agents.size().around(point).filter(|&next| agents.color_at(next).is_none())
}
