//! The command line: one file or folder per command, results on stdout, everything else on stderr.
//!
//! Exit codes: 0 success, 1 the command ran and found something wrong (such as a failed game), 2 it could not
//! run. After a signal, the parent process sees that signal. All arguments are checked first, and a refusal
//! is one line.

mod bench;
mod bench_count;
mod bench_playouts;
mod bench_sim;
mod board;
mod brains;
mod clock;
mod columns;
mod dead;
mod door;
mod exit_code;
mod failure;
mod file_limit;
mod force;
mod gtp;
mod halting;
mod hot_paths;
mod lab;
mod legal;
mod life;
mod misuse;
mod perft;
mod play;
mod progress;
mod record_text;
mod regress;
mod replay;
mod rules;
mod run;
mod setup;
mod sgf;
mod solve;
mod store_guard;
mod suite_guard;
mod terminal;
mod think;
mod think_dot;
mod trust;
mod values;
mod watch;
/// Window and pictures. In a build without the feature `view`: text instead of the window, and refusals.
#[cfg_attr(not(feature = "view"), path = "windowless.rs")]
mod windowed;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use failure::Failure;
use std::ffi::OsString;
use std::io::Write;
use std::process::ExitCode;
use stonefield_minds::engine;
use stonefield_search::supply;

/// A living Go board: every stone is an agent.
///
/// Without a command it opens the window, and the stones begin to play.
#[derive(Parser, Debug)]
#[command(name = "stonefield", version, args_conflicts_with_subcommands = true)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    window: windowed::WindowArgs,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Watch a game in the terminal
    Watch(Box<watch::WatchArgs>),
    /// Write a picture of a game, without a window
    Render(Box<windowed::RenderArgs>),
    /// Open the window with many boards at once, each with a game of its own
    Wall(Box<windowed::WallArgs>),
    /// Play many games without a window, and summarize them
    Run(Box<run::RunArgs>),
    /// Experiments: play a plan of many games into a store, and show the results
    Lab(lab::LabArgs),
    /// Play against a mind in the terminal
    Play(Box<play::PlayArgs>),
    /// Run as an engine for other Go programs, by the Go Text Protocol
    Gtp(Box<gtp::GtpArgs>),
    /// Test a Go engine with suites of positions and answers
    GtpRegress(regress::RegressArgs),
    /// Show a recorded game move by move, or replay it and compare
    Replay(replay::ReplayArgs),
    /// Check, show, convert and count game records
    Sgf(sgf::SgfArgs),
    /// Let a mind think about one position
    Think(Box<think::ThinkArgs>),
    /// Count the games of each length, up to a depth
    Perft(perft::PerftArgs),
    /// Count the legal positions of a board
    Legal(legal::LegalArgs),
    /// Prove the value of a small board
    Solve(solve::SolveArgs),
    /// Tell whether a group in a record lives, dies or is in seki
    Life(life::LifeArgs),
    /// Measure the speed of playouts, or with --sim of the agents
    Bench(bench::BenchArgs),
    /// List the minds that can play, with their parameters
    Brains(brains::BrainsArgs),
    /// List the rule presets, and the quirks of the NetLogo world
    Rules,
}

impl Cli {
    /// Kind of output that the command writes to stdout.
    fn output_kind(&self) -> door::OutputKind {
        match &self.command {
            None | Some(Command::Watch(_) | Command::Wall(_) | Command::Play(_)) => door::OutputKind::Screen,
            Some(Command::Replay(args)) if args.is_shown() => door::OutputKind::Screen,
            Some(Command::Gtp(_)) => door::OutputKind::Data,
            Some(Command::Lab(args)) if args.writes_data() => door::OutputKind::Data,
            Some(Command::Sgf(args)) if args.writes_records() => door::OutputKind::Data,
            Some(_) => door::OutputKind::Text,
        }
    }
}

/// Runs the command of the arguments, of which the first is the program's name. Returns the exit code.
pub fn run(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    let _guard = EngineGuard;
    supply::on_shortage(report_shortage);
    file_limit::handle_file_limit();
    let args: Vec<OsString> = args.into_iter().collect();
    let cli = accept_any_value(Cli::command())
        .try_get_matches_from(&args)
        .and_then(|matches| Cli::from_arg_matches(&matches))
        .map_err(|error| misuse::parser_failure(&error, &args));
    let kind = cli.as_ref().map_or(door::OutputKind::Text, Cli::output_kind);
    let mut out = std::io::BufWriter::new(door::stdout(kind));
    let result = cli.and_then(|cli| dispatch(cli, &mut out)).and_then(|()| Ok(out.flush()?));
    // A dropped writer would try again to write its buffer.
    drop(out.into_parts());
    exit_code::exit_code(result, &args)
}

/// Ends all started engines when [`run`] returns or panics.
struct EngineGuard;

impl Drop for EngineGuard {
    fn drop(&mut self) {
        engine::shut_down();
    }
}

/// Lets a flag with a value take the next argument even if that begins with `-`, so that `--seed -1` is
/// reported as a bad seed.
fn accept_any_value(command: clap::Command) -> clap::Command {
    command
        .mut_args(|arg| {
            let takes = arg.get_action().takes_values() && arg.get_long().is_some();
            if takes { arg.allow_hyphen_values(true) } else { arg }
        })
        .mut_subcommands(accept_any_value)
}

/// Reports that fewer threads are available than wanted. The work takes longer, with the same results.
fn report_shortage(available: usize, wanted: usize) {
    door::say(format_args!(
        "only {available} of {wanted} threads are available; the work continues with those"
    ));
}

fn dispatch(cli: Cli, out: &mut dyn Write) -> Result<(), Failure> {
    match cli.command {
        None => windowed::window(cli.window, out),
        Some(Command::Watch(args)) => watch::run(*args, out),
        Some(Command::Render(args)) => windowed::render(*args),
        Some(Command::Wall(args)) => windowed::wall(*args, out),
        Some(Command::Run(args)) => run::run(*args, out),
        Some(Command::Play(args)) => play::run(*args, out),
        Some(Command::Lab(args)) => lab::run(args, out),
        Some(Command::Gtp(args)) => gtp::run(*args, out),
        Some(Command::GtpRegress(args)) => regress::run(args, out),
        Some(Command::Replay(args)) => replay::run(&args, out),
        Some(Command::Sgf(args)) => sgf::run(args, out),
        Some(Command::Think(args)) => think::run(*args, out),
        Some(Command::Perft(args)) => perft::run(args, out),
        Some(Command::Legal(args)) => legal::run(&args, out),
        Some(Command::Solve(args)) => solve::run(args, out),
        Some(Command::Life(args)) => life::run(&args, out),
        Some(Command::Bench(args)) => bench::run(&args, out),
        Some(Command::Brains(args)) => brains::run(&args, out),
        Some(Command::Rules) => rules::run(out),
    }
}
