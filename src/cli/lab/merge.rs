//! `stonefield lab merge`: puts the rows of shards into one store.

use crate::cli::door::{file_name, say};
use crate::cli::failure::Failure;
use std::path::PathBuf;
use stonefield_go::notation::{counted, counted_are, counted_of};
use stonefield_lab::store::ShardFile;
use stonefield_lab::{DifferentRow, merge};

/// Arguments of `lab merge`.
#[derive(clap::Args, Debug)]
pub(super) struct MergeArgs {
    /// Store for all rows
    #[arg(value_name = "OUT.db")]
    output: PathBuf,
    /// Folders of shards, or stores
    #[arg(value_name = "DIR|FILE.db", required = true)]
    sources: Vec<PathBuf>,
    /// Replace the content of OUT.db
    #[arg(long)]
    force: bool,
}

pub(super) fn run(args: &MergeArgs) -> Result<(), Failure> {
    let mut files = Vec::new();
    for source in &args.sources {
        if source.is_dir() {
            let shards = ShardFile::list(source).map_err(Failure::of)?;
            if shards.is_empty() {
                return Err(Failure::Bad(format!(
                    "{}: there are no shards in this folder",
                    source.display()
                )));
            }
            files.extend(shards.into_iter().map(|shard| shard.path));
        } else {
            files.push(source.clone());
        }
    }
    let merged = merge(&args.output, &files, args.force).map_err(Failure::of)?;
    for path in &merged.blank {
        say(format_args!(
            "{}: the file is empty, because its run ended before the store was created",
            file_name(path)
        ));
    }
    let path = file_name(&args.output);
    let rows = match merged.planned {
        0 => counted_are(merged.rows, "row"),
        planned => counted_of(merged.rows, planned, "row"),
    };
    say(format_args!("{rows} in {path}, from {}", counted(merged.stores, "store")));
    if merged.repeated > 0 {
        let verb = if merged.repeated == 1 { "was" } else { "were" };
        let are = if merged.same == 1 { "is" } else { "are" };
        let rows = counted(merged.repeated, "row");
        say(format_args!("{rows} {verb} played more than once: {} {are} the same", merged.same));
    }
    if merged.mended > 0 {
        say(format_args!(
            "{} failed in one store and not in another: the game that did not fail is kept",
            counted(merged.mended, "row")
        ));
    }
    if merged.unrepeated > 0 {
        say(format_args!(
            "{} differed between stores, because the plan is not repeatable: the row that {path} had is kept, or else \
             that of the store that is named first",
            counted(merged.unrepeated, "row")
        ));
    }
    for DifferentRow { row, path: file, difference, was_there } in &merged.different {
        let action = if *was_there { format!("removed from {path} too") } else { "not merged".to_owned() };
        say(format_args!("row {row} of {} is another game: {difference}; it is {action}", file_name(file)));
    }
    if merged.different.is_empty() { Ok(()) } else { Err(Failure::Reported) }
}
