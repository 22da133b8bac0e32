//! Fork: continues a game on a second goban with other minds.

use super::GameRecord;
use super::seek::travel;
use crate::setup::begin::spawn_goban;
use crate::{GameSetup, GobanDice, GobanSetup, Occupancy, SetupError};
use bevy::ecs::prelude::*;
use std::sync::Arc;
use stonefield_go::{ByColor, Color, Move};
use stonefield_minds::BrainSpec;
use stonefield_search::{self as search, TimeControl};

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

/// The stones on a goban as they stood at the end of a tick on its record, by point number; the goban itself stays where it is. `None` where there is no such
/// goban. What leads there from the nearest keyframe is played again, apart from the game.
pub fn stones_at(world: &mut World, goban: Entity, tick: u64) -> Option<Vec<Option<Color>>> {
    let (record, setup) = (world.get::<GameRecord>(goban)?, &world.get::<GobanSetup>(goban)?.0);
    let (brains, heat) = record.beginning();
    let setup = GameSetup { brains: brains.clone(), heat, time: TimeControl::default(), ..setup.clone() };
    let copy = record.along_line_to(record.end_of(tick), brains.clone());
    let (here, dice) = (copy.at, *world.get::<GobanDice>(goban)?);
    let apart = spawn_goban(world, &setup).ok()?;
    world.entity_mut(apart).insert((copy, dice));
    travel(world, apart, here, true);
    let stones = world.get::<Occupancy>(apart).map(|occupancy| {
        (0..occupancy.size().area()).map(|point| occupancy.color_at(point)).collect::<Vec<_>>()
    });
    world.despawn(apart);
    stones
}
