//! `stonefield lab sgf`: writes games of a store as records.

use crate::cli::door::{file_name, say};
use crate::cli::failure::Failure;
use crate::cli::values::ValueError;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use stonefield_files::{Folder, read_plain_limited};
use stonefield_go::notation::{counted_are, counted_of, sgf};
use stonefield_lab::store::ResultStore;
use stonefield_lab::stored_game;

/// Arguments of `lab sgf`.
#[derive(clap::Args, Debug)]
pub(super) struct SgfArgs {
    /// Store of the games
    #[arg(value_name = "FILE.db")]
    file: PathBuf,
    /// Folder for the records, game-NUMBER.sgf
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
    /// Rows, such as 3,10-19 [default: all played rows]
    #[arg(long, value_name = "ROWS", value_delimiter = ',', value_parser = span)]
    rows: Vec<RangeInclusive<u64>>,
    /// Replace records of other games in the folder
    #[arg(long)]
    force: bool,
}

pub(super) fn run(args: &SgfArgs) -> Result<(), Failure> {
    let store = ResultStore::look(&args.file).map_err(Failure::of)?;
    // A tuning has no fixed number of rows: its header says 0.
    let planned = Some(store.header().rows).filter(|rows| *rows > 0);
    let is_beyond = |span: &&RangeInclusive<u64>| planned.is_some_and(|rows| *span.end() >= rows);
    if let (Some(span), Some(rows)) = (args.rows.iter().find(is_beyond), planned) {
        let why = format!(
            "there is no row {}: the rows of {} are 0 to {}",
            span.end(),
            args.file.display(),
            rows - 1
        );
        return Err(Failure::flag("--rows", why));
    }
    let played = store.rows().map_err(Failure::of)?;
    let rows =
        played.iter().filter(|row| args.rows.is_empty() || args.rows.iter().any(|span| span.contains(row)));
    let rows: Vec<u64> = rows.collect();
    if rows.is_empty() {
        let name = args.file.display();
        return Err(match args.rows.is_empty() {
            true => Failure::Bad(format!("{name}: no row is played yet")),
            false => Failure::flag("--rows", format!("none of these rows of {name} is played yet")),
        });
    }
    let unwritten = |error: std::io::Error| Failure::Bad(format!("{}: {error}", args.folder.display()));
    let folder = Folder::open(&args.folder).map_err(unwritten)?;
    let (mut written, mut damaged) = (0, None);
    for row in &rows {
        let record = match stored_game(&store, *row) {
            Ok(record) => record,
            // The records of the other rows are written all the same.
            Err(error) => {
                damaged.get_or_insert(error);
                continue;
            }
        };
        let bytes = sgf::write(&record.reading.collection);
        let name = format!("game-{row:06}.sgf");
        let path = args.folder.join(&name);
        let is_same = || read_plain_limited(&path).is_ok_and(|content| content == bytes);
        // Without --force no other file is replaced, and nothing is written through a link.
        if !args.force && path.symlink_metadata().is_ok() && (path.is_symlink() || !is_same()) {
            let why = "another file has this name: --force replaces it";
            return Err(Failure::Bad(format!("{}: {why}", path.display())));
        }
        folder.put(&name, &bytes).map_err(unwritten)?;
        written += 1;
    }
    folder.sync().map_err(unwritten)?;
    let Some(error) = damaged else {
        say(format_args!("{} in {}", counted_are(written, "record"), file_name(&args.folder)));
        return Ok(());
    };
    let written = counted_of(written, rows.len() as u64, "record");
    Err(Failure::Bad(format!("{error}; {written} in {}", file_name(&args.folder))))
}

/// Parses a row number, or a range of rows such as `10-19`.
fn span(text: &str) -> Result<RangeInclusive<u64>, ValueError> {
    let refused = || {
        ValueError::new(
            text,
            "row or span of rows",
            "a number, or two as 10-19, the first not above the second",
        )
    };
    let number = |text: &str| text.trim().parse::<u64>().ok();
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    let (first, last) = number(first).zip(number(last)).ok_or_else(refused)?;
    if first <= last { Ok(first..=last) } else { Err(refused()) }
}
