//! Measure course: mean of a number at each tick, over the games of a combination.

use super::store::{ResultStore, StoreError, StoreTable};
use super::{GameLine, Sample};
use std::collections::BTreeMap;

/// Largest number of samples, one for each combination and tick. Further ones are ignored.
const MOST_SAMPLES: usize = 400_000;

/// Least number of games at a tick, as a share of the games at the tick with the most.
const LEAST_SHARE: f64 = 0.1;

/// Values of a number at each tick, for each combination.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MeasureCourse {
    /// Samples by set of games (such as a combination) and tick.
    samples: BTreeMap<(u64, u64), Sample>,
}

/// Mean of a number at a tick, over the games that have a value there. A game has none after its end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CourseMoment {
    /// The tick.
    pub tick: u64,
    /// Mean of the number.
    pub mean: f64,
    /// Half the width of the 95 % confidence interval; `None` for a single game.
    pub reach: Option<f64>,
    /// Number of games with a value at the tick.
    pub games: u64,
}

impl MeasureCourse {
    /// Reads a column of the ticks table at each tick that is a multiple of `every`, for those of the `games`
    /// that were won, lost or drawn. `games` must be sorted by row.
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

    /// Adds the number of a game at a tick to a set of games, such as a combination.
    pub(super) fn add(&mut self, set: u64, tick: u64, number: f64) {
        if self.samples.len() < MOST_SAMPLES || self.samples.contains_key(&(set, tick)) {
            self.samples.entry((set, tick)).or_default().push(number);
        }
    }

    /// Returns at most `most` moments of a combination; `None` stands for all games together. Ticks with less
    /// than a tenth of the largest number of games at a tick are dropped.
    #[must_use]
    pub fn moments(&self, combination: Option<u64>, most: usize) -> Vec<CourseMoment> {
        let moments = self.thinned(combination, most).filter_map(|(tick, sample)| {
            let reach = sample.error().map(|error| super::statistics::Z95 * error);
            Some(CourseMoment { tick, mean: sample.mean()?, reach, games: sample.count() })
        });
        moments.collect()
    }

    /// Same as [`MeasureCourse::moments`], but returns each tick with its sample.
    pub(super) fn thinned(&self, set: Option<u64>, most: usize) -> impl Iterator<Item = (u64, Sample)> {
        let mut ticks = BTreeMap::<u64, Sample>::new();
        let range = set.map_or((0, u64::MAX), |set| (set, set));
        for (&(_, tick), sample) in self.samples.range((range.0, 0)..=(range.1, u64::MAX)) {
            ticks.entry(tick).or_default().join(sample);
        }
        let games = ticks.values().map(Sample::count).max().unwrap_or(0);
        ticks.retain(|_, sample| sample.count() as f64 >= LEAST_SHARE * games as f64);
        let step = ticks.len().div_ceil(most.max(1)).max(1);
        ticks.into_iter().step_by(step)
    }
}
