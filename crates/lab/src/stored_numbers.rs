//! Stored numbers: the numbers that a store has for its games, by name.

use super::AHEAD_COLUMN;
use super::plan::{Plan, Times};
use super::store::{DataKind, Datum, ResultStore, StoreTable};

/// Suffix of the names of numbers with one value for each mind.
const BY_MIND: &str = " by mind";
/// Suffix of the names of numbers with one value for each colour.
const BY_COLOR: &str = " by colour";
/// Suffix of the names of numbers that are measured at ticks.
pub const DURING_SUFFIX: &str = " during games";

/// Location of a number in a store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum StoredNumber {
    /// Margin of a game: see [`AHEAD_COLUMN`].
    Ahead,
    /// Index of a column of games.
    Column(usize),
    /// Indices of the columns of games for Black and for White. `true`: the values are given by mind.
    Sides(usize, usize, bool),
    /// Name of a column of ticks, and the interval of its measurements, in ticks.
    Tick(String, u64),
    /// The store has no number of this name.
    Unknown,
}

/// A measure during games: a column of the ticks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TickColumn {
    /// Name of the column.
    pub name: String,
    /// Unit by the plan; empty: unknown.
    pub unit: String,
    /// Distance of its ticks by the plan; 1: unknown.
    pub every: u64,
}

impl TickColumn {
    /// The columns of a store that have numbers.
    pub(super) fn all(store: &ResultStore) -> Vec<Self> {
        let plan = Plan::read(&store.header().plan).ok();
        let planned: Vec<_> = plan.iter().flat_map(Plan::measures).collect();
        let columns = store.columns(StoreTable::Ticks).iter().skip(2);
        let columns = columns.filter(|column| column.kind != DataKind::Text).map(|column| {
            let known = planned.iter().find_map(|planned| match planned.times {
                Times::Every(every) if planned.measure.during()?.columns().contains(&column.name) => {
                    Some((planned.measure.unit(), every))
                }
                _ => None,
            });
            let (unit, every) = known.unwrap_or(("", 1));
            Self { name: column.name.clone(), unit: unit.to_owned(), every }
        });
        columns.collect()
    }
}

/// Numbers of a store with their names.
pub(super) struct StoredNumbers(Vec<(String, StoredNumber)>);

impl StoredNumbers {
    /// Returns the numbers of a store. With `by_mind`, numbers of two colours are also given by mind.
    pub(super) fn of(store: &ResultStore, by_mind: bool) -> Self {
        let games = store.columns(StoreTable::Games);
        let first = games.iter().position(|column| column.name == "black_score").unwrap_or(games.len());
        let mut numbers = vec![(AHEAD_COLUMN.to_owned(), StoredNumber::Ahead)];
        for (at, column) in games.iter().enumerate().skip(first) {
            if column.kind == DataKind::Text {
                continue;
            }
            let twin_of = |prefix: &str, other: &str| {
                let base = column.name.strip_prefix(prefix)?;
                let twin = format!("{other}{base}");
                Some((base.to_owned(), games.iter().position(|column| column.name == twin)?))
            };
            if let Some((base, white)) = twin_of("black_", "white_") {
                let sides = |by_mind| StoredNumber::Sides(at, white, by_mind);
                numbers.extend(by_mind.then(|| (format!("{base}{BY_MIND}"), sides(true))));
                numbers.push((format!("{base}{BY_COLOR}"), sides(false)));
            } else if twin_of("white_", "black_").is_none() {
                numbers.push((column.name.clone(), StoredNumber::Column(at)));
            }
        }
        let during = TickColumn::all(store).into_iter().map(|TickColumn { name, every, .. }| {
            (format!("{name}{DURING_SUFFIX}"), StoredNumber::Tick(name, every))
        });
        Self(numbers.into_iter().chain(during).collect())
    }

    /// Returns the names, in the order of the columns.
    pub(super) fn names(self) -> impl Iterator<Item = String> {
        self.0.into_iter().map(|(name, _)| name)
    }

    /// Returns the number with this name; [`StoredNumber::Unknown`] if there is none.
    pub(super) fn find(&self, name: &str) -> StoredNumber {
        let entry = self.0.iter().find(|(other, _)| other == name);
        entry.map_or(StoredNumber::Unknown, |(_, number)| number.clone())
    }
}

impl StoredNumber {
    /// Returns the names of the two sides, if the number has two.
    pub(super) const fn sides(&self) -> Option<[&'static str; 2]> {
        match self {
            Self::Sides(_, _, true) => Some(["first mind", "second mind"]),
            Self::Sides(_, _, false) => Some(["Black", "White"]),
            _ => None,
        }
    }

    /// Returns name and interval of the column of ticks, if the number is measured at ticks.
    pub(super) fn tick_column(&self) -> Option<(&str, u64)> {
        match self {
            Self::Tick(name, every) => Some((name, *every)),
            _ => None,
        }
    }

    /// Returns the value of a game and NaN, or the values of its two sides. A missing value is NaN.
    pub(super) fn values(&self, values: &[Datum], ahead: f64, swapped: bool) -> [f64; 2] {
        let number = |at: usize| values[at].number().unwrap_or(f64::NAN);
        match *self {
            Self::Ahead => [ahead, f64::NAN],
            Self::Column(at) => [number(at), f64::NAN],
            Self::Sides(black, white, by_mind) if by_mind && swapped => [number(white), number(black)],
            Self::Sides(black, white, _) => [number(black), number(white)],
            Self::Tick(..) | Self::Unknown => [f64::NAN; 2],
        }
    }
}
