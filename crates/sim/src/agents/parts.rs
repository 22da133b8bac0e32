//! Components that are queried together.

use super::{
    At, Born, Captures, GameProgress, GobanDice, GobanSetup, GroupLiberties, Groups, Heat, KeptTemperature,
    Links, NetLogoStones, Occupancy, OwnLiberties, PlyScratch, Referee, Stone, Tally,
};
use crate::Ending;
use bevy::ecs::entity::Entity;
use bevy::ecs::query::QueryData;

/// Components of a goban that a snapshot stores.
#[derive(QueryData)]
pub(crate) struct Parts {
    pub referee: &'static Referee,
    pub occupancy: &'static Occupancy,
    pub groups: &'static Groups,
    pub links: &'static Links,
    pub netlogo_stones: &'static NetLogoStones,
    pub heat: &'static Heat,
    pub tally: &'static Tally,
    pub progress: &'static GameProgress,
    pub kept: &'static KeptTemperature,
    pub ending: &'static Ending,
}

/// Components of a goban that a capture reads and changes.
#[derive(QueryData)]
#[query_data(mutable)]
pub(crate) struct CaptureParts {
    pub goban: Entity,
    pub configured: &'static GobanSetup,
    pub dice: &'static GobanDice,
    pub occupancy: &'static mut Occupancy,
    pub groups: &'static mut Groups,
    pub links: &'static mut Links,
    pub netlogo_stones: &'static mut NetLogoStones,
    pub progress: &'static mut GameProgress,
    pub tally: &'static mut Tally,
    pub scratch: &'static mut PlyScratch,
}

/// Components of a stone that a snapshot stores.
pub(crate) type StoneParts = (
    &'static Stone,
    &'static At,
    &'static OwnLiberties,
    &'static GroupLiberties,
    &'static Born,
    &'static Captures,
);
