//! The agents of a board as a rule sees them: stones and patches, with the facts that each one knows.

use super::LibertySums;
use serde::{Deserialize, Serialize};
use stonefield_go::field::{HeatField, HeatParams};
use stonefield_go::{Color, Move, Point, Rules, Size};

/// Facts that the stones and patches of a board know. A patch is a point of the board, given by its number:
/// see [`Size`].
///
/// Each agent senses these facts itself, or gets them from its group. [`Surroundings`] derives further facts,
/// such as an atari, from the agents next to a point and their groups.
pub trait Agents {
    /// Size of the board.
    fn size(&self) -> Size;

    /// Rules of the game.
    fn rules(&self) -> &Rules;

    /// Colour to move.
    fn to_move(&self) -> Color;

    /// Vacant patches. Their order depends on the moves so far. Random rules draw an index of this list, so
    /// the same seed gives the same game only if the order is the same.
    fn vacant(&self) -> &[u32];

    /// Number of stones on the four neighbours of each patch, 0…4.
    fn neighbour_stone_counts(&self) -> &[u8];

    /// Temperature of each patch.
    fn temperature(&self) -> &[f32];

    /// Temperature that each patch keeps from turn to turn of the colour to move. `None` if the patches keep
    /// no temperature with these parameters.
    fn kept_temperature(&self, params: KeptTemperatureParams) -> Option<&[f32]>;

    /// Patch where the ko forbids a move.
    fn ko(&self) -> Option<usize>;

    /// Colour that has an eye point on a patch. An eye point is vacant, and all its neighbours are stones of
    /// that colour. At most one of its diagonal points has an enemy stone; none if the patch is on the edge.
    fn eye_color(&self, point: usize) -> Option<Color>;

    /// Colour of the stone on a patch.
    fn color_at(&self, point: usize) -> Option<Color>;

    /// The stone on a patch, with its own facts.
    fn stone(&self, point: usize) -> Option<StoneView>;

    /// Number of pseudo-liberties of the group, as the stone on a patch knows it. A vacant point counts once
    /// for each stone of the group next to it. 0 without a stone.
    fn group_liberties(&self, point: usize) -> u32;

    /// Liberty sums of the group of the stone on a patch. Empty without a stone. Exact even under
    /// `netlogo-2016`, where stones can know an old number of group liberties.
    fn liberty_sums(&self, point: usize) -> LibertySums;

    /// Id of the group of the stone on a patch. `None` without a stone.
    fn group_id(&self, point: usize) -> Option<u32>;

    /// Number of stones in the group of the stone on a patch. 0 without a stone.
    fn group_size(&self, point: usize) -> u32;

    /// Patch of the next stone of the same group. The stones of a group form a ring, so a single stone is its
    /// own next stone. Without a stone, the patch itself.
    fn next_in_group(&self, point: usize) -> usize;

    /// Patch of the stone that was placed in the last ply, if that stone is still on the board.
    fn newest_stone(&self) -> Option<usize>;

    /// Random number drawn at the beginning of the game. It breaks ties between equal points.
    fn salt(&self) -> u64;

    /// Returns true if the move is legal for the colour to move.
    fn is_legal(&self, action: Move) -> bool;
}

