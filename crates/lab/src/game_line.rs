//! Game line: a game of a store in the few numbers by which games are listed and plotted.

use super::RowEnd;

/// Name of the column of margins, in points: above 0 for a won game, below 0 for a lost one. A store does not
/// have it.
pub const AHEAD_COLUMN: &str = "ahead";

/// A game of a store.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GameLine {
    /// Row of the game in the store.
    pub row: u64,
    /// Number of the combination that the game plays.
    pub combination: u64,
    /// End of the game.
    pub end: RowEnd,
    /// True where the minds had changed colours.
    pub swapped: bool,
    /// Ticks of the game.
    pub ticks: u64,
    /// Margin in points: below 0 for a lost game, not a number for a game that counts for nothing.
    pub ahead: f64,
    /// Value in the column that was read, or of its first side. Not a number where the store has none.
    pub value: f64,
    /// Value of the second side of the column. Not a number where the store has none.
    pub second: f64,
    /// Number of the result among the texts of results.
    pub(super) result: u32,
}
