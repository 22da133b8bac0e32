//! A game that is not saved, kept in a file when the user cannot be asked any more.

use crate::cli::door::file_name;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, TryLockError};
use stonefield_files::utc_timestamp;
use stonefield_files::{make_folder, state_folder, write_new};
use stonefield_search::lock;

/// Files of one second whose names are tried.
const MOST: u32 = 1000;

/// The game so far, for what has to save it: the end of the input, a signal, a panic. Clones share it.
#[derive(Clone, Debug)]
pub(super) struct Keeper(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    /// The file of the person's choice.
    chosen: Option<PathBuf>,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// The game as SGF; empty as long as there is nothing worth keeping.
    record: Vec<u8>,
    /// Whether a file has it.
    saved: bool,
}

impl Keeper {
    /// One that writes to a file of the person's choice; `None`: to a new one.
    pub(super) fn new(chosen: Option<PathBuf>) -> Self {
        Self(Arc::new(Inner { chosen, state: Mutex::default() }))
    }

    /// Whether the person has chosen a file.
    pub(super) fn has_place(&self) -> bool {
        self.0.chosen.is_some()
    }

    /// The game has changed: this is its record, empty when nothing of it is worth keeping.
    pub(super) fn note(&self, record: Vec<u8>) {
        let mut state = lock(&self.0.state);
        if state.record != record {
            *state = State { record, saved: false };
        }
    }

    /// A file has the game as it stands.
    pub(super) fn saved(&self) {
        lock(&self.0.state).saved = true;
    }

    /// Keeps the game if no file has it, and says where, in words; the game itself where no file can be written. `None` where there is
    /// nothing to keep.
    pub(super) fn keep(&self) -> Option<String> {
        let mut state = match self.0.state.try_lock() {
            Ok(state) => state,
            Err(TryLockError::Poisoned(state)) => state.into_inner(),
            // Another thread is at it: it says so.
            Err(TryLockError::WouldBlock) => return None,
        };
        if state.saved || state.record.is_empty() {
            return None;
        }
        state.saved = true;
        let (file, refused) = self.0.write(&state.record);
        let mut words = refused.iter().map(|why| format!("{why}\n")).collect::<String>();
        words += &match file {
            Some(path) => {
                format!("The game is kept in {}.", file_name(&path))
            }
            None => format!(
                "The game is kept in no file; here it is:\n{}",
                String::from_utf8_lossy(&state.record)
            ),
        };
        Some(words)
    }
}

impl Inner {
    /// Writes the game to the first place where that is possible; and why not to those before it.
    fn write(&self, record: &[u8]) -> (Option<PathBuf>, Vec<String>) {
        let mut refused = Vec::new();
        let mut place = |written: io::Result<PathBuf>, place: &Path| match written {
            Ok(path) => Some(path),
            Err(error) => {
                refused.push(format!("{} cannot be written: {error}.", place.display()));
                None
            }
        };
        let chosen = self.chosen.as_ref().and_then(|path| {
            place(write_new(path, record).and_then(|new| new.then(|| path.clone()).ok_or_else(exists)), path)
        });
        let here = || write_somewhere(Path::new(""), record);
        let file = chosen.or_else(|| place(here(), Path::new("The working folder"))).or_else(|| {
            let folder = state_folder()?;
            let written = make_folder(&folder).and_then(|()| write_somewhere(&folder, record));
            place(written, &folder)
        });
        (file, refused)
    }
}

fn exists() -> io::Error {
    io::Error::new(io::ErrorKind::AlreadyExists, "it exists already")
}

/// Writes a new file in a folder, with a name that tells when.
fn write_somewhere(folder: &Path, record: &[u8]) -> io::Result<PathBuf> {
    let when = utc_timestamp().unwrap_or_else(|| "game".to_owned());
    for number in 1..=MOST {
        let more = if number == 1 { String::new() } else { format!("-{number}") };
        let path = folder.join(format!("stonefield-{when}{more}.sgf"));
        if write_new(&path, record)? {
            return Ok(path);
        }
    }
    Err(exists())
}
