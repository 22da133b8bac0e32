//! Temporary folder that is removed with its content.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Folder in the system's folder for temporary files. Removed with its content when dropped.
#[derive(Debug)]
pub struct TemporaryFolder(PathBuf);

impl TemporaryFolder {
    /// Creates the folder. `purpose` becomes a part of its name.
    ///
    /// # Errors
    /// When it cannot be created, or a folder of its name exists.
    pub fn new(purpose: &str) -> io::Result<Self> {
        let path = std::env::temp_dir().join(format!("stonefield-{purpose}-{}", std::process::id()));
        fs::create_dir(&path)?;
        Ok(Self(path))
    }

    /// Path of the folder.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for TemporaryFolder {
    fn drop(&mut self) {
        // Errors are ignored: the system cleans up its folder for temporary files.
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_temporary_folder_is_removed_with_its_content() {
        let folder = TemporaryFolder::new("removed").expect("a folder for temporary files");
        let path = folder.path().to_owned();
        fs::write(path.join("text"), b"text").expect("writable");
        assert!(TemporaryFolder::new("removed").is_err(), "an existing folder is not used");
        drop(folder);
        assert!(!path.exists());
    }
}
