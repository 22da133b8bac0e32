//! Engines by name, as the settings file keeps them.
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
//! Such an engine works in the folder of the settings file, wherever the user is.

use super::EngineParams;
use crate::{BrainSpec, Origin, SpecError};
use std::io;
use std::path::{Path, PathBuf};
use stonefield_files::{
    EntryValue, SettingsError, WriteError, read_settings, read_text_limited, save_entry, usual_settings,
};
use stonefield_go::notation::{REPEATED, excerpt, shortened, suggestion};
use stonefield_search::Value;
use toml::de::DeValue;

/// An engine that has a name.
#[derive(Clone, Debug, PartialEq)]
pub struct Engine {
    /// The name.
    pub name: String,
    /// The mind with its command and all that goes with it.
    pub spec: BrainSpec,
}

/// Where they stand in the settings file.
const TABLE: &str = "engines";

/// The engines that have names, in the order of the file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Engines {
    engines: Vec<Engine>,
    /// Where they are kept.
    file: Option<PathBuf>,
}

/// Why there are no engines, or not this one.
#[derive(Debug, thiserror::Error)]
pub enum EnginesError {
    /// The file cannot be read.
    #[error("cannot read the settings {}: {source}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The file cannot be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// The file can be read, but not understood.
    #[error("in the settings{}, line {line}: {message}", file(path.as_ref()))]
    Settings {
        /// The file, if the text came from one.
        path: Option<PathBuf>,
        /// The line at fault, from 1.
        line: usize,
        /// What is wrong there.
        message: String,
    },
    /// A command that is neither a name nor a program.
    #[error("there is neither an engine '{given}' in the settings{} nor a program of that name{near}", file(path.as_ref()))]
    Unknown {
        /// What was given.
        given: String,
        /// The file, if there is a place for one.
        path: Option<PathBuf>,
        /// The nearest name, in words.
        near: String,
    },
    /// No command at all.
    #[error("the brain gtp needs a command, as in gtp:[gnugo --mode gtp]")]
    Nothing,
}

/// Why an entry is not an engine.
#[derive(Debug, thiserror::Error)]
pub enum EntryError {
    /// What it is called cannot be a name.
    #[error("'{0}' is not a name for an engine: letters, digits and - _ . +")]
    Name(String),
    /// A value that its parameter does not allow.
    #[error("{0}: {1}")]
    Value(String, SpecError),
    /// An engine has no such parameter.
    #[error("{name}: an engine has no '{key}', it has {all}{near}", all = keys().collect::<Vec<_>>().join(", "), near = suggestion(key, keys()))]
    Key {
        /// The name of the entry.
        name: String,
        /// What was given.
        key: String,
    },
    /// A list or a switch.
    #[error("{name}: {key} must be a text or a number")]
    Kind {
        /// The name of the entry.
        name: String,
        /// What it was given for.
        key: String,
    },
    /// Neither of the two forms.
    #[error("{0} must be a command line or a table")]
    Form(String),
    /// Nothing to start.
    #[error("{0}: the command is missing")]
    NoCommand(String),
}

/// What can be said of an engine.
fn keys() -> impl Iterator<Item = &'static str> {
    super::INFO.params.iter().map(|param| param.name)
}

fn file(path: Option<&PathBuf>) -> String {
    path.map(|path| format!(" {}", path.display())).unwrap_or_default()
}

