//! Pace: how fast a running goban ticks.

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

/// Whether a mind answers the move of a person at once, on a goban that stands still too. Else it answers where the goban runs.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AnswersAtOnce(pub bool);

/// The speed of a goban.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
pub struct Pace {
    /// Whether it runs.
    pub running: bool,
    /// Ticks a second, more than 0; infinity is as fast as possible.
    pub rate: f32,
    /// Whether it waits for something outside the game, whatever else it is told: it goes on as it was afterwards.
    pub held: bool,
    /// Whether it ran, and time counted for it, when last it was asked.
    counts: bool,
    /// Ticks that time has earned and that have not been done.
    owed: f32,
    /// The tick up to which it was told to step, whether it runs or not.
    until: u64,
    /// It ran until a move was taken back, and runs on with the move made instead.
    resumes: bool,
    /// A breakpoint has struck since it was last set going.
    struck: bool,
}

impl Default for Pace {
    /// Standing still, at 8 ticks a second.
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
    /// Stands still and forgets what it owes.
    pub(crate) fn stop(&mut self) {
        self.running = false;
        self.owed = 0.0;
        self.until = 0;
        self.resumes = false;
    }

    /// Stands still because a breakpoint has struck.
    pub(crate) fn strike(&mut self) {
        self.stop();
        self.struck = true;
    }

    /// Whether a breakpoint has struck since it was last set going by a call.
    pub(crate) const fn is_struck(&self) -> bool {
        self.struck
    }

    /// Is set going by a call, wherever a breakpoint has struck before.
    pub(crate) const fn go_on(&mut self) {
        self.struck = false;
    }

    /// Stands still until a person has moved instead of what was taken back, and then goes on if it ran.
    pub(crate) fn hold(&mut self) {
        let resumes = self.running || self.resumes;
        self.stop();
        self.resumes = resumes;
    }

    /// A person has moved.
    pub(crate) fn moved(&mut self) {
        self.running |= std::mem::take(&mut self.resumes);
    }

    /// Is to do so many ticks more, from this one on.
    pub(crate) fn step(&mut self, now: u64, count: u32) {
        self.until = self.until.max(now) + u64::from(count);
    }

    /// Forgets the steps it was told to do.
    pub(crate) const fn arrive(&mut self) {
        self.until = 0;
    }

    /// Whether it has ticks to do, now or as time passes.
    #[must_use]
    pub const fn is_busy(&self) -> bool {
        !self.held && (self.running || self.steps())
    }

    /// Whether a step that it was told to do is not done.
    #[must_use]
    pub const fn steps(&self) -> bool {
        self.until > 0
    }

    /// Ticks that it was told to do and has not done at this one.
    #[must_use]
    pub fn steps_left(&self, tick: u64) -> u32 {
        u32::try_from(self.until.saturating_sub(tick)).unwrap_or(u32::MAX)
    }

    /// A round has left its game at this tick, or over.
    pub(crate) const fn ticked(&mut self, tick: u64, over: bool) {
        if over || tick >= self.until {
            self.until = 0;
        }
    }

    /// Earns ticks for the seconds since it was last asked, if it ran then already.
    pub(crate) fn earn(&mut self, seconds: f32) {
        let runs = self.running && !self.held;
        if std::mem::replace(&mut self.counts, runs) && runs && self.rate.is_finite() {
            self.owed += seconds * self.rate;
        }
    }

    /// Whether [`Pace::earn`] would change anything.
    pub(crate) const fn is_live(&self) -> bool {
        self.running || self.counts
    }

    /// Keeps one tick at most of what it owes.
    pub(crate) const fn forgive(&mut self) {
        self.owed = self.owed.min(1.0);
    }

    /// Pays for one tick; one under way is paid for.
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
