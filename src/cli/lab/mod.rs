//! `stonefield lab`: experiments with many games, kept in a store. One file per subcommand.

mod export;
mod live_standings;
mod measures;
mod merge;
mod percolation;
pub(in crate::cli) mod plan_file;
mod report;
mod run;
mod run_progress;
mod sgf;
mod shard;
mod show;
mod status;
mod submit;
mod table;
mod tournament;
mod tune;

use super::failure::Failure;
use std::io::Write;
use std::path::Path;
use stonefield_lab::store::ResultStore;

/// Arguments of `lab`.
#[derive(clap::Args, Debug)]
pub(super) struct LabArgs {
    #[command(subcommand)]
    action: Action,
}

#[derive(clap::Subcommand, Debug)]
enum Action {
    /// Play the games of a plan into a store; the same command continues an interrupted run
    Run(Box<run::RunArgs>),
    /// Play the tournament of a plan into a store, and show its table; the same command continues it
    Tournament(Box<tournament::TournamentArgs>),
    /// Show the table of a tournament from its store, also while it is played
    Table(table::TableArgs),
    /// Write games of a store as records, one file per game
    Sgf(sgf::SgfArgs),
    /// Search for the best values of a mind's parameters by games; the same command continues the search
    Tune(Box<tune::TuneArgs>),
    /// Show a store: its plan, its combinations with wins and means, or one game
    Show(show::ShowArgs),
    /// List what a plan can measure
    Measures,
    /// Count clusters of randomly placed stones, the control for groups that minds make
    Percolation(percolation::PercolationArgs),
    /// Split a plan into shards for a computing cluster, and show or submit the script that plays them
    Submit(Box<submit::SubmitArgs>),
    /// Show how many rows are still missing in the shards of a folder
    Status(status::StatusArgs),
    /// Put the rows of shards into one store, and compare those that were played twice
    Merge(merge::MergeArgs),
    /// Write a table of a store as CSV, JSON, Parquet or the table of NetLogo's BehaviorSpace
    Export(export::ExportArgs),
    /// Write the results as one HTML page: tables, pictures and games
    Report(report::ReportArgs),
}

impl LabArgs {
    /// True if stdout may get the bytes of a file, so that they must not be changed as text is.
    pub(super) const fn writes_data(&self) -> bool {
        matches!(self.action, Action::Export(_))
    }
}

pub(super) fn run(args: LabArgs, out: &mut dyn Write) -> Result<(), Failure> {
    match args.action {
        Action::Run(args) => run::run(&args),
        Action::Tournament(args) => tournament::run(&args, out),
        Action::Table(args) => table::run(&args, out),
        Action::Sgf(args) => sgf::run(&args),
        Action::Tune(args) => tune::run(&args, out),
        Action::Show(args) => show::run(&args, out),
        Action::Measures => measures::run(out),
        Action::Percolation(args) => percolation::run(&args, out),
        Action::Submit(args) => submit::run(&args, out),
        Action::Status(args) => status::run(&args, out),
        Action::Merge(args) => merge::run(&args),
        Action::Export(args) => export::run(&args, out),
        Action::Report(args) => report::run(&args, out),
    }
}

/// Shows the content of a store as text. Used when no window can be opened.
pub(super) fn overview(file: &Path, out: &mut dyn Write) -> Result<(), Failure> {
    let store = ResultStore::look(file).map_err(Failure::of)?;
    show::show_all(&store, out)
}
