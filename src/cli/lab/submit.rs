//! `stonefield lab submit`: splits a plan into shards for a computing cluster, and writes the script that
//! plays them.

use super::plan_file::{PlanArgs, refused};
use super::run::NO_SHARDS;
use super::shard::percent;
use super::status::duration_words;
use crate::cli::door::{file_name, say};
use crate::cli::failure::Failure;
use crate::cli::values;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use stonefield_files::{make_folder, read_plain_limited, remove, replace_named, write_new};
use stonefield_go::notation::counted;
use stonefield_lab::background::default_threads;
use stonefield_lab::store::{ResultStore, ShardFile, StoreError};
use stonefield_lab::{MAX_NAMED, Plan, trial};

/// Arguments of `lab submit`.
#[derive(clap::Args, Debug)]
pub(super) struct SubmitArgs {
    #[command(flatten)]
    plan: PlanArgs,
    /// Program that runs the shards: Slurm on a cluster, or GNU parallel on this machine
    #[arg(long, value_name = "slurm|parallel")]
    on: On,
    /// Time limit of a shard, in hours
    #[arg(long, value_name = "HOURS", default_value = "2", value_parser = values::number("number of hours", 0.2, 10_000.0))]
    hours: f64,
    /// Folder for the stores of the shards
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,
    /// CPU cores of each shard
    #[arg(long, value_name = "COUNT", default_value = "1", value_parser = values::whole::<u64>("number of cores", 1, 1024))]
    cores: u64,
    /// Share of rows that two shards play, so that merging can compare their games
    #[arg(long, value_name = "PERCENT%", default_value = "0.1%", value_parser = |text: &str| percent(text).map(|_| text.to_owned()))]
    overlap: String,
    /// Submit the script; without this flag it is only shown
    #[arg(long)]
    yes: bool,
    /// Replace other files named submit.sh and jobs.log in the folder
    #[arg(long, requires = "yes")]
    force: bool,
}

/// Program that runs the shards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum On {
    Slurm,
    Parallel,
}

/// Time for which a plan is tried, to estimate its duration.
const TRIAL: Duration = Duration::from_secs(10);

/// Largest number of shards of a new folder. Many clusters allow no more tasks in an array.
const MAX_NEW_SHARDS: u64 = 1000;

/// Shortest planned duration of a shard, in seconds. Shorter ones cost more to schedule than to play.
const SHORTEST_SHARD: f64 = 600.0;

/// Planned share of a shard's time limit. The rest is for rows that take longer than those of the trial.
const PLANNED_SHARE: f64 = 0.7;

