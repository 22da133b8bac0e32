//! Measure course: mean of a number at each tick, over the games of a combination.

use super::store::{ResultStore, StoreError, StoreTable};
use super::{GameLine, Sample};
use std::collections::BTreeMap;

/// Largest number of samples. Further combinations and ticks are left out.
const MOST: usize = 400_000;

/// Smallest share of the games that must be running at a tick. Later ticks are left out.
const LEAST_SHARE: f64 = 0.1;

/// Values of a number at each tick, for each combination.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MeasureCourse {
    /// Samples by combination (or another set of games) and tick.
    samples: BTreeMap<(u64, u64), Sample>,
}

/// Mean of a number at a tick, over the games that are running then.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CourseMoment {
    /// The tick.
    pub tick: u64,
    /// Mean.
    pub mean: f64,
    /// Half the width of the 95 % confidence interval; `None` for a single game.
    pub reach: Option<f64>,
    /// Number of games.
    pub games: u64,
}

impl MeasureCourse {
    /// Reads a column of the ticks table for these games, at every `every`-th tick. `games` is sorted by row.
    /// The last tick of a game is left out unless it is a multiple of `every`. Games that count for nothing
    /// are left out.
    pub(super) fn read(
        store: &ResultStore,
        (column, every): (&str, u64),
        games: &[GameLine],
    ) -> Result<Self, StoreError> {
        let mut course = Self::default();
        store.each_in(StoreTable::Ticks, &["row", "tick", column], |values| {
            let [row, tick] =
                [&values[0], &values[1]].map(|value| value.number().map_or(0, |number| number as u64));
            if !tick.is_multiple_of(every) {
                return Ok::<(), StoreError>(());
            }
            let game = games.binary_search_by_key(&row, |game| game.row).ok().map(|at| &games[at]);
            if let (Some(game), Some(number)) = (game.filter(|game| game.end.counts()), values[2].number()) {
                course.add(game.combination, tick, number);
            }
            Ok(())
        })?;
        Ok(course)
    }

    /// Adds a number of a game to a set: a combination, or another set of games.
    pub(super) fn add(&mut self, set: u64, tick: u64, number: f64) {
        if self.samples.len() < MOST || self.samples.contains_key(&(set, tick)) {
            self.samples.entry((set, tick)).or_default().push(number);
        }
    }

    /// Returns at most `most` moments of a combination, or of all games together. Ticks at which less than a
    /// tenth of the games are running are left out.
    #[must_use]
    pub fn moments(&self, combination: Option<u64>, most: usize) -> Vec<CourseMoment> {
        let moments = self.thinned(combination, most).filter_map(|(tick, sample)| {
            let reach = sample.error().map(|error| super::statistics::Z95 * error);
            Some(CourseMoment { tick, mean: sample.mean()?, reach, games: sample.count() })
        });
        moments.collect()
    }

    /// Same as [`MeasureCourse::moments`], with the whole samples.
    pub(super) fn thinned(&self, set: Option<u64>, most: usize) -> impl Iterator<Item = (u64, Sample)> {
        let mut ticks = BTreeMap::<u64, Sample>::new();
        let range = set.map_or((0, u64::MAX), |one| (one, one));
        for (&(_, tick), sample) in self.samples.range((range.0, 0)..=(range.1, u64::MAX)) {
            ticks.entry(tick).or_default().join(sample);
        }
        let games = ticks.values().map(Sample::count).max().unwrap_or(0);
        ticks.retain(|_, sample| sample.count() as f64 >= LEAST_SHARE * games as f64);
        let step = ticks.len().div_ceil(most.max(1)).max(1);
        ticks.into_iter().step_by(step)
    }
}
