//! `stonefield solve`: proves the value of a small board.

use super::board::BoardArgs;
use super::failure::Failure;
use super::progress::spinner;
use super::values;
use clap::ValueEnum;
use std::io::Write;
use stonefield_go::notation::{counted, names};
use stonefield_go::{Goal, NoMove};
use stonefield_minds::engine::{Signal, SignalListener};
use stonefield_search::proof::solve::{Puzzle, SolveError, SolveLimits, SolveProgress, ValueBounds};
use stonefield_search::{StopWatch, Watch, real_clock, supply};

/// Arguments of `solve`.
#[derive(clap::Args, Debug)]
pub(super) struct SolveArgs {
    /// Show the value of every first move too
    #[arg(long)]
    first_move: bool,
    /// Time limit of the search, in seconds [default: none]
    #[arg(long, value_name = "SECONDS", value_parser = values::number("time", 0.0, 1e9))]
    time: Option<f64>,
    /// Largest number of nodes to visit [default: no limit]
    #[arg(long, value_name = "COUNT", value_parser = values::whole::<u64>("number of nodes", 1, u64::MAX))]
    nodes: Option<u64>,
    /// Size of the table of searched positions, in megabytes
    #[arg(long, value_name = "MEGABYTES", default_value = "256", value_parser = values::whole::<u64>("memory", 1, 4096))]
    memory: u64,
    /// Result of a side without a legal move, in a game for the first capture [default: by the rules]
    #[arg(long, value_name = "HOW")]
    no_move: Option<Stuck>,
    #[command(flatten)]
    board: BoardArgs,
}

/// Largest table, in bytes, for which available memory is not checked.
const UNCHECKED_BYTES: usize = 16 << 20;

/// Result of a side without a legal move.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Stuck {
    Loss,
    Draw,
}

pub(super) fn run(args: SolveArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let mut board = args.board.resolve()?;
    if let Some(stuck) = args.no_move {
        if board.rules.goal != Goal::FirstCapture {
            return Err(Failure::flag(
                "--no-move",
                format!("{} is not a game for the first capture", board.rules.name),
            ));
        }
        board.rules.no_move = match stuck {
            Stuck::Loss => NoMove::Loss,
            Stuck::Draw => NoMove::Draw,
        };
    }
    let position = board.first_position()?;
    let puzzle = Puzzle::new(&position).map_err(|error| match error {
        SolveError::Large { .. } => Failure::flag("--size", error),
        SolveError::Rules(_) => Failure::flag("--rules", error),
        SolveError::Over => Failure::of(error),
    })?;
    let table_bytes = usize::try_from(args.memory << 20).unwrap_or(usize::MAX);
    if table_bytes > UNCHECKED_BYTES && !supply::has_memory_for(table_bytes) {
        return Err(Failure::flag("--memory", format!("{} MB are not available: choose less", args.memory)));
    }
    // A second Ctrl-C ends the program as usual.
    let interruption = SignalListener::listen(&[Signal::Interrupt]);
    let is_interrupted = || interruption.received().is_some();
    let mut watch = StopWatch::new(real_clock(), is_interrupted).with_limit(args.time);
    let entry_bytes: u64 = if puzzle.in_points() { 64 } else { 24 };
    let mut limits = SolveLimits {
        nodes: args.nodes.unwrap_or(u64::MAX),
        table_bits: (args.memory * (1 << 20) / entry_bytes).ilog2(),
    };
    let worth = solve(&puzzle, &mut limits, &mut watch, "");
    let title = format!("{} {}, {} to move", position.size(), board.rules.name, position.to_move());
    writeln!(out, "{title}: {}", sentence(&puzzle, &worth, board.rules.komi))?;
    let interrupted = if is_interrupted() { ", interrupted" } else { "" };
    writeln!(out, "{}, {:.1} seconds{interrupted}", counted(worth.nodes, "node"), watch.elapsed())?;
    out.flush()?;
    let mut is_unsolved = worth.value().is_none();
    if args.first_move {
        for (moves, next) in puzzle.first_moves() {
            if is_interrupted() {
                is_unsolved = true;
                break;
            }
            let names = names(&moves);
            let worth = solve(&next, &mut limits, &mut watch, &format!("{names}: "));
            is_unsolved |= worth.value().is_none();
            writeln!(out, "  {:<24}  {names}", value_words(&puzzle, &worth))?;
            out.flush()?;
        }
    }
    // The exit code is that of a negative result: a value was not proved.
    if is_unsolved { Err(Failure::Reported) } else { Ok(()) }
}

/// Solves a puzzle and shows the progress after `prefix`. Subtracts the visited nodes from `limits.nodes`.
fn solve(puzzle: &Puzzle, limits: &mut SolveLimits, watch: &mut impl Watch, prefix: &str) -> ValueBounds {
    let bar = spinner("{msg}, {elapsed}");
    let worth =
        puzzle.solve(*limits, watch, |SolveProgress { bounds: (low, high), margin, depth, nodes }| {
            let question = if puzzle.in_points() { format!("Black {margin:+}?") } else { String::new() };
            let bounds =
                if puzzle.in_points() { format!("between {low:+} and {high:+}, ") } else { String::new() };
            bar.set_message(format!("{prefix}{bounds}{question} depth {depth}, {}", counted(nodes, "node")));
            bar.tick();
        });
    bar.finish_and_clear();
    limits.nodes = limits.nodes.saturating_sub(worth.nodes);
    worth
}

/// Text for a value of which nothing is proved.
const UNKNOWN: &str = "not known";

/// Proved value or bounds, in a few words.
fn value_words(puzzle: &Puzzle, worth: &ValueBounds) -> String {
    match (worth.value(), puzzle.in_points()) {
        (Some(margin), true) => points(f64::from(margin)),
        (None, true) => {
            format!("between {} and {}", points(f64::from(worth.low)), points(f64::from(worth.high)))
        }
        (Some(1), false) => "Black wins".to_owned(),
        (Some(-1), false) => "White wins".to_owned(),
        (Some(_), false) => "a draw".to_owned(),
        (None, false) => match (worth.low, worth.high) {
            (0, _) => "Black wins or a draw".to_owned(),
            (_, 0) => "White wins or a draw".to_owned(),
            _ => UNKNOWN.to_owned(),
        },
    }
}

/// Margin in points, in words: `Black +2`, `White +2` or `even`.
fn points(margin: f64) -> String {
    if margin > 0.0 {
        format!("Black +{margin}")
    } else if margin < 0.0 {
        format!("White +{}", -margin)
    } else {
        "even".to_owned()
    }
}

fn sentence(puzzle: &Puzzle, worth: &ValueBounds, komi: f64) -> String {
    let mut text = value_words(puzzle, worth);
    if worth.value().is_none() {
        text = if text == UNKNOWN { "not solved".to_owned() } else { format!("not solved, {text}") };
    }
    if worth.value() == Some(puzzle.worst_value()) {
        text += &if puzzle.first_moves().is_empty() {
            format!(", as {} has no legal move", puzzle.to_move())
        } else {
            format!(", whatever {} plays", puzzle.to_move())
        };
    } else if let Some(best) = worth.best {
        text += &format!(", beginning with {best}");
    }
    if let (Some(margin), true) = (worth.value(), puzzle.in_points())
        && komi != 0.0
    {
        text += &format!("; with komi {komi} {}", points(f64::from(margin) - komi));
    }
    text
}