pub(super) fn run(args: &SubmitArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let plan = args.plan.read()?;
    if plan.sprt().is_some() {
        return Err(refused(&args.plan.plan, NO_SHARDS));
    }
    let folder = args.output.metadata();
    if folder.is_ok_and(|metadata| !metadata.is_dir()) {
        let why = format!("{}: this is no folder, but shards need one", args.output.display());
        return Err(Failure::flag("--output", why));
    }
    let existing = existing_shards(&args.output, &plan)?;
    say(format_args!("the plan is tried for {} seconds", TRIAL.as_secs()));
    let trial = trial(&plan, default_threads(), TRIAL).map_err(Failure::of)?;
    if trial.rows == 0 {
        return Err(Failure::Bad(format!(
            "no game ended within {} seconds: the duration of the plan cannot be estimated",
            TRIAL.as_secs()
        )));
    }
    let row_seconds = trial.seconds / trial.rows as f64;
    let total = row_seconds * plan.rows() as f64;
    if !trial.unmeasured.is_empty() {
        say(format_args!(
            "no game of {} was finished within {} seconds, so the times below are too short: {}",
            if trial.unmeasured.len() < MAX_NAMED {
                "these combinations"
            } else {
                "these combinations and maybe others"
            },
            TRIAL.as_secs(),
            trial.unmeasured.join("; ")
        ));
    }
    let count = existing.unwrap_or_else(|| shard_count(total / args.cores as f64, args.hours));
    if existing.is_some() {
        say(format_args!("{} has shards of this plan: their number is kept", file_name(&args.output)));
    }
    say(format_args!(
        "{} in {}: {} per row on one core; {} {} {}",
        counted(trial.rows, "row"),
        duration_words(trial.wall),
        duration_words(row_seconds),
        counted(plan.rows(), "row"),
        if plan.rows() == 1 { "takes" } else { "take" },
        duration_words(total)
    ));
    let longest = total / args.cores as f64 / count as f64;
    say(format_args!(
        "{} of about {} on {}",
        counted(count, "shard"),
        duration_words(longest),
        counted(args.cores, "core")
    ));
    if longest > args.hours * 3600.0 {
        say(format_args!(
            "that is more than --hours {}: if a shard is ended early, submit it again, and it continues from there",
            args.hours
        ));
    }
    let script = script(args, &plan, count)?;
    if !args.yes {
        write!(out, "{script}")?;
        say("--yes submits it");
        return Ok(());
    }
    let unwritten =
        |error: std::io::Error| Failure::flag("--output", format!("{}: {error}", args.output.display()));
    make_folder(&args.output).map_err(unwritten)?;
    protect_log(args)?;
    let path = args.output.join("submit.sh");
    write_script(&path, script.as_bytes(), args.force)?;
    let (program, flags): (&str, &[&str]) = match args.on {
        On::Slurm => ("sbatch", &[]),
        On::Parallel => ("bash", &[]),
    };
    let status = Command::new(program).args(flags).arg(&path).status();
    let status =
        status.map_err(|error| Failure::flag("--on", format!("{program} cannot be started: {error}")))?;
    if status.success() {
        Ok(())
    } else {
        Err(Failure::flag("--on", format!("{program} ended with {status}")))
    }
}

/// Name of the log that GNU parallel writes.
const LOG: &str = "jobs.log";

/// First bytes of such a log.
const LOG_HEAD: &[u8] = b"Seq\tHost\t";

/// Refuses to let GNU parallel write over a file that is not one of its logs. With `--force`
/// it may, and a link is removed.
fn protect_log(args: &SubmitArgs) -> Result<(), Failure> {
    let path = args.output.join(LOG);
    let is_log =
        || !path.is_symlink() && read_plain_limited(&path).is_ok_and(|content| content.starts_with(LOG_HEAD));
    if args.on != On::Parallel || path.symlink_metadata().is_err() || is_log() {
        return Ok(());
    }
    if args.force {
        // GNU parallel would write to the target of a link.
        let removed = if path.is_symlink() { remove(&path) } else { Ok(()) };
        return removed.map_err(|error| Failure::flag("--output", format!("{}: {error}", path.display())));
    }
    let why = "GNU parallel writes its log there, but this is another file: --force replaces it";
    Err(Failure::flag("--output", format!("{}: {why}", path.display())))
}

/// Writes the script. A different file of that name is replaced only with `force`.
fn write_script(path: &Path, script: &[u8], force: bool) -> Result<(), Failure> {
    let failed = |error: std::io::Error| Failure::flag("--output", format!("{}: {error}", path.display()));
    let is_same = || !path.is_symlink() && read_plain_limited(path).is_ok_and(|content| content == script);
    if force {
        return replace_named(path, script).map_err(failed);
    }
    if !write_new(path, script).map_err(failed)? && !is_same() {
        return Err(failed(std::io::Error::other("another file has this name: --force replaces it")));
    }
    Ok(())
}

