//! Guard for the commands of a suite, which is untrusted. Without `--allow-programs` a suite starts no
//! programs and no searches without a reasonable bound. A suite writes files only below the folder of
//! `--output`.

use super::failure::Failure;
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::io;
use std::path::{Component, Path, PathBuf};
use stonefield_files::make_folder;
use stonefield_go::notation::gtp::{GtpRequest, Line, Splitter};
use stonefield_go::notation::{MAX_QUOTE_CHARS, excerpt};
use stonefield_go::{Color, Move, Size};
use stonefield_minds::engine::Program;
use stonefield_minds::{BrainSpec, Demand, Origin, SpecError, Trust};

/// Commands whose argument names a file to write: of GNU Go, Fuego, this program and others.
const WRITERS: [&str; 14] = [
    "printsgf",
    "savesgf",
    "save_sgf",
    "finish_sgftrace",
    "book_save_as",
    "autobook_save",
    "uct_savegames",
    "uct_savetree",
    "pachi-gentbook",
    "pachi-dumptbook",
    "gomill-savesgf",
    "dump_training",
    "dump_debug",
    "dump_supervised",
];

/// Commands that run an unchecked file of commands, or write to a file that an earlier command named.
const UNSEEN: [&str; 3] = ["exec", "sg_exec", "book_save"];

/// Commands whose argument names a file to read.
const READERS: [&str; 1] = ["loadsgf"];

/// Commands that write no file, whatever their arguments.
const HARMLESS: [&str; 3] = ["echo", "echo_err", "known_command"];

/// Largest board with a letter for each column. Minds are judged on it, because a suite may name its mind
/// before its board.
fn largest_board() -> Size {
    Size::square(25).unwrap_or(Size::LARGEST)
}

/// Reason why a command of a suite is not passed on to an engine.
#[derive(Debug, thiserror::Error)]
pub(super) enum GuardError {
    /// The command may write files that cannot be checked.
    #[error("'{0}' is not passed on: the files that it would write cannot be checked")]
    Unseen(String),
    /// A word of the command is a path out of the engine's folder.
    #[error("'{0}' is not passed on: a path in it leads out of the engine's folder")]
    LeadsOut(String),
    /// A word of the command may be the name of a file to write.
    #[error("'{name}' is not passed on: it may write the file '{word}' in the engine's folder")]
    MayWrite {
        name: String,
        /// The word that may be the name of a file.
        word: String,
    },
    /// The argument is not a mind.
    #[error(transparent)]
    Mind(#[from] SpecError),
    /// The suite is not allowed to use this mind.
    #[error("the suite {0}; --allow-programs allows it")]
    Demand(Demand),
    /// Engines read one word as the name of a file, but the path of the suite's folder has spaces.
    #[error("'{name}' is not passed on: engines read one word for a file, and '{}' has spaces; name the suite from within its folder", path.display())]
    Spaces {
        name: String,
        /// The path of the suite's folder.
        path: PathBuf,
    },
    /// The folder that the settings give a program cannot be written in a command.
    #[error(
        "'{0}' is not passed on: the folder that the settings give the program has a name that GTP cannot carry"
    )]
    Folder(String),
    /// There is no folder for written files.
    #[error("'{0}' is not written: a suite writes files only below the folder of --output")]
    NoFolder(String),
    /// The file exists and was not written in this run.
    #[error("'{0}' is not written: this file exists; --force lets suites replace it")]
    Exists(String),
    /// The file would be outside the folder for files.
    #[error("'{name}' is not written: it is not below {}", folder.display())]
    Outside {
        /// The name of the file, as the suite has it.
        name: String,
        /// The folder for files.
        folder: PathBuf,
    },
    /// The folder of the file cannot be created.
    #[error("'{name}' is not written: {source}")]
    Unmade {
        /// The name of the file, as the suite has it.
        name: String,
        source: io::Error,
    },
}

