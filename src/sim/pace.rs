//! Pace: how fast a goban ticks when nobody counts the ticks.

use super::thinking::{MindPool, Thinking, hear};
use super::tick::drive;
use super::{GameRecord, Seats, seek};
use bevy::ecs::prelude::*;
use bevy::platform::time::Instant;
use bevy::time::{Real, Time};
use core::time::Duration;

/// How much of a frame may go into ticks, in seconds.
pub(super) const SHARE: f32 = 0.012;

/// How long a frame waits for a mind that it has asked: many answer sooner, and the next tick follows at once.
const GLANCE: Duration = Duration::from_millis(2);

/// The speed of a goban.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
pub struct Pace {
    /// Whether it runs.
    pub running: bool,
    /// Ticks a second, more than 0; infinity is as fast as possible.
    pub rate: f32,
    /// Whether it waits for something outside the game, whatever else it is told: it goes on as it was afterwards.
    pub held: bool,
    /// Ticks that time has earned and that have not been done.
    owed: f32,
    /// The tick up to which it was told to step, whether it runs or not.
    until: u64,
    /// It ran until a move was taken back, and runs on with the move made instead.
    resumes: bool,
}

impl Default for Pace {
    /// Standing still, at 8 ticks a second.
    fn default() -> Self {
        Self { running: false, rate: 8.0, held: false, owed: 0.0, until: 0, resumes: false }
    }
}

impl Pace {
    /// Stands still and forgets what it owes.
    pub(super) fn stop(&mut self) {
        self.running = false;
        self.owed = 0.0;
        self.until = 0;
        self.resumes = false;
    }

    /// Stands still until a person has moved instead of what was taken back, and then goes on if it ran.
    pub(super) fn hold(&mut self) {
        let resumes = self.running || self.resumes;
        self.stop();
        self.resumes = resumes;
    }

    /// A person has moved.
    pub(super) fn moved(&mut self) {
        self.running |= std::mem::take(&mut self.resumes);
    }

    /// Is to do so many ticks more, from this one on.
    pub(super) fn step(&mut self, now: u64, count: u32) {
        self.until = self.until.max(now) + u64::from(count);
    }

    /// Forgets the steps it was told to do.
    pub(super) const fn arrive(&mut self) {
        self.until = 0;
    }

    /// Whether a step that it was told to do is not done.
    pub(super) const fn steps(&self) -> bool {
        self.until > 0
    }

    /// A round has left its game at this tick, or over.
    pub(super) const fn ticked(&mut self, tick: u64, over: bool) {
        if over || tick >= self.until {
            self.until = 0;
        }
    }

    /// Earns ticks for some seconds; no more than one frame can do.
    fn earn(&mut self, seconds: f32) {
        if self.running && !self.held && self.rate.is_finite() {
            self.owed += seconds * self.rate;
        }
    }

    /// Pays for one tick; one under way is paid for.
    fn pay(&mut self, under_way: bool) -> bool {
        if self.held {
            return false;
        }
        if self.steps() {
            return true;
        }
        if !self.running {
            return false;
        }
        if self.rate.is_infinite() || under_way {
            return true;
        }
        let can = self.owed >= 1.0;
        self.owed -= f32::from(u8::from(can));
        can
    }
}

/// Takes running gobans that wait for a person, and have a future on record, along it: nobody is asked what is known.
fn follow_records(world: &mut World) {
    let mut gobans = world.query::<(Entity, &mut Pace, &Seats, &GameRecord)>();
    let mut steps = Vec::new();
    for (goban, mut pace, seats, record) in gobans.iter_mut(world) {
        let known = record.last() - record.now();
        if !pace.running || pace.held || known == 0 || seats.waiting().is_none() {
            continue;
        }
        let mut ahead = 0;
        while ahead < known && pace.pay(false) && pace.rate.is_finite() {
            ahead += 1;
        }
        let ahead = if pace.rate.is_infinite() { known } else { ahead };
        steps.push((goban, record.now() + ahead));
    }
    for (goban, tick) in steps {
        seek(world, goban, tick);
    }
}

/// Lets every running goban do the ticks that the time since the last frame has earned.
pub(super) fn keep_pace(world: &mut World) {
    let seconds = world.get_resource::<Time<Real>>().map_or(0.0, Time::delta_secs);
    let mut paces = world.query::<&mut Pace>();
    let mut any = false;
    for mut pace in paces.iter_mut(world) {
        if pace.running {
            pace.earn(seconds);
            any = true;
        }
        any |= pace.steps();
    }
    if !any {
        return;
    }
    follow_records(world);
    let begun = Instant::now();
    loop {
        let told = world.get_resource::<MindPool>().map(MindPool::told);
        drive(world, |_, under_way, pace| pace.pay(under_way), || begun.elapsed().as_secs_f32() < SHARE);
        let asked = world.query::<&Thinking>().iter(world).any(|thinking| thinking.has_begun_since(begun));
        let pool =
            world.get_resource::<MindPool>().filter(|_| asked && begun.elapsed().as_secs_f32() < SHARE);
        if !pool.zip(told).is_some_and(|(pool, told)| pool.wait(told, GLANCE)) {
            break;
        }
        hear(world);
    }
    // What a frame could not do, or a person held up, is not owed to the next.
    let mut seated = world.query::<(&mut Pace, &Seats)>();
    for (mut pace, seats) in seated.iter_mut(world) {
        pace.owed = pace.owed.min(1.0);
        if seats.waiting().is_some() {
            pace.arrive();
        }
    }
}
