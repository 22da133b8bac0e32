//! Think: the mind of the colour to move chooses.

use super::turn::{Choice, Course, Turn};
use super::{Dice, Game, Goban, Halt, Heat, Pace, Refused, Seats, Tally};
use crate::brain::{Answer, Progress, Seen, Thought, Use, Watch};
use crate::go::{ByColor, Color, Move};
use bevy::ecs::prelude::*;
use bevy::platform::time::Instant;

/// How long a mind may think before the world goes on without its choice.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Patience {
    /// To its end: whoever runs the tick waits.
    #[default]
    Whole,
    /// So many units of its own work at a time; the tick is taken up again where it stood.
    Slices(u32),
}

/// Whether minds are asked for their views even where nobody looks on, as for a record. What they choose is the same.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Curious(pub bool);

/// Ticks a second up to which somebody who looks on is told what minds think.
const READABLE: f32 = 20.0;

impl Patience {
    pub(super) const fn quota(self) -> u32 {
        match self {
            Self::Whole => u32::MAX,
            Self::Slices(units) => units,
        }
    }
}

/// What the mind of the colour to move thinks, for those who look on.
#[derive(Component, Clone, Debug, Default)]
pub struct Thinking {
    /// Whose mind thinks, or thought last.
    pub color: Option<Color>,
    /// What each colour's mind said last; `None` for one that says nothing.
    pub thoughts: ByColor<Option<Thought>>,
    /// Whether its turn goes on.
    active: bool,
    /// Whether the last of them said anything in its turn.
    spoke: bool,
    /// When it began; later by as long as it stood still since.
    began: Option<Instant>,
    /// When it was asked last.
    asked: Option<Instant>,
    /// Seconds that it has worked in the slices before this one.
    worked: f64,
}

/// A mind that is not asked for so many seconds stands still: that time is not its own.
const STILL: f32 = 1.0;

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

    /// Goes on after a frame, or after it has stood still.
    fn go_on(&mut self) {
        let now = Instant::now();
        if let (Some(began), Some(asked)) = (self.began, self.asked) {
            let gap = now.saturating_duration_since(asked);
            if gap.as_secs_f32() > STILL {
                self.began = Some(began + gap);
            }
        }
        self.asked = Some(now);
    }

    /// Seconds since the turn began.
    #[must_use]
    pub fn seconds(&self) -> f64 {
        self.began.map_or(0.0, |began| began.elapsed().as_secs_f64())
    }
}

/// Seconds after which a mind may leave a unit of its work in the middle, so that frames come in between.
pub(super) const SLICE: f32 = 0.001;

/// A mind's view of those who watch it.
struct Onlooker<'a> {
    hurry: bool,
    halt: &'a Halt,
    /// Whether its work is cut in slices.
    sliced: bool,
    curious: bool,
    slice: Instant,
    thinking: &'a mut Thinking,
}

impl Watch for Onlooker<'_> {
    fn stop(&self) -> bool {
        self.hurry || self.halt.is_asked()
    }

    fn pauses(&self) -> bool {
        self.sliced && self.slice.elapsed().as_secs_f32() >= SLICE
    }

    fn elapsed(&self) -> f64 {
        self.thinking.seconds()
    }

    fn worked(&self) -> f64 {
        self.thinking.worked + self.slice.elapsed().as_secs_f64()
    }

    fn curious(&self) -> bool {
        self.curious
    }

    fn thought(&mut self, thought: &Thought) {
        self.thinking.spoke = true;
        if let Some(color) = self.thinking.color {
            self.thinking.thoughts[color].get_or_insert_default().clone_from(thought);
        }
    }
}

/// What a mind is asked with and answers into.
type Asked<'a> = (
    Entity,
    &'a Game,
    &'a Heat,
    &'a Dice,
    &'a Course,
    &'a Tally,
    &'a mut Seats,
    &'a mut Turn,
    &'a mut Thinking,
    &'a Pace,
);

