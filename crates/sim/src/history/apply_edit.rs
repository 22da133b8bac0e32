//! Applies edits to a goban, and writes them into its record.

use super::{Edit, GameRecord};
use crate::agents::keep_for;
use crate::requests::paint;
use crate::tick::think;
use crate::{Brush, Ending, GameProgress, GobanSetup, Referee, Seats, Tally, ending};
use bevy::ecs::prelude::*;
use stonefield_go::Point;

pub(crate) fn edit(world: &mut World, goban: Entity, edit: Edit) {
    apply(world, goban, &edit);
    write_down(world, goban, edit);
}

/// Records an edit that was applied.
pub(super) fn write_down(world: &mut World, goban: Entity, edit: Edit) {
    let mut query = world.query::<(&mut GameRecord, &Tally)>();
    if let Ok((mut record, tally)) = query.get_mut(world, goban) {
        record.edit(edit, tally.outcome);
    }
}

/// Records brush strokes that were applied, in one node. Does nothing if there are none.
pub(crate) fn write_strokes(world: &mut World, goban: Entity, strokes: &[(Point, Brush)]) {
    if let Some(mut record) = world.get_mut::<GameRecord>(goban).filter(|_| !strokes.is_empty()) {
        record.paint(strokes);
    }
}

/// Applies an edit, for the first time or in a replay, and does not record it.
pub(super) fn apply(world: &mut World, goban: Entity, edit: &Edit) {
    match edit {
        Edit::Paint(point, brush) => {
            paint::paint_again(world, goban, *point, *brush);
            think::stop(world, goban);
        }
        Edit::Seat(color, spec) => {
            if let Some(mut seats) = world.get_mut::<Seats>(goban) {
                seats.seat(*color, spec.clone());
            }
            keep_for(world, goban, *color, &spec.kept_temperatures());
            think::stop(world, goban);
        }
        Edit::Heat(params) => {
            if let Some(mut configured) = world.get_mut::<GobanSetup>(goban) {
                configured.0.heat = *params;
            }
        }
        Edit::Turn(color) => {
            let mut query =
                world.query::<(&mut Referee, &mut GameProgress, &mut Seats, &mut Tally, &mut Ending)>();
            if let Ok((mut referee, mut progress, mut seats, mut tally, mut ending)) =
                query.get_mut(world, goban)
            {
                if tally.outcome.is_some() && progress.passes >= 2 {
                    // A game that ended by two passes is resumed.
                    (tally.outcome, *ending) = (None, Ending::default());
                }
                progress.hand_turn(*color);
                referee.position.hand_turn(*color);
                seats.to_move = tally.outcome.is_none().then_some(*color);
            }
            think::stop(world, goban);
        }
        Edit::Mark(point, dead) => ending::mark(world, goban, *point, *dead),
    }
}
