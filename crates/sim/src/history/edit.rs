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
    /// Heat spreads differently.
    Heat(HeatParams),
    /// The other colour is to move.
    Turn(Color),
    /// The game having been counted, the group on a point counts as dead, or as alive.
    Mark(Point, bool),
}
