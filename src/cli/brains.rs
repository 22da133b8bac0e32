//! `stonefield brains`: the minds and their parameters.

use super::columns::align;
use super::failure::Failure;
use crate::brain::{BRAINS, ParamInfo};
use std::io::Write;

pub(super) fn run(out: &mut dyn Write) -> Result<(), Failure> {
    writeln!(
        out,
        "Brains, for --black and --white. Their text is NAME or NAME:KEY=VALUE,KEY=[VALUE WITH SPACES].\n"
    )?;
    let rows: Vec<_> = BRAINS.iter().map(|brain| [brain.name.to_owned(), brain.about.to_owned()]).collect();
    write!(out, "{}", align(2, &rows))?;
    for brain in BRAINS.iter().filter(|brain| !brain.params.is_empty()) {
        writeln!(out, "\nParameters of {}\n", brain.name)?;
        let rows: Vec<_> = brain.params.iter().map(row).collect();
        write!(out, "{}", align(2, &rows))?;
    }
    Ok(())
}

/// Name, allowed values with their unit, default, meaning.
fn row(param: &ParamInfo) -> [String; 4] {
    let default = param.default().to_string();
    [
        param.name.to_owned(),
        format!("{} {}", param.allowed(), param.unit).trim_end().to_owned(),
        if default.is_empty() { "default empty".to_owned() } else { format!("default {default}") },
        param.about.to_owned(),
    ]
}
