//! Game result: a game that was played, as its score, its end and its measures.

use super::MeasuredTick;
use stonefield_go::{ByColor, Color, Outcome};

/// Result of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct GameResult {
    /// Number of the game in the series, from 0. With the seed it decides the game.
    pub game: u64,
    /// True where the minds had changed colours.
    pub swapped: bool,
    /// Final score of each colour, in points.
    pub score: ByColor<f64>,
    /// Outcome; `None` for a game that was given up or stopped.
    pub outcome: Option<Outcome>,
    /// Condition that stopped the game, and the event that met it: `capture>=5: 7 stones died`.
    pub stopped: Option<String>,
    /// Ticks of the game.
    pub ticks: u64,
    /// Reason why the game counts for nothing, and the colour whose mind failed; no colour where agents and
    /// referee disagreed.
    pub fault: Option<(Option<Color>, String)>,
    /// Measured ticks: the set-up, each n-th tick, and the last.
    pub measured: Vec<MeasuredTick>,
}

/// Returns the winner in a word: `black`, `white` or `draw`. `void`, `unfinished` or `failed` if the game counts
/// for nothing.
#[must_use]
pub const fn winner_of(game: &GameResult) -> &'static str {
    match game.outcome {
        _ if game.fault.is_some() => "failed",
        None => "unfinished",
        Some(Outcome::Void) => "void",
        Some(Outcome::Draw) => "draw",
        Some(Outcome::Win { winner: Color::Black, .. }) => "black",
        Some(Outcome::Win { winner: Color::White, .. }) => "white",
    }
}

/// Returns the reason why a game counts for nothing, after the colour whose mind failed.
#[must_use]
pub fn fault_of(game: &GameResult) -> Option<String> {
    game.fault.as_ref().map(|(color, why)| match color {
        Some(color) => format!("{color}: {why}"),
        None => why.clone(),
    })
}
