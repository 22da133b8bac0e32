//! Advice: one or several minds that do not play evaluate the position.

use crate::agents::{GobanView, Phases, Sensed, StoneSenses};
use crate::thinking::{AskedBy, Mind, MindPool};
use crate::{Goban, GobanDice, Halt, Referee, Seats};
use bevy::ecs::change_detection::Tick;
use bevy::ecs::prelude::*;
use bevy::platform::time::Instant;
use stonefield_go::{Color, Move};
use stonefield_minds::{Answer, BrainSpec, Observation};
use stonefield_search::{Purpose, RngAddress, StopWatch, Thought};

/// Advisers of a goban and their opinions about the position.
///
/// One mind is asked, once or about every new position, or several are compared at every new position. Advice
/// changes neither the game nor its random numbers.
#[derive(Component, Default)]
pub struct Advice {
    /// Opinions of the advisers; more than one only for a comparison.
    opinions: Vec<Opinion>,
    color: Option<Color>,
    /// Bevy change tick of the referee in the position that the opinions are about.
    since: Option<Tick>,
    /// Advisers for every new position.
    constant: Option<Constant>,
}

/// Advisers for every new position.
#[derive(Clone, Debug, PartialEq)]
enum Constant {
    /// One mind; `None` for the default [`adviser`].
    One(Option<BrainSpec>),
    /// Several minds at once.
    Several(Vec<Compared>),
}

/// Greatest number of minds in a comparison.
pub const MAX_COMPARED: usize = 6;

/// A mind in a comparison.
#[derive(Clone, Debug, PartialEq)]
pub enum Compared {
    /// Mind that plays this colour. If no mind does, a tree search for Black and a swarm for White.
    Seat(Color),
    /// Mind of this specification.
    Mind(BrainSpec),
}

impl Compared {
    /// Returns the spec of the mind.
    #[must_use]
    pub fn spec(&self, seats: &Seats) -> BrainSpec {
        match self {
            Self::Mind(spec) => spec.clone(),
            Self::Seat(color) if seats.has_mind(*color) => seats.spec(*color).clone(),
            Self::Seat(Color::Black) => searcher(),
            Self::Seat(Color::White) => BrainSpec::named("swarm").unwrap_or_default(),
        }
    }
}

/// Returns the specs of the compared minds, without duplicates, at most [`MAX_COMPARED`].
fn compared_specs(minds: &[Compared], seats: &Seats) -> Vec<BrainSpec> {
    let mut specs: Vec<BrainSpec> = Vec::new();
    for spec in minds.iter().map(|mind| mind.spec(seats)) {
        if !specs.contains(&spec) && specs.len() < MAX_COMPARED {
            specs.push(spec);
        }
    }
    specs
}

/// Opinion of one mind about the present position, for the colour to move.
pub struct Opinion {
    spec: BrainSpec,
    mind: Mind,
    thought: Option<Thought>,
    answer: Option<Answer>,
    /// True from the request until the answer.
    active: bool,
    /// True from the question to the mind until its answer. False while the request waits for [`advise`].
    asked: bool,
    /// Time of the last question.
    began: Option<Instant>,
    /// Seconds from the question to the answer.
    took: Option<f64>,
}

impl Opinion {
    /// Creates an opinion of a mind that is not asked yet.
    fn new(spec: BrainSpec) -> Self {
        let mind = Mind::new(&spec);
        Self { spec, mind, thought: None, answer: None, active: false, asked: false, began: None, took: None }
    }

    /// Spec of the mind.
    #[must_use]
    pub const fn spec(&self) -> &BrainSpec {
        &self.spec
    }

    /// Latest thought of the mind.
    #[must_use]
    pub const fn thought(&self) -> Option<&Thought> {
        self.thought.as_ref()
    }

    /// Answer of the mind, if it has finished.
    #[must_use]
    pub const fn answer(&self) -> Option<&Answer> {
        self.answer.as_ref()
    }

    /// Seconds from the question to the answer. While the mind thinks, the seconds that it reports.
    #[must_use]
    pub fn seconds(&self) -> Option<f64> {
        self.took.or_else(|| self.thought.as_ref()?.seconds)
    }

