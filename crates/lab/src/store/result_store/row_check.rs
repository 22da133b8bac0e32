//! Row check: compares the row numbers of a store with its plan, or with its tuning.

use super::super::tuning_rows::TuningRows;
use super::super::{Datum, StoreError, StoreTable};
use super::ResultStore;

impl ResultStore {
    /// Checks that the plan has the rows of each table. In a tuning, also that the table of games has them.
    pub(super) fn check_rows(&self) -> Result<(), StoreError> {
        let Some((rows, words)) = self.header.row_limit() else {
            let what = "its plan is not that of a tuning".to_owned();
            return Err(StoreError::Strange { path: self.path.clone(), what });
        };
        let refused = |table: StoreTable, row, allowed: &str| {
            let allowed = allowed.to_owned();
            StoreError::Row { path: self.path.clone(), table: table.name(), row, allowed }
        };
        for table in StoreTable::ALL {
            let (first, last) = self.span(table)?;
            let is_beyond = |row: &i64| u64::try_from(*row).map_or(true, |row| row >= rows);
            if let Some(row) = first.into_iter().chain(last).find(is_beyond) {
                return Err(refused(table, row, &words));
            }
        }
        let Some(tuning) = TuningRows::of(&self.header.canonical).filter(|_| self.header.is_tuning()) else {
            return Ok(());
        };
        self.check_tuning(&tuning)?;
        for table in StoreTable::ALL {
            if let Some(row) = self.stray(table)? {
                return Err(refused(table, row, "its table games does not have that row"));
            }
        }
        Ok(())
    }

    /// Checks that each game of a tuning has the generation, candidate, opponent and opening of its row.
    fn check_tuning(&self, rows: &TuningRows) -> Result<(), StoreError> {
        const COLUMNS: [&str; 4] = ["generation", "candidate", "opponent", "opening"];
        let columns: Vec<&str> = ["row"].into_iter().chain(COLUMNS).collect();
        self.each_in(StoreTable::Games, &columns, |values| {
            let Some((Datum::Whole(row), stored)) = values.split_first() else { return Ok(()) };
            let game = rows.game(u64::try_from(*row).unwrap_or(0));
            let of_candidate =
                |number: usize| game.candidate.map_or(Datum::Missing, |_| Datum::count(number as u64));
            let planned = [
                Datum::count(game.generation),
                of_candidate(game.candidate.unwrap_or(0)),
                of_candidate(game.opponent),
                Datum::count(game.opening()),
            ];
            let text = |datum: &Datum| match datum {
                Datum::Missing => "nothing".to_owned(),
                datum => datum.to_string(),
            };
            let mut pairs = COLUMNS.into_iter().zip(stored.iter().zip(&planned));
            pairs.find(|(_, (stored, planned))| stored != planned).map_or(Ok(()), |(name, (stored, planned))| {
                let (stored, planned) = (text(stored), text(planned));
                let what = format!(
                    "row {row} of its table games has {stored} in the column {name}, where {planned} is wanted"
                );
                Err(StoreError::Strange { path: self.path.clone(), what })
            })
        })
    }
}