/// Total number of shards, by the shard files in a folder. `None` if there are none.
///
/// # Errors
/// If the files differ in that number, belong to another plan, or cannot be read.
fn existing_shards(folder: &Path, plan: &Plan) -> Result<Option<u64>, Failure> {
    if !folder.is_dir() {
        return Ok(None);
    }
    let refused = |why: String| Failure::flag("--output", why);
    let files = ShardFile::list(folder).map_err(|error| refused(error.to_string()))?;
    let count = files.first().map(|file| file.count);
    for file in &files {
        if Some(file.count) != count {
            let shards = counted(file.count, "shard");
            return Err(refused(format!(
                "{}: it is one of {shards}, but other files there are not",
                file.path.display()
            )));
        }
        match ResultStore::look(&file.path) {
            Ok(store) => {
                if let Some(difference) = plan.difference(&store.header().canonical) {
                    let path = file.path.display();
                    return Err(refused(format!("{path} holds games of another plan ({difference})")));
                }
            }
            // An empty store is played from the start.
            Err(StoreError::Blank(_)) => {}
            Err(error) => return Err(refused(error.to_string())),
        }
    }
    Ok(count)
}

/// Number of shards for a plan that takes `seconds` seconds in one shard, if each may take `hours` hours.
fn shard_count(seconds: f64, hours: f64) -> u64 {
    let by_limit = (seconds / (hours * 3600.0 * PLANNED_SHARE)).ceil() as u64;
    let by_length = (seconds / SHORTEST_SHARD).floor() as u64;
    by_limit.min(by_length).clamp(1, MAX_NEW_SHARDS)
}

/// Script for the program that runs the shards.
fn script(args: &SubmitArgs, plan: &Plan, count: u64) -> Result<String, Failure> {
    let program = std::env::current_exe()
        .map_err(|error| Failure::Bad(format!("the path of this program is unknown: {error}")))?;
    let absolute = |path: &Path| std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let quoted = |path: &Path| {
        let text = path.to_string_lossy().into_owned();
        shlex::try_quote(&text)
            .map(std::borrow::Cow::into_owned)
            .map_err(|_| Failure::Bad(format!("{text}: no shell accepts this name")))
    };
    let (program, file, folder) =
        (quoted(&program)?, quoted(&absolute(&args.plan.plan))?, quoted(&absolute(&args.output))?);
    // Rows of a plan that is not repeatable cannot be compared.
    let overlap = if plan.unrepeatable().is_none() && count > 1 {
        format!(" --overlap {}", args.overlap)
    } else {
        String::new()
    };
    let allow = if args.plan.trust.allow_programs { " --allow-programs" } else { "" };
    let cores = args.cores;
    let play = |index: &str| {
        format!(
            "{program} lab run {file} -o {folder} --shard {index}/{count} --threads {cores}{overlap}{allow}"
        )
    };
    let minutes = (args.hours * 60.0).ceil() as u64;
    Ok(match args.on {
        On::Slurm => format!(
            "#!/bin/bash\n#SBATCH --job-name=stonefield\n#SBATCH --array=0-{}\n#SBATCH --time={minutes}\n#SBATCH --cpus-per-task={cores}\n\
             #SBATCH --signal=B:TERM@60\n#SBATCH --output=/dev/null\n# A shard that was ended goes on where it was when it is submitted again: stonefield lab status {}\n\
             exec {}\n",
            count - 1,
            // The name is in a comment, which a line break would end.
            file_name(&args.output),
            play("${SLURM_ARRAY_TASK_ID}")
        ),
        On::Parallel => format!(
            "#!/bin/bash\n# Run again, it goes on where it was ended.\nseq 0 {} | parallel --joblog {folder}/{LOG} --jobs {} {}\n",
            count - 1,
            (default_threads() as u64 / cores).max(1),
            shlex::try_quote(&play("{}")).map_or_else(|_| play("{}"), std::borrow::Cow::into_owned)
        ),
    })
}

#[cfg(test)]
mod tests {
    use super::shard_count;

    #[test]
    fn shards_are_long_enough_and_few_enough() {
        assert_eq!(shard_count(60.0, 2.0), 1);
        assert_eq!(shard_count(50_400.0, 2.0), 10);
        assert_eq!(shard_count(1e9, 2.0), 1000);
        // Ten minutes each, even if the limit is lower.
        assert_eq!(shard_count(3000.0, 0.2), 5);
    }
}
