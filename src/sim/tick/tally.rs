//! Tally: what is counted at the end of a tick.

use crate::go::{By, ByColor, Color, Outcome, Quirks};
use crate::sim::agents::{
    Captures, Choice, Configured, Course, Flock, Game, Goban, Groups, Occupancy, Tally, Turn,
};
use crate::sim::{Ending, GameOver, netlogo};
use bevy::ecs::prelude::*;

/// The komi that the pens show: that of `netlogo-2016` where it counts.
fn pen_komi(quirks: Option<Quirks>, komi: f64) -> f64 {
    if quirks.is_some_and(|quirks| !quirks.pass_only_when_stuck) { komi } else { 0.0 }
}

/// Counts a game that begins.
pub(in crate::sim) fn first(world: &mut World, goban: Entity) {
    let mut query = world.query::<(&Configured, &Occupancy, &Groups, &Game, &Turn, &Course, &mut Tally)>();
    let Ok((Configured(setup), occupancy, groups, game, turn, course, mut tally)) =
        query.get_mut(world, goban)
    else {
        return;
    };
    let quirks = setup.quirks();
    tally.count(occupancy, groups);
    tally.pens(quirks.map(|_| course.losses), pen_komi(quirks, setup.rules.komi));
    tally.capacity = turn.capacity;
    if quirks.is_some() {
        // The model's plot begins with the mean and goes on with the sum.
        #[expect(clippy::cast_precision_loss, reason = "at most 4096")]
        let area = occupancy.size().area() as f64;
        tally.capacity /= area;
    }
    tally.outcome = game.position.outcome();
}

/// Counts again what a hand has changed between two ticks.
pub(in crate::sim) fn recount(world: &mut World, goban: Entity) {
    let mut query = world.query::<(&Configured, &Occupancy, &Groups, &Course, &mut Tally)>();
    if let Ok((Configured(setup), occupancy, groups, course, mut tally)) = query.get_mut(world, goban) {
        let quirks = setup.quirks();
        tally.count(occupancy, groups);
        tally.pens(quirks.map(|_| course.losses), pen_komi(quirks, setup.rules.komi));
    }
}

/// Counts the ply and, at the end of a tick, the tick.
pub(in crate::sim) fn tally(
    mut gobans: Query<
        (
            Entity,
            &Configured,
            &Occupancy,
            &Groups,
            &Game,
            &Turn,
            &Flock,
            &mut Course,
            &mut Tally,
            &mut Ending,
        ),
        With<Goban>,
    >,
    mut credits: Query<&mut Captures>,
    mut endings: MessageWriter<GameOver>,
) {
    for (goban, Configured(setup), occupancy, groups, game, turn, flock, mut course, mut tally, mut ending) in
        &mut gobans
    {
        if !turn.due {
            continue;
        }
        let quirks = setup.quirks();
        let tally = &mut *tally;
        tally.plies += 1;
        tally.count(occupancy, groups);
        tally.outcome = match turn.chosen {
            Some(Choice::Resign) => Some(Outcome::Win { winner: !turn.mover, by: By::Resignation }),
            Some(Choice::Fail) => Some(Outcome::Void),
            _ if game.position.is_counted() => {
                *ending = Ending::of(&game.position, setup.dead);
                game.position.outcome_with(&ending.dead)
            }
            _ => game.position.outcome(),
        };
        let ended = quirks.is_some_and(|quirks| netlogo::has_ended(quirks, &course));
        course.half = quirks.is_some() && turn.mover == Color::Black && !ended && tally.outcome.is_none();
        if course.half {
            continue;
        }
        tally.tick = turn.tick;
        if let Some(quirks) = quirks {
            let void = netlogo::settle_losses(quirks, occupancy, flock, &mut course, &mut credits);
            tally.pens(Some(course.losses), pen_komi(Some(quirks), setup.rules.komi));
            if void {
                tally.outcome = Some(Outcome::Void);
            } else if ended && tally.outcome.is_none() {
                tally.outcome = Some(Outcome::of(tally.score));
            }
            course.passed = ByColor::default();
        } else {
            tally.pens(None, 0.0);
        }
        tally.capacity = turn.capacity;
        if let Some(capacity) = turn.replay.and_then(|replay| replay.capacity) {
            // The heat of a tick that is played again may not have been measured.
            tally.capacity = capacity;
        }
        if turn.replay.is_none()
            && let Some(outcome) = tally.outcome
        {
            endings.write(GameOver { goban, outcome, tick: tally.tick });
        }
    }
}
