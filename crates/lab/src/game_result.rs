//! Game result: score, end and measures of a game that was played.

use super::{MeasuredTick, ResultCount, RowEnd, counted_color};
use stonefield_go::{ByColor, Color, Outcome};

/// Result of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct GameResult {
    /// Number of the game, from 0. The set-up (with its seed) and this number determine all moves.
    pub game: u64,
    /// True if the minds had swapped colours.
    pub swapped: bool,
    /// Final score of each colour, in points.
    pub score: ByColor<f64>,
    /// Outcome; `None` for a game that a condition stopped, or that reached its tick limit.
    pub outcome: Option<Outcome>,
    /// Conditions that stopped the game, each with the event that met it: `capture>=5: 7 stones died`.
    pub stopped: Option<String>,
    /// Number of ticks of the game.
    pub ticks: u64,
    /// If the game failed: the colour whose mind failed, and the reason. No colour if agents and referee
    /// disagreed.
    pub fault: Option<(Option<Color>, String)>,
    /// Measured ticks: tick 0, the multiples of [`Series::every`](crate::Series::every), and the last tick.
    pub measured: Vec<MeasuredTick>,
}

impl GameResult {
    /// Returns the end of the game.
    #[must_use]
    pub const fn end(&self) -> RowEnd {
        if self.fault.is_some() { RowEnd::Failed } else { RowEnd::of(self.outcome) }
    }

    /// Returns the reason why the game failed: `White: why` if White's mind failed. `None` without a failure.
    #[must_use]
    pub fn fault_text(&self) -> Option<String> {
        self.fault.as_ref().map(|(color, why)| match color {
            Some(color) => format!("{color}: {why}"),
            None => why.clone(),
        })
    }

    /// Adds the game to a count. Without `by_mind` the count is for Black. With `by_mind` it is for the first
    /// mind, which plays Black unless the game is swapped.
    pub fn count_in(&self, count: &mut ResultCount, by_mind: bool) {
        let lead = self.score.black - self.score.white;
        let side = counted_color(by_mind, self.swapped);
        count.push(self.end(), side, Some(lead), Some(self.ticks as f64));
    }
}
