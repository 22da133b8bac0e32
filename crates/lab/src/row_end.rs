//! Row end: how a game of a series ended.

use super::statistics::PairedGame;
use stonefield_go::{Color, Outcome};

/// End of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum RowEnd {
    /// Black won.
    Black,
    /// White won.
    White,
    /// The game was drawn.
    Draw,
    /// The game is void: the NetLogo model would have stopped with an error.
    Void,
    /// A condition or the tick limit ended the game.
    Unfinished,
    /// A mind failed, or agents and referee disagreed.
    Failed,
}

impl RowEnd {
    const ALL: [Self; 6] = [Self::Black, Self::White, Self::Draw, Self::Void, Self::Unfinished, Self::Failed];

    /// Returns the end of a game with this outcome. `None` gives [`RowEnd::Unfinished`].
    #[must_use]
    pub const fn of(outcome: Option<Outcome>) -> Self {
        match outcome {
            None => Self::Unfinished,
            Some(Outcome::Void) => Self::Void,
            Some(Outcome::Draw) => Self::Draw,
            Some(Outcome::Win { winner: Color::Black, .. }) => Self::Black,
            Some(Outcome::Win { winner: Color::White, .. }) => Self::White,
        }
    }

    /// Reads a word of the column `winner`. An unknown word gives [`RowEnd::Failed`].
    #[must_use]
    pub fn read(word: &str) -> Self {
        Self::ALL.into_iter().find(|end| end.word() == word).unwrap_or(Self::Failed)
    }

    /// Word for the end, as in the column `winner` of stores and tables.
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

    /// True for a win or a draw: these results count.
    #[must_use]
    pub const fn counts(self) -> bool {
        matches!(self, Self::Black | Self::White | Self::Draw)
    }

    /// Returns the result for the player of a colour; [`PairedGame::Void`] for a game that does not count.
    #[must_use]
    pub fn seen_by(self, color: Color) -> PairedGame {
        match self {
            Self::Black if color == Color::Black => PairedGame::Won,
            Self::White if color == Color::White => PairedGame::Won,
            Self::Black | Self::White => PairedGame::Lost,
            Self::Draw => PairedGame::Drawn,
            Self::Void | Self::Unfinished | Self::Failed => PairedGame::Void,
        }
    }

    /// Returns the result for the first player of a pair of games, who plays White in the swapped game.
    ///
    /// ```
    /// use stonefield_lab::{RowEnd, statistics::PairedGame};
    ///
    /// assert_eq!(RowEnd::read("white").seen_by_first(true), PairedGame::Won);
    /// ```
    #[must_use]
    pub fn seen_by_first(self, swapped: bool) -> PairedGame {
        self.seen_by(counted_color(true, swapped))
    }
}

/// Returns the colour whose wins are counted: White in swapped games if wins are counted by mind, else Black.
#[must_use]
pub const fn counted_color(by_mind: bool, swapped: bool) -> Color {
    if by_mind && swapped { Color::White } else { Color::Black }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_read_as_they_are_written_and_others_are_failures() {
        for end in RowEnd::ALL {
            assert_eq!(RowEnd::read(end.word()), end);
        }
        assert_eq!(RowEnd::read("Black"), RowEnd::Failed);
    }

    #[test]
    fn the_first_player_plays_white_in_the_swapped_game() {
        for (end, swapped, game) in [
            (RowEnd::Black, false, PairedGame::Won),
            (RowEnd::Black, true, PairedGame::Lost),
            (RowEnd::White, true, PairedGame::Won),
            (RowEnd::White, false, PairedGame::Lost),
            (RowEnd::Draw, true, PairedGame::Drawn),
            (RowEnd::Failed, false, PairedGame::Void),
            (RowEnd::Unfinished, false, PairedGame::Void),
            (RowEnd::Void, true, PairedGame::Void),
        ] {
            assert_eq!(end.seen_by_first(swapped), game, "{end:?} {swapped}");
        }
    }
}
