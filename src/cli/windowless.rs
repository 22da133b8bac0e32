//! Build without the window: `stonefield` shows text; `stonefield render` and `stonefield wall` are refused.

use super::failure::Failure;
use super::setup::{NEW_GAME_FLAGS, SetupArgs};
use super::sgf::{FILE, named, open};
use super::trust::TrustArgs;
use super::{lab, record_text, watch};
use clap::builder::{PathBufValueParser, TypedValueParser};
use std::io::Write;
use std::path::PathBuf;
use stonefield_lab::store::is_store;
use stonefield_minds::Trust;
use stonefield_sim::history::Record;

/// Arguments of the window.
#[derive(clap::Args, Debug)]
pub(super) struct WindowArgs {
    /// Game record to open, or store of games (FILE.db) [default: a new game]
    #[arg(value_name = FILE, value_parser = PathBufValueParser::new().try_map(named), conflicts_with_all = NEW_GAME_FLAGS)]
    file: Option<PathBuf>,
    /// Settings file with named engines [default: stonefield/stonefield.toml in the configuration folder]
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    #[command(flatten)]
    trust: TrustArgs,
    #[command(flatten)]
    setup: SetupArgs,
}

/// Reason why there is no window.
const WHY: &str = "it was built without the feature view";

/// Reports why there is no window, and shows the game, record or store as text.
pub(super) fn window(args: WindowArgs, out: &mut dyn Write) -> Result<(), Failure> {
    if let Some(file) = args.file.as_deref().filter(|file| is_store(file)) {
        watch::report_no_window(WHY);
        return lab::overview(file, out);
    }
    if let Some(file) = &args.file {
        let record = open(file, 1)?;
        let trust = args.trust.resolve(args.config.as_deref())?;
        watch::report_no_window(WHY);
        return record_text::show_as_text(&record, trust, out);
    }
    watch::show_instead(WHY, &args.setup.with_window_defaults().resolve(args.config.as_deref())?, out)
}

/// Arguments of `wall`. Any are accepted, so that the refusal names the missing feature.
pub(super) type WallArgs = RenderArgs;

pub(super) fn wall(_: WallArgs, _: &mut dyn Write) -> Result<(), Failure> {
    Err(Failure::Bad("wall: this program was built without the feature view and draws nothing".to_owned()))
}

/// Does nothing, because nothing is drawn.
pub(super) const fn complete_environment() {}

/// Returns the reason why there is no window.
pub(super) fn replay(_: &Record, _: &Trust) -> Result<Option<String>, Failure> {
    Ok(Some(WHY.to_owned()))
}

/// Arguments of `render`. Any are accepted, so that the refusal names the missing feature.
#[derive(clap::Args, Debug)]
pub(super) struct RenderArgs {
    /// Not in this build, which lacks the feature view
    #[arg(value_name = "FILE", num_args = 0.., trailing_var_arg = true, allow_hyphen_values = true)]
    _rest: Vec<String>,
}

pub(super) fn render(_: RenderArgs) -> Result<(), Failure> {
    Err(Failure::Bad("render: this program was built without the feature view and draws nothing".to_owned()))
}
