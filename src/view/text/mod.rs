//! The living board in a terminal, or as plain text where there is none.

mod board;
mod canvas;
mod live;
mod palette;
mod panel;
mod plain;
mod still;

pub use live::{live, live_record, restore};
pub use plain::{plain, plain_record};
pub use still::{colored, lettered};

use crate::brain::BrainSpec;
use crate::go::{ByColor, Color};
use crate::sim::{GameSetup, Seats, SetupError};

/// Why the text view could not show a game.
#[derive(Debug, thiserror::Error)]
pub enum TextError {
    /// The set-up is refused.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// A seat waits for a person, and text has no way to answer.
    #[error("the brain {brain} is played with the mouse, in the window; the text view only shows")]
    Person {
        /// The seat.
        color: Color,
        /// The mind.
        brain: &'static str,
    },
    /// The terminal does not answer or take what is written.
    #[error(transparent)]
    Terminal(#[from] std::io::Error),
}

/// Refuses what the text view cannot show.
///
/// # Errors
/// When the set-up is refused, or a mind needs a person.
pub fn check(setup: &GameSetup) -> Result<(), TextError> {
    setup.check()?;
    for (color, brain) in setup.brains.iter() {
        if brain.info().human {
            return Err(TextError::Person { color, brain: brain.name() });
        }
    }
    Ok(())
}

/// What is played, in a few short lines.
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

/// Whose mind could not go on, and why; `None` when none has failed.
fn fault(seats: &Seats) -> Option<String> {
    Color::ALL.into_iter().find_map(|color| Some(format!("{color}'s mind failed: {}", seats.fault(color)?)))
}

fn names(brains: &ByColor<BrainSpec>) -> ByColor<String> {
    brains.as_ref().map(ToString::to_string)
}
