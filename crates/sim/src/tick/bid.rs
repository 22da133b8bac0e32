//! Bid: stones of a seated swarm whose percepts have changed bid again.

use super::think::{EffortClock, Thinking};
use crate::agents::{Bids, GameProgress, Goban, Occupancy, PlyScratch, Swarms};
use bevy::ecs::prelude::*;

/// If a swarm plays the colour to move, lets those of its stones bid whose percepts have changed.
pub(crate) fn bid(
    mut commands: Commands,
    mut gobans: Query<(&Occupancy, &GameProgress, &PlyScratch, &mut Swarms, &mut Thinking), With<Goban>>,
    mut stones: Query<&mut Bids>,
    mut buffer: Local<Vec<usize>>,
    clock: Res<EffortClock>,
) {
    for (occupancy, progress, scratch, mut swarms, mut thinking) in &mut gobans {
        if !scratch.due || scratch.replay.is_some() || swarms.of(progress.to_move).is_none() {
            continue;
        }
        let mut first_bids = Vec::new();
        let ((), seconds) = clock.timed(|| {
            swarms.bid(progress.to_move, &mut buffer, |index, new| {
                let stone = occupancy.id_at(index).and_then(|id| occupancy.entity(id))?;
                match stones.get_mut(stone) {
                    Ok(mut bids) => {
                        let old = bids.0.clone();
                        bids.set_if_neq(Bids(new));
                        Some(old)
                    }
                    Err(_) => {
                        first_bids.push((stone, Bids(new)));
                        None
                    }
                }
            });
        });
        if clock.0.is_some() {
            thinking.add_cpu_seconds(progress.to_move, seconds);
        }
        if !first_bids.is_empty() {
            commands.insert_batch(first_bids);
        }
    }
}
