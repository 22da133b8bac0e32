//! Played row: a row of a plan whose game has been played.

use super::GameResult;
use super::store::StoredRow;

/// A row that has been played.
#[derive(Clone, Debug)]
pub struct PlayedRow {
    /// Number of the row.
    pub row: u64,
    /// Result of the game.
    pub result: GameResult,
    /// Duration of the game, with its measurements and the writing of its record, in seconds.
    pub seconds: f64,
    /// Reason why the record of the game could not be written, in one line; `None` without a failure.
    pub unrecorded: Option<String>,
    /// Values for the store. Empty if the rows are not stored.
    pub(super) stored: StoredRow,
}
