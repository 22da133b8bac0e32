//! Stores and files of unknown origin: a store is data. Its content starts no program, opens no other file
//! and uses limited memory.

use crate::support::program::{err, kept_games, out, refused, stonefield};
use rusqlite::Connection;
use std::fs;
use std::process::{Output, Stdio};
use std::time::{Duration, Instant};
use stonefield_lab::store::{ResultStore, StoreTable};
use stonefield_testing::scratch::Scratch;

const PLAN: &str = "seed = 5\ngames = 6\nsize = [4, 5]\nblack = \"random\"\nopen = 4\nstones = 5\n\
measures = [\"cluster_sizes\", \"avalanches\", \"groups@3\"]\n";

pub(super) fn run(folder: &Scratch, args: &[&str]) -> Output {
    let mut command = stonefield(args);
    command.current_dir(folder.folder()).stdin(Stdio::null());
    command.output().expect("it starts")
}

/// Creates a folder with a plan and its store of twelve rows.
pub(super) fn played(name: &str) -> Scratch {
    let folder = Scratch::new(name);
    folder.file("plan.toml", PLAN);
    let told = run(&folder, &["lab", "run", "plan.toml", "-o", "games.db"]);
    assert!(told.status.success(), "{}", err(&told));
    folder
}

/// Copies the good store and executes these statements.
pub(super) fn change(folder: &Scratch, name: &str, statements: &str) {
    fs::copy(folder.path("games.db"), folder.path(name)).expect("it copies");
    let database = Connection::open(folder.path(name)).expect("it opens");
    database.execute_batch(statements).unwrap_or_else(|error| panic!("{statements}: {error}"));
}

/// Copies the good store and rebuilds its table of games, with `from` replaced by `to` in its definition. The
/// values of the column `without` are not copied.
fn remade(folder: &Scratch, name: &str, from: &str, to: &str, without: &str) {
    fs::copy(folder.path("games.db"), folder.path(name)).expect("it copies");
    let database = Connection::open(folder.path(name)).expect("it opens");
    let statement = "SELECT sql FROM sqlite_schema WHERE name = 'games'";
    let made: String = database.query_row(statement, [], |row| row.get(0)).expect("a table");
    let mut columns = database.prepare("SELECT name FROM pragma_table_info('games')").expect("columns");
    let columns = columns.query_map([], |row| row.get::<_, String>(0)).expect("columns");
    let columns: Vec<String> =
        columns.map(|name| name.expect("a name")).filter(|name| name != without).collect();
    let columns = columns.join(", ");
    assert!(made.contains(from), "no {from} in {made}");
    let made = made.replacen(from, to, 1);
    database
        .execute_batch(&format!(
            "ALTER TABLE games RENAME TO old; {made}; INSERT INTO games ({columns}) SELECT {columns} FROM old; DROP TABLE old"
        ))
        .expect("it is made");
}

pub(super) fn count(folder: &Scratch, name: &str) -> u64 {
    ResultStore::look(&folder.path(name)).and_then(|store| store.count(StoreTable::Games)).unwrap_or(0)
}

/// All commands that read a store or add to it.
fn commands(name: &str) -> Vec<Vec<&str>> {
    let export = |table, format| {
        vec!["lab", "export", name, "--table", table, "--format", format, "-o", "out.file", "--force"]
    };
    vec![
        vec!["lab", "show", name],
        vec!["lab", "show", name, "3"],
        vec!["lab", "show", name, "--failed"],
        vec!["lab", "table", name],
        vec!["lab", "report", name, "-o", "page.html", "--force"],
        vec!["lab", "sgf", name, "records"],
        vec!["lab", "merge", "out.db", name],
        vec!["lab", "merge", "out.db", "games.db", name],
        vec!["lab", "run", "plan.toml", "-o", name],
        vec!["lab", "run", "plan.toml", "-o", name, "--retry-failed"],
        vec!["replay", name, "3", "--text"],
        vec!["replay", name, "3", "--check"],
        export("games", "csv"),
        export("ticks", "json"),
        export("stones", "parquet"),
        export("games", "behaviorspace-table"),
    ]
}

