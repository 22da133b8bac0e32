//! The agents as a rule sees them: stones and patches, and what each of them knows.

use super::LibertySums;
use serde::{Deserialize, Serialize};
use stonefield_go::field::{HeatField, HeatParams};
use stonefield_go::{Color, Move, Point, Rules, Size};

/// What the stones and patches of a goban know. Points go by their numbers: see [`Size`].
///
/// Everything here is felt by an agent itself or told by its group. What is worked out from it, such as an eye or an atari, is worked out
/// from the agents around a point and their groups.
pub trait Agents {
    /// The size of the board.
    fn size(&self) -> Size;

    /// The rules of the world.
    fn rules(&self) -> &Rules;

    /// The colour whose turn it is.
    fn to_move(&self) -> Color;

    /// The patches without a stone. Their order comes of what was played, and chance draws from it.
    fn vacant(&self) -> &[u32];

    /// For every patch the number of stones on its four neighbours, 0…4.
    fn near(&self) -> &[u8];

    /// The temperature of every patch.
    fn temperature(&self) -> &[f32];

    /// The temperature that every patch has kept from turn to turn of the colour to move, if it was told to keep one in this way.
    fn kept(&self, keeping: KeepTemperature) -> Option<&[f32]>;

    /// The patch that bears the mark of ko.
    fn ko(&self) -> Option<usize>;

    /// The colour whose eye point a patch is: vacant, all neighbours of that colour, and of the diagonal points at most one enemy in the middle of the board,
    /// none on its edge.
    fn eye(&self, point: usize) -> Option<Color>;

    /// The colour of the stone on a patch.
    fn color_at(&self, point: usize) -> Option<Color>;

    /// The stone on a patch with what it knows of itself.
    fn stone(&self, point: usize) -> Option<StoneView>;

    /// The pseudo-liberties that the stone on a patch hears of from its group; 0 where no stone stands.
    fn group_liberties(&self, point: usize) -> u32;

    /// What the group of the stone on a patch knows of its liberties; of none where no stone stands. It is true also where stones hear late.
    fn liberty_sums(&self, point: usize) -> LibertySums;

    /// The name of the group of the stone on a patch; `None` where no stone stands.
    fn group(&self, point: usize) -> Option<u32>;

    /// The stones of the group of the stone on a patch; 0 where no stone stands.
    fn group_size(&self, point: usize) -> u32;

    /// The patch of the next stone in the group of the stone on a patch, round in a ring. The stone's own where it is alone.
    fn next_in_group(&self, point: usize) -> usize;

    /// The patch of the stone that came with the last ply, if it still stands.
    fn newest(&self) -> Option<usize>;

    /// A number that the game drew when it began, which tells apart what is alike.
    fn salt(&self) -> u64;

    /// Whether the colour to move may make the move.
    fn is_legal(&self, action: Move) -> bool;
}

