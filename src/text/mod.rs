//! Text view: the living board in a terminal, or as plain text.

mod board;
mod canvas;
mod live;
mod palette;
mod panel;
mod plain;
mod screen;
mod still;

pub use live::{live, live_record};
pub use plain::{plain, plain_record};
pub use screen::{restore, take_again, try_restore};
pub use still::colored;

use stonefield_go::{ByColor, Color};
use stonefield_minds::BrainSpec;
use stonefield_sim::{GameSetup, Seats, SetupError};

/// Reason why the text view cannot show a game.
#[derive(Debug, thiserror::Error)]
pub enum TextError {
    /// The set-up is refused.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// A player is a person. The text view has no input for moves.
    #[error("the mind {brain} needs a person in the window: choose another mind for the text view")]
    Person {
        /// Colour of the player.
        color: Color,
        /// Name of the mind.
        brain: &'static str,
    },
    /// The terminal cannot be read or written.
    #[error(transparent)]
    Terminal(#[from] std::io::Error),
}

/// Checks that the text view can show a game.
///
/// # Errors
/// When the set-up is refused, or a player is a person.
pub fn check(setup: &GameSetup) -> Result<(), TextError> {
    setup.check()?;
    for (color, brain) in setup.brains.iter() {
        if brain.info().human {
            return Err(TextError::Person { color, brain: brain.name() });
        }
    }
    Ok(())
}

/// Board, rules and seed, in a few short lines.
fn title(setup: &GameSetup) -> Vec<String> {
    let rules = &setup.rules;
    let quirks = rules.quirks.map(|quirks| quirks.to_string()).unwrap_or_default();
    let komi = if rules.quirks.is_some_and(|quirks| quirks.pass_only_when_stuck) {
        String::new()
    } else {
        format!(", komi {}", rules.komi)
    };
    let mut lines = vec![
        format!("Stonefield: {} board", rules.board_size(setup.size)),
        format!("{}{komi}; seed {}, game {}", rules.name, setup.seed, setup.game),
    ];
    if !quirks.is_empty() {
        lines.push(quirks);
    }
    lines
}

/// Reason why a mind failed or a seat is empty. `None` if both players can play.
fn fault(seats: &Seats) -> Option<String> {
    let failed = |color| Some(format!("{color}'s mind failed: {}", seats.fault(color)?));
    let empty = |color| Some(format!("{}; --allow-programs fills it", seats.vacancy(color)?));
    let mut colors = Color::ALL.into_iter();
    colors.clone().find_map(failed).or_else(|| colors.find_map(empty))
}

fn names(brains: &ByColor<BrainSpec>) -> ByColor<String> {
    brains.as_ref().map(ToString::to_string)
}
