//! Edit: a change that the user makes between two plies.

use crate::Brush;
use stonefield_go::field::HeatParams;
use stonefield_go::{Color, Point};
use stonefield_minds::BrainSpec;

/// A change by the user between two plies.
#[derive(Clone, Debug, PartialEq)]
pub enum Edit {
    /// The brush changed a point.
    Paint(Point, Brush),
    /// A mind was seated.
    Seat(Color, BrainSpec),
    /// The heat parameters changed.
    Heat(HeatParams),
    /// This colour is to move now. A game that ended by two passes is resumed.
    Turn(Color),
    /// In a counted game, the group on a point was marked as dead (`true`) or alive (`false`).
    Mark(Point, bool),
}
