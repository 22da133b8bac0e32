//! `stonefield brains`: lists the minds and their parameters.

use super::columns::align;
use super::failure::Failure;
use super::setup::load_engines;
use std::io::Write;
use std::path::PathBuf;
use stonefield_minds::{BRAINS, BrainKind};
use stonefield_search::ParamInfo;

/// Arguments of `brains`.
#[derive(clap::Args, Debug)]
pub(super) struct BrainsArgs {
    /// Settings file with named engines [default: stonefield/stonefield.toml in the configuration folder]
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
}

pub(super) fn run(args: &BrainsArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let engines = load_engines(args.config.as_deref())?;
    writeln!(
        out,
        "Minds for --black and --white. Text of a mind: NAME or NAME:KEY=VALUE,KEY=[VALUE WITH SPACES].\n"
    )?;
    for (kind, title) in [
        (BrainKind::Rule, "Rules of the agents, which see what stones and patches know"),
        (BrainKind::Planner, "Planners, which see a position"),
    ] {
        writeln!(out, "{title}\n")?;
        let of_kind = BRAINS.iter().filter(|brain| brain.kind() == kind);
        let rows: Vec<_> = of_kind.map(|brain| [brain.name.to_owned(), brain.about.to_owned()]).collect();
        writeln!(out, "{}", align(2, &rows))?;
    }
    for brain in BRAINS.iter().filter(|brain| !brain.params.is_empty()) {
        writeln!(out, "Parameters of {}\n", brain.name)?;
        let rows: Vec<_> = brain.params.iter().map(row).collect();
        writeln!(out, "{}", align(2, &rows))?;
    }
    if !engines.list().is_empty() {
        writeln!(out, "Engines of the settings, as in --black gtp:NAME\n")?;
        let rows: Vec<_> =
            engines.list().iter().map(|engine| [engine.name.clone(), engine.spec.to_string()]).collect();
        write!(out, "{}", align(2, &rows))?;
    }
    Ok(())
}

/// Cells of a parameter: name, allowed values with their unit, default, meaning.
fn row(param: &ParamInfo) -> [String; 4] {
    let default = param.default().to_string();
    [
        param.name.to_owned(),
        format!("{} {}", param.allowed(), param.unit).trim_end().to_owned(),
        if default.is_empty() { "default empty".to_owned() } else { format!("default {default}") },
        param.about.to_owned(),
    ]
}