/// Lets the minds of the gobans that are due choose. A goban whose mind waits for a person, or wants to think on, is due
/// no longer.
pub(super) fn think(
    mut gobans: Query<Asked, With<Goban>>,
    patience: Res<Patience>,
    asked_for: Res<Curious>,
    halt: Res<Halt>,
    mut refusals: MessageWriter<Refused>,
) {
    for (goban, game, heat, dice, course, tally, mut seats, mut turn, mut thinking, pace) in &mut gobans {
        if !turn.due {
            continue;
        }
        let color = game.position.to_move();
        turn.tick = tally.tick + 1;
        turn.mover = color;
        if let Some(replay) = turn.replay {
            turn.chosen = Some(replay.choice);
            continue;
        }
        let seats = &mut *seats;
        let seen = Seen {
            position: &game.position,
            heat: heat.0.values(),
            turn: course.turns[color],
            asked: seats.asked[color],
        };
        if std::mem::take(&mut seats.gives_up) {
            turn.chosen = Some(Choice::Resign);
            continue;
        }
        let mind = &mut seats.minds[color];
        if !turn.thinking {
            turn.thinking = true;
            thinking.color = Some(color);
            thinking.spoke = false;
            thinking.active = true;
            thinking.began = Some(Instant::now());
            thinking.asked = None;
            thinking.worked = 0.0;
            mind.begin(&seen, dice.0.rng(turn.tick, Some(color), Use::Think));
        }
        thinking.go_on();
        // Nobody can follow the thoughts of a game that rushes by, and to tell them takes time.
        let followed = *patience != Patience::Whole && (!pace.running || pace.rate <= READABLE);
        let curious = followed || asked_for.0;
        if !curious {
            thinking.thoughts[color] = None;
        }
        let slice = Instant::now();
        let sliced = *patience != Patience::Whole;
        let mut watch =
            Onlooker { hurry: seats.hurry, halt: &halt, sliced, curious, slice, thinking: &mut thinking };
        let quota = patience.quota();
        let mut progress = mind.advance(&seen, quota, &mut watch);
        while *patience == Patience::Whole && progress == Progress::More && !halt.is_asked() {
            progress = mind.advance(&seen, quota, &mut watch);
        }
        let now = Instant::now();
        thinking.asked = Some(now);
        thinking.worked += now.saturating_duration_since(slice).as_secs_f64();
        if halt.is_asked() {
            // It may have been cut short: what it says now is not what it would have said.
            turn.due = false;
            turn.thinking = false;
            thinking.active = false;
            continue;
        }
        let mut refuse = |reason: String| {
            refusals.write(Refused { goban, reason });
        };
        let choice = match progress {
            Progress::Done(Answer::Move(chosen)) => lawful(game, color, chosen, &mut refuse),
            Progress::Done(Answer::Resign) => Choice::Resign,
            Progress::Done(Answer::Failed(reason)) => {
                refuse(format!("{color}'s mind failed: {reason}"));
                seats.faults[color] = Some(reason);
                Choice::Fail
            }
            Progress::More => {
                turn.due = false;
                continue;
            }
            Progress::Waiting => {
                if let Some(asked) = seats.asked[color].take() {
                    refuse(match game.position.check(asked) {
                        Err(error) => error.to_string(),
                        Ok(()) => format!("{color}'s mind did not take {asked}"),
                    });
                }
                turn.due = false;
                turn.thinking = false;
                thinking.active = false;
                continue;
            }
        };
        turn.chosen = Some(choice);
        turn.thinking = false;
        thinking.active = false;
        seats.asked[color] = None;
        seats.hurry = false;
    }
}

/// The choice if the law allows it; else a pass, and where the rules know no pass, resignation.
fn lawful(game: &Game, color: Color, chosen: Move, refuse: &mut impl FnMut(String)) -> Choice {
    match game.position.check(chosen) {
        Ok(()) => Choice::Move(chosen),
        Err(error) => {
            refuse(format!("{color} chose an illegal move: {error}"));
            if game.position.is_legal(Move::Pass) { Choice::Move(Move::Pass) } else { Choice::Resign }
        }
    }
}

/// Lets the minds that are programs of their own look after what goes on between their turns.
pub(super) fn attend(mut gobans: Query<(&mut Seats, &Turn, &Pace, &Game, &Heat, &Course), With<Goban>>) {
    for (mut seats, turn, pace, game, heat, course) in &mut gobans {
        // Nothing of the seats that others look at changes.
        let seats = seats.bypass_change_detection();
        for color in Color::ALL {
            let goes_on = pace.running || pace.steps();
            let thinks = turn.thinking && turn.mover == color && goes_on;
            if seats.spec(color).info().outside && !thinks {
                let position = &game.position;
                let turn = course.turns[color];
                seats.minds[color].attend(&Seen { position, heat: heat.0.values(), turn, asked: None });
            }
        }
    }
}

/// Has the mind that thinks drop its turn: what it was asked about is no longer there.
pub(super) fn stop(world: &mut World, goban: Entity) {
    if let Some(mut turn) = world.get_mut::<Turn>(goban) {
        turn.thinking = false;
    }
    if let Some(mut thinking) = world.get_mut::<Thinking>(goban) {
        thinking.active = false;
    }
    if let Some(mut seats) = world.get_mut::<Seats>(goban) {
        seats.hurry = false;
    }
}
