//! Database: opens SQLite files. A file is only data: no trigger or view of it is run, and no statement opens
//! another file.
// CITE: D. R. Hipp and others, "Defense Against The Dark Arts", sqlite.org/security.html: settings for files
// of unknown origin.

use super::layout::{META, StoreTable};
use rusqlite::config::DbConfig;
use rusqlite::hooks::{AuthAction, AuthContext, Authorization};
use rusqlite::limits::Limit;
use rusqlite::{Connection, OpenFlags};
use std::path::Path;
use std::time::Duration;
use stonefield_files::MAX_INPUT_BYTES;

/// Purpose of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Access {
    /// Only reads.
    Read,
    /// Reads a file that SQLite must first recover, because a process was killed while writing it.
    Recover,
    /// Adds and removes games.
    Add,
    /// Creates a store.
    Create,
}

impl Access {
    fn flags(self) -> OpenFlags {
        let flags = OpenFlags::SQLITE_OPEN_NO_MUTEX;
        flags
            | match self {
                Self::Read => OpenFlags::SQLITE_OPEN_READ_ONLY,
                Self::Recover | Self::Add => OpenFlags::SQLITE_OPEN_READ_WRITE,
                Self::Create => OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE,
            }
    }
}

/// Longest wait while another process locks the file.
const LOCK_WAIT: Duration = Duration::from_secs(10);

/// Settings of a connection, each with its value.
const SWITCHES: [(DbConfig, bool); 9] = [
    (DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true),
    (DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false),
    (DbConfig::SQLITE_DBCONFIG_ENABLE_TRIGGER, false),
    (DbConfig::SQLITE_DBCONFIG_ENABLE_VIEW, false),
    (DbConfig::SQLITE_DBCONFIG_ENABLE_FKEY, false),
    (DbConfig::SQLITE_DBCONFIG_ENABLE_ATTACH_CREATE, false),
    (DbConfig::SQLITE_DBCONFIG_ENABLE_ATTACH_WRITE, false),
    // An unknown name in quotes is an error, not a text.
    (DbConfig::SQLITE_DBCONFIG_DQS_DML, false),
    (DbConfig::SQLITE_DBCONFIG_DQS_DDL, false),
];

/// Limits of a connection. A row has at most [`MAX_INPUT_BYTES`] bytes. An insertion needs a variable per
/// column.
const LIMITS: [(Limit, i32); 10] = [
    (Limit::SQLITE_LIMIT_ATTACHED, 0),
    (Limit::SQLITE_LIMIT_LENGTH, MAX_INPUT_BYTES as i32),
    (Limit::SQLITE_LIMIT_SQL_LENGTH, 1_000_000),
    (Limit::SQLITE_LIMIT_VARIABLE_NUMBER, 2100),
    (Limit::SQLITE_LIMIT_EXPR_DEPTH, 20),
    (Limit::SQLITE_LIMIT_COMPOUND_SELECT, 3),
    (Limit::SQLITE_LIMIT_FUNCTION_ARG, 8),
    (Limit::SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 50),
    (Limit::SQLITE_LIMIT_TRIGGER_DEPTH, 1),
    (Limit::SQLITE_LIMIT_WORKER_THREADS, 0),
];

