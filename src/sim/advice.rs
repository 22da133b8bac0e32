//! Advice: a mind that does not play looks at the position on the board.

use super::rhythm::Rhythm;
use super::turn::Course;
use super::{Dice, Game, Goban, Heat, Patience, Seats, Tally};
use crate::brain::{Brain, BrainSpec, Progress, Seen, Thought, Use, Watch};
use crate::go::{Color, Move};
use bevy::ecs::change_detection::Tick;
use bevy::ecs::prelude::*;
use bevy::platform::time::Instant;

/// What a mind besides those that play thinks of the position on the board.
///
/// It is asked once, or goes on being asked about every position that comes. What it says changes nothing of the game, nor of the chance in it.
#[derive(Component, Default)]
pub struct Advice {
    spec: Option<BrainSpec>,
    mind: Option<Box<dyn Brain>>,
    color: Option<Color>,
    /// When the position it is about came to be.
    since: Option<Tick>,
    thought: Option<Thought>,
    verdict: Option<Verdict>,
    /// Asked, and not come to an end.
    active: bool,
    /// The turn has begun.
    begun: Option<Instant>,
    /// Whose advice is wanted about every position: `Some(None)` for the mind of the colour to move.
    constant: Option<Option<BrainSpec>>,
}

/// What came of advice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It would make this move.
    Move(Move),
    /// It would give the game up.
    Resign,
    /// It could not go on, for this reason.
    Failed(String),
}

impl Advice {
    /// Who advises, or did last.
    #[must_use]
    pub const fn spec(&self) -> Option<&BrainSpec> {
        self.spec.as_ref()
    }

    /// Whose move it is about.
    #[must_use]
    pub const fn color(&self) -> Option<Color> {
        self.color
    }

    /// What the mind thinks of the position that stands, as the colour to move sees it.
    #[must_use]
    pub const fn thought(&self) -> Option<&Thought> {
        self.thought.as_ref()
    }

    /// What it would do, once it has come to an end.
    #[must_use]
    pub const fn verdict(&self) -> Option<&Verdict> {
        self.verdict.as_ref()
    }

    /// Whether it thinks.
    #[must_use]
    pub const fn is_active(&self) -> bool {
        self.active
    }

    /// Whether it is asked about every position.
    #[must_use]
    pub const fn is_constant(&self) -> bool {
        self.constant.is_some()
    }

    /// Asks for advice of a mind about the position that stands since then.
    pub(super) fn ask(&mut self, spec: BrainSpec, color: Color, since: Tick) {
        if self.spec.as_ref() != Some(&spec) || self.mind.is_none() {
            self.mind = Some(spec.build());
            self.spec = Some(spec);
        }
        self.forget();
        (self.color, self.since, self.active) = (Some(color), Some(since), true);
    }

    /// Asks about every position from now on, or no longer.
    pub(super) fn keep(&mut self, constant: Option<Option<BrainSpec>>) {
        self.constant = constant;
        if self.constant.is_none() {
            self.stop();
        }
    }

    /// Thinks no more; what it has said stays.
    pub(super) fn stop(&mut self) {
        (self.active, self.begun) = (false, None);
    }

    /// What it has said is of another position.
    fn forget(&mut self) {
        self.stop();
        (self.color, self.thought, self.verdict) = (None, None, None);
    }
}

/// Who advises when nobody is named: the mind of the colour to move, or where a person plays that, the other's, or else a tree search.
pub(super) fn adviser(seats: &Seats, color: Color) -> BrainSpec {
    let seat = [color, !color].into_iter().find(|&seat| !seats.is_human(seat));
    seat.map_or_else(|| BrainSpec::named("mcts").unwrap_or_default(), |seat| seats.spec(seat).clone())
}

/// The adviser's view of those who watch.
struct Onlooker<'a> {
    seconds: f64,
    thought: &'a mut Option<Thought>,
}

impl Watch for Onlooker<'_> {
    fn stop(&self) -> bool {
        false
    }

    fn elapsed(&self) -> f64 {
        self.seconds
    }

    fn curious(&self) -> bool {
        true
    }

    fn thought(&mut self, thought: &Thought) {
        self.thought.get_or_insert_default().clone_from(thought);
    }
}

/// Lets advisers think, a part of a frame at a time.
pub(super) fn advise(
    mut gobans: Query<(&mut Advice, Ref<Game>, &Heat, &Dice, &Course, &Tally, &Seats), With<Goban>>,
    patience: Res<Patience>,
    mut rhythm: ResMut<Rhythm>,
) {
    for (mut advice, game, heat, dice, course, tally, seats) in &mut gobans {
        if advice.color.is_some() && advice.since != Some(game.last_changed()) {
            advice.forget();
        }
        let over = tally.outcome.is_some();
        if let (Some(constant), None, false) = (&advice.constant, advice.color, over) {
            let color = game.position.to_move();
            let spec = constant.clone().unwrap_or_else(|| adviser(seats, color));
            advice.ask(spec, color, game.last_changed());
        }
        if !advice.active {
            continue;
        }
        let advice = &mut *advice;
        let (Some(mind), Some(color)) = (&mut advice.mind, advice.color) else { continue };
        let seen =
            Seen { position: &game.position, heat: heat.0.values(), turn: course.turns[color], asked: None };
        if advice.begun.is_none() {
            // A throw of its own: whoever plays here throws as if nobody had been asked.
            let rng = dice.0.rng(tally.tick + 1, Some(color), Use::Other);
            mind.begin(&seen, rng);
            advice.begun = Some(Instant::now());
        }
        let frame = Instant::now();
        let share = rhythm.left();
        while share > 0.0 || *patience == Patience::Whole {
            let seconds = advice.begun.map_or(0.0, |begun| begun.elapsed().as_secs_f64());
            let mut watch = Onlooker { seconds, thought: &mut advice.thought };
            let verdict = match mind.advance(&seen, patience.quota(), &mut watch) {
                Progress::More if *patience == Patience::Whole || frame.elapsed().as_secs_f32() < share => {
                    continue;
                }
                Progress::More => break,
                Progress::Done(action) => Verdict::Move(action),
                Progress::Resign => Verdict::Resign,
                Progress::Failed(why) => Verdict::Failed(why),
                Progress::Waiting => Verdict::Failed("it waits for a person".to_owned()),
            };
            advice.verdict = Some(verdict);
            advice.stop();
            break;
        }
        rhythm.spend(frame.elapsed().as_secs_f32());
    }
}
