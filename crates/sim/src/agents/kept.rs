//! The temperature that patches keep for a mind from turn to turn.

use super::{Occupancy, PlyScratch};
use bevy::ecs::prelude::*;
use stonefield_go::field::HeatField;
use stonefield_go::{ByColor, Color, Size};
use stonefield_minds::KeptTemperatureParams;

/// What the patches of a goban keep for each colour, if its mind has asked for that.
#[derive(Component, Clone, Default)]
pub struct KeptTemperature(ByColor<Vec<(KeptTemperatureParams, HeatField)>>);

impl KeptTemperature {
    /// Keeps temperature for a colour in these ways from now on, cold to begin with. What is kept in one of them already stays; whether anything is new.
    pub(crate) fn keep(&mut self, color: Color, ways: &[KeptTemperatureParams], size: Size) -> bool {
        let kept = &mut self.0[color];
        kept.retain(|(keeping, _)| ways.contains(keeping));
        let before = kept.len();
        for &keeping in ways {
            if kept.iter().all(|(known, _)| *known != keeping) {
                kept.push((keeping, HeatField::new(size)));
            }
        }
        kept.len() > before
    }

    /// A turn of a colour begins, with so many stones beside each patch.
    pub(crate) fn warm(&mut self, color: Color, near: &[u8]) {
        for (keeping, field) in &mut self.0[color] {
            keeping.spread(field, near, || true);
        }
    }

    /// What is kept for a colour in this way.
    pub(crate) fn of(&self, color: Color, keeping: KeptTemperatureParams) -> Option<&[f32]> {
        self.0[color].iter().find(|(known, _)| *known == keeping).map(|(_, field)| field.values())
    }
}

/// Has the patches of a goban keep what the mind of a colour asks for.
pub(crate) fn keep_for(world: &mut World, goban: Entity, color: Color, ways: &[KeptTemperatureParams]) {
    let mut query = world.query::<(&Occupancy, &mut KeptTemperature, &mut PlyScratch)>();
    if let Ok((occupancy, mut kept, mut scratch)) = query.get_mut(world, goban)
        && kept.keep(color, ways, occupancy.size())
    {
        // Its first turn counts, though another mind may have begun it.
        scratch.kept = None;
    }
}
