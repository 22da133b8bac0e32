//! `stonefield sgf analyze`: reviews a game with a mind, as a table and in the record.

use super::super::columns::align;
use super::super::door::say;
use super::super::failure::Failure;
use super::super::force::{ForceArgs, is_same_file};
use super::super::progress::progress;
use super::super::setup::resolve_mind;
use super::super::values;
use super::load::{open, refused};
use serde::Serialize;
use std::io::Write;
use std::path::{Path, PathBuf};
use stonefield_go::notation::{counted, names, sgf};
use stonefield_go::{Color, Move};
use stonefield_lab::{ReviewError, ReviewedMove, annotate, review};
use stonefield_minds::BrainSpec;
use stonefield_search::rounded;
use stonefield_sim::history::check_size;

/// Largest number of costliest moves that are listed for each colour.
const WORST: usize = 3;

/// Arguments of `sgf analyze`.
#[derive(clap::Args, Debug)]
pub(super) struct AnalyzeArgs {
    /// Game record; - for stdin
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Mind that reviews the game; `stonefield brains` lists them
    #[arg(long, value_name = "SPEC", value_parser = str::parse::<BrainSpec>)]
    brain: BrainSpec,
    /// Number of the game in the file, from 1
    #[arg(long, value_name = "NUMBER", default_value = "1", value_parser = values::game_number())]
    game: usize,
    /// Random seed: the same seed gives the same review
    #[arg(long, value_name = "NUMBER", default_value = "1", value_parser = values::whole::<u64>("seed", 0, u64::MAX))]
    seed: u64,
    /// Record to write, which may be the input file [default: NAME.analyzed.sgf beside it]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Add a variation with the moves that the mind expected where a move lost this share of chances or more
    #[arg(long, value_name = "PERCENT", value_parser = values::number("per cent", 0.0, 100.0))]
    variations: Option<f64>,
    #[command(flatten)]
    force: ForceArgs,
    /// Write the table as JSON: a line with an object for each move
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &AnalyzeArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let brain = resolve_mind("--brain", &args.brain, None)?;
    let path = output(args)?;
    let force = if is_same_file(&path, &args.file) { ForceArgs::in_place() } else { args.force };
    force.check(&path)?;
    if args.output.is_none() && path.is_symlink() {
        let why = "this is a link, which is not followed: name a file with --output";
        return Err(refused(&path, why));
    }
    let mut record = open(&args.file, args.game)?;
    check_size(record.root()).map_err(|error| refused(&args.file, error))?;
    let bar = progress(0, "{pos} of {len} positions, {eta} to go");
    let reviewed = review(record.root(), &brain, args.seed, |done, total| {
        bar.set_length(total as u64);
        bar.set_position(done as u64);
    });
    bar.finish_and_clear();
    let reviewed = reviewed.map_err(|error| match error {
        ReviewError::Board(_) => refused(&args.file, error),
        ReviewError::Person(_) | ReviewError::Start(_) => Failure::flag("--brain", error),
        ReviewError::Mind { .. } => Failure::Bad(format!("{}: {brain}: {error}", args.file.display())),
    })?;
    annotate(
        &mut record.reading.collection,
        &brain,
        &reviewed,
        args.variations.map(|percent| percent / 100.0),
    );
    // The record is written first, because the reader of the table may close stdout.
    force.write(&path, &sgf::write(&record.reading.collection))?;
    if args.json {
        for entry in &reviewed {
            let line = serde_json::to_string(&Row::of(entry)).map_err(Failure::of)?;
            writeln!(out, "{line}")?;
        }
    } else {
        table(&reviewed, out)?;
    }
    out.flush()?;
    say(format_args!("the record with the review is {}", path.display()));
    Ok(())
}

/// Path of the record to write.
fn output(args: &AnalyzeArgs) -> Result<PathBuf, Failure> {
    match &args.output {
        Some(path) => Ok(path.clone()),
        None if args.file == Path::new("-") => {
            Err(Failure::flag("--output", "for a record from stdin, name a file to write"))
        }
        None => Ok(args.file.with_extension("analyzed.sgf")),
    }
}

