//! Temporary files, written in the folder of the final file.
//!
//! Names are short and never used twice: `.stonefield-`, 16 hexadecimal digits and `.tmp`. The writer holds
//! the file lock, which the operating system releases when the process ends. A file of such a name without
//! a lock is therefore abandoned and is removed.

use super::disk;
use super::lock::{Lock, lock};
use std::collections::BTreeSet;
use std::fs::{self, File};
use std::hash::{BuildHasher, RandomState};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

const BEGIN: &str = ".stonefield-";
const END: &str = ".tmp";
const DIGITS: usize = 16;

/// Largest number of entries of a folder that are checked for abandoned files.
const MAX_NAMES: usize = 100_000;

/// Largest number of folders that are remembered as checked.
const MAX_FOLDERS: usize = 1000;

/// New file with a unique name. Removed when dropped.
#[derive(Debug)]
pub(super) struct Temporary {
    path: PathBuf,
    file: File,
}

impl Temporary {
    /// Creates a file in this folder. Removes abandoned files there if this is the first one.
    pub(super) fn new(folder: &Path) -> io::Result<Self> {
        tidy_once(folder);
        let mut last_error = io::Error::from(io::ErrorKind::AlreadyExists);
        for _ in 0..100 {
            // `RandomState` has new keys each time. Only the file name depends on the number.
            let number = RandomState::new().hash_one(std::process::id());
            let path = folder.join(format!("{BEGIN}{number:016x}{END}"));
            match disk::create_new(&path) {
                // Another process can have removed it as abandoned before it was locked.
                Ok(file) if lock(&file) != Lock::Other && disk::is_at(&file, &path) => {
                    return Ok(Self { path, file });
                }
                Ok(_) => {}
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => last_error = error,
                Err(error) => return Err(error),
            }
        }
        Err(last_error)
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    pub(super) const fn file(&self) -> &File {
        &self.file
    }

    /// Gives the file its final name if that is free. Returns `false` and changes nothing if it is not.
    pub(super) fn place_new(&self, to: &Path) -> io::Result<bool> {
        match disk::link(&self.path, to) {
            Ok(()) => Ok(true),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(false),
            // Some file systems have no hard links. There, a file that takes the name before the rename is
            // replaced.
            Err(_) if to.symlink_metadata().is_ok() => Ok(false),
            Err(_) => self.rename(to).map(|()| true),
        }
    }

    /// Gives the file its final name.
    pub(super) fn rename(&self, to: &Path) -> io::Result<()> {
        disk::rename(&self.path, to)
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        // If the file was renamed, no file has this name.
        let _ = disk::remove(&self.path);
    }
}

/// True for the name of a temporary file of this program.
fn is_temporary_name(name: &str) -> bool {
    let digits = name.strip_prefix(BEGIN).and_then(|rest| rest.strip_suffix(END));
    digits.is_some_and(|digits| {
        digits.len() == DIGITS && digits.bytes().all(|c| matches!(c, b'0'..=b'9' | b'a'..=b'f'))
    })
}

/// Removes temporary files of killed processes. Checks only the first 100,000 entries of a folder.
/// On a file system without locks nothing is removed: the files could be in use.
pub fn tidy(folder: &Path) {
    let Ok(entries) = fs::read_dir(disk::or_here(folder)) else { return };
    for entry in entries.take(MAX_NAMES).flatten() {
        if entry.file_name().to_str().is_some_and(is_temporary_name)
            && entry.file_type().is_ok_and(|kind| kind.is_file())
        {
            remove_if_abandoned(&entry.path());
        }
    }
}

/// As [`tidy`], but only when this process writes into the folder for the first time.
fn tidy_once(folder: &Path) {
    static TIDIED: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());
    let canonical = fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned());
    let mut tidied = TIDIED.lock().unwrap_or_else(PoisonError::into_inner);
    if tidied.len() >= MAX_FOLDERS {
        tidied.clear();
    }
    let first = tidied.insert(canonical);
    drop(tidied);
    if first {
        tidy(folder);
    }
}

/// Removes a temporary file if no process has locked it.
fn remove_if_abandoned(path: &Path) {
    // Some file systems lock only files open for writing, and some files are not writable.
    let opened = File::options().read(true).write(true).open(path).or_else(|_| File::open(path));
    // No name is used twice, so at this path is this file or none.
    if opened.is_ok_and(|file| lock(&file) == Lock::Own && disk::is_at(&file, path)) {
        // Fails in folders where only the owner of a file is allowed to remove it.
        let _ = disk::remove(path);
    }
}

#[cfg(test)]
mod tests {
    use super::super::scratch::Scratch;
    use super::*;

    #[test]
    fn tidy_removes_only_abandoned_files() {
        let folder = Scratch::new("tidy");
        let living = Temporary::new(folder.path()).expect("a folder for temporary files");
        let name = living.path().file_name().and_then(|name| name.to_str()).expect("plain").to_owned();
        assert!(is_temporary_name(&name) && name.len() == 32, "{name}");
        let abandoned = ".stonefield-0123456789abcdef.tmp";
        let others = [
            ".stonefield-0123456789abcde.tmp",
            ".stonefield-0123456789ABCDEF.tmp",
            ".stonefield-0123456789abcdef.tmp~",
            ".stonefield-.tmp",
            "stonefield-0123456789abcdef.tmp",
            "game.sgf",
        ];
        for name in others.iter().chain([&abandoned]) {
            fs::write(folder.file(name), b"(;").expect("writable");
        }
        let folder_of_that_name = ".stonefield-fedcba9876543210.tmp";
        fs::create_dir(folder.file(folder_of_that_name)).expect("writable");
        #[cfg(unix)]
        std::os::unix::fs::symlink("game.sgf", folder.file(".stonefield-1111111111111111.tmp"))
            .expect("a link");
        let mut expected = folder.names();
        expected.retain(|name| name != abandoned);
        tidy(folder.path());
        assert_eq!(folder.names(), expected);
        assert!(expected.contains(&name), "a living process writes it");
        drop(living);
        assert!(!folder.names().contains(&name));
    }

    #[test]
    fn the_first_write_tidies_a_folder() {
        let folder = Scratch::new("tidy-once");
        let abandoned = folder.file(".stonefield-0123456789abcdef.tmp");
        fs::write(&abandoned, b"(;").expect("writable");
        drop(Temporary::new(folder.path()));
        assert!(!abandoned.exists());
    }

    #[test]
    fn names_are_not_used_twice() {
        let folder = Scratch::new("names");
        let mut paths = BTreeSet::new();
        for _ in 0..200 {
            let file = Temporary::new(folder.path()).expect("writable");
            assert!(paths.insert(file.path().to_owned()));
        }
        assert_eq!(folder.names(), <Vec<String>>::new());
    }
}
