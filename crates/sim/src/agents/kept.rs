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
    /// Sets which temperatures are kept for a colour. New ones start at 0; those already kept stay.
    /// Returns true if one is new.
    pub(crate) fn keep(&mut self, color: Color, ways: &[KeptTemperatureParams], size: Size) -> bool {
        let kept = &mut self.0[color];
        kept.retain(|(keeping, _)| ways.contains(keeping));
        let before = kept.len();
        for &keeping in ways {
            if kept.iter().all(|(params, _)| *params != keeping) {
                kept.push((keeping, HeatField::new(size)));
            }
        }
        kept.len() > before
    }

    /// Updates a colour's temperatures at the start of its turn. `near`: stones beside each patch, 0 to 4.
    pub(crate) fn warm(&mut self, color: Color, near: &[u8]) {
        for (keeping, field) in &mut self.0[color] {
            keeping.spread(field, near, || true);
        }
    }

    /// Returns the temperatures kept for a colour with these parameters.
    pub(crate) fn of(&self, color: Color, keeping: KeptTemperatureParams) -> Option<&[f32]> {
        self.0[color].iter().find(|(params, _)| *params == keeping).map(|(_, field)| field.values())
    }
}

/// Makes the patches of a goban keep the temperatures that the mind of a colour asks for.
pub(crate) fn keep_for(world: &mut World, goban: Entity, color: Color, ways: &[KeptTemperatureParams]) {
    let mut query = world.query::<(&Occupancy, &mut KeptTemperature, &mut PlyScratch)>();
    if let Ok((occupancy, mut kept, mut scratch)) = query.get_mut(world, goban)
        && kept.keep(color, ways, occupancy.size())
    {
        // Counts this turn for the new field, even if an earlier mind has begun it.
        scratch.kept = None;
    }
}
