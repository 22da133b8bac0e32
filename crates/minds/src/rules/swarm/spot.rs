//! Features of a vacant point that stones perceive. They depend only on its surroundings.

use super::SwarmParams;
use crate::{Agents, Surroundings};
use stonefield_go::{Color, Point, Size};
use stonefield_search::policy::is_pattern;

/// Features of a point, from the view of one colour.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Spot {
    /// Factor of every bid for the point, above 0 if stones may bid for it.
    pub weight: f32,
    /// Estimated liberties of the new stone's group: its vacant and captured neighbours, and the
    /// pseudo-liberties of the groups that it joins. Each of these groups adds at most [`GroupPercept::cap`].
    pub liberties: u32,
    /// Importance of joining the neighbouring groups, from 0 to 1. 0 for a single group, or without an enemy
    /// stone.
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
    /// True if an enemy stone here would have more than one liberty. Computed only where it matters: at
    /// captures and cuts.
    pub is_free: bool,
}

/// Liberties of a group, as its stones perceive them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct GroupPercept {
    /// Pseudo-liberties of the group, at most [`GroupPercept::cap`].
    pub pseudo: u32,
    /// Liberty count of the group: 0, 1, 2, or 3 for three or more.
    pub count: u8,
    /// Points of the liberties in rising order, if there are one or two.
    pub liberties: [u32; 2],
}

impl GroupPercept {
    /// Pseudo-liberties above which a group has at least three liberties, since each counts at most four
    /// times.
    const FEW: u32 = 8;

    /// Cap of the perceived pseudo-liberties.
    ///
    /// Above it the number has no effect on the bids: the stone has no need, and neither has a stone that
    /// would join its group.
    pub fn cap(params: &SwarmParams) -> u32 {
        (params.ease.ceil() as u32 + 7).max(Self::FEW + 1)
    }

    /// Percept of the group on the point `stone`, with at most `cap` pseudo-liberties.
    pub fn at<A: Agents + ?Sized>(agents: &A, stone: usize, cap: u32) -> Self {
        let pseudo = agents.group_liberties(stone);
        let mut percept = Self { pseudo: pseudo.min(cap), count: 3, liberties: [0; 2] };
        if pseudo > Self::FEW {
            return percept;
        }
        if let Some(last) = agents.sole_liberty(stone) {
            (percept.count, percept.liberties) = (1, [number(last), 0]);
        } else if let Some(two) = agents.last_two_liberties(stone) {
            (percept.count, percept.liberties) = (2, two.map(number));
        } else if agents.liberty_sums(stone).contacts() == 0 {
            percept.count = 0;
        }
        percept
    }

    /// The same percept with another number of pseudo-liberties.
    pub const fn with_pseudo(self, pseudo: u32) -> Self {
        Self { pseudo, ..self }
    }

    /// Only liberty of the group, if it has exactly one.
    pub fn sole_liberty(&self) -> Option<usize> {
        (self.count == 1).then_some(self.liberties[0] as usize)
    }

    /// Liberties of the group, if it has exactly two.
    pub fn two_liberties(&self) -> Option<[usize; 2]> {
        (self.count == 2).then(|| self.liberties.map(|point| point as usize))
    }

    /// All liberties of the group. `None` if there are three or more.
    fn all_liberties(&self) -> Option<&[u32]> {
        self.liberties.get(..usize::from(self.count))
    }
}

/// Reads the features of points, from the view of one colour.
pub(super) struct View<'a, A: ?Sized> {
    pub agents: &'a A,
    pub params: &'a SwarmParams,
    pub color: Color,
    /// For each point, the percept of the group on it.
    pub groups: &'a [GroupPercept],
}

