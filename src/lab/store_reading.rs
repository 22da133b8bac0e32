//! Store reading: what a store held when it was read, its games one by one and what they add up to.

use super::store::{DataKind, Datum, ResultStore, StoreError, StoreHeader, StoreTable};
use super::store_summary::GameColumns;
use super::{StoreSummary, summarize};
use std::collections::{BTreeMap, HashMap};

/// The name of the column of margins, which a store does not have itself: by how many points a game was won, below 0 where it was lost.
pub const AHEAD_COLUMN: &str = "ahead";

/// What a store held when it was read. It holds some 50 bytes of each game, whatever was measured.
#[derive(Clone, Debug, PartialEq)]
pub struct StoreReading {
    /// What is said of all games.
    pub header: StoreHeader,
    /// How many games there were, at least.
    pub count: u64,
    /// What the games of each combination add up to.
    pub summary: StoreSummary,
    /// The columns of numbers that games have: [`AHEAD_COLUMN`] and those of the store.
    pub columns: Vec<String>,
    /// The one of them whose values were read.
    pub column: String,
    /// The games, in the order of their rows.
    pub games: Vec<GameLine>,
    /// Why games count for nothing, by their rows.
    pub faults: BTreeMap<u64, String>,
    results: Vec<Box<str>>,
}

/// A game of a store.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GameLine {
    /// Its row.
    pub row: u64,
    /// The combination that it plays, by its number.
    pub combination: u64,
    /// How it ended.
    pub end: RowEnd,
    /// Whether the minds had changed colours.
    pub swapped: bool,
    /// Ticks that it took.
    pub ticks: u64,
    /// By how many points it was won, below 0 where it was lost; not a number where it counts for nothing.
    pub ahead: f64,
    /// Its number in the column that was read; not a number where there is none.
    pub value: f64,
    result: u32,
}

/// How a game of a store ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum RowEnd {
    /// Black won.
    Black,
    /// White won.
    White,
    /// Nobody won.
    Draw,
    /// The NetLogo model's stop with an error made it void.
    Void,
    /// It was given up.
    Unfinished,
    /// A mind could not go on, or agents and referee disagreed.
    Failed,
}

impl RowEnd {
    const ALL: [Self; 6] = [Self::Black, Self::White, Self::Draw, Self::Void, Self::Unfinished, Self::Failed];

    /// In a word, as the store has it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Black => "black",
            Self::White => "white",
            Self::Draw => "draw",
            Self::Void => "void",
            Self::Unfinished => "unfinished",
            Self::Failed => "failed",
        }
    }

    /// Whether the game has a result that counts.
    #[must_use]
    pub const fn counts(self) -> bool {
        matches!(self, Self::Black | Self::White | Self::Draw)
    }
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
        let all = store.columns(StoreTable::Games);
        let numbers = all.iter().skip(places.black).filter(|column| column.kind != DataKind::Text);
        let columns =
            std::iter::once(AHEAD_COLUMN.to_owned()).chain(numbers.map(|column| column.name.clone()));
        let place = all.iter().position(|other| other.name == column);
        let (mut games, mut faults) = (Vec::new(), BTreeMap::new());
        let (mut results, mut known) = (Vec::<Box<str>>::new(), HashMap::<Box<str>, u32>::new());
        store.each(StoreTable::Games, |values| {
            let whole = |at: usize| match values[at] {
                Datum::Whole(number) => u64::try_from(number).unwrap_or(0),
                _ => 0,
            };
            let word = values[places.winner].text().unwrap_or_default();
            let end = RowEnd::ALL.into_iter().find(|end| end.word() == word).unwrap_or(RowEnd::Failed);
            let text = values[places.result].text().unwrap_or_default();
            let result = known.get(text).copied().unwrap_or_else(|| {
                let number = u32::try_from(results.len()).unwrap_or(u32::MAX);
                results.push(text.into());
                known.insert(text.into(), number);
                number
            });
            let ahead = places.margin(values).filter(|_| end.counts()).unwrap_or(f64::NAN);
            let value = match place {
                Some(at) => values[at].number().unwrap_or(f64::NAN),
                None if column == AHEAD_COLUMN => ahead,
                None => f64::NAN,
            };
            let row = whole(0);
            if let Some(why) = values[places.fault].text() {
                faults.insert(row, why.to_owned());
            }
            games.push(GameLine {
                row,
                combination: whole(places.combination),
                end,
                swapped: whole(places.swapped) == 1,
                ticks: whole(places.ticks),
                ahead,
                value,
                result,
            });
            Ok::<(), StoreError>(())
        })?;
        let header = store.header().clone();
        Ok(Self {
            header,
            count,
            summary,
            columns: columns.collect(),
            column: column.to_owned(),
            games,
            faults,
            results,
        })
    }

    /// The result of a game as in SGF, or a word.
    #[must_use]
    pub fn result(&self, game: &GameLine) -> &str {
        self.results.get(game.result as usize).map_or("", |text| text)
    }

    /// Why a game counts for nothing, if it does.
    #[must_use]
    pub fn fault(&self, game: &GameLine) -> Option<&str> {
        self.faults.get(&game.row).map(String::as_str)
    }
}
