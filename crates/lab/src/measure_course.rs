//! Measure course: mean of a number at each tick, over the games of a combination.

use super::Sample;
use super::chart::{CurvePoint, mean};
use super::store::{ResultStore, StoreError, StoreTable};
use std::collections::BTreeMap;
use stonefield_go::notation::counted;

/// Largest number of samples, one for each combination and tick. Further ones are ignored.
const MAX_SAMPLES: usize = 400_000;

/// Least number of games at a tick, as a share of the games at the tick with the most.
const MIN_SHARE: f64 = 0.1;

/// Values of a number at each tick, for each combination.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MeasureCourse {
    /// Samples by set of games (such as a combination) and tick.
    samples: BTreeMap<(u64, u64), Sample>,
}

impl MeasureCourse {
    /// Reads columns of the ticks table, each at its multiples of `every` ticks. The last tick of a game is
    /// left out unless it is such a multiple. `set_of` returns the set of a row's game; `None`: the game is
    /// left out.
    pub(super) fn read(
        store: &ResultStore,
        columns: &[(&str, u64)],
        set_of: impl Fn(u64) -> Option<u64>,
    ) -> Result<Vec<Self>, StoreError> {
        let mut courses = vec![Self::default(); columns.len()];
        if columns.is_empty() {
            return Ok(courses);
        }
        let names: Vec<&str> =
            ["row", "tick"].into_iter().chain(columns.iter().map(|(name, _)| *name)).collect();
        store.each_in(StoreTable::Ticks, &names, |values| {
            let Some(set) = set_of(values[0].whole()) else { return Ok::<(), StoreError>(()) };
            let tick = values[1].whole();
            for ((course, (_, every)), value) in courses.iter_mut().zip(columns).zip(&values[2..]) {
                if let Some(number) = value.number().filter(|_| tick.is_multiple_of(*every)) {
                    course.add(set, tick, number);
                }
            }
            Ok(())
        })?;
        Ok(courses)
    }

    /// Adds a number of a game to a set: a combination, or another set of games.
    fn add(&mut self, set: u64, tick: u64, number: f64) {
        if self.samples.len() < MAX_SAMPLES || self.samples.contains_key(&(set, tick)) {
            self.samples.entry((set, tick)).or_default().push(number);
        }
    }

    /// Returns at most `most` means by tick of a set, or of all sets together, each with its 95 % interval
    /// and the number of games.
    #[must_use]
    pub fn points(&self, set: Option<u64>, most: usize) -> Vec<CurvePoint> {
        let points = self.samples(set, most).filter_map(|(tick, sample)| {
            let middle = sample.mean()?;
            let around = sample.margin().map(|margin| (middle - margin, middle + margin));
            let about = format!("{}, {}", mean(&sample), counted(sample.count(), "game"));
            Some(CurvePoint { x: tick as f64, y: middle, around, about })
        });
        points.collect()
    }

    /// Returns at most `most` samples by tick of a set, or of all sets together. Ticks with less than a tenth of
    /// the largest number of games at a tick are left out.
    pub fn samples(&self, set: Option<u64>, most: usize) -> impl Iterator<Item = (u64, Sample)> {
        let mut ticks = BTreeMap::<u64, Sample>::new();
        let range = set.map_or((0, u64::MAX), |set| (set, set));
        for (&(_, tick), sample) in self.samples.range((range.0, 0)..=(range.1, u64::MAX)) {
            ticks.entry(tick).or_default().join(sample);
        }
        let games = ticks.values().map(Sample::count).max().unwrap_or(0);
        ticks.retain(|_, sample| sample.count() as f64 >= MIN_SHARE * games as f64);
        let step = ticks.len().div_ceil(most.max(1)).max(1);
        ticks.into_iter().step_by(step)
    }
}
