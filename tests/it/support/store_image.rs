//! Store images: files that are stores, nearly stores, or something else, built from lists of choices.

use rusqlite::Connection;
use std::fs;
use std::path::Path;
use stonefield_lab::{Laboratory, Plan, RunSettings, TunedParam, Tuner, Tuning};
use stonefield_sim::Halt;

/// Plan of the good store: four rows, with content in every table.
pub const PLAN: &str = "seed = 5\ngames = 2\nsize = [4, 5]\nblack = \"random\"\nopen = 4\nstones = 5\n\
max_ticks = 24\nkomi = 0.5\nmeasures = [\"cluster_sizes\", \"avalanches\", \"groups@3\", \"thinking\"]\n";

/// Plan of a tournament.
const TOURNAMENT: &str = "seed = 6\ngames = 2\nsize = 4\nopen = 2\nmax_ticks = 24\nsprt = \"elo0=0,elo1=20\"\n\
[players]\na = \"random\"\nb = \"netlogo\"\n";

/// File that generated journals name, in the form of SQLite's super-journals.
pub const LINKED: &str = "notes-mj0123459ab";

/// Page size of a new store, in bytes.
const PAGE: usize = 4096;

/// First bytes of every SQLite file.
const MAGIC: &[u8] = b"SQLite format 3\0";

/// Tuning of a few games.
pub fn tuning() -> Tuning {
    let mind: stonefield_minds::BrainSpec = "swarm".parse().expect("a mind");
    Tuning {
        params: vec![TunedParam::read("spread=0:5", &mind).expect("a parameter")],
        opponents: vec!["random".parse().expect("a mind")],
        mind,
        base: Plan::read("size = 4\nopen = 2\n").expect("a plan"),
        pairs: 1,
        candidates: Some(4),
        deviation: 0.2,
        validation: 1,
    }
}

/// Stores of this program, as bytes.
pub struct Images {
    /// All stores: the good one first, and last the one that is being written.
    stores: Vec<Vec<u8>>,
    /// The good store with a failed row.
    failed: Vec<u8>,
    /// Write-ahead log of the last store.
    log: Vec<u8>,
}

impl Images {
    /// Plays the games of all stores in a folder, and empties it.
    pub fn play(folder: &Path) -> Self {
        let path = folder.join("images.db");
        let settings = RunSettings { threads: 1, ..RunSettings::default() };
        let played = |plan: &str| {
            let mut laboratory =
                Laboratory::open(Plan::read(plan).expect("a plan"), &path, true).expect("a store");
            laboratory.play(&settings, &mut ()).expect("it plays");
            laboratory.close().expect("it closes");
            fs::read(&path).expect("a store")
        };
        let tournament = played(TOURNAMENT);
        let good = played(PLAN);
        let changed = |statements: &str| {
            fs::write(&path, &good).expect("writable");
            let database = Connection::open(&path).expect("it opens");
            database.execute_batch(statements).expect(statements);
            drop(database);
            fs::read(&path).expect("a store")
        };
        let failed = changed("UPDATE games SET winner = 'failed', fault = 'it fell' WHERE row = 1");
        let half = changed(
            "DELETE FROM games WHERE row > 1; DELETE FROM ticks WHERE row > 1; \
             DELETE FROM clusters WHERE row > 1; DELETE FROM avalanches WHERE row > 1; \
             DELETE FROM stones WHERE row > 1; DELETE FROM timing WHERE row > 1",
        );
        fs::remove_file(&path).expect("its own");
        let mut tuner = Tuner::open(tuning(), &path, true).expect("a store");
        tuner.play_generation(1, &Halt::default(), &mut ()).expect("it plays");
        tuner.close().expect("it closes");
        let tuned = fs::read(&path).expect("a store");
        // A store that is being written: its last changes are in the write-ahead log.
        fs::write(&path, &half).expect("writable");
        let database = Connection::open(&path).expect("it opens");
        database
            .execute_batch(
                "PRAGMA journal_mode = WAL; UPDATE games SET ticks = ticks + 1; UPDATE meta SET value = 'x' WHERE key = 'machine'",
            )
            .expect("it writes");
        let (written, log) = (fs::read(&path), fs::read(folder.join("images.db-wal")));
        drop(database);
        for entry in fs::read_dir(folder).expect("a folder") {
            fs::remove_file(entry.expect("an entry").path()).expect("its own");
        }
        let stores = vec![good, half, tournament, tuned, written.expect("a store")];
        Self { stores, failed, log: log.expect("a log") }
    }

