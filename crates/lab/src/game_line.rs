//! Game line: a game of a store in the few numbers by which games are listed and plotted.

/// The name of the column of margins, which a store does not have itself: by how many points a game was won, below 0 where it was lost.
pub const AHEAD_COLUMN: &str = "ahead";

/// A game of a store.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GameLine {
    /// Its row.
    pub row: u64,
    /// The combination that it plays, by its number.
    pub combination: u64,
    /// How it ended.
    pub end: RowEnd,
    /// Whether the minds had changed colours.
    pub swapped: bool,
    /// Ticks that it took.
    pub ticks: u64,
    /// By how many points it was won, below 0 where it was lost; not a number where it counts for nothing.
    pub ahead: f64,
    /// Its number in the column that was read, or that of the first side; not a number where there is none.
    pub value: f64,
    /// That of the second side.
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
    /// It was given up.
    Unfinished,
    /// A mind could not go on, or agents and referee disagreed.
    Failed,
}

impl RowEnd {
    pub(super) const ALL: [Self; 6] =
        [Self::Black, Self::White, Self::Draw, Self::Void, Self::Unfinished, Self::Failed];

    /// In a word, as the store has it.
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

    /// Whether the game has a result that counts.
    #[must_use]
    pub const fn counts(self) -> bool {
        matches!(self, Self::Black | Self::White | Self::Draw)
    }
}
