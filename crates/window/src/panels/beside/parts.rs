//! Components of a board that its row in the table, its comparison and its curve are about.

use bevy::ecs::query::QueryData;
use stonefield_sim::{Ending, Fork, GameRecord, GobanDice, Occupancy, Pace, Referee, Seats, Tally, Thinking};

/// Components of a board that its row in the table, its comparison and its curve are about.
#[derive(QueryData)]
pub struct BoardParts {
    pub referee: &'static Referee,
    pub occupancy: &'static Occupancy,
    pub seats: &'static Seats,
    pub dice: &'static GobanDice,
    pub tally: &'static Tally,
    pub ending: &'static Ending,
    pub record: &'static GameRecord,
    pub pace: &'static Pace,
    pub thinking: &'static Thinking,
    pub fork: Option<&'static Fork>,
}
