//! Property test of files given to the laboratory as a store, shared by ordinary tests and the fuzz target.

use super::store_image::{Images, LINKED, PLAN, file_of, tuning};
use std::collections::BTreeMap;
use std::fmt::Display;
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use stonefield_go::notation::sgf;
use stonefield_lab::export::{ExportFormat, export};
use stonefield_lab::store::{Datum, ResultStore, StoreError, StoreTable};
use stonefield_lab::{
    AHEAD_COLUMN, Laboratory, Plan, PlayedRow, RowListener, RunSettings, Standings, StoreReading, Tuner,
    TunerError, merge, stored_game, write_report_page,
};
use stonefield_minds::Trust;
use stonefield_sim::Session;

/// Prefix of the folder names. The process id and a number follow.
const FOLDER: &str = "stonefield-store-trial-";

/// Name of the store of unknown origin.
const FOREIGN: &str = "foreign.db";

/// Suffixes of the files that belong to a store.
const PARTS: [&str; 5] = ["", "-wal", "-shm", "-journal", ".lock"];

/// Number of purposes: reading, merging, resuming a plan, and resuming a tuning and then starting anew.
pub const PURPOSES: usize = 4;

/// Largest number of games of a store that are opened as records.
const MAX_GAMES: usize = 4;

/// Largest board, in points, and longest game, in nodes, that minds replay.
const MAX_PLAYED: (usize, usize) = (36, 64);

/// Folder with stores of this program, in which files of unknown origin are tested one after the other.
/// Removed on drop.
pub struct StoreTrial {
    folder: PathBuf,
    images: Images,
    /// Files that must not change, by name.
    bystanders: BTreeMap<String, Vec<u8>>,
    /// All rows of the good store: values of the games, in order.
    rows: Vec<Vec<Datum>>,
}

