//! Planned game: a game of many, before it is played.

use stonefield_sim::{GameSetup, StopCondition};

/// A game of many, before it is played.
#[derive(Clone, Debug, PartialEq)]
pub struct PlannedGame {
    /// What it begins with.
    pub setup: GameSetup,
    /// Whether the minds have changed colours.
    pub swapped: bool,
    /// Ticks after which it is given up, 1 or more.
    pub max_ticks: u64,
    /// Conditions that end it before.
    pub stops: Vec<StopCondition>,
}
