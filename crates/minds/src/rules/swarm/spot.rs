//! What an empty point shows to the stones that perceive it: nothing but what lies around it.

use super::SwarmParams;
use crate::{Agents, Surroundings};
use stonefield_go::{Color, Point, Size};
use stonefield_search::policy::is_pattern;

/// What is to be seen of a point.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Spot {
    /// The share of a bid that stands, more than 0 for points that may be bid for.
    pub weight: f32,
    /// The liberties of the new stone's group as it would feel them; no more than [`GroupPercept::most`] of
    /// each group that it joins.
    pub liberties: u32,
    /// How much it matters to join the groups beside it; 0 where there is but one.
    pub cut: f32,
    /// How short of liberties the most threatened enemy stone beside it is, 0…1.
    pub enemy_need: f32,
    /// Whether an enemy stone stands on the eight points around.
    pub contact: bool,
    /// Whether a stone here would cut, bend round or block.
    pub shape: bool,
    /// Points beside it that would be surrounded by its colour.
    pub eyes: u8,
    /// Points beside it that the enemy would surround from here.
    pub enemy_eyes: u8,
    /// Whether an enemy stone here would have more than one liberty.
    pub free: bool,
}

/// What a stone hears of its group.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct GroupPercept {
    /// The group's pseudo-liberties, no more than [`GroupPercept::most`].
    pub pseudo: u32,
    /// The group's liberties: 0, 1, 2, or 3 for any more.
    pub count: u8,
    /// The points of its liberties, the lower first, where it has one or two.
    pub liberties: [u32; 2],
}

impl GroupPercept {
    /// Pseudo-liberties above which a group has three liberties at least: a point is beside four stones at
    /// the most.
    const FEW: u32 = 8;

    /// From so many pseudo-liberties on, more change nothing: the stone is at ease, and so is any that would
    /// join its group.
    pub fn most(params: &SwarmParams) -> u32 {
        (params.ease.ceil() as u32 + 7).max(Self::FEW + 1)
    }

    /// What the stone on a point hears.
    pub fn at<A: Agents + ?Sized>(agents: &A, stone: usize, most: u32) -> Self {
        let pseudo = agents.group_liberties(stone);
        let mut heard = Self { pseudo: pseudo.min(most), count: 3, liberties: [0; 2] };
        if pseudo > Self::FEW {
            return heard;
        }
        if let Some(last) = agents.sole_liberty(stone) {
            (heard.count, heard.liberties) = (1, [number(last), 0]);
        } else if let Some(two) = agents.last_two_liberties(stone) {
            (heard.count, heard.liberties) = (2, two.map(number));
        } else if agents.liberty_sums(stone).contacts() == 0 {
            heard.count = 0;
        }
        heard
    }

    /// The same group as another of its stones hears of it.
    pub const fn with_pseudo(self, pseudo: u32) -> Self {
        Self { pseudo, ..self }
    }

    /// The group's only liberty.
    pub fn last(&self) -> Option<usize> {
        (self.count == 1).then_some(self.liberties[0] as usize)
    }

    /// The group's two liberties, where it has two.
    pub fn last_two(&self) -> Option<[usize; 2]> {
        (self.count == 2).then(|| self.liberties.map(|point| point as usize))
    }

    /// Its liberties, as far as they are known; `None` where there are three or more.
    fn few(&self) -> Option<&[u32]> {
        self.liberties.get(..usize::from(self.count))
    }
}

/// Who looks at points.
pub(super) struct View<'a, A: ?Sized> {
    pub agents: &'a A,
    pub params: &'a SwarmParams,
    pub color: Color,
    /// By point: what the stone there hears.
    pub heard: &'a [GroupPercept],
}