/// Facts that are computed from the agents next to a point and their groups.
pub trait Surroundings: Agents {
    /// Patches of the group of the stone on `point`, which comes first.
    fn members(&self, point: usize) -> GroupPoints<'_, Self> {
        GroupPoints { agents: self, first: point, pending: Some(point) }
    }

    /// Returns true if the colour to move may place a stone on a patch.
    fn is_playable(&self, point: usize) -> bool {
        self.is_legal(Move::Play(self.size().point(point)))
    }

    /// Returns true if a patch is an eye point of the colour. The only point of a 1×1 board has no
    /// neighbours; it is an eye point of both colours.
    fn is_eye_point(&self, color: Color, point: usize) -> bool {
        self.eye_color(point) == Some(color) || self.size().area() == 1 && self.color_at(point).is_none()
    }

    /// Number of stones of a group next to a patch, 0…4: the contacts of the group with the patch.
    fn contacts_at(&self, point: usize, group: u32) -> u32 {
        let neighbours = self.size().around(point).filter(|&next| self.group_id(next) == Some(group));
        u32::try_from(neighbours.count()).unwrap_or(4)
    }

    /// Returns true if the vacant patch `point` is the only liberty of the group of the neighbouring `stone`.
    fn fills_last_liberty(&self, point: usize, stone: usize) -> bool {
        self.group_id(stone)
            .is_some_and(|group| self.group_liberties(stone) == self.contacts_at(point, group))
    }

    /// Only liberty of the stone's group after a stone is placed on `filled`. If `filled` is occupied, such
    /// as the stone's own patch, no liberty is filled. `None` if there are no liberties, or several.
    fn sole_liberty_without(&self, stone: usize, filled: usize) -> Option<usize> {
        if self.rules().quirks.is_none() {
            let vacant = self.color_at(filled).is_none();
            let group = self.group_id(stone).filter(|_| vacant);
            let contacts = group.map_or(0, |group| self.contacts_at(filled, group));
            return self.liberty_sums(stone).without(filled, contacts).sole();
        }
        // The group may have two liberties here: `filled` and one more. Each counts as at most four
        // pseudo-liberties.
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

    /// Only liberty of the group of a stone. `None` if there are no liberties, or several.
    fn sole_liberty(&self, stone: usize) -> Option<usize> {
        if self.rules().quirks.is_none() {
            return self.liberty_sums(stone).sole();
        }
        if self.group_liberties(stone) > 4 { None } else { self.sole_liberty_without(stone, stone) }
    }

    /// Liberties of the group of a stone if there are exactly two, the lower number first.
    fn last_two_liberties(&self, stone: usize) -> Option<[usize; 2]> {
        let (group, area) = (self.group_id(stone)?, self.size().area());
        let is_liberty = |&(point, contacts): &(usize, u32)| {
            point < area && self.color_at(point).is_none() && self.contacts_at(point, group) == contacts
        };
        let mut pairs = self.liberty_sums(stone).pairs();
        pairs.find(|pair| pair.iter().all(is_liberty)).map(|pair| pair.map(|(point, _)| point))
    }

    /// Liberties of the new stone's group after `color` has played on a vacant patch and captured stones are
    /// removed: 0 (suicide), 1 (atari), or 2 for two and more.
    fn liberties_after(&self, color: Color, point: usize) -> u32 {
        let size = self.size();
        let mut known_liberty = None;
        // Returns true if the previous call had another liberty.
        let mut is_second =
            |liberty: usize| known_liberty.replace(liberty).is_some_and(|known| known != liberty);
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
                    if !self.fills_last_liberty(point, next) {
                        continue;
                    }
                    let is_member = |stone: usize| {
                        stone == point
                            || self.color_at(stone) == Some(color)
                                && self
                                    .group_id(stone)
                                    .is_some_and(|group| self.contacts_at(point, group) > 0)
                    };
                    for dead in self.members(next) {
                        if size.around(dead).any(is_member) && is_second(dead) {
                            return 2;
                        }
                    }
                }
            }
        }
        u32::from(known_liberty.is_some())
    }

    /// Code of the eight points around a patch: two bits for each point, from the lowest bit. Order of the
    /// points: the row above from left to right, left, right, the row below from left to right. Values: 0
    /// black, 1 white, 2 vacant, 3 off the board.
    fn neighbourhood_code(&self, point: usize) -> usize {
        let size = self.size();
        let Point { x, y } = size.point(point);
        let content = |dx: i16, dy: i16| {
            let next = x.checked_add_signed(dx).zip(y.checked_add_signed(dy)).map(|(x, y)| Point::new(x, y));
            match next.filter(|&next| size.contains(next)) {
                None => 3,
                Some(next) => self.color_at(size.index(next)).map_or(2, Color::index),
            }
        };
        [(-1, 1), (0, 1), (1, 1), (-1, 0), (1, 0), (-1, -1), (0, -1), (1, -1)]
            .into_iter()
            .rev()
            .fold(0, |code, (dx, dy)| code << 2 | content(dx, dy))
    }
}

impl<A: Agents + ?Sized> Surroundings for A {}

/// Parameters of a temperature that patches keep for a mind, from turn to turn of its colour. In each turn
/// every patch loses a tenth of its temperature and adds the number of stones on its four neighbours. Then
/// the temperature spreads.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct KeptTemperatureParams {
    /// Share of its temperature that a patch gives to its eight neighbours in one spread, 0…1.
    pub rate: f32,
    /// Number of spreads in a turn, 0…100.
    pub steps: u32,
}

impl KeptTemperatureParams {
    /// Advances a field by one turn. `stone_counts`: number of stones on the four neighbours of each patch.
    /// `may_continue` is called before each further spread and returns false to stop.
    pub fn spread(self, field: &mut HeatField, stone_counts: &[u8], mut may_continue: impl FnMut() -> bool) {
        let params = HeatParams {
            rate: if self.steps == 0 { 0.0 } else { self.rate },
            keep: true,
            ..HeatParams::default()
        };
        field.step(stone_counts, &params);
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
    /// Sum of `own_liberties` over the group, as the stone knows it.
    pub group_liberties: u32,
    /// Links to stones of the same colour: 0…4, and any number under `netlogo-2016`.
    pub links: u32,
    /// Tick in which the stone was placed. 0: it was on the board from the beginning.
    pub born: u64,
    /// Number of stones that were captured when this stone was placed.
    pub captures: u32,
}

/// Iterator over the patches of a group, in the order of its ring.
pub struct GroupPoints<'a, A: ?Sized> {
    agents: &'a A,
    first: usize,
    /// Patch to return next. `None` after the last one.
    pending: Option<usize>,
}

impl<A: Agents + ?Sized> Iterator for GroupPoints<'_, A> {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        let here = self.pending?;
        let next = self.agents.next_in_group(here);
        self.pending = (next != self.first).then_some(next);
        Some(here)
    }
}
