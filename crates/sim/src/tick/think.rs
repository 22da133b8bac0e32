//! Thoughts of minds and their delivery.

use crate::agents::{PlyScratch, Seats};
use crate::{Advice, Pace};
use bevy::ecs::prelude::*;
use bevy::platform::time::Instant;
use stonefield_go::{ByColor, Color, Move};
use stonefield_minds::Answer;
use stonefield_search::{CpuClock, Thought};

/// True to collect thoughts without a viewer too, for example for a record. Moves do not depend on this.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CollectThoughts(pub bool);

/// CPU clock for minds that answer within the tick. With a clock, their time budgets are CPU time, and their
/// effort is counted. Without one, time budgets are real time, and no effort is counted.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub struct EffortClock(pub Option<CpuClock>);

impl EffortClock {
    /// Runs `work` on this thread. Returns its result and CPU time in seconds, `None` if that is not counted.
    pub(super) fn timed<T>(self, work: impl FnOnce() -> T) -> (T, Option<f64>) {
        let before = self.0.and_then(|read| read());
        let done = work();
        (done, self.0.and_then(|read| read()).zip(before).map(|(now, before)| now - before))
    }
}

/// Sum of a mind's effort over its turns in a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TurnEffort {
    /// CPU time in seconds: of the calling thread, the mind's own threads, its stones' bids, and its program.
    /// `None` if unknown, for example without an [`EffortClock`].
    pub seconds: Option<f64>,
    /// Number of playouts, or of visits if the mind counts those.
    pub playouts: u64,
    /// Number of searched positions.
    pub nodes: u64,
}

impl Default for TurnEffort {
    fn default() -> Self {
        Self { seconds: Some(0.0), playouts: 0, nodes: 0 }
    }
}

/// Fastest game, in ticks per second, whose thoughts are shown to viewers.
const READABLE: f32 = 20.0;

/// Thoughts of the mind of the colour to move, for viewers.
#[derive(Component, Clone, Debug, Default)]
pub struct Thinking {
    /// Colour whose mind thinks, or thought last.
    pub color: Option<Color>,
    /// Last thought of each colour's mind, if any.
    pub thoughts: ByColor<Option<Thought>>,
    /// Effort of each colour's mind in this game.
    pub effort: ByColor<TurnEffort>,
    /// True while a turn of `color` is active.
    pub(super) active: bool,
    /// True if the mind of `color` sent a thought in its turn.
    pub(super) has_thought: bool,
    /// Start of the last turn.
    pub(super) began: Option<Instant>,
}

impl Thinking {
    /// Returns the last thought in the current or last turn, if that is a turn of this colour's mind.
    #[must_use]
    pub fn latest(&self, color: Color) -> Option<&Thought> {
        self.thoughts[color].as_ref().filter(|_| self.has_thought && self.color == Some(color))
    }

    /// True while a mind thinks about its turn.
    #[must_use]
    pub const fn is_active(&self) -> bool {
        self.active
    }

    /// Start of a mind's last turn, `None` before the first.
    #[must_use]
    pub const fn began(&self) -> Option<Instant> {
        self.began
    }

    /// True while a mind thinks about a turn that began at `then` or later.
    pub(crate) fn has_begun_since(&self, then: Instant) -> bool {
        self.active && self.began.is_some_and(|began| began >= then)
    }

    /// Adds CPU time of a colour's mind. `None`: the time is unknown, so the sum is unknown from now on.
    pub(super) fn add_cpu_seconds(&mut self, color: Color, seconds: Option<f64>) {
        let spent = &mut self.effort[color].seconds;
        *spent = spent.zip(seconds).map(|(spent, more)| spent + more);
    }

    /// Adds the playouts and nodes of the answer of a colour's mind.
    pub(super) fn add_search_counts(&mut self, color: Color) {
        let counts = self.latest(color).map(|thought| (thought.playouts, thought.nodes));
        let effort = &mut self.effort[color];
        if let Some((playouts, nodes)) = counts {
            (effort.playouts, effort.nodes) = (effort.playouts + playouts, effort.nodes + nodes);
        }
    }

    /// Stores a thought of the mind of `color`.
    pub(super) fn set_thought(&mut self, thought: Thought) {
        self.has_thought = true;
        if let Some(color) = self.color {
            self.thoughts[color] = Some(thought);
        }
    }
}

/// True if viewers can follow the thoughts: the game is paused, or not faster than [`READABLE`].
pub(super) fn is_followed(pace: &Pace) -> bool {
    !pace.running || pace.rate <= READABLE
}

/// Reads the messages of players and advisers that run on threads. Returns true if there were any.
pub(crate) fn receive_messages(world: &mut World) -> bool {
    let wants_thoughts = world.get_resource::<CollectThoughts>().is_some_and(|collect| collect.0);
    let mut gobans = world.query::<(&mut Seats, &mut Thinking, &mut Advice, &Pace)>();
    let mut received = false;
    for (mut seats, mut thinking, mut advice, pace) in gobans.iter_mut(world) {
        // Change detection of the seats must not fire unless a message arrived.
        let minds = &mut seats.bypass_change_detection().minds;
        let arrived = Color::ALL.map(|color| minds[color].receive());
        if arrived.contains(&true) {
            received = true;
            seats.set_changed();
        }
        if thinking.active
            && let Some(color) = thinking.color
        {
            let mind = &mut seats.bypass_change_detection().minds[color];
            mind.set_wants_thoughts(wants_thoughts || is_followed(pace));
            if let Some(thought) = mind.take_thought() {
                thinking.set_thought(thought);
            }
        }
        if advice.bypass_change_detection().receive() {
            received = true;
            advice.set_changed();
        }
    }
    received
}

/// Returns a legal answer. An illegal move becomes a pass or, if a pass is illegal too, a resignation. The
/// rule that the move breaks is then returned too.
pub(crate) fn lawful<E>(answer: Answer, check: impl Fn(Move) -> Result<(), E>) -> (Answer, Option<E>) {
    let Answer::Move(chosen) = answer else { return (answer, None) };
    match check(chosen) {
        Ok(()) => (answer, None),
        Err(error) if check(Move::Pass).is_ok() => (Answer::Move(Move::Pass), Some(error)),
        Err(error) => (Answer::Resign, Some(error)),
    }
}

/// Cancels the turn of the thinking mind, for example because its position is no longer on the board.
pub(crate) fn stop(world: &mut World, goban: Entity) {
    if let Some(mut scratch) = world.get_mut::<PlyScratch>(goban) {
        scratch.thinking = false;
    }
    if let Some(mut thinking) = world.get_mut::<Thinking>(goban) {
        thinking.active = false;
    }
    if let Some(mut seats) = world.get_mut::<Seats>(goban) {
        Color::ALL.into_iter().for_each(|color| seats.minds[color].cancel());
    }
}
