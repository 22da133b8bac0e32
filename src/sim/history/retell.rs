//! Retell: what was done in a game, ply by ply, and a game told again from that.

use super::GameRecord;
use super::seek::{play_known, rest};
use crate::go::Color;
use crate::sim::Choice;
use bevy::ecs::prelude::*;

impl GameRecord {
    /// What was done in each ply up to the present, and whose it was.
    pub fn choices(&self) -> impl Iterator<Item = (Color, Choice)> + '_ {
        let plies = self.line[..=self.at].iter().filter_map(|node| self.steps.ply(*node));
        plies.map(|ply| (ply.color(), ply.choice(self.size)))
    }
}

/// Plays what was done in a game on a goban on which that game has just begun.
pub(in crate::sim) fn retell(world: &mut World, goban: Entity, plies: &[(Color, Choice)]) {
    for &(_, choice) in plies {
        play_known(world, goban, choice);
    }
    rest(world, goban);
}
