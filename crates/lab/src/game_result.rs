//! Game result: a game that was played, as its score, its end and its measures.

use super::MeasuredTick;
use stonefield_go::{ByColor, Color, Outcome};

/// A game that was played.
#[derive(Clone, Debug, PartialEq)]
pub struct GameResult {
    /// Its number in the series, from 0, which with the seed makes it that game.
    pub game: u64,
    /// Whether the minds had changed colours.
    pub swapped: bool,
    /// The final score of each colour, in points.
    pub score: ByColor<f64>,
    /// How it ended; `None` when it was given up or stopped.
    pub outcome: Option<Outcome>,
    /// Which condition has stopped it, and what came true: `capture>=5: 7 stones died`.
    pub stopped: Option<String>,
    /// How many ticks the game took.
    pub ticks: u64,
    /// Why the game counts for nothing, and the colour whose mind could not go on; no colour where agents and referee disagreed.
    pub fault: Option<(Option<Color>, String)>,
    /// The ticks that were measured: the set-up, every so many, and the last.
    pub measured: Vec<MeasuredTick>,
}
