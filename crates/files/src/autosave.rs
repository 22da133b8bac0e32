//! Autosave of a window: its record is kept in a file of the state folder until the window is closed.
//!
//! Each window N has three files: the record `window-N.sgf`, the lock `window-N.lock` and the note
//! `window-N.note`. The operating system releases the lock when the window ends, so a record without a lock
//! is abandoned. The note says which file the record comes from and which node was on the board. It is
//! written before the record and covers every record that may be in the file, so the two always fit.

use super::fingerprint::{Fingerprint, fingerprint};
use super::lock::open_locked;
use super::{
    AbandonedRecord, AutosaveNote, WriteError, disk, make_folder, read_plain_limited, replace, tidy,
};
use serde::{Deserialize, Serialize};
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

/// Largest number of windows with autosave at the same time.
const WINDOWS: u32 = 1000;

/// Autosave file of a window.
#[derive(Debug)]
pub struct AutosaveFile {
    path: PathBuf,
    note_path: PathBuf,
    lock_path: PathBuf,
    /// Held while the window is open.
    _lock: File,
    /// Notes of the last record, and of older ones that may still be in the file.
    noted: Vec<Noted>,
    ended: bool,
}

/// Note of one record.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Noted {
    /// Fingerprint of the record.
    record: u64,
    #[serde(flatten)]
    note: AutosaveNote,
}

impl AutosaveFile {
    /// Claims a file that no open window uses and that holds no abandoned record.
    ///
    /// # Errors
    /// When the folder cannot be written, or all files are in use.
    pub fn claim(folder: &Path) -> Result<Self, WriteError> {
        make_folder(folder).map_err(WriteError::of(folder))?;
        tidy(folder);
        for number in 1..=WINDOWS {
            let [path, note_path, lock_path] =
                ["sgf", "note", "lock"].map(|end| folder.join(format!("window-{number}.{end}")));
            let lock = open_locked(&lock_path).map_err(WriteError::of(&lock_path))?;
            if let Some(lock) = lock.filter(|_| !path.exists()) {
                return Ok(Self { path, note_path, lock_path, _lock: lock, noted: Vec::new(), ended: false });
            }
        }
        Err(WriteError::of(folder)(io::Error::other("too many windows with unsaved games")))
    }

    /// Writes the record and its note, whole or not at all. Does nothing after [`AutosaveFile::end`].
    ///
    /// # Errors
    /// When it cannot be written. An old record stays.
    pub fn write(&mut self, bytes: &[u8], note: &AutosaveNote) -> Result<(), WriteError> {
        if self.ended {
            return Ok(());
        }
        let record = fingerprint(bytes);
        let mut noted = self.noted.clone();
        noted.retain(|other| other.record != record);
        noted.insert(0, Noted { record, note: note.clone() });
        self.write_notes(&noted)?;
        // If writing fails, an older record may still be in the file.
        self.noted = noted;
        replace(&self.path, bytes).map_err(WriteError::of(&self.path))?;
        self.noted.truncate(1);
        Ok(())
    }

    /// Writes a new note for the last record. Does nothing after [`AutosaveFile::end`].
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn note(&mut self, note: &AutosaveNote) -> Result<(), WriteError> {
        let mut noted = self.noted.clone();
        let Some(last) = noted.first_mut().filter(|last| last.note != *note) else { return Ok(()) };
        if self.ended {
            return Ok(());
        }
        last.note.clone_from(note);
        self.write_notes(&noted)?;
        self.noted = noted;
        Ok(())
    }

    fn write_notes(&self, noted: &[Noted]) -> Result<(), WriteError> {
        let written = serde_json::to_vec(noted).map_err(io::Error::from);
        written.and_then(|text| replace(&self.note_path, &text)).map_err(WriteError::of(&self.note_path))
    }

    /// Removes the record, because there is nothing to keep.
    pub fn clear(&mut self) {
        // If this fails, the record is offered for recovery once more, which does no harm.
        let _ = disk::remove(&self.path);
        let _ = disk::remove(&self.note_path);
        self.noted.clear();
    }

    /// Removes all files of the window, because it is closed properly.
    pub fn end(&mut self) {
        self.clear();
        self.ended = true;
        let _ = disk::remove(&self.lock_path);
    }
}

