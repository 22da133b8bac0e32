//! What has happened, as messages.

use super::Brush;
use bevy::ecs::prelude::*;
use stonefield_go::{Color, Outcome, Point};

/// A stone was placed.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placed {
    /// The goban on which it happened.
    pub goban: Entity,
    /// The new stone.
    pub stone: Entity,
    /// The new stone's number in the order of placement, from 0.
    pub id: u32,
    /// The colour of that stone.
    pub color: Color,
    /// The point of the board it concerns.
    pub point: Point,
    /// The tick in which it happened, from 1.
    pub tick: u64,
}

/// A new stone joined groups that stood before.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Merged {
    /// The goban on which it happened.
    pub goban: Entity,
    /// The new stone's number in the order of placement, from 0.
    pub id: u32,
    /// The colour of that stone.
    pub color: Color,
    /// How many groups it joined, at least 1 and at most 4.
    pub groups: u32,
    /// Stones of the group now, the new one included.
    pub size: u32,
    /// The tick in which it happened, from 1.
    pub tick: u64,
}

/// A stone died.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Captured {
    /// The goban on which it happened.
    pub goban: Entity,
    /// The dead stone's number in the order of placement, from 0.
    pub id: u32,
    /// The colour of that stone.
    pub color: Color,
    /// Where it stood.
    pub point: Point,
    /// The tick in which it happened, from 1.
    pub tick: u64,
}

/// A colour passed.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Passed {
    /// The goban on which it happened.
    pub goban: Entity,
    /// The colour that passed.
    pub color: Color,
    /// The tick in which it happened, from 1.
    pub tick: u64,
}

/// A game ended.
#[derive(Message, Clone, Debug, PartialEq)]
pub struct GameOver {
    /// The goban on which it happened.
    pub goban: Entity,
    /// Who won and by what, or that nobody did.
    pub outcome: Outcome,
    /// The tick in which it happened, from 1.
    pub tick: u64,
}

/// A request was refused, or a mind chose what the rules forbid.
#[derive(Message, Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// The goban on which it happened.
    pub goban: Entity,
    /// Why, in plain words.
    pub reason: String,
}

/// The brush changed a point.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Painted {
    /// The goban on which it happened.
    pub goban: Entity,
    /// The point of the board it concerns.
    pub point: Point,
    /// What the brush left on the point.
    pub brush: Brush,
}

/// A goban stands at another moment than the ticks before led to: a new game, or a jump along its timeline. What happened
/// in between is not told.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Jumped {
    /// The goban on which it happened.
    pub goban: Entity,
    /// The tick at the end of which it stands now; 0 before the first.
    pub tick: u64,
    /// Whether a new game began.
    pub new_game: bool,
}

/// A breakpoint has stopped a goban.
#[derive(Message, Clone, Debug, PartialEq, Eq)]
pub struct Struck {
    /// The goban on which it happened.
    pub goban: Entity,
    /// The tick at whose end it stands.
    pub tick: u64,
    /// Which breakpoint struck, and what came true, in words.
    pub why: String,
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
            $crate::Request,
            $crate::Placed,
            $crate::Merged,
            $crate::Captured,
            $crate::Passed,
            $crate::GameOver,
            $crate::Refused,
            $crate::Painted,
            $crate::Jumped,
            $crate::Struck,
            $crate::Forked
        )
    };
}
pub(super) use with_all_messages;
