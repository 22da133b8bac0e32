//! Store reading: what a store held when it was read, its games one by one and what they add up to.

use super::store::{Datum, ResultStore, StoreError, StoreHeader, StoreTable};
use super::store_summary::GameColumns;
use super::stored_numbers::StoredNumbers;
use super::{GameLine, MeasureCourse, Standings, StoreSummary, summarize};
use std::collections::{BTreeMap, HashMap};
use stonefield_go::Color;

/// What a store held when it was read. It holds some 60 bytes of each game, whatever was measured.
#[derive(Clone, Debug)]
pub struct StoreReading {
    /// What is said of all games.
    pub header: StoreHeader,
    /// How many games there were, at least.
    pub count: u64,
    /// What the games of each combination add up to.
    pub summary: StoreSummary,
    /// The numbers that games have, by their names: [`AHEAD_COLUMN`](crate::AHEAD_COLUMN), those of the ends
    /// of games, and those of their ticks.
    pub columns: Vec<String>,
    /// The one of them whose values were read.
    pub column: String,
    /// What `value` and `second` of games are called, where each side has a number of its own.
    pub sides: Option<[&'static str; 2]>,
    /// How the number went during games, where it is one of their ticks.
    pub course: Option<MeasureCourse>,
    /// Who stands where, where it is a tournament.
    pub standings: Option<Standings>,
    /// The games, in the order of their rows.
    pub games: Vec<GameLine>,
    /// Why games count for nothing, by their rows.
    pub faults: BTreeMap<u64, String>,
    results: Vec<Box<str>>,
    /// The places of the results in the order of the alphabet.
    ranks: Vec<u32>,
}

/// The place of each text in the order of the alphabet.
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
    /// Reads a store, with the values of one column of numbers.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn read(store: &ResultStore, column: &str) -> Result<Self, StoreError> {
        // Games that come meanwhile are read the next time.
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
            // A plan that cannot be read, or a store of another kind, has none.
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

    /// The result of a game as in SGF, or a word.
    #[must_use]
    pub fn result(&self, game: &GameLine) -> &str {
        self.results.get(game.result as usize).map_or("", |text| text)
    }

    /// The place of a game's result among all results in the order of the alphabet.
    #[must_use]
    pub fn result_rank(&self, game: &GameLine) -> f64 {
        self.ranks.get(game.result as usize).map_or(f64::NAN, |&rank| f64::from(rank))
    }

    /// Why a game counts for nothing, if it does.
    #[must_use]
    pub fn fault(&self, game: &GameLine) -> Option<&str> {
        self.faults.get(&game.row).map(String::as_str)
    }
}
