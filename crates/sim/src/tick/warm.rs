//! Warm: patches count the stones around them, and heat spreads.

use crate::agents::{
    GameProgress, Goban, GobanSetup, Heat, KeptTemperature, Occupancy, OnGoban, Patch, PlyScratch,
    Temperature,
};
use bevy::ecs::prelude::*;
use stonefield_go::field::{HeatField, HeatParams};

/// Patches of one goban that are adjacent in one Bevy table (storage of entities with the same components).
pub(crate) struct PatchRun {
    goban: Entity,
    count: usize,
    /// True if the run holds all patches of the goban, in the order of their points.
    whole: bool,
}

/// Components of a goban for its heat.
type Warmed<'a> = (
    Entity,
    &'a GobanSetup,
    Ref<'a, Occupancy>,
    &'a GameProgress,
    &'a mut Heat,
    &'a mut KeptTemperature,
    &'a mut PlyScratch,
);

/// For every goban that is due: measures and spreads its heat in a dense buffer. Then copies the heat to the
/// patches in one pass. `layout` caches the order of patches. It is cleared if a goban is new or resized:
/// then the goban has new patches and a new [`Occupancy`].
pub(crate) fn warm(
    mut gobans: Query<Warmed, With<Goban>>,
    mut patches: Query<(&OnGoban, &Patch, &mut Temperature)>,
    mut layout: Local<Vec<Vec<PatchRun>>>,
) {
    let (mut any_warm, mut has_new) = (false, false);
    for (_, GobanSetup(setup), occupancy, progress, mut heat, mut kept, mut scratch) in &mut gobans {
        has_new |= occupancy.is_added();
        // A tick that waits for a move runs this system several times, but is measured only once.
        let color = progress.to_move;
        let now = Some((color, progress.turns[color]));
        if scratch.due && scratch.kept != now {
            scratch.kept = now;
            kept.warm(color, occupancy.near());
        }
        if scratch.due && !scratch.warmed {
            scratch.warmed = true;
            if scratch.replay.is_none_or(|replay| replay.heat) {
                scratch.capacity = measure(&mut heat.0, &setup.heat, &occupancy);
            }
        }
        any_warm |= is_warm(&scratch);
    }
    if has_new {
        layout.clear();
    }
    // Patches have no sparse-set component, so their tables are available as slices.
    let Some(tables) = any_warm.then(|| patches.contiguous_iter_mut().ok()).flatten() else { return };
    for (table, (on, patch, mut temperature)) in tables.enumerate() {
        // No system reads the change ticks, and updating them would cost more than the copy.
        let temperature = temperature.bypass_change_detection();
        if layout.len() <= table {
            layout.push(Vec::new());
        }
        let runs = &mut layout[table];
        if runs.iter().map(|run| run.count).sum::<usize>() != on.len() {
            let area = |goban| gobans.get(goban).map_or(0, |(.., heat, _, _)| heat.0.values().len());
            *runs = find_runs(on, patch, area);
        }
        let (mut patch, mut rest) = (patch, temperature);
        for &PatchRun { goban, count, whole } in &*runs {
            let (here, after) = rest.split_at_mut(count);
            if let Some((.., heat, _, _)) = gobans.get(goban).ok().filter(|(.., scratch)| is_warm(scratch)) {
                let values = heat.0.values();
                if let (true, Some(changed)) = (whole, heat.0.changed()) {
                    for run in changed {
                        let patches = here[run.clone()].iter_mut();
                        patches.zip(&values[run]).for_each(|(temperature, value)| temperature.0 = *value);
                    }
                } else if whole {
                    here.iter_mut().zip(values).for_each(|(temperature, value)| temperature.0 = *value);
                } else {
                    let patches = patch[..count].iter().zip(here);
                    patches.for_each(|(patch, temperature)| temperature.0 = values[patch.index()]);
                }
            }
            (patch, rest) = (&patch[count..], after);
        }
    }
}

/// True if the tick's heat is copied to the patches.
fn is_warm(scratch: &PlyScratch) -> bool {
    scratch.due && scratch.replay.is_none_or(|replay| replay.heat)
}

/// Returns the runs of patches in a table. `area` returns the number of a goban's patches.
fn find_runs(on: &[OnGoban], patches: &[Patch], area: impl Fn(Entity) -> usize) -> Vec<PatchRun> {
    let mut runs = Vec::new();
    let mut first = 0;
    for run in on.chunk_by(|a, b| a.0 == b.0) {
        let here = &patches[first..first + run.len()];
        let in_order = (0_u32..).zip(here).all(|(at, patch)| at == patch.number());
        let goban = run[0].0;
        runs.push(PatchRun { goban, count: run.len(), whole: in_order && run.len() == area(goban) });
        first += run.len();
    }
    runs
}

/// Measures and spreads the heat once. Returns the sum of the temperature over all patches.
fn measure(heat: &mut HeatField, params: &HeatParams, occupancy: &Occupancy) -> f64 {
    heat.step(occupancy.near(), params);
    // With `keep` off, the heat starts anew from the stone counts, and spreading preserves their sum.
    #[expect(clippy::cast_precision_loss, reason = "at most 2^22")]
    if params.keep { heat.total() } else { occupancy.contacts() as f64 }
}

/// Computes the heat of a new game.
pub(crate) fn first(world: &mut World, goban: Entity) {
    let mut query = world.query::<(&GobanSetup, &Occupancy, &mut Heat, &mut PlyScratch)>();
    if let Ok((GobanSetup(setup), occupancy, mut heat, mut scratch)) = query.get_mut(world, goban) {
        scratch.capacity = measure(&mut heat.0, &setup.heat, occupancy);
    }
    copy(world, goban);
}

/// Copies the heat of one goban to its patches.
pub(crate) fn copy(world: &mut World, goban: Entity) {
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
