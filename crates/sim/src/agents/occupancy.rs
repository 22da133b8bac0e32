//! Who stands where: the way from a point to its patch and stone, and from a stone's id to the stone.

use super::GroupSummary;
use bevy::ecs::prelude::*;
use stonefield_go::{ByColor, Color, NeighbourIndices, Point, Size, stone_at};

/// No stone.
const NONE: u32 = u32::MAX;

/// What a goban knows of one stone that has ever stood on it, in four bytes: the number of its point, its colour, and whether it stands.
#[derive(Clone, Copy, Debug)]
struct StonePlace(u32);

impl StonePlace {
    const POINT: u32 = (1 << 20) - 1;
    const WHITE: u32 = 1 << 20;
    const STANDS: u32 = 1 << 21;
    /// A stone that has left, of which nothing else is known.
    const GONE: Self = Self(0);

    const fn new(point: u32, color: Color) -> Self {
        let white = if matches!(color, Color::White) { Self::WHITE } else { 0 };
        Self(point & Self::POINT | white | Self::STANDS)
    }

    const fn point(self) -> usize {
        (self.0 & Self::POINT) as usize
    }

    const fn color(self) -> Color {
        if self.0 & Self::WHITE == 0 { Color::Black } else { Color::White }
    }

    const fn stands(self) -> bool {
        self.0 & Self::STANDS != 0
    }

    const fn leave(&mut self) {
        self.0 &= !Self::STANDS;
    }
}

/// The dense index of a goban: stones and patches by point, stones by id, and for every point the number of stones
/// around it.
///
/// Ids count up from 0 within a game and are never used again, so a stone can be followed by its id.
#[derive(Component, Clone, Debug)]
pub struct Occupancy {
    size: Size,
    ids: Vec<u32>,
    /// By point: the colour of the stone there, as its place in the roster has it.
    colors: Vec<Option<Color>>,
    near: Vec<u8>,
    patches: Vec<Entity>,
    /// By point: the stone there, [`Entity::PLACEHOLDER`] where none has stood.
    entities: Vec<Entity>,
    /// By stone id.
    roster: Vec<StonePlace>,
    standing: ByColor<u32>,
    contacts: u64,
    /// Points without a stone.
    vacant: Vec<u32>,
    /// By point: its place in `vacant`, if it is there.
    places: Vec<u32>,
    /// By point: whose eye point it is.
    eyes: Vec<Option<Color>>,
    eye_points: ByColor<u32>,
    /// By point: the colours of stones that may have left it, each its bit.
    left: Vec<u8>,
    hash: u64,
}

