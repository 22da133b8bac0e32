//! Seating of minds. A program must start and answer before it replaces the player at a seat.

use crate::history::edit;
use crate::thinking::Trial;
use crate::tick::think;
use crate::{Edit, GameRecord, Goban, MindPool, Refused, Seats, Tally, seek};
use bevy::ecs::prelude::*;
use stonefield_go::{ByColor, Color, Outcome};
use stonefield_minds::engine::EngineError;
use stonefield_minds::{BrainSpec, Origin};

/// Programs that start, or could not start, for the seats of a goban.
#[derive(Component, Default)]
pub struct Newcomers(ByColor<Option<Newcomer>>);

struct Newcomer {
    spec: BrainSpec,
    /// True if the record names the program for an empty seat, and the user has allowed this.
    fills: bool,
    /// The start that is in progress, or the reason why it failed.
    state: Result<Trial, String>,
}

impl Newcomers {
    /// Returns the program for the seat of a colour, if any, and the reason if it could not start.
    #[must_use]
    pub fn of(&self, color: Color) -> Option<(&BrainSpec, Option<&str>)> {
        let newcomer = self.0[color].as_ref()?;
        Some((&newcomer.spec, newcomer.state.as_ref().err().map(String::as_str)))
    }

    /// True while a program starts for the seat of a colour.
    #[must_use]
    pub fn starts(&self, color: Color) -> bool {
        self.0[color].as_ref().is_some_and(|newcomer| newcomer.state.is_ok())
    }
}

/// Seats a mind at once, or an external program as soon as it has started, unless it plays already. If the
/// mind at the seat has failed, takes back the tick in which it failed.
pub(crate) fn seat(world: &mut World, goban: Entity, color: Color, spec: BrainSpec) {
    let Some(seats) = world.get::<Seats>(goban) else { return };
    let named = *seats.spec(color) == spec && seats.demand(color).is_none();
    let is_seated = named && seats.fault(color).is_none() && !seats.is_absent(color);
    if let Some(program) = seats.admitted(&spec).filter(|spec| spec.info().external && !is_seated) {
        start_program(world, goban, color, program, false);
        return;
    }
    cancel_newcomer(world, goban, color);
    if !is_seated {
        take_back_failure(world, goban, color);
        edit(world, goban, Edit::Seat(color, spec));
    }
}

/// Fills the empty seat of a colour with the mind that the record names, after the user allowed it. A program
/// is seated as soon as it has started.
pub(crate) fn fill(world: &mut World, goban: Entity, color: Color) {
    let Some(spec) = world.get::<Seats>(goban).map(|seats| seats.spec(color).clone()) else { return };
    if spec.info().external {
        start_program(world, goban, color, spec.with_origin(Origin::User), true);
    } else {
        allow(world, goban, color);
    }
}

/// Starts the programs that the user has named for the seats of a goban, before their first turns. The game
/// waits for each program's answer. If one fails to start, [`Refused`] gives the reason, and the game waits
/// for another mind at its seat.
pub fn start_programs(world: &mut World, goban: Entity) {
    for color in Color::ALL {
        let Some(mut seats) = world.get_mut::<Seats>(goban) else { return };
        if seats.spec(color).info().external && seats.demand(color).is_none() {
            seats.await_program(color);
            let spec = seats.spec(color).clone();
            start_program(world, goban, color, spec, false);
        }
    }
}

/// In a new game, keeps only the programs that the set-up names for the same seats.
pub(crate) fn keep_named(world: &mut World, goban: Entity) {
    let mut query = world.query::<(&mut Newcomers, &mut Seats)>();
    let Ok((mut newcomers, mut seats)) = query.get_mut(world, goban) else { return };
    for color in Color::ALL {
        let named = newcomers.0[color].as_ref().is_some_and(|newcomer| newcomer.spec == *seats.spec(color));
        if !named {
            newcomers.0[color] = None;
        } else if seats.demand(color).is_none() {
            seats.await_program(color);
        }
    }
}

/// Starts a program. The caller makes sure that the user has named or allowed it.
fn start_program(world: &mut World, goban: Entity, color: Color, spec: BrainSpec, fills: bool) {
    let trial = Trial::begin(&spec, world.get_resource::<MindPool>());
    if let Some(mut newcomers) = world.get_mut::<Newcomers>(goban) {
        newcomers.0[color] = Some(Newcomer { spec, fills, state: Ok(trial) });
    }
    seat_if_started(world, goban, color);
}

fn cancel_newcomer(world: &mut World, goban: Entity, color: Color) {
    if let Some(mut newcomers) = world.get_mut::<Newcomers>(goban) {
        newcomers.0[color] = None;
    }
}

fn allow(world: &mut World, goban: Entity, color: Color) {
    think::stop(world, goban);
    if let Some(mut seats) = world.get_mut::<Seats>(goban) {
        seats.allow(color);
    }
}

/// Takes back the tick in which a mind's failure made the game void. Another mind can then continue.
fn take_back_failure(world: &mut World, goban: Entity, color: Color) {
    let failed = world.get::<Seats>(goban).is_some_and(|seats| seats.fault(color).is_some());
    let void = world.get::<Tally>(goban).is_some_and(|tally| tally.outcome == Some(Outcome::Void));
    let before = world.get::<GameRecord>(goban).and_then(|record| record.now().checked_sub(1));
    if let Some(before) = before.filter(|_| failed && void) {
        seek(world, goban, before);
    }
}

/// Seats the programs that have started since the last call, and reports those that could not start.
pub(crate) fn seat_started_programs(world: &mut World) {
    let mut gobans = world.query_filtered::<(Entity, &Newcomers), With<Goban>>();
    let starting = gobans.iter(world).flat_map(|(goban, newcomers)| {
        Color::ALL.into_iter().filter(|&color| newcomers.starts(color)).map(move |color| (goban, color))
    });
    for (goban, color) in starting.collect::<Vec<_>>() {
        seat_if_started(world, goban, color);
    }
}

fn seat_if_started(world: &mut World, goban: Entity, color: Color) {
    let Some(newcomers) = world.get::<Newcomers>(goban) else { return };
    let Some(Newcomer { spec, fills, state: Ok(trial) }) = &newcomers.0[color] else { return };
    let Some(result) = trial.take_result(spec) else { return };
    let (spec, fills) = (spec.clone(), *fills);
    match result {
        Ok(mind) => {
            cancel_newcomer(world, goban, color);
            let awaited = |seats: &Seats| seats.is_absent(color) && *seats.spec(color) == spec;
            if fills {
                allow(world, goban, color);
            } else if !world.get::<Seats>(goban).is_some_and(awaited) {
                take_back_failure(world, goban, color);
                edit(world, goban, Edit::Seat(color, spec));
            }
            if let Some(mut seats) = world.get_mut::<Seats>(goban) {
                seats.seat_program(color, mind);
            }
        }
        Err(fault) => {
            let reason = fault.to_string().trim_start().to_owned();
            // If the user has not typed a command yet, nothing was refused.
            if fault.error != EngineError::NoCommand {
                world.write_message(Refused { goban, reason: reason.clone() });
            }
            if let Some(mut newcomers) = world.get_mut::<Newcomers>(goban)
                && let Some(newcomer) = &mut newcomers.0[color]
            {
                newcomer.state = Err(reason);
            }
        }
    }
}
