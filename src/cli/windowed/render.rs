//! `stonefield render`: writes pictures and films of a game, without a window.

use super::environment::complete_environment;
use super::look::{LayerChoice, LookArgs, choose};
use crate::cli::failure::Failure;
use crate::cli::force::ForceArgs;
use crate::cli::halting::halt_on_signals;
use crate::cli::progress::progress;
use crate::cli::record_text::report_notes;
use crate::cli::setup::{NEW_GAME_FLAGS, SetupArgs, resolve_mind};
use crate::cli::sgf::load::check_game;
use crate::cli::sgf::{FILE, named, open, refused};
use crate::cli::trust::TrustArgs;
use crate::cli::values::{self, NameError, ValueError};
use clap::builder::{PathBufValueParser, TypedValueParser};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;
use stonefield_lab::store::{ResultStore, is_store};
use stonefield_lab::{StoredGameError, stored_game};
use stonefield_minds::BrainSpec;
use stonefield_search::supply::start_thread;
use stonefield_sim::history::Record;
use stonefield_window::palette::{Colormap, Theme};
use stonefield_window::pictures::{
    FilmOptions, LONGEST_SIDE, MAX_FPS, PictureKind, PictureProgress, PictureRecord, SHORTEST_SIDE,
    SavedPictures, first_frame, is_numbered, save,
};
use stonefield_window::{RenderError, RenderOptions};

/// Arguments of `render`.
#[derive(clap::Args, Debug)]
pub(in crate::cli) struct RenderArgs {
    /// File to write: .png, .svg, .gif, .apng, or numbered pictures such as game-%05d.png
    #[arg(value_name = "OUT", value_parser = PathBufValueParser::new().try_map(picture))]
    path: PathBuf,
    /// Game record, or store of games (FILE.db) with a row [default: a new game]
    #[arg(value_name = FILE, value_parser = PathBufValueParser::new().try_map(named),
          conflicts_with_all = NEW_GAME_FLAGS.into_iter().filter(|name| *name != "game").collect::<Vec<_>>())]
    file: Option<PathBuf>,
    /// Row of a store
    #[arg(value_name = "ROW", requires = "file", value_parser = values::whole::<u64>("row", 0, i64::MAX as u64))]
    row: Option<u64>,
    /// Ticks before the picture is taken; in a record, moves of its main line [default: 200, or the end of a
    /// record]
    #[arg(long, value_name = "TICKS", conflicts_with_all = ["from", "to", "every", "fps", "once"], value_parser = values::whole::<u64>("number of ticks", 0, 1_000_000_000))]
    after: Option<u64>,
    /// First tick of a film [default: 0]
    #[arg(long, value_name = "TICK", value_parser = values::whole::<u64>("tick", 0, 1_000_000_000))]
    from: Option<u64>,
    /// Last tick of a film [default: 200, or the end of a record]
    #[arg(long, value_name = "TICK", value_parser = values::whole::<u64>("tick", 0, 1_000_000_000))]
    to: Option<u64>,
    /// Ticks from one frame of a film to the next [default: 1]
    #[arg(long, value_name = "TICKS", value_parser = values::whole::<u64>("number of ticks", 1, 1_000_000_000))]
    every: Option<u64>,
    /// Frames per second of a film [default: 5]
    #[arg(long, value_name = "NUMBER", value_parser = values::number("number of frames a second", 0.02, MAX_FPS))]
    fps: Option<f64>,
    /// Show a film once instead of in a loop
    #[arg(long)]
    once: bool,
    /// Mind that considers each position, for the layers candidates, variation, ownership and bids [default:
    /// the mind of the colour to move, if one of these layers is named]
    #[arg(long, value_name = "SPEC", value_parser = str::parse::<BrainSpec>)]
    think: Option<BrainSpec>,
    /// Width and height in pixels, each 16 to 8192 [default: 1280x800, and 640x640 for a film]
    #[arg(long, value_name = "WxH", value_parser = pixels)]
    pixels: Option<(u32, u32)>,
    /// Colours of board and surroundings; print is for paper
    #[arg(long, value_name = "light|dark|print|high-contrast", default_value = "dark", value_parser = theme)]
    theme: Theme,
    /// Colours of heat; cividis looks the same to colour-blind readers
    #[arg(long, value_name = "ember|cividis|grey", default_value = "ember", value_parser = heat_colors)]
    heat_colors: Colormap,
    /// Colours of heat stand for temperatures, the same on every board, and not for ranks among its points
    #[arg(long)]
    absolute_heat: bool,
    #[command(flatten)]
    force: ForceArgs,
    #[command(flatten)]
    look: LookArgs,
    #[command(flatten)]
    trust: TrustArgs,
    #[command(flatten)]
    setup: SetupArgs,
}

/// Default size of a picture and of a film, in pixels.
const DEFAULT_PIXELS: [(u32, u32); 2] = [(1280, 800), (640, 640)];

/// Interval between updates of the progress bar.
const REFRESH: Duration = Duration::from_millis(100);

