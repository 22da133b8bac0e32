//! What outlives a window that ends badly: its record, in a file of its own in the state folder.
//!
//! A window holds a lock as long as it lives, and the system takes the lock away when it dies: a record without a living window was
//! left behind. Beside the record `window-N.sgf` and the lock `window-N.lock` there is `window-N.note`, which says of which file the record
//! is and where in it the window stood. It is written before the record, and holds for each record that may be there what was noted
//! of it, so that the two fit whenever the window ends.

use super::fingerprint::{Fingerprint, fingerprint};
use super::lock::open_locked;
use super::{
    AbandonedRecord, AutosaveNote, WriteError, disk, make_folder, read_plain_limited, replace, tidy,
};
use serde::{Deserialize, Serialize};
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

/// Windows that may be open at once and keep their records.
const WINDOWS: u32 = 1000;

/// The file that a window keeps its record in.
#[derive(Debug)]
pub struct AutosaveFile {
    path: PathBuf,
    note_path: PathBuf,
    lock_path: PathBuf,
    /// Held as long as the window lives.
    _lock: File,
    /// What is noted of the record, and of those before it that may still be in its place.
    noted: Vec<Noted>,
    ended: bool,
}

/// A note and the record it is about.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Noted {
    /// The fingerprint of the record.
    record: u64,
    #[serde(flatten)]
    note: AutosaveNote,
}

impl AutosaveFile {
    /// Takes a file that no living window has, and none has left behind.
    ///
    /// # Errors
    /// When the folder cannot be written.
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
        Err(WriteError::of(folder)(io::Error::other("too many windows")))
    }

    /// Writes the record, whole or not at all, and what is to be known of it. After [`AutosaveFile::end`] nothing is written any more.
    ///
    /// # Errors
    /// When it cannot be written; what was there stays.
    pub fn write(&mut self, bytes: &[u8], note: &AutosaveNote) -> Result<(), WriteError> {
        if self.ended {
            return Ok(());
        }
        let record = fingerprint(bytes);
        let mut noted = self.noted.clone();
        noted.retain(|other| other.record != record);
        noted.insert(0, Noted { record, note: note.clone() });
        self.put_down(&noted)?;
        // Until the record is known to be there, one of those before it may be.
        self.noted = noted;
        replace(&self.path, bytes).map_err(WriteError::of(&self.path))?;
        self.noted.truncate(1);
        Ok(())
    }

    /// Notes what is to be known of the record that was written last. After [`AutosaveFile::end`] nothing is written any more.
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
        self.put_down(&noted)?;
        self.noted = noted;
        Ok(())
    }

    fn put_down(&self, noted: &[Noted]) -> Result<(), WriteError> {
        let written = serde_json::to_vec(noted).map_err(io::Error::from);
        written.and_then(|text| replace(&self.note_path, &text)).map_err(WriteError::of(&self.note_path))
    }

    /// There is nothing to keep just now.
    pub fn clear(&mut self) {
        // Where it cannot be removed, it is offered once more than needed.
        let _ = disk::remove(&self.path);
        let _ = disk::remove(&self.note_path);
        self.noted.clear();
    }

    /// The window has come to a good end.
    pub fn end(&mut self) {
        self.clear();
        self.ended = true;
        let _ = disk::remove(&self.lock_path);
    }
}

/// The records in a folder whose windows are gone, the newest first. What killed windows left there besides is removed.
#[must_use]
pub fn leftovers(folder: &Path) -> Vec<AbandonedRecord> {
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
    let mut left = Vec::new();
    for path in records {
        let [note_path, lock_path] = ["note", "lock"].map(|end| path.with_extension(end));
        let Ok(Some(_lock)) = open_locked(&lock_path) else { continue };
        let Ok(facts) = fs::metadata(&path) else {
            // Without its record neither says anything.
            let _ = disk::remove(&note_path);
            let _ = disk::remove(&lock_path);
            continue;
        };
        let age = facts.modified().ok().and_then(|time| time.elapsed().ok());
        // Without a note it is a record of no file, shown from its beginning.
        let note = noted(&path, &note_path).unwrap_or_default();
        left.push(AbandonedRecord { path, note, age, written: None });
    }
    left.sort_by_key(|left| left.age);
    left
}

/// What was noted of the record that is there.
fn noted(path: &Path, note_path: &Path) -> Option<AutosaveNote> {
    let noted: Vec<Noted> = serde_json::from_slice(&read_plain_limited(note_path).ok()?).ok()?;
    let record = Fingerprint::of_file(path).ok()?;
    noted.into_iter().find(|noted| noted.record == record).map(|noted| noted.note)
}

/// Lets a record that was left behind go.
///
/// # Errors
/// When it cannot be removed.
pub fn forget(left: &AbandonedRecord) -> Result<(), WriteError> {
    fs::remove_file(&left.path).map_err(WriteError::of(&left.path))?;
    // Without its record neither says anything.
    let _ = disk::remove(&left.path.with_extension("note"));
    let _ = disk::remove(&left.path.with_extension("lock"));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::scratch::Scratch;
    use super::*;

    #[test]
    fn what_a_dead_window_kept_is_found_and_a_living_ones_is_not() {
        let folder = Scratch::new("kept");
        let state = folder.file("state");
        assert_eq!(leftovers(&state), []);
        let mut first = AutosaveFile::claim(&state).expect("a folder for temporary files");
        let mut second = AutosaveFile::claim(&state).expect("another");
        assert_ne!(first.path, second.path);
        let mut note = AutosaveNote { of: Some("/games/a.sgf".into()), node: 7, game: None };
        first.write(b"(;GM[1])", &note).expect("writable");
        note.node = 3;
        first.note(&note).expect("writable");
        second.write(b"(;GM[1])", &AutosaveNote::default()).expect("writable");
        assert_eq!(leftovers(&state), [], "both live");
        drop(first);
        let left = leftovers(&state);
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
        assert_eq!(leftovers(&state).len(), 1, "found whatever is gone before it");
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
        // The window ends between the note and the record, or the record cannot be written.
        fs::remove_file(&path).expect("there");
        fs::create_dir(&path).expect("writable");
        kept.write(b"(;C[b])", &second).expect_err("a folder is not a file");
        drop(kept);
        fs::remove_dir(&path).expect("there");
        for (record, note) in
            [("(;C[a])", &first), ("(;C[b])", &second), ("(;C[c])", &AutosaveNote::default())]
        {
            fs::write(&path, record).expect("writable");
            assert_eq!(leftovers(folder.path())[0].note, *note, "{record}");
        }
    }

    #[test]
    fn a_folder_that_cannot_be_made_is_told() {
        let folder = Scratch::new("kept-none");
        fs::write(folder.file("file"), b"").expect("a folder for temporary files");
        let told =
            AutosaveFile::claim(&folder.file("file/state")).expect_err("a file is not a folder").to_string();
        assert!(told.starts_with("cannot write "), "{told}");
    }
}