/// Checks that every command refuses a store in one line with these words, and writes nothing.
fn refused_by_all(folder: &Scratch, name: &str, words: &[&str]) {
    let names = folder.names();
    for args in commands(name) {
        let told = run(folder, &args);
        refused(&told, &[&[name], words].concat());
        assert!(err(&told).len() < 400, "{args:?}: {}", err(&told));
        assert_eq!(folder.names(), names, "{args:?}");
    }
}

#[test]
fn the_name_of_a_column_runs_no_sql() {
    let folder = played("foreign-sql");
    let victim = folder.plain("victim.db");
    fs::copy(folder.path("games.db"), &victim).expect("it copies");
    for column in [
        format!("x\" INTEGER); COMMIT; ATTACH '{victim}' AS p; DELETE FROM p.games; --"),
        format!("x\" INTEGER); ATTACH '{victim}' AS p; DELETE FROM p.games; --"),
        "x\" AS (zeroblob(900000000)), \"y".to_owned(),
        "X".to_owned(),
        "a b".to_owned(),
        String::new(),
        "石".to_owned(),
        "x\nnew line\u{1b}[31m".to_owned(),
        "z".repeat(5000),
    ] {
        let quoted = column.replace('"', "\"\"");
        change(&folder, "evil.db", &format!("ALTER TABLE games ADD COLUMN \"{quoted}\" INTEGER"));
        refused_by_all(
            &folder,
            "evil.db",
            &["its table games has a column '", "small letters, digits and _"],
        );
    }
    assert_eq!(count(&folder, "victim.db"), 12);
    // A valid name that no plan has is not accepted as a column.
    change(&folder, "evil.db", "ALTER TABLE games ADD COLUMN note TEXT");
    refused_by_all(
        &folder,
        "evil.db",
        &["its table games was created by another statement than that of a store"],
    );
    remade(&folder, "evil.db", "\"fault\" TEXT", "\"fault\" TEXT, \"pebbles\" REAL", "");
    refused(
        &run(&folder, &["lab", "merge", "out.db", "evil.db"]),
        &["evil.db: its table games has a column pebbles, which no plan has"],
    );
    assert!(!folder.path("out.db").exists());
}

#[test]
fn all_columns_of_plans_are_taken_over() {
    let folder = Scratch::new("foreign-known");
    folder.file(
        "plan.toml",
        "seed = 2\ngames = 2\nsize = 4\nblack = \"swarm\"\nwhite = \"mcts:playouts=4\"\nkomi = [0, 7.5]\nheat_rate = 0.2\n\
         \"black.radius\" = [2, 3]\n\
         measures = [\"captures\", \"playouts\", \"nodes\", \"thinking\", \"prisoners\", \"box_dimension\", \"score@5\", \"cluster_sizes\"]\n",
    );
    folder
        .file("players.toml", "games = 2\nsize = 4\nopen = 2\n[players]\na = \"random\"\nb = \"sensible\"\n");
    let well = |args: &[&str]| {
        let told = run(&folder, args);
        assert!(told.status.success(), "{args:?}: {}", err(&told));
    };
    well(&["lab", "run", "plan.toml", "-o", "plan.db"]);
    well(&["lab", "tournament", "players.toml", "-o", "players.db"]);
    let tune = [
        "lab",
        "tune",
        "swarm",
        "--against",
        "random",
        "--params",
        "spread=0:5",
        "--size",
        "4",
        "--pairs",
        "1",
    ];
    well(
        &[&tune[..], &["--candidates", "4", "--validation", "0", "--generations", "1", "-o", "tune.db"]]
            .concat(),
    );
    for name in ["plan.db", "players.db", "tune.db"] {
        well(&["lab", "merge", "out.db", name, "--force"]);
        assert_eq!(count(&folder, "out.db"), count(&folder, name));
        for table in StoreTable::ALL {
            let exported = |store| out(&run(&folder, &["lab", "export", store, "--table", table.name()]));
            assert_eq!(exported("out.db"), exported(name), "{name} {}", table.name());
        }
    }
}

