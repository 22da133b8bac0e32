//! `stonefield replay`: a recorded game happens again.

use super::failure::Failure;
use super::sgf::{load, pick};
use super::{values, watch, windowed};
use crate::notation::counted;
use crate::notation::sgf::NodeRef;
use crate::sim;
use crate::sim::sheet::{self, SheetError, Verdict};
use std::io::Write;
use std::path::{Path, PathBuf};

/// What `replay` is asked for.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// The record; - for stdin
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Which game of the file
    #[arg(long, value_name = "NUMBER", default_value = "1", value_parser = values::game_number())]
    game: usize,
    /// In the terminal, as text, instead of the window
    #[arg(long)]
    text: bool,
    /// Show nothing: play the recorded seeds and minds anew and say whether the same game comes of it; exit code 1 if not
    #[arg(long, conflicts_with = "text")]
    check: bool,
}

pub(super) fn run(args: &Args, out: &mut dyn Write) -> Result<(), Failure> {
    let refused = |error: SheetError| Failure::Bad(format!("{}: {error}", args.file.display()));
    let reading = load(&args.file)?;
    let root = pick(&reading.collection, args.game)?;
    if args.check {
        let mut app = sim::create_app();
        let verdict = sheet::verify(app.world_mut(), root).map_err(refused)?;
        return tell(&args.file.display().to_string(), verdict, out);
    }
    if !args.text {
        match windowed::replay(&reading.collection, root.id(), &args.file)? {
            None => return Ok(()),
            Some(why) => watch::say_why(&why),
        }
    }
    in_text(root, &args.file, out)
}

/// Shows a record in the terminal.
pub(super) fn in_text(root: NodeRef<'_>, file: &Path, out: &mut dyn Write) -> Result<(), Failure> {
    let mut app = sim::create_app();
    let reenacted = sheet::reenact(app.world_mut(), root)
        .map_err(|error| Failure::Bad(format!("{}: {error}", file.display())))?;
    let mut notes = Vec::new();
    if reenacted.by_hand > 0 {
        let times =
            if reenacted.by_hand == 1 { "once".to_owned() } else { format!("{} times", reenacted.by_hand) };
        notes.push(format!("{times} stones are put or lifted by hand, as no move leads there"));
    }
    if reenacted.cut_short {
        notes.push("the record goes on after the end of the game, and is left there".to_owned());
    }
    for note in notes {
        // Nobody may be listening on stderr; the game is shown all the same.
        let _ = writeln!(std::io::stderr(), "stonefield: {}: {note}", file.display());
    }
    let names = ["PB", "PW"].map(|name| root.text(name).unwrap_or_else(|| "unknown".to_owned()));
    watch::show_record(app, reenacted.goban, &file.display().to_string(), &names, out)
}

fn tell(file: &str, verdict: Verdict, out: &mut dyn Write) -> Result<(), Failure> {
    match verdict {
        Verdict::Same { moves } => {
            writeln!(out, "{file}: the same game, {}", counted(moves, "move"))?;
            return Ok(());
        }
        Verdict::Differs { number, color, recorded, played } => {
            let played = played.map_or_else(|| "nothing".to_owned(), |action| action.to_string());
            writeln!(
                out,
                "{file}: another game: move {number}, {color}, is {recorded} in the record and {played} anew"
            )?;
        }
        Verdict::Ends { recorded, played } => {
            let played = if played.is_empty() { "not at all" } else { &played };
            writeln!(out, "{file}: another game: it ends {recorded} in the record and {played} anew")?;
        }
    }
    out.flush()?;
    Err(Failure::Found)
}
