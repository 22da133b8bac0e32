//! CSV: a table for any program.

use super::TableExportError;
use crate::lab::store::{ResultStore, StoreTable};
use std::fmt::Write as _;
use std::io::Write;

/// Writes a line of names, then a line a row. Where there is no value the field is empty.
pub(super) fn write(
    store: &ResultStore,
    table: StoreTable,
    out: &mut dyn Write,
) -> Result<(), TableExportError> {
    let mut file = csv::Writer::from_writer(out);
    file.write_record(store.columns(table).iter().map(|column| &column.name))?;
    let (mut line, mut field) = (csv::StringRecord::new(), String::new());
    store.each(table, |values| {
        line.clear();
        for value in values {
            field.clear();
            // Into a text it always succeeds.
            let _ = write!(field, "{value}");
            line.push_field(&field);
        }
        file.write_record(&line).map_err(TableExportError::from)
    })?;
    Ok(file.flush()?)
}
