//! Standings: results and ratings of the players of a tournament.

mod cells;
mod sequential_test;
mod standing;
mod words;

pub use cells::{CrossCell, ScoreCells, StandingLine};
pub use sequential_test::SequentialTest;
pub use standing::{Standing, Standings, StandingsError};
