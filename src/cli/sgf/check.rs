//! `stonefield sgf check`: what is wrong with records.

use super::super::door::file_name;
use super::super::failure::Failure;
use super::each::{FileOutcome, each};
use crate::notation::sgf;
use std::io::Write;
use std::path::PathBuf;

/// What `sgf check` is asked for.
#[derive(clap::Args, Debug)]
pub(super) struct CheckArgs {
    /// The files; - for stdin
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
}

/// A line for each problem, `FILE: line, column, game, node: what`.
pub(super) fn run(args: &CheckArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let looks = each(&args.files, |path, record| {
        let mut problems = record.reading.problems;
        problems.extend(sgf::check(&record.reading.collection));
        problems.sort_by_key(|problem| (problem.line, problem.column));
        for problem in &problems {
            writeln!(out, "{}: {problem}", file_name(path))?;
        }
        Ok(if problems.is_empty() { FileOutcome::Fine } else { FileOutcome::Wrong })
    })?;
    out.flush()?;
    looks.end("read")
}