/// Row of the table in JSON: a move.
#[derive(Serialize, Debug)]
struct Row {
    #[serde(rename = "move")]
    number: u32,
    color: String,
    at: String,
    illegal: bool,
    /// Move that the mind would play. `null` if it would resign.
    best: Option<String>,
    /// Black's chances after the move, 0 to 1.
    black_winrate: Option<f64>,
    /// Black's lead after the move, in points.
    black_lead: Option<f64>,
    /// Loss of the mover's chances by the move, -1 to 1.
    loss: Option<f64>,
    /// Loss of the mover's lead by the move, in points.
    points_lost: Option<f64>,
    /// Moves that the mind expected from the position before the move, its best one first.
    expected: Vec<String>,
}

impl Row {
    fn of(entry: &ReviewedMove) -> Self {
        Self {
            number: entry.number,
            color: entry.color.to_string().to_lowercase(),
            at: entry.action.to_string(),
            illegal: entry.illegal,
            best: entry.before.best.map(|best| best.to_string()),
            black_winrate: entry.after.evaluation.winrate,
            black_lead: entry.after.evaluation.lead,
            loss: entry.loss(),
            points_lost: entry.points_lost(),
            expected: entry.before.expected.iter().map(Move::to_string).collect(),
        }
    }
}

fn table(reviewed: &[ReviewedMove], out: &mut dyn Write) -> std::io::Result<()> {
    let percent = |share: Option<f64>| {
        share.map_or("-".to_owned(), |share| format!("{:.1}", rounded(100.0 * share, 1)))
    };
    let points = |lead: Option<f64>| lead.map_or("-".to_owned(), |lead| format!("{:+.1}", rounded(lead, 1)));
    let mut rows = vec![
        ["move", "color", "at", "Black %", "Black lead", "best", "loss %", "points", "expected"]
            .map(str::to_owned),
    ];
    for entry in reviewed {
        let best = entry.before.best.map_or("resign".to_owned(), |best| best.to_string());
        rows.push([
            entry.number.to_string(),
            entry.color.to_string(),
            format!("{}{}", entry.action, if entry.illegal { " (illegal)" } else { "" }),
            percent(entry.after.evaluation.winrate),
            points(entry.after.evaluation.lead),
            best,
            percent(entry.loss()),
            points(entry.points_lost()),
            names(entry.before.expected.iter().take(6)),
        ]);
    }
    out.write_all(align(0, &rows).as_bytes())?;
    for color in Color::ALL {
        writeln!(out, "{}", summary(color, reviewed))?;
    }
    Ok(())
}

/// Summary of a colour's moves, in one line.
fn summary(color: Color, reviewed: &[ReviewedMove]) -> String {
    let moves = reviewed.iter().filter(|entry| entry.color == color).collect::<Vec<_>>();
    let mut text = format!("{color}: {}", counted(moves.len(), "move"));
    if moves.is_empty() {
        return text;
    }
    let agreements = moves.iter().filter(|entry| entry.agrees()).count();
    text += &format!(
        ", {agreements} as the mind would ({:.0} %)",
        100.0 * agreements as f64 / moves.len() as f64
    );
    let mut losses = moves.iter().filter_map(|entry| Some((entry.loss()?, *entry))).collect::<Vec<_>>();
    if losses.is_empty() {
        return text;
    }
    let mean = losses.iter().map(|(loss, _)| loss.max(0.0)).sum::<f64>() / losses.len() as f64;
    text += &format!(", mean loss {:.1} %", 100.0 * mean);
    losses.sort_by(|a, b| b.0.total_cmp(&a.0));
    let worst = losses.iter().take(WORST).filter(|(loss, _)| *loss > 0.0);
    let worst =
        worst.map(|(loss, entry)| format!("{} {} ({:.1} %)", entry.number, entry.action, 100.0 * loss));
    let worst = worst.collect::<Vec<_>>();
    if !worst.is_empty() {
        text += &format!("; most: {}", worst.join(", "));
    }
    text
}
