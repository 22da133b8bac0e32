//! Log file that other programs can read while it grows.

use super::WriteError;
use super::disk;
use std::fmt::{Display, Write};
use std::fs::File;
use std::path::{Path, PathBuf};

/// Log file. Written lines are passed to the system at once, without a sync: a power loss can remove them.
#[derive(Debug)]
pub struct Lines {
    path: PathBuf,
    file: File,
}

impl Lines {
    /// Creates the file, or empties it.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn create(path: &Path) -> Result<Self, WriteError> {
        let file = disk::create_or_empty(path).map_err(WriteError::of(path))?;
        Ok(Self { path: path.to_owned(), file })
    }

    /// Appends lines.
    ///
    /// # Errors
    /// When they cannot be written.
    pub fn write(&mut self, lines: &[impl Display]) -> Result<(), WriteError> {
        let mut text = String::new();
        for line in lines {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{line}");
        }
        disk::write(&self.file, &self.path, text.as_bytes()).map_err(WriteError::of(&self.path))
    }
}
