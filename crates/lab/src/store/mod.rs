//! Store: results of games in SQLite files and in folders of records.

mod database;
mod datum;
mod error;
mod folder;
mod header;
mod layout;
mod result_store;
mod row_set;
mod schema;
mod shard_file;
mod sql;
mod sql_error;
mod store_place;
mod tuning_rows;

pub use datum::{DataKind, Datum, StoreColumn};
pub use error::StoreError;
pub use folder::{FolderError, StudyFolder};
pub(crate) use header::SERIES;
pub use header::StoreHeader;
pub use layout::StoreTable;
pub(crate) use layout::{AFTER, BEFORE};
pub use result_store::{ResultStore, StoredRow};
pub use row_set::RowSet;
pub use shard_file::{MAX_SHARDS, ShardFile};
pub use store_place::{is_store, store_beside};
pub use tuning_rows::MAX_GENERATIONS;
pub(crate) use tuning_rows::{TuningGame, TuningRows};
