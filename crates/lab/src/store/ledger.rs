//! The games of a study that are finished, kept beside a file of results until it is written.

use crate::{GameResult, Study};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use stonefield_files::{Journal, Records, fingerprint};

/// A journal of finished games, `FILE.journal`. It begins with what decides the games; each game follows as it ends.
#[derive(Debug)]
pub struct Ledger {
    journal: Journal,
    goes_on: bool,
}

/// Why no games can be kept beside a file.
#[derive(Debug, thiserror::Error)]
pub enum LedgerError {
    /// The file of results is not a plain file.
    #[error("{} is a folder, a pipe or a device: a plain file is wanted", .0.display())]
    NoFile(PathBuf),
    /// The file of results is there, and no journal says that a run was to go on.
    #[error("{} exists already: --force replaces it", .0.display())]
    Exists(PathBuf),
    /// The file of results is a link, and the file that it leads to does not exist.
    #[error("{}: this is a link to a file that does not exist: --force writes that file", .0.display())]
    Dangling(PathBuf),
    /// Another process is at it.
    #[error("{}: another run writes it now", .0.display())]
    Busy(PathBuf),
    /// The journal is of another study.
    #[error("{} holds games of another study ({difference}): --force replaces them", path.display())]
    Other {
        /// The journal's file.
        path: PathBuf,
        /// The first thing in which it is another, in words.
        difference: String,
    },
    /// Something else has the name of the journal.
    #[error("{}: {error}, and stays: move it away, or name another file of results", path.display())]
    Strange {
        /// The journal's file.
        path: PathBuf,
        /// What it is, in words.
        error: io::Error,
    },
    /// It cannot be read or written.
    #[error("{}: {error}", path.display())]
    Io {
        /// The file that cannot be used.
        path: PathBuf,
        /// Why not, as the system says it.
        error: io::Error,
    },
}

impl Ledger {
    /// Opens the journal beside a file of results, or begins one. With `force` it starts empty, whatever is there.
    ///
    /// # Errors
    /// Without `force`: when no run was to go on and the file is there, or is a link to a file that does not
    /// exist; when the journal is of another study. Always: when another process is at it; when it cannot be
    /// read or written.
    pub fn open(results: &Path, study: &Study, force: bool) -> Result<Self, LedgerError> {
        let found = fs::metadata(results).ok();
        if found.as_ref().is_some_and(|found| !found.is_file()) {
            return Err(LedgerError::NoFile(results.to_owned()));
        }
        let path = journal_of(results);
        let failed = |error: io::Error| match error.kind() {
            io::ErrorKind::ResourceBusy => LedgerError::Busy(results.to_owned()),
            io::ErrorKind::InvalidData => LedgerError::Strange { path: path.clone(), error },
            _ => LedgerError::Io { path: path.clone(), error },
        };
        let mut journal = Journal::open(&path).map_err(failed)?;
        if force && journal.written() > 0 {
            journal.remove().map_err(failed)?;
            journal = Journal::open(&path).map_err(failed)?;
        }
        if journal.written() > 0 {
            let first = journal.records().map_err(failed)?.next().transpose().map_err(failed)?;
            let old = first.and_then(|text| Study::read(&text)).ok_or_else(|| failed(strange()))?;
            return match study.difference(&old) {
                None => Ok(Self { journal, goes_on: true }),
                Some(difference) => Err(LedgerError::Other { path, difference }),
            };
        }
        let refusal = match found {
            _ if force => None,
            Some(found) if found.len() > 0 => Some(LedgerError::Exists(results.to_owned())),
            None if results.is_symlink() => Some(LedgerError::Dangling(results.to_owned())),
            _ => None,
        };
        if let Some(refusal) = refusal {
            // Nothing is in it.
            let _ = journal.remove();
            return Err(refusal);
        }
        journal.append(study.to_text().as_bytes()).map_err(failed)?;
        Ok(Self { journal, goes_on: false })
    }

    /// Whether a run before has begun it.
    #[must_use]
    pub const fn goes_on(&self) -> bool {
        self.goes_on
    }

    /// The games that were finished before, in the order in which they ended.
    ///
    /// # Errors
    /// When they cannot be read.
    pub fn games(&self) -> Result<Games, LedgerError> {
        let records = self.journal.records().map_err(|error| self.failed(error))?;
        Ok(Games { records, path: self.path().to_owned(), begun: false })
    }

    /// Adds a game. It outlives the end of the process from now on, and a second later a loss of power.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn add(&mut self, game: &GameResult) -> Result<(), LedgerError> {
        self.journal.append(game.to_line().as_bytes()).map_err(|error| self.failed(error))
    }

    /// How many games are in it, and how many of them are on the disk after this.
    #[must_use]
    pub fn settle(&self) -> (u64, u64) {
        // What could not be synced is not counted as safe.
        let _ = self.journal.sync();
        (self.journal.written().saturating_sub(1), self.journal.safe().saturating_sub(1))
    }

    /// Whether its file is still where it was.
    #[must_use]
    pub fn is_there(&self) -> bool {
        self.journal.is_there()
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.journal.path()
    }

    /// Removes it: its games are in the file of results.
    ///
    /// # Errors
    /// When it cannot be removed.
    pub fn remove(self) -> Result<(), LedgerError> {
        let path = self.path().to_owned();
        self.journal.remove().map_err(|error| LedgerError::Io { path, error })
    }

    fn failed(&self, error: io::Error) -> LedgerError {
        LedgerError::Io { path: self.path().to_owned(), error }
    }
}

/// The longest name of a file, in bytes, on the usual file systems.
const LONGEST_NAME: usize = 255;

/// Where the journal of a file of results is: `FILE.journal`, or where that name is too long, one made of its fingerprint.
fn journal_of(results: &Path) -> PathBuf {
    let mut name = results.file_name().unwrap_or_default().to_owned();
    name.push(".journal");
    if name.len() > LONGEST_NAME {
        name = format!("stonefield-{:016x}.journal", fingerprint(name.as_encoded_bytes())).into();
    }
    results.with_file_name(name)
}

/// The games of a [`Ledger`].
pub struct Games {
    records: Records,
    path: PathBuf,
    /// Whether the first record, which is not a game, lies behind.
    begun: bool,
}

impl Iterator for Games {
    type Item = Result<GameResult, LedgerError>;

    fn next(&mut self) -> Option<Self::Item> {
        if !std::mem::replace(&mut self.begun, true) {
            self.records.next();
        }
        let game = self.records.next()?.and_then(|line| GameResult::read(&line).ok_or_else(strange));
        Some(game.map_err(|error| LedgerError::Io { path: self.path.clone(), error }))
    }
}

/// A journal that another program has written.
fn strange() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "it is not a journal of games")
}
