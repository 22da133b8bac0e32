//! Tool of the left mouse button on the board.

use bevy::ecs::prelude::*;
use stonefield_go::notation::sgf::Mark;
use stonefield_sim::Brush;

/// Tool of the left mouse button on the board.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tool {
    /// Plays a move on a person's turn, or else selects the point.
    #[default]
    Hand,
    /// Adds or removes stones.
    Brush(Brush),
    /// Adds or removes a mark of the record's node.
    Mark(Mark),
    /// Adds the next letter to the record's node, or removes one.
    Letter,
}
