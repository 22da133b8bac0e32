//! File access in a browser.
//!
//! Paths below [`KEPT`] are texts in the browser's local storage. Files that the user opens are held in
//! memory. Files written to any other path become downloads.

mod abandoned;
mod autosave;
#[path = "autosave_place_of_page.rs"]
mod autosave_place;
mod disk;
mod error;
mod fault;
mod fingerprint;
mod lines;
mod settings;
mod storage;

pub use abandoned::{AbandonedRecord, AutosaveNote, GameFacts};
pub use autosave::{AutosaveFile, abandoned_records, forget};
pub use disk::{folder_of, names_in};
pub use error::WriteError;
pub use fingerprint::fingerprint;
pub use lines::Lines;
pub use settings::{
    EntryValue, SettingsError, line_and_column, save_entry, save_settings, save_table, with_entry,
    with_table, with_values,
};
pub use storage::{exists, hold, read_limited, replace};

use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// Path prefix of data in the local storage.
const KEPT: &str = "/kept";

/// Largest input, in bytes: 64 MB.
pub const MAX_INPUT_BYTES: u64 = 64 << 20;

/// Path of the settings of this browser.
#[must_use]
pub fn usual_settings() -> Option<PathBuf> {
    Some(Path::new(KEPT).join("stonefield.toml"))
}

/// Folder of autosaved games in the local storage.
#[must_use]
pub fn state_folder() -> Option<PathBuf> {
    Some(Path::new(KEPT).join("state"))
}

/// Reads a file, as [`read_limited`].
///
/// # Errors
/// As [`read_limited`].
pub fn read_plain_limited(path: &Path) -> io::Result<Vec<u8>> {
    read_limited(path)
}

/// Reads a file as UTF-8 text.
///
/// # Errors
/// As [`read_limited`], and when it is not UTF-8.
pub fn read_text_limited(path: &Path) -> io::Result<String> {
    let not_text = |_| io::Error::new(io::ErrorKind::InvalidData, "it is not UTF-8 text");
    String::from_utf8(read_limited(path)?).map_err(not_text)
}

/// Reads a stream to its end, or to the limit.
///
/// # Errors
/// When the stream fails, or is longer than [`MAX_INPUT_BYTES`].
pub fn read_stream_limited(stream: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    stream.take(MAX_INPUT_BYTES + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MAX_INPUT_BYTES { Err(storage::too_large()) } else { Ok(bytes) }
}

/// Does nothing: folders are not needed here.
///
/// # Errors
/// None.
#[expect(clippy::unnecessary_wraps, reason = "same signature as on disk")]
pub const fn make_folder(_: &Path) -> io::Result<()> {
    Ok(())
}

/// Does nothing: there are no temporary files here.
pub const fn tidy(_: &Path) {}

/// CPU time of this thread: unknown here.
#[must_use]
pub const fn thread_seconds() -> Option<f64> {
    None
}

/// CPU time of this program: unknown here.
#[must_use]
pub const fn process_seconds() -> Option<f64> {
    None
}

/// Date in UTC, `YYYY-MM-DD`.
#[must_use]
pub fn today() -> Option<String> {
    let now = js_sys::Date::new_0().to_iso_string().as_string()?;
    now.get(..10).map(str::to_owned)
}

/// Content of a file. [`Draft::done`] writes it as a whole; a dropped draft writes nothing.
#[derive(Debug)]
pub struct Draft {
    path: PathBuf,
    bytes: Vec<u8>,
}

impl Draft {
    /// Starts a file.
    ///
    /// # Errors
    /// None.
    #[expect(clippy::unnecessary_wraps, reason = "same signature as on disk")]
    pub fn begin(path: &Path) -> io::Result<Self> {
        Ok(Self { path: path.to_owned(), bytes: Vec::new() })
    }

    /// Writes the file to its path.
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
