//! `stonefield run`: plays many games without a window.

mod checkpoint;
mod records;
mod row_writer;
mod rows;

use super::columns::align;
use super::failure::Failure;
use super::halting::halt_on_signals;
use super::setup::SetupArgs;
use super::values::{self, NameError, ValueError};
use checkpoint::Checkpoint;
use records::RecordFolder;
use row_writer::{RowWriter, refusal};
use rows::Rows;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use stonefield_lab::background::default_threads;
use stonefield_lab::{Format, LabError, Plan, RunSettings, Series, Study, play_rows};
use stonefield_sim::{MEASURES, StopCondition};

/// Long help of `--stop-when`.
const STOP_WHEN: &str = "Stop a game after the tick in which this becomes true; may be given several times: \
    tick=N, capture>=N (stones that die in a tick), group>=N (stones of a group), black_win_rate=PERCENT or \
    white_win_rate=PERCENT (the winning chance crosses this value between two successive evaluations by one \
    mind), disagreement (of agents and referee). A stopped game has no result, and its row names the \
    condition";

/// Arguments of `run`.
#[derive(clap::Args, Debug)]
pub(super) struct RunArgs {
    /// Number of games
    #[arg(long, value_name = "COUNT", default_value = "100", value_parser = values::whole::<u64>("number of games", 1, 1_000_000_000))]
    games: u64,
    /// Games played in parallel; the results are the same for any number, unless a mind is another program
    /// [default: three quarters of the cores]
    #[arg(long, value_name = "COUNT", value_parser = values::whole::<usize>("number of threads", 1, 1024))]
    threads: Option<usize>,
    /// Let the minds swap colours in every second game, and count wins for each mind
    #[arg(long)]
    alternate: bool,
    /// Number of random moves that open each game, the same for the same seed; with --alternate both games of
    /// a pair open alike
    #[arg(long, value_name = "PLIES", default_value = "0", value_parser = values::whole::<u32>("number of plies", 0, 1000))]
    open: u32,
    /// Format of the results: text, json, csv or netlogo
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = format)]
    format: Format,
    /// Ticks after which a game is abandoned [default: 1000, and 50 more for each point of the board]
    #[arg(long, value_name = "TICKS", value_parser = values::whole::<u64>("number of ticks", 1, 1_000_000_000_000))]
    max_ticks: Option<u64>,
    /// Stop a game after the tick in which this becomes true; may be given several times
    #[arg(long, value_name = "CONDITION", long_help = STOP_WHEN)]
    stop_when: Vec<StopCondition>,
    /// Measure each game at its set-up, every TICKS ticks and at its end: csv has a row for each of these
    /// instead of one for each game, json an array named rows
    #[arg(long, value_name = "TICKS", value_parser = values::whole::<u64>("number of ticks", 1, 1_000_000_000_000))]
    every: Option<u64>,
    /// List what --every measures, and play nothing
    #[arg(long, exclusive = true)]
    measures: bool,
    /// Settings file with named engines [default: stonefield/stonefield.toml in the configuration folder]
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// File for the results [default: stdout]; until the end FILE.db keeps the finished games, and the same
    /// command continues an interrupted run from it
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Folder for SGF records, game-NUMBER.sgf; each is written when its game ends
    #[arg(long, value_name = "FOLDER")]
    sgf: Option<PathBuf>,
    /// Replace existing results in --output, and in --sgf records of other games or of minds that do not play
    /// the same again; an interrupted run starts anew
    #[arg(long)]
    force: bool,
    /// Date of the records, YYYY-MM-DD [default: today]
    #[arg(long, value_name = "DATE", requires = "sgf", value_parser = date)]
    date: Option<String>,
    #[command(flatten)]
    setup: SetupArgs,
}

