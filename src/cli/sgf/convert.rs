//! `stonefield sgf convert`: rewrites records as SGF version 4 (`FF[4]`) in UTF-8.

use super::super::door::{file_name, say};
use super::super::failure::Failure;
use super::super::force::{ForceArgs, is_same_file};
use super::each::{FileOutcome, each};
use super::load::refused;
use std::io::Write;
use std::path::PathBuf;
use stonefield_go::notation::sgf;
use stonefield_sim::history::check_size;

/// Arguments of `sgf convert`.
#[derive(clap::Args, Debug)]
pub(super) struct ConvertArgs {
    /// Game records; - for stdin
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// File to write, which may be an input file [default: stdout]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    force: ForceArgs,
}

pub(super) fn run(args: &ConvertArgs, out: &mut dyn Write) -> Result<(), Failure> {
    args.force.needs("--output", args.output.is_some())?;
    let in_place =
        args.output.as_ref().is_some_and(|path| args.files.iter().any(|file| is_same_file(file, path)));
    let force = if in_place { ForceArgs::in_place() } else { args.force };
    if let Some(path) = &args.output {
        force.check(path)?;
    }
    let mut written = Vec::new();
    let mut mended = 0;
    let outcomes = each(&args.files, |path, record| {
        let mut reading = record.reading;
        let mut outcome = FileOutcome::Fine;
        for &root in reading.collection.games() {
            if let Err(error) = check_size(reading.collection.node(root)) {
                say(format_args!("{}: {error}", file_name(path)));
                outcome = FileOutcome::Wrong;
            }
        }
        mended += reading.problems.len();
        sgf::modernise(&mut reading.collection);
        written.append(&mut sgf::write(&reading.collection));
        Ok(outcome)
    })?;
    match &args.output {
        _ if written.is_empty() => {}
        Some(path) if outcomes.refused.iter().any(|refused| is_same_file(refused, path)) => {
            let why = "this file could not be read, so it is not replaced by the other records";
            return Err(refused(path, why));
        }
        Some(path) => force.write(path, &written)?,
        None => {
            out.write_all(&written)?;
            out.flush()?;
        }
    }
    if mended > 0 {
        let words = if mended == 1 { "problem was mended" } else { "problems were mended" };
        say(format_args!("{mended} {words}: sgf check lists what is wrong"));
    }
    outcomes.end("read")
}
