//! Study folder: a folder with the records of one study.

use crate::{Series, Study};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use stonefield_files::{FileLock, Folder, folder_of, read_plain_limited, refuse_link, remove, replace_named};
use stonefield_search::lock;

/// File with the facts of the study.
const FACTS: &str = "stonefield-study.json";

/// Lock file of the folder.
const LOCK_FILE: &str = ".stonefield-study.lock";

/// A folder to which this process adds the records of a study, `game-NUMBER.sgf`, beside a file with the
/// facts of the study and a lock file. Other files in it are not touched.
#[derive(Debug)]
pub struct StudyFolder {
    folder: Folder,
    /// Work to do before the first record is written; `None` once it is done.
    beginning: Mutex<Option<Beginning>>,
    file_lock: FileLock,
}

/// Work before the first record: an earlier study in the folder, if there is one, is replaced. A run without
/// games therefore removes nothing.
#[derive(Debug)]
struct Beginning {
    /// Paths of the records of the earlier study, which must be removed.
    games: Vec<PathBuf>,
    /// Facts of the new study, as text.
    facts: String,
}

/// Reason why records cannot be added to a folder.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    /// The folder cannot be read or written.
    #[error("{}: {error}", path.display())]
    Io {
        /// The file or folder that failed.
        path: PathBuf,
        /// The error of the system.
        error: io::Error,
    },
    /// Another process is adding records.
    #[error("{}: another run writes its records there now", .0.display())]
    Busy(PathBuf),
    /// The folder has the games of another study.
    #[error("{} holds another study ({difference}): --force replaces its games", path.display())]
    Other {
        /// The folder of the study.
        path: PathBuf,
        /// First difference between the studies, in words.
        difference: String,
    },
    /// The folder has games, but no facts of a study.
    #[error("{} has games, and no {FACTS} names their study: --force replaces them", .0.display())]
    Unknown(PathBuf),
    /// The folder has a game that the series would replace, perhaps by a different one.
    #[error("{} already has game {game}, and {mind} might play it differently: --force replaces it", path.display())]
    Played {
        /// The folder of the study.
        path: PathBuf,
        /// Number of the first such game.
        game: u64,
        /// A mind whose moves can differ in a replay.
        mind: String,
    },
}

impl StudyFolder {
    /// Opens a folder for the records of a study, and creates it if there is none. Games of the same study
    /// are kept. With `force`, other games are removed when the first record is written.
    ///
    /// # Errors
    /// If another process adds records, or the folder cannot be written. Without `force` also if the folder
    /// has games of another or unknown study.
    pub fn open(path: &Path, study: &Study, force: bool) -> Result<Self, FolderError> {
        let folder = Folder::open(path).map_err(failed(path))?;
        let lock_path = path.join(LOCK_FILE);
        let file_lock = FileLock::take(&lock_path)
            .map_err(failed(&lock_path))?
            .ok_or_else(|| FolderError::Busy(path.to_owned()))?;
        let mut folder = Self { folder, beginning: Mutex::new(None), file_lock };
        let facts = path.join(FACTS);
        refuse_link(&facts).map_err(failed(&facts))?;
        let old_study = match read_plain_limited(&facts) {
            Ok(text) => Study::read(&text),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(failed(&facts)(error)),
        };
        if old_study.as_ref().is_some_and(|old_study| study.difference(old_study).is_none()) {
            return Ok(folder);
        }
        let games = folder.games().map_err(failed(path))?;
        if !games.is_empty() && !force {
            let difference = old_study.and_then(|old_study| study.difference(&old_study));
            let path = path.to_owned();
            return Err(match difference {
                Some(difference) => FolderError::Other { path, difference },
                None => FolderError::Unknown(path),
            });
        }
        folder.beginning = Mutex::new(Some(Beginning { games, facts: study.to_text() }));
        Ok(folder)
    }

    /// Checks that no game in the folder would be replaced by a different one. This can happen if the moves
    /// of a mind can differ in a replay: the folder must then have no game of the series.
    ///
    /// # Errors
    /// If the folder has such a game, or cannot be read.
    pub fn check_unrepeatable(&self, series: &Series) -> Result<(), FolderError> {
        let minds = series.setup.brains.iter().map(|(_, spec)| spec);
        let Some(mind) = minds.into_iter().find(|spec| !spec.is_repeatable()) else { return Ok(()) };
        let games = self.games().map_err(failed(self.path()))?;
        let numbers = games.iter().filter_map(|path| number_of(path.file_name()?.to_str()?));
        let first_replaced =
            numbers.filter(|number| number.wrapping_sub(series.setup.game) < series.games).min();
        first_replaced.map_or(Ok(()), |game| {
            Err(FolderError::Played { path: self.path().to_owned(), game, mind: mind.to_string() })
        })
    }

