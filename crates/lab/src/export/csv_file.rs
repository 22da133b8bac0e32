//! CSV file: a table as comma-separated values.

use super::TableExportError;
use crate::store::{ResultStore, StoreTable};
use std::fmt::Write as _;
use std::io::Write;
use stonefield_go::notation::CsvTable;

/// Writes a line of column names, then a line for each row. A missing value is an empty field.
pub(super) fn write(
    store: &ResultStore,
    table: StoreTable,
    out: &mut dyn Write,
) -> Result<(), TableExportError> {
    let mut file = CsvTable::new(out);
    file.line(store.columns(table).iter().map(|column| &column.name))?;
    let mut field = String::new();
    store.each(table, |values| {
        for value in values {
            field.clear();
            // Writing to a string cannot fail.
            let _ = write!(field, "{value}");
            file.field(&field)?;
        }
        file.end_line().map_err(TableExportError::from)
    })?;
    file.finish()?;
    Ok(())
}
