//! Frame: the ticks that gobans do between two frames, as their pace or a request has it.

use crate::pace::clock::drive;
use crate::tick::think::receive_messages;
use crate::{Breakpoints, GameRecord, MindPool, Pace, Seats, Struck, Tally, Thinking, seek};
use bevy::ecs::prelude::*;
use bevy::platform::time::Instant;
use bevy::time::{Real, Time};
use core::time::Duration;

/// How much of a frame may go into ticks, in seconds: where boards are not drawn it may be more.
#[derive(Resource, Clone, Copy, Debug, PartialEq)]
pub struct FrameShare(pub f32);

impl Default for FrameShare {
    fn default() -> Self {
        Self(0.012)
    }
}

/// Time between two frames, in seconds, from which on they follow each other slowly, and how much of such a frame may go into ticks.
const SLOW: (f32, f32) = (1.0 / 32.0, 0.006);

/// How much of the frame after so many seconds may go into ticks.
fn share(world: &World, seconds: f32) -> f32 {
    let share = world.get_resource::<FrameShare>().copied().unwrap_or_default();
    if share == FrameShare::default() && seconds > SLOW.0 { SLOW.1 } else { share.0 }
}

/// Time between two frames that earns ticks, at most, in seconds: a window that waits for a mind draws no frames meanwhile.
const LONGEST: f32 = 1.0;

/// How long a frame waits for a mind that it has asked: many answer sooner, and the next tick follows at once.
const GLANCE: Duration = Duration::from_millis(2);

/// Takes running gobans that wait for a person, and have a future on record, along it: no mind is asked for what is on record.
fn follow_records(world: &mut World) {
    let mut gobans = world.query::<(Entity, &mut Pace, &Seats, &GameRecord, Option<&mut Breakpoints>)>();
    let (mut steps, mut strikes) = (Vec::new(), Vec::new());
    for (goban, mut pace, seats, record, breakpoints) in gobans.iter_mut(world) {
        let known = record.last() - record.now();
        if !pace.running || pace.held || known == 0 || seats.waiting().is_none() {
            continue;
        }
        let mut ahead = 0;
        while ahead < known && pace.pay(false) && pace.rate.is_finite() {
            ahead += 1;
        }
        let ahead = if pace.rate.is_infinite() { known } else { ahead };
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

/// Lets every running goban do the ticks that the time since the last frame has earned.
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
        let told = world.get_resource::<MindPool>().map(MindPool::told);
        drive(world, |_, under_way, pace| pace.pay(under_way), || begun.elapsed().as_secs_f32() < share);
        let asked = world.query::<&Thinking>().iter(world).any(|thinking| thinking.has_begun_since(begun));
        let pool =
            world.get_resource::<MindPool>().filter(|_| asked && begun.elapsed().as_secs_f32() < share);
        if !pool.zip(told).is_some_and(|(pool, told)| pool.wait(told, GLANCE)) {
            break;
        }
        receive_messages(world);
    }
    // What a frame could not do, or a person held up, is not owed to the next.
    let mut seated = world.query::<(&mut Pace, &Seats)>();
    for (mut pace, seats) in seated.iter_mut(world) {
        pace.forgive();
        if ends_steps(seats) {
            pace.arrive();
        }
    }
}

/// Whether the steps that are left are forgotten. Steps that stop at an empty seat go on once it is filled.
fn ends_steps(seats: &Seats) -> bool {
    seats.waiting().is_some_and(|color| seats.demand(color).is_none())
}

/// Ticks one goban some times now, as far as it can tick; where a mind wants to think on, the rest follows.
pub(crate) fn step(world: &mut World, goban: Entity, count: u32) {
    let Some(now) = world.get::<Tally>(goban).map(|tally| tally.tick) else { return };
    let waits = world.get::<Seats>(goban).is_some_and(|seats| seats.waiting().is_some());
    if let Some(mut pace) = world.get_mut::<Pace>(goban) {
        if waits {
            // Asked for again at an empty seat, it takes the place of what was asked for before.
            pace.arrive();
        }
        pace.step(now, count);
    }
    let (begun, share) = (Instant::now(), share(world, 0.0));
    let whole = !world.contains_resource::<MindPool>();
    drive(
        world,
        |other, _, pace| other == goban && pace.steps(),
        || whole || begun.elapsed().as_secs_f32() < share,
    );
    if world.get::<Seats>(goban).is_some_and(ends_steps)
        && let Some(mut pace) = world.get_mut::<Pace>(goban)
    {
        pace.arrive();
    }
}