    /// Store with all rows of [`PLAN`].
    pub fn good(&self) -> &[u8] {
        &self.stores[0]
    }

    /// The same store with a failed row.
    pub fn failed(&self) -> &[u8] {
        &self.failed
    }
}

/// Reads choices one after the other. Zeros follow the last one.
pub struct Chooser<'a>(std::slice::Iter<'a, u8>);

impl<'a> Chooser<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Self(bytes.iter())
    }

    fn is_done(&self) -> bool {
        self.0.len() == 0
    }

    fn byte(&mut self) -> u8 {
        self.0.next().copied().unwrap_or(0)
    }

    fn number(&mut self) -> usize {
        usize::from(self.byte()) | usize::from(self.byte()) << 8
    }

    fn pick<'v>(&mut self, values: &[&'v str]) -> &'v str {
        values[usize::from(self.byte()) % values.len()]
    }
}

/// Tables of a store, and one unknown name.
const TABLES: [&str; 8] = ["games", "games", "ticks", "clusters", "avalanches", "stones", "timing", "meta"];

/// Columns of these tables.
const COLUMNS: [&str; 29] = [
    "row",
    "tick",
    "ticks",
    "plies",
    "moves",
    "fault",
    "winner",
    "result",
    "black_score",
    "white_score",
    "black_mind",
    "white_mind",
    "swapped",
    "combination",
    "repetition",
    "seed",
    "game",
    "size",
    "komi",
    "count",
    "color",
    "id",
    "point",
    "temperature",
    "seconds",
    "groups",
    "candidate",
    "opening",
    "first",
];

/// Malicious names of tables and columns.
const NAMES: [&str; 18] = [
    "x\" INTEGER); ATTACH 'bystander.db' AS p; DELETE FROM p.games; --",
    "x\" AS (zeroblob(900000000)), \"y",
    "'; DROP TABLE games; --",
    "select",
    "ROW",
    "rowid",
    "X",
    "a b",
    "",
    "石",
    "x\nnew line\u{1b}[31m",
    "zzzzzzzzzzzzzzzzzzzzzzzzz",
    "games",
    "sqlite_sequence",
    "meta",
    "note",
    "pebbles",
    "hidden",
];

/// Column types, with constraints.
const TYPES: [&str; 14] = [
    "INTEGER",
    "REAL",
    "TEXT",
    "BLOB",
    "ANY",
    "",
    "INT",
    "INTEGER NOT NULL DEFAULT 1",
    "TEXT UNIQUE",
    "INTEGER CHECK (1)",
    "INTEGER AS (row + 1)",
    "BLOB AS (zeroblob(900000000))",
    "TEXT COLLATE nocase",
    "INTEGER REFERENCES games (row)",
];

/// Values in SQL.
const VALUES: [&str; 50] = [
    "NULL",
    "0",
    "-1",
    "1",
    "2",
    "3",
    "9223372036854775807",
    "-9223372036854775808",
    "30000000000",
    "4",
    "0.5",
    "9e999",
    "-9e999",
    "1e308",
    "-0.0",
    "''",
    "'black'",
    "'white'",
    "'draw'",
    "'void'",
    "'failed'",
    "'unfinished'",
    "'nobody'",
    "'a' || char(10) || 'b'",
    "char(27) || '[31m'",
    "char(0)",
    "CAST(x'ff' AS TEXT)",
    "x''",
    "x'00'",
    "x'ffffff'",
    "x'7e'",
    "x'0001'",
    "x'020301'",
    "x'0809'",
    "zeroblob(3)",
    "zeroblob(4097)",
    "zeroblob(70001)",
    "printf('%.*c', 5000, 'z')",
    "'random'",
    "'gtp:[touch bystander.db]'",
    "'swarm:radius=3'",
    "'mcts:playouts=1000000000'",
    "'A1'",
    "'W+R'",
    "'=1+2'",
    "char(0x202e) || 'x'",
    "'9223372036854775808'",
    "row",
    "-row",
    "1 << row",
];

/// Keys of the table `meta`.
const KEYS: [&str; 10] =
    ["kind", "plan", "canonical", "hash", "rows", "version", "machine", "date", "unrepeatable", "other"];

