//! Game line: the numbers of a stored game that lists and plots need.

use super::RowEnd;

/// Name of the margins, in points: above 0 if the counted side won, below 0 if it lost. Stores have no such
/// column; the counted side is the first mind if minds swap colours, else Black.
pub const AHEAD_COLUMN: &str = "ahead";

/// A game of a store.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GameLine {
    /// Row of the game in the store.
    pub row: u64,
    /// Number of the combination of the game.
    pub combination: u64,
    /// End of the game.
    pub end: RowEnd,
    /// True if the minds had swapped colours.
    pub swapped: bool,
    /// Number of ticks of the game.
    pub ticks: u64,
    /// Margin in points, as in [`AHEAD_COLUMN`]. NaN for a game that does not count.
    pub ahead: f64,
    /// Value in the column that was read, or in that of its first side. NaN if the game has none.
    pub value: f64,
    /// Value in the column of the second side. NaN if the column has no sides, or the game no value.
    pub second: f64,
    /// Index of the result among the texts of results of the reading.
    pub(super) result: u32,
}
