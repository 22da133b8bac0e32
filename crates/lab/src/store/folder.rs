//! A folder that holds the records of one study.

use crate::{Series, Study};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use stonefield_files::{FileLock, Folder, folder_of, read_plain_limited, refuse_link, remove, replace_named};
use stonefield_search::lock;

/// What says which study a folder holds.
const FACTS: &str = "stonefield-study.json";

/// What holds the folder while games are added.
const HOLD: &str = ".stonefield-study.lock";

/// A folder to which this process adds the records of a study, `game-NUMBER.sgf`. Other files in it are not touched.
#[derive(Debug)]
pub struct StudyFolder {
    folder: Folder,
    /// What is done before the first game is kept; `None` once it is done.
    beginning: Mutex<Option<Beginning>>,
    hold: FileLock,
}

/// What makes a folder that of another study. It waits for the first game: a run that plays none removes nothing.
#[derive(Debug)]
struct Beginning {
    /// The games of the study before.
    games: Vec<PathBuf>,
    /// What says which study it is, as text.
    facts: String,
}

/// Why records cannot be added to a folder.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    /// It cannot be read or written.
    #[error("{}: {error}", path.display())]
    Io {
        /// The file or folder that cannot be used.
        path: PathBuf,
        /// Why not, as the system says it.
        error: io::Error,
    },
    /// Another process adds records to it.
    #[error("{}: another run writes its records there now", .0.display())]
    Busy(PathBuf),
    /// It holds the games of another study.
    #[error("{} holds another study ({difference}): --force replaces its games", path.display())]
    Other {
        /// The folder of the study.
        path: PathBuf,
        /// The first thing in which it is another, in words.
        difference: String,
    },
    /// It holds games, and nothing says which.
    #[error("{} holds games, and no {FACTS} says of which study: --force replaces them", .0.display())]
    Unknown(PathBuf),
    /// It holds a game that would not be the same if it were played again.
    #[error("{} holds game {game} already, and {mind} may play it otherwise now: --force replaces it", path.display())]
    Played {
        /// The folder of the study.
        path: PathBuf,
        /// The number of the first such game.
        game: u64,
        /// A mind that does not repeat.
        mind: String,
    },
}

impl StudyFolder {
    /// Opens a folder for the records of a study, and makes it where there is none. Games of the same study stay. Those of another are
    /// removed with `force` when the first game is kept.
    ///
    /// # Errors
    /// When it holds games of another study, without `force`; when another process adds to it; when it cannot be written.
    pub fn open(path: &Path, study: &Study, force: bool) -> Result<Self, FolderError> {
        let folder = Folder::open(path).map_err(failed(path))?;
        let hold = path.join(HOLD);
        let hold = FileLock::take(&hold)
            .map_err(failed(&hold))?
            .ok_or_else(|| FolderError::Busy(path.to_owned()))?;
        let mut folder = Self { folder, beginning: Mutex::new(None), hold };
        let facts = path.join(FACTS);
        refuse_link(&facts).map_err(failed(&facts))?;
        let found = match read_plain_limited(&facts) {
            Ok(text) => Study::read(&text),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(failed(&facts)(error)),
        };
        if found.as_ref().is_some_and(|found| study.difference(found).is_none()) {
            return Ok(folder);
        }
        let games = folder.games().map_err(failed(path))?;
        if !games.is_empty() && !force {
            let difference = found.and_then(|found| study.difference(&found));
            let path = path.to_owned();
            return Err(match difference {
                Some(difference) => FolderError::Other { path, difference },
                None => FolderError::Unknown(path),
            });
        }
        folder.beginning = Mutex::new(Some(Beginning { games, facts: study.to_text() }));
        Ok(folder)
    }

    /// Refuses to replace games that would not be the same: those of a series in which a mind does not repeat.
    ///
    /// # Errors
    /// When the folder holds such a game, or cannot be read.
    pub fn keep_unrepeatable(&self, series: &Series) -> Result<(), FolderError> {
        let minds = series.setup.brains.iter().map(|(_, spec)| spec);
        let Some(mind) = minds.into_iter().find(|spec| !spec.is_repeatable()) else { return Ok(()) };
        let games = self.games().map_err(failed(self.path()))?;
        let numbers = games.iter().filter_map(|path| number_of(path.file_name()?.to_str()?));
        let again = numbers.filter(|number| number.wrapping_sub(series.setup.game) < series.games).min();
        again.map_or(Ok(()), |game| {
            Err(FolderError::Played { path: self.path().to_owned(), game, mind: mind.to_string() })
        })
    }

    /// Keeps the record of a game. It outlives the end of the process from now on, and a second later a loss of power.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn keep(&self, game: u64, record: &[u8]) -> Result<(), FolderError> {
        self.begin()?;
        self.folder.put(&name_of(game), record).map_err(failed(&self.record(game)))
    }

    /// Makes the folder that of this study, if it is not.
    fn begin(&self) -> Result<(), FolderError> {
        let mut beginning = lock(&self.beginning);
        let Some(Beginning { games, facts }) = &*beginning else { return Ok(()) };
        // In this order: games never stand beside the facts of a study that is not theirs.
        for game in games {
            remove(game).map_err(failed(game))?;
        }
        let path = self.path().join(FACTS);
        replace_named(&path, facts.as_bytes()).map_err(failed(&path))?;
        *beginning = None;
        Ok(())
    }

    /// Returns once all records are on the disk.
    ///
    /// # Errors
    /// When the system cannot do it.
    pub fn settle(&self) -> Result<(), FolderError> {
        self.folder.sync().map_err(failed(self.path()))
    }

    /// Whether there is a record of a game of this study.
    #[must_use]
    pub fn has(&self, game: u64) -> bool {
        let begun = lock(&self.beginning).is_none();
        begun && self.record(game).is_file()
    }

    /// Whether a path is that of a record in it, or of what says which study it is.
    #[must_use]
    pub fn keeps(&self, path: &Path) -> bool {
        let name = path.file_name().and_then(|name| name.to_str());
        let own = name.is_some_and(|name| name == FACTS || name == HOLD || number_of(name).is_some());
        let whole = |path: &Path| path.canonicalize().ok();
        own && whole(folder_of(path)).is_some_and(|folder| whole(self.path()) == Some(folder))
    }

    /// True while the folder is where it was, and not moved, removed or replaced.
    #[must_use]
    pub fn is_there(&self) -> bool {
        self.hold.is_there()
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    fn record(&self, game: u64) -> PathBuf {
        self.path().join(name_of(game))
    }

    /// The records of games in it.
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

/// What makes one of the error that the system tells of this file or folder.
fn failed(path: &Path) -> impl FnOnce(io::Error) -> FolderError {
    move |error| FolderError::Io { path: path.to_owned(), error }
}

/// The name of a game's record.
fn name_of(game: u64) -> String {
    format!("game-{game:06}.sgf")
}

/// The number of the game whose record has this name: `game-` and at least six digits.
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
