//! Store summary: what the games of each combination of a store add up to.

use super::statistics::Trinomial;
use super::store::{DataKind, Datum, ResultStore, StoreError, StoreTable};
use super::{ResultCount, RowEnd, Sample, counted_color};
use std::collections::BTreeMap;
use stonefield_go::Color;

/// What the games of a store add up to.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StoreSummary {
    /// What varies, by the names of its columns.
    pub names: Vec<String>,
    /// The measures of the ends of games, by the names of their columns.
    pub measures: Vec<String>,
    /// Whether wins and margins are those of the mind that plays Black where colours are not changed; else they are Black's.
    pub by_mind: bool,
    /// A line for each combination, in their order.
    pub combinations: Vec<CombinationSummary>,
}

/// Results and measures of the games of a combination.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CombinationSummary {
    /// The combination's number, from 0.
    pub number: u64,
    /// The values of what varies, in the order of the names.
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

/// Where the values of a game stand that every store has.
#[derive(Clone, Copy, Debug)]
pub(super) struct GameColumns {
    /// Whether wins and margins are those of the mind that plays Black where colours are not changed.
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
    /// In a store.
    pub(super) fn of(store: &ResultStore) -> Self {
        let columns = store.columns(StoreTable::Games);
        let at = |name: &str| columns.iter().position(|column| column.name == name).unwrap_or(0);
        Self {
            // In a tuning the mind that is tuned has Black in the first game of each pair.
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

/// Goes over the games of a store once.
///
/// # Errors
/// When it cannot be read.
pub fn summarize(store: &ResultStore) -> Result<StoreSummary, StoreError> {
    let columns = store.columns(StoreTable::Games);
    let places = GameColumns::of(store);
    let GameColumns { by_mind, combination, ticks, .. } = places;
    let at = |name: &str| columns.iter().position(|column| column.name == name);
    let (first, last) = (at("game").map_or(0, |at| at + 1), at("black_mind").unwrap_or(0));
    let after = at("fault").map_or(columns.len(), |at| at + 1);
    let mut found: BTreeMap<i64, CombinationSummary> = BTreeMap::new();
    // The opening of a tuning's games differs from game to game: it is nothing that a combination has.
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
    // What is the same in all combinations does not vary.
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
