//! Named engines, read from the settings file and written to it.
//!
//! ```toml
//! [engines]
//! gnugo = "gnugo --mode gtp --level 1"
//!
//! [engines.katago]
//! command = "katago gtp -model 'my model.bin.gz'"
//! timeout = 120           # and start, dir: as in `stonefield brains`
//! ```
//!
//! A named engine runs in the folder of the settings file, whatever the current folder is.

use super::EngineParams;
use crate::toml_text::{in_order, read_toml, settings_error};
use crate::{BrainInfo, BrainSpec, Origin, SpecError};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use stonefield_files::{
    EntryValue, SettingsError, WriteError, read_text_limited, save_entry, usual_settings,
};
use stonefield_go::notation::{MAX_QUOTE_CHARS, excerpt, suggestion};
use stonefield_search::Value;
use toml::Spanned;

/// A named engine.
#[derive(Clone, Debug, PartialEq)]
pub struct Engine {
    /// Name of the engine in the settings file.
    pub name: String,
    /// Specification of a `gtp` mind: the command and all other parameters.
    pub spec: BrainSpec,
}

/// Name of the engines' table in the settings file.
const TABLE: &str = "engines";

/// Tables of the settings file that are read here.
#[derive(Deserialize)]
struct Tables {
    #[serde(default)]
    engines: BTreeMap<Spanned<String>, toml::Value>,
}

/// Named engines, in the order of the file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Engines {
    engines: Vec<Engine>,
    /// Settings file. `None` if the engines are not from a file.
    file: Option<PathBuf>,
}

/// Error of the settings file, or of a command that names an engine.
#[derive(Debug, thiserror::Error)]
pub enum EnginesError {
    /// The file cannot be read.
    #[error("cannot read the settings {}: {source}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Error of the operating system.
        source: io::Error,
    },
    /// The file cannot be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// The file is readable but not valid.
    #[error("in the settings{}, {source}", file_text(path.as_ref()))]
    Settings {
        /// The file, if the text is from a file.
        path: Option<PathBuf>,
        /// Line and description of the error.
        source: SettingsError,
    },
    /// The command is neither the name of an engine nor a program.
    #[error("there is neither an engine '{given}' in the settings{} nor a program of that name{near}", file_text(path.as_ref()))]
    Unknown {
        /// Text that was given.
        given: String,
        /// Settings file, if there is one.
        path: Option<PathBuf>,
        /// Ending of the message that suggests the nearest name. Empty if no name is near.
        near: String,
    },
    /// The `gtp` specification has no command.
    #[error("the brain gtp needs a command, as in gtp:[gnugo --mode gtp]")]
    NoCommand,
}

/// Reason why a settings entry is not an engine.
#[derive(Debug, thiserror::Error)]
pub enum EntryError {
    /// Invalid name.
    #[error("'{0}' is not a name for an engine: letters, digits and - _ . +")]
    Name(String),
    /// Value that the parameter does not allow: name of the entry and error.
    #[error("{0}: {1}")]
    Value(String, SpecError),
    /// Unknown parameter.
    #[error("{name}: an engine has no '{key}', it has {all}{near}", all = parameter_names().collect::<Vec<_>>().join(", "), near = suggestion(key, parameter_names()))]
    UnknownParameter {
        /// Name of the entry.
        name: String,
        /// Text that was given.
        key: String,
    },
    /// The value is a list, a table or a boolean.
    #[error("{name}: {key} must be a text or a number")]
    ValueType {
        /// Name of the entry.
        name: String,
        /// Name of the parameter.
        key: String,
    },
    /// The entry is neither a command line nor a table.
    #[error("{0} must be a command line or a table")]
    NotAnEntry(String),
    /// The command is missing.
    #[error("{0}: the command is missing")]
    NoCommand(String),
}

/// Names of the parameters of an engine.
fn parameter_names() -> impl Iterator<Item = &'static str> {
    super::INFO.params.iter().map(|param| param.name)
}

/// The file's path after a space, for a message. Empty without a file.
fn file_text(path: Option<&PathBuf>) -> String {
    path.map(|path| format!(" {}", path.display())).unwrap_or_default()
}