/// Rights of all suites of a run.
pub(super) struct SuiteRights {
    trust: Trust,
    /// Folder for written files, absolute and without links.
    output: Option<PathBuf>,
    /// True if existing files may be replaced.
    force: bool,
    /// Files that suites wrote in this run. They may be written again.
    written: RefCell<BTreeSet<PathBuf>>,
}

/// Checks and rewrites each command of a suite before an engine receives it.
pub(super) struct SuiteGuard<'a> {
    rights: &'a SuiteRights,
    /// Folder of the suite, relative to that of the engine or absolute; empty if both are the same.
    suite: PathBuf,
    /// Working folder of the engine; empty for the current one.
    engine: PathBuf,
}

impl SuiteRights {
    /// Rights to write files below `output`, which is created if missing. Without it, no files are written. A
    /// file that is not of this run is replaced only with `force`.
    pub(super) fn new(trust: Trust, output: Option<&Path>, force: bool) -> Result<Self, Failure> {
        let refused = |path: &Path, why: &dyn std::fmt::Display| {
            Failure::flag("--output", format!("{}: {why}", path.display()))
        };
        let folder = |path: &Path| {
            make_folder(path).and_then(|()| path.canonicalize()).map_err(|error| refused(path, &error))
        };
        let output = output.map(folder).transpose()?;
        // Most engines read one word as a file name, so they would write elsewhere.
        if let Some(path) = &output
            && path.to_str().is_none_or(|text| text.contains(char::is_whitespace))
        {
            return Err(refused(path, &"a path without spaces is needed, as engines read one word"));
        }
        Ok(Self { trust, output, force, written: RefCell::default() })
    }

    /// Guard for the suite in a file. The engine does not work in the suite's folder, because words of the
    /// engine's command line could name files there.
    ///
    /// # Errors
    /// If the current folder does not exist.
    pub(super) fn of_suite(&self, file: &Path, program: &Program) -> Result<SuiteGuard<'_>, Failure> {
        let refused = |error: io::Error| Failure::flag(&file.display().to_string(), error);
        let mut suite = file.parent().unwrap_or(Path::new("")).to_owned();
        if program.folder.is_some() {
            let file = std::path::absolute(file).map_err(refused)?;
            suite = file.parent().unwrap_or(Path::new("/")).to_owned();
        }
        Ok(SuiteGuard { rights: self, suite, engine: program.folder.clone().unwrap_or_default() })
    }
}

