//! `stonefield lab run`: plays the games of a plan into a store.

use super::plan_file::PlanArgs;
use super::run_progress::RunProgress;
use super::shard::{ShardArgs, store_path};
use crate::cli::door::{file_name, say};
use crate::cli::failure::Failure;
use crate::cli::halting::halt_on_signals;
use crate::cli::values;
use std::path::PathBuf;
use stonefield_go::notation::{counted, counted_of};
use stonefield_lab::background::default_threads;
use stonefield_lab::store::StoreError;
use stonefield_lab::{LabError, Laboratory, Plan, RunSettings, Shard};
use stonefield_minds::engine::Signal;

/// Arguments of `lab run`.
#[derive(clap::Args, Debug)]
pub(super) struct RunArgs {
    #[command(flatten)]
    pub plan: PlanArgs,
    /// Store, an SQLite file, or for shards a folder; rows in it are kept, and only missing rows are played
    #[arg(short, long, value_name = "FILE.db|DIR")]
    output: PathBuf,
    /// Games played in parallel; the rows are the same for any number [default: three quarters of the cores]
    #[arg(long, value_name = "COUNT", value_parser = values::whole::<usize>("number of threads", 1, 1024))]
    threads: Option<usize>,
    #[command(flatten)]
    shard: ShardArgs,
    /// Replace the content of the store
    #[arg(long)]
    force: bool,
    /// Play the rows again whose games failed
    #[arg(long)]
    retry_failed: bool,
}

/// Reason for not splitting a plan with a sequential test into shards.
pub(super) const NO_SHARDS: &str =
    "the plan has a test (sprt), which needs all rows in one store: remove the test or the shards";

/// Result of playing rows.
pub(super) struct RowsPlayed {
    /// Path of the store.
    pub path: PathBuf,
    /// Number of games that failed in this run.
    failed: u64,
    /// Signal that ended the command early, if any.
    signal: Option<Signal>,
}

impl RowsPlayed {
    /// Result of the command: a failure if a signal ended it or a game failed, else success.
    pub(super) fn end(self) -> Result<(), Failure> {
        match self.signal {
            Some(signal) => Err(Failure::Signal(signal)),
            None if self.failed > 0 => Err(Failure::Reported),
            None => Ok(()),
        }
    }
}

pub(super) fn run(args: &RunArgs) -> Result<(), Failure> {
    play(args, args.plan.read()?)?.end()
}

/// Plays the rows of a plan, or of a shard, that the store lacks.
pub(super) fn play(args: &RunArgs, plan: Plan) -> Result<RowsPlayed, Failure> {
    if plan.sprt().is_some() && args.shard.is_given() {
        return Err(Failure::flag("--shard", NO_SHARDS));
    }
    let shard_file = args.shard.resolve(&args.output)?;
    let path = store_path(shard_file.as_ref().map(|(file, _)| file), &args.output);
    let shard = shard_file.map_or_else(Shard::default, |(file, overlap)| {
        Shard::with_overlap(file.index, file.count, plan.rows(), overlap)
    });
    if plan.sprt().is_some() && shard.count > 1 {
        return Err(Failure::flag("--shard", NO_SHARDS));
    }
    let rows = shard.len(plan.rows());
    let unrepeatable = plan.unrepeatable().map(|mind| mind.to_string());
    let mut laboratory = Laboratory::open(plan, &path, args.force).map_err(store_failure)?;
    if let Some(mind) = unrepeatable {
        if !shard.also.is_empty() {
            return Err(Failure::flag(
                "--overlap",
                format!("{mind} does not play the same again, so that rows cannot be compared"),
            ));
        }
        say(format_args!(
            "not repeatable: {mind} does not play the same again, so the rows differ each time"
        ));
    }
    if args.retry_failed {
        let failed = laboratory.forget_failed().map_err(store_failure)?;
        say(format_args!("{} played again: their games had failed", counted(failed, "row")));
    }
    let (halt, request) = halt_on_signals();
    let played_before = laboratory.played_rows().iter().filter(|row| shard.contains(*row)).count() as u64;
    // A store that was begun with another overlap has rows of other shards.
    let other_rows = laboratory.played_rows().len() - played_before;
    let settings = RunSettings {
        threads: args.threads.unwrap_or_else(default_threads),
        shard,
        halt,
        ..RunSettings::default()
    };
    let mut progress = RunProgress::begin(rows, played_before, &laboratory).map_err(store_failure)?;
    let played = if progress.is_decided() {
        Ok(())
    } else {
        laboratory.play(&settings, &mut progress).map_err(lab_failure)
    };
    let decided = progress.is_decided();
    let failed = progress.finish();
    let committed = laboratory.store().committed().saturating_sub(other_rows);
    let file_exists = laboratory.store().is_there();
    let closed = laboratory.close();
    let (name, count) = (file_name(&path), counted_of(committed, rows, "row"));
    if let Err(error) = played {
        if file_exists {
            say(format_args!("{count} safe in {name}, and the same command continues from there"));
        }
        return Err(error);
    }
    closed.map_err(store_failure)?;
    let signal = request.received().filter(|_| committed < rows && !decided);
    if let Some(signal) = signal {
        say(format_args!(
            "ended early by {}: {count} safe in {name}, and the same command continues from there",
            signal.name()
        ));
        return Ok(RowsPlayed { path, failed, signal: Some(signal) });
    }
    say(format_args!("{count} in {name}"));
    if failed > 0 {
        say(format_args!(
            "{} failed: `stonefield lab show {name} --failed` lists them, --retry-failed plays them again",
            counted(failed, "game")
        ));
    }
    Ok(RowsPlayed { path, failed, signal })
}

pub(super) fn store_failure(error: StoreError) -> Failure {
    Failure::flag("--output", error)
}

fn lab_failure(error: LabError) -> Failure {
    match error {
        LabError::Store(error) => store_failure(error),
        LabError::Play(error) => Failure::of(error),
    }
}
