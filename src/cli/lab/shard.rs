//! Shard of a plan that this process plays, selected by a flag or by the scheduler of a cluster.

use crate::cli::failure::Failure;
use crate::cli::values::{self, ValueError};
use std::path::{Path, PathBuf};
use stonefield_files::make_folder;
use stonefield_go::notation::{counted, excerpt};
use stonefield_lab::store::{MAX_SHARDS, ShardFile};

/// Flags that select a part of the rows.
#[derive(clap::Args, Debug)]
pub(super) struct ShardArgs {
    /// Play only the rows whose number leaves the remainder i when divided by n, into a separate file in
    /// the folder --output [default: by `SLURM_ARRAY_TASK_ID`, `JOB_COMPLETION_INDEX`, `PBS_ARRAY_INDEX` or
    /// `SGE_TASK_ID`, if --output is a folder]
    #[arg(long, value_name = "i/n", value_parser = shard)]
    shard: Option<(u64, u64)>,
    /// Number of shards, if the scheduler gives only the number of this one
    #[arg(long, value_name = "n", conflicts_with = "shard", value_parser = values::whole::<u64>("number of shards", 1, MAX_SHARDS))]
    shards: Option<u64>,
    /// Share of rows that two shards play, so that merging can compare their games
    #[arg(long, value_name = "PERCENT%", value_parser = percent)]
    overlap: Option<f64>,
}

const SCHEDULERS: [Scheduler; 4] = [
    // CITE: Slurm, manual page sbatch(1), output environment variables.
    Scheduler {
        index: "SLURM_ARRAY_TASK_ID",
        first: Some("SLURM_ARRAY_TASK_MIN"),
        count: Some("SLURM_ARRAY_TASK_COUNT"),
        last: Some("SLURM_ARRAY_TASK_MAX"),
        step: Some("SLURM_ARRAY_TASK_STEP"),
        least: 0,
    },
    Scheduler { index: "JOB_COMPLETION_INDEX", first: None, count: None, last: None, step: None, least: 0 },
    Scheduler { index: "PBS_ARRAY_INDEX", first: None, count: None, last: None, step: None, least: 0 },
    Scheduler {
        index: "SGE_TASK_ID",
        first: Some("SGE_TASK_FIRST"),
        count: None,
        last: Some("SGE_TASK_LAST"),
        step: Some("SGE_TASK_STEPSIZE"),
        // CITE: Grid Engine, manual page qsub(1), option -t: task numbers begin at 1.
        least: 1,
    },
];

/// Environment variables in which a scheduler gives a process its place in an array of tasks.
struct Scheduler {
    /// Number of the task.
    index: &'static str,
    /// Number of the first task of the array.
    first: Option<&'static str>,
    /// Number of tasks in the array.
    count: Option<&'static str>,
    /// Number of the last task.
    last: Option<&'static str>,
    /// Difference between the numbers of two tasks in sequence.
    step: Option<&'static str>,
    /// Lowest number that a task can have. With `--shards`, this task plays shard 0.
    least: u64,
}

/// Values of a scheduler's variables.
#[derive(Clone, Copy, Debug, Default)]
struct TaskArray {
    index: u64,
    first: u64,
    count: Option<u64>,
    last: Option<u64>,
    step: Option<u64>,
}

impl TaskArray {
    /// Index of the task, from 0, and number of tasks. `None` if the number of tasks is unknown, if the task
    /// numbers are not at equal distances, or if this task is not among them.
    fn place(&self) -> Option<(u64, u64)> {
        let step = self.step.unwrap_or(1).max(1);
        let offset = self.index.checked_sub(self.first).filter(|offset| offset.is_multiple_of(step))?;
        let count_by_range = self.last.map(|last| last.checked_sub(self.first).map(|range| range / step + 1));
        let count = match (self.count, count_by_range) {
            (Some(count), Some(by_range)) => by_range.filter(|by_range| *by_range == count)?,
            (Some(count), None) => count,
            (None, Some(by_range)) => by_range?,
            (None, None) => return None,
        };
        Some((offset / step, count)).filter(|(index, count)| index < count)
    }
}

impl ShardArgs {
    /// Returns the file of the selected shard and the overlap; `None` for all rows. An overlap of n means
    /// that one in n rows is played by another shard too. Creates the folder.
    pub(super) fn resolve(&self, output: &Path) -> Result<Option<(ShardFile, Option<u64>)>, Failure> {
        let is_file = output.extension().is_some_and(|end| end == "db") || output.is_file();
        let selected = match self.shard {
            Some(shard) => Some(shard),
            None if is_file && self.shards.is_none() => None,
            None => self.scheduled()?,
        };
        let Some((index, count)) = selected else {
            return match (self.shards, self.overlap) {
                (Some(_), _) => Err(Failure::flag(
                    "--shards",
                    "no scheduler gives the number of this shard: use --shard i/n",
                )),
                (None, Some(_)) => Err(Failure::flag("--overlap", "it is only for shards: use --shard i/n")),
                (None, None) if output.is_dir() => Err(Failure::flag(
                    "--output",
                    format!(
                        "{}: this is a folder, which is only for shards: use --shard i/n, or name a file",
                        output.display()
                    ),
                )),
                (None, None) => Ok(None),
            };
        };
        if output.is_file() {
            return Err(Failure::flag(
                "--output",
                format!("{}: this is a file, but shards need a folder", output.display()),
            ));
        }
        let failed =
            |error: std::io::Error| Failure::flag("--output", format!("{}: {error}", output.display()));
        make_folder(output).map_err(failed)?;
        let files = ShardFile::list(output).map_err(|error| Failure::flag("--output", error))?;
        if let Some(other) = files.iter().find(|file| file.count != count) {
            let why =
                format!("{} has shards of {}, but this is one of {count}", output.display(), other.count);
            return Err(Failure::flag("--output", why));
        }
        let overlap = self.overlap.map(|percent| ((100.0 / percent).round() as u64).max(1));
        Ok(Some((ShardFile::new(output, index, count), overlap)))
    }

