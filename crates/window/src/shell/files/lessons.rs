//! Finished lessons: a file of names beside the settings, one in each line.

use super::SettingsFile;
use std::collections::BTreeSet;
use std::path::PathBuf;
use stonefield_files::{make_folder, read_text_limited, replace};

/// Names of the finished lessons.
#[derive(Clone, Debug, Default)]
pub struct FinishedLessons {
    file: Option<PathBuf>,
    names: BTreeSet<String>,
}

impl FinishedLessons {
    /// Reads the names in the file beside a settings file; none if it cannot be read.
    #[must_use]
    pub fn beside(settings: &SettingsFile) -> Self {
        let file = settings.0.as_deref().map(|settings| settings.with_file_name("lessons"));
        let text = file.as_deref().and_then(|file| read_text_limited(file).ok()).unwrap_or_default();
        Self { file, names: text.lines().map(str::to_owned).collect() }
    }

    /// True if a lesson is finished.
    #[must_use]
    pub fn contains(&self, name: &str) -> bool {
        self.names.contains(name)
    }

    /// Adds a lesson. Errors of writing are ignored: the lesson then counts until the window is closed.
    pub fn add(&mut self, name: &str) {
        if !self.names.insert(name.to_owned()) {
            return;
        }
        if let Some(file) = &self.file {
            let text: String = self.names.iter().map(|name| format!("{name}\n")).collect();
            let made = file.parent().map_or(Ok(()), make_folder);
            let _ = made.and_then(|()| replace(file, text.as_bytes()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finished_lessons_are_read_back() {
        let folder = std::env::temp_dir().join(format!("stonefield-lessons-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        let settings = SettingsFile(Some(folder.join("settings.toml")));
        let mut first = FinishedLessons::beside(&settings);
        assert!(!first.contains("ko"));
        first.add("ko");
        first.add("seki");
        let next = FinishedLessons::beside(&settings);
        assert!(next.contains("ko") && next.contains("seki") && !next.contains("groups"));
        let _ = std::fs::remove_dir_all(&folder);
        let mut nowhere = FinishedLessons::beside(&SettingsFile(None));
        nowhere.add("ko");
        assert!(nowhere.contains("ko"));
    }
}
