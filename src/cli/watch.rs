//! `stonefield watch --text`: the living board in the terminal.

use super::failure::Failure;
use super::setup::SetupArgs;
use crate::brain::external;
use crate::sim::GameSetup;
use crate::view::text::{self, TextError};
use bevy::app::App;
use bevy::ecs::entity::Entity;
use std::io::{IsTerminal, Write};
use std::path::PathBuf;

/// What `watch` is asked for.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// In the terminal, as text
    #[arg(long, required = true)]
    text: bool,
    /// The settings file, which keeps engines by name [default: stonefield/stonefield.toml in the usual folder]
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    #[command(flatten)]
    setup: SetupArgs,
}

pub(super) fn run(args: Args, out: &mut dyn Write) -> Result<(), Failure> {
    show(&args.setup.meaning(args.config.as_deref())?, out)
}

/// Shows a game as text: live in a terminal, else as a few plain pictures.
pub(super) fn show(setup: &GameSetup, out: &mut dyn Write) -> Result<(), Failure> {
    if setup.brains.iter().any(|(_, brain)| brain.info().outside) {
        external::end_when_interrupted();
    }
    let shown = if std::io::stdout().is_terminal() && std::io::stdin().is_terminal() {
        give_back_on_panic();
        text::live(setup, out)
    } else {
        text::plain(setup, out)
    };
    shown.map_err(refusal)
}

/// Shows a game that has happened, from its beginning: live in a terminal, else as a few plain pictures.
pub(super) fn show_record(
    app: App,
    goban: Entity,
    title: &str,
    names: &[String; 2],
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let shown = if std::io::stdout().is_terminal() && std::io::stdin().is_terminal() {
        give_back_on_panic();
        text::live_record(app, goban, out)
    } else {
        text::plain_record(app, goban, title, names, out)
    };
    shown.map_err(refusal)
}

fn refusal(error: TextError) -> Failure {
    match error {
        TextError::Terminal(error) => Failure::from(error),
        TextError::Person { color, .. } => {
            Failure::flag(&format!("--{}", color.to_string().to_lowercase()), error)
        }
        TextError::Setup(error) => Failure::Bad(error.to_string()),
    }
}

/// A panic would be told on a screen about to vanish, in a terminal that echoes nothing.
fn give_back_on_panic() {
    let before = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        text::restore(&mut std::io::stdout());
        before(info);
    }));
}

/// Shows a game as text where there is no window, after saying why in one line.
pub(super) fn instead(why: &str, setup: &GameSetup, out: &mut dyn Write) -> Result<(), Failure> {
    text::check(setup).map_err(refusal)?;
    say_why(why);
    show(setup, out)
}

/// Says in one line why there is no window.
pub(super) fn say_why(why: &str) {
    // Nobody may be listening on stderr; the game is shown all the same.
    let _ = writeln!(std::io::stderr(), "stonefield: no window, as {why}: here is the text view");
}
