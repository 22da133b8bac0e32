//! Lock files: a folder or another resource is used by one process at a time.

use super::disk;
use super::lock::{Lock, check_lock, open_locked};
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

/// Lock file that exists while its resource is in use. If the process is killed, the file stays, but the
/// operating system releases the lock.
#[derive(Debug)]
pub struct FileLock {
    path: PathBuf,
    /// Open file that holds the lock.
    file: File,
}

/// State of a lock file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HoldState {
    /// A living process holds the lock.
    Held,
    /// No process holds the lock.
    Free,
    /// The path is no plain file, cannot be opened, or the file system has no locks.
    Unknown,
}

/// Number of attempts to take a lock. Processes in [`FileLock::state`] hold it for some microseconds.
const TRIES: u32 = 200;

impl FileLock {
    /// Takes the lock. `None` if another process holds it. Always succeeds on a file system without locks.
    ///
    /// # Errors
    /// When the file cannot be created or opened, or is a symbolic link.
    pub fn take(path: &Path) -> io::Result<Option<Self>> {
        for _ in 0..TRIES {
            if let Some(file) = open_locked(path)? {
                return Ok(Some(Self { path: path.to_owned(), file }));
            }
        }
        Ok(None)
    }

    /// True while the lock file is still at its path.
    #[must_use]
    pub fn is_there(&self) -> bool {
        disk::is_at(&self.file, &self.path)
    }

    /// State of the lock file at this path. Free if there is no file.
    #[must_use]
    pub fn state(path: &Path) -> HoldState {
        // Opening a pipe could block.
        if path.symlink_metadata().is_ok_and(|metadata| !metadata.is_file()) {
            return HoldState::Unknown;
        }
        let file = match File::open(path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return HoldState::Free,
            Err(_) => return HoldState::Unknown,
        };
        match check_lock(&file) {
            Lock::Own => HoldState::Free,
            Lock::Other => HoldState::Held,
            Lock::Unknown => HoldState::Unknown,
        }
    }
}

impl Drop for FileLock {
    fn drop(&mut self) {
        // A file with content is not a lock file of this program, so it is not removed.
        let is_empty = self.file.metadata().is_ok_and(|metadata| metadata.len() == 0);
        if is_empty && disk::is_at(&self.file, &self.path) {
            let _ = disk::remove(&self.path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::scratch::Scratch;
    use super::*;

    #[test]
    fn a_lock_has_one_holder_and_an_abandoned_file_is_free() {
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
    fn a_lock_file_with_content_is_not_removed() {
        let folder = Scratch::new("hold-other");
        let path = folder.file("games.db.lock");
        std::fs::write(&path, b"notes").expect("a folder for temporary files");
        drop(FileLock::take(&path).expect("writable").expect("nobody holds it"));
        assert_eq!(std::fs::read(&path).expect("there"), b"notes");
    }
}
