//! Recent records: a file of paths beside the settings, one in each line.

use super::{FileError, SettingsFile};
use crate::platform::{Host, Platform};
use bevy::ecs::resource::Resource;
use std::io;
use std::path::{Path, PathBuf};
use stonefield_files::{WriteError, exists, make_folder, read_plain_limited, replace};

/// Largest number of recent records.
const MAX_RECORDS: usize = 12;

/// Records that were opened or saved, the latest first.
#[derive(Resource, Clone, Debug, Default)]
pub struct Recent {
    file: Option<PathBuf>,
    list: Vec<PathBuf>,
}

impl Recent {
    /// Reads the list beside a settings file; empty if it cannot be read. A page has no file for the list,
    /// because it cannot open files again.
    #[must_use]
    pub fn beside(settings: &SettingsFile) -> Self {
        let file = settings.0.as_deref().filter(|_| Host::HAS_FILES);
        let file = file.map(|settings| settings.with_file_name("recent"));
        let list = file.as_deref().map(read).unwrap_or_default();
        Self { file, list }
    }

    /// Returns the records, the latest first. True if the file still exists.
    #[must_use]
    pub fn list(&self) -> Vec<(PathBuf, bool)> {
        self.list.iter().map(|path| (path.clone(), exists(path))).collect()
    }

    /// Puts a record first in the list, and writes the list.
    ///
    /// # Errors
    /// Fails if the list cannot be written.
    pub fn add(&mut self, path: &Path) -> Result<(), FileError> {
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        // Another window may have changed the file.
        if let Some(file) = &self.file {
            self.list = read(file);
        }
        self.list.retain(|other| *other != path);
        self.list.insert(0, path);
        self.list.truncate(MAX_RECORDS);
        let Some(file) = &self.file else { return Ok(()) };
        let as_line = |path: &PathBuf| path.to_str().filter(|text| !text.contains('\n')).map(str::to_owned);
        let text: String = self.list.iter().filter_map(as_line).map(|path| path + "\n").collect();
        let made = file.parent().map_or(Ok(()), make_folder);
        let written = made.and_then(|()| replace(file, text.as_bytes()));
        written.map_err(|source: io::Error| WriteError { path: file.clone(), source }.into())
    }
}

fn read(file: &Path) -> Vec<PathBuf> {
    let text = read_plain_limited(file).unwrap_or_default();
    let text = String::from_utf8(text).unwrap_or_default();
    text.lines().filter(|line| !line.is_empty()).take(MAX_RECORDS).map(PathBuf::from).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn the_latest_is_first_and_missing_files_are_marked() {
        let folder = std::env::temp_dir().join(format!("stonefield-recent-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        let settings = SettingsFile(Some(folder.join("stonefield.toml")));
        let mut recent = Recent::beside(&settings);
        assert_eq!(recent.list(), []);
        for name in ["a.sgf", "b.sgf", "a.sgf", "c.sgf"] {
            recent.add(&folder.join(name)).expect("a folder for temporary files");
        }
        fs::write(folder.join("b.sgf"), b"(;)").expect("writable");
        let again = Recent::beside(&settings).list();
        let names: Vec<_> =
            again.iter().map(|(path, there)| (path.file_name().and_then(|n| n.to_str()), *there)).collect();
        assert_eq!(names, [(Some("c.sgf"), false), (Some("a.sgf"), false), (Some("b.sgf"), true)]);
        for number in 0..20 {
            recent.add(&folder.join(format!("{number}.sgf"))).expect("writable");
        }
        assert_eq!(Recent::beside(&settings).list().len(), MAX_RECORDS);
        let _ = fs::remove_dir_all(&folder);
    }
}
