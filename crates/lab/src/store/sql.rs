//! SQL: every statement that stores are read and written with. Names pass through [`quoted`], values are
//! bound.

use super::layout::MOVES;
use super::{StoreColumn, StoreTable};

/// Names and kinds of all that a file has: `type`, `name`, `tbl_name`, `sql`.
pub(super) const SCHEMA: &str = "SELECT type, name, tbl_name, sql FROM sqlite_schema";

/// How many things a file has.
pub(super) const THINGS: &str = "SELECT count(*) FROM sqlite_schema";

/// Makes the table of what is said once of all games.
pub(super) const CREATE_META: &str =
    "CREATE TABLE \"meta\" (\"key\" TEXT PRIMARY KEY, \"value\" TEXT NOT NULL) STRICT";

/// Adds an entry to it.
pub(super) const INSERT_META: &str = "INSERT INTO \"meta\" VALUES (?, ?)";

/// The value of an entry of it.
pub(super) const SELECT_META: &str = "SELECT \"value\" FROM \"meta\" WHERE \"key\" = ?";

/// The first thing that is wrong with the pages of a file, or `ok`.
pub(super) const CHECK: &str = "PRAGMA quick_check(1)";

/// The rows of the plan that have a game, and those whose game failed.
pub(super) const ROWS: &str = "SELECT \"row\" FROM \"games\"";
pub(super) const FAILED_ROWS: &str = "SELECT \"row\" FROM \"games\" WHERE \"fault\" IS NOT NULL";

/// How many bytes the moves of a row take; they are not read for that.
pub(super) const MOVES_SIZE: &str = "SELECT length(\"moves\") FROM \"games\" WHERE \"row\" = ?";

/// A name, whatever stands in it.
pub(super) fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

/// Names with commas between them.
fn listed<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    names.into_iter().map(quoted).collect::<Vec<_>>().join(", ")
}

fn key(table: StoreTable) -> String {
    listed(table.key().split(", "))
}

/// Makes a table.
pub(super) fn create(table: StoreTable, columns: &[StoreColumn]) -> String {
    let column = |column: &StoreColumn| format!("{} {}", quoted(&column.name), column.kind.sql());
    let columns: Vec<_> = columns.iter().map(column).collect();
    let moves = if table == StoreTable::Games { format!(", {} BLOB", quoted(MOVES)) } else { String::new() };
    // Where the key is one whole number, it is the number of the row itself.
    let plain = if table.key().contains(',') { ", WITHOUT ROWID" } else { "" };
    let (name, columns) = (quoted(table.name()), columns.join(", "));
    format!("CREATE TABLE {name} ({columns}{moves}, PRIMARY KEY ({})) STRICT{plain}", key(table))
}

/// Adds a row.
pub(super) fn insert(table: StoreTable, columns: usize) -> String {
    let count = columns + usize::from(table == StoreTable::Games);
    format!("INSERT INTO {} VALUES ({})", quoted(table.name()), vec!["?"; count].join(", "))
}

/// Removes what belongs to a row of the plan.
pub(super) fn delete(table: StoreTable) -> String {
    format!("DELETE FROM {} WHERE \"row\" = ?", quoted(table.name()))
}

/// The number of rows.
pub(super) fn count(table: StoreTable) -> String {
    format!("SELECT count(*) FROM {}", quoted(table.name()))
}

/// The lowest and the highest row of the plan, each found in the index.
pub(super) fn span(table: StoreTable) -> String {
    let name = quoted(table.name());
    format!("SELECT (SELECT min(\"row\") FROM {name}), (SELECT max(\"row\") FROM {name})")
}

/// The lowest row of the plan that a table has and the table of games has not.
pub(super) fn stray(table: StoreTable) -> String {
    let (name, games) = (quoted(table.name()), quoted(StoreTable::Games.name()));
    format!("SELECT min(\"row\") FROM {name} WHERE \"row\" NOT IN (SELECT \"row\" FROM {games})")
}

/// The sum of a column, and how many values it has.
pub(super) fn sum(table: StoreTable, column: &str) -> String {
    let column = quoted(column);
    format!("SELECT total({column}), count({column}) FROM {}", quoted(table.name()))
}

/// The columns of a table: see the manual of `PRAGMA table_xinfo`.
pub(super) fn columns(table: StoreTable) -> String {
    format!("PRAGMA table_xinfo({})", quoted(table.name()))
}

/// Reads these columns of all rows, `None` for one without values, in the order of the key.
pub(super) fn select<'a>(table: StoreTable, columns: impl IntoIterator<Item = Option<&'a str>>) -> String {
    format!("{} ORDER BY {}", bare(table, columns), key(table))
}

/// As [`select`], of one row of the plan, which is bound.
pub(super) fn select_of<'a>(table: StoreTable, columns: impl IntoIterator<Item = Option<&'a str>>) -> String {
    format!("{} WHERE \"row\" = ? ORDER BY {}", bare(table, columns), key(table))
}

fn bare<'a>(table: StoreTable, columns: impl IntoIterator<Item = Option<&'a str>>) -> String {
    let column = |column: Option<&str>| column.map_or_else(|| "NULL".to_owned(), quoted);
    let columns: Vec<_> = columns.into_iter().map(column).collect();
    format!("SELECT {} FROM {}", columns.join(", "), quoted(table.name()))
}

/// A statement without what may be written in several ways: spaces, and the quotes of names that need none.
pub(super) fn bared(statement: &str) -> String {
    statement.chars().filter(|c| !c.is_ascii_whitespace() && *c != '"').collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::DataKind;

    #[test]
    fn no_name_leaves_its_quotes() {
        let name = "x\" INT); ATTACH 'other.db' AS p; --";
        let column = [StoreColumn::new(name, DataKind::Whole)];
        let made = create(StoreTable::Timing, &column);
        assert!(made.contains("\"x\"\" INT); ATTACH 'other.db' AS p; --\" INTEGER"), "{made}");
        let read = select_of(StoreTable::Games, [Some(name), None]);
        assert!(
            read.starts_with("SELECT \"x\"\" INT)") && read.contains(" --\", NULL FROM \"games\""),
            "{read}"
        );
    }

    #[test]
    fn older_ways_to_write_a_table_are_the_same() {
        let fixed = StoreTable::Avalanches.fixed();
        let older = "CREATE TABLE avalanches (\"row\" INTEGER, \"size\" INTEGER, \"count\" INTEGER, PRIMARY KEY (row, size)) STRICT, WITHOUT ROWID";
        assert_eq!(bared(&create(StoreTable::Avalanches, &fixed)), bared(older));
    }
}
