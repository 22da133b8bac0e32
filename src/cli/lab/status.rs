//! `stonefield lab status`: shows how many rows are still missing in the shards of a folder.

use crate::cli::columns::table;
use crate::cli::door::file_name;
use crate::cli::failure::Failure;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, SystemTime};
use stonefield_files::HoldState;
use stonefield_go::notation::{counted, counted_are, counted_of, excerpt};
use stonefield_lab::Shard;
use stonefield_lab::store::{ResultStore, RowSet, ShardFile, StoreError, StoreHeader, StoreTable};

/// Arguments of `lab status`.
#[derive(clap::Args, Debug)]
pub(super) struct StatusArgs {
    /// Folder of the shards
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

/// Age limit: if locks of other machines cannot be seen, a shard with a younger file counts as being played.
const FRESH: Duration = Duration::from_secs(60);

/// Longest reason why a file is not counted, in characters.
const LONGEST: usize = 400;

/// State of one shard.
struct ShardState {
    index: u64,
    /// Number of the shard's rows in its file, without those of the overlap.
    done: u64,
    /// Number of the `done` rows whose games failed.
    failed: u64,
    /// Number of rows that the shard must play, without the overlap.
    planned: u64,
    /// Time since the file was last written. `None` if there is no file.
    written: Option<Duration>,
    /// Lock of the file. A process that writes it holds the lock.
    hold: HoldState,
    /// Reason why the file is not counted. `None` if it is counted or does not exist.
    fault: Option<ShardFault>,
}

/// Reason why the file of a shard is not counted.
struct ShardFault {
    why: String,
    /// True if the file is empty, so that the shard can be played again without moving it away.
    is_blank: bool,
}

/// Content of a shard's file.
struct ShardContent {
    header: StoreHeader,
    rows: RowSet,
    failed: RowSet,
    /// Sum of the times of the rows, in seconds.
    seconds: f64,
    /// Number of rows in that sum.
    timed: u64,
}

impl ShardState {
    const fn is_done(&self) -> bool {
        self.done >= self.planned
    }

    fn is_being_played(&self) -> bool {
        let by_age = || self.written.is_some_and(|since| since < FRESH);
        !self.is_done() && (self.hold == HoldState::Held || self.hold == HoldState::Unknown && by_age())
    }
}

impl ShardContent {
    fn read(file: &ShardFile) -> Result<Self, StoreError> {
        let store = ResultStore::look(&file.path)?;
        let (seconds, timed) = store.sum(StoreTable::Timing, "seconds")?;
        let (rows, failed) = (store.rows()?, store.failed_rows()?);
        Ok(Self { header: store.header().clone(), rows, failed, seconds, timed })
    }

