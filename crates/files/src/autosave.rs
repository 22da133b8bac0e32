//! Autosave: the record of a window or a page is kept until it is closed properly.

use super::WriteError;
use super::abandoned::{AbandonedRecord, AutosaveNote, AutosavePlace};
use super::autosave_place::HostPlace;
use std::path::Path;

/// Autosave file of a window, or the place of a page in the storage of the browser.
#[derive(Debug)]
pub struct AutosaveFile {
    pub(super) place: HostPlace,
    ended: bool,
}

impl AutosaveFile {
    /// Claims a file that no open window uses and that holds no abandoned record.
    ///
    /// # Errors
    /// Fails if the folder or a lock file cannot be written, or all 1000 files are in use or abandoned.
    /// In a page, fails if a record is stored there already.
    pub fn claim(folder: &Path) -> Result<Self, WriteError> {
        Ok(Self { place: HostPlace::claim(folder)?, ended: false })
    }

    /// Writes the record and its note. Does nothing after [`AutosaveFile::end`].
    ///
    /// # Errors
    /// Fails if one of the two cannot be written. In a file, the record is then the old or the new one, and
    /// has its note. In a page, a new record can have the old note.
    pub fn write(&mut self, bytes: &[u8], note: &AutosaveNote) -> Result<(), WriteError> {
        if self.ended { Ok(()) } else { self.place.write(bytes, note) }
    }

    /// Writes a new note for the last record. Does nothing after [`AutosaveFile::end`].
    ///
    /// # Errors
    /// Fails if the note cannot be written.
    pub fn note(&mut self, note: &AutosaveNote) -> Result<(), WriteError> {
        if self.ended { Ok(()) } else { self.place.note(note) }
    }

    /// Removes the record and its note, because there is nothing to save now.
    pub fn clear(&mut self) {
        self.place.clear();
    }

    /// Removes all of the window or page, because it is closed properly. Later writes do nothing.
    pub fn end(&mut self) {
        self.place.clear();
        self.place.release();
        self.ended = true;
    }
}

/// Abandoned records in a folder: first those of unknown age, then the others, newest first.
#[must_use]
pub fn abandoned_records(folder: &Path) -> Vec<AbandonedRecord> {
    let mut abandoned = HostPlace::abandoned(folder);
    abandoned.sort_by_key(|record| record.age);
    abandoned
}

/// Removes an abandoned record with all that belongs to it.
///
/// # Errors
/// Fails if the record does not exist or cannot be removed. Never in a page.
pub fn forget(record: &AbandonedRecord) -> Result<(), WriteError> {
    HostPlace::forget(record)
}
