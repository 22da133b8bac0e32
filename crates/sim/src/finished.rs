//! Result of a finished game.

use super::{Ending, GobanSetup, Referee, Tally};
use bevy::ecs::prelude::*;
use stonefield_go::{ByColor, Outcome};

/// Result of a finished game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Finished {
    /// Number of the game in its series, from 0.
    pub game: u64,
    /// Score of each colour, in points: [`Ending::final_score`].
    pub score: ByColor<f64>,
    /// Outcome of the game.
    pub outcome: Outcome,
    /// Length of the game, in ticks.
    pub ticks: u64,
}

impl Finished {
    /// Result of the game on a goban. `None` while the game is not over.
    #[must_use]
    pub fn of(world: &World, goban: Entity) -> Option<Self> {
        let tally = world.get::<Tally>(goban)?;
        let referee = world.get::<Referee>(goban)?;
        let ending = world.get::<Ending>(goban)?;
        let setup = world.get::<GobanSetup>(goban)?;
        Some(Self {
            game: setup.0.game,
            score: ending.final_score(tally, referee),
            outcome: tally.outcome?,
            ticks: tally.tick,
        })
    }
}
