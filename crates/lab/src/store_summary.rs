//! Store summary: results of each combination of a store.

use super::statistics::Trinomial;
use super::store::{DataKind, Datum, ResultStore, StoreError, StoreTable};
use super::{ResultCount, RowEnd, Sample, counted_color};
use std::collections::BTreeMap;
use stonefield_go::Color;

/// Results of a store, by combination.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StoreSummary {
    /// Names of the columns of settings that vary between combinations.
    pub names: Vec<String>,
    /// Names of the columns of measures at the end of games.
    pub measures: Vec<String>,
    /// True if wins and margins are those of the mind that plays Black in games that are not swapped. If
    /// false, those of Black.
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
    /// Results of Black, or of the mind that plays Black in games that are not swapped.
    pub count: ResultCount,
    /// Measures at the end of the games that count, in the order of [`StoreSummary::measures`].
    pub measures: Vec<Sample>,
}

impl StoreSummary {
    /// Returns the results of all combinations together.
    #[must_use]
    pub fn results(&self) -> Trinomial {
        let mut results = Trinomial::default();
        self.combinations.iter().for_each(|combination| results += combination.count.results);
        results
    }
}

/// Indices of columns of games that every store has.
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
        let index = |name: &str| columns.iter().position(|column| column.name == name).unwrap_or(0);
        Self {
            // A tuning swaps colours too: the mind that is tuned plays Black in the first game of each pair.
            by_mind: store.header().kind == "tuning"
                || store.header().canonical.lines().any(|line| line == "alternate = true"),
            combination: index("combination"),
            swapped: index("swapped"),
            winner: index("winner"),
            result: index("result"),
            black: index("black_score"),
            white: index("white_score"),
            ticks: index("ticks"),
            fault: index("fault"),
        }
    }

    /// Returns the end of a game, and the colour whose wins are counted.
    pub(super) fn end(&self, values: &[Datum]) -> (RowEnd, Color) {
        let end = RowEnd::read(values[self.winner].text().unwrap_or_default());
        (end, counted_color(self.by_mind, values[self.swapped] == Datum::Whole(1)))
    }

    /// Returns Black's score minus White's, in points; `None` if a score is missing.
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
    let indices = GameColumns::of(store);
    let GameColumns { by_mind, combination, ticks, .. } = indices;
    let index = |name: &str| columns.iter().position(|column| column.name == name);
    let (first, last) = (index("game").map_or(0, |at| at + 1), index("black_mind").unwrap_or(0));
    let after = index("fault").map_or(columns.len(), |at| at + 1);
    let mut summaries: BTreeMap<i64, CombinationSummary> = BTreeMap::new();
    // In a tuning the opening differs from game to game of one combination, so its column is dropped.
    let is_tuning = store.header().kind == "tuning";
    let mut mixed = vec![false; last.saturating_sub(first)];
    store.each(StoreTable::Games, |values| {
        let Datum::Whole(number) = values[combination] else { return Ok::<(), StoreError>(()) };
        let entry = summaries.entry(number).or_insert_with(|| CombinationSummary {
            number: u64::try_from(number).unwrap_or(0),
            values: values[first..last].iter().map(ToString::to_string).collect(),
            measures: vec![Sample::default(); columns.len() - after],
            ..CombinationSummary::default()
        });
        if is_tuning {
            for ((is_mixed, old), new) in mixed.iter_mut().zip(&entry.values).zip(&values[first..last]) {
                *is_mixed = *is_mixed || *old != new.to_string();
            }
        }
        let (end, side) = indices.end(values);
        entry.count.push(end, side, indices.lead(values), values[ticks].number());
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
        combinations: summaries.into_values().collect(),
    };
    // Columns with one value in all combinations, or with several values within a combination, are dropped.
    let is_same =
        |at: usize| summary.combinations.windows(2).all(|pair| pair[0].values[at] == pair[1].values[at]);
    let is_kept: Vec<bool> = (0..summary.names.len()).map(|at| !mixed[at] && !is_same(at)).collect();
    let keep = |texts: &mut Vec<String>| {
        let mut kept = is_kept.iter();
        texts.retain(|_| kept.next().is_some_and(|kept| *kept));
    };
    keep(&mut summary.names);
    summary.combinations.iter_mut().for_each(|combination| keep(&mut combination.values));
    debug_assert!(columns[after..].iter().all(|column| column.kind != DataKind::Text));
    Ok(summary)
}
