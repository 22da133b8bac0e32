//! Lit groups: highlighted groups of one colour whose sizes are in a bar of a histogram.

use bevy::ecs::prelude::*;
use core::ops::RangeInclusive;
use stonefield_go::Color;

/// Colour and sizes, in stones, of the lit groups; `None`: no groups.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct LitGroups(pub Option<(Color, RangeInclusive<u32>)>);

impl LitGroups {
    /// True if a group with this number of stones is lit.
    #[must_use]
    pub fn has(&self, color: Color, stones: u32) -> bool {
        self.0.as_ref().is_some_and(|(of, sizes)| *of == color && sizes.contains(&stones))
    }
}
