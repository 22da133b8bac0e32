//! Measured tick: all numbers that were measured at one tick of a game.

use super::store::Datum;
use std::fmt;

/// Numbers of one tick of a game, in the order of the columns of [`MEASURES`](stonefield_sim::MEASURES). The
/// text is `TICK,NUMBER,NUMBER,…`.
#[derive(Clone, Debug, PartialEq)]
pub struct MeasuredTick {
    /// Number of the tick, from 1; 0 for the set-up.
    pub tick: u64,
    /// One number for each column, in the order of the columns.
    pub numbers: Vec<f64>,
}

impl fmt::Display for MeasuredTick {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.tick)?;
        self.numbers.iter().try_for_each(|number| write!(f, ",{number}"))
    }
}

impl MeasuredTick {
    /// Returns the values of the tick for the ticks table of a store. `row` is the row of its game.
    pub(super) fn values(&self, row: u64) -> Vec<Datum> {
        let numbers = self.numbers.iter().copied().map(Datum::Real);
        [row, self.tick].map(Datum::count).into_iter().chain(numbers).collect()
    }

    /// Reads a tick from the values of a store, which begin with the tick: the column of the row is left out.
    /// `None` if the first value is not a whole number from 0.
    pub(super) fn of_values(values: &[Datum]) -> Option<Self> {
        let (Datum::Whole(tick), numbers) = values.split_first()? else { return None };
        // SQLite stores NaN as NULL, so a missing value is read as NaN.
        let numbers = numbers.iter().map(|number| number.number().unwrap_or(f64::NAN)).collect();
        Some(Self { tick: u64::try_from(*tick).ok()?, numbers })
    }
}