/// Values of these keys.
const ENTRIES: [&str; 36] = [
    "",
    "experiment",
    "tournament",
    "tuning",
    "x\ny",
    "\u{1b}[31m",
    "0",
    "1",
    "4",
    "12",
    "-1",
    "18446744073709551615",
    "9223372036854775807",
    "30000000000",
    "4.0",
    "random",
    "2026-01-02",
    "2026-é1-02",
    "axes = size\nsize = 4, 5\n",
    "axes = black.radius\nsize = [[,\n",
    "a = \u{7}\nb\n = \n",
    "\0",
    PLAN,
    TOURNAMENT,
    "games = 1000000000\nsize = 4\n",
    "games = 2\nsize = 52\nmax_ticks = 1000000000\n",
    "openings = \"/\"\n",
    "[players]\na = \"random\"\nb = \"random\"\nc = \"random\"\n",
    "size = \"\u{1b}\"\n",
    "games = 4\nsize = 4\nblack = \"gtp:[touch bystander.db]\"\n",
    "size = [4,\n",
    "seed = 1\nx\u{85}y = 2\n",
    "games = 4\nsize = 2\nfill = 0.9\nrules = \"netlogo-2016\"\n",
    "games = 2\ndesign = \"sobol:60000\"\nkomi = \"0..9\"\nsize = 4\n",
    "games = 4\nsize = \"2:1:40\"\nkomi = \"0:0.5:40\"\n",
    "'; DELETE FROM meta; --",
];

/// Parts of the statement that created a table, with their replacements.
const PIECES: [(&str, &str); 16] = [
    ("STRICT", "      "),
    (", WITHOUT ROWID", ""),
    ("INTEGER", "ANY"),
    ("INTEGER", "REAL"),
    ("REAL", "TEXT"),
    ("TEXT", "BLOB"),
    ("\"moves\" BLOB", "\"moves\" BLOB AS (zeroblob(900000000))"),
    ("\"ticks\" INTEGER", "\"ticks\" INTEGER AS (row + 1)"),
    ("\"ticks\" INTEGER", "\"ticks\" INTEGER DEFAULT (abs(-9223372036854775807 - 1))"),
    ("PRIMARY KEY", "UNIQUE"),
    ("PRIMARY KEY (\"row\"", "PRIMARY KEY (\"row\" DESC"),
    ("CREATE TABLE", "CREATE VIRTUAL TABLE"),
    ("\"games\"", "\"GAMES\""),
    ("(\"row\" INTEGER", "(\"row\" INTEGER, \"row \" INTEGER"),
    ("\"fault\" TEXT", "\"fault\" TEXT, \"score\" REAL, \"score \" REAL"),
    ("\"", "\"\""),
];

/// Offsets, in bytes, of the fields in the file header that decide how the file is read. 100: first page.
const PLACES: [usize; 20] = [16, 17, 18, 19, 20, 21, 24, 28, 31, 32, 36, 40, 44, 47, 52, 56, 59, 60, 68, 100];

