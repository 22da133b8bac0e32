//! File locks, which the operating system releases when a process ends.

use super::disk;
use std::fs::{File, TryLockError};
use std::io;
use std::path::Path;

/// State of a lock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lock {
    /// Held by this open file.
    Own,
    /// Held by another open file, usually of another process.
    Other,
    /// The file system does not support locks.
    Unknown,
}

/// Tries to take the lock of a file.
pub(super) fn lock(file: &File) -> Lock {
    match file.try_lock() {
        Ok(()) => Lock::Own,
        Err(TryLockError::WouldBlock) => Lock::Other,
        // Network file systems have different errors for missing locks.
        Err(TryLockError::Error(_)) => Lock::Unknown,
    }
}

/// Checks whether another open file holds the lock, by taking a shared lock. [`Lock::Own`]: none does. Others
/// cannot take the lock until `file` is closed.
pub(super) fn check_lock(file: &File) -> Lock {
    match file.try_lock_shared() {
        Ok(()) => Lock::Own,
        Err(TryLockError::WouldBlock) => Lock::Other,
        Err(TryLockError::Error(_)) => Lock::Unknown,
    }
}

/// Opens or creates a file and locks it. `None` if another process holds the lock. On a file system without
/// locks, the file is returned without a lock.
pub(super) fn open_locked(path: &Path) -> io::Result<Option<File>> {
    for _ in 0..100 {
        let file = disk::open_or_create(path)?;
        if lock(&file) == Lock::Other {
            return Ok(None);
        }
        // If the previous holder removed the file before the lock was taken, a new file is needed.
        if disk::is_at(&file, path) {
            return Ok(Some(file));
        }
    }
    Err(disk::removed_again())
}

#[cfg(all(test, unix))]
mod tests {
    use super::super::scratch::Scratch;
    use super::*;
    use std::os::unix::fs::symlink;

    #[test]
    fn links_are_refused() {
        let folder = Scratch::new("lock-link");
        std::fs::write(folder.file("mine"), b"text").expect("a folder for temporary files");
        for (name, to) in [("dangling", "nowhere"), ("leading", "mine"), ("circle", "circle")] {
            symlink(folder.file(to), folder.file(name)).expect("a link");
            let refused = open_locked(&folder.file(name)).map(drop).map_err(|error| error.kind());
            assert_eq!(refused, Err(io::ErrorKind::InvalidData), "{name}");
            assert!(folder.file(name).is_symlink(), "the link is not changed");
        }
        assert!(!folder.file("nowhere").exists());
        assert_eq!(std::fs::read(folder.file("mine")).expect("there"), b"text");
    }
}
