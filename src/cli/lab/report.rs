//! `stonefield lab report`: writes the results of a store as one HTML page.

use super::export::protect_store;
use crate::cli::failure::Failure;
use crate::cli::force::ForceArgs;
use std::io::Write;
use std::path::PathBuf;
use stonefield_lab::store::ResultStore;
use stonefield_lab::{ReportCondition, ReportPageError, write_report_page};

/// Arguments of `lab report`.
#[derive(clap::Args, Debug)]
pub(super) struct ReportArgs {
    /// Store to report on
    #[arg(value_name = "FILE.db")]
    file: PathBuf,
    /// Report only combinations with this value, such as size=9 or black.radius=3; may be given several times
    #[arg(long = "where", value_name = "NAME=VALUE", value_parser = str::parse::<ReportCondition>)]
    conditions: Vec<ReportCondition>,
    /// Page to write [default: stdout]
    #[arg(short, long, value_name = "FILE.html")]
    output: Option<PathBuf>,
    #[command(flatten)]
    force: ForceArgs,
}

pub(super) fn run(args: &ReportArgs, out: &mut dyn Write) -> Result<(), Failure> {
    args.force.needs("--output", args.output.is_some())?;
    let store = ResultStore::look(&args.file).map_err(Failure::of)?;
    let write = |out: &mut dyn Write, io_failure: &dyn Fn(std::io::Error) -> Failure| {
        let written = write_report_page(&store, &args.file, &args.conditions, out);
        written.map_err(|error| match error {
            ReportPageError::Io(error) => io_failure(error),
            ReportPageError::Store(error) => Failure::of(error),
            ReportPageError::Condition(error) => Failure::flag("--where", error),
        })
    };
    match &args.output {
        None => write(out, &Failure::from),
        Some(path) => {
            protect_store(&store, path)?;
            args.force.write_with(path, |page| {
                write(page, &|error| Failure::flag("--output", format!("{}: {error}", path.display())))
            })
        }
    }
}
