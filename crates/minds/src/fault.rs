//! Faults of an engine. Each message is one line that names the engine and quotes its last output.

use std::path::PathBuf;
use stonefield_go::{Move, PlayError, Size};

/// A fault of an engine, with its name and its last output.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{engine} {error}{}", last_output.as_ref().map(|line| format!("; its last words: '{line}'")).unwrap_or_default())]
pub struct Fault {
    /// Name of the engine, or of its program.
    pub engine: String,
    /// Kind of fault.
    pub error: EngineError,
    /// Last line of the engine's output: on stderr, or else on stdout unless `error` is complete without it.
    pub last_output: Option<String>,
}

/// Kind of fault of an engine.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum EngineError {
    /// No command is given.
    #[error("cannot be started: no command is given, as in gtp:[gnugo --mode gtp]")]
    NoCommand,
    /// The program does not exist.
    #[error("cannot be started: there is no program '{0}'")]
    NotFound(String),
    /// The file is not executable for this user.
    #[error("cannot be started: no permission to run '{0}'")]
    NoPermission(String),
    /// The system gives any other error at the start, or has no thread for a pipe. Holds the program and the
    /// message.
    #[error("cannot be started: '{0}': {1}")]
    NotStarted(String, String),
    /// The working folder does not exist.
    #[error("cannot be started: there is no folder {}", .0.display())]
    NoFolder(PathBuf),
    /// The program ended before it replied.
    #[error("ended {ending} when an answer to '{command}' was expected")]
    Ended {
        /// Command that was sent.
        command: String,
        /// Exit status or signal, in words.
        ending: String,
    },
    /// The program runs, but has closed its output. Holds the command.
    #[error("closed its output when an answer to '{0}' was expected")]
    ClosedOutput(String),
    /// The program runs, but has closed its input. Holds the command.
    #[error("closed its input when it was told '{0}'")]
    ClosedInput(String),
    /// The program gave no reply, or no further part of one, within the time limit.
    #[error("gave no answer to '{command}' within {seconds} s")]
    NoReply {
        /// Command that was sent.
        command: String,
        /// Time limit, in seconds.
        seconds: f64,
    },
    /// The program did not read its input within the time limit.
    #[error("did not read '{command}' within {seconds} s")]
    UnreadInput {
        /// Command that was sent.
        command: String,
        /// Time limit, in seconds.
        seconds: f64,
    },
    /// The reply was not complete within the time limit for a whole reply.
    #[error("was still answering '{command}' after {lasted:.1} s: the limit for a whole answer is {limit} s")]
    TooSlow {
        /// Command that was sent.
        command: String,
        /// Time since the command, in seconds.
        lasted: f64,
        /// Time limit, in seconds.
        limit: f64,
    },
    /// The program wrote a line that does not begin a reply.
    #[error("said '{line}' when an answer to '{command}' was expected, which begins with = or ?")]
    NotAReply {
        /// Command that was sent.
        command: String,
        /// Line of output.
        line: String,
    },
    /// The reply has the number of another command.
    #[error("answered '{command}' with {}: number {expected} was expected", received.map_or_else(|| "no number".to_owned(), |id| format!("number {id}")))]
    WrongId {
        /// Command that was sent.
        command: String,
        /// Number of the reply, if any.
        received: Option<u32>,
        /// Number of the command.
        expected: u32,
    },
    /// The reply is longer than the size limit. Holds the command.
    #[error("answers '{0}' without end")]
    ReplyTooLong(String),
    /// The program has refused a required command, with `?`.
    #[error("refused '{command}': {}", if text.is_empty() { "it did not say why" } else { text })]
    Refused {
        /// Command that was sent.
        command: String,
        /// Text of the reply.
        text: String,
    },
    /// The reply to `genmove` is not a move.
    #[error("answered '{command}' with '{text}': a point, pass or resign was expected")]
    NoMove {
        /// Command that was sent.
        command: String,
        /// Text of the reply.
        text: String,
    },
    /// The chosen move is illegal.
    #[error("chose {action}, a legal move was expected: {reason}")]
    Illegal {
        /// Move that the program chose.
        action: Move,
        /// Rule that the move breaks.
        reason: PlayError,
    },
    /// The board is not square, and the program supports square boards only.
    #[error("plays on square boards only, and this one is {0}")]
    NotSquare(Size),
}

impl EngineError {
    /// Returns true if the message is complete without the last line of output: the message quotes it, or
    /// the line does not explain the fault.
    pub(super) const fn needs_no_last_output(&self) -> bool {
        matches!(
            self,
            Self::NotAReply { .. }
                | Self::WrongId { .. }
                | Self::Refused { .. }
                | Self::NoMove { .. }
                | Self::Illegal { .. }
                | Self::NotSquare(_)
        )
    }
}
