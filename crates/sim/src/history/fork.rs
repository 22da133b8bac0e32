//! Fork: continues a game on a second goban with other minds.

use super::GameRecord;
use super::seek::go_to_place;
use crate::setup::begin::spawn_goban;
use crate::{GameSetup, GobanDice, GobanSetup, Occupancy, SetupError};
use bevy::ecs::prelude::*;
use std::sync::Arc;
use stonefield_go::{ByColor, Color, Move};
use stonefield_minds::BrainSpec;
use stonefield_search::{self as search, TimeControl};

/// A position of a game with its past. Any number of new games can continue from this position.
///
/// As a component it marks a goban that continues a fork. Such a goban is an experiment beside the game, not
/// part of it.
#[derive(Component, Clone)]
pub struct Fork {
    setup: GameSetup,
    record: Arc<GameRecord>,
}

impl Fork {
    /// Forks the present of a goban, without the unfinished part of its tick. `None`: the goban has no game.
    #[must_use]
    pub fn of(world: &World, goban: Entity) -> Option<Self> {
        let record = world.get::<GameRecord>(goban)?;
        let (brains, heat) = record.beginning();
        let setup = GameSetup { brains: brains.clone(), heat, ..world.get::<GobanSetup>(goban)?.0.clone() };
        Some(Self { setup, record: Arc::new(record.along_line(brains.clone())) })
    }

    /// Tick at which the fork was made.
    #[must_use]
    pub fn tick(&self) -> u64 {
        self.record.now()
    }

    /// Moves before the fork, in order.
    pub fn moves(&self) -> impl Iterator<Item = Move> + '_ {
        self.record.moves()
    }

    /// Set-up of the game at its beginning.
    #[must_use]
    pub const fn setup(&self) -> &GameSetup {
        &self.setup
    }

    /// Spawns a paused goban with the whole past, so ko, superko and heat are exact. From here on these minds
    /// play, with dice of this seed.
    ///
    /// # Errors
    /// The set-up is refused. Nothing was spawned.
    pub fn begin(
        &self,
        world: &mut World,
        brains: ByColor<BrainSpec>,
        seed: u64,
    ) -> Result<Entity, SetupError> {
        // A fork has no time limit.
        let setup = GameSetup { brains: brains.clone(), time: TimeControl::default(), ..self.setup.clone() };
        let goban = spawn_goban(world, &setup)?;
        let record = self.record.along_line(brains);
        let here = record.at;
        world.entity_mut(goban).insert(record);
        go_to_place(world, goban, here, true);
        // The replay used the dice of the original game; moves from here on use new dice.
        world.entity_mut(goban).insert((self.clone(), GobanDice(search::Dice::new(seed, setup.game, 0))));
        Ok(goban)
    }
}

/// Stones at the end of a tick on a goban's record, by point number. `None`: there is no such goban, or
/// memory does not suffice. The tick is replayed on a temporary goban from the last keyframe up to its end;
/// the goban itself does not change.
pub fn stones_at(world: &mut World, goban: Entity, tick: u64) -> Option<Vec<Option<Color>>> {
    let (record, setup) = (world.get::<GameRecord>(goban)?, &world.get::<GobanSetup>(goban)?.0);
    let (brains, heat) = record.beginning();
    let setup = GameSetup { brains: brains.clone(), heat, time: TimeControl::default(), ..setup.clone() };
    let copy = record.along_line_to(record.end_of(tick), brains.clone());
    let (here, dice) = (copy.at, *world.get::<GobanDice>(goban)?);
    let temporary = spawn_goban(world, &setup).ok()?;
    world.entity_mut(temporary).insert((copy, dice));
    go_to_place(world, temporary, here, true);
    let stones = world.get::<Occupancy>(temporary).map(|occupancy| {
        (0..occupancy.size().area()).map(|point| occupancy.color_at(point)).collect::<Vec<_>>()
    });
    world.despawn(temporary);
    stones
}
