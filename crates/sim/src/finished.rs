//! Finished: what is remembered of a game that has ended.

use super::{Ending, GobanSetup, Referee, Tally};
use bevy::ecs::prelude::*;
use stonefield_go::{ByColor, Outcome};

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
