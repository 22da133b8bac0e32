//! The agents of a board as a rule sees them: stones and patches, with the facts that each one knows.

use super::LibertySums;
use serde::{Deserialize, Serialize};
use stonefield_go::field::{HeatField, HeatParams};
use stonefield_go::{Color, Move, Point, Rules, Size};

/// Facts that the stones and patches of a board know. Points are given by their numbers: see [`Size`].
///
/// Each agent senses these facts itself, or gets them from its group. Derived facts, such as an eye or an
/// atari, are computed in [`Surroundings`] from the agents around a point and their groups.
pub trait Agents {
    /// Size of the board.
    fn size(&self) -> Size;

    /// Rules of the game.
    fn rules(&self) -> &Rules;

    /// Colour to move.
    fn to_move(&self) -> Color;

    /// Vacant patches. Their order depends on the moves so far. Random rules draw from it, so it is part of
    /// the game's determinism.
    fn vacant(&self) -> &[u32];

    /// Number of stones on the four neighbours of each patch, 0…4.
    fn near(&self) -> &[u8];

    /// Temperature of each patch.
    fn temperature(&self) -> &[f32];

    /// Temperature that each patch has kept from turn to turn of the colour to move. `None` if no patch
    /// keeps one in this way.
    fn kept(&self, keeping: KeepTemperature) -> Option<&[f32]>;

    /// Patch where the ko forbids a move.
    fn ko(&self) -> Option<usize>;

    /// Colour whose eye point a patch is. An eye point is vacant and all its neighbours have that colour.
    /// An enemy stone is on at most one of its diagonal points, and on none if the patch is on the edge.
    fn eye(&self, point: usize) -> Option<Color>;

    /// Colour of the stone on a patch.
    fn color_at(&self, point: usize) -> Option<Color>;

    /// The stone on a patch, with its own facts.
    fn stone(&self, point: usize) -> Option<StoneView>;

    /// Pseudo-liberties of the group, as the stone on a patch knows them. 0 without a stone.
    fn group_liberties(&self, point: usize) -> u32;

    /// Liberty sums of the group of the stone on a patch. Empty without a stone. Exact even where the
    /// stones get messages late.
    fn liberty_sums(&self, point: usize) -> LibertySums;

    /// Number of the group of the stone on a patch. `None` without a stone.
    fn group(&self, point: usize) -> Option<u32>;

    /// Number of stones in the group of the stone on a patch. 0 without a stone.
    fn group_size(&self, point: usize) -> u32;

    /// Patch of the next stone in the group, in a ring. For a single stone, its own patch.
    fn next_in_group(&self, point: usize) -> usize;

    /// Patch of the stone that was placed in the last ply, if it was not captured.
    fn newest(&self) -> Option<usize>;

    /// Random number drawn at the beginning of the game. It breaks ties between equal points.
    fn salt(&self) -> u64;

    /// Returns true if the move is legal for the colour to move.
    fn is_legal(&self, action: Move) -> bool;
}

