//! Frame: runs the ticks of gobans in a frame, by their pace or by request.

use crate::pace::clock::drive;
use crate::tick::think::receive_messages;
use crate::{Breakpoints, GameRecord, MindPool, Pace, Seats, Struck, Tally, Thinking, seek};
use bevy::ecs::prelude::*;
use bevy::platform::time::Instant;
use bevy::time::{Real, Time};
use core::time::Duration;

/// Time per frame for ticks, in seconds. A program that draws no board can set a longer time.
#[derive(Resource, Clone, Copy, Debug, PartialEq)]
pub struct FrameShare(pub f32);

impl Default for FrameShare {
    fn default() -> Self {
        Self(0.012)
    }
}

/// Time between frames, in seconds, above which a frame is slow; and the time for ticks in a slow frame, in
/// seconds.
const SLOW_FRAME: (f32, f32) = (1.0 / 32.0, 0.006);

/// Time for ticks, in seconds, in the frame that comes `seconds` after the last one. A [`FrameShare`] that
/// the program has set is not reduced.
fn share(world: &World, seconds: f32) -> f32 {
    let share = world.get_resource::<FrameShare>().copied().unwrap_or_default();
    if share == FrameShare::default() && seconds > SLOW_FRAME.0 { SLOW_FRAME.1 } else { share.0 }
}

/// Maximal time between frames that counts for the pace, in seconds. A window may draw no frames while a mind
/// thinks.
const MAX_FRAME_SECONDS: f32 = 1.0;

/// Longest time that a frame waits for one message of a mind. After a message, the next tick or wait follows
/// at once, within the time for ticks.
const ANSWER_WAIT: Duration = Duration::from_millis(2);

/// Moves running gobans along their record where recorded ticks follow, if they wait for a person, an empty
/// seat or the start of a program. Minds are not asked.
fn follow_records(world: &mut World) {
    let mut gobans = world.query::<(Entity, &mut Pace, &Seats, &GameRecord, Option<&mut Breakpoints>)>();
    let (mut jumps, mut hits) = (Vec::new(), Vec::new());
    for (goban, mut pace, seats, record, breakpoints) in gobans.iter_mut(world) {
        let recorded = record.last() - record.now();
        if !pace.running || pace.held || recorded == 0 || seats.waiting().is_none() {
            continue;
        }
        let mut ahead = 0;
        while ahead < recorded && pace.take_due_tick(false) && pace.rate.is_finite() {
            ahead += 1;
        }
        let ahead = if pace.rate.is_infinite() { recorded } else { ahead };
        let mut to = record.now() + ahead;
        if let Some(mut breakpoints) = breakpoints
            && let Some((tick, why)) = breakpoints.first(record, record.now(), to)
        {
            breakpoints.record_hit(record, tick, why.clone());
            pace.pause_at_breakpoint();
            to = tick;
            hits.push(Struck { goban, tick, why });
        }
        jumps.push((goban, to));
    }
    for (goban, tick) in jumps {
        seek(world, goban, tick);
    }
    for hit in hits {
        world.write_message(hit);
    }
}

/// Runs the ticks that are due since the last frame on running gobans, and requested steps.
pub(crate) fn keep_pace(world: &mut World) {
    let seconds = world.get_resource::<Time<Real>>().map_or(0.0, Time::delta_secs).min(MAX_FRAME_SECONDS);
    let mut paces = world.query::<&mut Pace>();
    let mut any = false;
    for mut pace in paces.iter_mut(world) {
        if pace.needs_time() {
            pace.add_due_ticks(seconds);
        }
        any |= pace.running;
        any |= pace.steps();
    }
    if !any {
        return;
    }
    follow_records(world);
    let (begun, share) = (Instant::now(), share(world, seconds));
    loop {
        let message_count = world.get_resource::<MindPool>().map(MindPool::message_count);
        drive(
            world,
            |_, under_way, pace| pace.take_due_tick(under_way),
            || begun.elapsed().as_secs_f32() < share,
        );
        let asked = world.query::<&Thinking>().iter(world).any(|thinking| thinking.has_begun_since(begun));
        let pool =
            world.get_resource::<MindPool>().filter(|_| asked && begun.elapsed().as_secs_f32() < share);
        if !pool.zip(message_count).is_some_and(|(pool, message_count)| pool.wait(message_count, ANSWER_WAIT))
        {
            break;
        }
        receive_messages(world);
    }
    // Due ticks that did not fit in the frame, or that waited for a player, are dropped, all but one.
    let mut seated = world.query::<(&mut Pace, &Seats)>();
    for (mut pace, seats) in seated.iter_mut(world) {
        pace.drop_due_ticks();
        if ends_steps(seats) {
            pace.drop_steps();
        }
    }
}

/// True when remaining steps are dropped: the game waits for a person or for the start of a program. Steps
/// that wait for an empty seat stay, and continue once the seat is filled.
fn ends_steps(seats: &Seats) -> bool {
    seats.waiting().is_some_and(|color| seats.demand(color).is_none())
}

/// Requests `count` steps of one goban, and runs those that fit in a frame. Later frames run the rest.
/// Without a [`MindPool`] there is no limit. Steps that wait for a person or the start of a program are
/// dropped.
pub(crate) fn step(world: &mut World, goban: Entity, count: u32) {
    let Some(now) = world.get::<Tally>(goban).map(|tally| tally.tick) else { return };
    let waits = world.get::<Seats>(goban).is_some_and(|seats| seats.waiting().is_some());
    if let Some(mut pace) = world.get_mut::<Pace>(goban) {
        if waits {
            // A new request replaces steps that wait at an empty seat.
            pace.drop_steps();
        }
        pace.step(now, count);
    }
    let (begun, share) = (Instant::now(), share(world, 0.0));
    let is_unlimited = !world.contains_resource::<MindPool>();
    drive(
        world,
        |other, _, pace| other == goban && pace.steps(),
        || is_unlimited || begun.elapsed().as_secs_f32() < share,
    );
    if world.get::<Seats>(goban).is_some_and(ends_steps)
        && let Some(mut pace) = world.get_mut::<Pace>(goban)
    {
        pace.drop_steps();
    }
}
