//! Fork: continues a game on a second goban with other minds.

use super::GameRecord;
use super::seek::travel;
use crate::brain::BrainSpec;
use crate::go::{ByColor, Move};
use crate::search::{self, TimeControl};
use crate::sim::begin::spawn_goban;
use crate::sim::{GameSetup, GobanDice, GobanSetup, SetupError};
use bevy::ecs::prelude::*;
use std::sync::Arc;

/// A position of a game with all that led there, from which the game can go on elsewhere as often as wanted.
///
/// As a component it says from where a goban goes on: such a goban is tried out beside the game, and is not part of it.
#[derive(Component, Clone)]
pub struct Fork {
    setup: GameSetup,
    record: Arc<GameRecord>,
}

impl Fork {
    /// The present of a goban; half a tick under way is left out. `None` where there is no game.
    #[must_use]
    pub fn of(world: &World, goban: Entity) -> Option<Self> {
        let record = world.get::<GameRecord>(goban)?;
        let (brains, heat) = record.beginning();
        let setup = GameSetup { brains: brains.clone(), heat, ..world.get::<GobanSetup>(goban)?.0.clone() };
        Some(Self { setup, record: Arc::new(record.along_line(brains.clone())) })
    }

    /// The tick from which the game goes on.
    #[must_use]
    pub fn tick(&self) -> u64 {
        self.record.now()
    }

    /// The moves before it, in order.
    pub fn moves(&self) -> impl Iterator<Item = Move> + '_ {
        self.record.moves()
    }

    /// The game, as it began.
    #[must_use]
    pub const fn setup(&self) -> &GameSetup {
        &self.setup
    }

    /// Sets up a goban of its own, paused, with the whole past behind it: ko, superko and heat are as they were. These minds go on from
    /// here, with the dice of this seed.
    ///
    /// # Errors
    /// When the game could not begin; nothing is spawned then.
    pub fn begin(
        &self,
        world: &mut World,
        brains: ByColor<BrainSpec>,
        seed: u64,
    ) -> Result<Entity, SetupError> {
        // No clock runs beside the game.
        let setup = GameSetup { brains: brains.clone(), time: TimeControl::default(), ..self.setup.clone() };
        let goban = spawn_goban(world, &setup)?;
        let record = self.record.along_line(brains);
        let here = record.at;
        world.entity_mut(goban).insert(record);
        travel(world, goban, here, true);
        // The past came about with the dice of its own game.
        world.entity_mut(goban).insert((self.clone(), GobanDice(search::Dice::new(seed, setup.game, 0))));
        Ok(goban)
    }
}
