//! Planned game: a game of a plan or series, before it is played.

use stonefield_sim::{GameSetup, StopCondition};

/// A game that has not been played.
#[derive(Clone, Debug, PartialEq)]
pub struct PlannedGame {
    /// Set-up of the game.
    pub setup: GameSetup,
    /// True if the minds have swapped colours.
    pub swapped: bool,
    /// Number of ticks after which the game ends unfinished, at least 1.
    pub max_ticks: u64,
    /// Conditions that stop the game early.
    pub stops: Vec<StopCondition>,
}
