//! `stonefield watch --text`: shows a game in the terminal.

use super::door::say;
use super::failure::Failure;
use super::setup::SetupArgs;
use super::terminal::{Terminal, restore_at_exit};
use crate::text::{self, TextError};
use std::io::Write;
use std::path::PathBuf;
use stonefield_sim::{GameSetup, Session, StopCondition};

/// Long help of `--stop-when`.
const STOP_WHEN: &str = "Pause when this becomes true, or without a terminal end there; may be given several \
    times: tick=N, capture>=N (stones that die in a tick), group>=N (stones of a group), black_win_rate=PERCENT \
    or white_win_rate=PERCENT (the winning chance crosses this value between two successive evaluations by \
    one mind), disagreement (of agents and referee)";

/// Arguments of `watch`.
#[derive(clap::Args, Debug)]
pub(super) struct WatchArgs {
    /// Show the game in the terminal, as text
    #[arg(long, required = true)]
    text: bool,
    /// Pause when this becomes true, or without a terminal end there; may be given several times
    #[arg(long, value_name = "CONDITION", long_help = STOP_WHEN)]
    stop_when: Vec<StopCondition>,
    /// Settings file with named engines [default: stonefield/stonefield.toml in the configuration folder]
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    #[command(flatten)]
    setup: SetupArgs,
}

pub(super) fn run(args: WatchArgs, out: &mut dyn Write) -> Result<(), Failure> {
    show(&args.setup.resolve(args.config.as_deref())?, &args.stop_when, out)
}

/// Shows a game as text. In a terminal live, and a condition pauses it. Otherwise as a few plain boards,
/// and a condition ends it.
fn show(setup: &GameSetup, stops: &[StopCondition], out: &mut dyn Write) -> Result<(), Failure> {
    let terminal = Terminal::detect();
    let result = if terminal.live {
        let _end = restore_at_exit();
        text::live(setup, stops, terminal.colors, out)
    } else {
        text::plain(setup, stops, out)
    };
    result.map_err(refusal)
}

/// Shows a recorded game from its beginning: live in a terminal, else as a few plain boards.
pub(super) fn show_record(
    session: Session,
    title: &str,
    names: &[String; 2],
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let terminal = Terminal::detect();
    let result = if terminal.live {
        let _end = restore_at_exit();
        text::live_record(session, terminal.colors, out)
    } else {
        text::plain_record(session, title, names, out)
    };
    result.map_err(refusal)
}

fn refusal(error: TextError) -> Failure {
    match error {
        TextError::Terminal(error) => Failure::from(error),
        TextError::Person { color, .. } => Failure::seat(color, error),
        TextError::Setup(error) => Failure::of(error),
    }
}

/// Reports why there is no window, and shows the game as text.
pub(super) fn show_instead(why: &str, setup: &GameSetup, out: &mut dyn Write) -> Result<(), Failure> {
    text::check(setup).map_err(refusal)?;
    report_no_window(why);
    show(setup, &[], out)
}

/// Reports in one line why there is no window.
pub(super) fn report_no_window(why: &str) {
    say(format_args!("no window, as {why}: here is the text view"));
}
