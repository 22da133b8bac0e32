//! Locks that the system takes away when a process ends, however it ends.

use super::disk;
use std::fs::{File, TryLockError};
use std::io;
use std::path::Path;

/// Whose a file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lock {
    /// This process alone has it.
    Own,
    /// A living process has it.
    Other,
    /// The file system knows no locks.
    Unknown,
}

/// Takes the lock of a file if it is free.
pub(super) fn lock(file: &File) -> Lock {
    match file.try_lock() {
        Ok(()) => Lock::Own,
        Err(TryLockError::WouldBlock) => Lock::Other,
        // Network file systems say this in several ways.
        Err(TryLockError::Error(_)) => Lock::Unknown,
    }
}

/// Whether a living process has the lock of a file: for a moment others are kept from taking it.
pub(super) fn is_locked(file: &File) -> Lock {
    match file.try_lock_shared() {
        Ok(()) => Lock::Own,
        Err(TryLockError::WouldBlock) => Lock::Other,
        Err(TryLockError::Error(_)) => Lock::Unknown,
    }
}

/// A file of this name that this process alone may write, made where there is none; `None` while another process has it.
pub(super) fn open_locked(path: &Path) -> io::Result<Option<File>> {
    for _ in 0..100 {
        let file = disk::open_or_create(path)?;
        if lock(&file) == Lock::Other {
            return Ok(None);
        }
        // Who had it may have removed it between the two.
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
    fn nothing_is_made_or_written_where_a_link_leads() {
        let folder = Scratch::new("lock-link");
        std::fs::write(folder.file("mine"), b"text").expect("a folder for temporary files");
        for (name, to) in [("dangling", "nowhere"), ("leading", "mine"), ("circle", "circle")] {
            symlink(folder.file(to), folder.file(name)).expect("a link");
            let refused = open_locked(&folder.file(name)).map(drop).map_err(|error| error.kind());
            assert_eq!(refused, Err(io::ErrorKind::InvalidData), "{name}");
            assert!(folder.file(name).is_symlink(), "it stays");
        }
        assert!(!folder.file("nowhere").exists());
        assert_eq!(std::fs::read(folder.file("mine")).expect("there"), b"text");
    }
}
