//! `stonefield life`: tells if a group lives, dies or is in seki, and if that depends on who moves first.

use super::failure::Failure;
use super::sgf::position_in;
use super::values;
use std::io::Write;
use std::path::PathBuf;
use stonefield_go::Point;
use stonefield_go::notation::names;
use stonefield_minds::engine::{Signal, SignalListener};
use stonefield_search::proof::life::{LifeError, LifeLimits, study};
use stonefield_search::{StopWatch, Watch, real_clock};

/// Arguments of `life`.
#[derive(clap::Args, Debug)]
pub(super) struct LifeArgs {
    /// Game record; - for stdin
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Stone of the group, such as D4
    #[arg(value_name = "POINT", value_parser = str::parse::<Point>)]
    point: Point,
    /// Number of the game in the file, from 1
    #[arg(long, value_name = "NUMBER", default_value = "1", value_parser = values::game_number())]
    game: usize,
    /// Position after this number of moves of the main line [default: at its end]
    #[arg(long = "move", value_name = "NUMBER", value_parser = values::move_number())]
    number: Option<u32>,
    /// Largest number of nodes to visit
    #[arg(long, value_name = "COUNT", default_value = "10000000", value_parser = values::whole::<u64>("number of nodes", 1, u64::MAX))]
    nodes: u64,
    /// Time limit of the search, in seconds [default: none]
    #[arg(long, value_name = "SECONDS", value_parser = values::number("time", 0.0, 1e9))]
    time: Option<f64>,
    /// Largest region to search, in empty points
    #[arg(long, value_name = "COUNT", default_value = "24", value_parser = values::whole::<usize>("number of points", 1, 57))]
    points: usize,
}

pub(super) fn run(args: &LifeArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let (position, doubt) = position_in(&args.file, args.game, args.number)?;
    let limits = LifeLimits { nodes: args.nodes, points: args.points, ..LifeLimits::default() };
    // A second Ctrl-C ends the program as usual.
    let interruption = SignalListener::listen(&[Signal::Interrupt]);
    let mut watch = StopWatch::new(real_clock(), || interruption.received().is_some()).with_limit(args.time);
    let color = position.at(args.point);
    match study(&position, args.point, limits, &mut watch) {
        Ok(verdict) => {
            doubt.report();
            writeln!(out, "{} at {}: {verdict}", verdict.color, args.point)?;
            let region = match verdict.points {
                0 => "no search needed".to_owned(),
                points if verdict.nearby => {
                    format!("{points} empty points near it, with all beyond assumed to be the enemy's")
                }
                1 => "a region of 1 empty point".to_owned(),
                points => format!("a region of {points} empty points"),
            };
            writeln!(out, "{region}, {} nodes, {:.2} seconds", verdict.nodes, watch.elapsed())?;
            if !verdict.walls.is_empty() {
                writeln!(out, "assumed alive: {}", names(&verdict.walls))?;
            }
            out.flush()?;
            Ok(())
        }
        Err(error @ (LifeError::NoStone(_) | LifeError::OffBoard(..) | LifeError::NoLiberty { .. })) => {
            Err(Failure::flag(&args.file.display().to_string(), error))
        }
        Err(error) => {
            doubt.report();
            let color = color.map_or(String::new(), |color| format!("{color} at "));
            writeln!(out, "{color}{}: unknown: {error}", args.point)?;
            out.flush()?;
            Err(Failure::Reported)
        }
    }
}