impl<A: Agents + ?Sized> View<'_, A> {
    /// Whether a stone on a vacant point is lawful as far as the stones around can tell: what may not come
    /// back, only the goban knows.
    fn may_play(&self, index: usize) -> bool {
        let (agents, rules) = (self.agents, self.agents.rules());
        if rules.quirks.is_some() {
            return agents.is_playable(index);
        }
        let (mut lives, mut joins) = (false, false);
        for next in agents.size().around(index) {
            match agents.color_at(next) {
                None => lives = true,
                Some(own) if own == self.color => {
                    joins = true;
                    lives |= !agents.takes(index, next);
                }
                Some(_) => lives |= agents.takes(index, next),
            }
            if lives && agents.ko().is_none() {
                return true;
            }
        }
        (lives || rules.suicide && joins) && agents.ko() != Some(index)
    }

    /// What is to be seen of a point.
    pub fn look(&self, index: usize) -> Spot {
        let Self { agents, params, color, .. } = *self;
        if agents.color_at(index).is_some() || agents.is_eye_point(color, index) || !self.may_play(index) {
            return Spot::default();
        }
        let size = agents.size();
        let mut spot = Spot { weight: 1.0, ..Spot::default() };
        let code = agents.neighbourhood(index);
        if code & 0xAAAA == 0xAAAA {
            // No stone around.
            spot.liberties = number(size.around(index).count());
            return spot;
        }
        let mut names = [None; 4];
        let (mut groups, mut taken) = (0, false);
        for (n, other) in size.around(index).enumerate() {
            match agents.color_at(other) {
                None => {
                    spot.liberties += 1;
                    self.look_for_eyes(&mut spot, other);
                }
                Some(own) if own == color => {
                    let name = agents.group(other);
                    if !names[..n].contains(&name) {
                        names[n] = name;
                        groups += 1;
                        let touches = name.map_or(0, |name| agents.touches(index, name));
                        // Under `netlogo-2016` what a stone hears of may be of before.
                        spot.liberties += self.heard[other].pseudo.saturating_sub(touches);
                    }
                }
                Some(_) => {
                    if agents.takes(index, other) {
                        taken = true;
                        spot.liberties += 1;
                    }
                    spot.enemy_need = spot.enemy_need.max(params.need(self.heard[other].pseudo));
                }
            }
        }
        let enemies = count(code, (!color).index());
        spot.contact = enemies > 0;
        if taken || groups > 1 && enemies > 0 {
            spot.free = agents.liberties_after(!color, index) > 1;
        }
        if groups > 1 && enemies > 0 {
            spot.cut = if enemies > 1 { 1.0 } else { 0.5 };
            if !spot.free {
                // Who cuts here is taken.
                spot.cut *= 0.3;
            }
        }
        spot.shape = is_pattern(color, code);
        if !taken && self.is_rash(index) {
            spot.weight = params.rash;
        }
        spot
    }

    /// Looks whether all around a vacant neighbour but the point itself is of one colour, or off the board;
    /// that is two steps away from the point.
    fn look_for_eyes(&self, spot: &mut Spot, neighbour: usize) {
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

    /// Whether a stone that takes nothing would have one liberty at the most.
    fn is_rash(&self, index: usize) -> bool {
        let mut first = None;
        let mut second = |liberty: usize| first.replace(liberty).is_some_and(|known| known != liberty);
        for next in self.agents.size().around(index) {
            match self.agents.color_at(next) {
                None => {
                    if second(next) {
                        return false;
                    }
                }
                Some(own) if own == self.color => {
                    let Some(few) = self.heard[next].few() else { return false };
                    for liberty in few.iter().map(|&liberty| liberty as usize) {
                        if liberty != index && second(liberty) {
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

/// How many of the eight around hold this.
const fn count(code: usize, color: usize) -> u32 {
    let (low, high) = (code & 0x5555, code >> 1 & 0x5555);
    let low = if color == 0 { !low } else { low };
    (low & !high & 0x5555).count_ones()
}

/// The number of a point, as it is kept.
#[expect(clippy::cast_possible_truncation, reason = "a board has at most 2^20 points")]
pub(super) const fn number(index: usize) -> u32 {
    index as u32
}

/// The numbers of the points of a board within so many steps of a king from a point, row by row.
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
    fn colours_around_are_counted() {
        // From the lowest bits: black, white, empty, border, black, white, white, empty.
        let code = [0, 1, 2, 3, 0, 1, 1, 2].iter().rev().fold(0, |code, held| code << 2 | held);
        assert_eq!((count(code, 0), count(code, 1)), (2, 3));
    }

    #[test]
    fn points_within_reach_stay_on_the_board() {
        let size = Size::new(4, 3).unwrap_or_default();
        assert_eq!(within(size, 0, 1).collect::<Vec<_>>(), [0, 1, 4, 5]);
        assert_eq!(within(size, 5, 2).count(), 12);
    }
}
