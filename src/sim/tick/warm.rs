//! Warm: patches measure the stones around them, and heat spreads.

use crate::field::{HeatField, HeatParams};
use crate::sim::agents::{
    Configured, Course, Goban, Heat, KeptTemperature, Occupancy, OnGoban, Patch, Temperature, Turn,
};
use bevy::ecs::prelude::*;

/// Measures and spreads the heat of every goban that is due, in its dense buffer.
pub(in crate::sim) fn warm(
    mut gobans: Query<
        (&Configured, &Occupancy, &Course, &mut Heat, &mut KeptTemperature, &mut Turn),
        With<Goban>,
    >,
) {
    for (Configured(setup), occupancy, course, mut heat, mut kept, mut turn) in &mut gobans {
        // A tick that waited for a person has measured already.
        let color = course.to_move;
        let now = Some((color, course.turns[color]));
        if turn.due && turn.kept != now {
            turn.kept = now;
            kept.warm(color, occupancy.near());
        }
        if turn.due && !turn.warmed {
            turn.warmed = true;
            if turn.replay.is_none_or(|replay| replay.heat) {
                turn.capacity = measure(&mut heat.0, &setup.heat, occupancy);
            }
        }
    }
}

/// Copies the heat to the patches, in one pass over all of them.
pub(in crate::sim) fn warm_patches(
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
            let found = gobans.get(goban).ok();
            let count = run_length(rest.0, found.map_or(0, |(_, heat, _)| heat.0.values().len()));
            let (here, after) = rest.2.split_at_mut(count);
            if let Some((_, heat, _)) = found.filter(|(_, _, turn)| is_warm(turn)) {
                copy_run(&rest.1[..count], heat.0.values(), here);
            }
            rest = (&rest.0[count..], &rest.1[count..], after);
        }
    }
}

/// How many of the patches that come first lie on the first one's goban, which has `area` of them; they mostly come together.
fn run_length(on: &[OnGoban], area: usize) -> usize {
    let first = on.first().map_or(0, |on| on.0.to_bits());
    // Without an early end this is done many at a time.
    if let Some(on) = on.get(..area)
        && on.iter().fold(0, |differs, on| differs | (on.0.to_bits() ^ first)) == 0
    {
        return area.max(1);
    }
    on.iter().take_while(|on| on.0.to_bits() == first).count()
}

/// Copies heat to patches of one goban; as a block where they come in the order of their points.
fn copy_run(patches: &[Patch], values: &[f32], temperatures: &mut [Temperature]) {
    let in_order =
        (0_u32..).zip(patches).fold(0, |differs, (at, patch)| differs | (at ^ patch.number())) == 0;
    if in_order && patches.len() <= values.len() {
        for (temperature, value) in temperatures.iter_mut().zip(values) {
            temperature.0 = *value;
        }
        return;
    }
    for (temperature, patch) in temperatures.iter_mut().zip(patches) {
        temperature.0 = values[patch.index()];
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
pub(in crate::sim) fn first(world: &mut World, goban: Entity) {
    let mut query = world.query::<(&Configured, &Occupancy, &mut Heat, &mut Turn)>();
    if let Ok((Configured(setup), occupancy, mut heat, mut turn)) = query.get_mut(world, goban) {
        turn.capacity = measure(&mut heat.0, &setup.heat, occupancy);
    }
    copy(world, goban);
}

/// Copies the heat of one goban to its patches.
pub(in crate::sim) fn copy(world: &mut World, goban: Entity) {
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