    /// Returns the best move so far. `None` if the mind has no preference yet, resigned or failed.
    #[must_use]
    pub fn best(&self) -> Option<Move> {
        match (&self.answer, &self.thought) {
            (Some(Answer::Move(action)), _) => Some(*action),
            (Some(_), _) => None,
            (None, thought) => {
                let thought = thought.as_ref().filter(|thought| !thought.is_indifferent())?;
                thought.candidates.first().map(|candidate| candidate.action)
            }
        }
    }

    /// True while the mind's answer is awaited.
    #[must_use]
    pub const fn is_active(&self) -> bool {
        self.active
    }

    fn stop(&mut self) {
        self.mind.cancel();
        (self.active, self.asked) = (false, false);
    }

    fn forget(&mut self) {
        self.stop();
        (self.thought, self.answer, self.took) = (None, None, None);
    }

    /// Reads the messages of the mind. Returns true if there were any.
    fn receive(&mut self) -> bool {
        let received = self.mind.receive();
        if let Some(thought) = self.mind.take_thought() {
            self.thought = Some(thought);
        }
        if let Some(answer) = self.mind.take_answer() {
            self.answer = Some(answer);
            self.took = self.began.map(|began| began.elapsed().as_secs_f64());
            (self.active, self.asked) = (false, false);
        }
        received
    }
}

impl Advice {
    /// Opinions about the present or the last position: one, or several in a comparison.
    #[must_use]
    pub fn opinions(&self) -> &[Opinion] {
        &self.opinions
    }

    /// Spec of the adviser, or of the first in a comparison.
    #[must_use]
    pub fn spec(&self) -> Option<&BrainSpec> {
        self.opinions.first().map(Opinion::spec)
    }

    /// Colour to move in the position that the opinions are about. `None`: there is no such position.
    #[must_use]
    pub const fn color(&self) -> Option<Color> {
        self.color
    }

    /// Latest thought of the adviser, or of the first in a comparison.
    #[must_use]
    pub fn thought(&self) -> Option<&Thought> {
        self.opinions.first().and_then(Opinion::thought)
    }

    /// Answer of the adviser, or of the first in a comparison, if it has finished.
    #[must_use]
    pub fn answer(&self) -> Option<&Answer> {
        self.opinions.first().and_then(Opinion::answer)
    }

    /// True while an adviser's answer is awaited.
    #[must_use]
    pub fn is_active(&self) -> bool {
        self.opinions.iter().any(Opinion::is_active)
    }

    /// True if one mind is asked about every position.
    #[must_use]
    pub const fn is_constant(&self) -> bool {
        matches!(self.constant, Some(Constant::One(_)))
    }

    /// True if minds are compared at every position.
    #[must_use]
    pub const fn compares(&self) -> bool {
        matches!(self.constant, Some(Constant::Several(_)))
    }

    /// Requests opinions about the position with this change tick; [`advise`] then asks the minds. Minds that
    /// were asked before keep what they learned.
    pub(crate) fn ask(&mut self, specs: Vec<BrainSpec>, color: Color, since: Tick) {
        let mut old_opinions = std::mem::take(&mut self.opinions);
        for spec in specs {
            let before = old_opinions.iter().position(|opinion| opinion.spec == spec);
            let mut opinion =
                before.map_or_else(|| Opinion::new(spec), |before| old_opinions.swap_remove(before));
            opinion.forget();
            opinion.active = true;
            self.opinions.push(opinion);
        }
        (self.color, self.since) = (Some(color), Some(since));
    }

    /// Asks one mind about every position from now on: this one, or for `Some(None)` the default adviser.
    /// `None` stops the advice; opinions of advisers for every position are cleared, that of a mind asked
    /// once stays.
    pub(crate) fn keep(&mut self, constant: Option<Option<BrainSpec>>) {
        self.set_constant(constant.map(Constant::One));
    }

    /// Asks these minds about every position from now on. `None` stops the advice.
    pub(crate) fn compare(&mut self, minds: Option<Vec<Compared>>) {
        self.set_constant(minds.map(Constant::Several));
    }

    fn set_constant(&mut self, constant: Option<Constant>) {
        let changes_kind = self.compares() != matches!(constant, Some(Constant::Several(_)));
        let was_constant = std::mem::replace(&mut self.constant, constant).is_some();
        match self.constant {
            None if was_constant => self.forget(),
            None => self.stop(),
            // The advisers have changed, so this position is asked about again.
            Some(Constant::Several(_)) => self.forget(),
            Some(Constant::One(_)) if changes_kind => self.forget(),
            Some(Constant::One(_)) => {}
        }
    }

