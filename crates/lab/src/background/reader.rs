//! Store reader: a thread that reads a store on request, if the store has changed since the last reading.

use super::super::export::{ExportFormat, export};
use super::super::store::{ResultStore, StoreTable};
use super::super::store_reading::StoreReading;
use super::super::stored_game::stored_game;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, TryRecvError};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};
use stonefield_search::lock;
use stonefield_search::supply::start_thread;
use stonefield_sim::history::Record;

/// A store that is read on a separate thread, after each request. After a reading, at least one second passes
/// before the same column is read again.
#[derive(Debug)]
pub struct StoreReader {
    path: PathBuf,
    shared: Arc<Shared>,
}

#[derive(Debug, Default)]
struct Shared {
    state: Mutex<ReaderState>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct ReaderState {
    /// True if a reading has been requested since the last one began.
    wanted: bool,
    /// True if the reader has been dropped.
    ended: bool,
    /// Name of the column whose values are read.
    column: String,
    reading: Option<Arc<StoreReading>>,
    /// Reason why the last reading failed; `None` if it succeeded.
    fault: Option<String>,
}

/// Shortest pause after a reading.
const PAUSE: Duration = Duration::from_secs(1);
/// Length of the pause after a long reading, as a multiple of the duration of the reading.
const PAUSE_FACTOR: u32 = 4;

impl StoreReader {
    /// Starts to read a store, with the values of one of [`StoreReading::columns`]. Unknown names give NaN.
    #[must_use]
    pub fn start(path: &Path, column: &str) -> Self {
        let state = ReaderState { wanted: true, column: column.to_owned(), ..ReaderState::default() };
        let shared = Arc::new(Shared { state: Mutex::new(state), changed: Condvar::new() });
        let thread = {
            let (shared, path) = (Arc::clone(&shared), path.to_owned());
            start_thread("store", move || shared.read(&path))
        };
        if let Err(error) = thread {
            lock(&shared.state).fault = Some(error.to_string());
        }
        Self { path: path.to_owned(), shared }
    }

    /// Returns the path of the store.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Requests a new reading, with the values of this column. Without any change the last reading is kept.
    pub fn request(&self, column: &str) {
        let mut state = lock(&self.shared.state);
        if state.column != column {
            column.clone_into(&mut state.column);
        }
        state.wanted = true;
        self.shared.changed.notify_all();
    }

    /// Returns the last successful reading, and the reason of failure if the last attempt failed.
    #[must_use]
    pub fn latest(&self) -> (Option<Arc<StoreReading>>, Option<String>) {
        let state = lock(&self.shared.state);
        (state.reading.clone(), state.fault.clone())
    }

    /// Starts to read the game of a row as a record.
    #[must_use]
    pub fn fetch(&self, row: u64) -> StoreAnswer<Record> {
        self.start_answer(move |store| stored_game(store, row).map_err(|error| error.to_string()))
    }

    /// Starts to write the table of games as CSV.
    #[must_use]
    pub fn table(&self) -> StoreAnswer<Vec<u8>> {
        self.start_answer(|store| {
            let mut text = Vec::new();
            export(store, StoreTable::Games, ExportFormat::Csv, &mut text)
                .map_err(|error| error.to_string())?;
            Ok(text)
        })
    }

    fn start_answer<T: Send + 'static>(
        &self,
        work: impl FnOnce(&ResultStore) -> Result<T, String> + Send + 'static,
    ) -> StoreAnswer<T> {
        let (sender, receiver) = mpsc::channel();
        let path = self.path.clone();
        let thread = start_thread("store answer", move || {
            let answer =
                ResultStore::look(&path).map_err(|error| error.to_string()).and_then(|store| work(&store));
            // The send fails if the caller has dropped the answer, which is no error.
            let _ = sender.send(answer);
        });
        let refused = thread.err().map(|error| error.to_string());
        StoreAnswer { receiver: Mutex::new(receiver), refused }
    }
}

impl Drop for StoreReader {
    fn drop(&mut self) {
        lock(&self.shared.state).ended = true;
        self.shared.changed.notify_all();
    }
}

/// Answer to a request. It is read from the store on another thread.
#[derive(Debug)]
pub struct StoreAnswer<T> {
    /// In a lock, because a receiver alone is not `Sync`.
    receiver: Mutex<Receiver<Result<T, String>>>,
    /// Reason why the thread could not be started.
    refused: Option<String>,
}

