//! Reasons for refusing a request.

use crate::history::HistoryError;
use crate::requests::paint::PaintError;
use crate::{EndingError, SetupError};
use stonefield_go::field::HeatParamsError;
use stonefield_go::{Color, PlayError};
use stonefield_minds::BrainSpec;

/// Reason for refusing a request. Its text is shown to the user.
#[derive(Debug, thiserror::Error)]
pub(crate) enum RequestError {
    /// A finished game cannot continue.
    #[error("the game is over: set up a new one")]
    Over,
    /// The game is finished, so no move can be advised.
    #[error("the game is over: advice needs a game in progress")]
    NothingToAdvise,
    /// No earlier turn exists.
    #[error("there is no move to take back")]
    NothingToTakeBack,
    /// No mind thinks about its turn.
    #[error("no mind is thinking: a mind can be asked to move now only during its turn")]
    NobodyThinks,
    /// The seat to fill is not empty.
    #[error("{0}'s seat is already filled")]
    Seated(Color),
    /// The seat is empty; the text is that of [`crate::Seats::vacancy`].
    #[error("{0}")]
    Vacant(String),
    /// The turn is a mind's, not a person's.
    #[error("it is {color}'s turn, and {spec} plays {color}, not a person")]
    MindsTurn { color: Color, spec: BrainSpec },
    /// The player of this colour is not an external program.
    #[error("{spec} plays {color}: only an external program can receive text")]
    NoProgram { color: Color, spec: BrainSpec },
    /// The program at the seat is not ready.
    #[error("{0}'s program has not started yet")]
    Absent(Color),
    /// The adviser is a person.
    #[error("{0} is a person: only a mind can give advice")]
    Person(BrainSpec),
    /// The rate is not positive.
    #[error("{0} ticks per second is out of range: it must be above 0")]
    Rate(f32),
    /// The goban has no game to continue, or should start again and is not a fork.
    #[error("there is no game to start a fork from")]
    NoGame,
    /// The goban to remove is not a fork.
    #[error("only a fork of a game can be removed")]
    NotFork,
    /// The move is illegal.
    #[error(transparent)]
    Play(#[from] PlayError),
    /// The brush cannot paint there.
    #[error(transparent)]
    Paint(#[from] PaintError),
    /// The parameters of heat are invalid.
    #[error(transparent)]
    Heat(#[from] HeatParamsError),
    /// The group cannot be marked as dead or alive.
    #[error(transparent)]
    Ending(#[from] EndingError),
    /// The record does not allow this.
    #[error(transparent)]
    History(#[from] HistoryError),
    /// The set-up is invalid.
    #[error(transparent)]
    Setup(#[from] SetupError),
}
