//! Requests about the record: go to a moment, paint, take back, mark dead stones, change the heat.

use super::component::with;
use super::error::RequestError;
use super::{Brush, paint};
use crate::history::{self, Navigate, edit};
use crate::{Edit, GameRecord, GobanSetup, Pace, Painted, Referee, Seats, Tally, ending, seek};
use bevy::ecs::prelude::*;
use stonefield_go::field::HeatParams;
use stonefield_go::{Color, Outcome, Point};

/// Pauses, and goes to the end of a tick.
pub(super) fn go_to(world: &mut World, goban: Entity, tick: u64) {
    with(world, goban, Pace::stop);
    seek(world, goban, tick);
}

/// Pauses, and goes to another node.
pub(super) fn navigate(world: &mut World, goban: Entity, way: Navigate) -> Result<(), RequestError> {
    with(world, goban, Pace::stop);
    history::navigate(world, goban, way)?;
    Ok(())
}

/// Puts or removes a stone, and writes into the record what changed.
pub(super) fn paint(
    world: &mut World,
    goban: Entity,
    point: Point,
    brush: Brush,
) -> Result<(), RequestError> {
    let strokes = paint::paint_taking(world, goban, point, brush)?;
    history::write_strokes(world, goban, &strokes);
    for (point, brush) in strokes {
        world.write_message(Painted { goban, point, brush });
    }
    Ok(())
}

/// Toggles a group of a finished game between dead and alive.
pub(super) fn mark(world: &mut World, goban: Entity, point: Point) -> Result<(), RequestError> {
    let dead = ending::marked(world, goban, point)?;
    edit(world, goban, Edit::Mark(point, !dead));
    Ok(())
}

/// Changes the parameters of heat.
pub(super) fn set_heat(world: &mut World, goban: Entity, params: HeatParams) -> Result<(), RequestError> {
    params.check()?;
    if world.get::<GobanSetup>(goban).is_none_or(|setup| setup.0.heat != params) {
        edit(world, goban, Edit::Heat(params));
    }
    Ok(())
}

/// Pauses, and goes back to [`tick_before_last_turn`]. A move of the person resumes a goban that ran.
pub(super) fn take_back(world: &mut World, goban: Entity) -> Result<(), RequestError> {
    let nothing = || RequestError::NothingToTakeBack;
    let entity = world.get_entity(goban).map_err(|_| nothing())?;
    let components =
        (entity.get::<Seats>(), entity.get::<GameRecord>(), entity.get::<Referee>(), entity.get::<Tally>());
    let (Some(seats), Some(record), Some(referee), Some(tally)) = components else { return Err(nothing()) };
    let to = tick_before_last_turn(seats, record, referee, tally).ok_or_else(nothing)?;
    with(world, goban, Pace::hold);
    seek(world, goban, to);
    Ok(())
}

/// Returns the tick before the last turn of the person. If two persons or two minds play: before the last
/// turn of either colour. `None` if there was no such turn.
#[must_use]
pub fn tick_before_last_turn(
    seats: &Seats,
    record: &GameRecord,
    referee: &Referee,
    tally: &Tally,
) -> Option<u64> {
    let persons = Color::ALL.into_iter().filter(|&color| seats.is_human(color)).count();
    // After a resignation or a loss on time, the loser had the last turn, without a move.
    let winner = tally.outcome.filter(|_| !referee.position.is_over()).and_then(Outcome::winner);
    let last = !winner.unwrap_or(referee.position.to_move());
    // In the NetLogo world both colours have a turn in every tick.
    let both = referee.position.rules().quirks.is_some();
    let back = if persons == 1 && !both && !seats.is_human(last) { 2 } else { 1 };
    record.now().checked_sub(back)
}
