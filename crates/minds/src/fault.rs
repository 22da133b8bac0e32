//! What can go wrong with an engine, in one plain line that names it and its last words.

use std::path::PathBuf;
use stonefield_go::{Move, PlayError, Size};

/// An engine, what went wrong with it, and what it said last.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{engine} {trouble}{}", words.as_ref().map(|words| format!("; its last words: '{words}'")).unwrap_or_default())]
pub struct Fault {
    /// Its name, or that of its program.
    pub engine: String,
    /// What went wrong.
    pub trouble: Trouble,
    /// The last it said on stderr, or else on stdout.
    pub words: Option<String>,
}

/// What can go wrong with an engine.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Trouble {
    /// Nothing to start.
    #[error("cannot be started: no command is given, as in gtp:[gnugo --mode gtp]")]
    NoCommand,
    /// No such program.
    #[error("cannot be started: there is no program '{0}'")]
    NotFound(String),
    /// A file that is not a program, or not for this user.
    #[error("cannot be started: no permission to run '{0}'")]
    NotAllowed(String),
    /// Any other refusal of the system.
    #[error("cannot be started: '{0}': {1}")]
    NotStarted(String, String),
    /// No thread for what is said.
    #[error("cannot be started: '{0}': there is no thread to talk to it: {1}")]
    NoThread(String, String),
    /// No such working folder.
    #[error("cannot be started: there is no folder {}", .0.display())]
    NoFolder(PathBuf),
    /// The program ended before it answered.
    #[error("ended {ending} when an answer to '{command}' was expected")]
    Ended {
        /// What it had been told.
        command: String,
        /// How it ended, in words.
        ending: String,
    },
    /// It runs, but says nothing any more.
    #[error("closed its output when an answer to '{0}' was expected")]
    Closed(String),
    /// It runs, but hears nothing any more.
    #[error("closed its input when it was told '{0}'")]
    Deaf(String),
    /// The program gave no answer in time.
    #[error("gave no answer to '{command}' within {seconds} s")]
    Silent {
        /// What it had been told.
        command: String,
        /// How long it had, in seconds.
        seconds: f64,
    },
    /// It does not read what it is told.
    #[error("did not read '{command}' within {seconds} s")]
    Unread {
        /// What it had been told.
        command: String,
        /// How long it had, in seconds.
        seconds: f64,
    },
    /// An answer that goes on for too long.
    #[error("was still answering '{command}' after {lasted:.1} s: the limit for a whole answer is {limit} s")]
    TooLong {
        /// What it had been told.
        command: String,
        /// How long it had taken by then, in seconds.
        lasted: f64,
        /// How long it had, in seconds.
        limit: f64,
    },
    /// Something that is not an answer.
    #[error("said '{line}' when an answer to '{command}' was expected, which begins with = or ?")]
    Garbage {
        /// What it had been told.
        command: String,
        /// What it said.
        line: String,
    },
    /// An answer to something else.
    #[error("answered '{command}' with {}: number {expected} was expected", got.map_or_else(|| "no number".to_owned(), |id| format!("number {id}")))]
    WrongId {
        /// What it had been told.
        command: String,
        /// The number it gave.
        got: Option<u32>,
        /// The number it was given.
        expected: u32,
    },
    /// An answer that does not end.
    #[error("answers '{0}' without end")]
    Endless(String),
    /// `?` to a command that it must be able to carry out.
    #[error("refused '{command}': {}", if text.is_empty() { "it did not say why" } else { text })]
    Refused {
        /// What it had been told.
        command: String,
        /// What it said.
        text: String,
    },
    /// An answer to `genmove` that is none.
    #[error("answered '{command}' with '{text}': a point, pass or resign was expected")]
    NoMove {
        /// What it had been told.
        command: String,
        /// What it said.
        text: String,
    },
    /// A move against the law.
    #[error("chose {action}, a legal move was expected: {why}")]
    Illegal {
        /// The move that the program chose.
        action: Move,
        /// The law it breaks.
        why: PlayError,
    },
    /// A board it cannot have.
    #[error("plays on square boards only, and this one is {0}")]
    NotSquare(Size),
}

impl Trouble {
    /// Whether what the engine said last is told already, or has nothing to do with it.
    pub(super) const fn says_enough(&self) -> bool {
        matches!(
            self,
            Self::Garbage { .. }
                | Self::WrongId { .. }
                | Self::Refused { .. }
                | Self::NoMove { .. }
                | Self::Illegal { .. }
                | Self::NotSquare(_)
        )
    }
}
