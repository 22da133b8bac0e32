//! The temperature that patches keep for a mind from turn to turn.

use crate::brain::Keeping;
use crate::field::HeatField;
use crate::go::{ByColor, Color, Size};
use bevy::ecs::prelude::*;

/// What the patches of a goban keep for each colour, if its mind has asked for that.
#[derive(Component, Clone, Default)]
pub struct KeptTemperature(ByColor<Option<(Keeping, HeatField)>>);

impl KeptTemperature {
    /// Keeps temperature for a colour in this way from now on, cold to begin with; `None` for no longer. What is kept in this way already stays.
    pub(in crate::sim) fn keep(&mut self, color: Color, keeping: Option<Keeping>, size: Size) {
        let kept = &mut self.0[color];
        if kept.as_ref().map(|(keeping, _)| *keeping) != keeping {
            *kept = keeping.map(|keeping| (keeping, HeatField::new(size)));
        }
    }

    /// A turn of a colour begins, with so many stones beside each patch.
    pub(in crate::sim) fn warm(&mut self, color: Color, near: &[u8]) {
        if let Some((keeping, field)) = &mut self.0[color] {
            keeping.spread(field, near, || true);
        }
    }

    /// What is kept for a colour in this way.
    pub(in crate::sim) fn of(&self, color: Color, keeping: Keeping) -> Option<&[f32]> {
        let (own, field) = self.0[color].as_ref()?;
        (*own == keeping).then(|| field.values())
    }
}
