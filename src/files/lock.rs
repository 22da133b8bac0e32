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
    Err(io::Error::other("it is removed again and again"))
}
