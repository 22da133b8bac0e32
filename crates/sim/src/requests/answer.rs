//! Handling of requests: each is passed to the handler of its group.

use super::component::with;
use super::{boards, pace, record, seating, seats};
use crate::history::{self, Navigate};
use crate::pace::frame::step;
use crate::pace::phases;
use crate::requests::error::RequestError;
use crate::setup::begin::reset;
use crate::{Breakpoints, Goban, Pace, Refused, Request, RequestKind};
use bevy::ecs::message::{MessageCursor, Messages};
use bevy::ecs::prelude::*;

/// Handles the requests since the last frame, in order. If one fails, a [`Refused`] message gives the reason.
pub(crate) fn answer_requests(world: &mut World, mut cursor: Local<MessageCursor<Request>>) {
    let Some(messages) = world.get_resource::<Messages<Request>>() else { return };
    let requests = cursor.read(messages).cloned().collect::<Vec<_>>();
    for Request { goban, kind } in requests {
        if world.get::<Goban>(goban).is_none() {
            continue;
        }
        if let Err(error) = handle(world, goban, kind) {
            world.write_message(Refused { goban, reason: error.to_string() });
        }
    }
}

/// Handles one request. A tick that runs phase by phase is completed first, if the request needs that.
fn handle(world: &mut World, goban: Entity, kind: RequestKind) -> Result<(), RequestError> {
    match (&kind, phases::before(world, goban, &kind)) {
        (RequestKind::Step(count), true) if *count > 1 => step(world, goban, count - 1),
        // The request asked for the tick that was just completed.
        (RequestKind::Step(_) | RequestKind::Navigate(Navigate::By(1)), true) => {}
        _ => carry_out(world, goban, kind)?,
    }
    Ok(())
}

fn carry_out(world: &mut World, goban: Entity, kind: RequestKind) -> Result<(), RequestError> {
    use RequestKind as Kind;
    match kind {
        // Pace
        Kind::FinishTick => {}
        Kind::Play => pace::play(world, goban)?,
        Kind::Pause => with(world, goban, Pace::stop),
        Kind::Step(count) => step(world, goban, count),
        Kind::Phase => pace::phase(world, goban)?,
        Kind::Rate(rate) => pace::set_rate(world, goban, rate)?,
        Kind::Breakpoints(all) => Breakpoints::set(world, goban, all),
        Kind::Hold(held) => with(world, goban, |pace: &mut Pace| pace.held = held),
        // Record
        Kind::Seek(tick) => record::go_to(world, goban, tick),
        Kind::Navigate(way) => record::navigate(world, goban, way)?,
        Kind::Note(node, note) => history::note(world, goban, node, note)?,
        Kind::Paint(point, brush) => record::paint(world, goban, point, brush)?,
        Kind::TakeBack => record::take_back(world, goban)?,
        Kind::Mark(point) => record::mark(world, goban, point)?,
        Kind::Heat(params) => record::set_heat(world, goban, params)?,
        // Seats and advice
        Kind::Seat(color, spec) => seating::seat(world, goban, color, spec),
        Kind::Allow(color) => seats::allow(world, goban, color)?,
        Kind::Move(wanted) => seats::play_for_person(world, goban, wanted)?,
        Kind::Resign => seats::resign(world, goban)?,
        Kind::MoveNow => seats::move_now(world, goban)?,
        Kind::StopThinking => seats::stop_thinking(world, goban),
        Kind::Say(color, line) => seats::say(world, goban, color, line)?,
        Kind::ShowTree { color, moves, nodes } => seats::show_tree(world, goban, color, moves, nodes),
        Kind::Advise(spec) => seats::advise(world, goban, spec)?,
        Kind::KeepAdvising(adviser) => seats::keep_advising(world, goban, adviser)?,
        Kind::Compare(minds) => seats::compare(world, goban, minds)?,
        // Boards
        Kind::Fork { games, pace, again } => boards::fork(world, goban, &games, pace, again)?,
        Kind::Begin { games, pace } => boards::begin(world, goban, &games, pace)?,
        Kind::Remove => boards::remove(world, goban)?,
        Kind::Watch { instead_of } => boards::watch(world, goban, instead_of),
        Kind::Reset(setup) => {
            reset(world, goban, &setup)?;
            seats::answer_person(world, goban);
        }
    }
    Ok(())
}
