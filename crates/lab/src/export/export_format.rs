//! Export format: file format for a table of a store.

#[cfg(feature = "parquet")]
use super::parquet_file;
use super::{TableExportError, behavior_space, csv_file, json_file, spreadsheet};
use crate::store::{ResultStore, StoreTable};
use std::io::Write;

/// File format for a table of a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExportFormat {
    /// CSV with a line of column names, quoted as in RFC 4180. Lines end with a line feed.
    Csv,
    /// One JSON document: the header of the store, then the rows as objects.
    Json {
        /// True to include the machine and the day on which the store was created.
        machine: bool,
    },
    /// Parquet, with typed and compressed columns.
    #[cfg(feature = "parquet")]
    Parquet,
    /// BehaviorSpace table of NetLogo: a line for each game, or for each measured tick.
    BehaviorSpaceTable,
    /// BehaviorSpace spreadsheet of NetLogo: games side by side, with a line for each step.
    BehaviorSpaceSpreadsheet,
}

impl ExportFormat {
    /// All formats with their names. `machine` is false in the entry for JSON.
    pub const ALL: &'static [(&'static str, Self)] = &[
        ("csv", Self::Csv),
        ("json", Self::Json { machine: false }),
        #[cfg(feature = "parquet")]
        ("parquet", Self::Parquet),
        ("behaviorspace-table", Self::BehaviorSpaceTable),
        ("behaviorspace-spreadsheet", Self::BehaviorSpaceSpreadsheet),
    ];
}

/// Writes a table of a store, in the order of its primary key. Each row is written when it has been read,
/// except that Parquet buffers 100,000 rows, and a spreadsheet is held in memory.
///
/// ```
/// use stonefield_lab::export::{ExportFormat, export};
/// use stonefield_lab::store::{ResultStore, StoreTable};
/// # use stonefield_lab::{Laboratory, Plan, RunSettings};
/// # let path = std::env::temp_dir().join("stonefield-doctest-export.db");
/// # let plan = Plan::read("games = 2\nsize = 5\n")?;
/// # let mut laboratory = Laboratory::open(plan, &path, true)?;
/// # laboratory.play(&RunSettings::default(), &mut ())?;
/// # laboratory.close()?;
///
/// let store = ResultStore::look(&path)?;
/// let mut csv = Vec::new();
/// export(&store, StoreTable::Games, ExportFormat::Csv, &mut csv)?;
/// let text = String::from_utf8(csv)?;
/// assert!(text.starts_with("row,combination,repetition,seed,game,size,"));
/// assert_eq!(text.lines().count(), 3);
/// # std::fs::remove_file(path)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the store cannot be read, `out` cannot be written, or the format does not support or fit the table.
pub fn export(
    store: &ResultStore,
    table: StoreTable,
    format: ExportFormat,
    out: &mut dyn Write,
) -> Result<(), TableExportError> {
    match format {
        ExportFormat::Csv => csv_file::write(store, table, out),
        ExportFormat::Json { machine } => json_file::write(store, table, machine, out),
        #[cfg(feature = "parquet")]
        ExportFormat::Parquet => parquet_file::write(store, table, out),
        ExportFormat::BehaviorSpaceTable => behavior_space::write(store, table, out),
        ExportFormat::BehaviorSpaceSpreadsheet => spreadsheet::write(store, table, out),
    }
}
