//! `stonefield play --text`: a game of the user against a mind, in a plain terminal.

mod interactive_game;
mod keeper;
mod line;

use super::board::BoardArgs;
use super::dead::DeadArgs;
use super::door::stderr;
use super::failure::Failure;
use super::gtp::new_opponent;
use super::terminal::{Terminal, when_stopped};
use super::values;
use crate::gtp::{Clock, Limit};
use crossterm::terminal::{disable_raw_mode, enable_raw_mode, is_raw_mode_enabled};
use interactive_game::{InteractiveGame, Next};
use keeper::Keeper;
use line::LineReader;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use stonefield_files::folder_of;
use stonefield_go::Color;
use stonefield_minds::BrainSpec;
use stonefield_minds::engine::{Signal, SignalListener};

/// Arguments of `play`.
#[derive(clap::Args, Debug)]
pub(super) struct PlayArgs {
    /// Play in the terminal, as text
    #[arg(long, required = true)]
    text: bool,
    /// Your colour: black or white
    #[arg(long, value_name = "COLOR", default_value = "black", value_parser = str::parse::<Color>)]
    color: Color,
    /// Mind that plays against you; `stonefield brains` lists them
    #[arg(long, value_name = "SPEC", default_value = "sensible", value_parser = str::parse::<BrainSpec>)]
    brain: BrainSpec,
    /// Handicap stones for Black: 0, or 2 to 9 on the standard points
    #[arg(long, value_name = "STONES", default_value = "0", value_parser = values::whole::<u32>("handicap", 0, 9))]
    handicap: u32,
    /// Time of each side for the whole game, in seconds [default: no clock]
    #[arg(long, value_name = "SECONDS", value_parser = values::number("number of seconds", 1.0, 1e6))]
    time: Option<f64>,
    /// Draw no board; describe each event in words
    #[arg(long)]
    no_board: bool,
    /// Random seed: the same seed gives the same game
    #[arg(long, value_name = "NUMBER", default_value = "1", value_parser = values::whole::<u64>("seed", 0, u64::MAX))]
    seed: u64,
    /// New file for the game; it is written at the end, also after a signal or a failure
    #[arg(long, value_name = "FILE")]
    sgf: Option<PathBuf>,
    #[command(flatten)]
    board: BoardArgs,
    #[command(flatten)]
    dead: DeadArgs,
}

pub(super) fn run(args: PlayArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let mut opponent = new_opponent(&args.brain, args.board, args.seed, args.dead)?;
    if args.handicap > 0 {
        opponent.place_handicap(args.handicap).map_err(|error| Failure::flag("--handicap", error))?;
    }
    if let Some(main) = args.time {
        opponent.clock = Clock::new(Limit::Canadian { main, period: 0.0, stones: 0 });
    }
    if let Some(path) = args.sgf.as_deref() {
        check_new_file(path)?;
    }
    let keeper = Keeper::new(args.sgf);
    let terminal = Terminal::detect();
    let mut game = InteractiveGame::new(
        opponent,
        args.color,
        args.time,
        !args.no_board,
        terminal.colors,
        keeper.clone(),
    );
    let mut reader = LineReader::new(terminal.live)?;
    let _end = save_at_exit(&keeper);
    let played = play(&mut game, &mut reader, out);
    let has_quit = matches!(played, Ok(Next::Leave));
    // A user who quits without `--sgf` does not want to keep the game.
    if let Some(words) = (!has_quit || keeper.has_chosen_file()).then(|| keeper.save()).flatten() {
        let written =
            if played.is_ok() { writeln!(out, "{words}").and_then(|()| out.flush()) } else { Ok(()) };
        if written.is_err() || played.is_err() {
            // Stdout may be closed.
            say(&words);
        }
    }
    Ok(played.map(drop)?)
}

/// Plays until the user quits ([`Next::Leave`]) or the input ends ([`Next::Stay`]).
fn play(game: &mut InteractiveGame, reader: &mut LineReader, out: &mut dyn Write) -> io::Result<Next> {
    game.open(out)?;
    loop {
        out.flush()?;
        let Some(line) = reader.read(&game.prompt(), out)? else { return Ok(Next::Stay) };
        if game.execute(&line, out)? == Next::Leave {
            return Ok(Next::Leave);
        }
    }
}

/// Refuses, before the game is played, a file that exists or whose folder does not exist.
fn check_new_file(path: &Path) -> Result<(), Failure> {
    let refused = |why: &str| Err(Failure::flag("--sgf", format!("{}: {why}", path.display())));
    let folder = folder_of(path);
    match path {
        _ if path.symlink_metadata().is_ok() => refused("it exists already"),
        _ if path.file_name().is_none() || !folder.is_dir() => refused("there is no such folder"),
        _ => Ok(()),
    }
}

/// Saves the game and restores the terminal when a signal ends the program or the program panics. Restores
/// the terminal also while the program is suspended.
fn save_at_exit(keeper: &Keeper) -> SignalListener {
    let (previous_hook, panic_keeper) = (std::panic::take_hook(), keeper.clone());
    std::panic::set_hook(Box::new(move |info| {
        // Errors are ignored: there is nothing else to try.
        let _ = disable_raw_mode();
        previous_hook(info);
        panic_keeper.save().iter().for_each(|words| say(words));
    }));
    let was_raw = Arc::new(AtomicBool::new(false));
    let should_be_raw = Arc::clone(&was_raw);
    when_stopped(
        move || {
            was_raw.store(is_raw_mode_enabled().unwrap_or(false), Relaxed);
            let _ = disable_raw_mode();
        },
        move || {
            if should_be_raw.load(Relaxed) {
                let _ = enable_raw_mode();
            }
        },
    );
    let keeper = keeper.clone();
    SignalListener::listen_with(&Signal::ALL, move |signal| {
        let _ = disable_raw_mode();
        if let Some(words) = keeper.save() {
            // The cursor is still on the line of the prompt.
            say(&format!("\n{words}"));
        }
        signal.end_program();
    })
}

/// Writes to stderr. Errors are ignored, because stderr may be closed.
fn say(words: &str) {
    let _ = writeln!(stderr(), "{words}");
}
