//! Stones: the agents.

use bevy::ecs::prelude::*;
use bevy::ecs::system::SystemParam;
use stonefield_go::{Color, Point};

/// A stone on a board.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
#[require(OwnLiberties, GroupLiberties, Captures)]
pub struct Stone {
    /// Colour, which never changes.
    pub color: Color,
    /// Number in the order of placement, from 0. Never reused within a game.
    pub id: u32,
}

/// Point of a stone.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct At(pub Point);

/// Own liberties of a stone, 0 to 4, as the stone counted them last: the number of vacant adjacent points.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OwnLiberties(pub u32);

/// Liberties of a stone's group, as the stone received them last: the sum of the members' own liberties. A
/// shared liberty counts once for each stone. Under `netlogo-2016`, the sum over the stone and the stones
/// linked to it.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GroupLiberties(pub u32);

/// Tick in which a stone was placed. Set-up stone: 0. Painted stone: the last complete tick.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Born(pub u64);

/// Number of stones that a stone captured when placed. Under `netlogo-2016`: losses of its colour.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Captures(pub u32);

/// Goban of a stone or a patch.
///
/// [`Occupancy`](super::Occupancy) maps the other way, from points to entities. This component is no Bevy
/// relationship: the goban would then have a list of its stones, and each removal would search that list.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct OnGoban(pub Entity);

/// Access to what stones sense. Two queries, because most callers need only one component.
#[derive(SystemParam)]
pub(crate) struct Senses<'w, 's> {
    own: Query<'w, 's, &'static mut OwnLiberties>,
    group: Query<'w, 's, &'static mut GroupLiberties>,
}

impl Senses<'_, '_> {
    /// Own liberties of a stone as it counted them last, 0 if there is no such stone.
    #[inline]
    pub fn own_liberties(&self, stone: Entity) -> u32 {
        self.own.get(stone).map_or(0, |own| own.0)
    }

    /// Sets a stone's own liberties. Returns the old number, or `None` if there is no such stone.
    #[inline]
    pub fn set_own_liberties(&mut self, stone: Entity, now: u32) -> Option<u32> {
        let mut own = self.own.get_mut(stone).ok()?;
        Some(std::mem::replace(&mut own.0, now))
    }

    /// Sets the liberties of a stone's group.
    #[inline]
    pub fn set_group_liberties(&mut self, stone: Entity, sum: u32) {
        if let Ok(mut group) = self.group.get_mut(stone) {
            group.0 = sum;
        }
    }

    /// True if a stone senses no liberties, neither its own nor its group's.
    #[inline]
    pub fn is_dead(&self, stone: Entity) -> bool {
        self.group.get(stone).is_ok_and(|group| group.0 == 0) && self.own_liberties(stone) == 0
    }
}

/// All components of a stone except its goban.
#[derive(Bundle, Clone, Copy, Debug)]
pub(crate) struct StoneBundle {
    pub stone: Stone,
    pub at: At,
    pub own: OwnLiberties,
    pub group: GroupLiberties,
    pub born: Born,
    pub captures: Captures,
}

impl StoneBundle {
    /// Creates a stone that has sensed nothing yet.
    pub fn new(id: u32, color: Color, point: Point, born: u64) -> Self {
        Self {
            stone: Stone { color, id },
            at: At(point),
            own: OwnLiberties(0),
            group: GroupLiberties(0),
            born: Born(born),
            captures: Captures(0),
        }
    }
}
