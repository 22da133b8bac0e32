//! Ending: which stones count as dead once a game has been counted, and what it comes to then.

use super::agents::GobanView;
use super::{GameSetup, GobanSetup, Occupancy, Referee, Tally};
use bevy::ecs::prelude::*;
use stonefield_go::{ByColor, DeadStones, Outcome, Point};
use stonefield_minds::{Agents, Surroundings};

/// The stones of a goban that count as dead, its game having ended by a count. Nothing leaves the board: they are taken off for the count alone.
#[derive(Component, Clone, Debug, Default, PartialEq)]
pub struct Ending {
    /// Whether the game has ended by a count.
    pub counted: bool,
    /// The dead stones, in order.
    pub dead: Vec<Point>,
    /// Whether the user has changed which they are.
    pub by_hand: bool,
    /// What the agents have counted, in points, komi included for White; `None` where nothing was to be counted.
    pub score: Option<ByColor<f64>>,
}

/// Why a group cannot be marked as dead, or as alive.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EndingError {
    /// The game goes on, or ended otherwise.
    #[error("only a game that has ended by a count has dead stones")]
    NotCounted,
    /// In this game players do not agree on which stones are dead.
    #[error("dead stones are {0} in this game: which they are can be changed where they are estimated")]
    Fixed(DeadStones),
    /// Nothing to count.
    #[error("no stone stands on {0}")]
    NoStone(Point),
}

impl Ending {
    /// Whether the stone on a point counts as dead.
    #[must_use]
    pub fn is_dead(&self, point: Point) -> bool {
        self.dead.binary_search(&point).is_ok()
    }

    /// The score that a finished game is remembered by: [`Tally::final_score`], the dead stones taken off.
    #[must_use]
    pub fn final_score(&self, tally: &Tally, referee: &Referee) -> ByColor<f64> {
        self.score.unwrap_or_else(|| tally.final_score(referee))
    }

    /// Which stones were taken off for the count, in words that stand beside the result: `dead stones estimated`. `None` where nothing was counted.
    #[must_use]
    pub fn words(&self, setup: &GameSetup) -> Option<String> {
        let hand = if self.by_hand { ", changed by hand" } else { "" };
        self.counted.then(|| format!("dead stones {}{hand}", setup.dead.effective_under(&setup.rules)))
    }

    /// Whether a person may say of a group that it is dead, or alive: the game was counted, and the dead stones are estimated.
    #[must_use]
    pub fn can_be_changed(&self, setup: &GameSetup) -> bool {
        self.counted && setup.dead.effective_under(&setup.rules) == DeadStones::Estimated
    }

    /// Has the group on a point count as dead, or as alive.
    pub(super) fn mark(&mut self, group: &[Point], dead: bool) {
        self.dead.retain(|stone| !group.contains(stone));
        if dead {
            self.dead.extend_from_slice(group);
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
    let (Some(ending), Some(GobanSetup(setup))) = (part.get::<Ending>(), part.get::<GobanSetup>()) else {
        return Err(EndingError::NotCounted);
    };
    if !ending.counted {
        return Err(EndingError::NotCounted);
    }
    if !ending.can_be_changed(setup) {
        return Err(EndingError::Fixed(setup.dead.effective_under(&setup.rules)));
    }
    let occupancy = part.get::<Occupancy>();
    if occupancy.and_then(|occupancy| occupancy.stone(point)).is_none() {
        return Err(EndingError::NoStone(point));
    }
    Ok(ending.is_dead(point))
}

/// Has the group on a point count as dead, or as alive, and counts the game again.
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
