//! `stonefield play --text`: a person against a mind, in a plain terminal.

mod line;
mod table;

use super::board::BoardArgs;
use super::failure::Failure;
use super::gtp::{self, Clock, Limit};
use super::values;
use crate::brain::BrainSpec;
use crate::go::Color;
use line::Asker;
use std::io::{IsTerminal, Write};
use table::{Next, Table};

/// What `play` is asked for.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// In the terminal, as text
    #[arg(long, required = true)]
    text: bool,
    /// Your colour: black or white
    #[arg(long, value_name = "COLOR", default_value = "black", value_parser = values::text::<Color>)]
    color: Color,
    /// Who plays against you; `stonefield brains` lists them
    #[arg(long, value_name = "SPEC", default_value = "sensible", value_parser = values::text::<BrainSpec>)]
    brain: BrainSpec,
    /// Handicap stones for Black: 0, or 2 to 9 on the usual points
    #[arg(long, value_name = "STONES", default_value = "0", value_parser = values::whole::<u32>("handicap", 0, 9))]
    handicap: u32,
    /// Seconds each side has for the whole game [default: no clock]
    #[arg(long, value_name = "SECONDS", value_parser = values::number("number of seconds", 1.0, 1e6))]
    time: Option<f64>,
    /// Draw no board: every event is told in words
    #[arg(long)]
    no_board: bool,
    /// Where all chance comes from: the same seed gives the same game
    #[arg(long, value_name = "NUMBER", default_value = "1", value_parser = values::whole::<u64>("seed", 0, u64::MAX))]
    seed: u64,
    #[command(flatten)]
    board: BoardArgs,
}

pub(super) fn run(args: Args, out: &mut dyn Write) -> Result<(), Failure> {
    let mut session = gtp::seat(&args.brain, args.board, args.seed)?;
    if args.handicap > 0 {
        session.place_handicap(args.handicap).map_err(|error| Failure::flag("--handicap", error))?;
    }
    if let Some(main) = args.time {
        session.clock = Clock::new(Limit::Canadian { main, period: 0.0, stones: 0 });
    }
    let colors = std::io::stdout().is_terminal();
    let mut table = Table::new(session, args.color, args.time, !args.no_board, colors);
    let mut asker = Asker::new(colors && std::io::stdin().is_terminal());
    table.open(out)?;
    loop {
        out.flush()?;
        let Some(line) = asker.ask(&table.prompt(), out)? else { return Ok(()) };
        if table.hear(&line, out)? == Next::Leave {
            return Ok(());
        }
    }
}
