//! Clocks of a game.

use bevy::ecs::prelude::*;
use stonefield_go::Color;
use stonefield_search::{PlayerTime, TimeLeft};

/// Clocks of both players. They run only if [`GameSetup::time`](crate::GameSetup::time) sets a limit.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq)]
pub struct Clocks(pub PlayerTime);

impl Clocks {
    /// Returns the clocks if time is limited.
    #[must_use]
    pub fn limited(&self) -> Option<PlayerTime> {
        Some(self.0).filter(|time| time.control.is_limited())
    }

    /// Restores the overtime period of a colour after its move. Returns the remaining time of this colour
    /// before the restoration, or `None` if time is not limited.
    pub(crate) fn moved(&mut self, color: Color) -> Option<TimeLeft> {
        let PlayerTime { control, left } = self.limited()?;
        self.0.left[color].moved(control);
        Some(left[color])
    }
}
