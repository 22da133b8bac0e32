//! Perceive: stones of a seated swarm perceive changes around them.

use super::think::{EffortClock, Thinking};
use crate::Halt;
use crate::agents::{
    Bids, GameProgress, Goban, GobanView, Occupancy, PlyScratch, Seats, Sensed, StoneSenses, Swarms,
};
use bevy::ecs::prelude::*;
use stonefield_go::Color;

/// True if, on any goban that is due, a swarm plays the colour to move, or has played it and left bids.
pub(super) fn is_swarms_turn(
    gobans: Query<(&PlyScratch, &GameProgress, &Seats, &Swarms), With<Goban>>,
) -> bool {
    gobans.iter().any(|(scratch, GameProgress { to_move, .. }, seats, swarms)| {
        let seated = || seats.swarm(*to_move).is_some() || swarms.of(*to_move).is_some();
        scratch.due && scratch.replay.is_none() && seated()
    })
}

/// Updates the percepts of the mover's stones, if a swarm plays; else removes the bids of a former swarm.
pub(crate) fn perceive(
    mut commands: Commands,
    mut gobans: Query<(Sensed, &Seats, &PlyScratch, &mut Swarms, &mut Thinking), With<Goban>>,
    stones: Query<StoneSenses>,
    bidders: Query<Entity, With<Bids>>,
    halt: Res<Halt>,
    clock: Res<EffortClock>,
) {
    for (components, seats, scratch, mut swarms, mut thinking) in &mut gobans {
        if !scratch.due || scratch.replay.is_some() {
            continue;
        }
        let agents = GobanView::new(&components, &stones);
        let color = agents.progress.to_move;
        match seats.swarm(color) {
            Some(params) => {
                let (_, seconds) = clock.timed(|| {
                    let swarm = swarms.seat(agents.occupancy.size(), *params, color);
                    swarm.perceive(&agents, &|| halt.is_asked());
                });
                if clock.0.is_some() {
                    thinking.add_cpu_seconds(color, seconds);
                }
            }
            None if swarms.of(color).is_some() => {
                swarms.unseat(color);
                for stone in of_color(agents.occupancy, color).filter(|&stone| bidders.contains(stone)) {
                    commands.entity(stone).remove::<Bids>();
                }
            }
            None => {}
        }
    }
}

/// Iterates over the stones of a colour.
fn of_color(occupancy: &Occupancy, color: Color) -> impl Iterator<Item = Entity> + '_ {
    let ids = occupancy.ids().filter(move |&id| occupancy.color_of(id) == color);
    ids.filter_map(|id| occupancy.entity(id))
}
