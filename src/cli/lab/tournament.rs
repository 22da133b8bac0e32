//! `stonefield lab tournament`: plays a tournament into a store, and shows its table.

use super::plan_file::refused;
use super::run::{RunArgs, play};
use super::table::write_table;
use crate::cli::failure::Failure;
use std::io::Write;
use stonefield_lab::statistics::Sprt;

/// Arguments of `lab tournament`.
#[derive(clap::Args, Debug)]
pub(super) struct TournamentArgs {
    #[command(flatten)]
    run: RunArgs,
    /// Let two players play until a sequential test of their pairs of games decides between two hypotheses on
    /// their difference in Elo
    #[arg(
        long,
        value_name = "elo0=0,elo1=20,alpha=0.05,beta=0.05,model=logistic|normalized",
        value_parser = str::parse::<Sprt>
    )]
    sprt: Option<Sprt>,
}

pub(super) fn run(args: &TournamentArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let path = &args.run.plan.plan;
    let plan = args.run.plan.read_with(args.sprt)?;
    if plan.tournament().is_none() {
        return Err(refused(path, "no players: a tournament has players = [MIND, MIND, …]"));
    }
    let played = play(&args.run, plan)?;
    write_table(&played.path, None, out)?;
    // The table is shown even if games failed or a signal ended the command.
    out.flush()?;
    played.end()
}
