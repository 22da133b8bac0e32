//! Exit code of a command.

use super::door::{OutputKind, say, stdout};
use super::failure::Failure;
use std::ffi::OsString;
use std::io::Write;
use std::process::ExitCode;
use stonefield_go::notation::shortened;

/// Writes the message of a failure to stderr, or a help text to stdout, and returns the exit code. After a
/// signal, ends the program instead.
pub(super) fn exit_code(result: Result<(), Failure>, args: &[OsString]) -> ExitCode {
    match result {
        Ok(()) | Err(Failure::Closed) => ExitCode::SUCCESS,
        Err(Failure::Reported) => ExitCode::from(1),
        Err(Failure::Signal(signal)) => signal.end_program(),
        Err(Failure::Bad(line)) => {
            // In the message, long arguments are shortened, and line breaks are escaped.
            let args: Vec<_> = args.iter().map(|arg| arg.to_string_lossy()).collect();
            let line = shortened(&line, &args.iter().map(AsRef::as_ref).collect::<Vec<_>>());
            say(line);
            ExitCode::from(2)
        }
        Err(Failure::Help(text)) => {
            match stdout(OutputKind::Text).write_all(text.as_bytes()).map_err(Failure::from) {
                Err(failure @ Failure::Bad(_)) => exit_code(Err(failure), args),
                _ => ExitCode::SUCCESS,
            }
        }
    }
}
