//! Temperature that patches keep for a mind from turn to turn.

use super::{Occupancy, PlyScratch};
use bevy::ecs::prelude::*;
use stonefield_go::field::HeatField;
use stonefield_go::{ByColor, Color, Size};
use stonefield_minds::KeptTemperatureParams;

/// Temperatures that the patches of a goban keep for each colour, if its mind has asked for them.
#[derive(Component, Clone, Default)]
pub struct KeptTemperature(ByColor<Vec<(KeptTemperatureParams, HeatField)>>);

impl KeptTemperature {
    /// Sets the temperatures that are kept for a colour: adds missing ones, which start at 0, and removes all
    /// that are not `wanted`. Returns true if one was added.
    pub(crate) fn keep(&mut self, color: Color, wanted: &[KeptTemperatureParams], size: Size) -> bool {
        let fields = &mut self.0[color];
        fields.retain(|(params, _)| wanted.contains(params));
        let before = fields.len();
        for &params in wanted {
            if fields.iter().all(|(other, _)| *other != params) {
                fields.push((params, HeatField::new(size)));
            }
        }
        fields.len() > before
    }

    /// Updates a colour's temperatures at the start of its turn. `stone_counts`: number of stones
    /// on the neighbours of each patch, 0 to 4.
    pub(crate) fn warm(&mut self, color: Color, stone_counts: &[u8]) {
        for (params, field) in &mut self.0[color] {
            params.spread(field, stone_counts, || true);
        }
    }

    /// Returns the temperatures kept for a colour with these parameters, by point number. `None` if none are.
    pub(crate) fn of(&self, color: Color, wanted: KeptTemperatureParams) -> Option<&[f32]> {
        self.0[color].iter().find(|(params, _)| *params == wanted).map(|(_, field)| field.values())
    }
}

/// Makes the patches of a goban keep the temperatures that the mind of a colour asks for.
pub(crate) fn keep_for(world: &mut World, goban: Entity, color: Color, wanted: &[KeptTemperatureParams]) {
    let mut query = world.query::<(&Occupancy, &mut KeptTemperature, &mut PlyScratch)>();
    if let Ok((occupancy, mut kept, mut scratch)) = query.get_mut(world, goban)
        && kept.keep(color, wanted, occupancy.size())
    {
        // The new field must include this turn, even if the turn was counted for an earlier mind.
        scratch.kept = None;
    }
}
