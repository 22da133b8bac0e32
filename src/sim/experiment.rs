//! Experiment: game after game on one goban.

use super::begin::next_game;
use super::{Ending, GobanSetup, Pace, Referee, Tally};
use crate::go::{ByColor, Outcome};
use bevy::ecs::prelude::*;

/// A series of games on a goban.
#[derive(Component, Clone, Debug, Default, PartialEq)]
pub struct Experiment {
    /// Whether a finished game is followed by the next.
    pub on: bool,
    /// The games finished, in order, all of the same set-up.
    pub results: Vec<Finished>,
}

/// What is remembered of a finished game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Finished {
    /// Its number in the series.
    pub game: u64,
    /// The score of each colour: [`Ending::final_score`].
    pub score: ByColor<f64>,
    /// How it ended.
    pub outcome: Outcome,
    /// How many ticks it took.
    pub ticks: u64,
}

impl Finished {
    /// What is remembered of the game on a goban; `None` while it goes on.
    #[must_use]
    pub fn of(world: &World, goban: Entity) -> Option<Self> {
        let tally = world.get::<Tally>(goban)?;
        let game = world.get::<Referee>(goban)?;
        let ending = world.get::<Ending>(goban)?;
        let setup = world.get::<GobanSetup>(goban)?;
        Some(Self {
            game: setup.0.game,
            score: ending.final_score(tally, game),
            outcome: tally.outcome?,
            ticks: tally.tick,
        })
    }
}

/// What follows the end of a game: the next one of the series, or rest.
pub(super) fn conclude(world: &mut World, goban: Entity) {
    let Some(finished) = Finished::of(world, goban) else { return };
    let Some(mut experiment) = world.get_mut::<Experiment>(goban) else { return };
    if experiment.on {
        experiment.results.push(finished);
        // The set-up has led to a game before, and only its number changes.
        if next_game(world, goban).is_ok() {
            return;
        }
    }
    if let Some(mut pace) = world.get_mut::<Pace>(goban) {
        pace.stop();
    }
}
