//! Retell: what was done in a game, ply by ply, and a game told again from that.

use super::seek::{play_known, rest};
use super::{GameRecord, HistoryError};
use crate::agents::GobanView;
use crate::{Choice, SetupError};
use bevy::ecs::prelude::*;
use stonefield_go::{Color, Move, PlayError};

/// Why a game cannot be told again. Plies are counted from 1.
#[derive(Clone, Debug, thiserror::Error)]
pub enum RetellError {
    /// No game can begin with its set-up.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// There is no record of such a game.
    #[error(transparent)]
    History(#[from] HistoryError),
    /// The game was over before.
    #[error("ply {0} comes after the end of the game")]
    Over(usize),
    /// The other colour is to move.
    #[error("ply {number} is {color}'s, and it is not {color}'s turn")]
    Turn {
        /// The ply.
        number: usize,
        /// The colour that it is told of.
        color: Color,
    },
    /// The law forbids the move.
    #[error("ply {number}, {color} {action}, is no legal move: {why}")]
    Illegal {
        /// The ply.
        number: usize,
        /// Whose move it is.
        color: Color,
        /// The move.
        action: Move,
        /// The law that it breaks.
        why: PlayError,
    },
}

impl GameRecord {
    /// What was done in each ply up to the present, and whose it was.
    pub fn choices(&self) -> impl Iterator<Item = (Color, Choice)> + '_ {
        let plies = self.line[..=self.at].iter().filter_map(|node| self.steps.ply(*node));
        plies.map(|ply| (ply.color(), ply.choice(self.size)))
    }
}

/// Plays what was done in a game on a goban on which that game has just begun.
///
/// # Errors
/// At the first ply that cannot have been made there: what is told may come from anywhere.
pub(crate) fn retell(
    world: &mut World,
    goban: Entity,
    plies: impl IntoIterator<Item = (Color, Choice)>,
) -> Result<(), RetellError> {
    for (number, (color, choice)) in (1..).zip(plies) {
        check(world, goban, number, color, choice)?;
        play_known(world, goban, choice);
    }
    rest(world, goban);
    Ok(())
}

/// Holds that a ply can be made.
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
