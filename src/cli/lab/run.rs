//! `stonefield lab run`: the games of a plan are played into a store.

use super::plan_file::PlanArgs;
use super::run_progress::RunProgress;
use super::shard::{ShardArgs, store_path};
use crate::brain::engine::{Signal, SignalListener};
use crate::cli::door::say;
use crate::cli::failure::Failure;
use crate::cli::values;
use crate::lab::background::default_threads;
use crate::lab::store::StoreError;
use crate::lab::{LabError, Laboratory, RowOrder, Shard};
use crate::sim::Halt;
use std::path::PathBuf;
use std::time::Duration;

/// What `lab run` is asked for.
#[derive(clap::Args, Debug)]
pub(super) struct RunArgs {
    #[command(flatten)]
    plan: PlanArgs,
    /// The store, an SQLite file: what was played before stays, and the same command goes on from there; for shards a folder
    #[arg(short, long, value_name = "FILE.db|DIR")]
    output: PathBuf,
    /// Games played in parallel; the rows are the same for any number [default: three quarters of the cores]
    #[arg(long, value_name = "COUNT", value_parser = values::whole::<usize>("number of threads", 1, 1024))]
    threads: Option<usize>,
    #[command(flatten)]
    shard: ShardArgs,
    /// Replace whatever is in the store
    #[arg(long)]
    force: bool,
    /// Play the rows again whose games failed
    #[arg(long)]
    retry_failed: bool,
}

/// How long the last rows may take to be written when a signal has asked for the end.
const LAST: Duration = Duration::from_secs(10);

pub(super) fn run(args: RunArgs) -> Result<(), Failure> {
    let plan = args.plan.read()?;
    let shard_file = args.shard.meaning(&args.output)?;
    let path = store_path(shard_file.as_ref().map(|(file, _)| file), &args.output);
    let shard = shard_file.map_or_else(Shard::default, |(file, overlap)| {
        Shard::with_overlap(file.index, file.count, plan.rows(), overlap)
    });
    let rows = shard.len(plan.rows());
    let unrepeatable = plan.unrepeatable().map(|mind| mind.to_string());
    let mut laboratory = Laboratory::open(plan, &path, args.force).map_err(unkept)?;
    if let Some(mind) = unrepeatable {
        if !shard.also.is_empty() {
            return Err(Failure::flag(
                "--overlap",
                format!("{mind} does not play the same again, so that rows cannot be compared"),
            ));
        }
        say(format_args!(
            "not repeatable: {mind} does not play the same again, so the rows come out otherwise each time"
        ));
    }
    if args.retry_failed {
        let failed = laboratory.forget_failed().map_err(unkept)?;
        say(format_args!("{failed} failed rows are played again"));
    }
    let halt = Halt::default();
    let request = {
        let halt = halt.clone();
        let signals = [Signal::HangUp, Signal::Interrupt, Signal::Terminate];
        SignalListener::listen_with(&signals, move |signal| {
            halt.ask();
            end_at_last(signal);
        })
    };
    let before = laboratory.known().len();
    let order = RowOrder { threads: args.threads.unwrap_or_else(default_threads), shard, halt };
    let mut progress = RunProgress::begin(rows, before, laboratory.plan().alternates());
    let played = laboratory.play(&order, &mut progress);
    let failed = progress.finish();
    let safe = laboratory.store().safe();
    let path = path.display();
    let closed = laboratory.close();
    if let Err(error) = played {
        say(format_args!(
            "{safe} of {rows} rows are safe in {path}, and the same command goes on from there"
        ));
        return Err(refusal(error));
    }
    closed.map_err(unkept)?;
    if let Some(signal) = request.asked().filter(|_| safe < rows) {
        say(format_args!(
            "ended early by {}: {safe} of {rows} rows are safe in {path}, and the same command goes on from there",
            signal.name()
        ));
        return Err(Failure::Signal(signal));
    }
    say(format_args!("{safe} of {rows} rows are in {path}"));
    if failed > 0 {
        say(format_args!(
            "{failed} games failed: `stonefield lab show {path} --failed` lists them, --retry-failed plays them again"
        ));
        return Err(Failure::Found);
    }
    Ok(())
}

/// Ends the program if it does not end by itself.
fn end_at_last(signal: Signal) {
    // Without a thread a second signal ends it.
    let _ = std::thread::Builder::new().name("end".to_owned()).spawn(move || {
        std::thread::sleep(LAST);
        signal.end_program();
    });
}

/// A store that does not take the rows.
pub(super) fn unkept(error: StoreError) -> Failure {
    Failure::flag("--output", error)
}

/// Rows that could not be played or kept.
fn refusal(error: LabError) -> Failure {
    match error {
        LabError::Store(error) => unkept(error),
        LabError::Play(error) => Failure::of(error),
    }
}
