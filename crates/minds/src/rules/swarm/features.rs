//! Features of a vacant point that stones perceive. They depend only on the stones around it and their
//! groups.

use super::SwarmParams;
use crate::{Agents, Surroundings};
use stonefield_go::{Color, Point, Size};
use stonefield_search::policy::is_pattern;

/// Features of a point, from the view of one colour. "Here" means on this point. The default features are
/// those of a point that stones may not bid for.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Features {
    /// Factor of every bid for the point. Above 0 if stones may bid for the point, else 0.
    pub bid_factor: f32,
    /// Estimated liberties of the group of a new stone here: the vacant and captured neighbours, and the
    /// pseudo-liberties of the groups that the stone joins. Each of these groups adds at most
    /// [`GroupPercept::cap`].
    pub liberties: u32,
    /// Importance of joining the neighbouring groups before the enemy cuts here, from 0 to 1. 0 if there are
    /// fewer than two groups, or no enemy stone.
    pub cut: f32,
    /// Highest need for liberties among the neighbouring enemy stones, from 0 to 1.
    pub enemy_need: f32,
    /// True if an enemy stone is on one of the eight surrounding points.
    pub has_enemy: bool,
    /// True if a stone here would match a shape: a cut, a hane or a block.
    pub is_pattern: bool,
    /// Number of neighbours that a stone here would make eyes of its colour.
    pub eyes: u8,
    /// Number of neighbours that an enemy stone here would make enemy eyes.
    pub enemy_eyes: u8,
    /// True if an enemy stone here would have more than one liberty. Computed only for captures and cuts,
    /// else false.
    pub enemy_can_escape: bool,
}

/// Liberties of a group, as its stones perceive them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct GroupPercept {
    /// Pseudo-liberties of the group, at most [`GroupPercept::cap`].
    pub pseudo_liberties: u32,
    /// Number of liberties of the group: 0, 1, 2, or 3 for three or more.
    pub liberty_count: u8,
    /// Points of the liberties in rising order, if there are one or two. Unused entries are 0.
    pub liberties: [u32; 2],
}

impl GroupPercept {
    /// Largest number of pseudo-liberties with which a group can have only two liberties: each of these
    /// counts at most four times.
    const MAX_OF_TWO_LIBERTIES: u32 = 8;

    /// Largest number of pseudo-liberties that is perceived.
    ///
    /// A larger number would have no effect on the bids: a stone of the group has no need for more liberties,
    /// and neither has a stone that joins the group.
    pub fn cap(params: &SwarmParams) -> u32 {
        (params.ease.ceil() as u32 + 7).max(Self::MAX_OF_TWO_LIBERTIES + 1)
    }

    /// Percept of the group on the point `stone`, with at most `cap` pseudo-liberties.
    pub fn at<A: Agents + ?Sized>(agents: &A, stone: usize, cap: u32) -> Self {
        let pseudo_liberties = agents.group_liberties(stone);
        let mut percept =
            Self { pseudo_liberties: pseudo_liberties.min(cap), liberty_count: 3, liberties: [0; 2] };
        if pseudo_liberties > Self::MAX_OF_TWO_LIBERTIES {
            return percept;
        }
        if let Some(liberty) = agents.sole_liberty(stone) {
            (percept.liberty_count, percept.liberties) = (1, [to_u32(liberty), 0]);
        } else if let Some(liberties) = agents.last_two_liberties(stone) {
            (percept.liberty_count, percept.liberties) = (2, liberties.map(to_u32));
        } else if agents.liberty_sums(stone).contacts() == 0 {
            percept.liberty_count = 0;
        }
        percept
    }

    /// The same percept with another number of pseudo-liberties.
    pub const fn with_pseudo_liberties(self, pseudo_liberties: u32) -> Self {
        Self { pseudo_liberties, ..self }
    }

    /// Only liberty of the group, if it has exactly one.
    pub fn sole_liberty(&self) -> Option<usize> {
        (self.liberty_count == 1).then_some(self.liberties[0] as usize)
    }

    /// Liberties of the group, if it has exactly two.
    pub fn two_liberties(&self) -> Option<[usize; 2]> {
        (self.liberty_count == 2).then(|| self.liberties.map(|point| point as usize))
    }

    /// All liberties of the group. `None` if there are three or more.
    fn all_liberties(&self) -> Option<&[u32]> {
        self.liberties.get(..usize::from(self.liberty_count))
    }
}

/// Reads the features of points, from the view of one colour.
pub(super) struct FeatureReader<'a, A: ?Sized> {
    pub agents: &'a A,
    pub params: &'a SwarmParams,
    pub color: Color,
    /// For each point, the percept of the group on it.
    pub groups: &'a [GroupPercept],
}

