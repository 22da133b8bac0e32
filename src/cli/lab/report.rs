//! `stonefield lab report`: what the games of a store came to, on one page.

use super::export::write_whole;
use crate::cli::failure::Failure;
use crate::lab::store::ResultStore;
use crate::lab::{ReportPageError, write_report_page};
use std::io::Write;
use std::path::PathBuf;

/// What `lab report` is asked for.
#[derive(clap::Args, Debug)]
pub(super) struct ReportArgs {
    /// The store
    #[arg(value_name = "FILE.db")]
    file: PathBuf,
    /// The page to write, which otherwise goes to stdout
    #[arg(short, long, value_name = "FILE.html")]
    output: Option<PathBuf>,
}

pub(super) fn run(args: &ReportArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let store = ResultStore::look(&args.file).map_err(Failure::of)?;
    let Some(path) = &args.output else {
        return write_report_page(&store, &args.file, out).map_err(|error| match error {
            ReportPageError::Io(error) => error.into(),
            ReportPageError::Store(error) => Failure::of(error),
        });
    };
    write_whole(path, |page| {
        write_report_page(&store, &args.file, page).map_err(|error| match error {
            ReportPageError::Io(error) => Failure::flag("--output", format!("{}: {error}", path.display())),
            ReportPageError::Store(error) => Failure::of(error),
        })
    })
}