/// What is worked out from what the agents around a point know.
pub trait Surroundings: Agents {
    /// The patches of a group, beginning with that of the given stone.
    fn members(&self, point: usize) -> Ring<'_, Self> {
        Ring { agents: self, first: point, at: Some(point) }
    }

    /// Whether the colour to move may place a stone on a patch.
    fn is_playable(&self, point: usize) -> bool {
        self.is_legal(Move::Play(self.size().point(point)))
    }

    /// Whether a patch is an eye point of the colour. The only point of a 1×1 board, which has no neighbours, is one of both.
    fn is_eye_point(&self, color: Color, point: usize) -> bool {
        self.eye(point) == Some(color) || self.size().area() == 1 && self.color_at(point).is_none()
    }

    /// How many stones of a group are beside a patch.
    fn touches(&self, point: usize, group: u32) -> u32 {
        let near = self.size().around(point).filter(|&next| self.group(next) == Some(group));
        u32::try_from(near.count()).unwrap_or(4)
    }

    /// Whether a stone on a vacant patch takes the last liberties of the group of the stone beside it.
    fn takes(&self, point: usize, stone: usize) -> bool {
        self.group(stone).is_some_and(|group| self.group_liberties(stone) == self.touches(point, group))
    }

    /// The only liberty that the group of the stone on a patch would have left with one of its liberties filled; `filled` may be the stone's own patch,
    /// which fills none. `None` where there are none or more.
    fn sole_liberty_without(&self, stone: usize, filled: usize) -> Option<usize> {
        if self.rules().quirks.is_none() {
            let vacant = self.color_at(filled).is_none();
            let group = self.group(stone).filter(|_| vacant);
            let touches = group.map_or(0, |group| self.touches(filled, group));
            return self.liberty_sums(stone).without(filled, touches).sole();
        }
        // Four stones at the most are beside one patch, and four beside another.
        if self.group_liberties(stone) > 8 {
            return None;
        }
        let mut found = None;
        for member in self.members(stone) {
            for next in self.size().around(member) {
                if next != filled
                    && self.color_at(next).is_none()
                    && found.replace(next).is_some_and(|old| old != next)
                {
                    return None;
                }
            }
        }
        found
    }

    /// The only liberty of the group of the stone on a patch: it is in atari.
    fn sole_liberty(&self, stone: usize) -> Option<usize> {
        if self.rules().quirks.is_none() {
            return self.liberty_sums(stone).sole();
        }
        if self.group_liberties(stone) > 4 { None } else { self.sole_liberty_without(stone, stone) }
    }

    /// The two liberties of the group of the stone on a patch, the lower number first, where it has two and no more.
    fn last_two_liberties(&self, stone: usize) -> Option<[usize; 2]> {
        let (group, area) = (self.group(stone)?, self.size().area());
        let is_touched = |&(point, times): &(usize, u32)| {
            point < area && self.color_at(point).is_none() && self.touches(point, group) == times
        };
        let mut pairs = self.liberty_sums(stone).pairs();
        pairs.find(|pair| pair.iter().all(is_touched)).map(|pair| pair.map(|(point, _)| point))
    }

    /// The liberties that a stone of a colour on a vacant patch would have with its group, captured stones being gone: 0 (suicide), 1 (atari), or 2 for any
    /// more.
    fn liberties_after(&self, color: Color, point: usize) -> u32 {
        let size = self.size();
        let mut found = None;
        // Whether this one is the second.
        let mut second = |liberty: usize| found.replace(liberty).is_some_and(|first| first != liberty);
        for next in size.around(point) {
            match self.color_at(next) {
                None => {
                    if second(next) {
                        return 2;
                    }
                }
                Some(other) if other == color => {
                    if self.group_liberties(next) > 8 {
                        return 2;
                    }
                    for liberty in self.members(next).flat_map(|member| size.around(member)) {
                        if liberty != point && self.color_at(liberty).is_none() && second(liberty) {
                            return 2;
                        }
                    }
                }
                Some(_) => {
                    if !self.takes(point, next) {
                        continue;
                    }
                    let joins = |stone: usize| {
                        stone == point
                            || self.color_at(stone) == Some(color)
                                && self.group(stone).is_some_and(|group| self.touches(point, group) > 0)
                    };
                    for dead in self.members(next) {
                        if size.around(dead).any(joins) && second(dead) {
                            return 2;
                        }
                    }
                }
            }
        }
        u32::from(found.is_some())
    }

    /// What the eight points around a patch hold, two bits each from the lowest: the row above from left to right, the left, the right, the row below from left
    /// to right; 0 for black, 1 for white, 2 for nothing, 3 for off the board.
    fn neighbourhood(&self, point: usize) -> usize {
        let size = self.size();
        let Point { x, y } = size.point(point);
        let holds = |dx: i16, dy: i16| {
            let next = x.checked_add_signed(dx).zip(y.checked_add_signed(dy)).map(|(x, y)| Point::new(x, y));
            match next.filter(|&next| size.contains(next)) {
                None => 3,
                Some(next) => self.color_at(size.index(next)).map_or(2, Color::index),
            }
        };
        [(-1, 1), (0, 1), (1, 1), (-1, 0), (1, 0), (-1, -1), (0, -1), (1, -1)]
            .into_iter()
            .rev()
            .fold(0, |code, (dx, dy)| code << 2 | holds(dx, dy))
    }
}

impl<A: Agents + ?Sized> Surroundings for A {}

/// How patches keep their temperature for a mind, from turn to turn of its colour: a tenth is lost, the stones on the four neighbours are added, and it
/// spreads.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct KeepTemperature {
    /// The share of its temperature that a patch gives to its eight neighbours each time, 0…1.
    pub rate: f32,
    /// How often it spreads in a turn, 0…100.
    pub steps: u32,
}

impl KeepTemperature {
    /// Brings a field to the next turn, with so many stones beside each patch; `goes_on` is asked before it spreads once more.
    pub fn spread(self, field: &mut HeatField, near: &[u8], mut goes_on: impl FnMut() -> bool) {
        let params = HeatParams {
            rate: if self.steps == 0 { 0.0 } else { self.rate },
            keep: true,
            ..HeatParams::default()
        };
        field.step(near, &params);
        for _ in 1..self.steps {
            if !goes_on() {
                return;
            }
            field.diffuse(self.rate, params.neighbourhood);
        }
    }
}

/// A stone with what it knows of itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoneView {
    /// Its number in the order of placement, from 0.
    pub id: u32,
    /// The stone's colour.
    pub color: Color,
    /// Its own liberties: neighbouring points less neighbouring stones, 0…4.
    pub own_liberties: u32,
    /// The sum of the own liberties over its group.
    pub group_liberties: u32,
    /// Links to stones of its colour: 0 to 4, and any number under `netlogo-2016`.
    pub links: u32,
    /// The tick in which it was placed; 0 when it was there from the beginning.
    pub born: u64,
    /// The stones that its placement took.
    pub captures: u32,
}

/// The patches of a group, one after the other.
pub struct Ring<'a, A: ?Sized> {
    agents: &'a A,
    first: usize,
    at: Option<usize>,
}

impl<A: Agents + ?Sized> Iterator for Ring<'_, A> {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        let here = self.at?;
        let next = self.agents.next_in_group(here);
        self.at = (next != self.first).then_some(next);
        Some(here)
    }
}
