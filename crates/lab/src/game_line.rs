//! Game line: a game of a store in the few numbers by which games are listed and plotted.

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

/// How a game of a store ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum RowEnd {
    /// Black won.
    Black,
    /// White won.
    White,
    /// Nobody won.
    Draw,
    /// The NetLogo model's stop with an error made it void.
    Void,
    /// A player gave the game up, or it was stopped.
    Unfinished,
    /// A mind could not go on, or agents and referee disagreed.
    Failed,
}

impl RowEnd {
    pub(super) const ALL: [Self; 6] =
        [Self::Black, Self::White, Self::Draw, Self::Void, Self::Unfinished, Self::Failed];

    /// Word for the end, as in the store.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Black => "black",
            Self::White => "white",
            Self::Draw => "draw",
            Self::Void => "void",
            Self::Unfinished => "unfinished",
            Self::Failed => "failed",
        }
    }

    /// True for a result that counts.
    #[must_use]
    pub const fn counts(self) -> bool {
        matches!(self, Self::Black | Self::White | Self::Draw)
    }
}
