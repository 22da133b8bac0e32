//! What has happened, as messages.

use super::Brush;
use crate::go::{Color, Outcome, Point};
use bevy::ecs::prelude::*;

/// A stone was placed.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placed {
    /// The goban.
    pub goban: Entity,
    /// The new stone.
    pub stone: Entity,
    /// Its id.
    pub id: u32,
    /// Its colour.
    pub color: Color,
    /// Where.
    pub point: Point,
    /// When.
    pub tick: u64,
}

/// A new stone joined groups that stood before.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Merged {
    /// The goban.
    pub goban: Entity,
    /// The new stone.
    pub id: u32,
    /// Its colour.
    pub color: Color,
    /// How many groups it joined.
    pub groups: u32,
    /// The size of the group now.
    pub size: u32,
    /// When.
    pub tick: u64,
}

/// A stone died.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Captured {
    /// The goban.
    pub goban: Entity,
    /// The dead stone.
    pub id: u32,
    /// Its colour.
    pub color: Color,
    /// Where it stood.
    pub point: Point,
    /// When.
    pub tick: u64,
}

/// A colour passed.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Passed {
    /// The goban.
    pub goban: Entity,
    /// Who.
    pub color: Color,
    /// When.
    pub tick: u64,
}

/// A game ended.
#[derive(Message, Clone, Debug, PartialEq)]
pub struct GameOver {
    /// The goban.
    pub goban: Entity,
    /// How.
    pub outcome: Outcome,
    /// When.
    pub tick: u64,
}

/// A request was not granted, or a mind asked for what the rules forbid.
#[derive(Message, Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// The goban.
    pub goban: Entity,
    /// Why, in plain words.
    pub reason: String,
}

/// The brush changed a point.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Painted {
    /// The goban.
    pub goban: Entity,
    /// Where.
    pub point: Point,
    /// With what.
    pub brush: Brush,
}

/// A goban stands at another moment than the ticks before led to: a new game, or a jump along its timeline. What happened
/// in between is not told.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Jumped {
    /// The goban.
    pub goban: Entity,
    /// Where it stands now.
    pub tick: u64,
    /// Whether a new game began.
    pub new_game: bool,
}

/// Gobans were set up that go on from a position of another.
#[derive(Message, Clone, Debug, PartialEq, Eq)]
pub struct Forked {
    /// The goban that was asked.
    pub of: Entity,
    /// The new ones, in the order of their minds.
    pub gobans: Vec<Entity>,
}

/// Calls a macro with the type of every message of this layer.
macro_rules! with_all_messages {
    ($call:ident) => {
        $call!(
            $crate::sim::Request,
            $crate::sim::Placed,
            $crate::sim::Merged,
            $crate::sim::Captured,
            $crate::sim::Passed,
            $crate::sim::GameOver,
            $crate::sim::Refused,
            $crate::sim::Painted,
            $crate::sim::Jumped,
            $crate::sim::Forked
        )
    };
}
pub(super) use with_all_messages;