#[test]
fn no_statement_of_a_schema_is_executed() {
    let folder = played("foreign-schema");
    for (statements, words) in [
        (
            "CREATE TRIGGER t AFTER INSERT ON games BEGIN DELETE FROM meta; END",
            "it has the trigger 't' on the table games",
        ),
        ("CREATE INDEX i ON games (abs(ticks))", "it has the index 'i' on the table games"),
        (
            "ALTER TABLE ticks RENAME TO other; CREATE VIEW ticks AS SELECT * FROM other",
            "it has the view 'ticks' on the table ticks",
        ),
        ("DROP TABLE stones", "it has no table stones"),
        ("DROP TABLE stones; CREATE VIRTUAL TABLE stones USING fts5(a)", "it has no table stones"),
        ("ALTER TABLE games DROP COLUMN fault", "its table games has no column fault"),
        (
            "DROP TABLE meta; CREATE TABLE meta (key, value)",
            "its table meta is missing, or was created by another statement than that of a store",
        ),
    ] {
        change(&folder, "evil.db", statements);
        refused_by_all(&folder, "evil.db", &[words]);
    }
    for (from, to, without, words) in [
        ("\"moves\" BLOB", "\"moves\" BLOB AS (zeroblob(900000000))", "moves", "a generated column 'moves'"),
        ("\"ticks\" INTEGER", "\"ticks\" INTEGER AS (row + 1)", "ticks", "a generated column 'ticks'"),
        (
            "\"ticks\" INTEGER",
            "\"ticks\" INTEGER CHECK (ticks < 1e9)",
            "",
            "was created by another statement",
        ),
        (") STRICT", ")", "", "was created by another statement"),
        ("\"ticks\" INTEGER", "\"ticks\" ANY", "", "a column ticks of the type 'ANY'"),
    ] {
        remade(&folder, "evil.db", from, to, without);
        refused_by_all(&folder, "evil.db", &[words]);
    }
    // Other objects that users add are ignored.
    change(
        &folder,
        "own.db",
        "CREATE TABLE notes (a); CREATE INDEX i ON notes (a); CREATE VIEW wins AS SELECT winner FROM games",
    );
    assert!(run(&folder, &["lab", "show", "own.db"]).status.success());
}

#[test]
fn rows_that_the_plan_does_not_have_are_refused() {
    let folder = played("foreign-rows");
    for row in [i64::MAX, 30_000_000_000, 12, -1, i64::MIN] {
        change(&folder, "evil.db", &format!("UPDATE games SET row = {row} WHERE row = 3"));
        let words = format!("its table games has row {row}, and the plan has the rows 0 to 11");
        refused_by_all(&folder, "evil.db", &[&words]);
        change(&folder, "evil.db", &format!("UPDATE stones SET row = {row} WHERE row = 3"));
        refused_by_all(&folder, "evil.db", &[&words.replace("games", "stones")]);
        // `lab status` names the faulty shard.
        fs::create_dir_all(folder.path("shards")).expect("it is made");
        fs::copy(folder.path("evil.db"), folder.path("shards/shard-00000-of-00001.db")).expect("it copies");
        refused(&run(&folder, &["lab", "status", "shards"]), &["shard-00000-of-00001.db", "has row"]);
        fs::remove_dir_all(folder.path("shards")).expect("its own");
    }
    // A store may claim more rows than its plan has.
    let most = "UPDATE meta SET value = '18446744073709551615' WHERE key = 'rows'";
    change(&folder, "evil.db", &format!("{most}; UPDATE games SET row = {} WHERE row = 3", i64::MAX - 1));
    refused(&run(&folder, &["lab", "merge", "out.db", "evil.db"]), &["evil.db", "and the plan has 12"]);
    refused(
        &run(&folder, &["lab", "run", "plan.toml", "-o", "evil.db"]),
        &["18446744073709551615 rows, not 12"],
    );
    assert!(run(&folder, &["lab", "export", "evil.db"]).status.success());
    refused(
        &run(&folder, &["replay", "evil.db", &(i64::MAX - 1).to_string(), "--text"]),
        &["the plan has 12, from 0"],
    );
}

