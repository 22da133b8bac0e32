//! Why a text is no value of its parameter, in words that say what would be.

use super::mcts::WeightsError;
use super::mix::PartError;
use crate::go::PointError;

/// Why a text is no value of a parameter that does not take every text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParamError {
    /// Spaces in the place of a command line.
    #[error("the command line of a program, or the name of an engine")]
    Blank,
    /// A command line with a quote that stays open.
    #[error("a command line whose quotes end")]
    Quotes,
    /// A word that is no move.
    #[error(transparent)]
    Move(#[from] PointError),
    /// An entry that is no weight.
    #[error(transparent)]
    Weight(#[from] WeightsError),
    /// A mind that cannot be mixed with another.
    #[error(transparent)]
    Part(#[from] PartError),
}
