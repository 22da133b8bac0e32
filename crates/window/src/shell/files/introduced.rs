//! The mark that the introduction was shown: an empty file beside the settings.

use super::SettingsFile;
use super::exists;
use std::path::PathBuf;
use stonefield_files::{make_folder, replace};

/// Says whether the introduction was shown.
#[derive(Clone, Debug)]
pub struct IntroducedFile(Option<PathBuf>);

impl IntroducedFile {
    /// The mark beside a settings file.
    #[must_use]
    pub fn beside(settings: &SettingsFile) -> Self {
        Self(settings.0.as_deref().map(|settings| settings.with_file_name("introduced")))
    }

    /// Whether it is there; where it cannot be kept, it counts as there.
    #[must_use]
    pub fn is_set(&self) -> bool {
        self.0.as_deref().is_none_or(exists)
    }

    /// Sets it. Where it cannot be written, the introduction is shown once more: that is no reason to disturb anybody.
    pub fn set(&self) {
        if let Some(file) = &self.0 {
            let made = file.parent().map_or(Ok(()), make_folder);
            let _ = made.and_then(|()| replace(file, b""));
        }
    }
}