impl Engines {
    /// Reads the engines of a settings file. `given` is `None` for the default file, which may be missing.
    ///
    /// # Errors
    /// Fails if the file cannot be read or is not valid.
    pub fn load(given: Option<&Path>) -> Result<Self, EnginesError> {
        let Some(path) = given.map(Path::to_owned).or_else(usual_settings) else {
            return Ok(Self::default());
        };
        let text = match read_text_limited(&path) {
            Ok(text) => text,
            Err(error) if given.is_none() && error.kind() == io::ErrorKind::NotFound => String::new(),
            Err(source) => return Err(EnginesError::Read { path, source }),
        };
        match Self::parse(&text) {
            Ok(Self { engines, .. }) => {
                let engines = engines.into_iter().map(|engine| engine.bound_to_folder_of(&path)).collect();
                Ok(Self { engines, file: Some(path) })
            }
            Err(EnginesError::Settings { source, .. }) => {
                Err(EnginesError::Settings { path: Some(path), source })
            }
            Err(error) => Err(error),
        }
    }

    /// Reads the `[engines]` table of a settings text. Ignores all other tables.
    ///
    /// # Errors
    /// Fails if the text is not TOML, or an entry is not an engine.
    pub fn parse(text: &str) -> Result<Self, EnginesError> {
        let invalid = |source| EnginesError::Settings { path: None, source };
        let tables: Tables = read_toml(text).map_err(invalid)?;
        let engines = in_order(tables.engines).into_iter().map(|(name, value)| {
            let offset = name.span().start;
            read_engine(name.get_ref(), &value)
                .map_err(|error| invalid(settings_error(text, offset, &error.to_string())))
        });
        Ok(Self { engines: engines.collect::<Result<_, _>>()?, file: None })
    }

    /// Writes an engine to a settings file, which is created if it is missing. The engine replaces the one
    /// with the name `old`. If `old` is `None`, the engine is added. Comments and other entries are kept.
    /// Returns the engines of the new file.
    ///
    /// # Errors
    /// Fails if the file cannot be read or written, or is not valid. The file is then unchanged.
    pub fn put(path: &Path, old: Option<&str>, engine: &Engine) -> Result<Self, EnginesError> {
        save_entry(path, TABLE, old, Some((&engine.name, &engine.values())))?;
        Self::load(Some(path))
    }

    /// Removes an engine from a settings file. Returns the remaining engines.
    ///
    /// # Errors
    /// Same as [`Engines::put`].
    pub fn remove(path: &Path, name: &str) -> Result<Self, EnginesError> {
        save_entry(path, TABLE, Some(name), None)?;
        Self::load(Some(path))
    }

    /// The engines, in the order of the file.
    #[must_use]
    pub fn list(&self) -> &[Engine] {
        &self.engines
    }

    /// Replaces the name of an engine by the engine. If the command of a `gtp` is the name of an engine here,
    /// the result has the command and parameters of that engine. Other specifications are returned unchanged.
    ///
    /// # Errors
    /// Fails if a `gtp` has no command, or if its command is one word that is neither the name of an engine
    /// nor a program.
    pub fn resolve(&self, spec: &BrainSpec) -> Result<BrainSpec, EnginesError> {
        if spec.name() != super::INFO.name {
            return Ok(spec.clone());
        }
        let command = spec.read::<EngineParams>().command;
        if command.is_empty() {
            return Err(EnginesError::NoCommand);
        }
        if let Some(engine) = self.engines.iter().find(|engine| engine.name == command) {
            let mut resolved = engine.spec.clone();
            // Parameters of the specification override those of the settings.
            for (param, value) in spec.params().filter(|(param, value)| {
                Some(param.name) != super::INFO.main_param && **value != param.default()
            }) {
                resolved.set(param.name, value.clone()).map_err(|_| EnginesError::NoCommand)?;
            }
            return Ok(resolved);
        }
        let is_word = !command.contains(|c: char| c.is_whitespace() || "/\\'\"".contains(c));
        if is_word && !is_program(&command) {
            let near = suggestion(&command, self.engines.iter().map(|engine| engine.name.as_str()));
            return Err(EnginesError::Unknown {
                given: excerpt(&command, MAX_QUOTE_CHARS),
                path: self.file.clone(),
                near,
            });
        }
        Ok(spec.clone())
    }
}