impl<A: Agents + ?Sized> View<'_, A> {
    /// Returns true if a move on a vacant point is legal, as far as its neighbours can tell. Superko is not
    /// tested, since it depends on the whole game.
    fn may_play(&self, index: usize) -> bool {
        let (agents, rules) = (self.agents, self.agents.rules());
        if rules.quirks.is_some() {
            return agents.is_playable(index);
        }
        let (mut has_liberty, mut joins) = (false, false);
        for next in agents.size().around(index) {
            match agents.color_at(next) {
                None => has_liberty = true,
                Some(own) if own == self.color => {
                    joins = true;
                    has_liberty |= !agents.takes(index, next);
                }
                Some(_) => has_liberty |= agents.takes(index, next),
            }
            if has_liberty && agents.ko().is_none() {
                return true;
            }
        }
        (has_liberty || rules.suicide && joins) && agents.ko() != Some(index)
    }

    /// Reads the features of a point. Default features if the colour cannot or should not play there.
    pub fn spot(&self, index: usize) -> Spot {
        let Self { agents, params, color, .. } = *self;
        if agents.color_at(index).is_some() || agents.is_eye_point(color, index) || !self.may_play(index) {
            return Spot::default();
        }
        let size = agents.size();
        let mut spot = Spot { weight: 1.0, ..Spot::default() };
        let code = agents.neighbourhood(index);
        if code & 0xAAAA == 0xAAAA {
            // All eight surrounding points are vacant or off the board.
            spot.liberties = number(size.around(index).count());
            return spot;
        }
        let mut joined = [None; 4];
        let (mut own_groups, mut captures) = (0, false);
        for (i, next) in size.around(index).enumerate() {
            match agents.color_at(next) {
                None => {
                    spot.liberties += 1;
                    self.count_eyes(&mut spot, next);
                }
                Some(own) if own == color => {
                    let group = agents.group(next);
                    if !joined[..i].contains(&group) {
                        joined[i] = group;
                        own_groups += 1;
                        let touches = group.map_or(0, |group| agents.touches(index, group));
                        // Under `netlogo-2016` the perceived number can be out of date and below `touches`.
                        spot.liberties += self.groups[next].pseudo.saturating_sub(touches);
                    }
                }
                Some(_) => {
                    if agents.takes(index, next) {
                        captures = true;
                        spot.liberties += 1;
                    }
                    spot.enemy_need = spot.enemy_need.max(params.need(self.groups[next].pseudo));
                }
            }
        }
        let enemies = count_stones(code, (!color).index());
        spot.has_enemy = enemies > 0;
        if captures || own_groups > 1 && enemies > 0 {
            spot.is_free = agents.liberties_after(!color, index) > 1;
        }
        if own_groups > 1 && enemies > 0 {
            spot.cut = if enemies > 1 { 1.0 } else { 0.5 };
            if !spot.is_free {
                // An enemy stone that cuts here can be captured.
                spot.cut *= 0.3;
            }
        }
        spot.is_pattern = is_pattern(color, code);
        if !captures && self.is_self_atari(index) {
            spot.weight = params.rash;
        }
        spot
    }

    /// Counts a vacant neighbour as an eye if all its other neighbours have one colour. They are two steps
    /// from the point, so a small radius of perception finds no eyes.
    fn count_eyes(&self, spot: &mut Spot, neighbour: usize) {
        if self.params.radius <= 2 {
            return;
        }
        let (mut own, mut enemy, mut empties) = (false, false, 0);
        for near in self.agents.size().around(neighbour) {
            match self.agents.color_at(near) {
                None => empties += 1,
                Some(color) if color == self.color => own = true,
                Some(_) => enemy = true,
            }
        }
        if empties == 1 {
            spot.eyes += u8::from(!enemy);
            spot.enemy_eyes += u8::from(enemy && !own);
        }
    }

    /// Returns true if a stone here would have at most one liberty. Assumes that it captures nothing.
    fn is_self_atari(&self, index: usize) -> bool {
        let mut first = None;
        // Returns true for the second different liberty.
        let mut is_second = |liberty: usize| first.replace(liberty).is_some_and(|old| old != liberty);
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

/// Number of stones of a colour in a code of the eight surrounding points.
const fn count_stones(code: usize, color: usize) -> u32 {
    let (low, high) = (code & 0x5555, code >> 1 & 0x5555);
    let low = if color == 0 { !low } else { low };
    (low & !high & 0x5555).count_ones()
}

/// Index of a point as a u32, the stored form.
#[expect(clippy::cast_possible_truncation, reason = "a board has at most 2^20 points")]
pub(super) const fn number(index: usize) -> u32 {
    index as u32
}

/// Points within a distance of `steps` from a point, in steps of a king, row by row.
pub(super) fn within(size: Size, index: usize, steps: u16) -> impl Iterator<Item = usize> {
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
        let code = [0, 1, 2, 3, 0, 1, 1, 2].iter().rev().fold(0, |code, held| code << 2 | held);
        assert_eq!((count_stones(code, 0), count_stones(code, 1)), (2, 3));
    }

    #[test]
    fn points_within_reach_stay_on_the_board() {
        let size = Size::new(4, 3).unwrap_or_default();
        assert_eq!(within(size, 0, 1).collect::<Vec<_>>(), [0, 1, 4, 5]);
        assert_eq!(within(size, 5, 2).count(), 12);
    }
}
