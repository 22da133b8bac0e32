//! `stonefield replay`: shows a recorded game, or plays it again and compares.

use super::failure::Failure;
use super::record_text::{report_notes, show_as_text, title};
use super::sgf::{open, refused};
use super::trust::TrustArgs;
use super::{values, watch, windowed};
use std::io::Write;
use std::path::PathBuf;
use stonefield_go::notation::counted;
use stonefield_lab::store::{ResultStore, is_store};
use stonefield_lab::{StoredGameError, stored_game};
use stonefield_sim::Session;
use stonefield_sim::history::{ReplayVerdict, UnverifiedMoves};

/// Arguments of `replay`.
#[derive(clap::Args, Debug)]
pub(super) struct ReplayArgs {
    /// Game record, or store of `lab run`; - for stdin
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Row of a store
    #[arg(value_name = "ROW", conflicts_with = "game", value_parser = values::whole::<u64>("row", 0, i64::MAX as u64))]
    row: Option<u64>,
    /// Number of the game in the file, from 1
    #[arg(long, value_name = "NUMBER", default_value = "1", value_parser = values::game_number())]
    game: usize,
    /// Show text in the terminal instead of the window
    #[arg(long)]
    text: bool,
    /// Show nothing; replay with the recorded seeds and minds, and compare: exit code 1 if the game differs
    #[arg(long, conflicts_with = "text")]
    check: bool,
    #[command(flatten)]
    trust: TrustArgs,
}

impl ReplayArgs {
    /// True if the record is shown and not only checked.
    pub(super) const fn is_shown(&self) -> bool {
        !self.check
    }
}

pub(super) fn run(args: &ReplayArgs, out: &mut dyn Write) -> Result<(), Failure> {
    if args.is_shown() && !args.text {
        windowed::complete_environment();
    }
    let record = match args.row {
        Some(row) => ResultStore::look(&args.file)
            .map_err(StoredGameError::from)
            .and_then(|store| stored_game(&store, row))
            .map_err(Failure::of)?,
        None if is_store(&args.file) => {
            return Err(refused(&args.file, "this is a store of games: name the row of a game"));
        }
        None => open(&args.file, args.game)?,
    };
    let trust = args.trust.resolve(None)?;
    if args.check {
        report_notes(&record, record.problems());
        let verdict = Session::verify(record.root(), trust).map_err(|error| refused(&record.name, error))?;
        return report_verdict(&title(&record), verdict, out);
    }
    if !args.text {
        match windowed::replay(&record, &trust)? {
            None => return Ok(()),
            Some(why) => watch::report_no_window(&why),
        }
    }
    show_as_text(&record, trust, out)
}

fn report_verdict(file: &str, verdict: ReplayVerdict, out: &mut dyn Write) -> Result<(), Failure> {
    match verdict {
        ReplayVerdict::Same { moves, taken: unverified } => {
            write!(out, "{file}: the same game, {}", counted(moves, "move"))?;
            for UnverifiedMoves { color, demand, moves, end } in unverified {
                let parts = match (moves, end) {
                    (0, _) => "end of the game is".to_owned(),
                    (1, false) => "one move is".to_owned(),
                    (moves, false) => format!("{moves} moves are"),
                    (moves, true) => format!("{} and the end of the game are", counted(moves, "move")),
                };
                write!(
                    out,
                    "; {color}'s {parts} taken from the record, not replayed: the seat {demand} \
                     (--allow-programs fills it)"
                )?;
            }
            writeln!(out)?;
            return Ok(());
        }
        ReplayVerdict::Differs { number, color, recorded, played } => {
            let played = played.map_or_else(|| "nothing".to_owned(), |action| action.to_string());
            writeln!(
                out,
                "{file}: another game: move {number}, {color}, is {recorded} in the record and {played} when replayed"
            )?;
        }
        ReplayVerdict::Failed { number, color, why } => {
            return Err(Failure::Bad(format!("{file}: move {number}, {color}, cannot be replayed: {why}")));
        }
        ReplayVerdict::Ends { recorded, played } => {
            let played = if played.is_empty() { "not at all" } else { &played };
            writeln!(
                out,
                "{file}: another game: it ends {recorded} in the record and {played} when replayed"
            )?;
        }
    }
    out.flush()?;
    Err(Failure::Reported)
}