impl Occupancy {
    /// An empty board over the given patches, one for each point by number.
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
            left: vec![0; size.area()],
            hash: 0,
        }
    }

    /// Forgets all stones and their ids; the patches stay.
    pub(crate) fn clear(&mut self) {
        self.ids.fill(NONE);
        self.colors.fill(None);
        self.near.fill(0);
        self.roster.clear();
        self.standing = ByColor::default();
        self.contacts = 0;
        self.eyes.fill(None);
        self.eye_points = ByColor::default();
        self.left.fill(0);
        self.hash = 0;
        self.vacant.clear();
        self.vacant.extend((0_u32..).take(self.size.area()));
        self.places.clone_from(&self.vacant);
    }

    /// The size of the board.
    #[must_use]
    pub const fn size(&self) -> Size {
        self.size
    }

    /// The stone on a point.
    #[must_use]
    pub fn stone(&self, point: Point) -> Option<Entity> {
        self.id(point).and_then(|id| self.entity(id))
    }

    /// The patch of a point on the board.
    #[must_use]
    pub fn patch(&self, point: Point) -> Entity {
        self.patches[self.size.index(point)]
    }

    /// All patches by point number.
    #[must_use]
    pub fn patches(&self) -> &[Entity] {
        &self.patches
    }

    /// All points that hold a stone, in the order of their numbers, with the stone.
    pub fn stones(&self) -> impl Iterator<Item = (Point, Entity)> + '_ {
        let held = self.ids.iter().enumerate().filter(|(_, id)| **id != NONE);
        held.map(|(index, _)| (self.size.point(index), self.entities[index]))
    }

    /// The id of the stone on a point.
    #[must_use]
    pub fn id(&self, point: Point) -> Option<u32> {
        self.size.contains(point).then(|| self.id_at(self.size.index(point))).flatten()
    }

    /// The id of the stone on the point with the given number.
    #[inline]
    #[must_use]
    pub fn id_at(&self, index: usize) -> Option<u32> {
        let id = self.ids[index];
        (id != NONE).then_some(id)
    }

    /// The ids of the standing stones, ascending: the order in which anything that decides goes over stones.
    pub fn ids(&self) -> impl Iterator<Item = u32> + '_ {
        (0_u32..).zip(&self.roster).filter(|(_, place)| place.stands()).map(|(id, _)| id)
    }

    /// The entity of a standing stone.
    #[inline]
    #[must_use]
    pub fn entity(&self, id: u32) -> Option<Entity> {
        let place = self.roster.get(id as usize)?;
        place.stands().then(|| self.entities[place.point()])
    }

    /// True for a stone that stands.
    #[inline]
    pub(crate) fn stands(&self, id: u32) -> bool {
        self.roster.get(id as usize).is_some_and(|place| place.stands())
    }

    /// The number of the point that a stone stands, or stood, on.
    #[inline]
    pub fn index_of(&self, id: u32) -> usize {
        self.roster[id as usize].point()
    }

    /// The colour of a stone that stands or has stood.
    #[inline]
    pub fn color_of(&self, id: u32) -> Color {
        self.roster[id as usize].color()
    }

    /// Stones of each colour on the board.
    #[must_use]
    pub const fn standing(&self) -> ByColor<u32> {
        self.standing
    }

    /// The id that the next stone will have.
    #[must_use]
    pub fn next_id(&self) -> u32 {
        u32::try_from(self.roster.len()).unwrap_or(NONE)
    }

    /// For every point by number, the stones on its four neighbours.
    #[must_use]
    pub fn near(&self) -> &[u8] {
        &self.near
    }

    /// The sum of [`Occupancy::near`] over the board.
    #[must_use]
    pub const fn contacts(&self) -> u64 {
        self.contacts
    }

    /// The numbers of the points without a stone. Their order comes of what was played, and chance draws from it.
    #[must_use]
    pub fn vacant(&self) -> &[u32] {
        &self.vacant
    }

    /// Brings the points without a stone into the order that a stored moment had.
    pub(crate) fn order_vacant(&mut self, vacant: &[u32]) {
        self.vacant.clear();
        self.vacant.extend_from_slice(vacant);
        for (place, &point) in (0_u32..).zip(vacant) {
            self.places[point as usize] = place;
        }
    }

    /// The colour whose eye point the point with this number is: see
    /// [`Agents::eye_color`](stonefield_minds::Agents::eye_color).
    #[inline]
    #[must_use]
    pub fn eye(&self, index: usize) -> Option<Color> {
        self.eyes[index]
    }

    /// How many eye points each colour has.
    #[must_use]
    pub const fn eye_points(&self) -> ByColor<u32> {
        self.eye_points
    }

    /// True where a stone of this colour may have stood on the point before, and left it. Where false, no
    /// earlier position has such a stone there.
    #[inline]
    pub(crate) fn may_have_left(&self, index: usize, color: Color) -> bool {
        self.left[index] & bit(color) != 0
    }

    /// Takes any stone for one that may have left any point, for a game whose past is not known.
    pub(crate) fn forget_who_left(&mut self) {
        self.left.fill(bit(Color::Black) | bit(Color::White));
    }

    /// Looks again whether a point is an eye point.
    fn look(&mut self, index: usize) {
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

    /// The numbers of the diagonal points.
    fn corners(&self, index: usize) -> impl Iterator<Item = usize> + use<> {
        let size = self.size;
        size.diagonals(size.point(index)).map(move |corner| size.index(corner))
    }

    /// What a stone that stands has of the board.
    pub(crate) fn summary(&self, id: u32) -> GroupSummary {
        let place = self.roster[id as usize];
        let (index, color) = (place.point(), place.color());
        let vacant = self.size.around(index).filter(|&next| self.ids[next] == NONE);
        let (sums, edges) = (vacant.collect(), GroupSummary::edges_of(self.size, index));
        GroupSummary { hash: stone_at(self.size, index, color), sums, color, edges }
    }

    /// The exclusive or of the keys of all stones.
    #[must_use]
    pub const fn hash(&self) -> u64 {
        self.hash
    }

    /// The colours of the stones by point number.
    #[must_use]
    pub fn colors(&self) -> &[Option<Color>] {
        &self.colors
    }

    /// The colour of the stone on the point with this number.
    #[inline]
    #[must_use]
    pub fn color_at(&self, index: usize) -> Option<Color> {
        self.colors[index]
    }

    /// What a stone on the point with this number would count as its own liberties: neighbouring cells less neighbouring
    /// stones.
    #[inline]
    #[must_use]
    pub fn own_liberties(&self, index: usize) -> u32 {
        let cells = self.size.around(index).count();
        u32::try_from(cells).unwrap_or(0) - u32::from(self.near[index])
    }

    /// The numbers of the points around the one with this number.
    #[inline]
    pub fn around(&self, index: usize) -> NeighbourIndices {
        self.size.around(index)
    }

    /// The ids of the stones around the point with this number.
    pub(crate) fn stones_around(&self, index: usize) -> impl Iterator<Item = u32> + '_ {
        self.around(index).filter_map(|next| self.id_at(next))
    }

    /// The stones of its own colour next to a stone on the point with this number.
    pub(crate) fn like_neighbours(&self, index: usize, id: u32) -> impl Iterator<Item = u32> + '_ {
        let color = self.color_of(id);
        self.stones_around(index).filter(move |&other| self.color_of(other) == color)
    }

    /// Stands a new stone on an empty point and returns its id.
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
        // It may fill an eye, close those beside it, and break the enemy's at its corners.
        if self.eyes[index].is_some() {
            self.look(index);
        }
        for next in self.size.around(index) {
            if self.ids[next] == NONE {
                self.look(next);
            }
        }
        if self.eye_points[!color] > 0 {
            for corner in self.corners(index) {
                if self.eyes[corner] == Some(!color) {
                    self.look(corner);
                }
            }
        }
        id
    }

    /// Stands a stone again that a stored moment had, under its old id.
    pub(crate) fn add_again(&mut self, id: u32, index: usize, color: Color, entity: Entity) {
        self.skip_to(id);
        self.add(index, color, entity);
    }

    /// Lets ids run on from `next`, as they did at a stored moment.
    pub(crate) fn skip_to(&mut self, next: u32) {
        self.roster.resize(self.roster.len().max(next as usize), StonePlace::GONE);
    }

    /// Takes a standing stone off the board.
    pub(crate) fn remove(&mut self, id: u32) {
        let place = &mut self.roster[id as usize];
        place.leave();
        let (index, color) = (place.point(), place.color());
        self.ids[index] = NONE;
        self.colors[index] = None;
        self.left[index] |= bit(color);
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
        // It may leave an eye, open those beside it, and no longer break those at its corners.
        for next in self.size.around(index) {
            if self.eyes[next].is_some() {
                self.look(next);
            }
        }
        for next in self.corners(index).chain([index]) {
            self.look(next);
        }
    }
}

/// The bit of a colour.
const fn bit(color: Color) -> u8 {
    1 << color.index()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stones_are_counted_as_they_come_and_go() {
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
