//! Error of file access.

use std::io;
use std::path::{Path, PathBuf};

/// Error of a change to a file: of the writing, or of the reading before it. Its text is one line that names
/// the file.
#[derive(Debug, thiserror::Error)]
#[error("cannot write {}: {source}", display_path(path))]
pub struct WriteError {
    /// File that could not be read or written.
    pub path: PathBuf,
    /// Error of the operating system.
    pub source: io::Error,
}

/// Path as shown to the user. In a browser it is the name only, because there are no folders.
fn display_path(path: &Path) -> std::path::Display<'_> {
    let name = path.file_name().filter(|_| cfg!(target_family = "wasm"));
    name.map_or(path, Path::new).display()
}

impl WriteError {
    /// Returns a function that turns a system error into the error of this file.
    pub(super) fn of(path: &Path) -> impl FnOnce(io::Error) -> Self {
        move |source| Self { path: path.to_owned(), source }
    }
}
