//! Series error: reason why games cannot be played.

use stonefield_go::Color;
use stonefield_minds::engine::Fault;
use stonefield_sim::SetupError;

/// Largest number of a game: 2⁶³ − 1, as in a store.
pub(super) const LARGEST_NUMBER: u64 = i64::MAX as u64;

/// Reason why a series could not be played.
#[derive(Debug, thiserror::Error)]
pub enum SeriesError {
    /// The set-up is refused.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// A mind is a person, and no person can play in a series.
    #[error("{color}'s mind {brain} is a person, and no person can play in a series: choose another mind")]
    Person {
        /// Colour of the person.
        color: Color,
        /// Name of the mind.
        brain: &'static str,
    },
    /// A mind cannot be started.
    #[error("{color}'s mind cannot play: {why}")]
    Start {
        /// Colour of the mind.
        color: Color,
        /// Reason why the mind cannot be started.
        why: Fault,
    },
    /// The number of a game is too large.
    #[error("the series begins with game {0}, and games are numbered up to {most}: choose a smaller number", most = LARGEST_NUMBER)]
    Number(u64),
    /// A row of a plan cannot be played.
    #[error("row {row} cannot be played: {why}")]
    Row {
        /// Number of the row.
        row: u64,
        /// Reason, in words.
        why: String,
    },
    /// No thread could be started.
    #[error("no thread could be started to play the games")]
    NoThread,
    /// A thread panicked during this row.
    #[error("game {0} ended with an error of the program: please report it")]
    Broken(u64),
}
