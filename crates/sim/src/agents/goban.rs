//! A goban: a board as an entity, with all that belongs to its game.

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
#[component(on_remove = sweep)]
pub struct Goban;

/// The set-up of the game on a goban; its heat parameters and seats may have changed since.
#[derive(Component, Clone, Debug)]
pub struct GobanSetup(pub GameSetup);

/// The referee: the position as the law has it. The agents never ask it what dies.
#[derive(Component, Clone)]
pub struct Referee {
    /// The position by the law: board, ko, history and passes.
    pub position: Position,
}

/// The heat of a goban's patches, dense by point number.
#[derive(Component, Clone)]
pub struct Heat(pub HeatField);

/// The chance of a goban.
#[derive(Component, Clone, Copy, Debug)]
pub struct GobanDice(pub search::Dice);

fn sweep(mut world: DeferredWorld, context: HookContext) {
    let Some(occupancy) = world.get::<Occupancy>(context.entity) else { return };
    let stones = occupancy.stones().map(|(_, stone)| stone);
    let gone = occupancy.patches().iter().copied().chain(stones).collect::<Vec<_>>();
    let mut commands = world.commands();
    for entity in gone {
        commands.entity(entity).try_despawn();
    }
}
