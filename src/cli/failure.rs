//! How a command ends when it does not end well, in one line.

use super::Cli;
use super::door::{Kind, stderr, stdout};
use crate::brain::engine::Signal;
use crate::lab::RecordError;
use crate::notation::shortened;
use crate::notation::suggestion;
use clap::CommandFactory;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use std::error::Error as _;
use std::ffi::OsString;
use std::io::Write;
use std::process::ExitCode;

/// Why a command ended before its end.
#[derive(Debug)]
pub(super) enum Failure {
    /// It ran, and what it looked at is wrong; it has said so.
    Found,
    /// It could not run: one line that says why.
    Bad(String),
    /// Text to show instead, as asked for with `--help` or `--version`.
    Help(String),
    /// Nobody reads its results any more, which is fine.
    Closed,
    /// A signal asked for its end, and it has written what it had.
    Signal(Signal),
}

impl Failure {
    /// A refusal of a flag: its name, then what is wrong with what it was given.
    pub(super) fn flag(name: &str, why: impl std::fmt::Display) -> Self {
        Self::Bad(format!("{name}: {why}"))
    }
}

impl From<std::io::Error> for Failure {
    /// Of writing to stdout, where the system refuses it; any other says itself what it is of.
    fn from(error: std::io::Error) -> Self {
        match error.kind() {
            std::io::ErrorKind::BrokenPipe => Self::Closed,
            _ if error.get_ref().is_some() => Self::Bad(error.to_string()),
            _ => Self::Bad(format!("cannot write to stdout: {error}")),
        }
    }
}

impl From<RecordError> for Failure {
    fn from(error: RecordError) -> Self {
        match error {
            RecordError::NoGame { .. } => Self::flag("--game", error),
            _ => Self::Bad(error.to_string()),
        }
    }
}

/// The exit code, after saying on stderr what there is to say.
pub(super) fn exit_code(result: Result<(), Failure>, args: &[OsString]) -> ExitCode {
    match result {
        Ok(()) | Err(Failure::Closed) => ExitCode::SUCCESS,
        Err(Failure::Found) => ExitCode::from(1),
        Err(Failure::Signal(signal)) => signal.end_program(),
        Err(Failure::Bad(line)) => {
            // Anything typed may hold line breaks; a refusal shows them and stays one line.
            let args: Vec<_> = args.iter().map(|arg| arg.to_string_lossy()).collect();
            let line = shortened(&line, &args.iter().map(AsRef::as_ref).collect::<Vec<_>>());
            // A closed stderr leaves nobody to tell.
            let _ = writeln!(stderr(), "stonefield: {line}");
            ExitCode::from(2)
        }
        Err(Failure::Help(text)) => {
            match stdout(Kind::Text).write_all(text.as_bytes()).map_err(Failure::from) {
                Err(failure @ Failure::Bad(_)) => exit_code(Err(failure), args),
                _ => ExitCode::SUCCESS,
            }
        }
    }
}

