//! Exports: tables of a store as files for other programs.
//!
//! The bytes of a file depend only on the rows of the store. Threads, dates and interruptions of the run do
//! not change them.

mod behavior_space;
mod csv_file;
mod error;
mod export_format;
mod json_file;
#[cfg(feature = "parquet")]
mod parquet_file;
mod spreadsheet;

pub use error::TableExportError;
pub use export_format::{ExportFormat, export};