pub(super) fn run(args: RunArgs, out: &mut dyn Write) -> Result<(), Failure> {
    if args.force && args.sgf.is_none() && args.output.is_none() {
        let why = "it replaces what is in --sgf or --output, and neither is given";
        return Err(Failure::flag("--force", why));
    }
    if args.measures {
        return list_measures(out);
    }
    if let (Some(every), false) = (args.every, args.format.has_ticks()) {
        let format =
            Format::ALL.iter().find(|(_, format)| *format == args.format).map_or("", |(name, _)| name);
        let why = format!("'{every}' with --format {format}: only json and csv have rows of ticks");
        return Err(Failure::flag("--every", why));
    }
    let mut setup = args.setup.with_series_defaults().resolve(args.config.as_deref())?;
    setup.opening.plies = args.open;
    let board = setup.rules.board_size(setup.size);
    let series = Series {
        max_ticks: args.max_ticks.unwrap_or(1000 + 50 * board.area() as u64),
        games: args.games,
        alternate: args.alternate,
        every: args.every,
        stops: args.stop_when,
        setup,
    };
    series.check().map_err(refusal)?;
    // Measuring does not change the games, so it does not make another study.
    let study = Study::of(&Series { every: None, ..series.clone() });
    let records =
        args.sgf.map(|path| RecordFolder::open(&path, args.date, &series.setup, &study, args.force));
    let records = records.transpose()?.map(Arc::new);
    if let (Some(records), Some(path)) = (&records, &args.output)
        && records.keeps(path)
    {
        let why = format!("{}: the folder of --sgf keeps a file of its own there", path.display());
        return Err(Failure::flag("--output", why));
    }
    let plan = Plan::of_series(series.clone());
    let open = |path: &PathBuf| Checkpoint::open(path, plan.clone(), args.force);
    let mut checkpoint = args.output.as_ref().map(open).transpose()?;
    let continues = checkpoint.as_ref().is_some_and(Checkpoint::continues);
    if let (Some(records), false) = (&records, args.force || continues) {
        let allowed = records.check_unrepeatable(&series);
        if allowed.is_err()
            && let Some(checkpoint) = checkpoint.take()
        {
            // The checkpoint is new and empty, so nothing is lost.
            let _ = checkpoint.remove();
        }
        allowed?;
    }
    if let (Some(checkpoint), Some(records)) = (&mut checkpoint, &records) {
        checkpoint.forget_unless(|game| records.has(game))?;
    }
    let (halt, request) = halt_on_signals();
    let settings = RunSettings {
        threads: args.threads.unwrap_or_else(default_threads),
        ahead: if args.every.is_some() { AHEAD_MEASURED } else { AHEAD },
        strict: true,
        records: records.as_ref().map(RecordFolder::writer),
        halt,
        ..RunSettings::default()
    };
    let rows = match &args.output {
        Some(path) => Rows::file(path)?,
        None => Rows::stdout(out),
    };
    let kept_games = checkpoint.as_ref().map(Checkpoint::kept_games);
    let mut row_writer = RowWriter::new(&series, args.format, rows, kept_games);
    let played = match &mut checkpoint {
        Some(checkpoint) => checkpoint.play(&settings, &mut row_writer),
        None => play_rows(&plan, &settings, &mut row_writer).map_err(LabError::Play),
    };
    row_writer.finish(played, checkpoint, request.received(), records.as_deref())
}

/// Largest number of games from the oldest unfinished game to the newest begun game. Results of finished
/// games are kept until the oldest game ends, in at most some 10 MB together.
const AHEAD: u64 = 1 << 16;

/// Like [`AHEAD`], for games that are measured. A game with several hundred measured ticks takes several
/// hundred kilobytes.
const AHEAD_MEASURED: u64 = 1 << 7;

/// Lists all measures: name, unit, definition.
fn list_measures(out: &mut dyn Write) -> Result<(), Failure> {
    for (surveyed, title) in [
        (false, "Measures of every tick, from its events"),
        (true, "Measures of the whole board, only at the ticks of --every"),
    ] {
        let measures = MEASURES.iter().filter(|measure| measure.is_surveyed() == surveyed);
        let rows: Vec<_> = measures
            .map(|measure| [measure.columns().join(" "), measure.unit.to_owned(), measure.about.to_owned()])
            .collect();
        writeln!(out, "{}{title}\n", if surveyed { "\n" } else { "" })?;
        write!(out, "{}", align(2, &rows))?;
    }
    Ok(())
}

fn date(text: &str) -> Result<String, ValueError> {
    let is_within = |range, least, most| {
        text.get(range)
            .and_then(|part: &str| part.parse::<u32>().ok())
            .is_some_and(|n| (least..=most).contains(&n))
    };
    let has_dashes = text.len() == 10 && text.as_bytes()[4] == b'-' && text.as_bytes()[7] == b'-';
    if has_dashes && is_within(0..4, 0, 9999) && is_within(5..7, 1, 12) && is_within(8..10, 1, 31) {
        Ok(text.to_owned())
    } else {
        Err(ValueError::new(text, "date", "YYYY-MM-DD"))
    }
}

fn format(text: &str) -> Result<Format, NameError> {
    let names = || Format::ALL.into_iter().map(|(name, _)| name);
    Format::ALL.into_iter().find(|(name, _)| *name == text).map(|(_, format)| format).ok_or_else(|| {
        let list = names().collect::<Vec<_>>().join(", ");
        NameError::new(format_args!("no format '{text}'; the formats are {list}"), text, names())
    })
}
