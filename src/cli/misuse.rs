//! Errors of the command-line parser, each in one plain line.

use super::Cli;
use super::failure::Failure;
use clap::CommandFactory;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use std::error::Error as _;
use std::ffi::OsString;
use stonefield_go::notation::suggestion;

/// Failure for an error of the parser.
pub(super) fn parser_failure(error: &clap::Error, args: &[OsString]) -> Failure {
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
            not_a_file(&value(), args)
        }
        ErrorKind::ValueValidation => {
            let why =
                error.source().map_or_else(|| format!("'{}' is not allowed", value()), ToString::to_string);
            format!("{}: {why}", arg())
        }
        ErrorKind::InvalidValue if value().is_empty() => {
            format!("{}: a value is missing", arg().trim_matches(['[', ']']))
        }
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
            unknown_word(&given, args)
        }
        ErrorKind::MissingSubcommand | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            let mut cli = Cli::command();
            cli.build();
            let command = typed_command(&cli, args).unwrap_or(&cli);
            let names: Vec<_> = command.get_subcommands().map(clap::Command::get_name).collect();
            format!("{} needs one of {}", command.get_name(), names.join(", "))
        }
        ErrorKind::MissingRequiredArgument => missing_args(error.get(ContextKind::InvalidArg)),
        ErrorKind::ArgumentConflict => {
            let (prior, arg) = (flag_name(&text(ContextKind::PriorArg)).to_owned(), arg());
            // For flags before a command, the parser names no flag, or a command instead of a flag.
            let flags: Vec<_> = [&arg, &prior].into_iter().filter(|name| name.starts_with('-')).collect();
            let with_record =
                [&arg, &prior].into_iter().any(|name| name.contains("FILE") && !name.starts_with('-'));
            let positional = [&arg, &prior].into_iter().find(|name| name.starts_with(['[', '<']));
            match flags[..] {
                [flag] if with_record => {
                    let flag = typed_flag(flag, args).unwrap_or_else(|| flag.to_owned());
                    format!("{flag} is for a new game; a record defines its own game")
                }
                [one, other] if one == other => format!("{one} is given twice"),
                [one, other] => format!("{one} and {other} cannot be given together"),
                [one] if positional.is_some() => {
                    let name = positional.map_or("", |name| name.trim_matches(['[', ']', '<', '>', '.']));
                    format!("{one} and {name} cannot be given together")
                }
                [one] => format!("{one} is before the command: put flags after it"),
                _ => "flags are before the command: put them after it".to_owned(),
            }
        }
        ErrorKind::TooManyValues | ErrorKind::TooFewValues | ErrorKind::WrongNumberOfValues => {
            format!("{}: '{}' has the wrong number of values", arg(), value())
        }
        ErrorKind::InvalidUtf8 => {
            let given = non_utf8_arg(args).map_or_else(String::new, |arg| arg.to_string_lossy().into_owned());
            format!("'{given}': an argument must be UTF-8 text, unless it is the name of a file")
        }
        kind => kind.as_str().unwrap_or("the arguments are not valid").to_owned(),
    })
}

/// First argument that must be UTF-8 and is not. Each argument that is not UTF-8 is parsed together with the
/// others, which are converted to text.
fn non_utf8_arg(args: &[OsString]) -> Option<&OsString> {
    let text = |arg: &OsString| OsString::from(arg.to_string_lossy().into_owned());
    args.iter().enumerate().skip(1).filter(|(_, arg)| arg.to_str().is_none()).find_map(|(at, arg)| {
        let alone =
            args.iter().enumerate().map(|(n, other)| if n == at { other.clone() } else { text(other) });
        let parsed = Cli::command().try_get_matches_from(alone);
        parsed.is_err_and(|error| error.kind() == ErrorKind::InvalidUtf8).then_some(arg)
    })
}

/// Flag that the user typed. The parser may name `flag` instead, another flag of the same group.
fn typed_flag(flag: &str, args: &[OsString]) -> Option<String> {
    let mut cli = Cli::command();
    cli.build();
    let command = typed_command(&cli, args)?;
    let long = |id: &clap::Id| {
        Some(format!("--{}", command.get_arguments().find(|arg| arg.get_id() == id)?.get_long()?))
    };
    let group = |group: &clap::ArgGroup| group.get_args().filter_map(long).collect::<Vec<_>>();
    let flags = command.get_groups().map(group).find(|flags| flags.iter().any(|other| other == flag))?;
    args.iter()
        .filter_map(|arg| arg.to_str())
        .map(flag_name)
        .find(|name| flags.iter().any(|flag| flag == name))
        .map(str::to_owned)
}

/// Message about missing arguments: `<FILE> and <POINT> are missing`.
fn missing_args(args: Option<&ContextValue>) -> String {
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

/// Name of a flag: `--size` of `--size <N|WxH>`, and `--count` of `--count[=<NAME>]`.
fn flag_name(text: &str) -> &str {
    let name = text.split([' ', '=']).next().unwrap_or(text);
    if name.starts_with('-') { name.trim_end_matches('[') } else { name }
}

/// Command that the user typed, or its subcommand if that was typed too.
fn typed_command<'c>(cli: &'c clap::Command, args: &[OsString]) -> Option<&'c clap::Command> {
    let words = args.iter().skip(1).filter_map(|arg| arg.to_str());
    words.fold(None, |chosen, word| chosen.unwrap_or(cli).find_subcommand(word).or(chosen))
}

/// Message about a word that is not a file: an unknown command, or a command after flags or `--`.
fn not_a_file(given: &str, args: &[OsString]) -> String {
    let is_command = Cli::command().get_subcommands().any(|command| command.get_name() == given);
    let mut words = args.iter().skip(1).filter_map(|arg| arg.to_str());
    match words.find(|word| word.starts_with('-') && *word != "--") {
        Some(flag) if is_command => {
            format!("{} is before the command: put flags after it", flag_name(flag))
        }
        None if is_command => format!("there is no file '{given}'"),
        _ => unknown_word(given, &[]),
    }
}

/// Message about an unknown flag or command, with a list of the known ones, or about an argument too many.
fn unknown_word(given: &str, args: &[OsString]) -> String {
    let mut cli = Cli::command();
    cli.build();
    let chosen = typed_command(&cli, args).filter(|command| command.get_name() != "help");
    if given.starts_with('-') {
        let command = chosen.unwrap_or(&cli);
        let flags: Vec<_> = command
            .get_arguments()
            .filter_map(|arg| arg.get_long())
            .map(|long| format!("--{long}"))
            .collect();
        let given = flag_name(given);
        if flags.iter().any(|flag| flag == given) {
            return format!("{given} is after --, where no flag is read: put flags before it");
        }
        // The help of a command names the replacements of flags of earlier versions.
        let note = command.get_after_help().map(ToString::to_string).unwrap_or_default();
        if note.split([' ', ',']).any(|word| word == given) {
            return format!("no flag '{given}': {note}");
        }
        let near = suggestion(given, flags.iter().map(String::as_str));
        format!("no flag '{given}'; the flags are {}{near}", flags.join(", "))
    } else if let Some(command) = chosen.filter(|command| !command.has_subcommands()) {
        format!("{} takes no argument '{given}'", command.get_name())
    } else {
        let within = chosen.unwrap_or(&cli);
        let names: Vec<_> = within.get_subcommands().map(clap::Command::get_name).collect();
        let near = suggestion(given, names.iter().copied());
        format!("no command '{given}'; the commands are {}{near}", names.join(", "))
    }
}
