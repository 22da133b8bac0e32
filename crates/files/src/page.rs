//! The door to files in a browser, which has none.
//!
//! What is kept for the next visit, below [`KEPT`], is text in the browser's local storage. What the user opens is held in memory by its name.
//! What is written to any other place is handed to the user as a download.

mod abandoned;
mod error;
mod fingerprint;
mod kept;
mod settings;
mod storage;

pub use abandoned::{AbandonedRecord, AutosaveNote, GameFacts};
pub use error::WriteError;
pub use fingerprint::fingerprint;
pub use kept::{AutosaveFile, forget, leftovers};
pub use settings::{
    EntryValue, SettingsError, read_settings, save_entry, save_settings, save_table, with_entry, with_table,
    with_values,
};
pub use storage::{exists, hold, read_limited, replace};

use std::fmt::Display;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// Where that is which is kept for the next visit.
const KEPT: &str = "/kept";

/// Bytes that are read of one input at most.
pub const MOST_BYTES: u64 = 64 << 20;

/// The settings of this browser.
#[must_use]
pub fn usual_settings() -> Option<PathBuf> {
    Some(Path::new(KEPT).join("stonefield.toml"))
}

/// Where games are kept for the next visit.
#[must_use]
pub fn state_folder() -> Option<PathBuf> {
    Some(Path::new(KEPT).join("state"))
}

/// What is read as from a plain file.
///
/// # Errors
/// When there is nothing of this name.
pub fn read_plain_limited(path: &Path) -> io::Result<Vec<u8>> {
    read_limited(path)
}

/// The same as text.
///
/// # Errors
/// When there is nothing of this name, or it is no UTF-8.
pub fn read_text_limited(path: &Path) -> io::Result<String> {
    let no_text = |_| io::Error::new(io::ErrorKind::InvalidData, "it is no UTF-8 text");
    String::from_utf8(read_limited(path)?).map_err(no_text)
}

/// Reads a stream to its end, or to the limit.
///
/// # Errors
/// When the stream fails, or holds more than [`MOST_BYTES`].
pub fn read_stream_limited(stream: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    stream.take(MOST_BYTES + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MOST_BYTES { Err(storage::too_large()) } else { Ok(bytes) }
}

/// The folder of a file.
#[must_use]
pub fn folder_of(path: &Path) -> &Path {
    path.parent().unwrap_or(path)
}

/// The names of what a folder holds: a browser tells none of what was handed to the user.
#[must_use]
pub const fn names_in(_: &Path) -> Vec<String> {
    Vec::new()
}

/// Makes a folder: here each name has one.
///
/// # Errors
/// None.
#[expect(clippy::unnecessary_wraps, reason = "as where there are files")]
pub const fn make_folder(_: &Path) -> io::Result<()> {
    Ok(())
}

/// Removes what killed programs have left: here nothing.
pub const fn tidy(_: &Path) {}

/// Seconds of CPU time of this thread: not known here.
#[must_use]
pub const fn thread_seconds() -> Option<f64> {
    None
}

/// Seconds of CPU time of this program: not known here.
#[must_use]
pub const fn process_seconds() -> Option<f64> {
    None
}

/// Today in UTC, `YYYY-MM-DD`.
#[must_use]
pub fn today() -> Option<String> {
    let now = js_sys::Date::new_0().to_iso_string().as_string()?;
    now.get(..10).map(str::to_owned)
}

/// A file that is replaced whole or not at all.
#[derive(Debug)]
pub struct Draft {
    path: PathBuf,
    bytes: Vec<u8>,
}

impl Draft {
    /// Begins one.
    ///
    /// # Errors
    /// None.
    #[expect(clippy::unnecessary_wraps, reason = "as where there are files")]
    pub fn begin(path: &Path) -> io::Result<Self> {
        Ok(Self { path: path.to_owned(), bytes: Vec::new() })
    }

    /// Puts it in its place.
    ///
    /// # Errors
    /// As [`replace`].
    pub fn done(self) -> io::Result<()> {
        replace(&self.path, &self.bytes)
    }
}

impl Write for Draft {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.bytes.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A file of lines that others may read while it grows: a page has none.
#[derive(Debug)]
pub enum Lines {}

impl Lines {
    /// Refuses to make one.
    ///
    /// # Errors
    /// Always.
    pub fn create(path: &Path) -> Result<Self, WriteError> {
        Err(WriteError::of(path)(io::Error::new(io::ErrorKind::Unsupported, "a page has no files that grow")))
    }

    /// Writes lines.
    ///
    /// # Errors
    /// None.
    pub const fn write(&mut self, _: &[impl Display]) -> Result<(), WriteError> {
        match *self {}
    }
}