    /// Writes the record of a game. Afterwards the record survives the end of the process, and after about a
    /// second also a power failure.
    ///
    /// # Errors
    /// If the record cannot be written, or an earlier study cannot be replaced.
    pub fn write_record(&self, game: u64, record: &[u8]) -> Result<(), FolderError> {
        self.begin()?;
        self.folder.put(&name_of(game), record).map_err(failed(&self.record_path(game)))
    }

    /// Replaces an earlier study in the folder, if that is still to be done.
    fn begin(&self) -> Result<(), FolderError> {
        let mut beginning = lock(&self.beginning);
        let Some(Beginning { games, facts }) = &*beginning else { return Ok(()) };
        // Games are removed first, so that they are never beside the facts of another study.
        for game in games {
            remove(game).map_err(failed(game))?;
        }
        let path = self.path().join(FACTS);
        replace_named(&path, facts.as_bytes()).map_err(failed(&path))?;
        *beginning = None;
        Ok(())
    }

    /// Waits until all records are on the disk.
    ///
    /// # Errors
    /// If the system fails to write a record.
    pub fn sync(&self) -> Result<(), FolderError> {
        self.folder.sync().map_err(failed(self.path()))
    }

    /// Returns true if the folder has a record of this game that belongs to the study.
    #[must_use]
    pub fn has_record(&self, game: u64) -> bool {
        let begun = lock(&self.beginning).is_none();
        begun && self.record_path(game).is_file()
    }

    /// Returns true if a path is that of a record in the folder, of the file of facts, or of the lock file.
    #[must_use]
    pub fn owns(&self, path: &Path) -> bool {
        let name = path.file_name().and_then(|name| name.to_str());
        let is_of_study =
            name.is_some_and(|name| name == FACTS || name == LOCK_FILE || number_of(name).is_some());
        let resolved = |path: &Path| path.canonicalize().ok();
        is_of_study && resolved(folder_of(path)).is_some_and(|folder| resolved(self.path()) == Some(folder))
    }

    /// Returns true while the folder has not been moved, removed or replaced.
    #[must_use]
    pub fn is_there(&self) -> bool {
        self.file_lock.is_there()
    }

    /// Returns the path of the folder.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    fn record_path(&self, game: u64) -> PathBuf {
        self.path().join(name_of(game))
    }

    /// Returns the paths of all records in the folder.
    fn games(&self) -> io::Result<Vec<PathBuf>> {
        let mut games = Vec::new();
        for entry in fs::read_dir(self.path())? {
            let path = entry?.path();
            if path.file_name().and_then(|name| name.to_str()).and_then(number_of).is_some() {
                games.push(path);
            }
        }
        Ok(games)
    }
}

/// Converts an error of the system that concerns this file or folder.
fn failed(path: &Path) -> impl FnOnce(io::Error) -> FolderError {
    move |error| FolderError::Io { path: path.to_owned(), error }
}

/// Returns the name of a game's record.
fn name_of(game: u64) -> String {
    format!("game-{game:06}.sgf")
}

/// Returns the number in the name of a record: `game-` and at least six digits. `None` for other names.
fn number_of(name: &str) -> Option<u64> {
    let number = name.strip_prefix("game-")?.strip_suffix(".sgf")?;
    let digits = number.len() >= 6 && number.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| number.parse().ok())?
}

#[cfg(test)]
mod tests {
    use super::number_of;

    #[test]
    fn only_numbered_records_are_games() {
        for (name, number) in [("game-000000.sgf", 0), ("game-1234567.sgf", 1_234_567)] {
            assert_eq!(number_of(name), Some(number), "{name}");
        }
        for name in
            ["game-1.sgf", "game-.sgf", "game-00000a.sgf", "my-game-000000.sgf", "game-000000.sgf.bak"]
        {
            assert_eq!(number_of(name), None, "{name}");
        }
    }
}
