//! `stonefield lab merge`: the rows of shards in one store.

use crate::cli::door::{file_name, say};
use crate::cli::failure::Failure;
use crate::lab::merge;
use crate::lab::store::ShardFile;
use crate::notation::{counted, counted_of};
use std::path::PathBuf;

/// What `lab merge` is asked for.
#[derive(clap::Args, Debug)]
pub(super) struct MergeArgs {
    /// The store that gets all rows
    #[arg(value_name = "OUT.db")]
    output: PathBuf,
    /// Folders of shards, or stores
    #[arg(value_name = "DIR|FILE.db", required = true)]
    sources: Vec<PathBuf>,
    /// Replace whatever is in OUT.db
    #[arg(long)]
    force: bool,
}

pub(super) fn run(args: &MergeArgs) -> Result<(), Failure> {
    let mut files = Vec::new();
    for source in &args.sources {
        if source.is_dir() {
            let shards = ShardFile::list(source).map_err(Failure::of)?;
            if shards.is_empty() {
                return Err(Failure::Bad(format!("{}: no shards are in this folder", source.display())));
            }
            files.extend(shards.into_iter().map(|shard| shard.path));
        } else {
            files.push(source.clone());
        }
    }
    let merged = merge(&args.output, &files, args.force).map_err(Failure::of)?;
    let (path, rows) = (file_name(&args.output), counted_of(merged.rows, merged.planned, "row"));
    say(format_args!("{rows} in {path}, from {}", counted(files.len(), "store")));
    if merged.repeated > 0 {
        let same = merged.repeated - merged.different.len() as u64;
        let (verb, are) =
            (if merged.repeated == 1 { "was" } else { "were" }, if same == 1 { "is" } else { "are" });
        let rows = counted(merged.repeated, "row");
        say(format_args!("{rows} {verb} played more than once: {same} {are} the same"));
    }
    for (row, file, column) in &merged.different {
        say(format_args!("row {row} of {} is another game: {column}; it is left out", file_name(file)));
    }
    if merged.different.is_empty() { Ok(()) } else { Err(Failure::Found) }
}
