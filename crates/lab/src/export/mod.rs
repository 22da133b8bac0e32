//! Exports: tables of a store as files for other programs.
//!
//! The bytes of a file depend only on the rows and the header of the store, not on the number of threads or
//! the interruptions of the run.

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
