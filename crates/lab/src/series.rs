//! Series: many games that differ by their number alone.

use super::series_error::LARGEST_NUMBER;
use super::{PlannedGame, SeriesError};
use std::ops::Range;
use stonefield_go::ByColor;
use stonefield_minds::BrainSpec;
use stonefield_sim::{GameSetup, Opening, StopCondition};

/// Many games that differ by their number alone.
#[derive(Clone, Debug)]
pub struct Series {
    /// The first game; the following ones count its number up.
    pub setup: GameSetup,
    /// How many games are played.
    pub games: u64,
    /// Whether the minds change colours every other game.
    pub alternate: bool,
    /// Ticks after which a game is given up.
    pub max_ticks: u64,
    /// Ticks from one that is measured to the next, at least 1; `None` to measure none.
    pub every: Option<u64>,
    /// Conditions that end a game at the end of the tick in which one comes true.
    pub stops: Vec<StopCondition>,
}

impl Series {
    /// The minds of a game by colour.
    #[must_use]
    pub fn brains(&self, swapped: bool) -> ByColor<BrainSpec> {
        let ByColor { black, white } = self.setup.brains.clone();
        if swapped { ByColor::new(white, black) } else { ByColor::new(black, white) }
    }

    /// Refuses what cannot be played.
    ///
    /// # Errors
    /// When the set-up is refused, or a mind needs a person.
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

    /// Returns the numbers of its games.
    #[must_use]
    pub const fn numbers(&self) -> Range<u64> {
        self.setup.game..self.setup.game.saturating_add(self.games)
    }

    /// Returns the game with this number.
    #[must_use]
    pub fn game(&self, number: u64) -> PlannedGame {
        let place = number.wrapping_sub(self.setup.game);
        let swapped = self.alternate && place % 2 == 1;
        let setup = GameSetup {
            game: number,
            brains: self.brains(swapped),
            opening: Opening {
                // Both games of a pair with colours changed open alike.
                game: self.setup.game.wrapping_add(if self.alternate { place & !1 } else { place }),
                ..self.setup.opening
            },
            ..self.setup.clone()
        };
        PlannedGame { setup, swapped, max_ticks: self.max_ticks, stops: self.stops.clone() }
    }
}
