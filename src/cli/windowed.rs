//! `stonefield` opens the window. `stonefield wall` opens it with many boards.

mod environment;
mod look;
mod render;

pub(super) use render::{RenderArgs, render};

use super::failure::Failure;
use super::lab::plan_file::PlanArgs;
use super::setup::{NEW_GAME_FLAGS, SetupArgs, load_engines};
use super::sgf::{FILE, named, open};
use super::trust::TrustArgs;
use super::values;
use super::{lab, record_text, watch};
use clap::builder::{PathBufValueParser, TypedValueParser};
pub(super) use environment::complete_environment;
use look::LookArgs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;
use stonefield_lab::store::is_store;
use stonefield_lab::{Axis, MAX_BOARDS, WallPlan};
use stonefield_minds::{BrainSpec, Trust};
use stonefield_sim::history::Record;
use stonefield_window::files::FileError;
use stonefield_window::{Measured, WindowError, WindowOptions, run_window};

/// Arguments of the window.
#[derive(clap::Args, Debug)]
pub(super) struct WindowArgs {
    /// Game record to open, or store of games (FILE.db) [default: a new game]
    #[arg(value_name = FILE, value_parser = PathBufValueParser::new().try_map(named), conflicts_with_all = NEW_GAME_FLAGS)]
    file: Option<PathBuf>,
    #[command(flatten)]
    look: LookArgs,
    /// Begin paused
    #[arg(long)]
    paused: bool,
    /// Play to this tick as fast as possible, and pause there
    #[arg(long, value_name = "TICK", value_parser = values::whole::<u64>("tick", 0, u64::from(u32::MAX)))]
    tick: Option<u64>,
    /// Settings file [default: stonefield/stonefield.toml in the configuration folder]
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// File for a log: a line for each event on the board
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// Draw without pause for this time, write the speed of drawing and of the minds as a line of JSON, and
    /// exit
    #[arg(long, value_name = "SECONDS", hide = true, value_parser = values::number("number of seconds", 0.01, 3600.0))]
    measure: Option<f64>,
    #[command(flatten)]
    trust: TrustArgs,
    #[command(flatten)]
    setup: SetupArgs,
}

/// Arguments of `wall`.
#[derive(clap::Args, Debug)]
pub(super) struct WallArgs {
    /// Number of boards, each with a game of one series: 1 to 64
    #[arg(long, value_name = "COUNT", default_value = "16", value_parser = values::whole::<usize>("number of boards", 1, MAX_BOARDS as u64))]
    boards: usize,
    /// A column for each value of a parameter, such as black=random,[swarm:radius=3] or size=5:2:9
    #[arg(long, value_name = "NAME=VALUES", conflicts_with = "boards", value_parser = str::parse::<Axis>)]
    across: Option<Axis>,
    /// A row for each value of another parameter
    #[arg(long, value_name = "NAME=VALUES", conflicts_with = "boards", value_parser = str::parse::<Axis>)]
    down: Option<Axis>,
    /// Show the rows of a plan of the laboratory, one after the other: see docs/laboratory.md
    #[arg(long, value_name = "PLAN.toml", conflicts_with_all = ["across", "down"], conflicts_with_all = NEW_GAME_FLAGS)]
    plan: Option<PathBuf>,
    /// First row of the plan to play
    #[arg(long, value_name = "ROW", default_value = "0", requires = "plan", value_parser = values::whole::<u64>("row", 0, u64::MAX))]
    from: u64,
    #[command(flatten)]
    trust: TrustArgs,
    #[command(flatten)]
    look: LookArgs,
    /// Begin paused
    #[arg(long)]
    paused: bool,
    /// Settings file [default: stonefield/stonefield.toml in the configuration folder]
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Draw without pause for this time, write the speed as a line of JSON, and exit
    #[arg(long, value_name = "SECONDS", hide = true, value_parser = values::number("number of seconds", 0.01, 3600.0))]
    measure: Option<f64>,
    #[command(flatten)]
    setup: SetupArgs,
}

