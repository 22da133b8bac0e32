//! The clocks of a game.

use bevy::ecs::prelude::*;
use stonefield_go::Color;
use stonefield_search::{PlayerTime, TimeLeft};

/// The time of both players; it runs where [`GameSetup::time`](crate::GameSetup::time) limits it.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq)]
pub struct Clocks(pub PlayerTime);

impl Clocks {
    /// The time, where it is limited.
    #[must_use]
    pub fn limited(&self) -> Option<PlayerTime> {
        Some(self.0).filter(|time| time.control.is_limited())
    }

    /// A colour has moved in time; returns what it had left, where time is limited.
    pub(crate) fn moved(&mut self, color: Color) -> Option<TimeLeft> {
        let PlayerTime { control, left } = self.limited()?;
        self.0.left[color].moved(control);
        Some(left[color])
    }
}
