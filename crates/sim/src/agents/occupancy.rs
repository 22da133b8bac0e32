//! Index of a board: from points to patches and stones, and from stone ids to stones.

use super::GroupSummary;
use bevy::ecs::prelude::*;
use stonefield_go::{ByColor, Color, NeighbourIndices, Point, Size, stone_at};

/// Stone id that means "no stone".
const NONE: u32 = u32::MAX;

/// Point number, colour and presence of one stone of the game, packed in four bytes.
#[derive(Clone, Copy, Debug)]
struct StonePlace(u32);

impl StonePlace {
    const POINT: u32 = (1 << 20) - 1;
    const WHITE: u32 = 1 << 20;
    const ON_BOARD: u32 = 1 << 21;
    /// A stone that is not on the board. Its point and colour are unknown.
    const REMOVED: Self = Self(0);

    const fn new(point: u32, color: Color) -> Self {
        let white = if matches!(color, Color::White) { Self::WHITE } else { 0 };
        Self(point & Self::POINT | white | Self::ON_BOARD)
    }

    const fn point(self) -> usize {
        (self.0 & Self::POINT) as usize
    }

    const fn color(self) -> Color {
        if self.0 & Self::WHITE == 0 { Color::Black } else { Color::White }
    }

    const fn is_on_board(self) -> bool {
        self.0 & Self::ON_BOARD != 0
    }

    const fn remove(&mut self) {
        self.0 &= !Self::ON_BOARD;
    }
}

/// Dense index of a goban: stones and patches by point, stones by id, and stone counts around each point.
///
/// Ids count up from 0 within a game and are never reused, so an id names one stone for the whole game.
#[derive(Component, Clone, Debug)]
pub struct Occupancy {
    size: Size,
    ids: Vec<u32>,
    /// By point: colour of its stone.
    colors: Vec<Option<Color>>,
    near: Vec<u8>,
    patches: Vec<Entity>,
    /// By point: entity of its present or last stone, [`Entity::PLACEHOLDER`] if it never had one.
    entities: Vec<Entity>,
    /// By stone id: its point, colour and presence.
    roster: Vec<StonePlace>,
    standing: ByColor<u32>,
    contacts: u64,
    /// Numbers of the points without a stone.
    vacant: Vec<u32>,
    /// By point: its index in `vacant`, valid for vacant points.
    places: Vec<u32>,
    /// By point: colour whose eye it is.
    eyes: Vec<Option<Color>>,
    eye_points: ByColor<u32>,
    /// By point: bits of the colours whose stones may have been removed from it.
    removed_colors: Vec<u8>,
    hash: u64,
}

impl Occupancy {
    /// Creates an empty board over the given patches, one for each point by number.
    #[must_use]
    pub fn new(size: Size, patches: Vec<Entity>) -> Self {
        let vacant = (0_u32..).take(size.area()).collect::<Vec<_>>();
        Self {
            size,
            ids: vec![NONE; size.area()],
            colors: vec![None; size.area()],
            near: vec![0; size.area()],
            patches,
            entities: vec![Entity::PLACEHOLDER; size.area()],
            roster: Vec::new(),
            standing: ByColor::default(),
            contacts: 0,
            places: vacant.clone(),
            vacant,
            eyes: vec![None; size.area()],
            eye_points: ByColor::default(),
            removed_colors: vec![0; size.area()],
            hash: 0,
        }
    }

    /// Removes all stones and their ids; the patches stay.
    pub(crate) fn clear(&mut self) {
        self.ids.fill(NONE);
        self.colors.fill(None);
        self.near.fill(0);
        self.roster.clear();
        self.standing = ByColor::default();
        self.contacts = 0;
        self.eyes.fill(None);
        self.eye_points = ByColor::default();
        self.removed_colors.fill(0);
        self.hash = 0;
        self.vacant.clear();
        self.vacant.extend((0_u32..).take(self.size.area()));
        self.places.clone_from(&self.vacant);
    }

