//! Retell: replays a game from its list of plies.

use super::seek::{finish_replay, play_known};
use super::{GameRecord, HistoryError};
use crate::agents::GobanView;
use crate::{Choice, SetupError};
use bevy::ecs::prelude::*;
use stonefield_go::{Color, Move, PlayError};

/// Error of replaying a game. Plies are counted from 1.
#[derive(Clone, Debug, thiserror::Error)]
pub enum RetellError {
    /// The set-up is refused.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// The game cannot be written as a record.
    #[error(transparent)]
    History(#[from] HistoryError),
    /// The game was over before this ply.
    #[error("ply {0} comes after the end of the game")]
    Over(usize),
    /// The ply belongs to the colour that is not to move.
    #[error("ply {number} is {color}'s, and it is not {color}'s turn")]
    Turn {
        /// Number of the ply.
        number: usize,
        /// Colour of the ply.
        color: Color,
    },
    /// The move is illegal.
    #[error("ply {number}, {color} {action}, is no legal move: {why}")]
    Illegal {
        /// Number of the ply.
        number: usize,
        /// Colour of the move.
        color: Color,
        /// The move.
        action: Move,
        /// Reason.
        why: PlayError,
    },
}

impl GameRecord {
    /// Choice of each ply up to the present, with its colour.
    pub fn choices(&self) -> impl Iterator<Item = (Color, Choice)> + '_ {
        let plies = self.line[..=self.at].iter().filter_map(|node| self.steps.ply(*node));
        plies.map(|ply| (ply.color(), ply.choice(self.size)))
    }
}

/// Plays a list of plies on a goban whose game has just begun.
///
/// # Errors
/// A ply is impossible. The list may come from outside the program, so every ply is checked.
pub(crate) fn retell(
    world: &mut World,
    goban: Entity,
    plies: impl IntoIterator<Item = (Color, Choice)>,
) -> Result<(), RetellError> {
    for (number, (color, choice)) in (1..).zip(plies) {
        check(world, goban, number, color, choice)?;
        play_known(world, goban, choice);
    }
    finish_replay(world, goban);
    Ok(())
}

/// Checks that a ply is possible.
fn check(
    world: &World,
    goban: Entity,
    number: usize,
    color: Color,
    choice: Choice,
) -> Result<(), RetellError> {
    let Some(agents) = GobanView::of(world, goban).filter(|agents| agents.tally.outcome.is_none()) else {
        return Err(RetellError::Over(number));
    };
    if agents.progress.to_move != color {
        return Err(RetellError::Turn { number, color });
    }
    let Choice::Move(action) = choice else { return Ok(()) };
    agents.check(action).map_err(|why| RetellError::Illegal { number, color, action, why })
}
