//! What minds think, and how it is heard.

use crate::agents::{PlyScratch, Seats};
use crate::{Advice, Pace};
use bevy::ecs::prelude::*;
use bevy::platform::time::Instant;
use stonefield_go::{ByColor, Color, Move};
use stonefield_minds::Answer;
use stonefield_search::{CpuClock, Thought};

/// Whether minds are asked for their views even where no viewer looks on, as for a record. What they choose is the same.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CollectThoughts(pub bool);

/// Where the CPU time of minds that answer within the tick is read from. With it their budgets of time are CPU time, and what they spend is
/// counted; without it their budgets are real time, and nothing is counted.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub struct EffortClock(pub Option<CpuClock>);

impl EffortClock {
    /// Does something on this thread, and tells its CPU time in seconds; `None` where that is not counted.
    pub(super) fn timed<T>(self, work: impl FnOnce() -> T) -> (T, Option<f64>) {
        let before = self.0.and_then(|read| read());
        let done = work();
        (done, self.0.and_then(|read| read()).zip(before).map(|(now, before)| now - before))
    }
}

/// What a mind has spent on its turns in a game so far, as far as it is counted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TurnEffort {
    /// CPU time in seconds: of the thread that asked it, of its own threads, of its stones' bids, and of its program; `None` where that is not
    /// counted or cannot be known.
    pub seconds: Option<f64>,
    /// Games it has played out, or visits where it counts those.
    pub playouts: u64,
    /// Positions it has looked at.
    pub nodes: u64,
}

impl Default for TurnEffort {
    fn default() -> Self {
        Self { seconds: Some(0.0), playouts: 0, nodes: 0 }
    }
}

/// Ticks a second up to which viewers are told what minds think.
const READABLE: f32 = 20.0;

/// What the mind of the colour to move thinks, for viewers.
#[derive(Component, Clone, Debug, Default)]
pub struct Thinking {
    /// Whose mind thinks, or thought last.
    pub color: Option<Color>,
    /// What each colour's mind said last; `None` for one that says nothing.
    pub thoughts: ByColor<Option<Thought>>,
    /// What each colour's mind has spent in this game.
    pub effort: ByColor<TurnEffort>,
    /// Whether its turn goes on.
    pub(super) active: bool,
    /// Whether the last of them said anything in its turn.
    pub(super) spoke: bool,
    /// When it began.
    pub(super) began: Option<Instant>,
}

impl Thinking {
    /// What the mind of this colour said in the last turn, if the turn was its own.
    #[must_use]
    pub fn latest(&self, color: Color) -> Option<&Thought> {
        self.thoughts[color].as_ref().filter(|_| self.spoke && self.color == Some(color))
    }

    /// Whether a mind has begun its turn and not come to its end.
    #[must_use]
    pub const fn is_active(&self) -> bool {
        self.active
    }

    /// When the last turn of a mind began; `None` before the first.
    #[must_use]
    pub const fn began(&self) -> Option<Instant> {
        self.began
    }

    /// Whether a mind has begun its turn since then and not come to its end.
    pub(crate) fn has_begun_since(&self, then: Instant) -> bool {
        self.active && self.began.is_some_and(|began| began >= then)
    }

    /// The mind of a colour has worked for so many seconds of CPU time; `None` where it is not known how many.
    pub(super) fn spend(&mut self, color: Color, seconds: Option<f64>) {
        let spent = &mut self.effort[color].seconds;
        *spent = spent.zip(seconds).map(|(spent, more)| spent + more);
    }

    /// The mind of a colour has answered.
    pub(super) fn count(&mut self, color: Color) {
        let said = self.latest(color).map(|thought| (thought.playouts, thought.nodes));
        let effort = &mut self.effort[color];
        if let Some((playouts, nodes)) = said {
            (effort.playouts, effort.nodes) = (effort.playouts + playouts, effort.nodes + nodes);
        }
    }

    /// The mind of the colour says this.
    pub(super) fn say(&mut self, thought: Thought) {
        self.spoke = true;
        if let Some(color) = self.color {
            self.thoughts[color] = Some(thought);
        }
    }
}

/// Whether a viewer can follow the thoughts of a game; where it runs too fast they are not told, as that takes time.
pub(super) fn is_followed(pace: &Pace) -> bool {
    !pace.running || pace.rate <= READABLE
}

/// Hears what minds have told that think on threads; whether it was anything.
pub(crate) fn hear(world: &mut World) -> bool {
    let curious = world.get_resource::<CollectThoughts>().is_some_and(|curious| curious.0);
    let mut gobans = world.query::<(&mut Seats, &mut Thinking, &mut Advice, &Pace)>();
    let mut heard = false;
    for (mut seats, mut thinking, mut advice, pace) in gobans.iter_mut(world) {
        // Change detection on the seats must not fire unless something was said.
        let minds = &mut seats.bypass_change_detection().minds;
        let told = Color::ALL.map(|color| minds[color].hear());
        if told.contains(&true) {
            heard = true;
            seats.set_changed();
        }
        if thinking.active
            && let Some(color) = thinking.color
        {
            let mind = &mut seats.bypass_change_detection().minds[color];
            mind.watch(curious || is_followed(pace));
            if let Some(thought) = mind.take_thought() {
                thinking.say(thought);
            }
        }
        if advice.bypass_change_detection().hear() {
            heard = true;
            advice.set_changed();
        }
    }
    heard
}

/// An answer that the law allows: in place of an illegal move a pass or, where the rules know none, a resignation, with the law that was broken.
pub(crate) fn lawful<E>(answer: Answer, check: impl Fn(Move) -> Result<(), E>) -> (Answer, Option<E>) {
    let Answer::Move(chosen) = answer else { return (answer, None) };
    match check(chosen) {
        Ok(()) => (answer, None),
        Err(error) if check(Move::Pass).is_ok() => (Answer::Move(Move::Pass), Some(error)),
        Err(error) => (Answer::Resign, Some(error)),
    }
}

/// Has the mind that thinks drop its turn: what it was asked about is no longer there.
pub(crate) fn stop(world: &mut World, goban: Entity) {
    if let Some(mut scratch) = world.get_mut::<PlyScratch>(goban) {
        scratch.thinking = false;
    }
    if let Some(mut thinking) = world.get_mut::<Thinking>(goban) {
        thinking.active = false;
    }
    if let Some(mut seats) = world.get_mut::<Seats>(goban) {
        Color::ALL.into_iter().for_each(|color| seats.minds[color].leave());
    }
}
