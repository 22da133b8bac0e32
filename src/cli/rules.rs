//! `stonefield rules`: lists the rule presets and the quirks.

use super::columns::align;
use super::failure::Failure;
use std::io::Write;
use stonefield_go::{PRESETS, Quirks};

pub(super) fn run(out: &mut dyn Write) -> Result<(), Failure> {
    writeln!(out, "Rules, for --rules.\n")?;
    write!(out, "{}", align(2, &PRESETS.map(|(name, about)| [name.to_owned(), about.to_owned()])))?;
    writeln!(out, "\nQuirks of netlogo-2016, all on; --quirks -NAME,-NAME switches some off.\n")?;
    let quirks = Quirks::NAMES.into_iter().zip(Quirks::ABOUT);
    let rows: Vec<_> = quirks.map(|(name, about)| [name.to_owned(), about.to_owned()]).collect();
    write!(out, "{}", align(2, &rows))?;
    Ok(())
}
