//! Schema: checks that the tables of a file are those of a store. Other tables and views are ignored.

use super::layout::{AFTER, BEFORE, META, MOVES, StoreTable};
use super::sql;
use super::{DataKind, StoreColumn};
use rusqlite::Connection;
use std::collections::BTreeMap;
use stonefield_go::notation::excerpt;

/// Columns of each table, in order.
pub(super) type Columns = BTreeMap<StoreTable, Vec<StoreColumn>>;

/// Reason why the tables of a file are not those of a store.
pub(super) enum SchemaFault {
    /// The tables cannot be read.
    Unread(rusqlite::Error),
    /// A table differs from that of a store. Contains the fault in words.
    Strange(String),
}

impl From<rusqlite::Error> for SchemaFault {
    fn from(error: rusqlite::Error) -> Self {
        Self::Unread(error)
    }
}

/// Largest number of objects in a file: tables, indices and others, also those that users have added.
const MAX_OBJECTS: u32 = 1000;

/// Longest name of a column, in characters.
const LONGEST_NAME: usize = 100;

/// Longest name in a message, in characters.
const MAX_CHARS: usize = 60;

/// Reads the columns of all tables.
///
/// # Errors
/// If a table is missing or differs from that of a store: a required column is missing, the name or type of a
/// column is not allowed, or there is a generated column, a check, an index or a trigger. Columns that a plan
/// adds are allowed.
pub(super) fn read(connection: &Connection) -> Result<Columns, SchemaFault> {
    let statements = statements(connection)?;
    let strange = |what: String| Err(SchemaFault::Strange(what));
    if statements.get(META).is_none_or(|statement| *statement != sql::normalized(sql::CREATE_META)) {
        return strange(format!(
            "its table {META} is missing, or was created by another statement than that of a store"
        ));
    }
    let mut columns_by_table = Columns::new();
    for table in StoreTable::ALL {
        let name = table.name();
        let Some(statement) = statements.get(name).filter(|statement| statement.starts_with("CREATETABLE"))
        else {
            return strange(format!("it has no table {name}"));
        };
        let columns = columns(connection, table)?;
        let mut required_columns = table.fixed().into_iter().chain(required(table));
        if let Some(missing) = required_columns.find(|column| !columns.contains(column)) {
            return strange(format!("its table {name} has no column {}", missing.name));
        }
        if *statement != sql::normalized(&sql::create(table, &columns))
            || !columns.starts_with(&table.fixed())
        {
            return strange(format!(
                "its table {name} was created by another statement than that of a store"
            ));
        }
        columns_by_table.insert(table, columns);
    }
    Ok(columns_by_table)
}

/// Returns the columns that a table must have, besides its fixed ones.
fn required(table: StoreTable) -> impl Iterator<Item = StoreColumn> {
    let columns = BEFORE.into_iter().chain(AFTER).filter(move |_| table == StoreTable::Games);
    columns.map(|(name, kind)| StoreColumn::new(name, kind))
}

/// Returns the statements that created the tables of a store, by name, without spaces and quotes. Refuses
/// added indices and triggers on these tables. Ignores all other objects.
fn statements(connection: &Connection) -> Result<BTreeMap<String, String>, SchemaFault> {
    let strange = |what: String| Err(SchemaFault::Strange(what));
    let count: u32 = connection.query_row(sql::OBJECTS, [], |row| row.get(0))?;
    if count > MAX_OBJECTS {
        return strange(format!("it has {count} tables and indices, and at most {MAX_OBJECTS} are read"));
    }
    let mut statements = BTreeMap::new();
    let mut read = connection.prepare(sql::SCHEMA)?;
    let mut objects = read.query([])?;
    while let Some(object) = objects.next()? {
        let text = |at: usize| -> rusqlite::Result<Option<String>> {
            Ok(object
                .get_ref(at)?
                .as_bytes_or_null()
                .ok()
                .flatten()
                .map(|text| String::from_utf8_lossy(text).into_owned()))
        };
        let [kind, name, table] = [text(0)?, text(1)?, text(2)?].map(Option::unwrap_or_default);
        let statement = text(3)?;
        let mut names = StoreTable::ALL.into_iter().map(StoreTable::name).chain([META]);
        let Some(store_table) = names.find(|name| name.eq_ignore_ascii_case(&table)) else { continue };
        match (kind.as_str(), statement) {
            ("table", Some(statement)) if name == store_table => {
                statements.insert(name, sql::normalized(&statement));
            }
            // SQLite itself creates an index for a primary key that is a text. It has no statement.
            ("index", None) => {}
            _ => {
                let (kind, name) = (excerpt(&kind, MAX_CHARS), excerpt(&name, MAX_CHARS));
                return strange(format!(
                    "it has the {kind} '{name}' on the table {store_table}, where a store has none"
                ));
            }
        }
    }
    Ok(statements)
}

/// Returns the columns of a table, without the column of the moves.
fn columns(connection: &Connection, table: StoreTable) -> Result<Vec<StoreColumn>, SchemaFault> {
    let mut read = connection.prepare(&sql::columns(table))?;
    let rows = read.query_map([], |row| {
        Ok((row.get::<_, String>("name")?, row.get::<_, String>("type")?, row.get::<_, i64>("hidden")?))
    })?;
    let mut columns = Vec::new();
    for column in rows {
        let (name, kind, hidden) = column?;
        let (table_name, short_name) = (table.name(), excerpt(&name, MAX_CHARS));
        if table == StoreTable::Games && name == MOVES && kind == "BLOB" && hidden == 0 {
            continue;
        }
        let strange = |what: &str| Err(SchemaFault::Strange(format!("its table {table_name} has {what}")));
        if hidden != 0 {
            return strange(&format!("a generated column '{short_name}', and a store has none"));
        }
        if !is_plain(&name) {
            return strange(&format!(
                "a column '{short_name}': small letters, digits and _ are allowed, at most {LONGEST_NAME}"
            ));
        }
        let Some(kind) = DataKind::of_sql(&kind) else {
            return strange(&format!(
                "a column {name} of the type '{}': INTEGER, REAL and TEXT are allowed",
                excerpt(&kind, MAX_CHARS)
            ));
        };
        columns.push(StoreColumn::new(name, kind));
    }
    Ok(columns)
}

/// Returns true for a name that this program could have given to a column.
fn is_plain(name: &str) -> bool {
    let is_plain = |c: u8| matches!(c, b'a'..=b'z' | b'0'..=b'9' | b'_');
    !name.is_empty() && name.len() <= LONGEST_NAME && name.bytes().all(is_plain)
}