pub(in crate::cli) fn render(args: RenderArgs) -> Result<(), Failure> {
    complete_environment();
    let target = if is_numbered(&args.path) { first_frame(&args.path) } else { Some(args.path.clone()) };
    if let Some(path) = target {
        args.force.check(&path)?;
    }
    let LayerChoice { layers, named } = args.look.layers.unwrap_or_default();
    let has_many_frames =
        PictureKind::of(&args.path).is_some_and(PictureKind::is_film) || is_numbered(&args.path);
    let has_range = args.from.is_some() || args.to.is_some() || args.every.is_some();
    let film = (has_range || args.fps.is_some() || args.once || has_many_frames && args.after.is_none())
        .then(|| {
            let default = FilmOptions::default();
            FilmOptions {
                from: args.from.unwrap_or(default.from),
                to: args.to,
                every: args.every.unwrap_or(default.every),
                fps: args.fps.unwrap_or(default.fps),
                once: args.once,
            }
        });
    let think = args.think.as_ref().map(|spec| resolve_mind("--think", spec, None)).transpose()?;
    let trust = args.trust.resolve(None)?;
    // With a record, `--game` is the number of a game in the file, from 1.
    let game = usize::try_from(args.setup.game).unwrap_or(usize::MAX).max(1);
    let (setup, record) = match &args.file {
        Some(file) => {
            let record = record(file, args.row, game)?;
            report_notes(&record, record.problems());
            (Default::default(), Some(PictureRecord { record, trust, line: None }))
        }
        None => (args.setup.resolve(None)?, None),
    };
    let default_end = if record.is_some() { u64::MAX } else { 200 };
    let options = RenderOptions {
        setup,
        record,
        after_ticks: args.after.unwrap_or(default_end),
        film,
        path: args.path,
        layers,
        named_layers: named,
        think,
        camera: args.look.camera,
        pixels: args.pixels.unwrap_or(DEFAULT_PIXELS[usize::from(film.is_some())]),
        quality: args.look.quality,
        theme: args.theme,
        heat_colors: args.heat_colors,
        absolute_heat: args.absolute_heat,
    };
    let (halt, request) = halt_on_signals();
    let pictures = PictureProgress::until(halt);
    let saved = if film.is_some() { with_progress(&options, &pictures) } else { save(&options, &pictures) };
    match saved {
        Ok(_) => Ok(()),
        Err(RenderError::Stopped(_)) => match request.received() {
            Some(signal) => Err(Failure::Signal(signal)),
            None => Err(Failure::Bad("it was stopped".to_owned())),
        },
        Err(error) => Err(match error.flag() {
            Some(flag) => Failure::flag(flag, error),
            None => Failure::of(error),
        }),
    }
}

/// Writes a film and shows its progress.
fn with_progress(options: &RenderOptions, pictures: &PictureProgress) -> Result<SavedPictures, RenderError> {
    let bar = progress(0, "{pos} of {len} frames, {eta} to go");
    let (ended, wait) = channel::<()>();
    let (bar_copy, pictures_copy) = (bar.clone(), pictures.clone());
    // If no thread can be started, there is no progress bar.
    let _ = start_thread("progress", move || {
        while let Err(RecvTimeoutError::Timeout) = wait.recv_timeout(REFRESH) {
            let (done, total) = pictures_copy.progress();
            bar_copy.set_length(total);
            bar_copy.set_position(done);
        }
    });
    let saved = save(options, pictures);
    drop(ended);
    bar.finish_and_clear();
    saved
}

/// Opens a game: of a store by its row, or of a record file by its number, from 1.
fn record(file: &Path, row: Option<u64>, game: usize) -> Result<Record, Failure> {
    match row {
        Some(row) => ResultStore::look(file)
            .map_err(StoredGameError::from)
            .and_then(|store| stored_game(&store, row))
            .map_err(Failure::of),
        None if is_store(file) => Err(refused(file, "this is a store of games: name the row of a game")),
        None => {
            let record = open(file, game)?;
            check_game(record.root()).map_err(|error| refused(file, error))?;
            Ok(record)
        }
    }
}

fn theme(text: &str) -> Result<Theme, NameError> {
    choose("theme", text, Theme::ALL.map(|theme| (theme.name(), theme)))
}

fn heat_colors(text: &str) -> Result<Colormap, NameError> {
    choose("heat colours", text, Colormap::ALL.map(|map| (map.name(), map)))
}

fn pixels(text: &str) -> Result<(u32, u32), ValueError> {
    let side = |text: &str| text.parse().ok().filter(|side| (SHORTEST_SIDE..=LONGEST_SIDE).contains(side));
    text.split_once('x')
        .and_then(|(width, height)| Some((side(width)?, side(height)?)))
        .ok_or_else(|| ValueError::new(text, "size of a picture", "WxH, each 16 to 8192"))
}

fn picture(path: PathBuf) -> Result<PathBuf, ValueError> {
    match PictureKind::of(&path) {
        Some(_) => Ok(path),
        None => Err(ValueError::new(
            &path.to_string_lossy(),
            "name for a picture",
            "it ends in .png, .svg, .gif or .apng",
        )),
    }
}
