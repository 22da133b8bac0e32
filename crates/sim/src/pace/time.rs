//! Time: the clocks of running games. A clock can only end a game, so a replay needs none.

use crate::pace::frame::step;
use crate::tick::think;
use crate::{Clocks, GameRecord, Goban, Jumped, Pace, Seats, Tally};
use bevy::ecs::message::{MessageCursor, Messages};
use bevy::ecs::prelude::*;
use bevy::time::{Real, Time};
use stonefield_go::ByColor;

/// Longest time between frames that counts for a clock, in seconds. A longer time counts as 0. A hidden page
/// has no frames, and its clocks must not run meanwhile. A window always has frames.
const MAX_FRAME_SECONDS: f64 = if cfg!(target_family = "wasm") { 6.0 } else { f64::INFINITY };

/// Subtracts the time since the last frame from the clock of the colour to move, in each running game. Clocks
/// stop at an empty seat, while a program starts, and where recorded ticks follow. A colour without time
/// loses.
pub(crate) fn run_clocks(world: &mut World, mut jumps: Local<MessageCursor<Jumped>>) {
    restore_clocks(world, &mut jumps);
    let seconds = world.get_resource::<Time<Real>>().map_or(0.0, Time::delta_secs_f64);
    let seconds = if seconds > MAX_FRAME_SECONDS { 0.0 } else { seconds };
    let mut gobans =
        world.query_filtered::<(Entity, &mut Clocks, &Pace, &Seats, &Tally, &GameRecord), With<Goban>>();
    let mut late = Vec::new();
    for (goban, mut clocks, pace, seats, tally, record) in gobans.iter_mut(world) {
        let (Some(time), Some(color)) = (clocks.limited(), seats.to_move()) else { continue };
        let has_future = record.now() < record.last();
        let is_stopped = !pace.running || pace.held || has_future || tally.outcome.is_some();
        if is_stopped || seats.demand(color).is_some() || seats.is_absent(color) {
            continue;
        }
        if !clocks.0.left[color].spend(time.control, seconds) {
            late.push(goban);
        }
    }
    for goban in late {
        think::stop(world, goban);
        if let Some(mut seats) = world.get_mut::<Seats>(goban) {
            seats.late = true;
        }
        step(world, goban, 1);
    }
}

/// Sets clocks to the recorded times, on gobans that moved along their record.
fn restore_clocks(world: &mut World, jumps: &mut MessageCursor<Jumped>) {
    let Some(messages) = world.get_resource::<Messages<Jumped>>() else { return };
    let gobans =
        jumps.read(messages).filter(|jump| !jump.new_game).map(|jump| jump.goban).collect::<Vec<_>>();
    for goban in gobans {
        let mut query = world.query::<(&mut Clocks, &GameRecord)>();
        if let Ok((mut clocks, record)) = query.get_mut(world, goban)
            && let Some(time) = clocks.limited()
        {
            clocks.0.left = ByColor::from_fn(|color| record.time_left(color, time.control));
        }
    }
}
