//! Warm: patches measure the stones around them, and heat spreads.

use super::turn::Turn;
use super::{Configured, Goban, Heat, Occupancy, OnGoban, Patch, Temperature};
use crate::field::{HeatField, HeatParams};
use bevy::ecs::prelude::*;

/// Measures and spreads the heat of every goban that is due, in its dense buffer.
pub(super) fn warm(mut gobans: Query<(&Configured, &Occupancy, &mut Heat, &mut Turn), With<Goban>>) {
    for (Configured(setup), occupancy, mut heat, mut turn) in &mut gobans {
        // A tick that waited for a person has measured already.
        if turn.due && !turn.warmed {
            turn.warmed = true;
            if turn.replay.is_none_or(|replay| replay.heat) {
                turn.capacity = measure(&mut heat.0, &setup.heat, occupancy);
            }
        }
    }
}

/// Copies the heat to the patches, in one pass over all of them.
pub(super) fn warm_patches(
    gobans: Query<(Entity, &Heat, &Turn), With<Goban>>,
    mut patches: Query<(&OnGoban, &Patch, &mut Temperature)>,
) {
    let is_warm = |turn: &Turn| turn.due && turn.replay.is_none_or(|replay| replay.heat);
    if !gobans.iter().any(|(_, _, turn)| is_warm(turn)) {
        return;
    }
    // Patches hold nothing sparse, so their tables come as slices.
    let Ok(tables) = patches.contiguous_iter_mut() else { return };
    for (on, patch, mut temperature) in tables {
        let mut rest = (on, patch, &mut *temperature);
        while let Some(&OnGoban(goban)) = rest.0.first() {
            let count = rest.0.iter().take_while(|on| on.0 == goban).count();
            let (here, after) = rest.2.split_at_mut(count);
            if let Ok((_, heat, turn)) = gobans.get(goban)
                && is_warm(turn)
            {
                let values = heat.0.values();
                for (patch, temperature) in rest.1.iter().zip(here) {
                    temperature.0 = values[patch.index()];
                }
            }
            rest = (&rest.0[count..], &rest.1[count..], after);
        }
    }
}

/// Measures and spreads once; returns all heat together.
fn measure(heat: &mut HeatField, params: &HeatParams, occupancy: &Occupancy) -> f64 {
    heat.step(occupancy.near(), params);
    // Spreading keeps the sum of what was measured.
    #[expect(clippy::cast_precision_loss, reason = "at most 2^22")]
    if params.keep { heat.total() } else { occupancy.contacts() as f64 }
}

/// The heat of a game that begins.
pub(super) fn first(world: &mut World, goban: Entity) {
    let mut query = world.query::<(&Configured, &Occupancy, &mut Heat, &mut Turn)>();
    if let Ok((Configured(setup), occupancy, mut heat, mut turn)) = query.get_mut(world, goban) {
        turn.capacity = measure(&mut heat.0, &setup.heat, occupancy);
    }
    copy(world, goban);
}

/// Copies the heat of one goban to its patches.
pub(super) fn copy(world: &mut World, goban: Entity) {
    let mut patches = world.query::<&mut Temperature>();
    let Some(occupancy) = world.get::<Occupancy>(goban) else { return };
    let list = occupancy.patches().to_vec();
    let Some(heat) = world.get::<Heat>(goban) else { return };
    let values = heat.0.values().to_vec();
    for (patch, value) in list.into_iter().zip(values) {
        if let Ok(mut temperature) = patches.get_mut(world, patch) {
            temperature.0 = value;
        }
    }
}
