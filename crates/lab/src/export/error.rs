//! Export error: reason why a table cannot be exported.

use crate::store::StoreError;
use std::io;

/// Reason why a table of a store cannot be exported.
#[derive(Debug, thiserror::Error)]
pub enum TableExportError {
    /// The store cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The file cannot be written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The Parquet library failed.
    #[cfg(feature = "parquet")]
    #[error("the Parquet file cannot be written: {0}")]
    Parquet(#[from] parquet::errors::ParquetError),
    /// The BehaviorSpace spreadsheet would have too many columns.
    #[error(
        "behaviorspace-spreadsheet would have {columns} columns, and at most {most} are allowed: use behaviorspace-table, which has a line for each game or measured tick"
    )]
    TooWide {
        /// Number of columns that it would have.
        columns: u64,
        /// Largest number of columns that is allowed.
        most: u64,
    },
    /// The format does not support the table.
    #[error("{format} is for the tables games and ticks, not for {table}")]
    Table {
        /// Name of the format.
        format: &'static str,
        /// Name of the table.
        table: &'static str,
    },
}

impl From<csv::Error> for TableExportError {
    fn from(error: csv::Error) -> Self {
        let text = error.to_string();
        match error.into_kind() {
            csv::ErrorKind::Io(error) => Self::Io(error),
            _ => Self::Io(io::Error::other(text)),
        }
    }
}

impl From<serde_json::Error> for TableExportError {
    fn from(error: serde_json::Error) -> Self {
        Self::Io(error.into())
    }
}