/// Abandoned records in a folder, newest first. Also removes other files of killed windows.
#[must_use]
pub fn abandoned_records(folder: &Path) -> Vec<AbandonedRecord> {
    tidy(folder);
    let entries = fs::read_dir(folder).map(|entries| entries.flatten().collect()).unwrap_or_default();
    let paths = <Vec<fs::DirEntry>>::into_iter(entries).map(|entry| entry.path());
    let ours = |path: &PathBuf| {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        name.strip_prefix("window-").and_then(|name| name.strip_suffix(".lock")).is_some()
            || name.strip_prefix("window-").and_then(|name| name.strip_suffix(".sgf")).is_some()
    };
    let mut records: Vec<PathBuf> = paths.filter(ours).map(|path| path.with_extension("sgf")).collect();
    records.sort();
    records.dedup();
    let mut abandoned = Vec::new();
    for path in records {
        let [note_path, lock_path] = ["note", "lock"].map(|end| path.with_extension(end));
        let Ok(Some(_lock)) = open_locked(&lock_path) else { continue };
        let Ok(facts) = fs::metadata(&path) else {
            // Note and lock are useless without a record.
            let _ = disk::remove(&note_path);
            let _ = disk::remove(&lock_path);
            continue;
        };
        let age = facts.modified().ok().and_then(|time| time.elapsed().ok());
        // Without a note, the record belongs to no file and is shown from its first node.
        let note = noted(&path, &note_path).unwrap_or_default();
        abandoned.push(AbandonedRecord { path, note, age, written: None });
    }
    abandoned.sort_by_key(|record| record.age);
    abandoned
}

/// Note that belongs to the record in the file.
fn noted(path: &Path, note_path: &Path) -> Option<AutosaveNote> {
    let noted: Vec<Noted> = serde_json::from_slice(&read_plain_limited(note_path).ok()?).ok()?;
    let record = Fingerprint::of_file(path).ok()?;
    noted.into_iter().find(|noted| noted.record == record).map(|noted| noted.note)
}

/// Removes an abandoned record with its note and lock.
///
/// # Errors
/// When it cannot be removed.
pub fn forget(record: &AbandonedRecord) -> Result<(), WriteError> {
    fs::remove_file(&record.path).map_err(WriteError::of(&record.path))?;
    // Note and lock are useless without a record.
    let _ = disk::remove(&record.path.with_extension("note"));
    let _ = disk::remove(&record.path.with_extension("lock"));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::scratch::Scratch;
    use super::*;

    #[test]
    fn only_records_of_dead_windows_are_abandoned() {
        let folder = Scratch::new("kept");
        let state = folder.file("state");
        assert_eq!(abandoned_records(&state), []);
        let mut first = AutosaveFile::claim(&state).expect("a folder for temporary files");
        let mut second = AutosaveFile::claim(&state).expect("another");
        assert_ne!(first.path, second.path);
        let mut note = AutosaveNote { of: Some("/games/a.sgf".into()), node: 7, game: None };
        first.write(b"(;GM[1])", &note).expect("writable");
        note.node = 3;
        first.note(&note).expect("writable");
        second.write(b"(;GM[1])", &AutosaveNote::default()).expect("writable");
        assert_eq!(abandoned_records(&state), [], "both live");
        drop(first);
        let left = abandoned_records(&state);
        assert_eq!(left.len(), 1);
        assert!(left[0].age.is_some());
        assert_eq!(left[0].note, note);
        let third = AutosaveFile::claim(&state).expect("a third");
        assert_ne!(third.path, left[0].path, "what was left behind is not written over");
        forget(&left[0]).expect("removable");
        let mut fourth = AutosaveFile::claim(&state).expect("a fourth");
        fourth.write(b"(;GM[1])", &AutosaveNote::default()).expect("writable");
        drop(fourth);
        second.end();
        second.write(b"(;)", &note).expect("nothing is done");
        drop((second, third));
        assert_eq!(abandoned_records(&state).len(), 1, "found whatever is gone before it");
        let files = fs::read_dir(&state).expect("there").count();
        assert_eq!(files, 3, "its record, note and lock; nothing of those that ended");
    }

    #[test]
    fn a_note_is_only_for_its_record() {
        let folder = Scratch::new("kept-note");
        let mut kept = AutosaveFile::claim(folder.path()).expect("a folder for temporary files");
        let [first, second] =
            ["a.sgf", "b.sgf"].map(|of| AutosaveNote { of: Some(of.into()), node: of.len(), game: None });
        kept.write(b"(;C[a])", &first).expect("writable");
        let path = kept.path.clone();
        // The window ends between the writes of note and record, or the record cannot be written.
        fs::remove_file(&path).expect("there");
        fs::create_dir(&path).expect("writable");
        kept.write(b"(;C[b])", &second).expect_err("a folder is not a file");
        drop(kept);
        fs::remove_dir(&path).expect("there");
        for (record, note) in
            [("(;C[a])", &first), ("(;C[b])", &second), ("(;C[c])", &AutosaveNote::default())]
        {
            fs::write(&path, record).expect("writable");
            assert_eq!(abandoned_records(folder.path())[0].note, *note, "{record}");
        }
    }

    #[test]
    fn a_folder_that_cannot_be_created_is_an_error() {
        let folder = Scratch::new("kept-none");
        fs::write(folder.file("file"), b"").expect("a folder for temporary files");
        let told =
            AutosaveFile::claim(&folder.file("file/state")).expect_err("a file is not a folder").to_string();
        assert!(told.starts_with("cannot write "), "{told}");
    }
}
