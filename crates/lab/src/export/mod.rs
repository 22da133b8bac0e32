//! Exports: tables of a store as files for other programs.
//!
//! The bytes of a file follow from the rows of the store alone: not from the threads that played them, nor from when or in how many goes.

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
