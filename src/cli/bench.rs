//! `stonefield bench`: how fast it is here.

use super::clock::Stopwatch;
use super::failure::Failure;
use super::values;
use crate::brain::playout::measure_playouts;
use crate::go::{Position, Rules, Size};
use std::io::Write;

/// What `bench` is asked for.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// Measure the agents instead of light playouts
    #[arg(long)]
    sim: bool,
    /// Measure reading, playing and writing 10,000 game records instead
    #[arg(long, conflicts_with = "sim")]
    sgf: bool,
    /// Measure the tree search, and what it costs to be watched, instead
    #[arg(long, conflicts_with_all = ["sim", "sgf"])]
    tree: bool,
    /// Seconds to spend on each row
    #[arg(long, value_name = "SECONDS", default_value = "2", value_parser = values::number("number of seconds", 0.01, 3600.0))]
    seconds: f64,
    /// Where all chance comes from
    #[arg(long, value_name = "NUMBER", default_value = "1", value_parser = values::whole::<u64>("seed", 0, u64::MAX))]
    seed: u64,
}

pub(super) fn run(args: &Args, out: &mut dyn Write) -> Result<(), Failure> {
    match args {
        Args { sim: true, .. } => super::bench_sim::run(args.seconds, out),
        Args { sgf: true, .. } => super::bench_sgf::run(args.seconds, out),
        Args { tree: true, .. } => super::bench_tree::run(args.seconds, args.seed, out),
        _ => playouts(args, out),
    }
}

/// Light playouts: uniform choice, own eye points left alone, simple ko, to two passes; one thread.
fn playouts(args: &Args, out: &mut dyn Write) -> Result<(), Failure> {
    writeln!(out, "Light playouts from the empty board, one thread, komi 0.5\n")?;
    let unit = format!("per {}", Stopwatch::unit());
    writeln!(out, "{:<7} {:<10} {unit:>26} {:>11} {:>12}", "board", "suicide", "mean plies", "Black ahead")?;
    for suicide in [true, false] {
        for side in [9, 13, 19] {
            let size = Size::square(side).unwrap_or_default();
            let position = Position::new(size, Rules { komi: 0.5, ..Rules::default() });
            let (mut playouts, mut plies, mut black) = (0, 0, 0);
            let mut chunk = 100;
            let watch = Stopwatch::start();
            for round in 0.. {
                let totals = measure_playouts(&position, suicide, chunk, args.seed.wrapping_add(round));
                playouts += totals.playouts;
                plies += totals.plies;
                black += totals.black;
                let seconds = watch.seconds();
                if seconds >= args.seconds {
                    break;
                }
                // About a twentieth of the time between two looks at the clock.
                #[expect(
                    clippy::cast_possible_truncation,
                    clippy::cast_sign_loss,
                    reason = "a small positive number"
                )]
                {
                    chunk = ((playouts as f64 / seconds.max(0.001) * args.seconds / 20.0) as u64)
                        .clamp(10, 1_000_000);
                }
            }
            let seconds = watch.seconds();
            let count = playouts as f64;
            writeln!(
                out,
                "{:<7} {:<10} {:>26.0} {:>11.1} {:>10.1} %",
                size.to_string(),
                if suicide { "allowed" } else { "forbidden" },
                count / seconds,
                plies as f64 / count,
                100.0 * black as f64 / count
            )?;
            out.flush()?;
        }
    }
    Ok(())
}
