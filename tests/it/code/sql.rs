//! Checks that SQL is built in one file, which quotes every name, and that databases are opened in one place.

use crate::support::sources::{raw_sources, sources, strings_of};

/// Files that build statements.
const STATEMENTS: &str = "lab/store/sql.rs";

/// Files that use the database library.
const DOORS: [&str; 5] = [
    "lab/store/database.rs",
    "lab/store/error.rs",
    "lab/store/result_store.rs",
    "lab/store/schema.rs",
    "lab/store/sql_error.rs",
];

/// Start of a statement.
const VERBS: [&str; 16] = [
    "SELECT ",
    "INSERT ",
    "DELETE FROM",
    "UPDATE ",
    "CREATE TABLE",
    "CREATE TEMP",
    "CREATE INDEX",
    "DROP ",
    "ALTER TABLE",
    "ATTACH ",
    "DETACH ",
    "PRAGMA ",
    "VACUUM",
    "REPLACE INTO",
    "WITH RECURSIVE",
    "EXPLAIN ",
];

#[test]
fn statements_are_made_in_one_file() {
    let mut faults = Vec::new();
    let mut made = 0;
    for (path, text) in raw_sources() {
        let statements =
            strings_of(&text).into_iter().filter(|text| VERBS.iter().any(|verb| text.contains(verb)));
        if path == STATEMENTS {
            made += statements.count();
        } else {
            faults.extend(statements.map(|text| format!("{path}: {text:?}")));
        }
    }
    assert!(made > 10, "the statements are not where they are looked for");
    assert!(
        faults.is_empty(),
        "SQL outside of {STATEMENTS}, where names are quoted:\n  {}",
        faults.join("\n  ")
    );
}

#[test]
fn databases_are_opened_in_one_place() {
    let mut faults = Vec::new();
    for source in sources() {
        let code = source.tested();
        if code.contains("rusqlite") && !DOORS.contains(&source.path.as_str()) {
            faults.push(format!("{} names rusqlite", source.path));
        }
        let opens =
            ["Connection::open", "open_with_flags", "open_in_memory", "load_extension", "set_authorizer"];
        for name in opens.into_iter().filter(|name| code.contains(name) && source.path != DOORS[0]) {
            faults.push(format!("{} names {name}", source.path));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Spreadsheets run texts that start as formulas. One file prevents that.
#[test]
fn tables_for_spreadsheets_are_written_in_one_way() {
    let faults: Vec<_> = sources()
        .into_iter()
        .filter(|source| source.path != "go/notation/csv_table.rs")
        .filter(|source| {
            ["csv::Writer", "csv::WriterBuilder"].iter().any(|name| source.tested().contains(name))
        })
        .map(|source| source.path)
        .collect();
    assert!(faults.is_empty(), "CSV is written by notation::CsvTable: {faults:?}");
}

#[test]
fn the_reader_of_strings_reads() {
    let text = "a(\"one\"); // \"no\"\nb(r#\"tw\"o\"#, \"th\\\"ree\", '\"');";
    assert_eq!(strings_of(text), ["one", "tw\"o", "th\\\"ree"]);
}
