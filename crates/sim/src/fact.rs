//! Messages about events in a game.

use super::Brush;
use bevy::ecs::prelude::*;
use stonefield_go::{Color, Outcome, Point};

/// A stone was placed.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placed {
    /// Goban of the event.
    pub goban: Entity,
    /// Entity of the new stone.
    pub stone: Entity,
    /// Number of the new stone, in order of placement, from 0.
    pub id: u32,
    /// Colour of the stone.
    pub color: Color,
    /// Point of the event.
    pub point: Point,
    /// Tick of the event, from 1.
    pub tick: u64,
}

/// A new stone joined existing groups.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Merged {
    /// Goban of the event.
    pub goban: Entity,
    /// Number of the new stone, in order of placement, from 0.
    pub id: u32,
    /// Colour of the stone.
    pub color: Color,
    /// Number of groups joined, 1 to 4.
    pub groups: u32,
    /// Size of the merged group, in stones, the new one included.
    pub size: u32,
    /// Tick of the event, from 1.
    pub tick: u64,
}

/// A stone died, by capture or by suicide.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Captured {
    /// Goban of the event.
    pub goban: Entity,
    /// Number of the dead stone, in order of placement, from 0.
    pub id: u32,
    /// Colour of the stone.
    pub color: Color,
    /// Point of the dead stone.
    pub point: Point,
    /// Tick of the event, from 1.
    pub tick: u64,
}

/// A colour passed.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Passed {
    /// Goban of the event.
    pub goban: Entity,
    /// Colour that passed.
    pub color: Color,
    /// Tick of the event, from 1.
    pub tick: u64,
}

/// A game ended.
#[derive(Message, Clone, Debug, PartialEq)]
pub struct GameOver {
    /// Goban of the event.
    pub goban: Entity,
    /// Outcome of the game.
    pub outcome: Outcome,
    /// Tick of the event, from 1.
    pub tick: u64,
}

/// A request was refused, or a mind chose an illegal move.
#[derive(Message, Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// Goban of the event.
    pub goban: Entity,
    /// Reason, in plain words.
    pub reason: String,
}

/// The brush changed a point.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Painted {
    /// Goban of the event.
    pub goban: Entity,
    /// Point of the event.
    pub point: Point,
    /// Content that the brush set on the point.
    pub brush: Brush,
}

/// A goban changed to another position without playing to it: a new game, or another place of its record. No
/// messages are written for the ticks in between.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Jumped {
    /// Goban of the event.
    pub goban: Entity,
    /// Tick at whose end the goban is now. 0: before the first tick.
    pub tick: u64,
    /// True when a new game began.
    pub new_game: bool,
}

/// A breakpoint stopped a goban.
#[derive(Message, Clone, Debug, PartialEq, Eq)]
pub struct Struck {
    /// Goban of the event.
    pub goban: Entity,
    /// Tick at whose end the goban was stopped.
    pub tick: u64,
    /// Conditions that were met, and how, in words: see [`Strike::why`](crate::Strike::why).
    pub why: String,
}

/// New gobans were set up that continue from a position of another goban.
#[derive(Message, Clone, Debug, PartialEq, Eq)]
pub struct Forked {
    /// Goban that was forked.
    pub of: Entity,
    /// New gobans, in the order of the requested games.
    pub gobans: Vec<Entity>,
}

/// Calls a macro with the type of every message in this crate.
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
