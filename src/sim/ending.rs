//! Ending: which stones count as dead once a game has been counted, and what it comes to then.

use super::{Configured, Game, GameSetup, Tally};
use crate::go::{ByColor, DeadStones, Point, Position};
use crate::search::dead_stones;
use bevy::ecs::prelude::*;

/// The stones of a goban that count as dead, its game having ended by a count. Nothing leaves the board: they are taken off for the count alone.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq)]
pub struct Ending {
    /// Whether the game has ended by a count.
    pub counted: bool,
    /// The dead stones, in order.
    pub dead: Vec<Point>,
    /// Whether a hand has changed which they are.
    pub by_hand: bool,
}

/// Why a group does not count as dead, or as alive, when somebody wants it to.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EndingError {
    /// The game goes on, or ended otherwise.
    #[error("only a game that has ended by a count has dead stones")]
    NotCounted,
    /// Which stones are dead is no matter of agreement in this game.
    #[error("dead stones are {0} in this game: which they are can be changed where they are estimated")]
    Fixed(DeadStones),
    /// Nothing to count.
    #[error("no stone stands on {0}")]
    NoStone(Point),
}

impl Ending {
    /// The dead stones of a position, if it has ended by a count.
    pub(super) fn of(position: &Position, how: DeadStones) -> Self {
        if position.is_counted() { Self::counted(position, how) } else { Self::default() }
    }

    /// The dead stones of a position that is to be counted.
    pub(super) fn counted(position: &Position, how: DeadStones) -> Self {
        Self { counted: true, dead: dead_stones(position, how), by_hand: false }
    }

    /// Whether the stone on a point counts as dead.
    #[must_use]
    pub fn is_dead(&self, point: Point) -> bool {
        self.dead.binary_search(&point).is_ok()
    }

    /// The score that a finished game is remembered by: [`Tally::final_score`], the dead stones taken off.
    #[must_use]
    pub fn final_score(&self, tally: &Tally, game: &Game) -> ByColor<f64> {
        if self.counted { game.position.score_with(&self.dead) } else { tally.final_score(game) }
    }

    /// Which stones were taken off for the count, in words that stand beside the result: `dead stones estimated`. `None` where nothing was counted.
    #[must_use]
    pub fn words(&self, setup: &GameSetup) -> Option<String> {
        let hand = if self.by_hand { ", changed by hand" } else { "" };
        self.counted.then(|| format!("dead stones {}{hand}", setup.dead.under(&setup.rules)))
    }

    /// Whether a person may say of a group that it is dead, or alive: the game was counted, and the dead stones are estimated.
    #[must_use]
    pub fn can_be_changed(&self, setup: &GameSetup) -> bool {
        self.counted && setup.dead.under(&setup.rules) == DeadStones::Estimated
    }

    /// Has the group on a point count as dead, or as alive.
    pub(super) fn mark(&mut self, position: &Position, point: Point, dead: bool) {
        let group = position.chain(point);
        self.dead.retain(|stone| !group.contains(stone));
        if dead {
            self.dead.extend(group);
            self.dead.sort_unstable();
        }
        self.by_hand = true;
    }
}

/// Whether the group on a point may be made to count as something else, and whether it counts as dead.
///
/// # Errors
/// Why it may not.
pub(super) fn marked(world: &World, goban: Entity, point: Point) -> Result<bool, EndingError> {
    let part = world.get_entity(goban).map_err(|_| EndingError::NotCounted)?;
    let (Some(ending), Some(game), Some(Configured(setup))) =
        (part.get::<Ending>(), part.get::<Game>(), part.get::<Configured>())
    else {
        return Err(EndingError::NotCounted);
    };
    if !ending.counted {
        return Err(EndingError::NotCounted);
    }
    if !ending.can_be_changed(setup) {
        return Err(EndingError::Fixed(setup.dead.under(&setup.rules)));
    }
    if !game.position.size().contains(point) || game.position.at(point).is_none() {
        return Err(EndingError::NoStone(point));
    }
    Ok(ending.is_dead(point))
}

/// Has the group on a point count as dead, or as alive, and counts the game anew.
pub(super) fn mark(world: &mut World, goban: Entity, point: Point, dead: bool) {
    let mut query = world.query::<(&Game, &mut Ending, &mut Tally)>();
    let Ok((game, mut ending, mut tally)) = query.get_mut(world, goban) else { return };
    if ending.counted {
        ending.mark(&game.position, point, dead);
        tally.outcome = game.position.outcome_with(&ending.dead);
    }
}