impl SuiteGuard<'_> {
    /// Returns the command for the engine: without number, control characters and comments, and with adjusted
    /// paths. Empty if `text` has no command.
    ///
    /// # Errors
    /// The reason why the command is not passed on, in one line.
    pub(super) fn pass(&self, text: &str) -> Result<String, GuardError> {
        let Some(GtpRequest { name, arguments, .. }) = read(text) else { return Ok(String::new()) };
        let arguments = match name.to_ascii_lowercase().as_str() {
            "stonefield-brain" if !arguments.is_empty() => self.mind(&arguments)?,
            writer if WRITERS.contains(&writer) && !arguments.is_empty() => self.file(&arguments)?,
            unseen if UNSEEN.contains(&unseen) => {
                return Err(GuardError::Unseen(name));
            }
            reader if READERS.contains(&reader) => self.beside(&name, &arguments)?,
            _ if arguments.split(' ').any(leads_out) => {
                return Err(GuardError::LeadsOut(name));
            }
            harmless if HARMLESS.contains(&harmless) => arguments,
            _ => match arguments.split(' ').find(|word| names_file(word) || self.is_file(word)) {
                Some(word) => return Err(GuardError::MayWrite { name, word: word.to_owned() }),
                None => arguments,
            },
        };
        Ok(format!("{name} {arguments}").trim_end().to_owned())
    }

    fn mind(&self, text: &str) -> Result<String, GuardError> {
        let spec: BrainSpec = text.parse()?;
        let admitted = self
            .rights
            .trust
            .admit(&spec.with_origin(Origin::File), largest_board())
            .map_err(GuardError::Demand)?;
        let Some(Program { folder: Some(folder), bound_to_folder: true, .. }) = Program::of(&admitted) else {
            return Ok(text.to_owned());
        };
        // The engine does not know the folder that the settings give the program, so the command names it.
        let unfit = || GuardError::Folder(excerpt(text, MAX_QUOTE_CHARS));
        let mut spec = admitted;
        spec.set_text("dir", folder.to_str().ok_or_else(unfit)?).map_err(|_| unfit())?;
        let line = spec.to_string();
        let parsed = read(&format!("stonefield-brain {line}")).map(|request| request.arguments);
        let means_the_same =
            parsed.is_some_and(|text| text.parse::<BrainSpec>().is_ok_and(|parsed| parsed == spec));
        if means_the_same { Ok(line) } else { Err(unfit()) }
    }

    /// Arguments of a command that reads a file, with the path changed to start in the engine's folder.
    fn beside(&self, name: &str, words: &str) -> Result<String, GuardError> {
        if words.is_empty() || self.suite == Path::new("") {
            return Ok(words.to_owned());
        }
        let path = self.suite.join(words);
        match path.to_str().filter(|_| !self.suite.to_string_lossy().contains(char::is_whitespace)) {
            Some(text) => Ok(text.to_owned()),
            None => Err(GuardError::Spaces { name: name.to_owned(), path: self.suite.clone() }),
        }
    }

    /// True if a word that is no number, colour or move names a file in the engine's folder.
    fn is_file(&self, word: &str) -> bool {
        let is_of_go =
            word.parse::<f64>().is_ok() || word.parse::<Color>().is_ok() || word.parse::<Move>().is_ok();
        !is_of_go && !word.is_empty() && self.engine.join(word).exists()
    }

    /// Path of a file to write, below the folder for files. Creates the folder of the file.
    fn file(&self, name: &str) -> Result<String, GuardError> {
        let Some(folder) = &self.rights.output else {
            return Err(GuardError::NoFolder(name.to_owned()));
        };
        let outside = || GuardError::Outside { name: name.to_owned(), folder: folder.clone() };
        let is_inside = |part| matches!(part, Component::Normal(_) | Component::CurDir);
        if name.contains(char::is_whitespace) || !Path::new(name).components().all(is_inside) {
            return Err(outside());
        }
        let path = folder.join(name);
        let parent = path.parent().ok_or_else(outside)?;
        make_folder(parent).map_err(|source| GuardError::Unmade { name: name.to_owned(), source })?;
        // A link may lead out of the folder.
        let within = parent.canonicalize().is_ok_and(|parent| parent.starts_with(folder));
        if !within || path.is_symlink() || path.is_dir() {
            return Err(outside());
        }
        let text = path.to_str().map(str::to_owned).ok_or_else(outside)?;
        let mut written = self.rights.written.borrow_mut();
        if !self.rights.force && path.exists() && !written.contains(&path) {
            return Err(GuardError::Exists(name.to_owned()));
        }
        written.insert(path);
        Ok(text)
    }
}

/// True if a word is a path out of the working folder.
fn leads_out(word: &str) -> bool {
    let path = Path::new(word);
    path.has_root() || word.starts_with('~') || path.components().any(|part| part == Component::ParentDir)
}

/// True if a word may be the name of a file: a path, or a name with an extension, but not a decimal number.
fn names_file(word: &str) -> bool {
    let ending = word.rsplit_once('.').is_some_and(|(_, end)| end.starts_with(|c: char| c.is_alphabetic()));
    (ending || word.contains(['/', '\\'])) && word.parse::<f64>().is_err()
}