/// Builds a statement from a list of choices.
fn statement(choices: &mut Chooser<'_>) -> String {
    let kind = choices.byte();
    let table = choices.pick(&TABLES);
    let number = |choices: &mut Chooser<'_>| choices.pick(&["0", "1", "2", "3"]);
    let quoted = |name: &str| format!("\"{}\"", name.replace('"', "\"\""));
    let text = |text: &str| format!("'{}'", text.replace('\'', "''"));
    match kind % 18 {
        0 => format!("UPDATE OR REPLACE {table} SET {} = {}", choices.pick(&COLUMNS), choices.pick(&VALUES)),
        1..=4 => format!(
            "UPDATE OR IGNORE {table} SET {} = {} WHERE row = {}",
            choices.pick(&COLUMNS),
            choices.pick(&VALUES),
            number(choices)
        ),
        5 => format!("DELETE FROM {table} WHERE row = {}", number(choices)),
        6 => {
            let by = choices.pick(&["1", "4", "-1", "9223372036854775804", "30000000000", "-4"]);
            format!("UPDATE OR IGNORE {table} SET row = row + {by}")
        }
        7 | 8 => format!(
            "UPDATE meta SET value = {} WHERE key = {}",
            text(choices.pick(&ENTRIES)),
            text(choices.pick(&KEYS))
        ),
        9 => format!("DELETE FROM meta WHERE key = {}", text(choices.pick(&KEYS))),
        10 => format!(
            "UPDATE meta SET value = {} WHERE key = {}",
            choices.pick(&VALUES),
            text(choices.pick(&KEYS))
        ),
        11 => format!(
            "ALTER TABLE {table} ADD COLUMN {} {}",
            quoted(choices.pick(&NAMES)),
            choices.pick(&TYPES)
        ),
        12 => format!(
            "ALTER TABLE {table} RENAME COLUMN {} TO {}",
            choices.pick(&COLUMNS),
            quoted(choices.pick(&NAMES))
        ),
        13 => match choices.byte() % 4 {
            0 => format!("ALTER TABLE {table} DROP COLUMN {}", choices.pick(&COLUMNS)),
            1 => format!("ALTER TABLE {table} RENAME TO {}", quoted(choices.pick(&NAMES))),
            2 => format!("DROP TABLE {table}"),
            _ => format!(
                "DROP TABLE IF EXISTS {table}; CREATE TABLE {table} (row INTEGER, {} {})",
                quoted(choices.pick(&NAMES)),
                choices.pick(&TYPES)
            ),
        },
        14 => {
            let name = quoted(choices.pick(&NAMES));
            match choices.byte() % 5 {
                0 => format!("CREATE TRIGGER {name} AFTER INSERT ON {table} BEGIN DELETE FROM meta; END"),
                1 => format!("CREATE TRIGGER {name} AFTER DELETE ON {table} BEGIN DELETE FROM games; END"),
                2 => format!("CREATE VIEW {name} AS SELECT * FROM {table}"),
                3 => format!("ALTER TABLE {table} RENAME TO old; CREATE VIEW {table} AS SELECT * FROM old"),
                _ => format!("CREATE INDEX {name} ON {table} ({})", choices.pick(&COLUMNS)),
            }
        }
        15 => {
            let (from, to) = PIECES[usize::from(choices.byte()) % PIECES.len()];
            format!(
                "PRAGMA writable_schema = 1; UPDATE sqlite_schema SET sql = replace(sql, '{from}', '{to}') \
                 WHERE name = '{table}'; PRAGMA writable_schema = 0"
            )
        }
        16 => format!(
            "PRAGMA {}",
            choices.pick(&[
                "application_id = 0",
                "user_version = 2",
                "user_version = -1",
                "user_version = 0",
                "journal_mode = WAL",
                "page_size = 512; VACUUM",
                "auto_vacuum = 1; VACUUM",
                "page_size = 65536; VACUUM",
            ])
        ),
        _ => choices
            .pick(&[
                "INSERT OR IGNORE INTO clusters SELECT row, tick + 1, color, size, count FROM clusters",
                "INSERT OR IGNORE INTO ticks SELECT row, tick + 9223372036854775800, groups FROM ticks",
                "INSERT OR IGNORE INTO avalanches VALUES (2, 9223372036854775807, 9223372036854775807)",
                "INSERT OR IGNORE INTO timing VALUES (3, -1.0, 9e999, NULL)",
                "UPDATE OR IGNORE clusters SET row = 3 - row",
                "DELETE FROM games; DELETE FROM ticks",
                "CREATE TABLE notes (a); INSERT INTO notes VALUES (1)",
                "UPDATE games SET moves = (SELECT moves FROM games WHERE row = 0)",
            ])
            .to_owned(),
    }
}

/// Writes a file from these bytes. Bytes with a database header are written as they are. Other bytes choose a
/// store and changes of it, and may choose a log or a journal next to it.
pub fn file_of(bytes: &[u8], images: &Images, folder: &Path, path: &Path) {
    if bytes.starts_with(MAGIC) {
        fs::write(path, bytes).expect("writable");
        return;
    }
    let mut choices = Chooser::new(bytes);
    let (head, which) = (choices.byte(), usize::from(choices.byte()));
    let which = which % images.stores.len();
    let mut image = images.stores[which].clone();
    let beside = |end: &str| path.with_extension(format!("db{end}"));
    let is_written = which + 1 == images.stores.len();
    if is_written && head % 4 != 3 {
        fs::write(beside("-wal"), patched(images.log.clone(), &mut choices, usize::from(head % 4)))
            .expect("writable");
    }
    match head {
        // SQL statements.
        0..=159 => {
            fs::write(path, &image).expect("writable");
            change(path, head % 8 == 7, &mut choices);
        }
        // Changed bytes.
        160..=239 => {
            image = patched(image, &mut choices, usize::MAX);
            fs::write(path, image).expect("writable");
        }
        // A journal next to the store, from which SQLite would restore it.
        _ => {
            fs::write(path, &image).expect("writable");
            fs::write(beside("-journal"), journal(&image, folder, &mut choices)).expect("writable");
        }
    }
}

