//! Ending of a counted game: the stones that count as dead, and the score without them.

use super::agents::GobanView;
use super::{GameSetup, GobanSetup, Occupancy, Referee, Tally};
use bevy::ecs::prelude::*;
use stonefield_go::{ByColor, DeadStones, Outcome, Point};
use stonefield_minds::{Agents, Surroundings};

/// Stones of a goban that count as dead in the score of a finished game. They stay on the board, but the
/// score treats them as captured.
#[derive(Component, Clone, Debug, Default, PartialEq)]
pub struct Ending {
    /// True when the game has ended by a count, under rules by which stones can count as dead.
    pub counted: bool,
    /// Points of the dead stones, sorted.
    pub dead: Vec<Point>,
    /// True when the user has changed the dead stones.
    pub by_hand: bool,
    /// Final score in points, as the agents count it. White's score includes komi. Set after a resignation
    /// too. `None`: the game is not over, or its rules do not count territory or area.
    pub score: Option<ByColor<f64>>,
}

/// Error of a request to mark a group as dead or alive.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EndingError {
    /// The game is not over, or [`Ending::counted`] is false.
    #[error("dead stones can be changed only after the game was counted")]
    NotCounted,
    /// The rules or the setting fix the dead stones, so the user cannot change them.
    #[error("this game was counted with dead stones {0}: only estimated ones can be changed")]
    Fixed(DeadStones),
    /// The point is vacant.
    #[error("no stone stands on {0}")]
    NoStone(Point),
}

impl Ending {
    /// True when the stone on a point counts as dead.
    #[must_use]
    pub fn is_dead(&self, point: Point) -> bool {
        self.dead.binary_search(&point).is_ok()
    }

    /// Final score without the dead stones. If there is no [`Ending::score`]: [`Tally::final_score`].
    #[must_use]
    pub fn final_score(&self, tally: &Tally, referee: &Referee) -> ByColor<f64> {
        self.score.unwrap_or_else(|| tally.final_score(referee))
    }

    /// Rule for the dead stones, as text beside the result: `dead stones estimated`. `None` if
    /// [`Ending::counted`] is false.
    #[must_use]
    pub fn words(&self, setup: &GameSetup) -> Option<String> {
        let suffix = if self.by_hand { ", changed by hand" } else { "" };
        self.counted.then(|| format!("dead stones {}{suffix}", setup.dead.effective_under(&setup.rules)))
    }

    /// True when the user may mark groups: [`Ending::counted`] is true, and dead stones are estimated.
    #[must_use]
    pub fn can_be_changed(&self, setup: &GameSetup) -> bool {
        self.counted && setup.dead.effective_under(&setup.rules) == DeadStones::Estimated
    }

    /// Marks a group as dead or alive.
    pub(super) fn mark(&mut self, group: &[Point], dead: bool) {
        self.dead.retain(|stone| !group.contains(stone));
        if dead {
            self.dead.extend_from_slice(group);
            self.dead.sort_unstable();
        }
        self.by_hand = true;
    }
}

/// Returns whether the group on a point counts as dead now, if the user may change that.
///
/// # Errors
/// The game was not counted, the dead stones are not estimated, or the point is vacant.
pub(super) fn marked(world: &World, goban: Entity, point: Point) -> Result<bool, EndingError> {
    let entity = world.get_entity(goban).map_err(|_| EndingError::NotCounted)?;
    let (Some(ending), Some(GobanSetup(setup))) = (entity.get::<Ending>(), entity.get::<GobanSetup>()) else {
        return Err(EndingError::NotCounted);
    };
    if !ending.counted {
        return Err(EndingError::NotCounted);
    }
    if !ending.can_be_changed(setup) {
        return Err(EndingError::Fixed(setup.dead.effective_under(&setup.rules)));
    }
    let occupancy = entity.get::<Occupancy>();
    if occupancy.and_then(|occupancy| occupancy.stone(point)).is_none() {
        return Err(EndingError::NoStone(point));
    }
    Ok(ending.is_dead(point))
}

/// Marks the group on a point as dead or alive, and counts the game again: score and outcome change. Does
/// nothing if [`Ending::counted`] is false.
pub(super) fn mark(world: &mut World, goban: Entity, point: Point, dead: bool) {
    let Some(mut ending) = world.get::<Ending>(goban).filter(|ending| ending.counted).cloned() else {
        return;
    };
    let Some(agents) = GobanView::of(world, goban) else { return };
    let size = agents.size();
    let group = agents.members(size.index(point)).map(|member| size.point(member)).collect::<Vec<_>>();
    ending.mark(&group, dead);
    let score = agents.score_with(&ending.dead);
    ending.score = Some(score);
    world.entity_mut(goban).insert(ending);
    if let Some(mut tally) = world.get_mut::<Tally>(goban) {
        tally.outcome = Some(Outcome::of(score));
    }
}