/// The parser's complaint as one plain line.
pub(super) fn of_clap(error: &clap::Error, args: &[OsString]) -> Failure {
    let text = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => text.clone(),
        Some(ContextValue::Strings(texts)) => texts.join(", "),
        _ => String::new(),
    };
    let arg = || flag_name(&text(ContextKind::InvalidArg)).to_owned();
    let value = || text(ContextKind::InvalidValue);
    Failure::Bad(match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
            return Failure::Help(error.render().to_string());
        }
        ErrorKind::ValueValidation if text(ContextKind::InvalidArg).contains(super::sgf::FILE) => {
            no_command(&value(), args)
        }
        ErrorKind::ValueValidation => {
            let why =
                error.source().map_or_else(|| format!("'{}' is not allowed", value()), ToString::to_string);
            format!("{}: {why}", arg())
        }
        ErrorKind::InvalidValue if value().is_empty() => format!("{}: a value is missing", arg()),
        ErrorKind::InvalidValue => {
            let allowed = match error.get(ContextKind::ValidValue) {
                Some(ContextValue::Strings(allowed)) => allowed.clone(),
                _ => Vec::new(),
            };
            let near = suggestion(&value(), allowed.iter().map(String::as_str));
            format!("{}: '{}' is none of {}{near}", arg(), value(), allowed.join(", "))
        }
        ErrorKind::UnknownArgument | ErrorKind::InvalidSubcommand => {
            let given = match error.kind() {
                ErrorKind::InvalidSubcommand => text(ContextKind::InvalidSubcommand),
                _ => text(ContextKind::InvalidArg),
            };
            unknown(&given, args)
        }
        ErrorKind::MissingSubcommand | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            let mut cli = Cli::command();
            cli.build();
            let command = deepest(&cli, args).unwrap_or(&cli);
            let names: Vec<_> = command.get_subcommands().map(clap::Command::get_name).collect();
            format!("{} needs one of {}", command.get_name(), names.join(", "))
        }
        ErrorKind::MissingRequiredArgument => missing(error.get(ContextKind::InvalidArg)),
        ErrorKind::ArgumentConflict => {
            let (prior, arg) = (flag_name(&text(ContextKind::PriorArg)).to_owned(), arg());
            // The parser names no flag, or a command for one, when flags stand before a command.
            let flags: Vec<_> = [&arg, &prior].into_iter().filter(|name| name.starts_with('-')).collect();
            let with_record =
                [&arg, &prior].into_iter().any(|name| name.contains("FILE") && !name.starts_with('-'));
            match flags[..] {
                [flag] if with_record => {
                    format!("{flag} is for a new game: what a record's game is, the record says")
                }
                [one, other] if one == other => format!("{one} is given twice"),
                [one, other] => format!("{one} and {other} cannot be given together"),
                [one] => format!("{one} stands before the command: flags come after it"),
                _ => "flags stand before the command: they come after it".to_owned(),
            }
        }
        ErrorKind::TooManyValues | ErrorKind::TooFewValues | ErrorKind::WrongNumberOfValues => {
            format!("{}: '{}' is too much or too little", arg(), value())
        }
        ErrorKind::InvalidUtf8 => "an argument is not UTF-8 text".to_owned(),
        kind => kind.as_str().unwrap_or("the arguments make no sense").to_owned(),
    })
}

/// All that is missing: `<FILE> and <POINT> are missing`.
fn missing(args: Option<&ContextValue>) -> String {
    let names: Vec<&str> = match args {
        Some(ContextValue::Strings(texts)) => texts.iter().map(|text| flag_name(text)).collect(),
        Some(ContextValue::String(text)) => vec![flag_name(text)],
        _ => Vec::new(),
    };
    match names[..] {
        [] => "an argument is missing".to_owned(),
        [one] => format!("{one} is missing"),
        [ref others @ .., last] => format!("{} and {last} are missing", others.join(", ")),
    }
}

/// `--size` of `--size <N|WxH>`.
fn flag_name(text: &str) -> &str {
    text.split([' ', '=']).next().unwrap_or(text)
}

/// The command, or the command of a command, that was typed.
fn deepest<'c>(cli: &'c clap::Command, args: &[OsString]) -> Option<&'c clap::Command> {
    let words = args.iter().skip(1).filter_map(|arg| arg.to_str());
    words.fold(None, |chosen, word| chosen.unwrap_or(cli).find_subcommand(word).or(chosen))
}

/// A name that is none of a file: a command that does not exist, or stands behind flags.
fn no_command(given: &str, args: &[OsString]) -> String {
    let known = Cli::command().get_subcommands().any(|command| command.get_name() == given);
    let mut words = args.iter().skip(1).filter_map(|arg| arg.to_str());
    match words.find(|word| word.starts_with('-') && *word != "--") {
        Some(flag) if known => format!("{} stands before the command: flags come after it", flag_name(flag)),
        None if known => format!("there is no file '{given}'"),
        _ => unknown(given, &[]),
    }
}

/// A flag or command that does not exist, and what does.
fn unknown(given: &str, args: &[OsString]) -> String {
    let mut cli = Cli::command();
    cli.build();
    let chosen = deepest(&cli, args).filter(|command| command.get_name() != "help");
    if given.starts_with('-') {
        let command = chosen.unwrap_or(&cli);
        let flags: Vec<_> = command
            .get_arguments()
            .filter_map(|arg| arg.get_long())
            .map(|long| format!("--{long}"))
            .collect();
        let given = flag_name(given);
        let near = suggestion(given, flags.iter().map(String::as_str));
        format!("no flag '{given}'; the flags are {}{near}", flags.join(", "))
    } else if let Some(command) = chosen.filter(|command| !command.has_subcommands()) {
        format!("{} has no use for '{given}'", command.get_name())
    } else {
        let within = chosen.unwrap_or(&cli);
        let names: Vec<_> = within.get_subcommands().map(clap::Command::get_name).collect();
        let near = suggestion(given, names.iter().copied());
        format!("no command '{given}'; the commands are {}{near}", names.join(", "))
    }
}
