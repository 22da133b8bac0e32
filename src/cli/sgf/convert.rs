//! `stonefield sgf convert`: records in the form of FF\[4\] and UTF-8.

use super::super::failure::Failure;
use super::super::file;
use super::load;
use super::load::refused;
use crate::notation::sgf;
use std::io::Write;
use std::path::PathBuf;

/// What `sgf convert` is asked for.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// The files; - for stdin
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// The file to write, which may be the one that is read; without it the records go to stdout
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

pub(super) fn run(args: &Args, out: &mut dyn Write) -> Result<(), Failure> {
    let mut written = Vec::new();
    let mut mended = 0;
    for path in &args.files {
        let mut reading = load(path)?;
        mended += reading.problems.len();
        sgf::modernise(&mut reading.collection);
        written.append(&mut sgf::write(&reading.collection));
    }
    match &args.output {
        Some(path) => file::replace(path, &written).map_err(|error| refused(path, error))?,
        None => {
            out.write_all(&written)?;
            out.flush()?;
        }
    }
    if mended > 0 {
        let what = if mended == 1 { "problem was mended" } else { "problems were mended" };
        // Nobody may be listening there; the records are out.
        let _ = writeln!(std::io::stderr(), "stonefield: {mended} {what}: sgf check lists what is wrong");
    }
    Ok(())
}