/// Executes up to six statements and skips those that fail. `loose`: tables accept values of wrong types, but
/// their definitions do not show it.
fn change(path: &Path, loose: bool, choices: &mut Chooser<'_>) {
    let loosen = |from: &str, to: &str| {
        format!(
            "PRAGMA writable_schema = 1; UPDATE sqlite_schema SET sql = replace(sql, '{from}', '{to}') WHERE type = 'table'"
        )
    };
    let carry_out = |statement: &str| {
        let Ok(database) = Connection::open(path) else { return };
        let _ = database.execute_batch("PRAGMA synchronous = OFF; PRAGMA journal_mode");
        let _ = database.execute_batch(statement);
    };
    if loose {
        carry_out(&loosen(") STRICT", ")       "));
    }
    for _ in 0..6 {
        if choices.is_done() {
            break;
        }
        carry_out(&statement(choices));
    }
    if loose {
        carry_out(&loosen(")       ", ") STRICT"));
    }
}

/// Bytes with some changed, cut off or added: at most `most` changes, and at most 40.
fn patched(mut bytes: Vec<u8>, choices: &mut Chooser<'_>, most: usize) -> Vec<u8> {
    for _ in 0..most.min(40) {
        if choices.is_done() || bytes.is_empty() {
            break;
        }
        let (kind, length) = (choices.byte(), bytes.len());
        let page = usize::from(choices.byte()) * PAGE;
        let at = match kind % 8 {
            // The byte is in the file header, a page header, the cell list of a page, or anywhere in a page.
            0 | 1 => PLACES[choices.number() % PLACES.len()],
            2 | 3 => page + choices.number() % 12,
            4 => page + choices.number() % 64,
            _ => page + choices.number() % PAGE,
        } % length;
        match kind {
            0..=223 => bytes[at] = choices.byte(),
            224..=239 => {
                let value =
                    [0_u32, 1, 0x7fff_ffff, 0xffff_ffff, 0x8000_0000, 2][usize::from(choices.byte() % 6)];
                bytes.iter_mut().skip(at).zip(value.to_be_bytes()).for_each(|(old, new)| *old = new);
            }
            240..=247 => bytes.truncate(at),
            _ => bytes.extend_from_slice(&[choices.byte(); 700]),
        }
    }
    bytes
}

/// Builds a journal from choices: an older page with small changes, and maybe the name of another file.
fn journal(image: &[u8], folder: &Path, choices: &mut Chooser<'_>) -> Vec<u8> {
    let pages = (image.len() / PAGE).max(1);
    let page = 1 + choices.number() % pages;
    let content = patched(image[(page - 1) * PAGE..page * PAGE].to_vec(), choices, 3);
    let named = ["", "notes.txt", LINKED, "missing-mj0123459ab"][usize::from(choices.byte() % 4)];
    journal_of(image, page, &content, Some(folder.join(named)).filter(|_| !named.is_empty()).as_deref())
}

/// Journal of an unfinished change: the old page, and the name of a super-journal.
// CITE: "Database File Format", section 3, sqlite.org; the record at its end as `readSuperJournal` in pager.c
// reads it.
fn journal_of(image: &[u8], page: usize, content: &[u8], named: Option<&Path>) -> Vec<u8> {
    const MAGIC: [u8; 8] = [0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7];
    let number = |number: usize| u32::try_from(number).expect("a small file").to_be_bytes();
    let mut bytes = MAGIC.to_vec();
    bytes.extend([1, 0, image.len() / PAGE, 512, PAGE].map(number).as_flattened());
    bytes.resize(512, 0);
    bytes.extend(number(page));
    let checked = (1..=PAGE / 200).filter_map(|step| content.get(PAGE - 200 * step));
    bytes.extend(content);
    bytes.extend(number(checked.map(|byte| usize::from(*byte)).sum()));
    if let Some(path) = named {
        let name = path.as_os_str().as_encoded_bytes();
        bytes.extend(number(0x4000_0000 / PAGE + 1));
        bytes.extend(name);
        bytes.extend(number(name.len()));
        bytes.extend(number(name.iter().map(|byte| usize::from(*byte)).sum()));
        bytes.extend(MAGIC);
    }
    bytes
}

/// Checks that a field of a table cannot run as a formula in a spreadsheet.
pub fn is_no_formula(field: &str) {
    let begins = field.starts_with(['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠']);
    assert!(!begins || field.parse::<f64>().is_ok(), "{field:?}");
}
