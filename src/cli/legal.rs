//! `stonefield legal`: counts the legal positions of a board.

use super::failure::Failure;
use std::io::Write;
use stonefield_go::{Size, legal_positions};

/// Arguments of `legal`.
#[derive(clap::Args, Debug)]
pub(super) struct LegalArgs {
    /// Board size: N or WxH
    #[arg(long, value_name = "N|WxH", value_parser = str::parse::<Size>)]
    size: Size,
}

pub(super) fn run(args: &LegalArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let count = legal_positions(args.size).map_err(|error| Failure::flag("--size", error))?;
    writeln!(out, "{count}")?;
    Ok(())
}
