//! Store error: reason why a store cannot be read or written.

use std::io;
use std::path::PathBuf;
use stonefield_files::MOST_BYTES;
use stonefield_go::notation::excerpt;

/// Reason why a store cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// Not a plain file.
    #[error("{} is a folder, a pipe or a device: a plain file is wanted", .0.display())]
    NoFile(PathBuf),
    /// Another process is writing the store.
    #[error("{}: another run writes it now", .0.display())]
    Busy(PathBuf),
    /// Store of another plan.
    #[error("{} holds games of another plan ({difference}): --force replaces them", path.display())]
    Other {
        /// The store.
        path: PathBuf,
        /// First difference between the plans, in words.
        difference: String,
    },
    /// Store of games of another kind. A series does not replace them.
    #[error("{} has games of another kind ({}), and is not replaced: move it away, or name another file", path.display(), excerpt(kind, 60))]
    OtherKind {
        /// The store.
        path: PathBuf,
        /// Kind of its games.
        kind: String,
    },
    /// Store of a series that `stonefield run` has not finished.
    #[error("{}: games of an unfinished `stonefield run`: the same command finishes them", .0.display())]
    Series(PathBuf),
    /// Source of a merge with another plan than the first source.
    #[error("{}: games of another plan ({difference})", path.display())]
    OtherPlan {
        /// The store.
        path: PathBuf,
        /// First difference between the plans, in words.
        difference: String,
    },
    /// Not a store of games, or damaged.
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
    /// A row that the plan does not have.
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
    /// A value or row that is longer than SQLite may read.
    #[error("{}: a text or the moves of a game in it have more than {} MB, the most that is read", .0.display(), MOST_BYTES >> 20)]
    LongValue(PathBuf),
    /// A file that was removed or replaced during the run.
    #[error("{}: the file was removed or replaced while games were written into it", .0.display())]
    Gone(PathBuf),
    /// An empty file.
    #[error("{}: the file is empty, so it has no games yet", .0.display())]
    Blank(PathBuf),
    /// A store that must be recovered after a killed write. SQLite cannot recover it in a read-only folder.
    #[error("{}: a run is writing this file, or was killed while writing it, and the folder is read-only: copy the file, with the files -wal and -journal beside it, into a folder that can be written to", .0.display())]
    Unsettled(PathBuf),
    /// A file with several hard links. The log beside it has the name of only one of them.
    #[error("{}: this file has several names (hard links), and the files beside a store go by one name: copy it", .0.display())]
    Linked(PathBuf),
    /// The name of a part of a store.
    #[error("{} is the name of a part of the store {}: name another file", path.display(), store.display())]
    Part {
        /// The name.
        path: PathBuf,
        /// The store.
        store: PathBuf,
    },
    /// Store of a later version of the program.
    #[error("{}: a store of version {version}, and this program reads up to version {known}: use a newer program", path.display())]
    Newer {
        /// The store.
        path: PathBuf,
        /// Version of the store.
        version: i64,
        /// Latest version that is supported.
        known: u32,
    },
    /// The target of a merge is one of its sources.
    #[error("{}: rows cannot be merged into a store that they come from: name another file", .0.display())]
    OwnSource(PathBuf),
    /// The store has reached the limit of the size of files.
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
    /// Other error of the SQLite library.
    #[error("{}: {}", path.display(), words(error))]
    Sql {
        /// The store.
        path: PathBuf,
        /// The error of the library.
        error: rusqlite::Error,
    },
}

/// Longest text of the library in a message, in characters.
const MOST_CHARS: usize = 200;

/// Returns the message of the library, without the statement.
fn words(error: &rusqlite::Error) -> String {
    match error {
        rusqlite::Error::SqlInputError { msg, .. } => excerpt(msg, MOST_CHARS),
        other => excerpt(&other.to_string(), MOST_CHARS),
    }
}
