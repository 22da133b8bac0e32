//! Export format: what a table of a store is written as.

#[cfg(feature = "parquet")]
use super::parquet_file;
use super::{TableExportError, behavior_space, csv_file, json_file, spreadsheet};
use crate::store::{ResultStore, StoreTable};
use std::io::Write;

/// What a table of a store is written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExportFormat {
    /// A line of names, then a line a row, quoted as in RFC 4180; lines end with a line feed.
    Csv,
    /// One document: what is said of all rows, then the rows as objects.
    Json {
        /// Whether the machine and the day of the first run are said too.
        machine: bool,
    },
    /// Typed columns, compressed.
    #[cfg(feature = "parquet")]
    Parquet,
    /// The table of NetLogo's BehaviorSpace: a line for each measured step of each run.
    BehaviorSpaceTable,
    /// The spreadsheet of NetLogo's BehaviorSpace: runs beside each other, a line for each step.
    BehaviorSpaceSpreadsheet,
}

impl ExportFormat {
    /// All of them, with their names; JSON without the machine.
    pub const ALL: &'static [(&'static str, Self)] = &[
        ("csv", Self::Csv),
        ("json", Self::Json { machine: false }),
        #[cfg(feature = "parquet")]
        ("parquet", Self::Parquet),
        ("behaviorspace-table", Self::BehaviorSpaceTable),
        ("behaviorspace-spreadsheet", Self::BehaviorSpaceSpreadsheet),
    ];
}

/// Writes a table of a store, its rows in the order of its key. Rows are written as they are read; of Parquet, 100,000 at a time; a spreadsheet is
/// held in memory.
///
/// ```
/// use stonefield_lab::export::{ExportFormat, export};
/// use stonefield_lab::store::{ResultStore, StoreTable};
/// # use stonefield_lab::{Laboratory, Plan, RowOrder};
/// # let path = std::env::temp_dir().join("stonefield-doctest-export.db");
/// # let plan = Plan::read("games = 2\nsize = 5\n")?;
/// # let mut laboratory = Laboratory::open(plan, &path, true)?;
/// # laboratory.play(&RowOrder::default(), &mut ())?;
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
/// When the store cannot be read, `out` not be written, or the format does not have this table.
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