    /// Size of the board.
    #[must_use]
    pub const fn size(&self) -> Size {
        self.size
    }

    /// Returns the stone on a point.
    #[must_use]
    pub fn stone(&self, point: Point) -> Option<Entity> {
        self.id(point).and_then(|id| self.entity(id))
    }

    /// Returns the patch of a point on the board.
    #[must_use]
    pub fn patch(&self, point: Point) -> Entity {
        self.patches[self.size.index(point)]
    }

    /// Returns all patches by point number.
    #[must_use]
    pub fn patches(&self) -> &[Entity] {
        &self.patches
    }

    /// Iterates over all stones with their points, by point number.
    pub fn stones(&self) -> impl Iterator<Item = (Point, Entity)> + '_ {
        let occupied = self.ids.iter().enumerate().filter(|(_, id)| **id != NONE);
        occupied.map(|(index, _)| (self.size.point(index), self.entities[index]))
    }

    /// Returns the id of the stone on a point.
    #[must_use]
    pub fn id(&self, point: Point) -> Option<u32> {
        self.size.contains(point).then(|| self.id_at(self.size.index(point))).flatten()
    }

    /// Returns the id of the stone on the point with this number.
    #[inline]
    #[must_use]
    pub fn id_at(&self, index: usize) -> Option<u32> {
        let id = self.ids[index];
        (id != NONE).then_some(id)
    }

    /// Iterates over the ids of the stones on the board, ascending. The fixed order makes games repeatable.
    pub fn ids(&self) -> impl Iterator<Item = u32> + '_ {
        (0_u32..).zip(&self.roster).filter(|(_, place)| place.is_on_board()).map(|(id, _)| id)
    }

    /// Returns the entity of a stone on the board.
    #[inline]
    #[must_use]
    pub fn entity(&self, id: u32) -> Option<Entity> {
        let place = self.roster.get(id as usize)?;
        place.is_on_board().then(|| self.entities[place.point()])
    }

    /// True if the stone is on the board.
    #[inline]
    pub(crate) fn is_on_board(&self, id: u32) -> bool {
        self.roster.get(id as usize).is_some_and(|place| place.is_on_board())
    }

    /// Number of the point of a stone, also after its removal.
    #[inline]
    pub fn index_of(&self, id: u32) -> usize {
        self.roster[id as usize].point()
    }

    /// Colour of a stone, also after its removal.
    #[inline]
    pub fn color_of(&self, id: u32) -> Color {
        self.roster[id as usize].color()
    }

    /// Number of stones of each colour on the board.
    #[must_use]
    pub const fn standing(&self) -> ByColor<u32> {
        self.standing
    }

    /// Id of the next stone.
    #[must_use]
    pub fn next_id(&self) -> u32 {
        u32::try_from(self.roster.len()).unwrap_or(NONE)
    }

    /// By point number: stones on its neighbours, 0 to 4.
    #[must_use]
    pub fn near(&self) -> &[u8] {
        &self.near
    }

    /// Sum of [`Occupancy::near`] over the board.
    #[must_use]
    pub const fn contacts(&self) -> u64 {
        self.contacts
    }

    /// Numbers of the vacant points, in an order that depends on past moves and that random choices use.
    #[must_use]
    pub fn vacant(&self) -> &[u32] {
        &self.vacant
    }

    /// Restores the order of the vacant points from a snapshot.
    pub(crate) fn order_vacant(&mut self, vacant: &[u32]) {
        self.vacant.clear();
        self.vacant.extend_from_slice(vacant);
        for (place, &point) in (0_u32..).zip(vacant) {
            self.places[point as usize] = place;
        }
    }

    /// Returns the colour whose eye the point with this number is: see
    /// [`Agents::eye_color`](stonefield_minds::Agents::eye_color).
    #[inline]
    #[must_use]
    pub fn eye(&self, index: usize) -> Option<Color> {
        self.eyes[index]
    }

    /// Number of eye points of each colour.
    #[must_use]
    pub const fn eye_points(&self) -> ByColor<u32> {
        self.eye_points
    }

    /// True if a stone of this colour may have been removed from the point earlier. If false, no earlier
    /// position has such a stone there.
    #[inline]
    pub(crate) fn may_have_been_removed(&self, index: usize, color: Color) -> bool {
        self.removed_colors[index] & bit(color) != 0
    }

    /// Assumes that stones of both colours were removed from every point, for a game with unknown history.
    pub(crate) fn assume_removals(&mut self) {
        self.removed_colors.fill(bit(Color::Black) | bit(Color::White));
    }

    /// Recomputes whether a point is an eye.
    fn update_eye(&mut self, index: usize) {
        let now = self.eye_at(index);
        let before = std::mem::replace(&mut self.eyes[index], now);
        if let Some(color) = before {
            self.eye_points[color] -= 1;
        }
        if let Some(color) = now {
            self.eye_points[color] += 1;
        }
    }

    fn eye_at(&self, index: usize) -> Option<Color> {
        let mut around = self.size.around(index);
        let cells = around.count();
        if self.ids[index] != NONE || usize::from(self.near[index]) < cells {
            return None;
        }
        let color = self.color_at(around.next()?)?;
        let enemies = || self.corners(index).filter(|&corner| self.color_at(corner) == Some(!color)).count();
        let whole = around.all(|next| self.color_at(next) == Some(color));
        (whole && enemies() + usize::from(cells < 4) < 2).then_some(color)
    }

    /// Iterates over the numbers of a point's diagonal neighbours.
    fn corners(&self, index: usize) -> impl Iterator<Item = usize> + use<> {
        let size = self.size;
        size.diagonals(size.point(index)).map(move |corner| size.index(corner))
    }

    /// Returns the summary of a single stone on the board, without the rest of its group.
    pub(crate) fn summary(&self, id: u32) -> GroupSummary {
        let place = self.roster[id as usize];
        let (index, color) = (place.point(), place.color());
        let vacant = self.size.around(index).filter(|&next| self.ids[next] == NONE);
        let (sums, edges) = (vacant.collect(), GroupSummary::edges_of(self.size, index));
        GroupSummary { hash: stone_at(self.size, index, color), sums, color, edges }
    }

    /// Exclusive or of the hash keys of all stones.
    #[must_use]
    pub const fn hash(&self) -> u64 {
        self.hash
    }

    /// Colours of the stones by point number.
    #[must_use]
    pub fn colors(&self) -> &[Option<Color>] {
        &self.colors
    }

    /// Colour of the stone on the point with this number.
    #[inline]
    #[must_use]
    pub fn color_at(&self, index: usize) -> Option<Color> {
        self.colors[index]
    }

    /// Returns the number of vacant neighbours of a point: the own liberties of a stone there.
    #[inline]
    #[must_use]
    pub fn own_liberties(&self, index: usize) -> u32 {
        let cells = self.size.around(index).count();
        u32::try_from(cells).unwrap_or(0) - u32::from(self.near[index])
    }

    /// Iterates over the numbers of the neighbours of the point with this number.
    #[inline]
    pub fn around(&self, index: usize) -> NeighbourIndices {
        self.size.around(index)
    }

    /// Iterates over the ids of the stones beside the point with this number.
    pub(crate) fn stones_around(&self, index: usize) -> impl Iterator<Item = u32> + '_ {
        self.around(index).filter_map(|next| self.id_at(next))
    }

    /// Iterates over the ids of the stones with the colour of stone `id` beside the point with this number.
    pub(crate) fn same_color_neighbours(&self, index: usize, id: u32) -> impl Iterator<Item = u32> + '_ {
        let color = self.color_of(id);
        self.stones_around(index).filter(move |&other| self.color_of(other) == color)
    }

    /// Places a new stone on an empty point and returns its id.
    pub(crate) fn add(&mut self, index: usize, color: Color, entity: Entity) -> u32 {
        let id = self.next_id();
        #[expect(clippy::cast_possible_truncation, reason = "a board has at most 2^20 points")]
        self.roster.push(StonePlace::new(index as u32, color));
        self.entities[index] = entity;
        self.ids[index] = id;
        self.colors[index] = Some(color);
        self.standing[color] += 1;
        self.hash ^= stone_at(self.size, index, color);
        let place = self.places[index];
        self.vacant.swap_remove(place as usize);
        if let Some(&moved) = self.vacant.get(place as usize) {
            self.places[moved as usize] = place;
        }
        for next in self.size.around(index) {
            self.near[next] += 1;
            self.contacts += 1;
        }
        // The stone may fill an eye, complete adjacent eyes, and break enemy eyes at diagonal points.
        if self.eyes[index].is_some() {
            self.update_eye(index);
        }
        for next in self.size.around(index) {
            if self.ids[next] == NONE {
                self.update_eye(next);
            }
        }
        if self.eye_points[!color] > 0 {
            for corner in self.corners(index) {
                if self.eyes[corner] == Some(!color) {
                    self.update_eye(corner);
                }
            }
        }
        id
    }

    /// Places a stone from a snapshot again, with its old id. Call it with ascending ids.
    pub(crate) fn add_again(&mut self, id: u32, index: usize, color: Color, entity: Entity) {
        self.skip_to(id);
        self.add(index, color, entity);
    }

    /// Skips ids, so that the id of the next stone is at least `next`.
    pub(crate) fn skip_to(&mut self, next: u32) {
        self.roster.resize(self.roster.len().max(next as usize), StonePlace::REMOVED);
    }

    /// Removes a stone from the board.
    pub(crate) fn remove(&mut self, id: u32) {
        let place = &mut self.roster[id as usize];
        place.remove();
        let (index, color) = (place.point(), place.color());
        self.ids[index] = NONE;
        self.colors[index] = None;
        self.removed_colors[index] |= bit(color);
        self.standing[color] -= 1;
        self.hash ^= stone_at(self.size, index, color);
        #[expect(clippy::cast_possible_truncation, reason = "a board has at most 2^20 points")]
        {
            self.places[index] = self.vacant.len() as u32;
            self.vacant.push(index as u32);
        }
        for next in self.size.around(index) {
            self.near[next] -= 1;
            self.contacts -= 1;
        }
        // The removal may break adjacent eyes, create an eye here, and restore eyes at diagonal points.
        for next in self.size.around(index) {
            if self.eyes[next].is_some() {
                self.update_eye(next);
            }
        }
        for next in self.corners(index).chain([index]) {
            self.update_eye(next);
        }
    }
}

/// Bit of a colour in `removed_colors`.
const fn bit(color: Color) -> u8 {
    1 << color.index()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_follow_added_and_removed_stones() {
        let size = Size::new(3, 1).unwrap_or_default();
        let mut board = Occupancy::new(size, vec![Entity::PLACEHOLDER; 3]);
        let entity = Entity::from_raw_u32(7).unwrap_or(Entity::PLACEHOLDER);
        assert_eq!(board.add(1, Color::White, entity), 0);
        assert_eq!((board.near(), board.contacts(), board.own_liberties(1)), (&[1, 0, 1][..], 2, 2));
        assert_eq!(board.add(0, Color::Black, entity), 1);
        assert_eq!((board.own_liberties(0), board.own_liberties(1)), (0, 1));
        assert_eq!(board.ids().collect::<Vec<_>>(), [0, 1]);
        board.remove(0);
        assert_eq!(board.standing(), ByColor::new(1, 0));
        assert_eq!((board.next_id(), board.id(Point::new(1, 0)), board.entity(0)), (2, None, None));
        assert_eq!(board.near(), [0, 1, 0]);
    }
}
