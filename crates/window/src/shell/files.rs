//! Files of the window: settings, pictures, game records, and the log of events on the board.

pub mod introduced;
pub mod lessons;
pub mod recent;

pub use introduced::IntroducedFile;
pub use lessons::FinishedLessons;
pub use recent::Recent;
pub use stonefield_files::{
    AbandonedRecord, AutosaveFile, AutosaveNote, Draft, GameFacts, WriteError, abandoned_records, forget,
    state_folder, with_values,
};

use super::settings::{Settings, SettingsError};
use crate::platform::{Host, Platform};
use bevy::ecs::resource::Resource;
use std::io;
use std::path::{Path, PathBuf};
use stonefield_files::{self as files, read_text_limited, usual_settings};
use stonefield_minds::engine::{Engine, Engines, EnginesError};

/// Error of reading or writing a file. Its text is one line that names the file.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// The settings file cannot be read.
    #[error("cannot read the settings {}: {source}", path.display())]
    Read {
        /// Path of the settings file.
        path: PathBuf,
        /// Error of the system.
        source: io::Error,
    },
    /// The settings file has an error.
    #[error("in the settings {}, {source}", path.display())]
    Settings {
        /// Path of the settings file.
        path: PathBuf,
        /// Place and reason of the error.
        source: SettingsError,
    },
    /// A file cannot be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// The engines of the settings file cannot be changed.
    #[error(transparent)]
    Engines(#[from] EnginesError),
}

/// Returns the path of a file for the games of an experiment, in a folder that is made if it is missing.
/// `None` if the system has no folder for autosaved data.
///
/// # Errors
/// Fails if the folder cannot be made.
pub fn experiment_file(name: &str) -> io::Result<Option<PathBuf>> {
    let Some(folder) = state_folder().map(|folder| folder.join("experiments")) else { return Ok(None) };
    files::make_folder(&folder)?;
    Ok(Some(folder.join(name)))
}

/// Path of the settings file; `None` if the system has no folder for settings.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct SettingsFile(pub Option<PathBuf>);

impl SettingsFile {
    /// Returns the given file, or else the default one of the system.
    #[must_use]
    pub fn choose(given: Option<&Path>) -> Self {
        Self(given.map(Path::to_owned).or_else(usual_settings))
    }

    /// Reads the settings. If the default file does not exist, they have their defaults.
    ///
    /// # Errors
    /// Fails if a given file does not exist, or if a file cannot be read or has errors.
    pub fn load(given: Option<&Path>) -> Result<(Self, Settings), FileError> {
        let file = Self::choose(given);
        let Some(path) = &file.0 else { return Ok((file, Settings::default())) };
        if let Some(folder) = path.parent() {
            files::tidy(folder);
        }
        let text = match read_text_limited(path) {
            Ok(text) => text,
            Err(error) if given.is_none() && error.kind() == io::ErrorKind::NotFound => String::new(),
            Err(source) => return Err(FileError::Read { path: path.clone(), source }),
        };
        match Settings::parse(&text) {
            Ok(settings) => Ok((file, settings)),
            Err(source) => Err(FileError::Settings { path: path.clone(), source }),
        }
    }

    /// Copies settings with errors to a file with the extension `.old`, empties the file, and returns it with
    /// the default settings and a message. For browsers, where the user cannot edit the file.
    #[must_use]
    pub fn begin_anew(error: &FileError) -> (Self, Settings, String) {
        let file = Self::choose(None);
        let backup = file.0.as_ref().and_then(|path| {
            let text = read_text_limited(path).ok()?;
            files::replace(&path.with_extension("old"), text.as_bytes()).ok()?;
            files::replace(path, b"").ok()
        });
        let result = if backup.is_some() { "the settings begin anew" } else { "they are the usual ones" };
        (file, Settings::default(), format!("{error}: {result}"))
    }

    /// Writes the settings except the keys, if there is a file. Comments and other tables stay.
    ///
    /// # Errors
    /// Fails if the file cannot be read or written, or is not valid TOML.
    pub fn save(&self, settings: &Settings) -> Result<(), FileError> {
        let Some(path) = &self.0 else { return Ok(()) };
        Ok(files::save_settings(path, &settings.values())?)
    }

    /// Writes the keys of the actions to the file, like [`SettingsFile::save`].
    ///
    /// # Errors
    /// Fails if the file cannot be read or written, or is not valid TOML.
    pub fn save_keys(&self, settings: &Settings) -> Result<(), FileError> {
        let Some(path) = &self.0 else { return Ok(()) };
        Ok(files::save_table(path, "keys", &settings.key_entries())?)
    }

    /// Returns the engine bound to the folder of the settings file, if that exists.
    #[must_use]
    pub fn engine_kept(&self, engine: Engine) -> Engine {
        match self.0.as_deref().filter(|path| path.parent().is_some_and(Path::is_dir)) {
            Some(path) => engine.bound_to_folder_of(path),
            None => engine,
        }
    }

    /// Writes an engine to the file and returns the new list. It replaces the engine `old`, or is added.
    /// Without a file only the list changes.
    ///
    /// # Errors
    /// Fails if the file cannot be read or written.
    pub fn put_engine(
        &self,
        engines: &[Engine],
        old: Option<&str>,
        engine: &Engine,
    ) -> Result<Vec<Engine>, FileError> {
        if let Some(path) = &self.0 {
            return Ok(Engines::put(path, old, engine)?.list().to_vec());
        }
        let mut engines = engines.to_vec();
        match engines.iter_mut().find(|other| Some(other.name.as_str()) == old) {
            Some(other) => other.clone_from(engine),
            None => engines.push(engine.clone()),
        }
        Ok(engines)
    }