    /// True if `--shard` or `--shards` is given.
    pub(super) const fn is_given(&self) -> bool {
        self.shard.is_some() || self.shards.is_some()
    }

    /// Index of the shard and number of shards by the variables of a scheduler. `None` without a scheduler.
    fn scheduled(&self) -> Result<Option<(u64, u64)>, Failure> {
        let mut task = None;
        for scheduler in &SCHEDULERS {
            if let Some(index) = variable(scheduler.index)? {
                task = Some((scheduler, index));
                break;
            }
        }
        let Some((scheduler, index)) = task else { return Ok(None) };
        let value = |name: Option<&'static str>| name.map_or(Ok(None), variable);
        let array = TaskArray {
            index,
            first: value(scheduler.first)?.unwrap_or(scheduler.least),
            count: value(scheduler.count)?,
            last: value(scheduler.last)?,
            step: value(scheduler.step)?,
        };
        let number = format!("{} is {index}", scheduler.index);
        // With --shards the task numbers are shard numbers, even if only some shards are submitted again.
        if let Some(count) = self.shards {
            let shard = index.checked_sub(scheduler.least).filter(|shard| *shard < count);
            return match shard {
                Some(shard) => Ok(Some((shard, count))),
                None => {
                    let (least, last) = (scheduler.least, (scheduler.least + count).saturating_sub(1));
                    let why = format!(
                        "{number}, but for {} the tasks must be {least} to {last}",
                        counted(count, "shard")
                    );
                    Err(Failure::flag("--shards", why))
                }
            };
        }
        if array.count.or(array.last).is_none() {
            let why = format!("{number}, but the number of shards is not given: use --shards n");
            return Err(Failure::flag("--shards", why));
        }
        match array.place().filter(|(_, count)| *count <= MAX_SHARDS) {
            Some(place) => Ok(Some(place)),
            None => {
                let why = format!(
                    "{number}, but the task numbers are not at equal distances, or are more than {MAX_SHARDS}: use --shards n with the number of \
                     all shards, and submit tasks with the numbers of shards"
                );
                Err(Failure::flag("--shards", why))
            }
        }
    }
}

/// Number in a scheduler's variable. `None` if the variable is not set, or if the job is not an array.
fn variable(name: &'static str) -> Result<Option<u64>, Failure> {
    let Some(text) = std::env::var_os(name) else { return Ok(None) };
    let text = text.to_string_lossy();
    match text.trim() {
        "" => {
            Err(Failure::Bad(format!("the variable {name} is empty, but must be a whole number: unset it")))
        }
        // Grid Engine sets this value for a job that is not an array.
        "undefined" => Ok(None),
        number => number.parse().map(Some).map_err(|_| {
            Failure::Bad(format!(
                "the variable {name} is '{}', but must be a whole number",
                excerpt(number, 60)
            ))
        }),
    }
}

fn shard(text: &str) -> Result<(u64, u64), ValueError> {
    let numbers = text
        .split_once('/')
        .and_then(|(index, count)| index.trim().parse().ok().zip(count.trim().parse().ok()));
    let allowed = format!("i/n, i from 0 to n - 1, n from 1 to {MAX_SHARDS}");
    numbers
        .filter(|(index, count)| index < count && *count <= MAX_SHARDS)
        .ok_or_else(|| ValueError::new(text, "shard", allowed))
}

pub(super) fn percent(text: &str) -> Result<f64, ValueError> {
    let number = text.trim().strip_suffix('%').and_then(|number| number.trim().parse().ok());
    let allowed = "a share such as 0.1%, above 0% and at most 100%";
    number
        .filter(|percent| *percent > 0.0 && *percent <= 100.0)
        .ok_or_else(|| ValueError::new(text, "share", allowed))
}

/// Path of the store: the file `output`, or the shard's file in that folder.
pub(super) fn store_path(shard: Option<&ShardFile>, output: &Path) -> PathBuf {
    shard.map_or_else(|| output.to_owned(), |file| file.path.clone())
}

#[cfg(test)]
mod tests {
    use super::TaskArray;

    #[test]
    fn only_tasks_at_equal_distances_have_a_place() {
        let place = |index, first, last, count, step| {
            let array = TaskArray { index, first, last, count, step };
            array.place()
        };
        // --array=0-15, --array=4-10:2, and qsub -t 1-10:3.
        assert_eq!(place(3, 0, Some(15), Some(16), Some(1)), Some((3, 16)));
        assert_eq!(place(8, 4, Some(10), Some(4), Some(2)), Some((2, 4)));
        assert_eq!(place(7, 1, Some(10), None, Some(3)), Some((2, 4)));
        assert_eq!(place(2, 0, None, Some(3), None), Some((2, 3)));
        // --array=3,17,204.
        assert_eq!(place(17, 3, Some(204), Some(3), Some(1)), None);
        assert_eq!(place(5, 4, Some(10), Some(4), Some(2)), None);
        assert_eq!(place(5, 0, None, None, None), None);
    }
}
