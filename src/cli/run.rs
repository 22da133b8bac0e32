//! `stonefield run`: many games without a window.

use super::failure::Failure;
use super::progress::progress;
use super::setup::SetupArgs;
use super::values;
use crate::brain::{external, suggestion};
use crate::lab::store::{replace, today};
use crate::lab::{Format, Report, Series, SeriesError, summary};
use crate::notation::sgf::{self, MAX_SIDE};
use crate::sim::GameSetup;
use crate::sim::sheet::{self, Heading, SheetError};
use bevy::ecs::entity::Entity;
use bevy::ecs::world::World;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;

/// What `run` is asked for.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// How many games
    #[arg(long, value_name = "COUNT", default_value = "100", value_parser = values::whole::<u64>("number of games", 1, 1_000_000_000))]
    games: u64,
    /// Games played at a time; the results are the same for any number, unless a mind is another program [default: three quarters of the cores]
    #[arg(long, value_name = "COUNT", value_parser = values::whole::<usize>("number of threads", 1, 1024))]
    threads: Option<usize>,
    /// Let the minds change colours every other game, and count wins for each mind
    #[arg(long)]
    alternate: bool,
    /// How to write the results: text, json, csv or netlogo
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = format)]
    format: Format,
    /// Ticks after which a game is given up [default: 1000 and 50 for each point of the board]
    #[arg(long, value_name = "TICKS", value_parser = values::whole::<u64>("number of ticks", 1, 1_000_000_000_000))]
    max_ticks: Option<u64>,
    /// The settings file, which keeps engines by name [default: stonefield/stonefield.toml in the usual folder]
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// A folder that gets an SGF record of each game, game-NUMBER.sgf
    #[arg(long, value_name = "FOLDER")]
    sgf: Option<PathBuf>,
    /// The date that the records bear, YYYY-MM-DD [default: today]
    #[arg(long, value_name = "DATE", requires = "sgf", value_parser = date)]
    date: Option<String>,
    #[command(flatten)]
    setup: SetupArgs,
}

pub(super) fn run(args: Args, out: &mut dyn Write) -> Result<(), Failure> {
    let setup = args.setup.meaning(args.config.as_deref())?;
    let board = setup.rules.board_size(setup.size);
    let series = Series {
        max_ticks: args.max_ticks.unwrap_or(1000 + 50 * board.area() as u64),
        games: args.games,
        alternate: args.alternate,
        setup,
    };
    series.check().map_err(refusal)?;
    if series.setup.brains.iter().any(|(_, brain)| brain.info().outside) {
        external::end_when_interrupted();
    }
    let format = args.format;
    let folder = args.sgf.map(|path| Folder::new(path, args.date, &series.setup)).transpose()?;
    let mut report = Report::new(series.alternate);
    let head = format.head(&series);
    // Nothing is written before the first game, which shows whether the minds can be started.
    let mut written = Ok(());
    let bar = progress(series.games, "{pos} of {len} games, {per_sec}, {eta} to go");
    let mut kept = Ok(());
    let threads = args.threads.unwrap_or_else(default_threads);
    let look = |world: &World, goban| folder.as_ref().map(|folder| folder.record(world, goban));
    let played = series.play_and_look(threads, folder.is_some(), look, |game, record| {
        if let (Some(folder), Some(record)) = (&folder, record) {
            kept = record.and_then(|record| folder.keep(game.game, &record));
        }
        let first = report.games() == 0;
        report.push(game);
        let mut line = format.game(&series, game, first);
        if first {
            line.insert_str(0, &head);
        }
        if written.is_ok() && !line.is_empty() {
            written = bar.suspend(|| out.write_all(line.as_bytes()));
        }
        bar.inc(1);
        if written.is_ok() && kept.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    bar.finish_and_clear();
    written?;
    kept?;
    played.map_err(refusal)?;
    out.write_all(format.tail(&series, &report).as_bytes())?;
    out.flush()?;
    if !format.has_summary() {
        // Nobody may be listening there; the results are out.
        let _ = write!(std::io::stderr(), "{}", summary(&series, &report));
    }
    if report.failed > 0 { Err(Failure::Found) } else { Ok(()) }
}

/// Where records go.
struct Folder {
    path: PathBuf,
    heading: Heading,
}

impl Folder {
    /// Refuses games that have no record before any is played.
    fn new(path: PathBuf, date: Option<String>, setup: &GameSetup) -> Result<Self, Failure> {
        let refused = |why: &dyn std::fmt::Display| Failure::flag("--sgf", why);
        let board = setup.board();
        if board.width().max(board.height()) > MAX_SIDE {
            return Err(refused(&SheetError::Size(board)));
        }
        sheet::facts(setup).map_err(|error| refused(&error))?;
        std::fs::create_dir_all(&path).map_err(|error| refused(&format!("{}: {error}", path.display())))?;
        Ok(Self { path, heading: Heading { date: date.or_else(today) } })
    }

    fn record(&self, world: &World, goban: Entity) -> Result<Vec<u8>, Failure> {
        let record = sheet::sheet(world, goban, &self.heading);
        record.map(|record| sgf::write(&record)).map_err(|error| Failure::flag("--sgf", error))
    }

    fn keep(&self, game: u64, record: &[u8]) -> Result<(), Failure> {
        let path = self.path.join(format!("game-{game:06}.sgf"));
        replace(&path, record).map_err(|error| Failure::flag("--sgf", format!("{}: {error}", path.display())))
    }
}

fn date(text: &str) -> Result<String, String> {
    let part = |range, least, most| {
        text.get(range)
            .and_then(|part: &str| part.parse::<u32>().ok())
            .is_some_and(|n| (least..=most).contains(&n))
    };
    let form = text.len() == 10 && text.as_bytes()[4] == b'-' && text.as_bytes()[7] == b'-';
    if form && part(0..4, 0, 9999) && part(5..7, 1, 12) && part(8..10, 1, 31) {
        Ok(text.to_owned())
    } else {
        Err(format!("'{text}' is no date: YYYY-MM-DD"))
    }
}

fn refusal(error: SeriesError) -> Failure {
    match error {
        SeriesError::Person { color, .. } | SeriesError::Start { color, .. } => {
            Failure::flag(&format!("--{}", color.to_string().to_lowercase()), error)
        }
        _ => Failure::Bad(error.to_string()),
    }
}

/// Three quarters of the cores, at least one.
fn default_threads() -> usize {
    std::thread::available_parallelism().map_or(1, |cores| (cores.get() * 3 / 4).max(1))
}

fn format(text: &str) -> Result<Format, String> {
    let names = || Format::ALL.into_iter().map(|(name, _)| name);
    Format::ALL.into_iter().find(|(name, _)| *name == text).map(|(_, format)| format).ok_or_else(|| {
        let all = names().collect::<Vec<_>>().join(", ");
        format!("no format '{text}'; the formats are {all}{}", suggestion(text, names()))
    })
}
