//! What outlives a window that ends badly: its record, in a file of its own in the state folder.
//!
//! A window holds a lock as long as it lives, and the system takes the lock away when it dies: a record without a living window was
//! left behind.

use super::FileError;
use crate::lab::store;
use core::time::Duration;
use std::fs::{self, File, TryLockError};
use std::io::{self, Seek, Write};
use std::path::{Path, PathBuf};

/// Windows that may be open at once and keep their records.
const WINDOWS: u32 = 1000;

/// The folder for what a program keeps without being asked: `stonefield` in `XDG_STATE_HOME`; `None` where the system has no
/// place for it.
#[must_use]
pub fn state_folder() -> Option<PathBuf> {
    let folder = |name| std::env::var_os(name).map(PathBuf::from).filter(|path: &PathBuf| path.is_absolute());
    let usual = || {
        if cfg!(windows) { folder("LOCALAPPDATA") } else { Some(folder("HOME")?.join(".local/state")) }
    };
    Some(folder("XDG_STATE_HOME").or_else(usual)?.join("stonefield"))
}

/// The file that a window keeps its record in.
#[derive(Debug)]
pub struct Kept {
    path: PathBuf,
    lock: File,
    lock_path: PathBuf,
    /// Of which file it is a record, as the lock says.
    of: Option<PathBuf>,
    ended: bool,
}

/// A record that was left behind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leftover {
    /// Where it is.
    pub path: PathBuf,
    /// The file that it was opened from or saved to.
    pub of: Option<PathBuf>,
    /// How long ago it was written, if the clock can tell.
    pub age: Option<Duration>,
}

fn names(folder: &Path, number: u32) -> (PathBuf, PathBuf) {
    (folder.join(format!("window-{number}.sgf")), folder.join(format!("window-{number}.lock")))
}

fn open_lock(path: &Path) -> io::Result<File> {
    File::options().read(true).write(true).create(true).truncate(false).open(path)
}

impl Kept {
    /// Takes a file that no living window has, and none has left behind.
    ///
    /// # Errors
    /// When the folder cannot be written.
    pub fn claim(folder: &Path) -> Result<Self, FileError> {
        let refused = |path: &Path, source| FileError::Write { path: path.to_owned(), source };
        fs::create_dir_all(folder).map_err(|error| refused(folder, error))?;
        for number in 1..=WINDOWS {
            let (path, lock_path) = names(folder, number);
            let lock = open_lock(&lock_path).map_err(|error| refused(&lock_path, error))?;
            match lock.try_lock() {
                Ok(()) if !path.exists() => {
                    return Ok(Self { path, lock, lock_path, of: None, ended: false });
                }
                Ok(()) | Err(TryLockError::WouldBlock) => {}
                Err(TryLockError::Error(error)) => return Err(refused(&lock_path, error)),
            }
        }
        Err(refused(folder, io::Error::other("too many windows")))
    }

    /// Writes the record, whole or not at all. After [`Kept::end`] nothing is written any more.
    ///
    /// # Errors
    /// When it cannot be written; what was there stays.
    pub fn write(&mut self, bytes: &[u8], of: Option<&Path>) -> Result<(), FileError> {
        if self.ended {
            return Ok(());
        }
        if self.of.as_deref() != of {
            self.name(of).map_err(|source| FileError::Write { path: self.lock_path.clone(), source })?;
            self.of = of.map(Path::to_owned);
        }
        store::replace(&self.path, bytes)
            .map_err(|source| FileError::Write { path: self.path.clone(), source })
    }

    fn name(&mut self, of: Option<&Path>) -> io::Result<()> {
        self.lock.set_len(0)?;
        self.lock.rewind()?;
        let name = of.map(|path| path.to_string_lossy().into_owned()).unwrap_or_default();
        self.lock.write_all(name.as_bytes())?;
        self.lock.sync_all()
    }

    /// There is nothing to keep just now.
    pub fn clear(&mut self) {
        // Where it cannot be removed, it is offered once more than needed.
        let _ = fs::remove_file(&self.path);
    }

    /// The window has come to a good end.
    pub fn end(&mut self) {
        self.clear();
        self.ended = true;
        let _ = fs::remove_file(&self.lock_path);
    }
}

/// The records in a folder whose windows are no more, the newest first.
#[must_use]
pub fn leftovers(folder: &Path) -> Vec<Leftover> {
    let entries = fs::read_dir(folder).map(|entries| entries.flatten().collect()).unwrap_or_default();
    let paths = <Vec<fs::DirEntry>>::into_iter(entries).map(|entry| entry.path());
    let ours = |path: &PathBuf| {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        name.starts_with("window-") && name.ends_with(".sgf")
    };
    let mut left = Vec::new();
    for path in paths.filter(ours) {
        let lock_path = path.with_extension("lock");
        let free = open_lock(&lock_path).is_ok_and(|lock| lock.try_lock().is_ok());
        if free {
            let of = fs::read_to_string(&lock_path).ok().filter(|of| !of.is_empty()).map(PathBuf::from);
            let modified = fs::metadata(&path).and_then(|facts| facts.modified()).ok();
            left.push(Leftover { path, of, age: modified.and_then(|time| time.elapsed().ok()) });
        }
    }
    left.sort_by_key(|left| left.age);
    left
}

/// Lets a record that was left behind go.
///
/// # Errors
/// When it cannot be removed.
pub fn forget(left: &Leftover) -> Result<(), FileError> {
    fs::remove_file(&left.path).map_err(|source| FileError::Write { path: left.path.clone(), source })?;
    // Without its record a lock says nothing.
    let _ = fs::remove_file(left.path.with_extension("lock"));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_dead_window_kept_is_found_and_a_living_ones_is_not() {
        let folder = std::env::temp_dir().join(format!("stonefield-kept-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        assert_eq!(leftovers(&folder), []);
        let mut first = Kept::claim(&folder).expect("a folder for temporary files");
        let mut second = Kept::claim(&folder).expect("another");
        assert_ne!(first.path, second.path);
        first.write(b"(;GM[1])", Some(Path::new("/games/a.sgf"))).expect("writable");
        second.write(b"(;GM[1])", None).expect("writable");
        assert_eq!(leftovers(&folder), [], "both live");
        drop(first);
        let left = leftovers(&folder);
        assert_eq!(left.len(), 1);
        assert!(left[0].age.is_some());
        assert_eq!(left[0].of.as_deref(), Some(Path::new("/games/a.sgf")));
        let third = Kept::claim(&folder).expect("a third");
        assert_ne!(third.path, left[0].path, "what was left behind is not written over");
        forget(&left[0]).expect("removable");
        let mut fourth = Kept::claim(&folder).expect("a fourth");
        fourth.write(b"(;GM[1])", None).expect("writable");
        drop(fourth);
        second.end();
        second.write(b"(;)", None).expect("nothing is done");
        drop((second, third));
        assert_eq!(leftovers(&folder).len(), 1, "found whatever is gone before it");
        let _ = fs::remove_dir_all(&folder);
    }

    #[test]
    fn a_folder_that_cannot_be_made_is_told() {
        let file = std::env::temp_dir().join(format!("stonefield-no-folder-{}", std::process::id()));
        fs::write(&file, b"").expect("a folder for temporary files");
        let told = Kept::claim(&file.join("state")).expect_err("a file is no folder").to_string();
        assert!(told.starts_with("cannot write "), "{told}");
        let _ = fs::remove_file(&file);
    }
}
