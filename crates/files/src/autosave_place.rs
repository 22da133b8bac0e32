//! Autosave of a window: its record is in a file of the state folder until the window is closed properly.
//!
//! Each window N has three files: the record `window-N.sgf`, the lock `window-N.lock` and the note
//! `window-N.note`. The operating system releases the lock when the window ends, so a record without a lock
//! is abandoned. The note says which file the record comes from and which node the board showed. The note
//! file is written before the record. It has the new note, and the notes of older records that can still be
//! in the record file, each with the fingerprint of its record. So no record gets the note of another.

use super::abandoned::{AbandonedRecord, AutosaveNote, AutosavePlace};
use super::fingerprint::{Fingerprint, fingerprint};
use super::lock::open_locked;
use super::{WriteError, disk, make_folder, read_plain_limited, replace, tidy};
use serde::{Deserialize, Serialize};
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

/// Largest number of record files: those of open windows and abandoned ones together.
const WINDOWS: u32 = 1000;

/// Files of a window.
#[derive(Debug)]
pub struct HostPlace {
    path: PathBuf,
    note_path: PathBuf,
    lock_path: PathBuf,
    /// Held while the window is open.
    _lock: File,
    /// Note of the last record, then those of older records that can still be in the file.
    notes: Vec<RecordNote>,
}

/// Note of one record.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct RecordNote {
    /// Fingerprint of the record.
    record: u64,
    #[serde(flatten)]
    note: AutosaveNote,
}

impl AutosavePlace for HostPlace {
    /// Fails if the folder or a lock file cannot be written, or all 1000 files are in use or abandoned.
    fn claim(folder: &Path) -> Result<Self, WriteError> {
        make_folder(folder).map_err(WriteError::of(folder))?;
        tidy(folder);
        for number in 1..=WINDOWS {
            let [path, note_path, lock_path] =
                ["sgf", "note", "lock"].map(|end| folder.join(format!("window-{number}.{end}")));
            let lock = open_locked(&lock_path).map_err(WriteError::of(&lock_path))?;
            if let Some(lock) = lock.filter(|_| !path.exists()) {
                return Ok(Self { path, note_path, lock_path, _lock: lock, notes: Vec::new() });
            }
        }
        Err(WriteError::of(folder)(io::Error::other("too many windows with unsaved games")))
    }

    /// If this fails, the record file has the old record or the new one, and the note file has its note.
    fn write(&mut self, bytes: &[u8], note: &AutosaveNote) -> Result<(), WriteError> {
        let record = fingerprint(bytes);
        let mut notes = self.notes.clone();
        notes.retain(|other| other.record != record);
        notes.insert(0, RecordNote { record, note: note.clone() });
        self.write_notes(&notes)?;
        // If writing the record fails, the file can still have an older one.
        self.notes = notes;
        replace(&self.path, bytes).map_err(WriteError::of(&self.path))?;
        self.notes.truncate(1);
        Ok(())
    }

    fn note(&mut self, note: &AutosaveNote) -> Result<(), WriteError> {
        let mut notes = self.notes.clone();
        let Some(last) = notes.first_mut().filter(|last| last.note != *note) else { return Ok(()) };
        last.note.clone_from(note);
        self.write_notes(&notes)?;
        self.notes = notes;
        Ok(())
    }

    fn clear(&mut self) {
        // If this fails, the record is offered for recovery once more, which does no harm.
        let _ = disk::remove(&self.path);
        let _ = disk::remove(&self.note_path);
        self.notes.clear();
    }

    fn release(&mut self) {
        let _ = disk::remove(&self.lock_path);
    }

    /// On a file system without locks also returns the records of open windows. Removes notes and locks that
    /// have no record.
    fn abandoned(folder: &Path) -> Vec<AbandonedRecord> {
        tidy(folder);
        let entries = fs::read_dir(folder).map(|entries| entries.flatten().collect()).unwrap_or_default();
        let paths = <Vec<fs::DirEntry>>::into_iter(entries).map(|entry| entry.path());
        let is_record_or_lock = |path: &PathBuf| {
            let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            name.strip_prefix("window-").and_then(|name| name.strip_suffix(".lock")).is_some()
                || name.strip_prefix("window-").and_then(|name| name.strip_suffix(".sgf")).is_some()
        };
        let mut records: Vec<PathBuf> =
            paths.filter(is_record_or_lock).map(|path| path.with_extension("sgf")).collect();
        records.sort();
        records.dedup();
        let mut abandoned = Vec::new();
        for path in records {
            let [note_path, lock_path] = ["note", "lock"].map(|end| path.with_extension(end));
            let Ok(Some(_lock)) = open_locked(&lock_path) else { continue };
            let Ok(metadata) = fs::metadata(&path) else {
                // Note and lock are useless without a record.
                let _ = disk::remove(&note_path);
                let _ = disk::remove(&lock_path);
                continue;
            };
            let age = metadata.modified().ok().and_then(|time| time.elapsed().ok());
            // Without a note, the record belongs to no file and is shown from its first node.
            let note = read_note(&path, &note_path).unwrap_or_default();
            abandoned.push(AbandonedRecord { path, note, age, written: None });
        }
        abandoned
    }

