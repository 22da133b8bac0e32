//! A folder, or whatever else a file stands for, that one process has for itself.

use super::disk;
use super::lock::{Lock, is_locked, open_locked};
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

/// A file that exists while something is held. When the process that holds it ends without a word, the system lets it go, though the file
/// stays.
#[derive(Debug)]
pub struct FileLock {
    path: PathBuf,
    /// Carries the lock.
    file: File,
}

/// Whether somebody holds what a file stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HoldState {
    /// A living process holds it.
    Held,
    /// Nobody does.
    Free,
    /// The file system does not tell.
    Unknown,
}

/// How often a lock that is held is tried again: a process that only asks for its state has it for some microseconds.
const TRIES: u32 = 200;

impl FileLock {
    /// Holds what the file stands for; `None` while another process does.
    ///
    /// # Errors
    /// When the file cannot be made.
    pub fn take(path: &Path) -> io::Result<Option<Self>> {
        for _ in 0..TRIES {
            if let Some(file) = open_locked(path)? {
                return Ok(Some(Self { path: path.to_owned(), file }));
            }
        }
        Ok(None)
    }

    /// True while the file is where it was.
    #[must_use]
    pub fn is_there(&self) -> bool {
        disk::is_at(&self.file, &self.path)
    }

    /// Whether a living process holds what the file stands for.
    #[must_use]
    pub fn state(path: &Path) -> HoldState {
        // Nothing is opened that may have to be waited for, such as a pipe.
        if path.symlink_metadata().is_ok_and(|found| !found.is_file()) {
            return HoldState::Unknown;
        }
        let file = match File::open(path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return HoldState::Free,
            Err(_) => return HoldState::Unknown,
        };
        match is_locked(&file) {
            Lock::Own => HoldState::Free,
            Lock::Other => HoldState::Held,
            Lock::Unknown => HoldState::Unknown,
        }
    }
}

impl Drop for FileLock {
    fn drop(&mut self) {
        // One that has something in it is somebody's. A file that stays holds nothing.
        let is_own = self.file.metadata().is_ok_and(|found| found.len() == 0);
        if is_own && disk::is_at(&self.file, &self.path) {
            let _ = disk::remove(&self.path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::scratch::Scratch;
    use super::*;

    #[test]
    fn one_at_a_time_and_what_a_dead_process_leaves_is_no_hold() {
        let folder = Scratch::new("hold");
        let path = folder.file("hold");
        std::fs::write(&path, b"").expect("a folder for temporary files");
        assert_eq!(FileLock::state(&path), HoldState::Free);
        let held = FileLock::take(&path).expect("writable");
        assert!(held.is_some());
        assert_eq!(FileLock::state(&path), HoldState::Held);
        assert!(FileLock::take(&path).expect("writable").is_none());
        drop(held);
        assert!(!path.exists());
        assert_eq!(FileLock::state(&path), HoldState::Free);
        assert!(FileLock::take(&path).expect("writable").is_some());
    }

    #[test]
    fn a_file_with_something_in_it_is_not_removed() {
        let folder = Scratch::new("hold-other");
        let path = folder.file("games.db.lock");
        std::fs::write(&path, b"notes").expect("a folder for temporary files");
        drop(FileLock::take(&path).expect("writable").expect("nobody holds it"));
        assert_eq!(std::fs::read(&path).expect("there"), b"notes");
    }
}
