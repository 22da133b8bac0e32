//! `stonefield sgf check`: what is wrong with records.

use super::super::failure::Failure;
use super::load;
use crate::notation::sgf;
use std::io::Write;
use std::path::PathBuf;

/// What `sgf check` is asked for.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// The files; - for stdin
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
}

/// A line for each problem, `FILE: line, column, game, node: what`.
pub(super) fn run(args: &Args, out: &mut dyn Write) -> Result<(), Failure> {
    let mut found = false;
    let mut refused: Option<Failure> = None;
    for path in &args.files {
        let reading = match load(path) {
            Ok(reading) => reading,
            Err(failure) => {
                // The others are looked at all the same; the last that could not be read is told at the end.
                if let Some(Failure::Bad(line)) = refused.replace(failure) {
                    // Nobody may be listening there.
                    let _ = writeln!(std::io::stderr(), "stonefield: {line}");
                }
                continue;
            }
        };
        let mut problems = reading.problems;
        problems.extend(sgf::check(&reading.collection));
        problems.sort_by_key(|problem| (problem.line, problem.column));
        found |= !problems.is_empty();
        for problem in &problems {
            writeln!(out, "{}: {problem}", path.display())?;
        }
    }
    out.flush()?;
    match refused {
        Some(failure) => Err(failure),
        None if found => Err(Failure::Found),
        None => Ok(()),
    }
}
