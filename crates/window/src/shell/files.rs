//! The window's files: settings, pictures, game records and the log of what happens on the board.

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
use bevy::ecs::resource::Resource;
use std::io;
use std::path::{Path, PathBuf};
use stonefield_files::{self as files, read_text_limited, usual_settings};
use stonefield_minds::engine::{Engine, Engines, EnginesError};

/// What went wrong with a file, in one line that names it.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// It cannot be read.
    #[error("cannot read the settings {}: {source}", path.display())]
    Read {
        /// The settings file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// It can be read, but not understood.
    #[error("in the settings {}, {source}", path.display())]
    Settings {
        /// The settings file.
        path: PathBuf,
        /// Where and why.
        source: SettingsError,
    },
    /// It cannot be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// The engines in it cannot be changed.
    #[error(transparent)]
    Engines(#[from] EnginesError),
}

/// A file for the games of an experiment, in a folder that is made for such files; `None` where the system has no place for it.
///
/// # Errors
/// When the folder cannot be made.
pub fn experiment_file(name: &str) -> io::Result<Option<PathBuf>> {
    let Some(folder) = state_folder().map(|folder| folder.join("experiments")) else { return Ok(None) };
    files::make_folder(&folder)?;
    Ok(Some(folder.join(name)))
}

/// The file that the settings come from and are written to; `None` where the system has no place for one.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct SettingsFile(pub Option<PathBuf>);

impl SettingsFile {
    /// The given file, or the one of the system's choice.
    #[must_use]
    pub fn choose(given: Option<&Path>) -> Self {
        Self(given.map(Path::to_owned).or_else(usual_settings))
    }

    /// Reads the settings. A file of the system's choice that does not exist is no fault: everything has a
    /// default.
    ///
    /// # Errors
    /// When a file that was given cannot be read, or any is not settings.
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

    /// Puts what cannot be read aside, under another name, so that the settings begin anew: in a browser nobody can mend the file. Returns what is said
    /// of it.
    #[must_use]
    pub fn begin_anew(error: &FileError) -> (Self, Settings, String) {
        let file = Self::choose(None);
        let aside = file.0.as_ref().and_then(|path| {
            let text = read_text_limited(path).ok()?;
            files::replace(&path.with_extension("old"), text.as_bytes()).ok()?;
            files::replace(path, b"").ok()
        });
        let becomes = if aside.is_some() { "the settings begin anew" } else { "they are the usual ones" };
        (file, Settings::default(), format!("{error}: {becomes}"))
    }

    /// Writes the window's looks into the file, leaving the rest of it as it is.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn save(&self, settings: &Settings) -> Result<(), FileError> {
        let Some(path) = &self.0 else { return Ok(()) };
        Ok(files::save_settings(path, &settings.values())?)
    }

    /// Writes which keys do what into the file, likewise.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn save_keys(&self, settings: &Settings) -> Result<(), FileError> {
        let Some(path) = &self.0 else { return Ok(()) };
        Ok(files::save_table(path, "keys", &settings.key_entries())?)
    }

    /// The engine as it will be once it is in the file: it works in the file's folder, if there is one yet.
    #[must_use]
    pub fn engine_kept(&self, engine: Engine) -> Engine {
        match self.0.as_deref().filter(|path| path.parent().is_some_and(Path::is_dir)) {
            Some(path) => engine.bound_to_folder_of(path),
            None => engine,
        }
    }

    /// Writes an engine into the file, in the place of another or as a new one; returns the engines that there are then. Without a file those in use
    /// are changed alone.
    ///
    /// # Errors
    /// When it cannot be written.
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

    /// Takes an engine out of the file; returns those that are left, likewise.
    ///
    /// # Errors
    /// As [`SettingsFile::put_engine`].
    pub fn remove_engine(&self, engines: &[Engine], name: &str) -> Result<Vec<Engine>, FileError> {
        match &self.0 {
            Some(path) => Ok(Engines::remove(path, name)?.list().to_vec()),
            None => Ok(engines.iter().filter(|engine| engine.name != name).cloned().collect()),
        }
    }
}

/// Writes a picture as the first of `stonefield-001.png`, `stonefield-002.png`, … that does not exist in the folder the program
/// was started in, and returns that name.
///
/// # Errors
/// When it cannot be written.
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

