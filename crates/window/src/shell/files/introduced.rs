//! Marker that the introduction was shown: an empty file beside the settings.

use super::SettingsFile;
use super::exists;
use std::path::PathBuf;
use stonefield_files::{make_folder, replace};

/// Path of the marker; `None` without a settings file.
#[derive(Clone, Debug)]
pub struct IntroducedFile(Option<PathBuf>);

impl IntroducedFile {
    /// Returns the marker beside a settings file.
    #[must_use]
    pub fn beside(settings: &SettingsFile) -> Self {
        Self(settings.0.as_deref().map(|settings| settings.with_file_name("introduced")))
    }

    /// True if the marker exists, or has no path.
    #[must_use]
    pub fn is_set(&self) -> bool {
        self.0.as_deref().is_none_or(exists)
    }

    /// Creates the marker. Errors are ignored: the introduction is then shown again.
    pub fn set(&self) {
        if let Some(file) = &self.0 {
            let made = file.parent().map_or(Ok(()), make_folder);
            let _ = made.and_then(|()| replace(file, b""));
        }
    }
}
