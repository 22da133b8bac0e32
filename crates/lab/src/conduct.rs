//! How a series is played, who hears of it, and how it ended.

use super::{GameResult, SeriesError};
use std::ops::ControlFlow;
use stonefield_sim::Halt;
use stonefield_sim::history::Heading;

/// How many games may be begun after the oldest one that has not ended. What has ended and waits for it is kept in memory: some 10 MB.
pub const AHEAD: u64 = 1 << 16;

/// How a series is played.
#[derive(Clone, Debug)]
pub struct Conduct {
    /// Games at a time, at least one.
    pub threads: usize,
    /// What the texts of the games begin with. Where there is one, the texts are kept, and the minds are asked how they see the game.
    pub heading: Option<Heading>,
    /// How many games may be begun after the oldest one that has not ended, at least one.
    pub ahead: u64,
    /// Its holder can end the series.
    pub halt: Halt,
}

impl Default for Conduct {
    /// One thread, no texts, as far ahead as usual.
    fn default() -> Self {
        Self { threads: 1, heading: None, ahead: AHEAD, halt: Halt::default() }
    }
}

/// Hears how a series goes on.
pub trait Hearer<T> {
    /// A game has ended, with what was seen then. Earlier games may still go on.
    fn ended(&mut self, game: &GameResult, seen: &T) -> ControlFlow<()> {
        let _ = (game, seen);
        ControlFlow::Continue(())
    }

    /// A game has ended, and so have all before it; it was told of by [`Hearer::ended`], unless it was known.
    fn due(&mut self, game: GameResult, seen: T) -> ControlFlow<()>;

    /// Some time has passed: ten times a second.
    fn pulse(&mut self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// How a series came to its end.
#[derive(Debug)]
pub struct Ended<T> {
    /// Games that ended while an earlier one went on, in order of their numbers, where the series ended early.
    pub waiting: Vec<(GameResult, T)>,
    /// Why it ended, if that is an error.
    pub end: Result<(), SeriesError>,
}