/// Returns true if a folder of `PATH` contains a file with this name.
fn is_program(name: &str) -> bool {
    if !BrainInfo::STARTS_PROGRAMS {
        return false;
    }
    let names = [name.to_owned(), format!("{name}{}", std::env::consts::EXE_SUFFIX)];
    let folders = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&folders).any(|folder| names.iter().any(|name| folder.join(name).is_file()))
}

impl Engine {
    /// Creates an engine from its name and the texts of its parameters.
    ///
    /// # Errors
    /// Fails if the name or a value is invalid, or the command is missing.
    pub fn new<'t>(
        name: &str,
        texts: impl IntoIterator<Item = (&'t str, &'t str)>,
    ) -> Result<Self, EntryError> {
        let is_name = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || "-_.+".contains(c));
        if !is_name {
            return Err(EntryError::Name(name.to_owned()));
        }
        let invalid = |error| EntryError::Value(name.to_owned(), error);
        let mut spec = BrainSpec::named(super::INFO.name).map_err(invalid)?;
        for (key, text) in texts {
            if !parameter_names().any(|name| name == key) {
                return Err(EntryError::UnknownParameter { name: name.to_owned(), key: key.to_owned() });
            }
            spec.set_text(key, text).map_err(invalid)?;
        }
        if spec.read::<EngineParams>().command.is_empty() {
            return Err(EntryError::NoCommand(name.to_owned()));
        }
        Ok(Self { name: name.to_owned(), spec: spec.with_origin(Origin::Settings) })
    }

    /// Binds the engine to the folder of this settings file: the engine runs there, and a relative `dir` is
    /// resolved from there. So the command always means the same files, whatever the current folder is and
    /// whatever record or suite is open.
    #[must_use]
    pub fn bound_to_folder_of(self, file: &Path) -> Self {
        let file = std::path::absolute(file).ok();
        match file.as_deref().and_then(Path::parent) {
            Some(folder) => Self { spec: self.spec.with_base_folder(folder), ..self },
            None => self,
        }
    }

    /// Parameters as values for the settings file, the command first.
    fn values(&self) -> Vec<EntryValue> {
        let value = |value: &Value| -> toml_edit::Value {
            match value {
                Value::Int(number) => (*number).into(),
                // Whole numbers are written without a fraction.
                Value::Float(number) if number.fract() == 0.0 && number.abs() < 1e15 => {
                    (*number as i64).into()
                }
                Value::Float(number) => (*number).into(),
                Value::Switch(on) => (*on).into(),
                Value::Choice(word) => (*word).into(),
                Value::Text(text) => text.as_str().into(),
            }
        };
        let params = self.spec.params();
        params.map(|(param, current)| (param.name, value(current), *current == param.default())).collect()
    }
}

