//! Series: games of one set-up.

use super::series_error::LARGEST_NUMBER;
use super::{PlannedGame, SeriesError};
use std::ops::Range;
use stonefield_go::ByColor;
use stonefield_minds::BrainSpec;
use stonefield_sim::{GameSetup, Opening, StopCondition};

/// Games that differ only in their number, and in the colours of the minds if `alternate` is true.
#[derive(Clone, Debug)]
pub struct Series {
    /// Set-up of the first game. The number of each further game is one higher.
    pub setup: GameSetup,
    /// Number of games.
    pub games: u64,
    /// True if the minds swap colours in every second game.
    pub alternate: bool,
    /// Number of ticks after which a game ends unfinished.
    pub max_ticks: u64,
    /// Interval between measured ticks, in ticks, at least 1; `None` to measure no ticks.
    pub every: Option<u64>,
    /// Conditions that stop a game, at the end of the tick in which one of them is met.
    pub stops: Vec<StopCondition>,
}

impl Series {
    /// Returns the mind of each colour. `swapped`: true for a game with swapped colours.
    #[must_use]
    pub fn brains(&self, swapped: bool) -> ByColor<BrainSpec> {
        let ByColor { black, white } = self.setup.brains.clone();
        if swapped { ByColor::new(white, black) } else { ByColor::new(black, white) }
    }

    /// Checks that the games can be played.
    ///
    /// # Errors
    /// If the set-up is refused, the number of a game is too large, or a mind is a person.
    pub fn check(&self) -> Result<(), SeriesError> {
        self.setup.check()?;
        if self.numbers().end > LARGEST_NUMBER {
            return Err(SeriesError::Number(self.setup.game));
        }
        for (color, brain) in self.setup.brains.iter() {
            if brain.info().human {
                return Err(SeriesError::Person { color, brain: brain.name() });
            }
        }
        Ok(())
    }

    /// Returns the numbers of the games.
    #[must_use]
    pub const fn numbers(&self) -> Range<u64> {
        self.setup.game..self.setup.game.saturating_add(self.games)
    }

    /// Returns the game with this number.
    #[must_use]
    pub fn game(&self, number: u64) -> PlannedGame {
        let index = number.wrapping_sub(self.setup.game);
        let swapped = self.alternate && index % 2 == 1;
        let setup = GameSetup {
            game: number,
            brains: self.brains(swapped),
            opening: Opening {
                // Both games of a pair begin with the same opening.
                game: self.setup.game.wrapping_add(if self.alternate { index & !1 } else { index }),
                ..self.setup.opening
            },
            ..self.setup.clone()
        };
        PlannedGame { setup, swapped, max_ticks: self.max_ticks, stops: self.stops.clone() }
    }
}
