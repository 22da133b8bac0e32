//! `stonefield perft`: counts the games of each length.

use super::board::BoardArgs;
use super::failure::Failure;
use super::values;
use std::io::Write;
use stonefield_go::perft;

/// Arguments of `perft`.
#[derive(clap::Args, Debug)]
pub(super) struct PerftArgs {
    /// Largest number of moves
    #[arg(long, value_name = "MOVES", value_parser = values::whole::<u32>("depth", 0, 1000))]
    depth: u32,
    #[command(flatten)]
    board: BoardArgs,
}

pub(super) fn run(args: PerftArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let board = args.board.resolve()?;
    if board.rules.quirks.is_some() {
        return Err(Failure::flag(
            "--rules",
            format!("{} is not a game of moves to count", board.rules.name),
        ));
    }
    let position = board.first_position()?;
    for depth in 0..=args.depth {
        writeln!(out, "{depth} {}", perft(&position, depth))?;
        // A deep count takes long, so each result is shown at once.
        out.flush()?;
    }
    Ok(())
}
