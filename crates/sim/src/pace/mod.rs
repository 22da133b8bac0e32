//! Pace: speed of running gobans.

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

/// True when a mind answers a person's move at once, even on a paused goban. Otherwise it answers while the
/// goban runs.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AnswersAtOnce(pub bool);

/// Speed of a goban.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
pub struct Pace {
    /// True while the goban runs.
    pub running: bool,
    /// Speed, in ticks per second, more than 0. Infinity: as fast as possible.
    pub rate: f32,
    /// True while the goban waits for something outside the game. It resumes afterwards.
    pub held: bool,
    /// True if the goban ran at the last call of [`Pace::earn`].
    counts: bool,
    /// Number of ticks that are due by elapsed time.
    owed: f32,
    /// Tick at which requested steps end. 0: none.
    until: u64,
    /// True when the goban ran before a move was taken back. It runs again after the new move.
    resumes: bool,
    /// True when a breakpoint was hit since the last start by a call.
    struck: bool,
}

impl Default for Pace {
    /// Paused, at 8 ticks per second.
    fn default() -> Self {
        Self {
            running: false,
            rate: 8.0,
            held: false,
            counts: false,
            owed: 0.0,
            until: 0,
            resumes: false,
            struck: false,
        }
    }
}

impl Pace {
    /// Pauses, and drops due ticks and steps.
    pub(crate) fn stop(&mut self) {
        self.running = false;
        self.owed = 0.0;
        self.until = 0;
        self.resumes = false;
    }

    /// Pauses because a breakpoint was hit.
    pub(crate) fn strike(&mut self) {
        self.stop();
        self.struck = true;
    }

    /// True when a breakpoint was hit since the last start by a call.
    pub(crate) const fn is_struck(&self) -> bool {
        self.struck
    }

    /// Starts by a call, in spite of earlier hits.
    pub(crate) const fn go_on(&mut self) {
        self.struck = false;
    }

    /// Pauses until a person has moved in place of a move taken back. Resumes then if it ran.
    pub(crate) fn hold(&mut self) {
        let resumes = self.running || self.resumes;
        self.stop();
        self.resumes = resumes;
    }

    /// Resumes after the move of a person.
    pub(crate) fn moved(&mut self) {
        self.running |= std::mem::take(&mut self.resumes);
    }

    /// Requests `count` further steps after tick `now`.
    pub(crate) fn step(&mut self, now: u64, count: u32) {
        self.until = self.until.max(now) + u64::from(count);
    }

    /// Drops the requested steps.
    pub(crate) const fn arrive(&mut self) {
        self.until = 0;
    }

    /// True when there are ticks to do, now or as time passes.
    #[must_use]
    pub const fn is_busy(&self) -> bool {
        !self.held && (self.running || self.steps())
    }

    /// True when requested steps remain.
    #[must_use]
    pub const fn steps(&self) -> bool {
        self.until > 0
    }

    /// Number of requested steps that remain at this tick.
    #[must_use]
    pub fn steps_left(&self, tick: u64) -> u32 {
        u32::try_from(self.until.saturating_sub(tick)).unwrap_or(u32::MAX)
    }

    /// Ends the requested steps when their tick is reached or the game is over.
    pub(crate) const fn ticked(&mut self, tick: u64, over: bool) {
        if over || tick >= self.until {
            self.until = 0;
        }
    }

    /// Adds the ticks due for `seconds`, if the goban ran at the last call too.
    pub(crate) fn earn(&mut self, seconds: f32) {
        let runs = self.running && !self.held;
        if std::mem::replace(&mut self.counts, runs) && runs && self.rate.is_finite() {
            self.owed += seconds * self.rate;
        }
    }

    /// True when [`Pace::earn`] would change anything.
    pub(crate) const fn is_live(&self) -> bool {
        self.running || self.counts
    }

    /// Keeps at most one due tick.
    pub(crate) const fn forgive(&mut self) {
        self.owed = self.owed.min(1.0);
    }

    /// Returns true if a tick may be done. Subtracts it from the due ticks unless it is already under way.
    pub(crate) fn pay(&mut self, under_way: bool) -> bool {
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