    /// Reason why this is not the content of the shard. `None` if it is.
    fn fault(&self, shard: &Shard, plan: &StoreHeader) -> Option<String> {
        if let Some(difference) = self.header.difference(plan) {
            return Some(format!("games of another plan ({difference})"));
        }
        // With an overlap the file also has rows of the shard before it.
        let before = (shard.index + shard.count - 1) % shard.count;
        let is_foreign = |row: &u64| ![shard.index, before].contains(&(row % shard.count));
        let has_rows_of_shard = self.rows.iter().any(|row| shard.contains(row));
        let row = self
            .rows
            .iter()
            .find(is_foreign)
            .or_else(|| self.rows.iter().next().filter(|_| !has_rows_of_shard))?;
        let shards = counted(shard.count, "shard");
        Some(format!(
            "row {row} belongs to shard {} of {shards}, and not to shard {}",
            row % shard.count,
            shard.index
        ))
    }
}

pub(super) fn run(args: &StatusArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let files = ShardFile::list(&args.folder).map_err(Failure::of)?;
    let Some(count) = files.first().map(|file| file.count) else {
        return Err(Failure::Bad(format!("{}: there are no shards in this folder", args.folder.display())));
    };
    if let Some(other) = files.iter().find(|file| file.count != count) {
        return Err(Failure::Bad(format!(
            "{}: this is one of {}, but other files are of {count}",
            other.path.display(),
            counted(other.count, "shard")
        )));
    }
    let read: Vec<_> = files.iter().map(|file| (file, ShardContent::read(file))).collect();
    let Some(plan) = plan_of(read.iter().filter_map(|(_, content)| content.as_ref().ok())) else {
        let faults = read.iter().filter_map(|(_, content)| content.as_ref().err()).map(ToString::to_string);
        return Err(Failure::Bad(faults.collect::<Vec<_>>().join("; ")));
    };
    let (mut states, mut seconds, mut timed, rows) = (Vec::new(), 0.0, 0, plan.rows);
    for index in 0..count {
        let shard = Shard { index, count, ..Shard::default() };
        let (planned, hold) = (shard.len(rows), HoldState::Free);
        let mut state = ShardState { index, done: 0, failed: 0, planned, written: None, hold, fault: None };
        if let Some((file, content)) = read.iter().find(|(file, _)| file.index == index) {
            state.written = written(file);
            state.hold = ResultStore::lock_state(&file.path);
            // While a shard is played, its file possibly has only rows of the overlap.
            let fault = |content: &ShardContent| {
                content.fault(&shard, plan).filter(|_| state.hold != HoldState::Held)
            };
            match content {
                Ok(content) => match fault(content) {
                    Some(why) => {
                        let why = format!("{}: {why}", file.path.display());
                        state.fault = Some(ShardFault { why, is_blank: false });
                    }
                    None => {
                        let count_own =
                            |rows: &RowSet| rows.iter().filter(|row| shard.contains(*row)).count() as u64;
                        (state.done, state.failed) = (count_own(&content.rows), count_own(&content.failed));
                        (seconds, timed) = (seconds + content.seconds, timed + content.timed);
                    }
                },
                Err(error) => {
                    let is_blank = matches!(error, StoreError::Blank(_));
                    state.fault = Some(ShardFault { why: error.to_string(), is_blank });
                }
            }
        }
        states.push(state);
    }
    let done: u64 = states.iter().map(|state| state.done).sum();
    let finished = states.iter().filter(|state| state.is_done()).count();
    let (all_rows, finished) = (counted(rows, "row"), counted_of(finished as u64, count, "shard"));
    writeln!(out, "{done} of {all_rows}; {finished} finished")?;
    let failed: u64 = states.iter().map(|state| state.failed).sum();
    if failed > 0 {
        writeln!(out, "{} failed: lab run --retry-failed plays them again", counted(failed, "game"))?;
    }
    for state in &states {
        if let Some(ShardFault { why, is_blank }) = &state.fault {
            let advice = if *is_blank { "" } else { "; move the file away, and submit the shard again" };
            writeln!(out, "shard {} is not counted: {}{advice}", state.index, excerpt(why, LONGEST))?;
        }
    }
    let row_seconds = if timed > 0 { seconds / timed as f64 } else { 0.0 };
    let missing = rows - done.min(rows);
    if timed > 0 {
        writeln!(
            out,
            "{} per row; {} of computing remain",
            duration_words(row_seconds),
            duration_words(row_seconds * missing as f64)
        )?;
    }
    let played: Vec<_> = states.iter().filter(|state| state.is_being_played()).collect();
    if !played.is_empty() && timed > 0 {
        let most_missing = played.iter().map(|state| state.planned - state.done).max().unwrap_or(0);
        let shards = counted_are(played.len() as u64, "shard");
        writeln!(
            out,
            "{shards} played now; all are finished in about {}",
            duration_words(row_seconds * most_missing as f64)
        )?;
    }
    let unfinished: Vec<_> = states.iter().filter(|state| !state.is_done()).collect();
    if unfinished.is_empty() {
        writeln!(out, "nothing is missing: stonefield lab merge OUT.db {}", file_name(&args.folder))?;
        return finish(&states, out);
    }
    let mut lines = vec![["shard", "rows", "of", "written"].map(str::to_owned).to_vec()];
    lines.extend(unfinished.iter().map(|state| {
        let since = match state.written {
            None => "never".to_owned(),
            Some(_) if state.is_being_played() => "now".to_owned(),
            Some(since) => format!("{} ago", duration_words(since.as_secs_f64())),
        };
        vec![state.index.to_string(), state.done.to_string(), state.planned.to_string(), since]
    }));
    write!(out, "\n{}", table(&lines))?;
    let to_submit: Vec<_> =
        unfinished.iter().filter(|state| !state.is_being_played()).map(|state| state.index).collect();
    if !to_submit.is_empty() {
        writeln!(out, "\nto submit again: --array={}", ranges(&to_submit))?;
    }
    if unfinished.iter().any(|state| state.hold == HoldState::Unknown) {
        writeln!(
            out,
            "\nthe age of the files tells which shards are played now, because locks of other machines cannot be seen here"
        )?;
    }
    finish(&states, out)
}

/// Flushes the report. Fails if a file is damaged or does not belong to its shard.
fn finish(states: &[ShardState], out: &mut dyn Write) -> Result<(), Failure> {
    // The report is written even if something is wrong.
    out.flush()?;
    let is_wrong = |state: &ShardState| state.fault.as_ref().is_some_and(|fault| !fault.is_blank);
    if states.iter().any(is_wrong) { Err(Failure::Reported) } else { Ok(()) }
}

/// Plan of most shards. Among equally frequent plans, the first.
fn plan_of<'a>(contents: impl Iterator<Item = &'a ShardContent>) -> Option<&'a StoreHeader> {
    let mut plans: BTreeMap<&str, (u64, usize, &StoreHeader)> = BTreeMap::new();
    for (at, content) in contents.enumerate() {
        let header = &content.header;
        plans.entry(&header.hash).or_insert((0, usize::MAX - at, header)).0 += 1;
    }
    plans.into_values().max_by_key(|(count, order, _)| (*count, *order)).map(|(.., header)| header)
}

/// Time since the store of a shard, or its write-ahead log, was last written.
fn written(file: &ShardFile) -> Option<Duration> {
    let mut log = file.path.as_os_str().to_owned();
    log.push("-wal");
    let times = [file.path.metadata(), PathBuf::from(log).metadata()];
    let newest = times.into_iter().filter_map(|metadata| metadata.ok()?.modified().ok()).max()?;
    Some(SystemTime::now().duration_since(newest).unwrap_or_default())
}

/// Duration in words, with a fitting unit from µs to days, such as `1.5 h`.
pub(super) fn duration_words(seconds: f64) -> String {
    match seconds {
        s if s < 0.001 => format!("{:.0} µs", s * 1e6),
        s if s < 1.0 => format!("{:.1} ms", s * 1e3),
        s if s < 120.0 => format!("{s:.1} s"),
        s if s < 7200.0 => format!("{:.0} min", s / 60.0),
        s if s < 172_800.0 => format!("{:.1} h", s / 3600.0),
        s => format!("{:.1} days", s / 86_400.0),
    }
}

/// Ascending numbers as text, such as `3,17,204-206`.
fn ranges(numbers: &[u64]) -> String {
    let runs = numbers.chunk_by(|a, b| a + 1 == *b).filter_map(|run| match run {
        [] => None,
        [one] => Some(one.to_string()),
        [first, .., last] => Some(format!("{first}-{last}")),
    });
    runs.collect::<Vec<_>>().join(",")
}
