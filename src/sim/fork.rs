//! Fork: the game on one goban goes on on another as well, played by others.

use super::goban::spawn_goban;
use super::timeline::{follow, rest};
use super::{Configured, Dice, GameSetup, SetupError, Tally, TallyRow, Timeline, warm};
use crate::brain::BrainSpec;
use crate::go::{ByColor, Move};
use crate::search;
use bevy::ecs::prelude::*;

/// Marks a goban that goes on from a moment of another: it is tried out beside the game, and not part of it.
#[derive(Component, Clone, Copy, Debug, Default)]
pub struct Fork;

/// A moment of a game with all that led there, from which it can go on elsewhere as often as wanted.
#[derive(Clone)]
pub struct Moment {
    setup: GameSetup,
    timeline: Timeline,
    /// What the plots show of the past.
    history: Vec<TallyRow>,
}

impl Moment {
    /// The present of a goban; half a tick under way is left out. `None` where there is no game.
    #[must_use]
    pub fn of(world: &World, goban: Entity) -> Option<Self> {
        let timeline = world.get::<Timeline>(goban)?.clone();
        let (brains, heat) = timeline.beginning();
        let setup = GameSetup { brains: brains.clone(), heat, ..world.get::<Configured>(goban)?.0.clone() };
        let rows = world.get::<Tally>(goban)?.history.iter();
        let history = rows.take_while(|row| row.tick <= timeline.now()).copied().collect();
        Some(Self { setup, timeline, history })
    }

    /// The tick it stands at.
    #[must_use]
    pub const fn tick(&self) -> u64 {
        self.timeline.now()
    }

    /// The moves that lead there, in order.
    pub fn moves(&self) -> impl Iterator<Item = Move> + '_ {
        self.timeline.moves()
    }

    /// The game that it is a moment of, as it began.
    #[must_use]
    pub const fn setup(&self) -> &GameSetup {
        &self.setup
    }

    /// Sets up a goban of its own at this moment, paused, with the whole past behind it: ko, superko and heat are as they were. These minds go on from
    /// here, with the chance of this seed.
    ///
    /// # Errors
    /// When the game could not begin; nothing is spawned then.
    pub fn begin(
        &self,
        world: &mut World,
        brains: ByColor<BrainSpec>,
        seed: u64,
    ) -> Result<Entity, SetupError> {
        let setup = GameSetup { brains: brains.clone(), ..self.setup.clone() };
        let goban = spawn_goban(world, &setup)?;
        follow(world, goban, &self.timeline.seated(brains), |_| {});
        rest(world, goban);
        warm::copy(world, goban);
        if let Some(mut tally) = world.get_mut::<Tally>(goban) {
            tally.history.clone_from(&self.history);
        }
        // The past came about with the chance of its own game.
        world.entity_mut(goban).insert((Fork, Dice(search::Dice::new(seed, setup.game, 0))));
        Ok(goban)
    }
}