/// Parses a command by the protocol, as engines do: control characters and comments are dropped.
fn read(text: &str) -> Option<GtpRequest> {
    let mut splitter = Splitter::default();
    let mut request = None;
    let mut receive = |line| {
        if let Line::Request(read) = line {
            request = Some(read);
        }
    };
    splitter.feed(text.as_bytes(), &mut receive);
    if let Some(line) = splitter.finish() {
        receive(line);
    }
    request
}

#[cfg(test)]
mod tests {
    use super::*;
    use stonefield_minds::engine::Engine;

    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Self {
            let path = std::env::temp_dir().join(format!("stonefield-guard-{name}-{}", std::process::id()));
            let _ = std::fs::remove_dir_all(&path);
            std::fs::create_dir_all(&path).expect("a folder");
            Self(path.canonicalize().expect("a folder"))
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }

    fn rights(output: Option<&Path>, force: bool) -> SuiteRights {
        SuiteRights::new(Trust::default(), output, force).unwrap_or_else(|_| panic!("rights"))
    }

    /// Guard of a suite in the current folder.
    fn guard(rights: &SuiteRights) -> SuiteGuard<'_> {
        rights.of_suite(Path::new("x.tst"), &Program::default()).unwrap_or_else(|_| panic!("a guard"))
    }

    #[test]
    fn no_spelling_of_a_command_starts_a_program() {
        let rights = rights(None, false);
        let guard = guard(&rights);
        for text in [
            "stonefield-brain gtp:[sh -c 'touch X']",
            "stonefield\u{7}-brain gtp:x",
            "\tStonefield-Brain\tgtp:x",
            "7 stonefield-brain gtp:x",
            "stonefield-brain mcts:playouts=1000001",
            "stonefield-brain mix:a=[mcts:time=61]",
        ] {
            let refused = guard.pass(text).expect_err(text).to_string();
            assert!(refused.contains("the suite asks for"), "{refused}");
        }
        for text in ["stonefield-brain", "stonefield-brain mcts:playouts=100", "genmove b", "printsgf"] {
            assert_eq!(guard.pass(text).ok().as_deref(), Some(text));
        }
        assert_eq!(guard.pass("gen\u{1}move  b # x").ok().as_deref(), Some("genmove b"));
    }

    #[test]
    fn files_are_written_below_the_folder_only() {
        let folder = Folder::new("files");
        let (none, some) = (rights(None, false), rights(Some(&folder.0), false));
        for text in ["printsgf x.sgf", "PrintSgf /elsewhere/x", "print\rsgf x", "finish_sgftrace x"] {
            assert!(guard(&none).pass(text).is_err_and(|why| why.to_string().contains("--output")), "{text}");
        }
        let below = guard(&some);
        for text in [
            "exec x.gtp",
            "book_save",
            "unknown_writer /elsewhere/x",
            "unknown_writer a/../../x",
            "other ~/x",
        ] {
            assert!(below.pass(text).is_err_and(|why| why.to_string().contains("not passed on")), "{text}");
        }
        let loaded = guard(&none).pass("loadsgf ../games/a.sgf 3");
        assert_eq!(loaded.ok().as_deref(), Some("loadsgf ../games/a.sgf 3"));
        let inside = folder.0.join("a/x.sgf");
        assert_eq!(below.pass("printsgf a/x.sgf").ok(), Some(format!("printsgf {}", inside.display())));
        for text in
            ["printsgf ../x", "printsgf /elsewhere/x", "printsgf a/../../x", "printsgf a b", "printsgf a"]
        {
            assert!(below.pass(text).is_err_and(|why| why.to_string().contains("not below")), "{text}");
        }
        // A file of the user is kept. A file of this run may be written again.
        std::fs::write(folder.0.join("mine"), "kept").expect("writable");
        assert!(below.pass("printsgf mine").is_err_and(|why| why.to_string().contains("--force")));
        std::fs::write(&inside, "written").expect("writable");
        assert!(below.pass("printsgf a/x.sgf").is_ok());
        assert!(guard(&rights(Some(&folder.0), true)).pass("printsgf mine").is_ok());
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink("/usr", folder.0.join("out")).expect("a link");
            std::os::unix::fs::symlink("/elsewhere/x", folder.0.join("link.sgf")).expect("a link");
            for text in ["printsgf out/x", "printsgf link.sgf"] {
                assert!(below.pass(text).is_err_and(|why| why.to_string().contains("not below")), "{text}");
            }
        }
    }

    /// Files beside the suite get a path that starts in the engine's folder.
    #[test]
    fn games_are_found_beside_the_suite() {
        let rights = rights(None, false);
        let guard = |suite: &str, program: &Program| {
            let guard = rights.of_suite(Path::new(suite), program).unwrap_or_else(|_| panic!("a guard"));
            move |text: &str| guard.pass(text).map_err(|error| error.to_string())
        };
        let here = Program::default();
        let there = Program { folder: Some("/opt/engine".into()), ..Program::default() };
        for (suite, program, text, meant) in [
            ("x.tst", &here, "loadsgf games/a.sgf 3", "loadsgf games/a.sgf 3"),
            ("a/x.tst", &here, "loadsgf games/a.sgf 3", "loadsgf a/games/a.sgf 3"),
            ("a/x.tst", &here, "loadsgf ../a.sgf", "loadsgf a/../a.sgf"),
            ("a/x.tst", &here, "loadsgf /b/a.sgf", "loadsgf /b/a.sgf"),
            ("/s/x.tst", &there, "loadsgf a.sgf 3", "loadsgf /s/a.sgf 3"),
        ] {
            assert_eq!(guard(suite, program)(text).as_deref(), Ok(meant), "{suite}");
        }
        let result = guard("a b/x.tst", &here)("loadsgf a.sgf").expect_err("a path of two words");
        assert!(result.contains("'a b' has spaces"), "{result}");
    }

    /// An unknown command must not name a file in the engine's folder.
    #[test]
    fn files_of_the_engines_folder_are_not_replaced() {
        let folder = Folder::new("engine");
        std::fs::write(folder.0.join("Makefile"), "all:").expect("a file");
        let rights = rights(None, false);
        let program = Program { folder: Some(folder.0.clone()), ..Program::default() };
        let guard = rights.of_suite(Path::new("x.tst"), &program).unwrap_or_else(|_| panic!("a guard"));
        assert!(guard.pass("unknown_writer Makefile").is_err_and(|why| why.to_string().contains("Makefile")));
        for text in ["unknown_writer Makefiles", "genmove b", "play white C3", "komi 0.5"] {
            assert!(guard.pass(text).is_ok(), "{text}");
        }
    }

    /// A program of the settings works in its own folder, not in that of the engine which starts it.
    #[test]
    fn a_trusted_program_is_named_with_its_folder() {
        let rights_trusting = |folder: &str| {
            let engine = Engine::new("mine", [("command", "sh engine.sh")]).expect("an engine");
            let trust = Trust::new(
                vec![engine.bound_to_folder_of(&Path::new(folder).join("stonefield.toml")).spec],
                1,
                false,
            );
            SuiteRights::new(trust, None, false).unwrap_or_else(|_| panic!("rights"))
        };
        let rights = rights_trusting("/srv/me");
        let result = guard(&rights).pass("stonefield-brain gtp:[sh engine.sh]");
        assert_eq!(result.ok().as_deref(), Some("stonefield-brain gtp:[sh engine.sh],dir=/srv/me"));
        assert!(guard(&rights).pass("stonefield-brain gtp:[sh other.sh]").is_err());
        for folder in ["/srv/m#e", "/srv/m]e", "/srv/m\u{7}e"] {
            let rights = rights_trusting(folder);
            let result = guard(&rights).pass("stonefield-brain gtp:[sh engine.sh]");
            assert!(result.is_err_and(|why| why.to_string().contains("GTP cannot carry")), "{folder}");
        }
    }
}