impl Engines {
    /// Reads the engines of the given settings file, or of the usual one, which need not exist.
    ///
    /// # Errors
    /// When a file that was given cannot be read, or any is not understood.
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
                let engines = engines.into_iter().map(|engine| engine.kept_in(&path)).collect();
                Ok(Self { engines, file: Some(path) })
            }
            Err(EnginesError::Settings { line, message, .. }) => {
                Err(EnginesError::Settings { path: Some(path), line, message })
            }
            Err(error) => Err(error),
        }
    }

    /// Reads the `[engines]` of a settings text; whatever else stands in it is not looked at.
    ///
    /// # Errors
    /// When the text is no TOML, or an entry no engine.
    pub fn parse(text: &str) -> Result<Self, EnginesError> {
        let refused = |error: SettingsError| EnginesError::Settings {
            path: None,
            line: error.line,
            message: shortened(&error.message, &[text]),
        };
        let refused_at = |offset, message| refused(SettingsError::at(text, offset, message));
        let table = read_settings(text).map_err(refused)?;
        let Some((key, value)) = table.iter().find(|(name, _)| name.get_ref().as_ref() == TABLE) else {
            return Ok(Self::default());
        };
        let Some(entries) = value.get_ref().as_table() else {
            return Err(refused_at(key.span().start, "engines must be a table: [engines]".to_owned()));
        };
        let mut engines = Vec::new();
        for (name, value) in entries {
            let engine = engine(name.get_ref(), value.get_ref());
            engines.push(engine.map_err(|error| refused_at(name.span().start, error.to_string()))?);
        }
        Ok(Self { engines, file: None })
    }

    /// Puts an engine into a settings file, which is made where there is none: in the place of the one of the name `old`, or as a new one. Comments and
    /// all else in the file stay as they are. Returns the engines that are in it then.
    ///
    /// # Errors
    /// When the file cannot be read, written or understood; it stays as it was.
    pub fn put(path: &Path, old: Option<&str>, engine: &Engine) -> Result<Self, EnginesError> {
        save_entry(path, TABLE, old, Some((&engine.name, &engine.values())))?;
        Self::load(Some(path))
    }

    /// Takes an engine out of a settings file. Returns those that are left.
    ///
    /// # Errors
    /// As [`Engines::put`].
    pub fn remove(path: &Path, name: &str) -> Result<Self, EnginesError> {
        save_entry(path, TABLE, Some(name), None)?;
        Self::load(Some(path))
    }

    /// The engines, in the order of the file.
    #[must_use]
    pub fn list(&self) -> &[Engine] {
        &self.engines
    }

    /// A mind as it is meant: a `gtp` whose command is a name here gets the command, and what else goes with it, from the settings. Other
    /// minds come back as they are.
    ///
    /// # Errors
    /// When a `gtp` has no command, or one word that is neither a name nor a program.
    pub fn resolve(&self, spec: &BrainSpec) -> Result<BrainSpec, EnginesError> {
        if spec.name() != super::INFO.name {
            return Ok(spec.clone());
        }
        let command = spec.read::<EngineParams>().command;
        if command.is_empty() {
            return Err(EnginesError::Nothing);
        }
        if let Some(engine) = self.engines.iter().find(|engine| engine.name == command) {
            let mut meant = engine.spec.clone();
            // What was said of it here counts more than what the settings say.
            for (param, value) in spec
                .params()
                .filter(|(param, value)| Some(param.name) != super::INFO.main && **value != param.default())
            {
                meant.set(param.name, value.clone()).map_err(|_| EnginesError::Nothing)?;
            }
            return Ok(meant);
        }
        let is_word = !command.contains(|c: char| c.is_whitespace() || "/\\'\"".contains(c));
        if is_word && !is_program(&command) {
            let near = suggestion(&command, self.engines.iter().map(|engine| engine.name.as_str()));
            return Err(EnginesError::Unknown {
                given: excerpt(&command, REPEATED),
                path: self.file.clone(),
                near,
            });
        }
        Ok(spec.clone())
    }
}

/// A page starts no programs.
#[cfg(target_family = "wasm")]
const fn is_program(_: &str) -> bool {
    false
}

/// Whether one of the folders where the system looks for programs holds a file of this name.
#[cfg(not(target_family = "wasm"))]
fn is_program(name: &str) -> bool {
    let names = [name.to_owned(), format!("{name}{}", std::env::consts::EXE_SUFFIX)];
    let folders = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&folders).any(|folder| names.iter().any(|name| folder.join(name).is_file()))
}

