//! Pace: when a goban ticks, how fast, and what stops it.

pub(crate) mod breakpoints;
pub(crate) mod clock;
pub(crate) mod frame;
pub(crate) mod halt;
pub(crate) mod phases;
pub(crate) mod stop_condition;
pub(crate) mod time;

pub use breakpoints::{Breakpoints, Strike};
pub use clock::{play_out, tick, ticks};
pub use frame::FrameShare;
pub use halt::Halt;
pub use stop_condition::{Breakpoint, StopCondition, StopConditionError};

use bevy::ecs::prelude::*;

/// True when a mind answers a person's move at once, even on a paused goban. False: minds answer only while
/// the goban runs.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AnswersAtOnce(pub bool);

/// Speed of a goban, and its requested steps. A step is a tick that is run on request.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
pub struct Pace {
    /// True while the goban runs.
    pub running: bool,
    /// Speed, in ticks per second, more than 0. Infinity: as fast as possible.
    pub rate: f32,
    /// True while something outside the game keeps the goban from ticking. The goban continues afterwards.
    pub held: bool,
    /// True if the goban ran at the last call of [`Pace::add_due_ticks`].
    ran_before: bool,
    /// Number of ticks that are due by elapsed time, with a fraction.
    due_ticks: f32,
    /// Tick at which requested steps end. 0: no steps are requested.
    last_step: u64,
    /// True when the goban ran before a move was taken back. The goban runs again after the new move.
    resumes: bool,
    /// True when a breakpoint was hit and [`Pace::clear_hit`] was not called since.
    hit: bool,
}

impl Default for Pace {
    /// Paused, at 8 ticks per second.
    fn default() -> Self {
        Self {
            running: false,
            rate: 8.0,
            held: false,
            ran_before: false,
            due_ticks: 0.0,
            last_step: 0,
            resumes: false,
            hit: false,
        }
    }
}

impl Pace {
    /// Pauses, and drops due ticks, steps, and the resumption after [`Pace::hold`].
    pub(crate) fn stop(&mut self) {
        self.running = false;
        self.due_ticks = 0.0;
        self.last_step = 0;
        self.resumes = false;
    }

    /// Pauses because a breakpoint was hit.
    pub(crate) fn pause_at_breakpoint(&mut self) {
        self.stop();
        self.hit = true;
    }

    /// True when a breakpoint was hit and [`Pace::clear_hit`] was not called since.
    pub(crate) const fn was_hit(&self) -> bool {
        self.hit
    }

    /// Forgets earlier hits, when a method such as [`play_out`] is called.
    pub(crate) const fn clear_hit(&mut self) {
        self.hit = false;
    }

    /// Pauses after a move was taken back. If the goban ran, [`Pace::moved`] resumes it. Does not set `held`.
    pub(crate) fn hold(&mut self) {
        let resumes = self.running || self.resumes;
        self.stop();
        self.resumes = resumes;
    }

    /// Resumes after the move of a person, if [`Pace::hold`] paused a running goban.
    pub(crate) fn moved(&mut self) {
        self.running |= std::mem::take(&mut self.resumes);
    }

    /// Requests `count` steps at tick `now`, after those requested before.
    pub(crate) fn step(&mut self, now: u64, count: u32) {
        self.last_step = self.last_step.max(now) + u64::from(count);
    }

    pub(crate) const fn drop_steps(&mut self) {
        self.last_step = 0;
    }

    /// True when there are ticks to do, now or as time passes.
    #[must_use]
    pub const fn is_busy(&self) -> bool {
        !self.held && (self.running || self.steps())
    }

    /// True when requested steps remain.
    #[must_use]
    pub const fn steps(&self) -> bool {
        self.last_step > 0
    }

    /// Number of requested steps that remain at this tick.
    #[must_use]
    pub fn steps_left(&self, tick: u64) -> u32 {
        u32::try_from(self.last_step.saturating_sub(tick)).unwrap_or(u32::MAX)
    }

    /// Ends the requested steps when their tick is reached or the game is over.
    pub(crate) const fn ticked(&mut self, tick: u64, over: bool) {
        if over || tick >= self.last_step {
            self.last_step = 0;
        }
    }

    /// Adds the ticks that are due after `seconds`, if the goban runs now and ran at the last call. Adds none
    /// at infinite speed.
    pub(crate) fn add_due_ticks(&mut self, seconds: f32) {
        let runs = self.running && !self.held;
        if std::mem::replace(&mut self.ran_before, runs) && runs && self.rate.is_finite() {
            self.due_ticks += seconds * self.rate;
        }
    }

    /// True when [`Pace::add_due_ticks`] must be called in this frame.
    pub(crate) const fn needs_time(&self) -> bool {
        self.running || self.ran_before
    }

    /// Drops all due ticks but one.
    pub(crate) const fn drop_due_ticks(&mut self) {
        self.due_ticks = self.due_ticks.min(1.0);
    }

    /// Returns true if the goban may tick now. Subtracts the tick from the due ticks, except for a requested
    /// step, a tick that is under way, and at infinite speed.
    pub(crate) fn take_due_tick(&mut self, under_way: bool) -> bool {
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
        let is_due = self.due_ticks >= 1.0;
        self.due_ticks -= f32::from(u8::from(is_due));
        is_due
    }
}