#[test]
fn rows_that_a_search_does_not_have_are_refused() {
    let folder = Scratch::new("foreign-tuning");
    let tune = |name: &str, generations: &str| {
        let mind = ["lab", "tune", "swarm", "--against", "random", "--params", "spread=0:5"];
        let games =
            ["--size", "4", "--pairs", "1", "--validation", "1", "--generations", generations, "-o", name];
        run(&folder, &[&mind[..], &games].concat())
    };
    let told = tune("games.db", "1");
    assert!(told.status.success(), "{}", err(&told));
    let games = count(&folder, "games.db");
    assert!((8..=10).contains(&games), "{games}");
    let names = folder.names();
    let refuse = |words: &[&str]| {
        let readers: [&[&str]; 8] = [
            &["lab", "show", "evil.db"],
            &["lab", "show", "evil.db", "3"],
            &["lab", "report", "evil.db", "-o", "page.html"],
            &["lab", "export", "evil.db"],
            &["lab", "sgf", "evil.db", "records"],
            &["lab", "merge", "out.db", "evil.db"],
            &["lab", "merge", "out.db", "games.db", "evil.db"],
            &["replay", "evil.db", "3", "--text"],
        ];
        let told = readers.into_iter().map(|args| run(&folder, args));
        for told in told.chain([tune("evil.db", "1"), tune("evil.db", "3")]) {
            refused(&told, &[&["evil.db: "], words].concat());
        }
        fs::remove_file(folder.path("evil.db")).expect("there");
        assert_eq!(folder.names(), names);
    };
    let all = |set: &str| {
        let statements = ["games", "timing"].map(|table| format!("UPDATE {table} SET {set};"));
        change(&folder, "evil.db", &statements.concat());
    };
    let allowed = "and a search of at most 100000 generations has the rows 0 to 1000009";
    for row in [i64::MAX, 1_000_010, -1] {
        all(&format!("row = {row} WHERE row = 3"));
        refuse(&[&format!("its table games has row {row}, {allowed}")]);
        change(&folder, "evil.db", &format!("UPDATE games SET row = {row} WHERE row = 3"));
        refuse(&[&format!("its table games has row {row}, {allowed}")]);
        change(&folder, "evil.db", &format!("UPDATE timing SET row = {row} WHERE row = 3"));
        refuse(&[&format!("its table timing has row {row}, {allowed}")]);
    }
    all("row = row * 1000000007");
    refuse(&["its table games has row ", allowed]);
    // The row number decides the generation, candidate, opponent and opening, also for numbers that only a
    // longer search has.
    for (set, words) in [
        (
            "row = 3003 WHERE row = 3",
            "row 3003 of its table games has 0 in the column generation, where 300 is wanted",
        ),
        (
            "row = 38 WHERE row = 3",
            "row 38 of its table games has 0 in the column generation, where 3 is wanted",
        ),
        (
            "candidate = 2 WHERE row = 3",
            "row 3 of its table games has 2 in the column candidate, where 3 is wanted",
        ),
        (
            "opponent = NULL WHERE row = 3",
            "row 3 of its table games has nothing in the column opponent, where 0 is wanted",
        ),
        (
            "opening = 7 WHERE row = 3",
            "row 3 of its table games has 7 in the column opening, where 0 is wanted",
        ),
    ] {
        change(&folder, "evil.db", &format!("UPDATE games SET {set}"));
        refuse(&[words]);
    }
    for row in ["500", "9"] {
        change(
            &folder,
            "evil.db",
            &format!(
                "DELETE FROM timing WHERE row > 7; DELETE FROM games WHERE row > 7; UPDATE timing SET row = {row} WHERE row = 3"
            ),
        );
        refuse(&[&format!("its table timing has row {row}, and its table games does not have that row")]);
    }
    change(
        &folder,
        "evil.db",
        "UPDATE meta SET value = replace(value, 'pairs = ', 'peers = ') WHERE key = 'canonical'",
    );
    refused(&run(&folder, &["lab", "show", "evil.db"]), &["evil.db: its plan is not that of a tuning"]);
    // An unchanged search is resumed.
    let told = tune("games.db", "3");
    assert!(told.status.success() && err(&told).contains("the search continues"), "{}", err(&told));
    assert!(run(&folder, &["lab", "show", "games.db"]).status.success());
}