/// Opens the window. If none can be opened, reports why and shows the game, record or store as text. With
/// `--log` or `--measure` that is a failure.
pub(super) fn window(args: WindowArgs, out: &mut dyn Write) -> Result<(), Failure> {
    complete_environment();
    let (store, file) = match args.file {
        Some(file) if is_store(&file) => (Some(file), None),
        file => (None, file),
    };
    let record = file.as_deref().map(|file| open(file, 1)).transpose()?;
    let introduce = args.setup.black.is_none() && args.setup.white.is_none();
    let setup = args.setup.with_window_defaults().resolve(args.config.as_deref())?;
    let engines = load_engines(args.config.as_deref())?.list().to_vec();
    let trust = args.trust.resolve(args.config.as_deref())?;
    let has_config = args.config.is_some();
    let has_log = args.log.is_some();
    let has_measure = args.measure.is_some();
    let options = WindowOptions {
        setup: setup.clone(),
        layers: args.look.layers.unwrap_or_default().layers,
        camera: args.look.camera,
        quality: args.look.quality,
        config: args.config,
        log: args.log,
        running: !args.paused && record.is_none() && store.is_none(),
        tick: args.tick,
        refusal: None,
        engines,
        record: record.clone(),
        store: store.clone(),
        wall: None,
        introduce,
        trust: trust.clone(),
        measure: args.measure,
    };
    match run_window(options) {
        Ok(measured) => Ok(measured.iter().try_for_each(|measured| write_measured(measured, out))?),
        Err(error @ (WindowError::Display(_) | WindowError::Adapter(_))) if has_log => {
            Err(Failure::flag("--log", format!("there is no window to log, as {error}")))
        }
        Err(error @ (WindowError::Display(_) | WindowError::Adapter(_))) if has_measure => {
            Err(Failure::flag("--measure", format!("there is no window to measure, as {error}")))
        }
        Err(error @ (WindowError::Display(_) | WindowError::Adapter(_))) => match (record, store) {
            (Some(record), _) => {
                watch::report_no_window(&error.to_string());
                record_text::show_as_text(&record, trust, out)
            }
            (None, Some(store)) => {
                watch::report_no_window(&error.to_string());
                lab::overview(&store, out)
            }
            (None, None) => watch::show_instead(&error.to_string(), &setup, out),
        },
        Err(WindowError::File(error @ FileError::Write(_))) => Err(Failure::flag("--log", error)),
        Err(WindowError::File(error)) if has_config => Err(Failure::flag("--config", error)),
        Err(error) => Err(Failure::Bad(error.to_string())),
    }
}

/// Opens the window with many boards. Fails if none can be opened.
pub(super) fn wall(args: WallArgs, out: &mut dyn Write) -> Result<(), Failure> {
    complete_environment();
    let setup = args.setup.with_window_defaults().resolve(args.config.as_deref())?;
    let plays_alone = |spec: &BrainSpec| !spec.info().external && !spec.info().human;
    for (flag, spec) in [("--black", &setup.brains.black), ("--white", &setup.brains.white)] {
        if !plays_alone(spec) {
            let why =
                format!("'{spec}' cannot play on a wall: its many boards have no persons or other programs");
            return Err(Failure::flag(flag, why));
        }
    }
    let plan = match (args.plan, args.across, args.down) {
        (Some(plan), ..) => {
            let plan = PlanArgs { plan, config: args.config.clone(), trust: args.trust }.read()?;
            if let Some(spec) = plan.minds().into_iter().find(|spec| !plays_alone(spec)) {
                return Err(Failure::flag("--plan", format!("'{spec}' cannot play on a wall")));
            }
            if args.from >= plan.rows() {
                let why =
                    format!("{} is no row of the plan: it has rows 0 to {}", args.from, plan.rows() - 1);
                return Err(Failure::flag("--from", why));
            }
            WallPlan::rows(&Arc::new(plan), args.from, args.boards)
                .map_err(|error| Failure::flag("--plan", error))
        }
        (None, None, None) => {
            WallPlan::series(&setup, args.boards).map_err(|error| Failure::flag("--down", error))
        }
        (None, across, down) => {
            let flag = if across.is_none() { "--down" } else { "--across" };
            WallPlan::table(setup.clone(), across, down).map_err(|error| Failure::flag(flag, error))
        }
    }?;
    let options = WindowOptions {
        setup,
        layers: args.look.layers.unwrap_or_default().layers,
        camera: args.look.camera,
        quality: args.look.quality,
        config: args.config,
        running: !args.paused,
        measure: args.measure,
        wall: Some(plan),
        ..WindowOptions::default()
    };
    let measured = run_window(options).map_err(|error| Failure::Bad(error.to_string()))?;
    Ok(measured.iter().try_for_each(|measured| write_measured(measured, out))?)
}

/// Writes the measurements as a line of JSON.
fn write_measured(measured: &Measured, out: &mut dyn Write) -> io::Result<()> {
    serde_json::to_writer(&mut *out, measured)?;
    writeln!(out)
}

/// Opens a record in the window, paused. Returns the reason if no window can be opened.
pub(super) fn replay(record: &Record, trust: &Trust) -> Result<Option<String>, Failure> {
    let (record, trust) = (Some(record.clone()), trust.clone());
    match run_window(WindowOptions { record, running: false, trust, ..WindowOptions::default() }) {
        Ok(_) => Ok(None),
        Err(error @ (WindowError::Display(_) | WindowError::Adapter(_))) => Ok(Some(error.to_string())),
        Err(error) => Err(Failure::Bad(error.to_string())),
    }
}
