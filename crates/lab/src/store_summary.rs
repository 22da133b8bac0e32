//! Store summary: what the games of each combination of a store add up to.

use super::store::{DataKind, Datum, ResultStore, StoreError, StoreTable};
use super::{Sample, wilson_of};
use std::collections::BTreeMap;

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

/// What the games of a combination add up to. Void, failed and unfinished games are counted apart: everything else is of the rest.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CombinationSummary {
    /// The combination's number, from 0.
    pub number: u64,
    /// The values of what varies, in the order of the names.
    pub values: Vec<String>,
    /// Games played, with any result or none.
    pub games: u64,
    /// Games that were won.
    pub wins: u64,
    /// Games that were drawn.
    pub draws: u64,
    /// Games that were lost.
    pub losses: u64,
    /// Games that the NetLogo model's stop with an error made void.
    pub void: u64,
    /// Games that were given up.
    pub unfinished: u64,
    /// Games in which a mind could not go on, or agents and referee disagreed.
    pub failed: u64,
    /// By how many points it was won, below 0 where it was lost.
    pub margin: Sample,
    /// Ticks a game.
    pub ticks: Sample,
    /// The measures, in the order of their names.
    pub measures: Vec<Sample>,
}

impl CombinationSummary {
    /// Games with a result: won, drawn or lost.
    #[must_use]
    pub const fn counted(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Wins, a draw being half a win.
    #[must_use]
    pub fn hits(&self) -> f64 {
        self.wins as f64 + 0.5 * self.draws as f64
    }

    /// The share of wins, a draw being half a win; `None` of no game with a result.
    #[must_use]
    pub fn share(&self) -> Option<f64> {
        let counted = self.counted();
        (counted > 0).then(|| self.hits() / counted as f64)
    }

    /// The 95 % interval of the share of wins.
    #[must_use]
    pub fn interval(&self) -> (f64, f64) {
        wilson_of(self.hits(), self.counted())
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

    /// The colour whose wins are counted.
    pub(super) fn mine(&self, values: &[Datum]) -> &'static str {
        if self.by_mind && values[self.swapped] == Datum::Whole(1) { "white" } else { "black" }
    }

    /// By how many points that colour is ahead.
    pub(super) fn margin(&self, values: &[Datum]) -> Option<f64> {
        let (black, white) = values[self.black].number().zip(values[self.white].number())?;
        Some(if self.mine(values) == "black" { black - white } else { white - black })
    }
}

/// Goes over the games of a store once.
///
/// # Errors
/// When it cannot be read.
pub fn summarize(store: &ResultStore) -> Result<StoreSummary, StoreError> {
    let columns = store.columns(StoreTable::Games);
    let places = GameColumns::of(store);
    let GameColumns { by_mind, combination, winner, ticks, .. } = places;
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
        entry.games += 1;
        if is_tuning {
            for ((loose, own), value) in loose.iter_mut().zip(&entry.values).zip(&values[first..last]) {
                *loose = *loose || *own != value.to_string();
            }
        }
        let mine = places.mine(values);
        let counts = match values[winner].text().unwrap_or_default() {
            "draw" => &mut entry.draws,
            "void" => &mut entry.void,
            "failed" => &mut entry.failed,
            "unfinished" => &mut entry.unfinished,
            who if who == mine => &mut entry.wins,
            _ => &mut entry.losses,
        };
        *counts += 1;
        let is_counted = matches!(values[winner].text(), Some("black" | "white" | "draw"));
        if is_counted {
            places.margin(values).into_iter().for_each(|margin| entry.margin.push(margin));
            values[ticks].number().into_iter().for_each(|ticks| entry.ticks.push(ticks));
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