#[test]
fn moves_that_no_game_has_are_refused_at_the_first() {
    let folder = played("foreign-moves");
    for (moves, words) in [
        // In this order: passes of Black alone, a move after two passes, a move after a resignation, two
        // stones on one point, and bytes that are no moves.
        ("zeroblob(800)", "ply 2 is Black's, and it is not Black's turn"),
        ("x'000100010001'", "ply 3 comes after the end of the game"),
        ("x'020301'", "ply 2 comes after the end of the game"),
        ("x'0809'", "ply 2, White A1, is no legal move: A1 is occupied"),
        ("x'ffffff'", "its moves are damaged"),
        ("x'7e'", "its moves are damaged"),
        (
            "zeroblob(100000)",
            "row 0 has 25000 plies or more, and at most 3606 are read: its plan ends games before",
        ),
        ("zeroblob(40000000)", "row 0 has 10000000 plies or more"),
    ] {
        change(&folder, "evil.db", &format!("UPDATE games SET moves = {moves} WHERE row = 0"));
        for args in [
            &["lab", "sgf", "evil.db", "records", "--rows", "0"][..],
            &["replay", "evil.db", "0", "--text"],
            &["replay", "evil.db", "0", "--check"],
        ] {
            refused(&run(&folder, args), &["evil.db", words]);
        }
    }
    change(&folder, "evil.db", "UPDATE games SET moves = zeroblob(268435457) WHERE row = 0");
    refused(
        &run(&folder, &["lab", "merge", "out.db", "evil.db"]),
        &["evil.db", "more than 256 MB, the most that is read"],
    );
    refused(&run(&folder, &["replay", "evil.db", "0", "--text"]), &["67108864 plies or more"]);
    // A plan with unlimited games does not lift the check.
    folder.file("endless.toml", "games = 1\nsize = 4\nblack = \"random\"\nmax_ticks = 1000000000\n");
    assert!(run(&folder, &["lab", "run", "endless.toml", "-o", "endless.db"]).status.success());
    let database = Connection::open(folder.path("endless.db")).expect("it opens");
    database.execute_batch("UPDATE games SET moves = zeroblob(1000001)").expect("it writes");
    drop(database);
    let words = "row 0 has 1000001 plies or more, and at most 1000000 are read";
    refused(&run(&folder, &["replay", "endless.db", "0", "--text"]), &[words]);
}

