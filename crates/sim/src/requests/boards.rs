//! Requests about boards: forks beside a goban, new games, and the board that is shown.

use super::ForkedGame;
use super::component::{is_over, with};
use super::error::RequestError;
use crate::setup::begin::spawn_goban;
use crate::{Breakpoints, Fork, Forked, GameSetup, Goban, Jumped, Pace, SetupError, Tally};
use bevy::ecs::prelude::*;

/// Sets up gobans that continue from the present of this one or, with `again`, from the start of this fork.
/// `pace`: true if the new gobans run, and their rate in ticks per second.
pub(super) fn fork(
    world: &mut World,
    goban: Entity,
    games: &[ForkedGame],
    pace: (bool, f32),
    again: bool,
) -> Result<(), RequestError> {
    let fork = if again { world.get::<Fork>(goban).cloned() } else { Fork::of(world, goban) };
    let fork = fork.ok_or(RequestError::NoGame)?;
    let seed = fork.setup().seed;
    set_beside(world, goban, games, pace, |world, game| {
        fork.begin(world, game.brains.clone(), game.seed.unwrap_or(seed))
    })
}

/// Sets up gobans with new games.
pub(super) fn begin(
    world: &mut World,
    goban: Entity,
    games: &[GameSetup],
    pace: (bool, f32),
) -> Result<(), RequestError> {
    set_beside(world, goban, games, pace, |world, game| {
        let goban = spawn_goban(world, game)?;
        if let Some(fork) = Fork::of(world, goban) {
            world.entity_mut(goban).insert(fork);
        }
        Ok(goban)
    })
}

/// Removes a fork.
pub(super) fn remove(world: &mut World, goban: Entity) -> Result<(), RequestError> {
    if world.get::<Fork>(goban).is_none() {
        return Err(RequestError::NotFork);
    }
    world.despawn(goban);
    Ok(())
}

/// Shows a goban in place of another, which is removed. The new one takes over its rate and breakpoints.
pub(super) fn watch(world: &mut World, goban: Entity, instead_of: Option<Entity>) {
    let old = instead_of.filter(|&old| old != goban && world.get::<Goban>(old).is_some());
    if let Some(rate) = old.and_then(|old| world.get::<Pace>(old)).map(|pace| pace.rate) {
        with(world, goban, |pace: &mut Pace| pace.rate = rate);
    }
    if let Some(old) = old {
        Breakpoints::take_over(world, old, goban);
        world.despawn(old);
    }
    let tick = world.get::<Tally>(goban).map_or(0, |tally| tally.tick);
    world.write_message(Jumped { goban, tick, new_game: true });
}

/// Sets up a goban for each game beside this one, and reports them. If one fails, all of them are removed.
/// The pace is true if the new gobans run, and their rate in ticks per second.
fn set_beside<T>(
    world: &mut World,
    goban: Entity,
    games: &[T],
    (running, rate): (bool, f32),
    begin: impl Fn(&mut World, &T) -> Result<Entity, SetupError>,
) -> Result<(), RequestError> {
    let mut gobans = Vec::new();
    for game in games {
        match begin(world, game) {
            Ok(fresh) => gobans.push(fresh),
            Err(error) => {
                for fresh in gobans {
                    world.despawn(fresh);
                }
                return Err(error.into());
            }
        }
    }
    for &fresh in &gobans {
        let over = is_over(world, fresh);
        with(world, fresh, |pace: &mut Pace| (pace.running, pace.rate) = (running && !over, rate));
    }
    world.write_message(Forked { of: goban, gobans });
    Ok(())
}
