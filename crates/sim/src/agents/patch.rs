//! Patches: the ground.

use bevy::ecs::prelude::*;
use stonefield_go::{Point, Size};

/// A point of a board as a place that feels the stones around it.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patch {
    /// Where it lies.
    pub point: Point,
    /// The number of the point.
    index: u32,
}

impl Patch {
    /// The patch of a point.
    #[must_use]
    pub fn new(size: Size, point: Point) -> Self {
        Self { point, index: u32::try_from(size.index(point)).unwrap_or(0) }
    }

    /// The number of its point, as it is kept.
    #[inline]
    pub(crate) const fn number(self) -> u32 {
        self.index
    }

    /// The number of its point.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.index as usize
    }
}

/// How warm a patch is: the stones on its four neighbours, diffused.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq)]
pub struct Temperature(pub f32);