    /// Stops the advisers, also those for every position. A single opinion stays.
    pub(crate) fn stop_asking(&mut self) {
        self.constant = None;
        self.stop();
    }

    /// Stops the advisers. A single opinion stays; those of a comparison are cleared.
    fn stop(&mut self) {
        self.opinions.iter_mut().for_each(Opinion::stop);
        if self.opinions.len() > 1 {
            self.forget();
        }
    }

    /// Reads the messages of the minds. Returns true if there were any.
    pub(crate) fn receive(&mut self) -> bool {
        let arrived = self.opinions.iter_mut().map(Opinion::receive);
        arrived.fold(false, |received, arrived| received | arrived)
    }

    /// Clears the opinions at the start of a new game, and has the minds forget the last game.
    pub(crate) fn new_game(&mut self) {
        self.forget();
        self.opinions.iter_mut().for_each(|opinion| opinion.mind.new_game());
    }

    /// Stops the minds and clears their opinions, which are about an earlier position.
    fn forget(&mut self) {
        self.opinions.iter_mut().for_each(Opinion::forget);
        self.color = None;
    }
}

/// Returns the adviser if no seat has a mind: a tree search.
fn searcher() -> BrainSpec {
    BrainSpec::named("mcts").unwrap_or_default()
}

/// Returns the default adviser: the mind of the colour to move, else the other colour's, else a tree search.
pub(crate) fn adviser(seats: &Seats, color: Color) -> BrainSpec {
    let seat = [color, !color].into_iter().find(|&seat| seats.has_mind(seat));
    seat.map_or_else(searcher, |seat| seats.spec(seat).clone())
}

/// Clears opinions about an earlier position, and asks the requested advisers about the present one.
pub(crate) fn advise(
    mut gobans: Query<(&mut Advice, Ref<Referee>, Sensed, &GobanDice, &Seats, Option<&Phases>), With<Goban>>,
    stones: Query<StoneSenses>,
    pool: Option<Res<MindPool>>,
    halt: Option<Res<Halt>>,
) {
    for (mut advice, referee, components, dice, seats, phases) in &mut gobans {
        if phases.is_some_and(Phases::has_chosen) {
            // A move is chosen but not played: the position is not complete.
            continue;
        }
        let agents = GobanView::new(&components, &stones);
        let tally = agents.tally;
        let over = tally.outcome.is_some();
        if advice.color.is_some() && (over || advice.since != Some(referee.last_changed())) {
            advice.forget();
        }
        if let (Some(constant), None, false) = (&advice.constant, advice.color, over) {
            let color = agents.progress.to_move;
            let specs = match constant {
                Constant::One(spec) => vec![spec.clone().unwrap_or_else(|| adviser(seats, color))],
                Constant::Several(minds) => compared_specs(minds, seats),
            };
            advice.ask(specs, color, referee.last_changed());
        }
        if !advice.opinions.iter().any(|opinion| opinion.active && !opinion.asked) {
            continue;
        }
        let Some(color) = advice.color else { continue };
        let turn = agents.progress.turns[color];
        let observation = Observation { position: &referee.position, agents: Some(&agents), turn };
        for opinion in advice.opinions.iter_mut().filter(|opinion| opinion.active && !opinion.asked) {
            opinion.asked = true;
            // Separate random numbers: advice does not change what the playing mind draws.
            let chance = RngAddress {
                dice: dice.0,
                tick: tally.tick + 1,
                color: Some(color),
                purpose: Purpose::Other,
            };
            let began = Instant::now();
            opinion.began = Some(began);
            let is_halted = || halt.as_ref().is_some_and(|halt| halt.is_asked());
            let latest = &mut opinion.thought;
            let mut watch = StopWatch::new(|| began.elapsed().as_secs_f64(), is_halted)
                .with_thoughts(true, |thought| latest.get_or_insert_default().clone_from(thought));
            opinion.mind.ask(
                &opinion.spec,
                &observation,
                chance,
                AskedBy::Person,
                pool.as_deref(),
                &mut watch,
            );
            opinion.receive();
        }
    }
}
