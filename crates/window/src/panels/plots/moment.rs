//! Histograms of the present board, cached until the board changes.

use super::histogram::{Avalanches, of_groups, of_temperatures};
use super::kind::Distribution;
use bevy::ecs::prelude::*;
use bevy::platform::time::Instant;
use core::time::Duration;
use stonefield_lab::chart::Histogram;
use stonefield_sim::{GameRecord, Groups, Heat};

/// Largest board, in points, whose temperatures are counted at every tick.
const LARGE_BOARD: usize = 40_000;

/// Least time between two counts of the temperatures of a larger board.
const COUNT_INTERVAL: Duration = Duration::from_millis(250);

/// Cache key of a board: goban, tick and hash of the stones.
pub type BoardMoment = (Entity, u64, u64);

/// Histograms of the board, each with its cache key.
#[derive(Default)]
pub struct Moment {
    groups: (Option<BoardMoment>, Histogram),
    avalanches: Avalanches,
    heat: (Option<(BoardMoment, Instant)>, Histogram),
}

impl Moment {
    /// Returns a histogram.
    #[must_use]
    pub const fn of(&self, of: Distribution) -> &Histogram {
        match of {
            Distribution::GroupSizes => &self.groups.1,
            Distribution::Avalanches => self.avalanches.histogram(),
            Distribution::Temperatures => &self.heat.1,
        }
    }

    /// Counts groups if the board has changed.
    pub fn count_groups(&mut self, now: BoardMoment, groups: &Groups) {
        if self.groups.0 != Some(now) {
            self.groups = (Some(now), of_groups(groups));
        }
    }

    /// Adds the new ticks of a record to the avalanches.
    pub fn count_avalanches(&mut self, record: &GameRecord) {
        self.avalanches.update(|first| record.rows_from(first));
    }

    /// Counts temperatures if the board has changed. Returns the time to wait before the next count, if any.
    pub fn count_heat(&mut self, now: BoardMoment, heat: &Heat) -> Option<Duration> {
        let values = heat.0.values();
        if let Some((then, at)) = self.heat.0 {
            if then == now {
                return None;
            }
            let wait = COUNT_INTERVAL
                .checked_sub(at.elapsed())
                .filter(|_| values.len() > LARGE_BOARD && then.0 == now.0);
            if wait.is_some() {
                return wait;
            }
        }
        self.heat = (Some((now, Instant::now())), of_temperatures(values));
        None
    }
}
