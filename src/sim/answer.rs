//! Answering requests.

use super::goban::reset;
use super::pace::SHARE;
use super::tick::drive;
use super::timeline::{self, Edit};
use super::{Configured, Experiment, Game, Goban, Pace, Painted, Refused, Request, Seats, Tally, Wish};
use super::{Patience, paint, seek, sheet, think};
use crate::go::{Color, Move};
use bevy::ecs::message::{MessageCursor, Messages};
use bevy::ecs::prelude::*;
use bevy::platform::time::Instant;

/// Grants the requests that have come in since the last frame, in order; what cannot be granted is refused with a reason.
pub(super) fn answer_requests(world: &mut World, mut cursor: Local<MessageCursor<Request>>) {
    let Some(messages) = world.get_resource::<Messages<Request>>() else { return };
    let requests = cursor.read(messages).cloned().collect::<Vec<_>>();
    for Request { goban, wish } in requests {
        if world.get::<Goban>(goban).is_none() {
            continue;
        }
        if let Err(reason) = grant(world, goban, wish) {
            world.write_message(Refused { goban, reason });
        }
    }
}

/// Grants one wish.
fn grant(world: &mut World, goban: Entity, wish: Wish) -> Result<(), String> {
    match wish {
        Wish::Play if is_over(world, goban) => return Err("the game is over: set up a new one".to_owned()),
        Wish::Play => with(world, goban, |pace: &mut Pace| pace.running = true),
        Wish::Pause => with(world, goban, Pace::stop),
        Wish::Step(count) => step(world, goban, count),
        Wish::Seek(tick) => {
            with(world, goban, Pace::stop);
            seek(world, goban, tick);
        }
        Wish::Walk(walk) => {
            with(world, goban, Pace::stop);
            sheet::walk(world, goban, walk).map_err(|error| error.to_string())?;
        }
        Wish::Note(node, note) => sheet::note(world, goban, node, note).map_err(|error| error.to_string())?,
        Wish::Seat(color, spec) => edit(world, goban, Edit::Seat(color, spec)),
        Wish::Paint(point, brush) => {
            if paint::paint(world, goban, point, brush).map_err(|error| error.to_string())? {
                timeline::write_down(world, goban, Edit::Paint(point, brush));
                world.write_message(Painted { goban, point, brush });
            }
        }
        Wish::Move(wanted) => ask(world, goban, wanted)?,
        Wish::MoveNow => with(world, goban, |seats: &mut Seats| seats.hurry = true),
        Wish::StopThinking => {
            with(world, goban, Pace::stop);
            think::stop(world, goban);
        }
        Wish::Rate(rate) => {
            if rate.is_nan() || rate <= 0.0 {
                return Err(format!("{rate} ticks a second is no speed: more than 0"));
            }
            with(world, goban, |pace: &mut Pace| pace.rate = rate);
        }
        Wish::Heat(params) => {
            params.check().map_err(|error| error.to_string())?;
            edit(world, goban, Edit::Heat(params));
        }
        Wish::Experiment(on) => with(world, goban, |experiment: &mut Experiment| experiment.on = on),
        Wish::Reset(setup) => {
            reset(world, goban, &setup).map_err(|error| error.to_string())?;
            // Another series begins: its games are not counted with those of the last.
            with(world, goban, |experiment: &mut Experiment| experiment.results.clear());
        }
    }
    Ok(())
}

fn is_over(world: &World, goban: Entity) -> bool {
    world.get::<Tally>(goban).is_some_and(|tally| tally.outcome.is_some())
}

/// Does something with a component of the goban.
fn with<C: Component<Mutability = bevy::ecs::component::Mutable>>(
    world: &mut World,
    goban: Entity,
    change: impl FnOnce(&mut C),
) {
    if let Some(mut component) = world.get_mut::<C>(goban) {
        change(&mut component);
    }
}

/// Carries out an edit and writes it down, unless it changes nothing.
fn edit(world: &mut World, goban: Entity, edit: Edit) {
    let nothing = match &edit {
        Edit::Seat(color, spec) => world.get::<Seats>(goban).is_some_and(|seats| seats.spec(*color) == spec),
        Edit::Heat(params) => world.get::<Configured>(goban).is_some_and(|setup| setup.0.heat == *params),
        Edit::Paint(..) | Edit::Turn(_) => false,
    };
    if !nothing {
        timeline::edit(world, goban, edit);
    }
}

/// Ticks one goban some times now, as far as it can tick; where a mind wants to think on, the rest follows.
pub(super) fn step(world: &mut World, goban: Entity, count: u32) {
    let Some(now) = world.get::<Tally>(goban).map(|tally| tally.tick) else { return };
    with(world, goban, |pace: &mut Pace| pace.step(now, count));
    let begun = Instant::now();
    let whole = world.get_resource::<Patience>().is_none_or(|patience| *patience == Patience::Whole);
    drive(
        world,
        |other, _, pace| other == goban && pace.steps(),
        || whole || begun.elapsed().as_secs_f32() < SHARE,
    );
    if world.get::<Seats>(goban).is_some_and(|seats| seats.waiting().is_some()) {
        with(world, goban, Pace::arrive);
    }
}

/// The move of the person to move: made at once, whether the goban runs or not.
fn ask(world: &mut World, goban: Entity, wanted: Move) -> Result<(), String> {
    let color = person_to_move(world, goban)?;
    let Some(game) = world.get::<Game>(goban) else { return Ok(()) };
    game.position.check(wanted).map_err(|error| error.to_string())?;
    with(world, goban, |seats: &mut Seats| seats.asked[color] = Some(wanted));
    step(world, goban, 1);
    Ok(())
}

fn person_to_move(world: &World, goban: Entity) -> Result<Color, String> {
    let over = || "the game is over".to_owned();
    let seats = world.get::<Seats>(goban).ok_or_else(over)?;
    let color = seats.to_move().ok_or_else(over)?;
    if seats.is_human(color) {
        Ok(color)
    } else {
        Err(format!("it is {color}'s turn, and {} plays {color}", seats.spec(color)))
    }
}