/// Opens a file for one purpose.
///
/// # Errors
/// If the file does not exist or cannot be opened. A file that is no database fails at the first read.
pub(super) fn open(place: &Path, access: Access) -> rusqlite::Result<Connection> {
    let mut connection = Connection::open_with_flags(place, access.flags())?;
    for (switch, is_on) in SWITCHES {
        connection.set_db_config(switch, is_on)?;
    }
    for (limit, most) in LIMITS {
        connection.set_limit(limit, most)?;
    }
    connection.busy_timeout(LOCK_WAIT)?;
    connection.authorizer(Some(move |auth: AuthContext<'_>| authorize(access, &auth)))?;
    Ok(connection)
}

/// Allows or denies an action of a statement.
fn authorize(access: Access, auth: &AuthContext<'_>) -> Authorization {
    let is_schema = |table: &str| matches!(table, "sqlite_master" | "sqlite_schema");
    let is_store_table =
        |table: &str| table == META || StoreTable::ALL.iter().any(|store_table| store_table.name() == table);
    let (adds, creates) = (matches!(access, Access::Add | Access::Create), access == Access::Create);
    let is_main = auth.database_name.is_none_or(|name| name == "main");
    let is_allowed = match auth.action {
        AuthAction::Select | AuthAction::Transaction { .. } => true,
        AuthAction::Read { table_name, .. } => is_store_table(table_name) || is_schema(table_name),
        AuthAction::Function { function_name } => {
            matches!(function_name, "count" | "total" | "min" | "max" | "length")
        }
        AuthAction::Pragma { pragma_name, pragma_value } => match pragma_name {
            "application_id" | "user_version" => pragma_value.is_none() || creates,
            "table_xinfo" | "quick_check" => true,
            "journal_mode" | "synchronous" => adds,
            _ => false,
        },
        AuthAction::Insert { table_name } => {
            adds && is_store_table(table_name) || creates && is_schema(table_name)
        }
        AuthAction::Delete { table_name } => adds && is_store_table(table_name),
        AuthAction::Update { table_name, .. } => creates && is_schema(table_name),
        AuthAction::CreateTable { table_name } | AuthAction::CreateIndex { table_name, .. } => {
            creates && is_store_table(table_name)
        }
        _ => false,
    };
    if is_allowed && is_main && auth.accessor.is_none() { Authorization::Allow } else { Authorization::Deny }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Creates a database with a table of a store and other objects, and opens it.
    fn opened(name: &str, access: Access) -> (std::path::PathBuf, Connection) {
        let path = std::env::temp_dir().join(format!("stonefield-door-{name}-{}.db", std::process::id()));
        let _ = std::fs::remove_file(&path);
        let file = Connection::open(&path).expect("a folder for temporary files");
        file.execute_batch(
            "CREATE TABLE games (row INTEGER PRIMARY KEY, fault TEXT); CREATE TABLE other (a);
             INSERT INTO games VALUES (1, 'x'), (2, NULL); INSERT INTO other VALUES (1);
             CREATE VIEW seen AS SELECT * FROM games;
             CREATE TRIGGER gone AFTER INSERT ON games BEGIN DELETE FROM games; END",
        )
        .expect("writable");
        file.close().map_err(|(_, error)| error).expect("closable");
        let connection = open(&path, access).expect("a database");
        (path, connection)
    }

    #[test]
    fn nothing_leads_to_other_files_tables_or_code() {
        for access in [Access::Read, Access::Recover, Access::Add, Access::Create] {
            let (path, connection) = opened(&format!("{access:?}"), access);
            for statement in [
                "ATTACH ':memory:' AS p",
                "ATTACH 'x.db' AS p",
                "SELECT * FROM other",
                "SELECT * FROM seen",
                "DELETE FROM other",
                "DROP TABLE games",
                "CREATE TABLE more (a)",
                "CREATE TEMP TABLE more (a)",
                "ALTER TABLE games ADD COLUMN a",
                "UPDATE games SET fault = 'y'",
                "VACUUM INTO 'x.db'",
                "PRAGMA writable_schema = 1",
                "PRAGMA temp_store_directory = '/'",
                "SELECT load_extension('x')",
                "SELECT zeroblob(1000)",
                "SELECT \"nothing has this name\" FROM games",
                "WITH RECURSIVE n(a) AS (SELECT 1 UNION ALL SELECT a + 1 FROM n) SELECT count(*) FROM n",
            ] {
                assert!(connection.execute_batch(statement).is_err(), "{access:?}: {statement}");
            }
            let count = |table: &str| {
                let statement = format!("SELECT count(*) FROM {table}");
                connection.query_row(&statement, [], |row| row.get::<_, i64>(0))
            };
            assert_eq!(count("games"), Ok(2));
            let adds = matches!(access, Access::Add | Access::Create);
            assert_eq!(connection.execute_batch("INSERT INTO games VALUES (3, NULL)").is_ok(), adds);
            // No trigger has run.
            assert_eq!(count("games"), Ok(if adds { 3 } else { 2 }));
            drop(connection);
            std::fs::remove_file(path).expect("removable");
        }
    }
}
