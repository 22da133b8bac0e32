//! All components that make up a moment of a game.

use super::{
    At, Born, Captures, Course, Flock, Game, GroupLiberties, Groups, Heat, KeptTemperature, Links, Occupancy,
    OwnLiberties, Stone, Tally,
};
use crate::sim::Ending;
use bevy::ecs::query::QueryData;

/// The components of a goban that make up a moment.
#[derive(QueryData)]
pub(in crate::sim) struct Parts {
    pub game: &'static Game,
    pub occupancy: &'static Occupancy,
    pub groups: &'static Groups,
    pub links: &'static Links,
    pub flock: &'static Flock,
    pub heat: &'static Heat,
    pub tally: &'static Tally,
    pub course: &'static Course,
    pub kept: &'static KeptTemperature,
    pub ending: &'static Ending,
}

/// The components of a stone that make up a moment.
pub(in crate::sim) type StoneParts = (
    &'static Stone,
    &'static At,
    &'static OwnLiberties,
    &'static GroupLiberties,
    &'static Born,
    &'static Captures,
);