impl StoreTrial {
    /// Plays a few games into the stores that others are made from.
    ///
    /// # Panics
    /// When the folder cannot be used.
    pub fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let memory = Path::new("/dev/shm");
        let parent = if memory.is_dir() { memory.to_owned() } else { std::env::temp_dir() };
        remove_left(&parent);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let folder = parent.join(format!("{FOLDER}{}-{number}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("a folder for temporary files");
        let images = Images::play(&folder);
        let good = images.good().to_vec();
        let bystanders = [
            ("good.db", good.clone()),
            ("bystander.db", good),
            ("notes.txt", b"my own notes\0".to_vec()),
            // SQLite deletes such a file (super-journal) after the rollback of the journals that name it.
            (LINKED, b"my own notes\0".to_vec()),
        ];
        let bystanders: BTreeMap<_, _> =
            bystanders.into_iter().map(|(name, bytes)| (name.to_owned(), bytes)).collect();
        for (name, bytes) in &bystanders {
            fs::write(folder.join(name), bytes).expect("writable");
        }
        let rows = games(&folder.join("good.db"));
        assert_eq!(rows.len(), 4, "rows of the good store");
        Self { folder, images, bystanders, rows }
    }

    /// Uses a file for one of the [`PURPOSES`]. Checks that this succeeds or is refused in one line, that the
    /// good store keeps its rows, and that no other file appears, disappears or changes. A store that is only
    /// read or is refused must not change either, unless SQLite has to recover it.
    ///
    /// # Panics
    /// When a check fails.
    pub fn holds(&self, bytes: &[u8], purpose: usize) {
        self.restore(bytes);
        let before = fs::read(self.foreign()).expect("just written");
        // Reading applies a journal or log next to a store. The header says if a store is in WAL mode.
        let is_settled = !self.has_parts(FOREIGN) && before.get(18..20) == Some(&[1, 1]);
        let is_read = match purpose % PURPOSES {
            0 => self.reads(),
            1 => self.merges(),
            2 => !self.adds(),
            _ => !self.tunes(),
        };
        self.look_around(purpose);
        let after = fs::read(self.foreign()).expect("the file stays");
        let keeps = is_read && is_settled;
        assert!(
            !keeps || is_same(&after, &before),
            "purpose {purpose}: a file that is read or refused has changed"
        );
        if purpose == 3 {
            self.restore(bytes);
            self.begins_anew();
            self.look_around(purpose);
        }
    }

    fn foreign(&self) -> PathBuf {
        self.folder.join(FOREIGN)
    }

    fn has_parts(&self, name: &str) -> bool {
        PARTS[1..4].iter().any(|end| self.folder.join(format!("{name}{end}")).exists())
    }

    /// Writes the files of an input, and removes those of other inputs.
    fn restore(&self, bytes: &[u8]) {
        for entry in fs::read_dir(&self.folder).expect("its own folder") {
            let name = entry.expect("an entry").file_name().into_string().expect("plain");
            if !self.bystanders.contains_key(&name) {
                fs::remove_file(self.folder.join(name)).expect("a file of its own");
            }
        }
        file_of(bytes, &self.images, &self.folder, &self.foreign());
    }

    /// Checks that the other files are unchanged, and that all further files are the store and its parts.
    fn look_around(&self, purpose: usize) {
        let mut left = self.bystanders.clone();
        for entry in fs::read_dir(&self.folder).expect("its own folder") {
            let name = entry.expect("an entry").file_name().into_string().expect("plain");
            match left.remove(&name) {
                Some(bytes) => {
                    let found = fs::read(self.folder.join(&name)).expect("readable");
                    assert!(found == bytes, "purpose {purpose}: {name} has changed");
                }
                None => {
                    let is_part = PARTS.iter().any(|end| name.strip_suffix(end) == Some(FOREIGN));
                    assert!(is_part, "purpose {purpose}: {name} was made");
                }
            }
        }
        assert!(left.is_empty(), "purpose {purpose}: {:?} are gone", left.keys());
    }

    /// Reads the store in every way. Returns true: the store must not change.
    fn reads(&self) -> bool {
        let store = match ResultStore::look(&self.foreign()) {
            Ok(store) => store,
            Err(error) => {
                is_plain(&error);
                return true;
            }
        };
        let told = |error: StoreError| is_plain(&error);
        for table in StoreTable::ALL {
            store.count(table).map_err(told).ok();
            store.sum(table, "row").map_err(told).ok();
            let formats = if matches!(table, StoreTable::Games | StoreTable::Ticks) { 5 } else { 2 };
            for &(_, format) in ExportFormat::ALL.iter().take(formats) {
                let mut out = Vec::new();
                match export(&store, table, format, &mut out) {
                    Ok(()) => reads_back(&store, table, format, &out),
                    Err(error) => is_plain(&error),
                }
            }
        }
        let (rows, failed) = (store.rows(), store.failed_rows());
        failed.err().iter().for_each(is_plain);
        let rows = rows.map_err(told).unwrap_or_default();
        assert!(rows.iter().all(|row| i64::try_from(row).is_ok()));
        for column in [AHEAD_COLUMN, "ticks", "groups during games", "score by mind", "no such number"] {
            match StoreReading::read(&store, column) {
                Ok(reading) => {
                    for game in &reading.games {
                        let _ = (reading.result(game), reading.result_rank(game), reading.fault(game));
                    }
                }
                Err(error) => is_plain(&error),
            }
        }
        match Standings::of(&store, None) {
            Ok(standings) => {
                let _ = (standings.lines(), standings.notes(), standings.left_out_words());
                let _ = (standings.pair_words(), standings.test.as_ref().map(ToString::to_string));
            }
            Err(error) => is_plain(&error),
        }
        let mut page = Vec::new();
        match write_report_page(&store, &self.foreign(), &[], &mut page) {
            Ok(()) => assert!(std::str::from_utf8(&page).is_ok_and(|page| page.ends_with("</html>\n"))),
            Err(error) => is_plain(&error),
        }
        for row in rows.iter().take(MAX_GAMES).chain([0, 3, i64::MAX as u64, u64::MAX]) {
            match stored_game(&store, row) {
                Ok(record) => opens(&record.reading.collection),
                Err(error) => is_plain(&error),
            }
        }
        true
    }

    /// Merges the store alone, after a good one, and into one with games. Returns true: the store must not
    /// change.
    fn merges(&self) -> bool {
        let (foreign, good) = (self.foreign(), self.folder.join("good.db"));
        let new = self.folder.join("new.db");
        for sources in [vec![foreign.clone()], vec![good.clone(), foreign.clone()]] {
            match merge(&new, &sources, false) {
                Ok(outcome) => {
                    let games = if new.exists() { games(&new).len() } else { 0 };
                    assert_eq!(games as u64, outcome.rows, "rows of a merge");
                }
                Err(error) => is_plain(&error),
            }
            self.remove("new.db");
        }
        let target = self.folder.join("target.db");
        fs::write(&target, self.images.failed()).expect("writable");
        let before = games(&target);
        let merged = merge(&target, &[foreign], false);
        let after = games(&target);
        let row = |values: &Vec<Datum>| values[0].clone();
        match &merged {
            Ok(outcome) => {
                // Rows with different results are left out and reported, and failed rows are replaced.
                let told = |values: &&Vec<Datum>| {
                    outcome.different.iter().all(|one| Datum::count(one.row) != row(values))
                };
                let rows: Vec<_> = after.iter().map(row).collect();
                let lost = before.iter().filter(told).find(|values| !rows.contains(&row(values)));
                assert!(lost.is_none(), "a merge has lost {lost:?}");
                for different in &outcome.different {
                    assert_one_line(&different.difference);
                }
            }
            Err(error) => {
                is_plain(error);
                assert_eq!(after, before, "a merge that is refused changes no row: {error}");
            }
        }
        self.remove("target.db");
        assert_eq!(self.rows, games(&good), "rows of a source");
        true
    }

    fn remove(&self, name: &str) {
        for end in PARTS {
            let _ = fs::remove_file(self.folder.join(format!("{name}{end}")));
        }
    }

    /// Resumes the plan in the store, and plays one row. Returns true if the store was accepted.
    fn adds(&self) -> bool {
        let plan = Plan::read(PLAN).expect("its own plan");
        let mut laboratory = match Laboratory::open(plan, &self.foreign(), false) {
            Ok(laboratory) => laboratory,
            Err(error) => {
                is_plain(&error);
                return false;
            }
        };
        laboratory.forget_failed().err().iter().for_each(is_plain);
        let settings = RunSettings { threads: 1, ..RunSettings::default() };
        laboratory.play(&settings, &mut FirstRow).err().iter().for_each(is_plain);
        laboratory.close().err().iter().for_each(is_plain);
        true
    }

    /// Resumes a tuning in the store, and plays no game. Returns true if the store was accepted.
    fn tunes(&self) -> bool {
        match Tuner::open(tuning(), &self.foreign(), false) {
            Ok(tuner) => {
                tuner.close().err().iter().for_each(is_plain);
                true
            }
            Err(error) => {
                is_plain(&error);
                // Other errors concern games that were read after the store was opened.
                !matches!(error, TunerError::Store(_))
            }
        }
    }

    /// Starts a new store in place of the file, as `--force` does. Only a store is replaced.
    fn begins_anew(&self) {
        match Laboratory::open(Plan::read(PLAN).expect("its own plan"), &self.foreign(), true) {
            Ok(laboratory) => {
                assert_eq!(laboratory.store().committed(), 0, "--force begins with no game");
                laboratory.close().expect("a new store");
            }
            Err(error) => is_plain(&error),
        }
    }
}

impl Drop for StoreTrial {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// True if two files have the same content. The journal mode and the counters of changes may differ: the mode
/// is set before the rows of a search are compared.
// CITE: "Database File Format", section 1.3, sqlite.org: versions of the format, and counters of changes.
fn is_same(one: &[u8], other: &[u8]) -> bool {
    let of_mode = |at: usize| matches!(at, 18 | 19 | 24..28 | 92..100);
    let mut bytes = one.iter().zip(other).enumerate();
    one.len() == other.len() && bytes.all(|(at, (one, other))| one == other || of_mode(at))
}

/// Removes folders of killed processes.
fn remove_left(parent: &Path) {
    for entry in fs::read_dir(parent).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let number =
            name.to_str().and_then(|name| name.strip_prefix(FOLDER)?.split_once('-')?.0.parse::<u32>().ok());
        let is_gone =
            |number: u32| Path::new("/proc/self").exists() && !Path::new(&format!("/proc/{number}")).exists();
        if number.is_some_and(is_gone) {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

/// Stops after one row.
struct FirstRow;

impl RowListener for FirstRow {
    fn row(&mut self, _: PlayedRow) -> ControlFlow<()> {
        ControlFlow::Break(())
    }
}

/// Games of a store that can be read: values by row.
fn games(path: &Path) -> Vec<Vec<Datum>> {
    let store = ResultStore::look(path).unwrap_or_else(|error| panic!("it opens: {error}"));
    let mut games = Vec::new();
    let read = store.each(StoreTable::Games, |values| {
        games.push(values.to_vec());
        Ok::<(), StoreError>(())
    });
    read.unwrap_or_else(|error| panic!("it is read: {error}"));
    games
}

/// Checks that a CSV export of a table reads back with the same values. Other formats are not checked.
fn reads_back(store: &ResultStore, table: StoreTable, format: ExportFormat, out: &[u8]) {
    if format != ExportFormat::Csv {
        return;
    }
    let mut reader = csv::Reader::from_reader(out);
    let width = store.columns(table).len();
    assert_eq!(reader.headers().expect("a head").len(), width);
    let lines = reader.records().map(|line| line.expect("a line")).inspect(|line| {
        assert_eq!(line.len(), width);
        line.iter().for_each(super::store_image::is_no_formula);
    });
    assert_eq!(store.count(table).ok(), Some(lines.count() as u64), "a line a row");
}

/// Checks that the record of a stored game opens, plays to its end and reads back.
fn opens(games: &sgf::Collection) {
    let again = sgf::read(&sgf::write(games)).expect("its own record");
    assert!(again.collection == *games, "a stored game reads back");
    let game = games.games()[0];
    match Session::reopen(games.clone(), game, Trust::default()) {
        Ok((mut session, _)) => session.seek(u64::MAX),
        Err(error) => is_plain(&error),
    }
    let root = games.node(game);
    let size = sgf::size_of(root).map_or(usize::MAX, stonefield_go::Size::area);
    if size <= MAX_PLAYED.0 && root.main_line().count() <= MAX_PLAYED.1 {
        Session::verify(root, Trust::default()).err().iter().for_each(is_plain);
    }
}

/// Checks that a refusal is one line without control characters.
fn is_plain(error: &impl Display) {
    assert_one_line(&error.to_string());
}

fn assert_one_line(told: &str) {
    assert!(!told.is_empty() && !told.contains(char::is_control), "{told:?}");
}
