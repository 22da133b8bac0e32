//! Components of a goban, as handlers of requests read and change them.

use crate::Tally;
use bevy::ecs::prelude::*;

/// True if the game of the goban is over.
pub(super) fn is_over(world: &World, goban: Entity) -> bool {
    world.get::<Tally>(goban).is_some_and(|tally| tally.outcome.is_some())
}

/// Changes a component of the goban, if it has one.
pub(super) fn with<C: Component<Mutability = bevy::ecs::component::Mutable>>(
    world: &mut World,
    goban: Entity,
    change: impl FnOnce(&mut C),
) {
    if let Some(mut component) = world.get_mut::<C>(goban) {
        change(&mut component);
    }
}
