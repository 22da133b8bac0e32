//! Goban entity and the components of its game.

use super::Occupancy;
use crate::GameSetup;
use bevy::ecs::lifecycle::HookContext;
use bevy::ecs::prelude::*;
use bevy::ecs::world::DeferredWorld;
use stonefield_go::Position;
use stonefield_go::field::HeatField;
use stonefield_search as search;

/// Marks a goban. Despawning it despawns its patches and stones.
#[derive(Component, Clone, Copy, Debug, Default)]
#[component(on_remove = despawn_parts)]
pub struct Goban;

/// Set-up of the game on a goban. Its heat parameters and seats may have changed since the start.
#[derive(Component, Clone, Debug)]
pub struct GobanSetup(pub GameSetup);

/// The referee: a position that plays the same moves by the rules of Go. The agents find deaths without it.
/// In the NetLogo world it copies these deaths.
#[derive(Component, Clone)]
pub struct Referee {
    /// Board, ko, history and passes by the rules.
    pub position: Position,
}

/// Temperatures of a goban's patches, by point number.
#[derive(Component, Clone)]
pub struct Heat(pub HeatField);

/// Random source of a goban.
#[derive(Component, Clone, Copy, Debug)]
pub struct GobanDice(pub search::Dice);

fn despawn_parts(mut world: DeferredWorld, context: HookContext) {
    let Some(occupancy) = world.get::<Occupancy>(context.entity) else { return };
    let stones = occupancy.stones().map(|(_, stone)| stone);
    let entities = occupancy.patches().iter().copied().chain(stones).collect::<Vec<_>>();
    let mut commands = world.commands();
    for entity in entities {
        commands.entity(entity).try_despawn();
    }
}