    fn forget(record: &AbandonedRecord) -> Result<(), WriteError> {
        fs::remove_file(&record.path).map_err(WriteError::of(&record.path))?;
        // Note and lock are useless without a record.
        let _ = disk::remove(&record.path.with_extension("note"));
        let _ = disk::remove(&record.path.with_extension("lock"));
        Ok(())
    }
}

impl HostPlace {
    fn write_notes(&self, notes: &[RecordNote]) -> Result<(), WriteError> {
        let text = serde_json::to_vec(notes).map_err(io::Error::from);
        text.and_then(|text| replace(&self.note_path, &text)).map_err(WriteError::of(&self.note_path))
    }
}

/// Note that belongs to the record in the file. `None` if no note does, or one of the files cannot be read.
fn read_note(path: &Path, note_path: &Path) -> Option<AutosaveNote> {
    let notes: Vec<RecordNote> = serde_json::from_slice(&read_plain_limited(note_path).ok()?).ok()?;
    let record = Fingerprint::of_file(path).ok()?;
    notes.into_iter().find(|note| note.record == record).map(|note| note.note)
}

#[cfg(test)]
mod tests {
    use super::super::autosave::{AutosaveFile, abandoned_records, forget};
    use super::super::scratch::Scratch;
    use super::*;

    #[test]
    fn only_records_of_dead_windows_are_abandoned() {
        let folder = Scratch::new("kept");
        let state = folder.file("state");
        assert_eq!(abandoned_records(&state), []);
        let mut first = AutosaveFile::claim(&state).expect("a folder for temporary files");
        let mut second = AutosaveFile::claim(&state).expect("a second file");
        assert_ne!(first.place.path, second.place.path);
        let mut note = AutosaveNote { of: Some("/games/a.sgf".into()), node: 7, game: None };
        first.write(b"(;GM[1])", &note).expect("writable");
        note.node = 3;
        first.note(&note).expect("writable");
        second.write(b"(;GM[1])", &AutosaveNote::default()).expect("writable");
        assert_eq!(abandoned_records(&state), [], "both windows are open");
        drop(first);
        let abandoned = abandoned_records(&state);
        assert_eq!(abandoned.len(), 1);
        assert!(abandoned[0].age.is_some());
        assert_eq!(abandoned[0].note, note);
        let third = AutosaveFile::claim(&state).expect("a third file");
        assert_ne!(third.place.path, abandoned[0].path, "an abandoned record is not overwritten");
        forget(&abandoned[0]).expect("removable");
        let mut fourth = AutosaveFile::claim(&state).expect("a fourth file");
        fourth.write(b"(;GM[1])", &AutosaveNote::default()).expect("writable");
        drop(fourth);
        second.end();
        second.write(b"(;)", &note).expect("ignored after the end");
        drop((second, third));
        assert_eq!(abandoned_records(&state).len(), 1, "only the fourth window has a record");
        let files = fs::read_dir(&state).expect("there").count();
        assert_eq!(files, 3, "record, note and lock of the fourth window");
    }

    #[test]
    fn a_note_is_only_for_its_record() {
        let folder = Scratch::new("kept-note");
        let mut autosave = AutosaveFile::claim(folder.path()).expect("a folder for temporary files");
        let [first, second] =
            ["a.sgf", "b.sgf"].map(|of| AutosaveNote { of: Some(of.into()), node: of.len(), game: None });
        autosave.write(b"(;C[a])", &first).expect("writable");
        let path = autosave.place.path.clone();
        // The window ends between the writes of note and record, or the record cannot be written.
        fs::remove_file(&path).expect("there");
        fs::create_dir(&path).expect("writable");
        autosave.write(b"(;C[b])", &second).expect_err("a folder is not a file");
        drop(autosave);
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
        let message =
            AutosaveFile::claim(&folder.file("file/state")).expect_err("a file is not a folder").to_string();
        assert!(message.starts_with("cannot write "), "{message}");
    }
}
