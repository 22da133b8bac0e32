//! `stonefield lab`: experiments of many games, kept in a store; one file a subcommand.

mod export;

use super::failure::Failure;
use std::io::Write;

/// What `lab` is asked for.
#[derive(clap::Args, Debug)]
pub(super) struct LabArgs {
    #[command(subcommand)]
    action: Action,
}

#[derive(clap::Subcommand, Debug)]
enum Action {
    /// Write a table of a store as CSV, JSON, Parquet or the table of NetLogo's BehaviorSpace
    Export(export::ExportArgs),
}

impl LabArgs {
    /// Whether bytes go to stdout that are no text.
    pub(super) const fn writes_data(&self) -> bool {
        match &self.action {
            Action::Export(args) => args.writes_data(),
        }
    }
}

pub(super) fn run(args: LabArgs, out: &mut dyn Write) -> Result<(), Failure> {
    match args.action {
        Action::Export(args) => export::run(&args, out),
    }
}
