//! Experiment: game after game between two minds on one goban, and what is remembered of each.

use super::measures::{MEASURES, Measure};
use super::{Choice, Ending, GameSetup, GobanSetup, Opening, Referee, Tally};
use crate::brain::BrainSpec;
use crate::go::{ByColor, Color, Outcome};
use bevy::ecs::prelude::*;
use std::sync::Arc;

/// The most random plies that a game of an experiment begins with.
pub const MOST_OPENING_PLIES: u32 = 60;

/// What an experiment plays. With the same plan come the same games, however fast they are played.
#[derive(Clone, Debug, PartialEq)]
pub struct ExperimentPlan {
    /// The set-up of the first game; the following ones count its number up. Black's mind is the first mind, called A, White's the second, B.
    pub setup: GameSetup,
    /// Whether the minds change colours every other game.
    pub alternate: bool,
    /// Random plies that each game begins with; where minds alternate, both games of a pair begin with the same.
    pub open: u32,
    /// How many games there are in all; `None`: until it is stopped.
    pub games: Option<u64>,
    /// The place of the first game to be played, from 0: those before it are known.
    pub from: u64,
}

impl ExperimentPlan {
    /// The two minds: A and B.
    #[must_use]
    pub const fn minds(&self) -> [&BrainSpec; 2] {
        [&self.setup.brains.black, &self.setup.brains.white]
    }

    /// Whether B plays Black in the game with this place.
    #[must_use]
    pub const fn is_swapped(&self, place: u64) -> bool {
        self.alternate && place % 2 == 1
    }

    /// The set-up of the game with this place.
    #[must_use]
    pub fn game(&self, place: u64) -> GameSetup {
        let ByColor { black, white } = self.setup.brains.clone();
        let pair = if self.alternate { place - place % 2 } else { place };
        GameSetup {
            game: self.setup.game.wrapping_add(place),
            brains: if self.is_swapped(place) {
                ByColor::new(white, black)
            } else {
                ByColor::new(black, white)
            },
            opening: Opening { plies: self.open, game: self.setup.game.wrapping_add(pair) },
            ..self.setup.clone()
        }
    }

    /// Whether both play the same games, but for how many.
    #[must_use]
    pub fn is_same(&self, other: &Self) -> bool {
        let known = (self.alternate, self.open) == (other.alternate, other.open);
        known && self.setup == other.setup
    }
}

/// A series of games on a goban.
#[derive(Component, Clone, Debug, Default, PartialEq)]
pub struct Experiment {
    /// What is played, or was last; `None` until an experiment is asked for.
    pub plan: Option<Arc<ExperimentPlan>>,
    /// Whether a finished game is followed by the next.
    pub on: bool,
    /// The games finished, in order, from the place that the plan says.
    pub results: Vec<Arc<GameRow>>,
    /// Whether the game on the goban is the next one of the plan.
    pub(super) under_way: bool,
}

impl Experiment {
    /// The place of the game that comes next, or is on the goban.
    #[must_use]
    pub fn next_place(&self) -> u64 {
        self.plan.as_ref().map_or(0, |plan| plan.from) + self.results.len() as u64
    }

    /// Whether the game on the goban is one of its games.
    #[must_use]
    pub const fn is_under_way(&self) -> bool {
        self.under_way
    }

    /// Another game comes onto the goban, which is none of its own.
    pub(super) const fn leave(&mut self) {
        (self.on, self.under_way) = (false, false);
    }
}

/// What is remembered of a game of an experiment.
#[derive(Clone, Debug, PartialEq)]
pub struct GameRow {
    /// Its place in the experiment, from 0.
    pub place: u64,
    /// Whether B played Black.
    pub swapped: bool,
    /// How it ended.
    pub finished: Finished,
    /// Enemy stones that died, for each colour.
    pub captured: ByColor<u32>,
    /// What was measured at its end, in the order of the columns of [`MEASURES`].
    pub numbers: Vec<f64>,
    /// What was done in each ply, and whose it was.
    pub plies: Box<[(Color, Choice)]>,
    /// Why it counts for nothing, where a mind could not go on or agents and referee disagreed.
    pub fault: Option<String>,
}

impl GameRow {
    /// The colour that a mind played: 0 for A, 1 for B.
    #[must_use]
    pub fn color_of(&self, mind: usize) -> Color {
        if (mind == 1) == self.swapped { Color::Black } else { Color::White }
    }

    /// The mind that won: 0 for A, 1 for B; `None` where none did.
    #[must_use]
    pub fn winner(&self) -> Option<usize> {
        let winner = self.finished.outcome.winner()?;
        (0..2).find(|&mind| self.color_of(mind) == winner)
    }

    /// Whether it counts for nothing but itself.
    #[must_use]
    pub fn is_void(&self) -> bool {
        self.finished.outcome == Outcome::Void || self.fault.is_some()
    }

    /// What a measure came to at its end: for each colour, and of the board for both where there is but one.
    #[must_use]
    pub fn measured(&self, measure: &Measure) -> Option<ByColor<f64>> {
        let width = |measure: &Measure| 1 + usize::from(measure.is_by_color());
        let at = MEASURES.iter().position(|other| other == measure)?;
        let first = MEASURES[..at].iter().map(width).sum::<usize>();
        let black = *self.numbers.get(first)?;
        let white = if measure.is_by_color() { *self.numbers.get(first + 1)? } else { black };
        Some(ByColor::new(black, white))
    }
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
