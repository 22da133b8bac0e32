//! A folder, or whatever else a file stands for, that one process has for itself.

use super::disk;
use super::lock::open_locked;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

/// A file that exists while something is held. When the process that holds it ends without a word, the system lets it go, though the file
/// stays.
#[derive(Debug)]
pub struct FileLock {
    path: PathBuf,
    /// Carries the lock.
    _file: File,
}

impl FileLock {
    /// Holds what the file stands for; `None` while another process does.
    ///
    /// # Errors
    /// When the file cannot be made.
    pub fn take(path: &Path) -> io::Result<Option<Self>> {
        Ok(open_locked(path)?.map(|file| Self { path: path.to_owned(), _file: file }))
    }
}

impl Drop for FileLock {
    fn drop(&mut self) {
        // A file that stays holds nothing.
        let _ = disk::remove(&self.path);
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
        std::fs::write(&path, b"left by a process that was killed").expect("a folder for temporary files");
        let held = FileLock::take(&path).expect("writable");
        assert!(held.is_some());
        assert!(FileLock::take(&path).expect("writable").is_none());
        drop(held);
        assert!(!path.exists());
        assert!(FileLock::take(&path).expect("writable").is_some());
    }
}
