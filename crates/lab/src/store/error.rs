//! Why a store cannot be read or written.

use std::io;
use std::path::PathBuf;
use stonefield_files::MOST_BYTES;
use stonefield_go::notation::excerpt;

/// Why a store cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// It is not a plain file.
    #[error("{} is a folder, a pipe or a device: a plain file is wanted", .0.display())]
    NoFile(PathBuf),
    /// Another process adds games to it.
    #[error("{}: another run writes it now", .0.display())]
    Busy(PathBuf),
    /// It has games of another plan.
    #[error("{} holds games of another plan ({difference}): --force replaces them", path.display())]
    Other {
        /// The store.
        path: PathBuf,
        /// In what it is another, in words.
        difference: String,
    },
    /// Store of games of another kind, which is not replaced.
    #[error("{} has games of another kind ({}), and stays: move it away, or name another file of results", path.display(), excerpt(kind, 60))]
    OtherKind {
        /// The store.
        path: PathBuf,
        /// Kind of its games.
        kind: String,
    },
    /// Store of a series that `stonefield run` has not finished.
    #[error("{}: games of an unfinished `stonefield run`: the same command finishes them", .0.display())]
    Series(PathBuf),
    /// It has games of another plan than the others it is put together with.
    #[error("{}: games of another plan ({difference})", path.display())]
    OtherPlan {
        /// The store.
        path: PathBuf,
        /// In what it is another, in words.
        difference: String,
    },
    /// It is no store of games.
    #[error("{}: this is not a store of games, or it is damaged", .0.display())]
    Foreign(PathBuf),
    /// Tables that are not those of a store, or a value in them is not of its column.
    #[error("{}: {what}: it is damaged, or this program has not made it", path.display())]
    Strange {
        /// The store.
        path: PathBuf,
        /// Fault, in words.
        what: String,
    },
    /// Row that the plan does not have.
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
    /// A value in it is longer than anything that is read.
    #[error("{}: a text or the moves of a game in it have more than {} MB, the most that is read", .0.display(), MOST_BYTES >> 20)]
    LongValue(PathBuf),
    /// File that was removed or replaced meanwhile.
    #[error("{}: the file was removed or replaced while games were written into it", .0.display())]
    Gone(PathBuf),
    /// Nothing is in it.
    #[error("{}: no store of games yet, as nothing is in it", .0.display())]
    Blank(PathBuf),
    /// What a process left that was killed as it wrote it, must be settled by writing, and cannot be.
    #[error("{}: a run was ended as it wrote this file, or writes it now, and here nothing may be written: copy it, with the files -wal and -journal beside it, into a folder that can be written to", .0.display())]
    Unsettled(PathBuf),
    /// It has several names, and the files beside it are those of one.
    #[error("{}: this file has more names than one (hard links), and the files beside a store are known by its name: copy it", .0.display())]
    Linked(PathBuf),
    /// Its name is that of a part of a store.
    #[error("{} is the name of a part of the store {}: name another file", path.display(), store.display())]
    Part {
        /// The name.
        path: PathBuf,
        /// The store.
        store: PathBuf,
    },
    /// A later version of the program has written it.
    #[error("{}: a store of version {version}, and this program reads up to {known}: a newer program is wanted", path.display())]
    Newer {
        /// The store.
        path: PathBuf,
        /// Its version.
        version: i64,
        /// The version that is known.
        known: u32,
    },
    /// The store that rows are merged into is one of those that they come from.
    #[error("{}: rows cannot be merged into a store that they come from: name another file", .0.display())]
    OwnSource(PathBuf),
    /// It has come to the size that files may have.
    #[error("{}: files may not have more than {most} bytes here (ulimit -f)", path.display())]
    TooLarge {
        /// The store, or the file beside it.
        path: PathBuf,
        /// The most bytes that a file may have.
        most: u64,
    },
    /// There is no room for it.
    #[error("{}: the disk is full", .0.display())]
    Full(PathBuf),
    /// It cannot be opened, read or written.
    #[error("{}: {error}", path.display())]
    Io {
        /// The file that cannot be used.
        path: PathBuf,
        /// Why not, as the system says it.
        error: io::Error,
    },
    /// The library that reads and writes it says this.
    #[error("{}: {}", path.display(), words(error))]
    Sql {
        /// The store.
        path: PathBuf,
        /// What it says.
        error: rusqlite::Error,
    },
}

/// Characters of what the library says.
const SHOWN: usize = 200;

/// Words of the library, without the statement that it says it of.
fn words(error: &rusqlite::Error) -> String {
    match error {
        rusqlite::Error::SqlInputError { msg, .. } => excerpt(msg, SHOWN),
        other => excerpt(&other.to_string(), SHOWN),
    }
}
