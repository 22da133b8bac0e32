//! Store error: reason why a store cannot be read or written.

use std::io;
use std::path::PathBuf;
use stonefield_files::MAX_INPUT_BYTES;
use stonefield_go::notation::excerpt;

/// Reason why a store cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The path is not that of a plain file.
    #[error("{} is a folder, a pipe or a device: a plain file is wanted", .0.display())]
    NoFile(PathBuf),
    /// Another process is writing the store.
    #[error("{}: another run writes it now", .0.display())]
    Busy(PathBuf),
    /// The store has games of another plan.
    #[error("{} holds games of another plan ({difference}): --force replaces them", path.display())]
    Other {
        /// The store.
        path: PathBuf,
        /// Differences between the plans, in words: at most ten.
        difference: String,
    },
    /// The store has games of another kind. A series does not replace them.
    #[error("{} has games of another kind ({}), and is not replaced: move it away, or name another file", path.display(), excerpt(kind, 60))]
    OtherKind {
        /// The store.
        path: PathBuf,
        /// Kind of its games.
        kind: String,
    },
    /// The store is that of a series that `stonefield run` has not finished.
    #[error("{}: games of an unfinished `stonefield run`: the same command finishes them", .0.display())]
    Series(PathBuf),
    /// A source of a merge has another plan than the first source.
    #[error("{}: games of another plan ({difference})", path.display())]
    OtherPlan {
        /// The store.
        path: PathBuf,
        /// Differences between the plans, in words: at most ten.
        difference: String,
    },
    /// The file is not a store of games, or it is damaged.
    #[error("{}: this is not a store of games, or it is damaged", .0.display())]
    Foreign(PathBuf),
    /// The tables are not those of a store, or a value does not fit its column.
    #[error("{}: {what}: it is damaged, or was not made by this program", path.display())]
    Strange {
        /// The store.
        path: PathBuf,
        /// The fault, in words.
        what: String,
    },
    /// A table has a row that the plan does not allow. In a tuning also a row that the table of games lacks.
    #[error("{}: its table {table} has row {row}, and {allowed}", path.display())]
    Row {
        /// The store.
        path: PathBuf,
        /// The table.
        table: &'static str,
        /// The row.
        row: i64,
        /// Rows that are allowed, in words.
        allowed: String,
    },
    /// A value or a row is longer than [`MAX_INPUT_BYTES`].
    #[error("{}: a text or the moves of a game in it have more than {} MB, the most that is read", .0.display(), MAX_INPUT_BYTES >> 20)]
    LongValue(PathBuf),
    /// The file was removed or replaced during the run.
    #[error("{}: the file was removed or replaced while games were written into it", .0.display())]
    Gone(PathBuf),
    /// The file is empty.
    #[error("{}: the file is empty, so it has no games yet", .0.display())]
    Blank(PathBuf),
    /// SQLite must recover the store after a killed write, and cannot do so in a read-only folder.
    #[error("{}: a run is writing this file, or was killed while writing it, and the folder is read-only: copy the file, with the files -wal and -journal beside it, into a folder that can be written to", .0.display())]
    Unsettled(PathBuf),
    /// The file has several hard links. The log beside it has the name of only one of them.
    #[error("{}: this file has several names (hard links), and the files beside a store go by one name: copy it", .0.display())]
    Linked(PathBuf),
    /// The path is that of a file that belongs to a store: a file of SQLite, or the lock.
    #[error("{} is the name of a part of the store {}: name another file", path.display(), store.display())]
    Part {
        /// The name.
        path: PathBuf,
        /// The store.
        store: PathBuf,
    },
    /// The store is of a later version of the layout.
    #[error("{}: a store of version {version}, and this program reads up to version {known}: use a newer program", path.display())]
    Newer {
        /// The store.
        path: PathBuf,
        /// Version of the store's layout.
        version: i64,
        /// Latest version that is supported.
        known: u32,
    },
    /// The target of a merge is one of its sources.
    #[error("{}: rows cannot be merged into a store that they come from: name another file", .0.display())]
    OwnSource(PathBuf),
    /// A file of the store has reached the size limit of the process (`ulimit -f`).
    #[error("{}: files may not have more than {most} bytes here (ulimit -f)", path.display())]
    TooLarge {
        /// The store, or the file beside it.
        path: PathBuf,
        /// Largest size of a file, in bytes.
        most: u64,
    },
    /// The disk is full.
    #[error("{}: the disk is full", .0.display())]
    Full(PathBuf),
    /// The file cannot be opened, read or written.
    #[error("{}: {error}", path.display())]
    Io {
        /// The file that failed.
        path: PathBuf,
        /// The error of the system.
        error: io::Error,
    },
    /// The SQLite library failed in another way.
    #[error("{}: {}", path.display(), words(error))]
    Sql {
        /// The store.
        path: PathBuf,
        /// The error of the library.
        error: rusqlite::Error,
    },
}

/// Longest text of the SQLite library in a message, in characters.
const MAX_CHARS: usize = 200;

/// Returns the message of the SQLite library, without the SQL statement.
fn words(error: &rusqlite::Error) -> String {
    match error {
        rusqlite::Error::SqlInputError { msg, .. } => excerpt(msg, MAX_CHARS),
        other => excerpt(&other.to_string(), MAX_CHARS),
    }
}
