//! `stonefield sgf check`: lists what is wrong with records.

use super::super::door::file_name;
use super::super::failure::Failure;
use super::each::{FileOutcome, each};
use std::io::Write;
use std::path::PathBuf;
use stonefield_go::notation::sgf;
use stonefield_sim::history::check_size;

/// Arguments of `sgf check`.
#[derive(clap::Args, Debug)]
pub(super) struct CheckArgs {
    /// Game records; - for stdin
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
}

/// Writes a line for each problem: `FILE: line 1, column 2, game 1, node 0: problem`. A problem of the board
/// size has no line and column.
pub(super) fn run(args: &CheckArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let outcomes = each(&args.files, |path, record| {
        let mut problems = record.reading.problems;
        let games = record.reading.collection;
        problems.extend(sgf::check(&games));
        problems.sort_by_key(|problem| (problem.line, problem.column));
        for problem in &problems {
            writeln!(out, "{}: {problem}", file_name(path))?;
        }
        let mut is_fine = problems.is_empty();
        for (number, &root) in (1..).zip(games.games()) {
            if let Err(error) = check_size(games.node(root)) {
                writeln!(out, "{}: game {number}, node 0: {error}", file_name(path))?;
                is_fine = false;
            }
        }
        Ok(if is_fine { FileOutcome::Fine } else { FileOutcome::Wrong })
    })?;
    out.flush()?;
    outcomes.end("read")
}
