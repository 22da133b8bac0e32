//! JSON file: one document with the header of a store and the rows of a table.

use super::TableExportError;
use crate::store::{DataKind, Datum, ResultStore, StoreTable};
use serde_json::{Value, json};
use std::io::Write;

/// Writes a document whose `rows` are objects, one per line. `machine`: true to include the machine and
/// the day on which the store was created.
pub(super) fn write(
    store: &ResultStore,
    table: StoreTable,
    machine: bool,
    out: &mut dyn Write,
) -> Result<(), TableExportError> {
    let header = store.header();
    let columns = store.columns(table);
    let unrepeatable = Some(&header.unrepeatable).filter(|mind| !mind.is_empty());
    let mut facts = vec![
        ("kind", json!(header.kind)),
        ("hash", json!(header.hash)),
        ("version", json!(header.version)),
        ("plan_rows", json!(header.rows)),
        ("unrepeatable", json!(unrepeatable)),
        ("plan", json!(header.plan)),
        ("canonical", json!(header.canonical)),
    ];
    if machine {
        facts.extend([("machine", json!(header.machine)), ("date", json!(header.date))]);
    }
    facts.push(("table", json!(table.name())));
    out.write_all(b"{\n")?;
    for (name, value) in facts {
        writeln!(out, "{}: {value},", json!(name))?;
    }
    let kinds = columns.iter().map(|column| json!({"name": column.name, "type": kind_name(column.kind)}));
    writeln!(out, "\"columns\": {},", Value::from_iter(kinds))?;
    out.write_all(b"\"rows\": [")?;
    let names: Vec<String> = columns.iter().map(|column| json!(column.name).to_string()).collect();
    let mut first = true;
    store.each(table, |values| {
        out.write_all(if first { b"\n{" } else { b",\n{" })?;
        first = false;
        for (at, (name, value)) in names.iter().zip(values).enumerate() {
            let comma = if at == 0 { "" } else { "," };
            write!(out, "{comma}{name}:")?;
            write_value(value, out)?;
        }
        Ok::<(), TableExportError>(out.write_all(b"}")?)
    })?;
    out.write_all(b"\n]\n}\n")?;
    Ok(out.flush()?)
}

/// Returns the name of the type in JSON Schema.
const fn kind_name(kind: DataKind) -> &'static str {
    match kind {
        DataKind::Whole => "integer",
        DataKind::Real => "number",
        DataKind::Text => "string",
    }
}

/// Writes a value. Values that are missing or not finite become `null`.
fn write_value(value: &Datum, out: &mut dyn Write) -> Result<(), TableExportError> {
    match value {
        Datum::Missing => out.write_all(b"null")?,
        Datum::Whole(number) => write!(out, "{number}")?,
        Datum::Real(number) => serde_json::to_writer(out, number)?,
        Datum::Text(text) => serde_json::to_writer(out, text)?,
    }
    Ok(())
}
