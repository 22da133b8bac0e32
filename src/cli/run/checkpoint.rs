//! Checkpoint: store of a series' finished games, beside the file of results, until that file is written.

use crate::cli::failure::Failure;
use crate::cli::store_guard::refuse_store;
use std::fmt::Display;
use std::fs::{self, File};
use std::io::Read as _;
use std::path::{Path, PathBuf};
use stonefield_files::{fingerprint, refuse_link};
use stonefield_lab::store::{RowSet, StoreError, is_store};
use stonefield_lab::{GameResult, LabError, Laboratory, Plan, RowListener, RunSettings};

/// Store of the finished games, `FILE.db`.
pub(super) struct Checkpoint {
    laboratory: Laboratory,
    path: PathBuf,
    /// True if an earlier run began the checkpoint.
    continues: bool,
}

/// Longest name of a file on common file systems, in bytes.
const LONGEST_NAME: usize = 255;

/// Longest ending that SQLite and the lock add to the name of a store, in bytes.
const LONGEST_ENDING: usize = "-journal".len();

/// First line of the files in which earlier versions kept the games.
const JOURNAL: &[u8] = b"stonefield journal 1\n";

impl Checkpoint {
    /// Opens the checkpoint of a file of results, or begins one. With `force` it starts without games.
    ///
    /// # Errors
    /// Without `force`: if there is no run to continue and the file of results is a dangling link or not
    /// empty, or if the checkpoint is that of another series. Always: if the path of results is a folder, a
    /// pipe, a device, a store or a part of one, an earlier version of this program began the series, the
    /// checkpoint is a link, another process writes it, or a file cannot be read or written.
    pub(super) fn open(results: &Path, plan: Plan, force: bool) -> Result<Self, Failure> {
        let refused = |path: &Path, why: &dyn Display| {
            Err(Failure::flag("--output", format!("{}{why}", path.display())))
        };
        let metadata = fs::metadata(results).ok();
        if metadata.as_ref().is_some_and(|metadata| !metadata.is_file()) {
            return refused(results, &" is a folder, a pipe or a device: a plain file is wanted");
        }
        refuse_store(results).map_err(|why| Failure::flag("--output", why))?;
        let journal = beside(results, ".journal", 0);
        if is_journal(&journal) {
            let why = ": games of a run that an earlier program of version 0.1.0 began, and that it can finish: \
                       run that program, or move the file away";
            return refused(&journal, &why);
        }
        let path = beside(results, ".db", LONGEST_ENDING);
        // A checkpoint is not created at the target of a link.
        if let Err(error) = refuse_link(&path) {
            return refused(&path, &format_args!(": {error}"));
        }
        let continues = !force && is_store(&path);
        if !continues && !force {
            match metadata {
                Some(metadata) if metadata.len() > 0 => {
                    return refused(results, &" exists already: --force replaces it");
                }
                None if results.is_symlink() => {
                    let why = ": this is a link to a file that does not exist: --force writes that file";
                    return refused(results, &why);
                }
                _ => {}
            }
        }
        let laboratory = Laboratory::open(plan, &path, force).map_err(store_failure)?;
        Ok(Self { laboratory, path, continues })
    }

    /// True if an earlier run began the checkpoint.
    pub(super) const fn continues(&self) -> bool {
        self.continues
    }

    /// Returns the numbers of the games in the checkpoint.
    pub(super) fn kept_games(&self) -> &RowSet {
        self.laboratory.played_rows()
    }

    /// Removes the games for which `is_kept` returns false, so that they are played again.
    pub(super) fn forget_unless(&mut self, is_kept: impl Fn(u64) -> bool) -> Result<(), Failure> {
        let games: RowSet = self.kept_games().iter().filter(|game| !is_kept(*game)).collect();
        if games.is_empty() { Ok(()) } else { self.laboratory.forget(&games).map_err(store_failure) }
    }

    /// Plays the missing games into the checkpoint.
    pub(super) fn play(
        &mut self,
        settings: &RunSettings,
        listener: &mut dyn RowListener,
    ) -> Result<(), LabError> {
        self.laboratory.play(settings, listener)
    }

    /// Calls `take` for each game, in the order of their numbers.
    pub(super) fn each(&self, mut take: impl FnMut(GameResult)) -> Result<(), Failure> {
        let visit = |game| {
            take(game);
            Ok::<(), StoreError>(())
        };
        self.laboratory.results(visit).map_err(store_failure)
    }

    /// Returns the number of games that are on the disk.
    pub(super) fn committed(&self) -> u64 {
        self.laboratory.store().committed()
    }

    /// True while the file of the checkpoint is at its path.
    pub(super) fn is_there(&self) -> bool {
        self.laboratory.store().is_there()
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Closes the store, and brings all games into one file.
    pub(super) fn close(self) -> Result<(), Failure> {
        self.laboratory.close().map_err(store_failure)
    }

    pub(super) fn remove(self) -> Result<(), Failure> {
        self.laboratory.remove().map_err(store_failure)
    }
}

pub(super) fn store_failure(error: StoreError) -> Failure {
    Failure::flag("--output", error)
}

/// Returns the path of a file of results with an ending after its name. If that name and `room` further bytes
/// are too long, the path has a fingerprint of the name instead.
fn beside(results: &Path, ending: &str, room: usize) -> PathBuf {
    let mut name = results.file_name().unwrap_or_default().to_owned();
    name.push(ending);
    if name.len() + room > LONGEST_NAME {
        name = format!("stonefield-{:016x}{ending}", fingerprint(name.as_encoded_bytes())).into();
    }
    results.with_file_name(name)
}

/// True for a file in which an earlier version kept games.
fn is_journal(path: &Path) -> bool {
    let is_file = fs::metadata(path).is_ok_and(|metadata| metadata.is_file());
    let mut first = [0; JOURNAL.len()];
    is_file && File::open(path).and_then(|mut file| file.read_exact(&mut first)).is_ok() && first == JOURNAL
}
