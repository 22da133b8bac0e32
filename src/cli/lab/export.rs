//! `stonefield lab export`: writes a table of a store as a file for other programs.

use crate::cli::failure::Failure;
use crate::cli::force::ForceArgs;
use crate::cli::store_guard::refuse_store;
use crate::cli::values::NameError;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use stonefield_files::read_text_limited;
use stonefield_lab::export::{ExportFormat, TableExportError, export};
use stonefield_lab::store::{ResultStore, StoreTable};

/// Arguments of `lab export`.
#[derive(clap::Args, Debug)]
pub(super) struct ExportArgs {
    /// Store to export
    #[arg(value_name = "FILE.db")]
    file: PathBuf,
    /// Format: csv, json, parquet, or NetLogo's behaviorspace-table or behaviorspace-spreadsheet
    #[arg(long, value_name = "FORMAT", default_value = "csv", value_parser = format)]
    format: ExportFormat,
    /// Table: games, ticks, clusters, avalanches, stones, or timing, which differs when rows are played again
    #[arg(long, value_name = "TABLE", default_value = "games", value_parser = table)]
    table: StoreTable,
    /// Add to json the machine that began the store, and the day
    #[arg(long)]
    machine: bool,
    /// File to write [default: stdout]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    force: ForceArgs,
}

impl ExportArgs {
    const fn is_binary(&self) -> bool {
        matches!(self.format, ExportFormat::Parquet)
    }
}

pub(super) fn run(args: &ExportArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let format = match args.format {
        ExportFormat::Json { .. } => ExportFormat::Json { machine: args.machine },
        _ if args.machine => {
            return Err(Failure::flag("--machine", "only json can have the machine of a store"));
        }
        other => other,
    };
    args.force.needs("--output", args.output.is_some())?;
    if args.is_binary() && args.output.is_none() && io::stdout().is_terminal() {
        return Err(Failure::flag(
            "--format",
            "parquet is not text for a terminal: name a file with --output",
        ));
    }
    let store = ResultStore::look(&args.file).map_err(Failure::of)?;
    let Some(path) = &args.output else {
        return export(&store, args.table, format, out).map_err(|error| match error {
            TableExportError::Io(error) => error.into(),
            other => refusal(other),
        });
    };
    protect_store(&store, path)?;
    args.force.write_with(path, |file| {
        export(&store, args.table, format, file).map_err(|error| match error {
            TableExportError::Io(error) => unwritten(path, &error),
            other => refusal(other),
        })
    })
}

/// Refuses to replace a store, a file that belongs to one, or the plan of this store, even with `--force`.
pub(super) fn protect_store(store: &ResultStore, path: &Path) -> Result<(), Failure> {
    let plan = &store.header().plan;
    let has_same_length = path.metadata().is_ok_and(|file| file.is_file() && file.len() == plan.len() as u64);
    if !plan.is_empty() && has_same_length && read_text_limited(path).is_ok_and(|text| text == *plan) {
        let why =
            format!("{} is the plan of the store and is never replaced: name another file", path.display());
        return Err(Failure::flag("--output", why));
    }
    refuse_store(path).map_err(|why| Failure::flag("--output", why))
}

fn unwritten(path: &Path, error: &io::Error) -> Failure {
    Failure::flag("--output", format!("{}: {error}", path.display()))
}

fn refusal(error: TableExportError) -> Failure {
    match error {
        TableExportError::Table { .. } => Failure::flag("--table", error),
        TableExportError::TooWide { .. } => Failure::flag("--format", error),
        _ => Failure::of(error),
    }
}

fn format(text: &str) -> Result<ExportFormat, NameError> {
    let names = || ExportFormat::ALL.iter().map(|(name, _)| *name);
    ExportFormat::ALL.iter().find(|(name, _)| *name == text).map(|(_, format)| *format).ok_or_else(|| {
        let list = names().collect::<Vec<_>>().join(", ");
        NameError::new(format_args!("no format '{text}'; the formats are {list}"), text, names())
    })
}

fn table(text: &str) -> Result<StoreTable, NameError> {
    StoreTable::ALL.into_iter().find(|table| table.name() == text).ok_or_else(|| {
        let names = || StoreTable::ALL.into_iter().map(StoreTable::name);
        let list = names().collect::<Vec<_>>().join(", ");
        NameError::new(format_args!("no table '{text}'; the tables are {list}"), text, names())
    })
}