impl Engine {
    /// An engine from its name and the texts of its parameters.
    ///
    /// # Errors
    /// When the name or a value cannot be, or the command is missing.
    pub fn new<'t>(
        name: &str,
        texts: impl IntoIterator<Item = (&'t str, &'t str)>,
    ) -> Result<Self, EntryError> {
        let is_name = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || "-_.+".contains(c));
        if !is_name {
            return Err(EntryError::Name(name.to_owned()));
        }
        let refused = |error| EntryError::Value(name.to_owned(), error);
        let mut spec = BrainSpec::named(super::INFO.name).map_err(refused)?;
        for (key, text) in texts {
            if !keys().any(|known| known == key) {
                return Err(EntryError::Key { name: name.to_owned(), key: key.to_owned() });
            }
            spec.set_text(key, text).map_err(refused)?;
        }
        if spec.read::<EngineParams>().command.is_empty() {
            return Err(EntryError::NoCommand(name.to_owned()));
        }
        Ok(Self { name: name.to_owned(), spec: spec.named_by(Origin::Settings) })
    }

    /// The engine as one of this settings file: it works in the folder of the file, or in the folder that
    /// `dir` names from there. So no word of its
    /// command means another file where the user, a record or a suite is.
    #[must_use]
    pub fn kept_in(self, file: &Path) -> Self {
        let file = std::path::absolute(file).ok();
        match file.as_deref().and_then(Path::parent) {
            Some(folder) => Self { spec: self.spec.placed_in(folder), ..self },
            None => self,
        }
    }

    /// Its parameters as a settings file holds them, the command first.
    fn values(&self) -> Vec<EntryValue> {
        let value = |value: &Value| -> toml_edit::Value {
            match value {
                Value::Int(number) => (*number).into(),
                // Whole numbers stand as such.
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
        params.map(|(param, held)| (param.name, value(held), *held == param.default())).collect()
    }
}

fn engine(name: &str, value: &DeValue<'_>) -> Result<Engine, EntryError> {
    match value {
        DeValue::String(command) => Engine::new(name, [("command", command.as_ref())]),
        DeValue::Table(table) => {
            let texts = table.iter().map(|(key, value)| {
                let key = key.get_ref().as_ref();
                match value.get_ref() {
                    DeValue::String(text) => Ok((key, text.as_ref())),
                    DeValue::Integer(number) => Ok((key, number.as_str())),
                    DeValue::Float(number) => Ok((key, number.as_str())),
                    _ if keys().all(|known| known != key) => Ok((key, "")),
                    _ => Err(EntryError::Kind { name: name.to_owned(), key: key.to_owned() }),
                }
            });
            Engine::new(name, texts.collect::<Result<Vec<_>, _>>()?)
        }
        _ => Err(EntryError::Form(name.to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "theme = \"dark\"\n[engines]\nmine = \"mine --gtp\" # quick\n\
                        [engines.slow]\ncommand = \"slow 'a b'\"\ntimeout = 120\n[keys]\nx = 1\n";

    fn resolved(given: &str) -> Result<String, String> {
        let engines = Engines::parse(FILE).expect("engines");
        let spec = given.parse::<BrainSpec>().expect("a spec");
        engines.resolve(&spec).map(|spec| spec.to_string()).map_err(|error| error.to_string())
    }

    #[test]
    fn names_stand_for_commands() {
        for (given, meant) in [
            ("gtp:mine", "gtp:[mine --gtp]"),
            ("gtp:slow", "gtp:[slow 'a b'],timeout=120"),
            ("gtp:slow,timeout=3", "gtp:[slow 'a b'],timeout=3"),
            ("gtp:[no such --engine]", "gtp:[no such --engine]"),
            ("gtp:./mine", "gtp:./mine"),
            ("random", "random"),
        ] {
            assert_eq!(resolved(given).as_deref(), Ok(meant), "{given}");
        }
        assert!(
            resolved("gtp:slwo")
                .is_err_and(|error| error.contains("'slwo'") && error.contains("nearest: 'slow'"))
        );
        assert!(resolved("gtp").is_err_and(|error| error.contains("needs a command")));
    }

    #[test]
    fn engines_are_put_into_the_file_and_taken_out() {
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
        let other = engine("quick", &[("command", "mine --gtp"), ("timeout", "120")]);
        let engines = Engines::put(&path, Some("mine"), &other).expect("written");
        assert_eq!(engines.list(), [slow, other.clone()], "in its place");
        assert_eq!(Engines::remove(&path, "slow").expect("written").list(), [other]);
        let _ = std::fs::remove_dir_all(&folder);
        for (name, texts, told) in [
            ("a b", [("command", "x")], "'a b' is not a name"),
            ("x", [("command", "")], "the command is missing"),
            ("x", [("command", "a 'b")], "cannot have command"),
        ] {
            let error = Engine::new(name, texts).expect_err(told).to_string();
            assert!(error.contains(told) && !error.contains('\n'), "{error}");
        }
    }

    #[test]
    fn a_bad_entry_is_told_with_its_line() {
        for (text, told) in [
            ("engines = 3", "line 1: engines must be a table"),
            ("[engines]\nx = 3", "line 2: x must be a command line or a table"),
            ("[engines]\n\"a b\" = \"c\"", "line 2: 'a b' is not a name"),
            ("[engines]\nx = \"\"", "line 2: x: the command is missing"),
            ("[engines]\nx = \"a 'b\"", "line 2: x: the brain gtp cannot have command=a 'b"),
            ("[engines.x]\ncomand = \"a\"", "nearest: 'command'"),
            ("[engines.x]\ncommand = \"a\"\ntimeout = \"soon\"", "x: the brain gtp cannot have timeout=soon"),
            ("[engines", "line 1"),
        ] {
            let error = Engines::parse(text).expect_err(text).to_string();
            assert!(error.contains(told) && !error.contains('\n'), "{error}");
        }
        assert_eq!(Engines::parse("[keys]\nx = 1").map(|engines| engines.list().len()).ok(), Some(0));
    }
}
