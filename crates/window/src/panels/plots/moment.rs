//! The distributions of the moment, kept until the board changes.

use super::histogram::{Avalanches, Histogram};
use super::kind::Distribution;
use bevy::ecs::prelude::*;
use bevy::platform::time::Instant;
use core::time::Duration;
use stonefield_sim::{GameRecord, Groups, Heat};

/// From so many points on temperatures are not counted at every tick.
const MANY: usize = 40_000;

/// How long temperatures of so many points are kept at least.
const REST: Duration = Duration::from_millis(250);

/// What a distribution is of: a board as it stands.
pub type BoardMoment = (Entity, u64, u64);

/// The distributions as they were counted last.
#[derive(Default)]
pub struct Moment {
    groups: (Option<BoardMoment>, Histogram),
    avalanches: Avalanches,
    heat: (Option<(BoardMoment, Instant)>, Histogram),
}

impl Moment {
    /// A distribution.
    #[must_use]
    pub const fn of(&self, of: Distribution) -> &Histogram {
        match of {
            Distribution::GroupSizes => &self.groups.1,
            Distribution::Avalanches => self.avalanches.histogram(),
            Distribution::Temperatures => &self.heat.1,
        }
    }

    /// Counts groups, unless the board still stands as it did.
    pub fn count_groups(&mut self, now: BoardMoment, groups: &Groups) {
        if self.groups.0 != Some(now) {
            self.groups = (Some(now), Histogram::of_groups(groups));
        }
    }

    /// Counts the ticks that are new.
    pub fn count_avalanches(&mut self, record: &GameRecord) {
        self.avalanches.update(|first| record.rows_from(first));
    }

    /// Counts temperatures, unless the board still stands as it did; returns after how long those of a large board are counted.
    pub fn count_heat(&mut self, now: BoardMoment, heat: &Heat) -> Option<Duration> {
        let values = heat.0.values();
        if let Some((then, at)) = self.heat.0 {
            if then == now {
                return None;
            }
            let rest = REST.checked_sub(at.elapsed()).filter(|_| values.len() > MANY && then.0 == now.0);
            if rest.is_some() {
                return rest;
            }
        }
        self.heat = (Some((now, Instant::now())), Histogram::of_temperatures(values));
        None
    }
}
