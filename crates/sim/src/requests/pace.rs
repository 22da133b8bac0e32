//! Requests about the pace: run, pause, step, phases, rate, breakpoints.

use super::component::{is_over, with};
use super::error::RequestError;
use crate::Pace;
use crate::pace::phases;
use bevy::ecs::prelude::*;

/// Runs the game.
pub(super) fn play(world: &mut World, goban: Entity) -> Result<(), RequestError> {
    check_goes_on(world, goban)?;
    with(world, goban, |pace: &mut Pace| pace.running = true);
    Ok(())
}

/// Pauses, and runs the next phase of a tick.
pub(super) fn phase(world: &mut World, goban: Entity) -> Result<(), RequestError> {
    check_goes_on(world, goban)?;
    with(world, goban, Pace::stop);
    phases::step(world, goban);
    Ok(())
}

fn check_goes_on(world: &World, goban: Entity) -> Result<(), RequestError> {
    if is_over(world, goban) { Err(RequestError::Over) } else { Ok(()) }
}

/// Sets the rate, in ticks per second.
pub(super) fn set_rate(world: &mut World, goban: Entity, rate: f32) -> Result<(), RequestError> {
    if rate.is_nan() || rate <= 0.0 {
        return Err(RequestError::Rate(rate));
    }
    with(world, goban, |pace: &mut Pace| pace.rate = rate);
    Ok(())
}