impl<T> StoreAnswer<T> {
    /// Returns the answer, or the reason of a failure; `None` while the store is being read. Once the answer
    /// was returned, further calls return an error.
    pub fn take(&mut self) -> Option<Result<T, String>> {
        if let Some(why) = self.refused.take() {
            return Some(Err(why));
        }
        match self.receiver.get_mut().unwrap_or_else(PoisonError::into_inner).try_recv() {
            Ok(answer) => Some(answer),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => Some(Err("the store could not be read".to_owned())),
        }
    }
}

impl Shared {
    fn read(&self, path: &Path) {
        // Hash of the plan, number of games, and column in the last reading.
        let mut last: Option<(String, u64, String)> = None;
        loop {
            let mut state = lock(&self.state);
            while !state.wanted && !state.ended {
                state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
            }
            if state.ended {
                return;
            }
            state.wanted = false;
            let column = state.column.clone();
            drop(state);
            let began = Instant::now();
            let read = read_if_changed(path, &column, last.as_ref());
            let pause = PAUSE.max(began.elapsed() * PAUSE_FACTOR);
            let mut state = lock(&self.state);
            match read {
                Ok(Some(reading)) => {
                    last = Some((reading.header.hash.clone(), reading.count, column.clone()));
                    (state.reading, state.fault) = (Some(Arc::new(reading)), None);
                }
                Ok(None) => state.fault = None,
                Err(why) => state.fault = Some(why),
            }
            // A request for another column ends the pause.
            let pauses = |state: &mut ReaderState| !state.ended && state.column == column;
            let state = self.changed.wait_timeout_while(state, pause, pauses);
            drop(state.unwrap_or_else(PoisonError::into_inner));
        }
    }
}

/// Reads a store; `None` if plan, number of games and column are those of the last reading.
fn read_if_changed(
    path: &Path,
    column: &str,
    last: Option<&(String, u64, String)>,
) -> Result<Option<StoreReading>, String> {
    let store = ResultStore::look(path).map_err(|error| error.to_string())?;
    let is_unchanged = |(hash, count, last_column): &(String, u64, String)| {
        *hash == store.header().hash && *count == store.committed() && last_column == column
    };
    if last.is_some_and(is_unchanged) {
        return Ok(None);
    }
    StoreReading::read(&store, column).map(Some).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::super::super::{Laboratory, Plan, RunSettings};
    use super::*;

    fn wait_for<T>(mut poll: impl FnMut() -> Option<T>) -> T {
        let began = Instant::now();
        loop {
            if let Some(value) = poll() {
                return value;
            }
            assert!(began.elapsed() < Duration::from_secs(60), "no answer in a minute");
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    #[test]
    fn a_reader_reads_columns_tables_and_rows_of_a_store() {
        let path = std::env::temp_dir().join(format!("stonefield-reader-{}.db", std::process::id()));
        let plan = Plan::read("games = 3\nsize = [5, 7]\nmeasures = [\"captures\"]\n").expect("a plan");
        let reader = StoreReader::start(&path, "ticks");
        let fault = wait_for(|| reader.latest().1);
        assert!(fault.contains("stonefield-reader"), "{fault}");
        let mut laboratory = Laboratory::open(plan, &path, true).expect("a store");
        laboratory.play(&RunSettings::default(), &mut ()).expect("played");
        laboratory.close().expect("written");
        let read = |column: &str| {
            wait_for(|| {
                reader.request(column);
                reader.latest().0.filter(|reading| reading.count == 6 && reading.column == column)
            })
        };
        let reading = read("ticks");
        assert_eq!(reading.games.len(), 6);
        assert!(reading.games.iter().all(|game| game.value == game.ticks as f64));
        assert!(reading.columns.iter().any(|name| name == "score by colour"), "{:?}", reading.columns);
        let again = read("score by colour");
        assert_eq!(again.summary, reading.summary);
        assert_eq!(again.sides, Some(["Black", "White"]));
        assert!(again.games.iter().all(|game| game.value >= 0.0 && game.second >= 0.0));
        let mut table = reader.table();
        let table = String::from_utf8(wait_for(|| table.take()).expect("a table")).expect("text");
        assert_eq!(table.lines().count(), 7);
        let mut answer = reader.fetch(4);
        let record = wait_for(|| answer.take()).expect("a game");
        assert!(record.name.ends_with("game 4"), "{}", record.name);
        assert!(record.root().children().next().is_some());
        let why = wait_for({
            let mut answer = reader.fetch(99);
            move || answer.take()
        });
        assert!(why.expect_err("no such row").contains("there is no row 99"));
        let _ = std::fs::remove_file(&path);
    }
}
