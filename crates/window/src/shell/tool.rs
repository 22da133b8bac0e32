//! Tool: what a click on the board does.

use bevy::ecs::prelude::*;
use stonefield_go::notation::sgf::Mark;
use stonefield_sim::Brush;

/// What the left button does on the board.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tool {
    /// Plays where it is a person's turn; otherwise selects what is there.
    #[default]
    Hand,
    /// Puts a stone on points, or takes one away.
    Brush(Brush),
    /// Puts a sign on points of the record's node, or takes it away.
    Mark(Mark),
    /// Puts the next letter on points of the record's node, or takes it away.
    Letter,
}
