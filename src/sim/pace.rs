//! Pace: how fast a goban ticks when nobody counts the ticks.

use super::tick::drive;
use bevy::ecs::prelude::*;
use bevy::platform::time::Instant;
use bevy::time::{Real, Time};

/// How much of a frame may go into ticks, in seconds.
const SHARE: f32 = 0.012;

/// The speed of a goban.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
pub struct Pace {
    /// Whether it runs.
    pub running: bool,
    /// Ticks a second, more than 0; infinity is as fast as possible.
    pub rate: f32,
    /// Ticks that time has earned and that have not been done.
    owed: f32,
}

impl Default for Pace {
    /// Standing still, at 8 ticks a second.
    fn default() -> Self {
        Self { running: false, rate: 8.0, owed: 0.0 }
    }
}

impl Pace {
    /// Stands still and forgets what it owes.
    pub(super) fn stop(&mut self) {
        self.running = false;
        self.owed = 0.0;
    }

    /// Earns ticks for some seconds; no more than one frame can do.
    fn earn(&mut self, seconds: f32) {
        if self.running && self.rate.is_finite() {
            self.owed += seconds * self.rate;
        }
    }

    /// Pays for one tick.
    fn pay(&mut self) -> bool {
        if !self.running {
            return false;
        }
        if self.rate.is_infinite() {
            return true;
        }
        let can = self.owed >= 1.0;
        self.owed -= f32::from(u8::from(can));
        can
    }
}

/// Lets every running goban do the ticks that the time since the last frame has earned.
pub(super) fn keep_pace(world: &mut World) {
    let seconds = world.get_resource::<Time<Real>>().map_or(0.0, Time::delta_secs);
    let mut paces = world.query::<&mut Pace>();
    let mut any = false;
    for mut pace in paces.iter_mut(world) {
        if pace.running {
            pace.earn(seconds);
            any = true;
        }
    }
    if !any {
        return;
    }
    let begun = Instant::now();
    drive(world, |_, pace| pace.pay(), || begun.elapsed().as_secs_f32() < SHARE);
    // What a frame could not do, or a person held up, is not owed to the next.
    for mut pace in paces.iter_mut(world) {
        pace.owed = pace.owed.min(1.0);
    }
}
