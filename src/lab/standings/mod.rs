//! Standings: what the games of a tournament say of its players.

mod sequential_test;
mod standing;
mod words;

pub use sequential_test::{SequentialTest, paired_game};
pub use standing::{Standing, Standings, StandingsError};
