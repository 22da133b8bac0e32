//! `stonefield gtp`: serves a mind as an engine to other programs, by the Go Text Protocol.

use super::board::BoardArgs;
use super::dead::DeadArgs;
use super::door::stderr;
use super::failure::Failure;
use super::setup::resolve_mind;
use super::values;
use crate::gtp::{Aside, Opponent, serve};
use std::io::Write;
use stonefield_minds::BrainSpec;

/// Arguments of `gtp`.
#[derive(clap::Args, Debug)]
pub(super) struct GtpArgs {
    /// Mind that plays; `stonefield brains` lists them
    #[arg(long, value_name = "SPEC", default_value = "sensible", value_parser = str::parse::<BrainSpec>)]
    brain: BrainSpec,
    /// Random seed: the same seed gives the same game
    #[arg(long, value_name = "NUMBER", default_value = "1", value_parser = values::whole::<u64>("seed", 0, u64::MAX))]
    seed: u64,
    #[command(flatten)]
    board: BoardArgs,
    #[command(flatten)]
    dead: DeadArgs,
}

pub(super) fn run(args: GtpArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let mut opponent = new_opponent(&args.brain, args.board, args.seed, args.dead)?;
    Ok(serve(&mut opponent, std::io::stdin(), out, &mut Aside::new(stderr()))?)
}

/// Opponent with the mind of `--brain`, on the board of the flags.
pub(super) fn new_opponent(
    brain: &BrainSpec,
    board: BoardArgs,
    seed: u64,
    dead: DeadArgs,
) -> Result<Opponent, Failure> {
    let board = board.resolve()?;
    let dead = dead.given_under(&board.rules)?;
    let brain = resolve_mind("--brain", brain, None)?;
    let mut opponent = Opponent::new(&brain, board.size, board.rules, seed).map_err(Failure::of)?;
    opponent.dead = dead;
    if let Some(start) = &board.start {
        // `first_position` checks the diagram against the size.
        board.first_position()?;
        opponent.begin_with(start.clone()).map_err(|error| Failure::flag("--position", error))?;
    }
    Ok(opponent)
}
