//! Errors of the library for databases, as errors of a store.

use super::StoreError;
use super::store_place::{beside, unfinished_of};
use std::io;
use std::path::Path;
use stonefield_files::largest_file;

impl StoreError {
    /// What an error of the library means.
    pub(super) fn of(path: &Path, error: rusqlite::Error) -> Self {
        use rusqlite::ErrorCode::{
            CannotOpen, ConstraintViolation, DatabaseBusy, DatabaseCorrupt, DatabaseLocked, DiskFull,
            NotADatabase, SystemIoFailure, TooBig,
        };
        let path = path.to_owned();
        let code = error.sqlite_error_code();
        // What fails within a few pages of the limit has met it.
        let limit = largest_file().filter(|_| code == Some(SystemIoFailure));
        if let Some(most) = limit.filter(|most| largest_of(&path).saturating_add(1 << 14) > *most) {
            return Self::TooLarge { path, most };
        }
        match code {
            Some(DiskFull) => Self::Full(path),
            Some(NotADatabase | DatabaseCorrupt) => Self::Foreign(path),
            Some(TooBig) => Self::LongValue(path),
            // Rows are added with their game, so that the game would be refused first.
            Some(ConstraintViolation) => {
                let what = "it has rows in other tables of a game that it does not have".to_owned();
                Self::Strange { path, what }
            }
            Some(DatabaseBusy | DatabaseLocked) => Self::Busy(path),
            Some(CannotOpen) => {
                let error = io::Error::other("it cannot be opened or made there");
                Self::Io { path, error }
            }
            _ => Self::Sql { path, error },
        }
    }
}

/// True if a file cannot be read before what a killed process left half written is settled.
pub(super) fn is_unsettled(error: &rusqlite::Error) -> bool {
    use rusqlite::ErrorCode::{CannotOpen, ReadOnly};
    error.sqlite_error_code().is_some_and(|code| matches!(code, ReadOnly | CannotOpen))
}

/// The size of the largest of the files of a store, in bytes: itself, and those that are beside it while it
/// is written.
fn largest_of(path: &Path) -> u64 {
    let names =
        ["", "-wal", "-journal"].into_iter().map(|end| beside(path, end)).chain([unfinished_of(path)]);
    names.map(|name| name.metadata().map_or(0, |found| found.len())).max().unwrap_or(0)
}
