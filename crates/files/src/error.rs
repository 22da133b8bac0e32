//! What went wrong with a file.

use std::io;
use std::path::{Path, PathBuf};

/// What went wrong with a file, in one line that names it.
#[derive(Debug, thiserror::Error)]
#[error("cannot write {}: {source}", shown(path))]
pub struct WriteError {
    /// The file that could not be written or read.
    pub path: PathBuf,
    /// Why not, as the system says it.
    pub source: io::Error,
}

/// A file as the user knows it: what a page keeps has no place in a folder.
fn shown(path: &Path) -> std::path::Display<'_> {
    let name = path.file_name().filter(|_| cfg!(target_family = "wasm"));
    name.map_or(path, Path::new).display()
}

impl WriteError {
    /// What makes one of the error that the system tells of this file.
    pub(super) fn of(path: &Path) -> impl FnOnce(io::Error) -> Self {
        move |source| Self { path: path.to_owned(), source }
    }
}
