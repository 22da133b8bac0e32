//! Fork: the game on one goban goes on on another as well, played by others.

use super::GameRecord;
use super::seek::travel;
use crate::brain::BrainSpec;
use crate::go::{ByColor, Move};
use crate::search;
use crate::sim::begin::spawn_goban;
use crate::sim::{Configured, GameSetup, GobanDice, SetupError};
use bevy::ecs::prelude::*;
use std::sync::Arc;

/// Marks a goban that goes on from a moment of another: it is tried out beside the game, and not part of it.
#[derive(Component, Clone, Copy, Debug, Default)]
pub struct Fork;

/// A moment of a game with all that led there, from which it can go on elsewhere as often as wanted.
#[derive(Clone)]
pub struct Moment {
    setup: GameSetup,
    record: Arc<GameRecord>,
}

impl Moment {
    /// The present of a goban; half a tick under way is left out. `None` where there is no game.
    #[must_use]
    pub fn of(world: &World, goban: Entity) -> Option<Self> {
        let record = world.get::<GameRecord>(goban)?;
        let (brains, heat) = record.beginning();
        let setup = GameSetup { brains: brains.clone(), heat, ..world.get::<Configured>(goban)?.0.clone() };
        Some(Self { setup, record: Arc::new(record.along_line(brains.clone())) })
    }

    /// The tick it stands at.
    #[must_use]
    pub fn tick(&self) -> u64 {
        self.record.now()
    }

    /// The moves that lead there, in order.
    pub fn moves(&self) -> impl Iterator<Item = Move> + '_ {
        self.record.moves()
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
        let record = self.record.along_line(brains);
        let here = record.at;
        world.entity_mut(goban).insert(record);
        travel(world, goban, here, true);
        // The past came about with the chance of its own game.
        world.entity_mut(goban).insert((Fork, GobanDice(search::Dice::new(seed, setup.game, 0))));
        Ok(goban)
    }
}
