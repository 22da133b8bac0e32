//! Frame: the ticks of gobans between two frames, by their pace or by request.

use crate::pace::clock::drive;
use crate::tick::think::receive_messages;
use crate::{Breakpoints, GameRecord, MindPool, Pace, Seats, Struck, Tally, Thinking, seek};
use bevy::ecs::prelude::*;
use bevy::platform::time::Instant;
use bevy::time::{Real, Time};
use core::time::Duration;

/// Time per frame for ticks, in seconds. May be larger where no board is drawn.
#[derive(Resource, Clone, Copy, Debug, PartialEq)]
pub struct FrameShare(pub f32);

impl Default for FrameShare {
    fn default() -> Self {
        Self(0.012)
    }
}

/// Minimal time between frames that counts as slow, and the time for ticks in such a frame. Both in seconds.
const SLOW: (f32, f32) = (1.0 / 32.0, 0.006);

/// Time for ticks in the frame that comes `seconds` after the last one, in seconds.
fn share(world: &World, seconds: f32) -> f32 {
    let share = world.get_resource::<FrameShare>().copied().unwrap_or_default();
    if share == FrameShare::default() && seconds > SLOW.0 { SLOW.1 } else { share.0 }
}

/// Maximal time between frames that counts for the pace, in seconds. A window may draw no frames while a mind
/// thinks.
const LONGEST: f32 = 1.0;

/// Time that a frame waits for the answer of a mind. Many answer sooner, and the next tick follows at once.
const GLANCE: Duration = Duration::from_millis(2);

/// Moves running gobans along their record, if they wait for a person and recorded ticks follow. Minds are
/// not asked.
fn follow_records(world: &mut World) {
    let mut gobans = world.query::<(Entity, &mut Pace, &Seats, &GameRecord, Option<&mut Breakpoints>)>();
    let (mut steps, mut strikes) = (Vec::new(), Vec::new());
    for (goban, mut pace, seats, record, breakpoints) in gobans.iter_mut(world) {
        let recorded = record.last() - record.now();
        if !pace.running || pace.held || recorded == 0 || seats.waiting().is_none() {
            continue;
        }
        let mut ahead = 0;
        while ahead < recorded && pace.pay(false) && pace.rate.is_finite() {
            ahead += 1;
        }
        let ahead = if pace.rate.is_infinite() { recorded } else { ahead };
        let mut to = record.now() + ahead;
        if let Some(mut breakpoints) = breakpoints
            && let Some((tick, why)) = breakpoints.first(record, record.now(), to)
        {
            breakpoints.strike(record, tick, why.clone());
            pace.strike();
            to = tick;
            strikes.push(Struck { goban, tick, why });
        }
        steps.push((goban, to));
    }
    for (goban, tick) in steps {
        seek(world, goban, tick);
    }
    for strike in strikes {
        world.write_message(strike);
    }
}

/// Runs the ticks of running gobans that are due since the last frame.
pub(crate) fn keep_pace(world: &mut World) {
    let seconds = world.get_resource::<Time<Real>>().map_or(0.0, Time::delta_secs).min(LONGEST);
    let mut paces = world.query::<&mut Pace>();
    let mut any = false;
    for mut pace in paces.iter_mut(world) {
        if pace.is_live() {
            pace.earn(seconds);
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
        let news_count = world.get_resource::<MindPool>().map(MindPool::message_count);
        drive(world, |_, under_way, pace| pace.pay(under_way), || begun.elapsed().as_secs_f32() < share);
        let asked = world.query::<&Thinking>().iter(world).any(|thinking| thinking.has_begun_since(begun));
        let pool =
            world.get_resource::<MindPool>().filter(|_| asked && begun.elapsed().as_secs_f32() < share);
        if !pool.zip(news_count).is_some_and(|(pool, news_count)| pool.wait(news_count, GLANCE)) {
            break;
        }
        receive_messages(world);
    }
    // Ticks that did not fit in the frame, or that waited for a person, are not made up for.
    let mut seated = world.query::<(&mut Pace, &Seats)>();
    for (mut pace, seats) in seated.iter_mut(world) {
        pace.forgive();
        if ends_steps(seats) {
            pace.arrive();
        }
    }
}

/// True when remaining steps are dropped. Steps that wait for an empty seat continue once it is filled.
fn ends_steps(seats: &Seats) -> bool {
    seats.waiting().is_some_and(|color| seats.demand(color).is_none())
}

/// Runs `count` ticks of one goban, as far as it can tick. If a mind needs longer, later frames do the rest.
pub(crate) fn step(world: &mut World, goban: Entity, count: u32) {
    let Some(now) = world.get::<Tally>(goban).map(|tally| tally.tick) else { return };
    let waits = world.get::<Seats>(goban).is_some_and(|seats| seats.waiting().is_some());
    if let Some(mut pace) = world.get_mut::<Pace>(goban) {
        if waits {
            // A new request at an empty seat replaces the earlier one.
            pace.arrive();
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
        pace.arrive();
    }
}
