//! `stonefield lab`: experiments of many games, kept in a store; one file a subcommand.

mod measures;
mod merge;
mod plan_file;
mod run;
mod run_progress;
mod shard;
mod show;
mod status;
mod submit;

use super::failure::Failure;
use crate::lab::store::ResultStore;
use std::io::Write;
use std::path::Path;

/// What `lab` is asked for.
#[derive(clap::Args, Debug)]
pub(super) struct LabArgs {
    #[command(subcommand)]
    action: Action,
}

#[derive(clap::Subcommand, Debug)]
enum Action {
    /// Play the games of a plan into a store; the same command goes on where it was ended
    Run(Box<run::RunArgs>),
    /// Show what a store holds: its plan, its combinations with wins and means, or one game
    Show(show::ShowArgs),
    /// List what a plan can measure
    Measures,
    /// Cut a plan into shards for a cluster, and show or submit the script that plays them
    Submit(Box<submit::SubmitArgs>),
    /// Tell what the shards of a folder still lack
    Status(status::StatusArgs),
    /// Put the rows of shards into one store, and compare those that were played twice
    Merge(merge::MergeArgs),
}

pub(super) fn run(args: LabArgs, out: &mut dyn Write) -> Result<(), Failure> {
    match args.action {
        Action::Run(args) => run::run(*args),
        Action::Show(args) => show::run(&args, out),
        Action::Measures => measures::run(out),
        Action::Submit(args) => submit::run(&args, out),
        Action::Status(args) => status::run(&args, out),
        Action::Merge(args) => merge::run(&args),
    }
}

/// Shows what a store holds where there is no window for it.
pub(super) fn overview(file: &Path, out: &mut dyn Write) -> Result<(), Failure> {
    let store = ResultStore::look(file).map_err(Failure::of)?;
    show::whole(&store, out)
}
