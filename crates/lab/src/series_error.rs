//! Series error: why games cannot be played.

use stonefield_go::Color;
use stonefield_minds::engine::Fault;
use stonefield_sim::SetupError;

/// Largest number of a game. Stores have room for 63 bits.
pub(super) const LARGEST_NUMBER: u64 = i64::MAX as u64;

/// Why a series could not be played.
#[derive(Debug, thiserror::Error)]
pub enum SeriesError {
    /// The set-up is refused.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// A seat waits for a person, and a series has none.
    #[error("the brain {brain} needs a person in front of the board, and a series is played without")]
    Person {
        /// The seat that is empty.
        color: Color,
        /// The mind that cannot play there.
        brain: &'static str,
    },
    /// A mind that is a program of its own cannot be started.
    #[error("{color}'s mind cannot play: {why}")]
    Start {
        /// The seat of the mind.
        color: Color,
        /// Why it cannot play.
        why: Fault,
    },
    /// Numbers of games that are too large.
    #[error("games are numbered up to {most}, and the series begins with {0}", most = LARGEST_NUMBER)]
    Number(u64),
    /// A row of a plan cannot be played.
    #[error("row {row} cannot be played: {why}")]
    Row {
        /// The row.
        row: u64,
        /// Why not, in words.
        why: String,
    },
    /// There is no thread to play on.
    #[error("no thread is available to play on")]
    NoThread,
    /// A thread ended before its time.
    #[error("game {0} could not be played to its end: this is a defect")]
    Broken(u64),
}
