//! Measure course: how a number goes during the games of each combination, tick by tick.

use super::store::{ResultStore, StoreError, StoreTable};
use super::{GameLine, Sample};
use std::collections::BTreeMap;

/// Samples that are kept at most; combinations and ticks beyond them are left out.
const MOST: usize = 400_000;

/// The share of the games that must go on for a tick to be told.
const LEAST_SHARE: f64 = 0.1;

/// How a number goes during the games of each combination.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MeasureCourse {
    /// By combination (or another set of games) and tick.
    samples: BTreeMap<(u64, u64), Sample>,
}

/// A number at a tick, over the games that go on then.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CourseMoment {
    /// The tick.
    pub tick: u64,
    /// The mean.
    pub mean: f64,
    /// Half the width of its 95 % interval; `None` of a single game.
    pub reach: Option<f64>,
    /// How many games.
    pub games: u64,
}

impl MeasureCourse {
    /// Reads a column of the ticks of these games, which are in the order of their rows, every so many ticks: the last tick of a game is of that game
    /// alone. Games that count for nothing are left out.
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

    /// Takes a number of a game of a combination, or of another set of games that is kept apart.
    pub(super) fn add(&mut self, set: u64, tick: u64, number: f64) {
        if self.samples.len() < MOST || self.samples.contains_key(&(set, tick)) {
            self.samples.entry((set, tick)).or_default().push(number);
        }
    }

    /// How it goes in the games of a combination, or of all of them together: as long as at least a tenth of the games go on, at most so many moments.
    #[must_use]
    pub fn moments(&self, combination: Option<u64>, most: usize) -> Vec<CourseMoment> {
        let told = self.thinned(combination, most).filter_map(|(tick, sample)| {
            let reach = sample.error().map(|error| super::statistics::Z95 * error);
            Some(CourseMoment { tick, mean: sample.mean()?, reach, games: sample.count() })
        });
        told.collect()
    }

    /// As [`MeasureCourse::moments`], with all that is known of each.
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
