//! Patches: the points of a board as entities.

use bevy::ecs::prelude::*;
use stonefield_go::{Point, Size};

/// A point of a board that senses the stones around it.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patch {
    /// Position on the board.
    pub point: Point,
    /// Number of the point.
    index: u32,
}

impl Patch {
    /// Creates the patch of a point.
    #[must_use]
    pub fn new(size: Size, point: Point) -> Self {
        Self { point, index: u32::try_from(size.index(point)).unwrap_or(0) }
    }

    /// Number of the point as a `u32`, as it is stored.
    #[inline]
    pub(crate) const fn number(self) -> u32 {
        self.index
    }

    /// Number of the point.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.index as usize
    }
}

/// Temperature of a patch, 0 or more: diffused counts of the stones on its neighbours.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq)]
pub struct Temperature(pub f32);
