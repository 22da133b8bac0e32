//! Store summary: results of each combination of a store.

use super::statistics::Trinomial;
use super::store::{DataKind, Datum, ResultStore, StoreError, StoreTable};
use super::{ResultCount, RowEnd, Sample, counted_color};
use std::collections::BTreeMap;
use stonefield_go::Color;

/// Results of a store, by combination.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StoreSummary {
    /// Names of the columns that vary between combinations.
    pub names: Vec<String>,
    /// Names of the columns of measures at the end of games.
    pub measures: Vec<String>,
    /// True if wins and margins are those of the mind that plays Black in games that are not swapped. Else
    /// they are Black's.
    pub by_mind: bool,
    /// Combinations, in the order of their numbers.
    pub combinations: Vec<CombinationSummary>,
}

/// Results and measures of the games of a combination.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CombinationSummary {
    /// Number of the combination, from 0.
    pub number: u64,
    /// Values in the columns that vary, in the order of [`StoreSummary::names`].
    pub values: Vec<String>,
    /// Results, seen by Black or by the mind that plays Black in games that are not swapped.
    pub count: ResultCount,
    /// Measures at the end of the games that count, in the order of their names.
    pub measures: Vec<Sample>,
}

impl StoreSummary {
    /// Returns the results of all combinations together.
    #[must_use]
    pub fn results(&self) -> Trinomial {
        let mut all = Trinomial::default();
        self.combinations.iter().for_each(|one| all += one.count.results);
        all
    }
}

/// Indices of the columns of games that every store has.
#[derive(Clone, Copy, Debug)]
pub(super) struct GameColumns {
    /// As in [`StoreSummary::by_mind`].
    pub by_mind: bool,
    pub combination: usize,
    pub swapped: usize,
    pub winner: usize,
    pub result: usize,
    pub black: usize,
    pub white: usize,
    pub ticks: usize,
    pub fault: usize,
}

impl GameColumns {
    /// Returns the indices for a store.
    pub(super) fn of(store: &ResultStore) -> Self {
        let columns = store.columns(StoreTable::Games);
        let at = |name: &str| columns.iter().position(|column| column.name == name).unwrap_or(0);
        Self {
            // In a tuning, the mind that is tuned plays Black in the first game of each pair.
            by_mind: store.header().kind == "tuning"
                || store.header().canonical.lines().any(|line| line == "alternate = true"),
            combination: at("combination"),
            swapped: at("swapped"),
            winner: at("winner"),
            result: at("result"),
            black: at("black_score"),
            white: at("white_score"),
            ticks: at("ticks"),
            fault: at("fault"),
        }
    }

    /// Returns the end of a game, and the colour whose wins are counted.
    pub(super) fn end(&self, values: &[Datum]) -> (RowEnd, Color) {
        let end = RowEnd::read(values[self.winner].text().unwrap_or_default());
        (end, counted_color(self.by_mind, values[self.swapped] == Datum::Whole(1)))
    }

    /// Returns Black's score minus White's, in points.
    pub(super) fn lead(&self, values: &[Datum]) -> Option<f64> {
        Some(values[self.black].number()? - values[self.white].number()?)
    }
}

/// Summarizes the games of a store in one pass.
///
/// # Errors
/// If the store cannot be read.
pub fn summarize(store: &ResultStore) -> Result<StoreSummary, StoreError> {
    let columns = store.columns(StoreTable::Games);
    let places = GameColumns::of(store);
    let GameColumns { by_mind, combination, ticks, .. } = places;
    let at = |name: &str| columns.iter().position(|column| column.name == name);
    let (first, last) = (at("game").map_or(0, |at| at + 1), at("black_mind").unwrap_or(0));
    let after = at("fault").map_or(columns.len(), |at| at + 1);
    let mut found: BTreeMap<i64, CombinationSummary> = BTreeMap::new();
    // In a tuning the opening differs from game to game, so it is no property of a combination.
    let is_tuning = store.header().kind == "tuning";
    let mut loose = vec![false; last.saturating_sub(first)];
    store.each(StoreTable::Games, |values| {
        let Datum::Whole(number) = values[combination] else { return Ok::<(), StoreError>(()) };
        let entry = found.entry(number).or_insert_with(|| CombinationSummary {
            number: u64::try_from(number).unwrap_or(0),
            values: values[first..last].iter().map(ToString::to_string).collect(),
            measures: vec![Sample::default(); columns.len() - after],
            ..CombinationSummary::default()
        });
        if is_tuning {
            for ((loose, own), value) in loose.iter_mut().zip(&entry.values).zip(&values[first..last]) {
                *loose = *loose || *own != value.to_string();
            }
        }
        let (end, side) = places.end(values);
        entry.count.push(end, side, places.lead(values), values[ticks].number());
        if end.counts() {
            for (sample, value) in entry.measures.iter_mut().zip(&values[after..]) {
                value.number().into_iter().for_each(|number| sample.push(number));
            }
        }
        Ok(())
    })?;
    let mut summary = StoreSummary {
        names: columns[first..last].iter().map(|column| column.name.clone()).collect(),
        measures: columns[after..].iter().map(|column| column.name.clone()).collect(),
        by_mind,
        combinations: found.into_values().collect(),
    };
    // Columns with the same value in all combinations are dropped.
    let same =
        |at: usize| summary.combinations.windows(2).all(|pair| pair[0].values[at] == pair[1].values[at]);
    let varied: Vec<bool> = (0..summary.names.len()).map(|at| !loose[at] && !same(at)).collect();
    let keep = |texts: &mut Vec<String>| {
        let mut kept = varied.iter();
        texts.retain(|_| kept.next().is_some_and(|kept| *kept));
    };
    keep(&mut summary.names);
    summary.combinations.iter_mut().for_each(|combination| keep(&mut combination.values));
    debug_assert!(columns[after..].iter().all(|column| column.kind != DataKind::Text));
    Ok(summary)
}
