//! Why a request is refused, in plain words.

use crate::history::HistoryError;
use crate::requests::paint::PaintError;
use crate::{EndingError, SetupError};
use stonefield_go::field::HeatParamsError;
use stonefield_go::{Color, PlayError};
use stonefield_minds::BrainSpec;

/// Why a request is refused.
#[derive(Debug, thiserror::Error)]
pub(crate) enum RequestError {
    /// There is nothing to go on with.
    #[error("the game is over: set up a new one")]
    Over,
    /// There is nothing to advise on.
    #[error("the game is over: advice needs a game in progress")]
    NothingToAdvise,
    /// There is no turn before this one to go back to.
    #[error("there is no move to take back")]
    NothingToTakeBack,
    /// Nobody is in the middle of a turn.
    #[error("no mind is thinking: a mind can only be told to move now during its turn")]
    NobodyThinks,
    /// The seat is taken where a mind was to be let in.
    #[error("{0}'s seat is already filled")]
    Seated(Color),
    /// Nobody is seated; in the words of [`crate::Seats::vacancy`].
    #[error("{0}")]
    Vacant(String),
    /// It is the turn of a mind.
    #[error("it is {color}'s turn, and {spec} plays {color}, not a person")]
    MindsTurn { color: Color, spec: BrainSpec },
    /// What plays there hears no lines.
    #[error("{spec} plays {color}: only an external program can be sent a line")]
    NoProgram { color: Color, spec: BrainSpec },
    /// The program at the seat cannot be talked to yet.
    #[error("{0}'s program has not started yet")]
    Absent(Color),
    /// A person was asked for advice.
    #[error("{0} is a person: only a mind can give advice")]
    Person(BrainSpec),
    /// A rate at which nothing moves.
    #[error("{0} ticks per second is out of range: it must be above 0")]
    Rate(f32),
    /// There is nothing to go on from.
    #[error("there is no game to start a fork from")]
    NoGame,
    /// A game is not taken away.
    #[error("only a fork of a game can be removed")]
    NotFork,
    /// The law refuses the move.
    #[error(transparent)]
    Play(#[from] PlayError),
    /// The brush cannot paint there.
    #[error(transparent)]
    Paint(#[from] PaintError),
    /// The temperature cannot spread like this.
    #[error(transparent)]
    Heat(#[from] HeatParamsError),
    /// The group cannot be marked as dead or alive.
    #[error(transparent)]
    Ending(#[from] EndingError),
    /// The record cannot be walked or changed like this.
    #[error(transparent)]
    History(#[from] HistoryError),
    /// No game can begin like this.
    #[error(transparent)]
    Setup(#[from] SetupError),
}