#[test]
fn values_are_those_of_their_columns_and_numbers_have_no_limits() {
    let folder = played("foreign-values");
    // A STRICT table with a text in a column of whole numbers: SQLite checks types only when it writes.
    change(
        &folder,
        "evil.db",
        "PRAGMA writable_schema = 1; UPDATE sqlite_schema SET sql = replace(sql, 'STRICT', '      ') WHERE name = 'games'; \
         PRAGMA writable_schema = 0;",
    );
    let database = Connection::open(folder.path("evil.db")).expect("it opens");
    database.execute_batch("UPDATE games SET ticks = 'many' WHERE row = 3").expect("it writes");
    drop(database);
    let database = Connection::open(folder.path("evil.db")).expect("it opens");
    database
        .execute_batch("PRAGMA writable_schema = 1; UPDATE sqlite_schema SET sql = rtrim(sql) || ' STRICT' WHERE name = 'games'")
        .expect("it writes");
    drop(database);
    for args in [
        &["lab", "show", "evil.db"][..],
        &["lab", "merge", "out.db", "evil.db"],
        &["lab", "export", "evil.db", "-o", "games.csv"],
        &["replay", "evil.db", "3", "--text"],
    ] {
        let words = "its table games has a text in the column ticks, where a whole number is wanted";
        refused(&run(&folder, args), &["evil.db", words]);
    }
    // Numbers of the right type may have any size.
    let most = i64::MAX;
    for statements in [
        format!("UPDATE OR IGNORE clusters SET size = {most}, count = {most}, tick = {most}"),
        format!("UPDATE OR IGNORE avalanches SET size = {most}, count = {most}"),
        format!("UPDATE games SET combination = {most}, swapped = {most}, ticks = {most}, plies = -1, seed = -1"),
        "UPDATE games SET black_score = 9e999, white_score = -9e999, winner = 'nobody', result = NULL".to_owned(),
        "UPDATE OR IGNORE clusters SET size = -1, count = -1; UPDATE OR IGNORE ticks SET tick = tick + 9000000000000000000".to_owned(),
        "UPDATE games SET combination = NULL, black_mind = NULL, ticks = NULL, black_score = NULL, moves = NULL".to_owned(),
    ] {
        change(&folder, "odd.db", &statements);
        for args in commands("odd.db") {
            let told = run(&folder, &args);
            let line = err(&told);
            assert!(matches!(told.status.code(), Some(0..=2)), "{statements}: {args:?}: {line}");
            assert!(told.status.code() != Some(2) || line.lines().count() == 1, "{args:?}: {line}");
            for word in ["panicked", "SELECT", "INSERT", "SQL", "constraint", "datatype"] {
                assert!(!line.contains(word), "{statements}: {args:?}: {line}");
            }
            let _ = fs::remove_file(folder.path("out.db"));
        }
    }
}

#[test]
fn a_spreadsheet_runs_nothing_of_an_export() {
    let folder = played("foreign-csv");
    change(
        &folder,
        "evil.db",
        "UPDATE games SET fault = '=1+2' WHERE row = 0; UPDATE games SET fault = '+1 0' WHERE row = 1; \
         UPDATE games SET fault = '-cmd' WHERE row = 2; UPDATE games SET fault = '@a' WHERE row = 3; \
         UPDATE games SET fault = char(9) || '=1' WHERE row = 4; UPDATE games SET fault = char(13) || '=1' WHERE row = 5; \
         UPDATE games SET fault = '-7.5', white_score = -7.5 WHERE row = 6; UPDATE games SET fault = 'a=b' WHERE row = 7; \
         UPDATE meta SET value = '=1+2' WHERE key = 'kind'",
    );
    let faults = ["'=1+2", "'+1 0", "'-cmd", "'@a", "'\t=1", "'\r=1", "-7.5", "a=b"];
    let file = |format: &str| {
        let told =
            run(&folder, &["lab", "export", "evil.db", "--format", format, "-o", "games.file", "--force"]);
        assert!(told.status.success(), "{}", err(&told));
        folder.text("games.file")
    };
    let text = file("csv");
    let mut rows = csv::Reader::from_reader(text.as_bytes());
    let at = |rows: &mut csv::Reader<&[u8]>, name: &str| {
        rows.headers().expect("a head").iter().position(|head| head == name).expect("a column")
    };
    let (fault, score) = (at(&mut rows, "fault"), at(&mut rows, "white_score"));
    let all: Vec<_> = rows.records().map(|row| row.expect("a row")).collect();
    assert_eq!(all.iter().map(|row| &row[fault]).take(8).collect::<Vec<_>>(), faults);
    assert_eq!(&all[6][score], "-7.5");
    for format in ["behaviorspace-table", "behaviorspace-spreadsheet"] {
        let text = file(format);
        assert!(text.contains("\"'=1+2") && !text.contains("\"=1+2") && !text.contains("\"@a\""), "{text}");
    }
}

