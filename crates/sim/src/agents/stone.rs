//! Stones: the agents.

use bevy::ecs::prelude::*;
use bevy::ecs::system::SystemParam;
use stonefield_go::{Color, Point};

/// A stone on a board.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
#[require(OwnLiberties, GroupLiberties, Captures)]
pub struct Stone {
    /// Black or White; it never changes.
    pub color: Color,
    /// Its number in the order of placement, from 0; never used again within a game.
    pub id: u32,
}

/// Where a stone stands.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct At(pub Point);

/// What a stone counts around itself: neighbouring cells less neighbouring stones.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OwnLiberties(pub u32);

/// What a stone hears from its group: the sum of the members' own liberties, so that a shared liberty counts once for each
/// stone. Under `netlogo-2016` the sum over its own links and itself.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GroupLiberties(pub u32);

/// The tick in which a stone was placed; 0 for those the game began with.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Born(pub u64);

/// Captures credited to a stone: the stones that its placement took. Under `netlogo-2016` its colour's losses as that model
/// counts them.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Captures(pub u32);

/// The goban that a stone or a patch belongs to.
///
/// The way back is [`Occupancy`](super::Occupancy): from a point to what is there. A list on the goban would make every
/// removal a search.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct OnGoban(pub Entity);

/// What stones sense. Each half is looked up alone: mostly one of them is wanted.
#[derive(SystemParam)]
pub(crate) struct Senses<'w, 's> {
    own: Query<'w, 's, &'static mut OwnLiberties>,
    group: Query<'w, 's, &'static mut GroupLiberties>,
}

impl Senses<'_, '_> {
    /// The own liberties of a stone, as it has sensed them.
    #[inline]
    pub fn own(&self, stone: Entity) -> u32 {
        self.own.get(stone).map_or(0, |own| own.0)
    }

    /// Lets a stone count its own liberties. Returns what it had counted before; `None` where there is no such stone.
    #[inline]
    pub fn count(&mut self, stone: Entity, now: u32) -> Option<u32> {
        let mut own = self.own.get_mut(stone).ok()?;
        Some(std::mem::replace(&mut own.0, now))
    }

    /// Lets a stone hear of its group's liberties.
    #[inline]
    pub fn hear(&mut self, stone: Entity, sum: u32) {
        if let Ok(mut group) = self.group.get_mut(stone) {
            group.0 = sum;
        }
    }

    /// Whether a stone's own senses say that it is dead.
    #[inline]
    pub fn is_dead(&self, stone: Entity) -> bool {
        self.group.get(stone).is_ok_and(|group| group.0 == 0) && self.own(stone) == 0
    }
}

/// All components of a stone but the goban that it is on.
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
    /// A stone that has sensed nothing yet.
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
