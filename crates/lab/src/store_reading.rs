//! Store reading: games and results of a store at the time of reading.

use super::store::{Datum, ResultStore, StoreError, StoreHeader, StoreTable};
use super::store_summary::GameColumns;
use super::stored_numbers::StoredNumbers;
use super::{GameLine, MeasureCourse, Standings, StoreSummary, summarize};
use std::collections::{BTreeMap, HashMap};
use stonefield_go::Color;

/// Content of a store at the time of reading. It takes about 60 bytes per game, for any number of measures.
#[derive(Clone, Debug)]
pub struct StoreReading {
    /// Header of the store.
    pub header: StoreHeader,
    /// Lower bound of the number of games in the store.
    pub count: u64,
    /// Results of each combination.
    pub summary: StoreSummary,
    /// Names of the numeric columns: [`AHEAD_COLUMN`](crate::AHEAD_COLUMN), columns of the ends of games, and
    /// columns of ticks.
    pub columns: Vec<String>,
    /// Name of the column whose values were read.
    pub column: String,
    /// Names of `value` and `second` of games, if the column has one number per side.
    pub sides: Option<[&'static str; 2]>,
    /// Course of the number during games, if the column is one of ticks.
    pub course: Option<MeasureCourse>,
    /// Standings, if the store holds a tournament.
    pub standings: Option<Standings>,
    /// Games in the order of their rows.
    pub games: Vec<GameLine>,
    /// Reasons why games do not count, by row.
    pub faults: BTreeMap<u64, String>,
    results: Vec<Box<str>>,
    /// Rank of each result in alphabetical order.
    ranks: Vec<u32>,
}

/// Returns the rank of each text in alphabetical order.
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
    /// Reads a store, with the values of one numeric column.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub fn read(store: &ResultStore, column: &str) -> Result<Self, StoreError> {
        // Games that are added during the reading belong to the next reading.
        let count = store.count(StoreTable::Games)?;
        let summary = summarize(store)?;
        let places = GameColumns::of(store);
        let numbers = StoredNumbers::of(store, places.by_mind);
        let wanted = numbers.find(column);
        let (mut games, mut faults) = (Vec::new(), BTreeMap::new());
        let (mut results, mut known) = (Vec::<Box<str>>::new(), HashMap::<Box<str>, u32>::new());
        store.each(StoreTable::Games, |values| {
            let whole = |at: usize| match values[at] {
                Datum::Whole(number) => u64::try_from(number).unwrap_or(0),
                _ => 0,
            };
            let (end, side) = places.end(values);
            let text = values[places.result].text().unwrap_or_default();
            let result = known.get(text).copied().unwrap_or_else(|| {
                let number = u32::try_from(results.len()).unwrap_or(u32::MAX);
                results.push(text.into());
                known.insert(text.into(), number);
                number
            });
            let lead = places.lead(values).filter(|_| end.counts()).unwrap_or(f64::NAN);
            let ahead = if side == Color::Black { lead } else { -lead };
            let row = whole(0);
            let swapped = whole(places.swapped) == 1;
            let [value, second] = wanted.values(values, ahead, swapped);
            if let Some(why) = values[places.fault].text() {
                faults.insert(row, why.to_owned());
            }
            games.push(GameLine {
                row,
                combination: whole(places.combination),
                end,
                swapped,
                ticks: whole(places.ticks),
                ahead,
                value,
                second,
                result,
            });
            Ok::<(), StoreError>(())
        })?;
        let header = store.header().clone();
        let course =
            wanted.tick_column().map(|number| MeasureCourse::read(store, number, &games)).transpose()?;
        Ok(Self {
            // An error means that the plan cannot be read or that the store holds no tournament.
            standings: Standings::of(store, None).ok(),
            course,
            sides: wanted.sides(),
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

    /// Result of a game as in SGF, or a word.
    #[must_use]
    pub fn result(&self, game: &GameLine) -> &str {
        self.results.get(game.result as usize).map_or("", |text| text)
    }

    /// Rank of a game's result among all results in alphabetical order.
    #[must_use]
    pub fn result_rank(&self, game: &GameLine) -> f64 {
        self.ranks.get(game.result as usize).map_or(f64::NAN, |&rank| f64::from(rank))
    }

    /// Reason why a game does not count, if it does not.
    #[must_use]
    pub fn fault(&self, game: &GameLine) -> Option<&str> {
        self.faults.get(&game.row).map(String::as_str)
    }
}