/// Writes a picture, whole or not at all.
///
/// # Errors
/// When it cannot be written; an old file stays as it was.
pub fn write_png(path: &Path, picture: &image::RgbImage) -> Result<(), WriteError> {
    let mut bytes = io::Cursor::new(Vec::new());
    let encoded = picture.write_to(&mut bytes, image::ImageFormat::Png).map_err(io::Error::other);
    let written = encoded.and_then(|()| files::replace(path, bytes.get_ref()));
    written.map_err(|source| WriteError { path: path.to_owned(), source })
}

/// Writes a file, whole or not at all.
///
/// # Errors
/// When it cannot be written; an old file stays as it was.
pub fn write_bytes(path: &Path, bytes: &[u8]) -> Result<(), WriteError> {
    files::replace(path, bytes).map_err(|source| WriteError { path: path.to_owned(), source })
}

/// The text of a plain file, of which as much is read as of any input.
///
/// # Errors
/// What the system says.
pub fn read_text(path: &Path) -> io::Result<String> {
    read_text_limited(path)
}

/// Writes a record, whole or not at all.
///
/// # Errors
/// When it cannot be written; an old file stays as it was.
pub fn write_record(path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    Ok(write_bytes(path, bytes)?)
}

/// What is said of a file that was written. A browser hands it to the user, and does not tell what has become of it.
#[must_use]
pub fn told_of(path: &Path) -> String {
    if cfg!(target_family = "wasm") {
        // Its folder is none that the user knows.
        format!("{} is handed to the browser", path.file_name().unwrap_or_default().display())
    } else {
        format!("{} is written", path.display())
    }
}

/// The folder the program was started in.
#[must_use]
pub fn start_folder() -> PathBuf {
    std::env::current_dir().unwrap_or_else(|_| PathBuf::from("."))
}

/// Whether the folder is there that a file is to be written to.
#[must_use]
pub fn folder_is_there(path: &Path) -> bool {
    path.parent().is_none_or(|folder| folder.as_os_str().is_empty() || folder.is_dir())
}

/// Whether there is anything at a path.
#[must_use]
pub fn exists(path: &Path) -> bool {
    files::exists(path)
}

/// The names of what a folder holds; none where it cannot be read.
#[must_use]
pub fn names_in(folder: &Path) -> Vec<String> {
    files::names_in(folder)
}

/// A file that gets one JSON object a line for each thing that happens.
#[derive(Resource)]
pub struct Log(files::Lines);

impl Log {
    /// Makes the file, or empties it.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn create(path: &Path) -> Result<Self, FileError> {
        Ok(Self(files::Lines::create(path)?))
    }

    /// Writes the lines and hands them to the system.
    ///
    /// # Errors
    /// When they cannot be written.
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
        let told = SettingsFile::load(Some(Path::new("/dev/zero"))).expect_err("a device").to_string();
        let named = told.starts_with("cannot read ") && told.contains("/dev/zero: ");
        assert!(named && told.contains("a plain file is wanted"), "{told}");
    }

    #[test]
    fn settings_survive_the_file_and_a_bad_file_is_named() {
        let folder = std::env::temp_dir().join(format!("stonefield-settings-{}", std::process::id()));
        let path = folder.join("deep/settings.toml");
        let _ = fs::remove_dir_all(&folder);
        assert!(matches!(SettingsFile::load(Some(&path)), Err(FileError::Read { .. })));
        let settings = Settings { theme: Theme::Dark, ..Settings::default() };
        SettingsFile::choose(Some(&path)).save(&settings).expect("a folder for temporary files");
        let (file, loaded) = SettingsFile::load(Some(&path)).expect("just written");
        assert_eq!((file.0.as_deref(), loaded), (Some(path.as_path()), settings));
        fs::write(&path, "theme = \"light\"\nthme = 1\n").expect("writable");
        let told = SettingsFile::load(Some(&path)).expect_err("a bad name").to_string();
        assert!(told.ends_with("settings.toml, line 2, column 1: no key 'thme'; nearest: 'theme'"), "{told}");
        let _ = fs::remove_dir_all(&folder);
    }
}
