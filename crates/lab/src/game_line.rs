//! Game line: the numbers of a stored game that lists and plots need.

use super::RowEnd;

/// Name of the margins: the final score of the counted side minus that of the other side, in points. The
/// counted side is the first mind if minds swap colours, else Black. Stores have no such column.
pub const AHEAD_COLUMN: &str = "ahead";

/// Numbers of a stored game.
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
    /// Value of the number that was read, or of its first side. NaN if the game has none.
    pub value: f64,
    /// Value of the second side. NaN if the number has no sides, or the game no value.
    pub second: f64,
    /// Index of the result in the list of results of the `StoreReading`.
    pub(super) result: u32,
}
