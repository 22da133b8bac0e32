//! Emergency save: writes an unsaved game to a file when the input ends, on a signal or on a panic.

use crate::cli::door::file_name;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, TryLockError};
use stonefield_files::utc_timestamp;
use stonefield_files::{make_folder, state_folder, write_new};
use stonefield_search::lock;

/// Largest number of file names to try with one time stamp, which is exact to a second.
const MAX_NAMES: u32 = 1000;

/// Game so far, to be saved at the end of the input, on a signal or on a panic. Clones share it.
#[derive(Clone, Debug)]
pub(super) struct Keeper(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    /// File that the user chose. `None`: a new file in the working folder, or else in the state folder.
    chosen: Option<PathBuf>,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// Game as SGF. Empty while nothing is worth keeping.
    record: Vec<u8>,
    /// True if a file has this record, or an attempt to save it was made.
    saved: bool,
}

impl Keeper {
    /// Creates a keeper that saves to a file that the user chose, or with `None` to a new one.
    pub(super) fn new(chosen: Option<PathBuf>) -> Self {
        Self(Arc::new(Inner { chosen, state: Mutex::default() }))
    }

    /// True if the user chose a file.
    pub(super) fn has_chosen_file(&self) -> bool {
        self.0.chosen.is_some()
    }

    /// Sets the record of the game as it is now. Empty if nothing is worth keeping.
    pub(super) fn update(&self, record: Vec<u8>) {
        let mut state = lock(&self.0.state);
        if state.record != record {
            *state = State { record, saved: false };
        }
    }

    /// Marks the game as saved.
    pub(super) fn mark_saved(&self) {
        lock(&self.0.state).saved = true;
    }

    /// Saves the game if no file has it. Returns a message that says where, or that contains the game if no
    /// file could be written. `None` if there is nothing to save, or another thread saves it.
    pub(super) fn save(&self) -> Option<String> {
        let mut state = match self.0.state.try_lock() {
            Ok(state) => state,
            Err(TryLockError::Poisoned(state)) => state.into_inner(),
            // Another thread saves the game, and reports it.
            Err(TryLockError::WouldBlock) => return None,
        };
        if state.saved || state.record.is_empty() {
            return None;
        }
        state.saved = true;
        let (file, failures) = self.0.write(&state.record);
        let mut words = failures.iter().map(|why| format!("{why}\n")).collect::<String>();
        words += &match file {
            Some(path) => {
                format!("The game is kept in {}.", file_name(&path))
            }
            None => format!(
                "The game could not be saved in a file; here it is:\n{}",
                String::from_utf8_lossy(&state.record)
            ),
        };
        Some(words)
    }
}

impl Inner {
    /// Writes the game to the chosen file, else to the working folder, else to the state folder. Returns the
    /// path, and why the attempts before it failed.
    fn write(&self, record: &[u8]) -> (Option<PathBuf>, Vec<String>) {
        let mut failures = Vec::new();
        let mut accept = |written: io::Result<PathBuf>, place: &Path| match written {
            Ok(path) => Some(path),
            Err(error) => {
                failures.push(format!("{} cannot be written: {error}.", place.display()));
                None
            }
        };
        let chosen = self.chosen.as_ref().and_then(|path| {
            accept(write_new(path, record).and_then(|new| new.then(|| path.clone()).ok_or_else(exists)), path)
        });
        let here = || write_new_in(Path::new(""), record);
        let file = chosen.or_else(|| accept(here(), Path::new("The working folder"))).or_else(|| {
            let folder = state_folder()?;
            let written = make_folder(&folder).and_then(|()| write_new_in(&folder, record));
            accept(written, &folder)
        });
        (file, failures)
    }
}

fn exists() -> io::Error {
    io::Error::new(io::ErrorKind::AlreadyExists, "it exists already")
}

/// Writes a new file in a folder, with the date and time (UTC) in its name.
fn write_new_in(folder: &Path, record: &[u8]) -> io::Result<PathBuf> {
    let when = utc_timestamp().unwrap_or_else(|| "game".to_owned());
    for number in 1..=MAX_NAMES {
        let more = if number == 1 { String::new() } else { format!("-{number}") };
        let path = folder.join(format!("stonefield-{when}{more}.sgf"));
        if write_new(&path, record)? {
            return Ok(path);
        }
    }
    Err(exists())
}