/// Facts that are computed from the agents around a point.
pub trait Surroundings: Agents {
    /// Patches of a group, from the patch of the given stone on.
    fn members(&self, point: usize) -> Ring<'_, Self> {
        Ring { agents: self, first: point, at: Some(point) }
    }

    /// Returns true if the colour to move may place a stone on a patch.
    fn is_playable(&self, point: usize) -> bool {
        self.is_legal(Move::Play(self.size().point(point)))
    }

    /// Returns true if a patch is an eye point of the colour. The only point of a 1×1 board has no
    /// neighbours; it is an eye point of both colours.
    fn is_eye_point(&self, color: Color, point: usize) -> bool {
        self.eye(point) == Some(color) || self.size().area() == 1 && self.color_at(point).is_none()
    }

    /// Number of stones of a group beside a patch.
    fn touches(&self, point: usize, group: u32) -> u32 {
        let near = self.size().around(point).filter(|&next| self.group(next) == Some(group));
        u32::try_from(near.count()).unwrap_or(4)
    }

    /// Returns true if a stone on this vacant patch fills the last liberty of the group of the neighbouring
    /// `stone`.
    fn takes(&self, point: usize, stone: usize) -> bool {
        self.group(stone).is_some_and(|group| self.group_liberties(stone) == self.touches(point, group))
    }

    /// The group's only liberty after one liberty is filled. `filled` may be the stone's own patch, which
    /// fills none. `None` if there are no liberties, or several.
    fn sole_liberty_without(&self, stone: usize, filled: usize) -> Option<usize> {
        if self.rules().quirks.is_none() {
            let vacant = self.color_at(filled).is_none();
            let group = self.group(stone).filter(|_| vacant);
            let touches = group.map_or(0, |group| self.touches(filled, group));
            return self.liberty_sums(stone).without(filled, touches).sole();
        }
        // Two liberties are allowed here: `filled` and one more. Each touches at most four stones.
        if self.group_liberties(stone) > 8 {
            return None;
        }
        let mut sole = None;
        for member in self.members(stone) {
            for next in self.size().around(member) {
                if next != filled
                    && self.color_at(next).is_none()
                    && sole.replace(next).is_some_and(|earlier| earlier != next)
                {
                    return None;
                }
            }
        }
        sole
    }

    /// The only liberty of a group in atari. `None` if there are no liberties, or several.
    fn sole_liberty(&self, stone: usize) -> Option<usize> {
        if self.rules().quirks.is_none() {
            return self.liberty_sums(stone).sole();
        }
        if self.group_liberties(stone) > 4 { None } else { self.sole_liberty_without(stone, stone) }
    }

    /// The two liberties of a group that has exactly two, the lower number first.
    fn last_two_liberties(&self, stone: usize) -> Option<[usize; 2]> {
        let (group, area) = (self.group(stone)?, self.size().area());
        let is_touched = |&(point, times): &(usize, u32)| {
            point < area && self.color_at(point).is_none() && self.touches(point, group) == times
        };
        let mut pairs = self.liberty_sums(stone).pairs();
        pairs.find(|pair| pair.iter().all(is_touched)).map(|pair| pair.map(|(point, _)| point))
    }

    /// Liberties of a group after `color` has played on a vacant patch and captured stones are removed: 0
    /// (suicide), 1 (atari), or 2 for two and more.
    fn liberties_after(&self, color: Color, point: usize) -> u32 {
        let size = self.size();
        let mut first_liberty = None;
        // Returns true for the second distinct liberty.
        let mut is_second =
            |liberty: usize| first_liberty.replace(liberty).is_some_and(|first| first != liberty);
        for next in size.around(point) {
            match self.color_at(next) {
                None => {
                    if is_second(next) {
                        return 2;
                    }
                }
                Some(stone_color) if stone_color == color => {
                    if self.group_liberties(next) > 8 {
                        return 2;
                    }
                    for liberty in self.members(next).flat_map(|member| size.around(member)) {
                        if liberty != point && self.color_at(liberty).is_none() && is_second(liberty) {
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
                        if size.around(dead).any(joins) && is_second(dead) {
                            return 2;
                        }
                    }
                }
            }
        }
        u32::from(first_liberty.is_some())
    }

    /// Code of the eight points around a patch, two bits each from the lowest. Order: the row above from
    /// left to right, left, right, the row below from left to right. Values: 0 black, 1 white, 2 vacant, 3
    /// off the board.
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

/// Kept temperature of patches for a mind, from turn to turn of its colour. In each turn a patch loses a
/// tenth, adds the number of stones on its four neighbours, and the temperature spreads.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct KeepTemperature {
    /// Share of its temperature that a patch gives to its eight neighbours in one spread, 0…1.
    pub rate: f32,
    /// Number of spreads in a turn, 0…100.
    pub steps: u32,
}

impl KeepTemperature {
    /// Advances a field by one turn. `near`: stones beside each patch. `may_continue` is called before each
    /// further spread and returns false to stop.
    pub fn spread(self, field: &mut HeatField, near: &[u8], mut may_continue: impl FnMut() -> bool) {
        let params = HeatParams {
            rate: if self.steps == 0 { 0.0 } else { self.rate },
            keep: true,
            ..HeatParams::default()
        };
        field.step(near, &params);
        for _ in 1..self.steps {
            if !may_continue() {
                return;
            }
            field.diffuse(self.rate, params.neighbourhood);
        }
    }
}

/// A stone with the facts that it knows about itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoneView {
    /// Number in the order of placement, from 0.
    pub id: u32,
    /// Colour of the stone.
    pub color: Color,
    /// Liberties of the stone alone: neighbouring points minus neighbouring stones, 0…4.
    pub own_liberties: u32,
    /// Sum of `own_liberties` over the group.
    pub group_liberties: u32,
    /// Links to stones of the same colour: 0…4, and any number under `netlogo-2016`.
    pub links: u32,
    /// Tick in which the stone was placed. 0: it was on the board from the beginning.
    pub born: u64,
    /// Number of stones that its placement captured.
    pub captures: u32,
}

/// Iterator over the patches of a group.
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