    /// Removes an engine from the file and returns the new list. Without a file only the list changes.
    ///
    /// # Errors
    /// Fails if the file cannot be read or written.
    pub fn remove_engine(&self, engines: &[Engine], name: &str) -> Result<Vec<Engine>, FileError> {
        match &self.0 {
            Some(path) => Ok(Engines::remove(path, name)?.list().to_vec()),
            None => Ok(engines.iter().filter(|engine| engine.name != name).cloned().collect()),
        }
    }
}

/// Writes a picture to the current folder as the first of `stonefield-001.png`, `stonefield-002.png`, … that
/// does not exist, and returns its name.
///
/// # Errors
/// Fails if the file cannot be written.
pub fn write_picture(picture: &image::RgbImage) -> Result<PathBuf, FileError> {
    let mut number = 1;
    let path = loop {
        let path = PathBuf::from(format!("stonefield-{number:03}.png"));
        if !exists(&path) {
            break path;
        }
        number += 1;
    };
    write_png(&path, picture)?;
    Ok(path)
}

/// Writes a picture as PNG, completely or not at all.
///
/// # Errors
/// Fails if the file cannot be written. An old file stays unchanged.
pub fn write_png(path: &Path, picture: &image::RgbImage) -> Result<(), WriteError> {
    let mut bytes = io::Cursor::new(Vec::new());
    let encoded = picture.write_to(&mut bytes, image::ImageFormat::Png).map_err(io::Error::other);
    let written = encoded.and_then(|()| files::replace(path, bytes.get_ref()));
    written.map_err(|source| WriteError { path: path.to_owned(), source })
}

/// Writes a file, completely or not at all.
///
/// # Errors
/// Fails if the file cannot be written. An old file stays unchanged.
pub fn write_bytes(path: &Path, bytes: &[u8]) -> Result<(), WriteError> {
    files::replace(path, bytes).map_err(|source| WriteError { path: path.to_owned(), source })
}

/// Reads the text of a plain file, up to the limit for inputs.
///
/// # Errors
/// Fails if the file cannot be read, is too large, is not a plain file, or is not UTF-8.
pub fn read_text(path: &Path) -> io::Result<String> {
    read_text_limited(path)
}

/// Writes a record, completely or not at all.
///
/// # Errors
/// Fails if the file cannot be written. An old file stays unchanged.
pub fn write_record(path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    Ok(write_bytes(path, bytes)?)
}

/// Returns the message that a file is written, or in a page that the browser got it.
#[must_use]
pub fn written_message(path: &Path) -> String {
    if Host::HAS_FILES {
        format!("{} is written", path.display())
    } else {
        // The user does not know the folder.
        format!("{} is handed to the browser", path.file_name().unwrap_or_default().display())
    }
}

/// Returns the current folder.
#[must_use]
pub fn start_folder() -> PathBuf {
    std::env::current_dir().unwrap_or_else(|_| PathBuf::from("."))
}

/// True if the folder of a path exists.
#[must_use]
pub fn folder_is_there(path: &Path) -> bool {
    path.parent().is_none_or(|folder| folder.as_os_str().is_empty() || folder.is_dir())
}

/// True if there is a file or folder at a path.
#[must_use]
pub fn exists(path: &Path) -> bool {
    files::exists(path)
}

/// Returns the names of the files and folders in a folder; none if it cannot be read.
#[must_use]
pub fn names_in(folder: &Path) -> Vec<String> {
    files::names_in(folder)
}

/// Log file of events, with one JSON object in each line.
#[derive(Resource)]
pub struct Log(files::Lines);

impl Log {
    /// Creates the file, or empties it.
    ///
    /// # Errors
    /// Fails if the file cannot be written.
    pub fn create(path: &Path) -> Result<Self, FileError> {
        Ok(Self(files::Lines::create(path)?))
    }

    /// Writes lines and flushes them.
    ///
    /// # Errors
    /// Fails if the lines cannot be written.
    pub fn write(&mut self, lines: &[serde_json::Value]) -> Result<(), FileError> {
        Ok(self.0.write(lines)?)
    }
}

#[cfg(test)]
mod tests {
    use super::super::palette::Theme;
    use super::*;
    use std::fs;

    #[cfg(unix)]
    #[test]
    fn a_device_is_no_settings() {
        let error = SettingsFile::load(Some(Path::new("/dev/zero"))).expect_err("a device").to_string();
        let is_named = error.starts_with("cannot read ") && error.contains("/dev/zero: ");
        assert!(is_named && error.contains("a plain file is wanted"), "{error}");
    }

    #[test]
    fn saved_settings_are_read_back_and_a_bad_file_is_named() {
        let folder = std::env::temp_dir().join(format!("stonefield-settings-{}", std::process::id()));
        let path = folder.join("deep/settings.toml");
        let _ = fs::remove_dir_all(&folder);
        assert!(matches!(SettingsFile::load(Some(&path)), Err(FileError::Read { .. })));
        let settings = Settings { theme: Theme::Dark, ..Settings::default() };
        SettingsFile::choose(Some(&path)).save(&settings).expect("a folder for temporary files");
        let (file, loaded) = SettingsFile::load(Some(&path)).expect("just written");
        assert_eq!((file.0.as_deref(), loaded), (Some(path.as_path()), settings));
        fs::write(&path, "theme = \"light\"\nthme = 1\n").expect("writable");
        let error = SettingsFile::load(Some(&path)).expect_err("a bad name").to_string();
        assert!(
            error.ends_with("settings.toml, line 2, column 1: no key 'thme'; nearest: 'theme'"),
            "{error}"
        );
        let _ = fs::remove_dir_all(&folder);
    }
}
