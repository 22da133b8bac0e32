//! `stonefield replay`: a recorded game happens again.

use super::door::{file_name, stderr};
use super::failure::Failure;
use super::sgf::{load, pick, refused};
use super::trust::TrustArgs;
use super::{values, watch, windowed};
use crate::brain::Trust;
use crate::go::Color;
use crate::notation::counted;
use crate::notation::sgf::{NodeId, Reading};
use crate::sim::history::{self, Heading, Taken, Verdict};
use crate::sim::{self, Seats, TrustPolicy, seek};
use bevy::app::App;
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
    #[command(flatten)]
    trust: TrustArgs,
}

impl Args {
    /// Whether the record is shown, not only looked through.
    pub(super) const fn is_shown(&self) -> bool {
        !self.check
    }
}

pub(super) fn run(args: &Args, out: &mut dyn Write) -> Result<(), Failure> {
    let reading = load(&args.file)?;
    let game = pick(&reading.collection, args.game)?.id();
    let trust = args.trust.meaning(None)?;
    if args.check {
        let mut app = trusting(trust);
        say(&args.file, problems(&reading));
        let verdict = history::verify(app.world_mut(), reading.collection.node(game))
            .map_err(|error| refused(&args.file, error))?;
        return tell(&file_name(&args.file), verdict, out);
    }
    if !args.text {
        match windowed::replay(&reading, game, &args.file, &trust)? {
            None => return Ok(()),
            Some(why) => watch::say_why(&why),
        }
    }
    in_text(&reading, game, &args.file, trust, out)
}

/// The agents' world, with what records may have there.
fn trusting(trust: Trust) -> App {
    let mut app = sim::create_app();
    app.insert_resource(TrustPolicy(trust));
    app
}

/// What is wrong with the text of a record, if anything is.
fn problems(reading: &Reading) -> Option<String> {
    let count = reading.problems.len();
    let things =
        if count == 1 { "one thing in it is".to_owned() } else { format!("{count} things in it are") };
    (count > 0).then(|| format!("{things} wrong: see `stonefield sgf check`"))
}

/// Says something of a file on stderr.
fn say(file: &Path, notes: impl IntoIterator<Item = String>) {
    for note in notes {
        // Nobody may be listening on stderr; the game is shown all the same.
        let _ = writeln!(stderr(), "stonefield: {}: {note}", file_name(file));
    }
}

/// Shows a record in the terminal.
pub(super) fn in_text(
    reading: &Reading,
    game: NodeId,
    file: &Path,
    trust: Trust,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let root = reading.collection.node(game);
    let mut app = trusting(trust);
    let games = reading.collection.clone();
    let opened = history::open(app.world_mut(), games, game, Heading::default());
    let opened = opened.map_err(|error| refused(file, error))?;
    seek(app.world_mut(), opened.goban, u64::MAX);
    let mut notes = Vec::from_iter(problems(reading));
    if opened.by_hand > 0 {
        let times = if opened.by_hand == 1 { "once".to_owned() } else { format!("{} times", opened.by_hand) };
        notes.push(format!("{times} stones are put or lifted by hand, as no move leads there"));
    }
    if opened.cut_short {
        notes.push("the record goes on after the end of the game, and is left there".to_owned());
    }
    if let Some(seats) = app.world().get::<Seats>(opened.goban) {
        let vacant = Color::ALL.into_iter().filter_map(|color| seats.vacancy(color));
        notes.extend(vacant.map(|vacancy| format!("{vacancy}; --allow-programs fills it")));
    }
    say(file, notes);
    let names = ["PB", "PW"].map(|name| root.text(name).unwrap_or_else(|| "unknown".to_owned()));
    watch::show_record(app, opened.goban, &file_name(file), &names, out)
}

fn tell(file: &str, verdict: Verdict, out: &mut dyn Write) -> Result<(), Failure> {
    match verdict {
        Verdict::Same { moves, taken } => {
            write!(out, "{file}: the same game, {}", counted(moves, "move"))?;
            for Taken { color, demand, moves, end } in taken {
                let what = match (moves, end) {
                    (0, _) => "end of the game is".to_owned(),
                    (1, false) => "one move is".to_owned(),
                    (moves, false) => format!("{moves} moves are"),
                    (moves, true) => format!("{} and the end of the game are", counted(moves, "move")),
                };
                write!(
                    out,
                    "; {color}'s {what} taken from the record, not made anew: the seat {demand} \
                     (--allow-programs fills it)"
                )?;
            }
            writeln!(out)?;
            return Ok(());
        }
        Verdict::Differs { number, color, recorded, played } => {
            let played = played.map_or_else(|| "nothing".to_owned(), |action| action.to_string());
            writeln!(
                out,
                "{file}: another game: move {number}, {color}, is {recorded} in the record and {played} anew"
            )?;
        }
        Verdict::Failed { number, color, why } => {
            return Err(Failure::Bad(format!("{file}: move {number}, {color}, cannot be made anew: {why}")));
        }
        Verdict::Ends { recorded, played } => {
            let played = if played.is_empty() { "not at all" } else { &played };
            writeln!(out, "{file}: another game: it ends {recorded} in the record and {played} anew")?;
        }
    }
    out.flush()?;
    Err(Failure::Found)
}
