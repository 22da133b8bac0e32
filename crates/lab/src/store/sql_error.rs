//! SQL error: converts errors of the SQLite library to errors of a store.

use super::StoreError;
use super::store_place::{beside, unfinished_of};
use std::io;
use std::path::Path;
use stonefield_files::largest_file;

impl StoreError {
    /// Converts an error of the SQLite library. `path` is the store.
    pub(super) fn of(path: &Path, error: rusqlite::Error) -> Self {
        use rusqlite::ErrorCode::{
            CannotOpen, ConstraintViolation, DatabaseBusy, DatabaseCorrupt, DatabaseLocked, DiskFull,
            NotADatabase, SystemIoFailure, TooBig,
        };
        let path = path.to_owned();
        let code = error.sqlite_error_code();
        // If writing fails and a file is within 16 KiB of the largest allowed size, the limit is the cause.
        let limit = largest_file().filter(|_| code == Some(SystemIoFailure));
        if let Some(most) = limit.filter(|most| largest_of(&path).saturating_add(1 << 14) > *most) {
            return Self::TooLarge { path, most };
        }
        match code {
            Some(DiskFull) => Self::Full(path),
            Some(NotADatabase | DatabaseCorrupt) => Self::Foreign(path),
            Some(TooBig) => Self::LongValue(path),
            // Games that the store has are not played again, so the primary key exists in another table.
            Some(ConstraintViolation) => {
                let what = "other tables have rows of a game that is missing".to_owned();
                Self::Strange { path, what }
            }
            Some(DatabaseBusy | DatabaseLocked) => Self::Busy(path),
            Some(CannotOpen) => {
                let error = io::Error::other("it cannot be opened or created there");
                Self::Io { path, error }
            }
            _ => Self::Sql { path, error },
        }
    }
}

/// Returns true for an error after which SQLite must recover the file: a process was killed while writing it.
pub(super) fn needs_recovery(error: &rusqlite::Error) -> bool {
    use rusqlite::ErrorCode::{CannotOpen, ReadOnly};
    error.sqlite_error_code().is_some_and(|code| matches!(code, ReadOnly | CannotOpen))
}

/// Returns the size of the largest file of a store, in bytes: the store, its log, or a store in creation.
fn largest_of(path: &Path) -> u64 {
    let names =
        ["", "-wal", "-journal"].into_iter().map(|end| beside(path, end)).chain([unfinished_of(path)]);
    names.map(|name| name.metadata().map_or(0, |metadata| metadata.len())).max().unwrap_or(0)
}
