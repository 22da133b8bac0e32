//! The groups that are lit on the board: those of a colour whose size lies in a bar of a histogram.

use bevy::ecs::prelude::*;
use core::ops::RangeInclusive;
use stonefield_go::Color;

/// Whose groups are lit, and of how many stones; `None` for no groups.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct LitGroups(pub Option<(Color, RangeInclusive<u32>)>);

impl LitGroups {
    /// Whether a group of so many stones is lit.
    #[must_use]
    pub fn has(&self, color: Color, stones: u32) -> bool {
        self.0.as_ref().is_some_and(|(of, sizes)| *of == color && sizes.contains(&stones))
    }
}
