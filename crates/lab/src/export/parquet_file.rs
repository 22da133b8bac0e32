//! Parquet file: a table with typed and compressed columns, for data frames and databases.

use super::TableExportError;
use crate::store::{DataKind, Datum, ResultStore, StoreColumn, StoreTable};
use parquet::basic::{Compression, LogicalType, Repetition, Type as PhysicalType, ZstdLevel};
use parquet::data_type::{ByteArray, ByteArrayType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::types::Type;
use std::io::Write;
use std::sync::Arc;

/// Largest number of rows in a row group. One group is buffered in memory.
const GROUP_ROWS: usize = 100_000;

/// Writes a table. All columns are optional, so that each can have missing values.
pub(super) fn write(
    store: &ResultStore,
    table: StoreTable,
    out: &mut dyn Write,
) -> Result<(), TableExportError> {
    let columns = store.columns(table);
    let schema = schema(table, columns)?;
    let header = store.header();
    let metadata = [
        ("stonefield.kind", &header.kind),
        ("stonefield.hash", &header.hash),
        ("stonefield.version", &header.version),
        ("stonefield.plan", &header.plan),
    ];
    let metadata = metadata.map(|(name, value)| KeyValue::new(name.to_owned(), value.clone()));
    let properties = WriterProperties::builder()
        .set_compression(Compression::ZSTD(ZstdLevel::default()))
        .set_created_by(concat!("stonefield version ", env!("CARGO_PKG_VERSION")).to_owned())
        .set_key_value_metadata(Some(metadata.to_vec()))
        .build();
    // The buffer is written to `out` after each row group.
    let mut file = SerializedFileWriter::new(Vec::new(), schema, Arc::new(properties))?;
    let mut group: Vec<ColumnBuffer> = columns.iter().map(|column| ColumnBuffer::new(column.kind)).collect();
    let mut rows = 0;
    store.each(table, |values| {
        group.iter_mut().zip(values).for_each(|(column, value)| column.push(value));
        rows += 1;
        if rows == GROUP_ROWS {
            rows = 0;
            write_group(&mut file, &mut group)?;
            flush_buffer(&mut file, out)?;
        }
        Ok::<(), TableExportError>(())
    })?;
    if rows > 0 {
        write_group(&mut file, &mut group)?;
    }
    out.write_all(&file.into_inner()?)?;
    Ok(out.flush()?)
}

fn schema(table: StoreTable, columns: &[StoreColumn]) -> Result<Arc<Type>, ParquetError> {
    let fields = columns.iter().map(|column| {
        let (physical, logical) = match column.kind {
            DataKind::Whole => (PhysicalType::INT64, None),
            DataKind::Real => (PhysicalType::DOUBLE, None),
            DataKind::Text => (PhysicalType::BYTE_ARRAY, Some(LogicalType::String)),
        };
        Type::primitive_type_builder(&column.name, physical)
            .with_repetition(Repetition::OPTIONAL)
            .with_logical_type(logical)
            .build()
            .map(Arc::new)
    });
    let fields = fields.collect::<Result<Vec<_>, _>>()?;
    Type::group_type_builder(table.name()).with_fields(fields).build().map(Arc::new)
}

/// Buffered values of a column.
struct ColumnBuffer {
    values: Values,
    /// Definition level of each row: 1 for a value, 0 for a missing one.
    levels: Vec<i16>,
}

/// Values of a column without the missing ones, in the order of the rows.
enum Values {
    Whole(Vec<i64>),
    Real(Vec<f64>),
    Text(Vec<ByteArray>),
}

impl ColumnBuffer {
    const fn new(kind: DataKind) -> Self {
        let values = match kind {
            DataKind::Whole => Values::Whole(Vec::new()),
            DataKind::Real => Values::Real(Vec::new()),
            DataKind::Text => Values::Text(Vec::new()),
        };
        Self { values, levels: Vec::new() }
    }

    fn push(&mut self, value: &Datum) {
        let is_present = match (&mut self.values, value) {
            (Values::Whole(values), Datum::Whole(number)) => {
                values.push(*number);
                true
            }
            (Values::Real(values), _) => {
                values.extend(value.number());
                value.number().is_some()
            }
            (Values::Text(values), Datum::Text(text)) => {
                values.push(text.as_str().into());
                true
            }
            _ => false,
        };
        self.levels.push(is_present.into());
    }

    /// Writes the values as the next column of a row group, and clears the buffer.
    fn write(&mut self, group: &mut SerializedRowGroupWriter<'_, Vec<u8>>) -> Result<(), ParquetError> {
        let Some(mut column) = group.next_column()? else { return Ok(()) };
        let levels = Some(&*self.levels);
        match &mut self.values {
            Values::Whole(values) => {
                column.typed::<Int64Type>().write_batch(values, levels, None)?;
                values.clear();
            }
            Values::Real(values) => {
                column.typed::<DoubleType>().write_batch(values, levels, None)?;
                values.clear();
            }
            Values::Text(values) => {
                column.typed::<ByteArrayType>().write_batch(values, levels, None)?;
                values.clear();
            }
        }
        self.levels.clear();
        column.close()
    }
}

fn write_group(
    file: &mut SerializedFileWriter<Vec<u8>>,
    columns: &mut [ColumnBuffer],
) -> Result<(), ParquetError> {
    let mut group = file.next_row_group()?;
    columns.iter_mut().try_for_each(|column| column.write(&mut group))?;
    group.close().map(drop)
}

/// Writes the buffered bytes to `out`.
fn flush_buffer(
    file: &mut SerializedFileWriter<Vec<u8>>,
    out: &mut dyn Write,
) -> Result<(), TableExportError> {
    file.flush()?;
    // The writer keeps a byte count of its own, so clearing its buffer does not change the offsets.
    out.write_all(file.inner())?;
    file.inner_mut().clear();
    Ok(())
}
