//! What outlives a window that ends badly: its record, in a file of its own in the state folder.
//!
//! A window holds a lock as long as it lives, and the system takes the lock away when it dies: a record without a living window was
//! left behind.

use super::FileError;
use crate::lab::store;
use core::time::Duration;
use serde::{Deserialize, Serialize};
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
    /// What the lock says of the record.
    note: Note,
    ended: bool,
}

/// What is to be known of a record beside what is in it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Note {
    /// The file that it was opened from or saved to.
    pub of: Option<PathBuf>,
    /// The node that was on the board, counted from 0 in the order of the file.
    pub node: usize,
}

/// A record that was left behind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leftover {
    /// Where it is.
    pub path: PathBuf,
    /// What was noted of it.
    pub note: Note,
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
                    return Ok(Self { path, lock, lock_path, note: Note::default(), ended: false });
                }
                Ok(()) | Err(TryLockError::WouldBlock) => {}
                Err(TryLockError::Error(error)) => return Err(refused(&lock_path, error)),
            }
        }
        Err(refused(folder, io::Error::other("too many windows")))
    }

    /// Writes the record, whole or not at all, and what is to be known of it. After [`Kept::end`] nothing is written any more.
    ///
    /// # Errors
    /// When it cannot be written; what was there stays.
    pub fn write(&mut self, bytes: &[u8], note: &Note) -> Result<(), FileError> {
        if self.ended {
            return Ok(());
        }
        self.note(note)?;
        store::replace(&self.path, bytes)
            .map_err(|source| FileError::Write { path: self.path.clone(), source })
    }

    /// Notes what is to be known of the record that is kept. After [`Kept::end`] nothing is written any more.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn note(&mut self, note: &Note) -> Result<(), FileError> {
        if self.ended || self.note == *note {
            return Ok(());
        }
        self.put_down(note).map_err(|source| FileError::Write { path: self.lock_path.clone(), source })?;
        self.note.clone_from(note);
        Ok(())
    }

    fn put_down(&mut self, note: &Note) -> io::Result<()> {
        let text = serde_json::to_vec(note)?;
        self.lock.set_len(0)?;
        self.lock.rewind()?;
        self.lock.write_all(&text)?;
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
            // Without a note it is a record of no file, shown from its beginning.
            let note = fs::read(&lock_path).ok().and_then(|text| serde_json::from_slice(&text).ok());
            let modified = fs::metadata(&path).and_then(|facts| facts.modified()).ok();
            left.push(Leftover {
                path,
                note: note.unwrap_or_default(),
                age: modified.and_then(|time| time.elapsed().ok()),
            });
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
        let mut note = Note { of: Some("/games/a.sgf".into()), node: 7 };
        first.write(b"(;GM[1])", &note).expect("writable");
        note.node = 3;
        first.note(&note).expect("writable");
        second.write(b"(;GM[1])", &Note::default()).expect("writable");
        assert_eq!(leftovers(&folder), [], "both live");
        drop(first);
        let left = leftovers(&folder);
        assert_eq!(left.len(), 1);
        assert!(left[0].age.is_some());
        assert_eq!(left[0].note, note);
        let third = Kept::claim(&folder).expect("a third");
        assert_ne!(third.path, left[0].path, "what was left behind is not written over");
        forget(&left[0]).expect("removable");
        let mut fourth = Kept::claim(&folder).expect("a fourth");
        fourth.write(b"(;GM[1])", &Note::default()).expect("writable");
        drop(fourth);
        second.end();
        second.write(b"(;)", &note).expect("nothing is done");
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