/// Reads an entry of the `[engines]` table.
fn read_engine(name: &str, value: &toml::Value) -> Result<Engine, EntryError> {
    let text = |key: &str, value: &toml::Value| match value {
        toml::Value::String(text) => Ok(text.clone()),
        toml::Value::Integer(_) | toml::Value::Float(_) => Ok(value.to_string()),
        _ if parameter_names().all(|name| name != key) => Ok(String::new()),
        _ => Err(EntryError::ValueType { name: name.to_owned(), key: key.to_owned() }),
    };
    let texts = match value {
        toml::Value::String(command) => vec![("command", command.clone())],
        toml::Value::Table(table) => table
            .iter()
            .map(|(key, value)| Ok((key.as_str(), text(key, value)?)))
            .collect::<Result<_, _>>()?,
        _ => return Err(EntryError::NotAnEntry(name.to_owned())),
    };
    Engine::new(name, texts.iter().map(|(key, text)| (*key, text.as_str())))
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "theme = \"dark\"\n[engines]\nmine = \"mine --gtp\" # quick\n\
                        [engines.slow]\ncommand = \"slow 'a b'\"\ntimeout = 120\n[keys]\nx = 1\n";

    fn resolved(text: &str) -> Result<String, String> {
        let engines = Engines::parse(FILE).expect("engines");
        let spec = text.parse::<BrainSpec>().expect("a spec");
        engines.resolve(&spec).map(|spec| spec.to_string()).map_err(|error| error.to_string())
    }

    #[test]
    fn names_are_resolved_to_commands() {
        for (given, expected) in [
            ("gtp:mine", "gtp:[mine --gtp]"),
            ("gtp:slow", "gtp:[slow 'a b'],timeout=120"),
            ("gtp:slow,timeout=3", "gtp:[slow 'a b'],timeout=3"),
            ("gtp:[no such --engine]", "gtp:[no such --engine]"),
            ("gtp:./mine", "gtp:./mine"),
            ("random", "random"),
        ] {
            assert_eq!(resolved(given).as_deref(), Ok(expected), "{given}");
        }
        assert!(
            resolved("gtp:slwo")
                .is_err_and(|error| error.contains("'slwo'") && error.contains("nearest: 'slow'"))
        );
        assert!(resolved("gtp").is_err_and(|error| error.contains("needs a command")));
    }

    #[test]
    fn engines_are_written_and_removed() {
        let folder = std::env::temp_dir().join(format!("stonefield-engines-{}", std::process::id()));
        let path = folder.join("stonefield.toml");
        let _ = std::fs::remove_dir_all(&folder);
        let engine =
            |name: &str, texts: &[(&str, &str)]| Engine::new(name, texts.iter().copied()).expect("an engine");
        let slow = engine("slow", &[("command", "slow 'a b'"), ("timeout", "2.5"), ("dir", "/opt")]);
        let mine = engine("mine", &[("command", "mine --gtp")]);
        assert_eq!(Engines::put(&path, None, &slow).expect("written").list().len(), 1);
        assert_eq!(Engines::put(&path, None, &mine).expect("written").list(), [slow.clone(), mine.clone()]);
        let text = read_text_limited(&path).expect("written");
        assert!(text.contains("mine = \"mine --gtp\"") && text.contains("timeout = 2.5"), "{text}");
        let quick = engine("quick", &[("command", "mine --gtp"), ("timeout", "120")]);
        let engines = Engines::put(&path, Some("mine"), &quick).expect("written");
        assert_eq!(engines.list(), [slow, quick.clone()], "in its place");
        assert_eq!(Engines::remove(&path, "slow").expect("written").list(), [quick]);
        let _ = std::fs::remove_dir_all(&folder);
        for (name, texts, message) in [
            ("a b", [("command", "x")], "'a b' is not a name"),
            ("x", [("command", "")], "the command is missing"),
            ("x", [("command", "a 'b")], "cannot have command"),
        ] {
            let error = Engine::new(name, texts).expect_err(message).to_string();
            assert!(error.contains(message) && !error.contains('\n'), "{error}");
        }
    }

    #[test]
    fn errors_name_the_line_of_a_bad_entry() {
        for (text, message) in [
            ("engines = 3", "line 1, column 11: engines: expected a table, found 3"),
            ("[engines]\nx = 3", "line 2, column 1: x must be a command line or a table"),
            ("[engines]\n\"a b\" = \"c\"", "line 2, column 1: 'a b' is not a name"),
            ("[engines]\nx = \"\"", "line 2, column 1: x: the command is missing"),
            ("[engines]\nx = \"a 'b\"", "line 2, column 1: x: the brain gtp cannot have command=a 'b"),
            ("[engines.x]\ncomand = \"a\"", "nearest: 'command'"),
            ("[engines.x]\ncommand = \"a\"\ntimeout = \"soon\"", "x: the brain gtp cannot have timeout=soon"),
            ("[engines", "line 1"),
        ] {
            let error = Engines::parse(text).expect_err(text).to_string();
            assert!(error.contains(message) && !error.contains('\n'), "{error}");
        }
        assert_eq!(Engines::parse("[keys]\nx = 1").map(|engines| engines.list().len()).ok(), Some(0));
    }
}