impl<A: Agents + ?Sized> FeatureReader<'_, A> {
    /// Returns true if a move on a vacant point is legal, apart from superko, which depends on the whole
    /// game.
    fn may_play(&self, index: usize) -> bool {
        let (agents, rules) = (self.agents, self.agents.rules());
        if rules.quirks.is_some() {
            return agents.is_playable(index);
        }
        let (mut has_liberty, mut joins_group) = (false, false);
        for next in agents.size().around(index) {
            match agents.color_at(next) {
                None => has_liberty = true,
                Some(own) if own == self.color => {
                    joins_group = true;
                    has_liberty |= !agents.fills_last_liberty(index, next);
                }
                Some(_) => has_liberty |= agents.fills_last_liberty(index, next),
            }
            if has_liberty && agents.ko().is_none() {
                return true;
            }
        }
        (has_liberty || rules.suicide && joins_group) && agents.ko() != Some(index)
    }

    /// Reads the features of a point. Default features if the point is occupied, an own eye point, or
    /// illegal.
    pub fn features(&self, index: usize) -> Features {
        let Self { agents, params, color, .. } = *self;
        if agents.color_at(index).is_some() || agents.is_eye_point(color, index) || !self.may_play(index) {
            return Features::default();
        }
        let size = agents.size();
        let mut features = Features { bid_factor: 1.0, ..Features::default() };
        let code = agents.neighbourhood_code(index);
        // The high bit of all eight points is set: each point is vacant or off the board.
        if code & 0xAAAA == 0xAAAA {
            features.liberties = to_u32(size.around(index).count());
            return features;
        }
        let mut joined_groups = [None; 4];
        let (mut joined_count, mut captures) = (0, false);
        for (i, next) in size.around(index).enumerate() {
            match agents.color_at(next) {
                None => {
                    features.liberties += 1;
                    self.count_eyes(&mut features, next);
                }
                Some(own) if own == color => {
                    let group = agents.group_id(next);
                    if !joined_groups[..i].contains(&group) {
                        joined_groups[i] = group;
                        joined_count += 1;
                        let contacts = group.map_or(0, |group| agents.contacts_at(index, group));
                        // Under `netlogo-2016` the perceived number can be out of date and below `contacts`.
                        features.liberties += self.groups[next].pseudo_liberties.saturating_sub(contacts);
                    }
                }
                Some(_) => {
                    if agents.fills_last_liberty(index, next) {
                        captures = true;
                        features.liberties += 1;
                    }
                    features.enemy_need =
                        features.enemy_need.max(params.need(self.groups[next].pseudo_liberties));
                }
            }
        }
        let enemies = count_stones(code, (!color).index());
        features.has_enemy = enemies > 0;
        if captures || joined_count > 1 && enemies > 0 {
            features.enemy_can_escape = agents.liberties_after(!color, index) > 1;
        }
        if joined_count > 1 && enemies > 0 {
            features.cut = if enemies > 1 { 1.0 } else { 0.5 };
            // An enemy stone that cuts here can be captured.
            if !features.enemy_can_escape {
                features.cut *= 0.3;
            }
        }
        features.is_pattern = is_pattern(color, code);
        if !captures && self.is_self_atari(index) {
            features.bid_factor = params.rash;
        }
        features
    }

    /// Counts the vacant point `neighbour` as an eye if all its neighbours except the point itself have
    /// stones of one colour. These stones are two steps from the point, so with a radius of 2 no eyes are
    /// perceived.
    fn count_eyes(&self, features: &mut Features, neighbour: usize) {
        if self.params.radius <= 2 {
            return;
        }
        let (mut has_own, mut has_enemy, mut vacant_count) = (false, false, 0);
        for near in self.agents.size().around(neighbour) {
            match self.agents.color_at(near) {
                None => vacant_count += 1,
                Some(color) if color == self.color => has_own = true,
                Some(_) => has_enemy = true,
            }
        }
        // The point itself is the only vacant one.
        if vacant_count == 1 {
            features.eyes += u8::from(!has_enemy);
            features.enemy_eyes += u8::from(has_enemy && !has_own);
        }
    }

    /// Returns true if a stone here would have at most one liberty. Assumes that it captures nothing.
    fn is_self_atari(&self, index: usize) -> bool {
        let mut known_liberty = None;
        // Returns true if the previous call had another liberty.
        let mut is_second =
            |liberty: usize| known_liberty.replace(liberty).is_some_and(|known| known != liberty);
        for next in self.agents.size().around(index) {
            match self.agents.color_at(next) {
                None => {
                    if is_second(next) {
                        return false;
                    }
                }
                Some(own) if own == self.color => {
                    let Some(liberties) = self.groups[next].all_liberties() else { return false };
                    for liberty in liberties.iter().map(|&liberty| liberty as usize) {
                        if liberty != index && is_second(liberty) {
                            return false;
                        }
                    }
                }
                Some(_) => {}
            }
        }
        true
    }
}

/// Number of stones of a colour in a code of the eight surrounding points: see
/// [`Surroundings::neighbourhood_code`]. `color`: 0 black, 1 white.
const fn count_stones(code: usize, color: usize) -> u32 {
    let (low, high) = (code & 0x5555, code >> 1 & 0x5555);
    let low = if color == 0 { !low } else { low };
    (low & !high & 0x5555).count_ones()
}

/// Number of a point as a u32, the form in which it is stored.
#[expect(clippy::cast_possible_truncation, reason = "a board has at most 2^20 points")]
pub(super) const fn to_u32(index: usize) -> u32 {
    index as u32
}

/// Points at most `steps` steps of a king from a point, row by row.
pub(super) fn points_within(size: Size, index: usize, steps: u16) -> impl Iterator<Item = usize> {
    let Point { x, y } = size.point(index);
    let columns = x.saturating_sub(steps)..=(x + steps).min(size.width() - 1);
    let rows = y.saturating_sub(steps)..=(y + steps).min(size.height() - 1);
    rows.flat_map(move |y| columns.clone().map(move |x| size.index(Point::new(x, y))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn surrounding_stones_are_counted_by_colour() {
        // From the lowest bits: black, white, empty, border, black, white, white, empty.
        let code = [0, 1, 2, 3, 0, 1, 1, 2].iter().rev().fold(0, |code, content| code << 2 | content);
        assert_eq!((count_stones(code, 0), count_stones(code, 1)), (2, 3));
    }

    #[test]
    fn points_within_reach_stay_on_the_board() {
        let size = Size::new(4, 3).unwrap_or_default();
        assert_eq!(points_within(size, 0, 1).collect::<Vec<_>>(), [0, 1, 4, 5]);
        assert_eq!(points_within(size, 5, 2).count(), 12);
    }
}
