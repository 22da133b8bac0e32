//! SQL: every statement that reads or writes stores. A comment says what the statement does. Names pass
//! through [`quoted`], and values are bound.

use super::layout::MOVES;
use super::{StoreColumn, StoreTable};

/// Reads the types, names, tables and statements of all objects in a file.
pub(super) const SCHEMA: &str = "SELECT type, name, tbl_name, sql FROM sqlite_schema";

/// Counts the objects in a file: tables, indices and others.
pub(super) const OBJECTS: &str = "SELECT count(*) FROM sqlite_schema";

/// Creates the table of the header.
pub(super) const CREATE_META: &str =
    "CREATE TABLE \"meta\" (\"key\" TEXT PRIMARY KEY, \"value\" TEXT NOT NULL) STRICT";

/// Adds an entry to the header.
pub(super) const INSERT_META: &str = "INSERT INTO \"meta\" VALUES (?, ?)";

/// Reads the value of an entry of the header.
pub(super) const SELECT_META: &str = "SELECT \"value\" FROM \"meta\" WHERE \"key\" = ?";

/// Reads the first fault in the pages of a file, or `ok`.
pub(super) const CHECK: &str = "PRAGMA quick_check(1)";

/// Reads the row numbers of all games.
pub(super) const ROWS: &str = "SELECT \"row\" FROM \"games\"";
/// Reads the row numbers of the games that failed.
pub(super) const FAILED_ROWS: &str = "SELECT \"row\" FROM \"games\" WHERE \"fault\" IS NOT NULL";

/// Reads the length of the moves of a row, in bytes, without the moves themselves.
pub(super) const MOVES_SIZE: &str = "SELECT length(\"moves\") FROM \"games\" WHERE \"row\" = ?";

/// Quotes a name, which may have any characters.
pub(super) fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

/// Quotes names, and joins them with commas.
fn listed<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    names.into_iter().map(quoted).collect::<Vec<_>>().join(", ")
}

fn key(table: StoreTable) -> String {
    listed(table.key().split(", "))
}

/// Creates a table.
pub(super) fn create(table: StoreTable, columns: &[StoreColumn]) -> String {
    let column = |column: &StoreColumn| format!("{} {}", quoted(&column.name), column.kind.sql());
    let columns: Vec<_> = columns.iter().map(column).collect();
    let moves = if table == StoreTable::Games { format!(", {} BLOB", quoted(MOVES)) } else { String::new() };
    // A primary key of one whole number is the row ID itself, so a second index is not needed.
    let suffix = if table.key().contains(',') { ", WITHOUT ROWID" } else { "" };
    let (name, columns) = (quoted(table.name()), columns.join(", "));
    format!("CREATE TABLE {name} ({columns}{moves}, PRIMARY KEY ({})) STRICT{suffix}", key(table))
}

/// Adds a row. `columns`: number of columns, without that of the moves.
pub(super) fn insert(table: StoreTable, columns: usize) -> String {
    let count = columns + usize::from(table == StoreTable::Games);
    format!("INSERT INTO {} VALUES ({})", quoted(table.name()), vec!["?"; count].join(", "))
}

/// Removes the entries of a row of the plan from a table.
pub(super) fn delete(table: StoreTable) -> String {
    format!("DELETE FROM {} WHERE \"row\" = ?", quoted(table.name()))
}

/// Counts the rows of a table.
pub(super) fn count(table: StoreTable) -> String {
    format!("SELECT count(*) FROM {}", quoted(table.name()))
}

/// Reads the lowest and the highest row number of a table. Two subqueries, because each needs only the index.
pub(super) fn span(table: StoreTable) -> String {
    let name = quoted(table.name());
    format!("SELECT (SELECT min(\"row\") FROM {name}), (SELECT max(\"row\") FROM {name})")
}

/// Reads the lowest row number that is in this table and not in the table of games.
pub(super) fn stray(table: StoreTable) -> String {
    let (name, games) = (quoted(table.name()), quoted(StoreTable::Games.name()));
    format!("SELECT min(\"row\") FROM {name} WHERE \"row\" NOT IN (SELECT \"row\" FROM {games})")
}

/// Reads the sum of a column, and the number of its values.
pub(super) fn sum(table: StoreTable, column: &str) -> String {
    let column = quoted(column);
    format!("SELECT total({column}), count({column}) FROM {}", quoted(table.name()))
}

/// Lists the columns of a table: see the manual of `PRAGMA table_xinfo`.
pub(super) fn columns(table: StoreTable) -> String {
    format!("PRAGMA table_xinfo({})", quoted(table.name()))
}

/// Reads these columns of all rows, in the order of the primary key. `None` gives NULL in every row.
pub(super) fn select<'a>(table: StoreTable, columns: impl IntoIterator<Item = Option<&'a str>>) -> String {
    format!("{} ORDER BY {}", select_unordered(table, columns), key(table))
}

/// Same as [`select`], but only the entries of one row of the plan, whose number is bound.
pub(super) fn select_of<'a>(table: StoreTable, columns: impl IntoIterator<Item = Option<&'a str>>) -> String {
    format!("{} WHERE \"row\" = ? ORDER BY {}", select_unordered(table, columns), key(table))
}

fn select_unordered<'a>(table: StoreTable, columns: impl IntoIterator<Item = Option<&'a str>>) -> String {
    let column = |column: Option<&str>| column.map_or_else(|| "NULL".to_owned(), quoted);
    let columns: Vec<_> = columns.into_iter().map(column).collect();
    format!("SELECT {} FROM {}", columns.join(", "), quoted(table.name()))
}

/// Removes the parts of a statement that may be written in several ways: spaces, and quotes around names.
pub(super) fn normalized(statement: &str) -> String {
    statement.chars().filter(|c| !c.is_ascii_whitespace() && *c != '"').collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::DataKind;

    #[test]
    fn names_cannot_leave_their_quotes() {
        let name = "x\" INT); ATTACH 'other.db' AS p; --";
        let column = [StoreColumn::new(name, DataKind::Whole)];
        let statement = create(StoreTable::Timing, &column);
        assert!(statement.contains("\"x\"\" INT); ATTACH 'other.db' AS p; --\" INTEGER"), "{statement}");
        let read = select_of(StoreTable::Games, [Some(name), None]);
        assert!(
            read.starts_with("SELECT \"x\"\" INT)") && read.contains(" --\", NULL FROM \"games\""),
            "{read}"
        );
    }

    #[test]
    fn a_table_may_be_written_with_other_quotes_and_spaces() {
        let fixed = StoreTable::Avalanches.fixed();
        let older = "CREATE TABLE avalanches (\"row\" INTEGER, \"size\" INTEGER, \"count\" INTEGER, PRIMARY KEY (row, size)) STRICT, WITHOUT ROWID";
        assert_eq!(normalized(&create(StoreTable::Avalanches, &fixed)), normalized(older));
    }
}
