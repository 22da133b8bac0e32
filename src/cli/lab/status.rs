//! `stonefield lab status`: what the shards of a folder still lack.

use crate::cli::columns::table;
use crate::cli::door::file_name;
use crate::cli::failure::Failure;
use crate::lab::Shard;
use crate::lab::store::{ResultStore, ShardFile, StoreTable};
use crate::notation::{counted, counted_are, counted_of};
use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, SystemTime};

/// What `lab status` is asked for.
#[derive(clap::Args, Debug)]
pub(super) struct StatusArgs {
    /// The folder of the shards
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

/// A shard whose file was written in the last so many seconds is taken to be played now.
const FRESH: Duration = Duration::from_secs(60);

/// How a shard stands.
struct Standing {
    index: u64,
    done: u64,
    meant: u64,
    /// Seconds since its file was written last.
    written: Option<Duration>,
}

impl Standing {
    const fn is_done(&self) -> bool {
        self.done >= self.meant
    }

    fn is_played(&self) -> bool {
        !self.is_done() && self.written.is_some_and(|since| since < FRESH)
    }
}

pub(super) fn run(args: &StatusArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let files = ShardFile::list(&args.folder).map_err(Failure::of)?;
    let Some(count) = files.first().map(|file| file.count) else {
        return Err(Failure::Bad(format!("{}: no shards are in this folder", args.folder.display())));
    };
    if let Some(other) = files.iter().find(|file| file.count != count) {
        return Err(Failure::Bad(format!(
            "{}: it is one of {}, and others are of {count}",
            other.path.display(),
            counted(other.count, "shard")
        )));
    }
    let (mut standings, mut seconds, mut timed, mut rows) = (Vec::new(), 0.0, 0, 0);
    for index in 0..count {
        let Some(file) = files.iter().find(|file| file.index == index) else {
            standings.push(Standing { index, done: 0, meant: 0, written: None });
            continue;
        };
        let store = ResultStore::look(&file.path).map_err(Failure::of)?;
        rows = store.header().rows;
        let (sum, number) = store.sum(StoreTable::Timing, "seconds").map_err(Failure::of)?;
        (seconds, timed) = (seconds + sum, timed + number);
        let shard = Shard { index, count, ..Shard::default() };
        let done = store.rows().map_err(Failure::of)?;
        let done = done.iter().filter(|row| shard.contains(*row)).count() as u64;
        standings.push(Standing { index, done, meant: shard.len(rows), written: written(file) });
    }
    for standing in &mut standings {
        standing.meant = Shard { index: standing.index, count, ..Shard::default() }.len(rows);
    }
    let done: u64 = standings.iter().map(|standing| standing.done).sum();
    let finished = standings.iter().filter(|standing| standing.is_done()).count();
    let (rows_done, finished) = (counted(rows, "row"), counted_of(finished as u64, count, "shard"));
    writeln!(out, "{done} of {rows_done}; {finished} finished")?;
    let each = if timed > 0 { seconds / timed as f64 } else { 0.0 };
    let missing = rows - done.min(rows);
    if timed > 0 {
        writeln!(out, "{} a row; {} of computing are missing", span(each), span(each * missing as f64))?;
    }
    let played: Vec<_> = standings.iter().filter(|standing| standing.is_played()).collect();
    if !played.is_empty() && timed > 0 {
        let left = played.iter().map(|standing| standing.meant - standing.done).max().unwrap_or(0);
        let shards = counted_are(played.len() as u64, "shard");
        writeln!(out, "{shards} played now; all are finished in about {}", span(each * left as f64))?;
    }
    let open: Vec<_> = standings.iter().filter(|standing| !standing.is_done()).collect();
    if open.is_empty() {
        writeln!(out, "nothing is missing: stonefield lab merge OUT.db {}", file_name(&args.folder))?;
        return Ok(());
    }
    let mut lines = vec![["shard", "rows", "of", "written"].map(str::to_owned).to_vec()];
    lines.extend(open.iter().map(|standing| {
        let since = match standing.written {
            None => "never".to_owned(),
            Some(_) if standing.is_played() => "now".to_owned(),
            Some(since) => format!("{} ago", span(since.as_secs_f64())),
        };
        vec![standing.index.to_string(), standing.done.to_string(), standing.meant.to_string(), since]
    }));
    write!(out, "\n{}", table(&lines))?;
    let again: Vec<_> =
        open.iter().filter(|standing| !standing.is_played()).map(|standing| standing.index).collect();
    if !again.is_empty() {
        writeln!(out, "\nto submit again: --array={}", ranges(&again))?;
    }
    Ok(())
}

/// How long ago the store of a shard was written, its newest rows with it.
fn written(file: &ShardFile) -> Option<Duration> {
    let mut beside = file.path.as_os_str().to_owned();
    beside.push("-wal");
    let times = [file.path.metadata(), PathBuf::from(beside).metadata()];
    let newest = times.into_iter().filter_map(|found| found.ok()?.modified().ok()).max()?;
    Some(SystemTime::now().duration_since(newest).unwrap_or_default())
}

/// A time in words.
pub(super) fn span(seconds: f64) -> String {
    match seconds {
        s if s < 0.001 => format!("{:.0} µs", s * 1e6),
        s if s < 1.0 => format!("{:.1} ms", s * 1e3),
        s if s < 120.0 => format!("{s:.1} s"),
        s if s < 7200.0 => format!("{:.0} min", s / 60.0),
        s if s < 172_800.0 => format!("{:.1} h", s / 3600.0),
        s => format!("{:.1} days", s / 86_400.0),
    }
}

/// Numbers in order as `3,17,204-206`.
fn ranges(numbers: &[u64]) -> String {
    let runs = numbers.chunk_by(|a, b| a + 1 == *b).filter_map(|run| match run {
        [] => None,
        [one] => Some(one.to_string()),
        [first, .., last] => Some(format!("{first}-{last}")),
    });
    runs.collect::<Vec<_>>().join(",")
}