#[cfg(unix)]
#[test]
fn links_next_to_a_file_are_not_followed() {
    use std::os::unix::fs::symlink;
    let folder = played("foreign-links");
    let run_to = |args: &[&str], link: &str| {
        symlink(folder.path("elsewhere"), folder.path(link)).expect("a link");
        let told = run(&folder, args);
        refused(&told, &[link, "it is a link"]);
        assert!(!folder.path("elsewhere").exists(), "{link}");
        assert!(folder.path(link).is_symlink(), "it stays");
    };
    run_to(&["lab", "run", "plan.toml", "-o", "new.db"], "new.db.lock");
    run_to(&["lab", "merge", "merged.db", "games.db"], "merged.db.lock");
    for link in ["rows.csv.db", "rows.csv.db.lock", "rows.csv.db-wal", "rows.csv.db-journal"] {
        run_to(&["run", "--games", "2", "--size", "4", "-o", "rows.csv"], link);
        fs::remove_file(folder.path(link)).expect("there");
    }
    fs::create_dir(folder.path("study")).expect("it is made");
    run_to(&["run", "--games", "2", "--size", "4", "--sgf", "study"], "study/.stonefield-study.lock");
    fs::remove_file(folder.path("study/.stonefield-study.lock")).expect("its own");
    run_to(&["run", "--games", "2", "--size", "4", "--sgf", "study"], "study/stonefield-study.json");
    // Links at the names of a store's files are refused by all commands.
    let force = ["lab", "run", "plan.toml", "-o", "games.db", "--force"];
    for end in ["-journal", "-wal", "-shm"] {
        let name = format!("games.db{end}");
        symlink(folder.path("elsewhere"), folder.path(&name)).expect("a link");
        refused_by_all(&folder, "games.db", &[&name, "it is a link, and a plain file is wanted"]);
        refused(&run(&folder, &force), &[&name, "it is a link, and a plain file is wanted"]);
        assert!(!folder.path("elsewhere").exists() && folder.path(&name).is_symlink(), "{name}");
        fs::remove_file(folder.path(&name)).expect("there");
        fs::create_dir(folder.path(&name)).expect("it is made");
        refused_by_all(&folder, "games.db", &[&name, "a plain file is wanted"]);
        fs::remove_dir(folder.path(&name)).expect("there");
    }
    assert_eq!(count(&folder, "games.db"), 12);
    // Records are not written through links.
    fs::create_dir(folder.path("records")).expect("it is made");
    symlink(folder.path("elsewhere"), folder.path("records/game-000000.sgf")).expect("a link");
    let told = run(&folder, &["lab", "sgf", "games.db", "records"]);
    refused(&told, &["game-000000.sgf", "another file has this name: --force replaces it"]);
    assert!(!folder.path("elsewhere").exists());
    // With `--force` the link is replaced, not its target.
    folder.file("mine", "mine");
    symlink(folder.path("mine"), folder.path("records/game-000001.sgf")).expect("a link");
    let told = run(&folder, &["lab", "sgf", "games.db", "records", "--force"]);
    assert!(told.status.success(), "{}", err(&told));
    let series = ["run", "--games", "2", "--size", "4", "--sgf", "series", "--force"];
    fs::create_dir(folder.path("series")).expect("it is made");
    symlink(folder.path("elsewhere"), folder.path("series/game-000000.sgf")).expect("a link");
    symlink(folder.path("mine"), folder.path("series/game-000001.sgf")).expect("a link");
    let told = run(&folder, &series);
    assert!(told.status.success(), "{}", err(&told));
    for name in ["records", "series"].map(|name| folder.path(name)) {
        for record in ["game-000000.sgf", "game-000001.sgf"].map(|record| name.join(record)) {
            let text = fs::read_to_string(&record).unwrap_or_default();
            assert!(!record.is_symlink() && text.starts_with("(;"), "{}: {text}", record.display());
        }
    }
    assert!(folder.text("mine") == "mine" && !folder.path("elsewhere").exists());
}

