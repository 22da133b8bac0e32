//! `stonefield lab show`: shows the content of a store.

use super::plan_file::refused;
use crate::cli::columns::table;
use crate::cli::door::file_name;
use crate::cli::failure::Failure;
use crate::cli::values;
use std::io::Write;
use std::path::PathBuf;
use stonefield_go::notation::{counted, excerpt};
use stonefield_lab::store::{Datum, ResultStore, StoreError, StoreTable};
use stonefield_lab::{CombinationSummary, Sample, chart, shell_word, summarize};

/// Arguments of `lab show`.
#[derive(clap::Args, Debug)]
pub(super) struct ShowArgs {
    /// Store to show
    #[arg(value_name = "FILE.db")]
    file: PathBuf,
    /// Row of one game: shows all its values
    #[arg(value_name = "ROW", value_parser = values::whole::<u64>("row", 0, i64::MAX as u64))]
    row: Option<u64>,
    /// List the games that failed, and why
    #[arg(long, conflicts_with = "row")]
    failed: bool,
    /// Show the plan as it was written
    #[arg(long, conflicts_with_all = ["row", "failed"])]
    plan: bool,
}

/// Longest value that is shown completely, in characters.
const LONGEST: usize = 2000;

pub(super) fn run(args: &ShowArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let store = ResultStore::look(&args.file).map_err(Failure::of)?;
    if args.plan {
        write!(out, "{}", store.header().plan)?;
        return Ok(());
    }
    if let Some(row) = args.row {
        return show_game(args, &store, row, out);
    }
    if args.failed {
        return show_failed(&store, out);
    }
    show_all(&store, out)
}

/// Shows the plan of a store and its combinations.
pub(super) fn show_all(store: &ResultStore, out: &mut dyn Write) -> Result<(), Failure> {
    let header = store.header();
    let count = store.count(StoreTable::Games).map_err(Failure::of)?;
    // A tuning has no fixed number of rows: its header says 0.
    let rows = match header.rows {
        0 => counted(count, "row"),
        all => format!("{count} of {}", counted(all, "row")),
    };
    writeln!(out, "{}: {rows}, plan {}", header.kind, header.hash)?;
    writeln!(out, "begun {} by version {} on {}", header.date, header.version, header.machine)?;
    if !header.unrepeatable.is_empty() {
        writeln!(out, "not repeatable: {} does not play the same again", header.unrepeatable)?;
    }
    writeln!(out, "\n{}", with_keys(&header.canonical))?;
    let summary = summarize(store).map_err(Failure::of)?;
    let mut rows = vec![head(&summary.names, &summary.measures)];
    rows.extend(summary.combinations.iter().map(line));
    write!(out, "{}", table(&rows))?;
    Ok(())
}

/// Canonical form of the plan, but with the names that axes have in plan files.
fn with_keys(canonical: &str) -> String {
    let line = |line: &str| match line.strip_prefix("axes = ") {
        Some(axes) => {
            // Parameters of minds have the same names in both.
            let key = |name: &str| if name.contains('.') { name.to_owned() } else { name.replace('-', "_") };
            format!("axes = {}\n", axes.split(", ").map(key).collect::<Vec<_>>().join(", "))
        }
        None => format!("{line}\n"),
    };
    canonical.lines().map(line).collect()
}

fn head(names: &[String], measures: &[String]) -> Vec<String> {
    let fixed =
        ["games", "wins", "score", "95 % interval", "draws", "void", "unfinished", "failed", "ahead by"];
    let names = names.iter().map(String::as_str).chain(fixed).chain(measures.iter().map(String::as_str));
    names.map(str::to_owned).collect()
}

fn line(combination: &CombinationSummary) -> Vec<String> {
    let count = &combination.count;
    let (low, high) = count.results.interval();
    let mean = |sample: &Sample| match sample.count() {
        0 => "-".to_owned(),
        _ => chart::mean(sample),
    };
    let mut cells = combination.values.clone();
    cells.extend([
        count.games().to_string(),
        count.results.wins.to_string(),
        count.results.share().map_or("-".to_owned(), |share| format!("{:.1} %", 100.0 * share)),
        format!("{:.1} to {:.1} %", 100.0 * low, 100.0 * high),
        count.results.draws.to_string(),
        count.void.to_string(),
        count.unfinished.to_string(),
        count.failed.to_string(),
        mean(&count.margin),
    ]);
    cells.extend(combination.measures.iter().map(mean));
    cells
}

fn show_game(args: &ShowArgs, store: &ResultStore, row: u64, out: &mut dyn Write) -> Result<(), Failure> {
    let game = store.game(row).map_err(Failure::of)?;
    let Some((values, _)) = game else {
        let rows = store.header().rows;
        let why = if row < rows {
            format!("row {row} is not played yet")
        } else {
            format!("there is no row {row}: the plan has {rows}, from 0")
        };
        return Err(refused(&args.file, why));
    };
    let columns = store.columns(StoreTable::Games).iter().map(|column| column.name.clone());
    let texts = values.iter().map(|value| match value {
        Datum::Missing => "-".to_owned(),
        value => excerpt(&value.to_string(), LONGEST),
    });
    let rows: Vec<_> = columns.zip(texts).map(|(name, value)| vec![name, value]).collect();
    write!(out, "{}", table(&rows))?;
    // A name with control characters is shown with escapes, and is not the name of a file.
    let name = file_name(&args.file).to_string();
    let name = if args.file.to_str() == Some(&name) { shell_word(&name) } else { name };
    writeln!(out, "\nstonefield replay {name} {row} opens this game")?;
    Ok(())
}

fn show_failed(store: &ResultStore, out: &mut dyn Write) -> Result<(), Failure> {
    let columns = store.columns(StoreTable::Games);
    let index_of = |name: &str| columns.iter().position(|column| column.name == name).unwrap_or(0);
    let (fault, black, white) = (index_of("fault"), index_of("black_mind"), index_of("white_mind"));
    let mut rows = Vec::new();
    let read = store.each(StoreTable::Games, |values| {
        if let Datum::Text(why) = &values[fault] {
            rows.push([&values[0], &values[black], &values[white]].map(ToString::to_string).to_vec());
            rows.last_mut().into_iter().for_each(|row| row.push(excerpt(why, LONGEST)));
        }
        Ok::<(), StoreError>(())
    });
    read.map_err(Failure::of)?;
    if rows.is_empty() {
        writeln!(out, "no game failed")?;
    } else {
        write!(out, "{}", table(&rows))?;
    }
    Ok(())
}
