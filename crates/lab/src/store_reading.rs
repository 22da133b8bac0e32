//! Store reading: games and results of a store at the time of reading.

use super::store::{ResultStore, StoreError, StoreHeader, StoreTable};
use super::store_summary::GameColumns;
use super::stored_numbers::StoredNumbers;
use super::{GameLine, MeasureCourse, RowEnd, Standings, StoreSummary, summarize};
use std::collections::{BTreeMap, HashMap};
use stonefield_go::Color;

/// Content of a store at the time of reading. It takes about 60 bytes per game, for any number of measures.
#[derive(Clone, Debug)]
pub struct StoreReading {
    /// Header of the store.
    pub header: StoreHeader,
    /// Number of games in the store when the reading began. Games that were added later can be in it too.
    pub count: u64,
    /// Results of each combination.
    pub summary: StoreSummary,
    /// Names of the numbers that can be read, among them [`AHEAD_COLUMN`](crate::AHEAD_COLUMN).
    pub columns: Vec<String>,
    /// Name of the number whose values were read.
    pub column: String,
    /// Names of the two sides, if the number has one value for each: [`GameLine::value`] and `second`.
    pub sides: Option<[&'static str; 2]>,
    /// Means of the number at each tick, if it is measured at ticks.
    pub course: Option<MeasureCourse>,
    /// Standings, if the store holds a tournament.
    pub standings: Option<Standings>,
    /// Games in the order of their rows.
    pub games: Vec<GameLine>,
    /// Reasons why games failed, by row.
    pub faults: BTreeMap<u64, String>,
    /// Different texts of results.
    results: Vec<Box<str>>,
    /// Rank of each of [`StoreReading::results`] in alphabetical order, from 0.
    ranks: Vec<u32>,
}

/// Returns the rank of each text in alphabetical order, from 0.
fn ranks(texts: &[Box<str>]) -> Vec<u32> {
    let mut order: Vec<usize> = (0..texts.len()).collect();
    order.sort_by_key(|&at| &texts[at]);
    let mut ranks = vec![0; texts.len()];
    for (rank, at) in (0..).zip(order) {
        ranks[at] = rank;
    }
    ranks
}

impl StoreReading {
    /// Reads a store, with the values of one of [`StoreReading::columns`]. An unknown name gives NaN.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub fn read(store: &ResultStore, column: &str) -> Result<Self, StoreError> {
        // Counted first, so that games that are added during the reading make the next count differ.
        let count = store.count(StoreTable::Games)?;
        let summary = summarize(store)?;
        let indices = GameColumns::of(store);
        let numbers = StoredNumbers::of(store, indices.by_mind);
        let number = numbers.find(column);
        let (mut games, mut faults) = (Vec::new(), BTreeMap::new());
        let (mut results, mut result_numbers) = (Vec::<Box<str>>::new(), HashMap::<Box<str>, u32>::new());
        store.each(StoreTable::Games, |values| {
            let (end, side) = indices.end(values);
            let text = values[indices.result].text().unwrap_or_default();
            let result = result_numbers.get(text).copied().unwrap_or_else(|| {
                let next = u32::try_from(results.len()).unwrap_or(u32::MAX);
                results.push(text.into());
                result_numbers.insert(text.into(), next);
                next
            });
            let lead = indices.lead(values).filter(|_| end.counts()).unwrap_or(f64::NAN);
            let ahead = if side == Color::Black { lead } else { -lead };
            let row = values[0].whole();
            let swapped = values[indices.swapped].whole() == 1;
            let [value, second] = number.values(values, ahead, swapped);
            if let Some(why) = values[indices.fault].text() {
                faults.insert(row, why.to_owned());
            }
            games.push(GameLine {
                row,
                combination: values[indices.combination].whole(),
                end,
                swapped,
                ticks: values[indices.ticks].whole(),
                ahead,
                value,
                second,
                result,
            });
            Ok::<(), StoreError>(())
        })?;
        let header = store.header().clone();
        let columns = Vec::from_iter(number.tick_column());
        // A failed game was not played to its end.
        let combination_of = |row: u64| {
            let game = &games[games.binary_search_by_key(&row, |game| game.row).ok()?];
            (game.end != RowEnd::Failed).then_some(game.combination)
        };
        let course = MeasureCourse::read(store, &columns, combination_of)?.pop();
        Ok(Self {
            // An error means that the plan cannot be read or that the store holds no tournament.
            standings: Standings::of(store, None).ok(),
            course,
            sides: number.sides(),
            header,
            count,
            summary,
            columns: numbers.names().collect(),
            column: column.to_owned(),
            games,
            faults,
            ranks: ranks(&results),
            results,
        })
    }

    /// Result of a game as in SGF, or a word such as `unfinished`.
    #[must_use]
    pub fn result(&self, game: &GameLine) -> &str {
        self.results.get(game.result as usize).map_or("", |text| text)
    }

    /// Rank of a game's result among all results in alphabetical order, from 0.
    #[must_use]
    pub fn result_rank(&self, game: &GameLine) -> f64 {
        self.ranks.get(game.result as usize).map_or(f64::NAN, |&rank| f64::from(rank))
    }

    /// Reason why a game failed; `None` if it did not fail.
    #[must_use]
    pub fn fault(&self, game: &GameLine) -> Option<&str> {
        self.faults.get(&game.row).map(String::as_str)
    }
}