#[cfg(unix)]
#[test]
fn rows_are_called_safe_only_in_an_existing_file() {
    let folder = Scratch::new("foreign-gone");
    folder.file("plan.toml", "seed = 9\ngames = 100000\nsize = 7\nblack = \"random\"\n");
    let mut command = stonefield(&["lab", "run", "plan.toml", "-o", "games.db", "--threads", "1"]);
    command.current_dir(folder.folder()).stdin(Stdio::null()).stderr(Stdio::piped());
    let child = command.spawn().expect("it starts");
    let since = Instant::now();
    while count(&folder, "games.db") == 0 && since.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(20));
    }
    fs::remove_file(folder.path("games.db")).expect("there");
    let told = child.wait_with_output().expect("it ends");
    refused(
        &told,
        &["--output: games.db: the file was removed or replaced while games were written into it"],
    );
    assert!(!err(&told).contains("safe"), "{}", err(&told));
    // The same for the checkpoint of a series.
    let mut command =
        stonefield(&["run", "--size", "5", "--games", "1000000", "--threads", "1", "-o", "rows.csv"]);
    command.current_dir(folder.folder()).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
    let child = command.spawn().expect("it starts");
    let since = Instant::now();
    while kept_games(&folder.path("rows.csv.db")) == 0 && since.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(20));
    }
    fs::remove_file(folder.path("rows.csv.db")).expect("there");
    let id = child.id().to_string();
    let ended = std::process::Command::new("kill").args(["-s", "TERM", &id]).status();
    assert!(ended.is_ok_and(|status| status.success()));
    let told = err(&child.wait_with_output().expect("it ends"));
    assert!(told.contains("rows.csv.db was removed while games were written into it"), "{told}");
    assert!(!told.contains("safe"), "{told}");
}

#[test]
fn a_script_of_the_user_is_not_replaced() {
    let folder = played("foreign-submit");
    fs::create_dir(folder.path("shards")).expect("it is made");
    let submit = |more: &[&str]| {
        let args = ["lab", "submit", "plan.toml", "--on", "parallel", "-o", "shards", "--yes"];
        run(&folder, &[&args[..], more].concat())
    };
    for name in ["submit.sh", "jobs.log"] {
        let path = folder.path(&format!("shards/{name}"));
        fs::write(&path, "notes").expect("writable");
        let told = submit(&[]);
        let last = err(&told).lines().last().unwrap_or_default().to_owned();
        assert_eq!(told.status.code(), Some(2), "{last}");
        assert!(last.contains(name) && last.contains("--force replaces it"), "{last}");
        assert_eq!(fs::read_to_string(&path).expect("there"), "notes");
        if name == "submit.sh" {
            fs::remove_file(path).expect("there");
        }
    }
    // With `--force` a link is replaced, not its target.
    let mine = folder.file("mine", "notes");
    #[cfg(unix)]
    for name in ["submit.sh", "jobs.log"] {
        let path = folder.path(&format!("shards/{name}"));
        let _ = fs::remove_file(&path);
        std::os::unix::fs::symlink(&mine, path).expect("a link");
    }
    let _ = submit(&["--force"]);
    assert_eq!(fs::read_to_string(mine).expect("there"), "notes");
    assert!(folder.text("shards/submit.sh").starts_with("#!/bin/bash\n"));
}
