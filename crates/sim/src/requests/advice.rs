//! Advice: a mind that does not play looks at the position on the board, or several do at once.

use crate::agents::{GobanView, Phases, Sensed, StoneSenses};
use crate::thinking::{AskedBy, Mind, MindPool};
use crate::{Goban, GobanDice, Halt, Referee, Seats};
use bevy::ecs::change_detection::Tick;
use bevy::ecs::prelude::*;
use bevy::platform::time::Instant;
use stonefield_go::{Color, Move};
use stonefield_minds::{Answer, BrainSpec, Observation};
use stonefield_search::{Purpose, RngAddress, StopWatch, Thought};

/// What minds besides those that play think of the position on the board.
///
/// One is asked, or several at once about the same position; once, or about every position that comes. What they say changes nothing of the game, nor
/// of the chance in it.
#[derive(Component, Default)]
pub struct Advice {
    /// Who is asked; several only while they are compared.
    opinions: Vec<Opinion>,
    color: Option<Color>,
    /// When the position it is about came to be.
    since: Option<Tick>,
    /// Who is asked about every position.
    constant: Option<Constant>,
}

/// Whose advice is wanted about every position.
#[derive(Clone, Debug, PartialEq)]
enum Constant {
    /// That of one mind; `None` for the mind of the colour to move.
    One(Option<BrainSpec>),
    /// That of these minds at once.
    Several(Vec<Compared>),
}

/// The most minds that are compared.
pub const MOST_COMPARED: usize = 6;

/// A mind that is compared with others.
#[derive(Clone, Debug, PartialEq)]
pub enum Compared {
    /// The one that plays this colour; in the place of a person a tree search for Black, a swarm for White.
    Seat(Color),
    /// This one.
    Mind(BrainSpec),
}

impl Compared {
    /// Which mind it is.
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

/// The minds that are compared, each once.
fn several(minds: &[Compared], seats: &Seats) -> Vec<BrainSpec> {
    let mut specs: Vec<BrainSpec> = Vec::new();
    for spec in minds.iter().map(|mind| mind.spec(seats)) {
        if !specs.contains(&spec) && specs.len() < MOST_COMPARED {
            specs.push(spec);
        }
    }
    specs
}

/// One mind's view of the position that stands, as the colour to move sees it.
pub struct Opinion {
    spec: BrainSpec,
    mind: Mind,
    thought: Option<Thought>,
    answer: Option<Answer>,
    /// Wanted, and not come to an end.
    active: bool,
    /// The mind has been asked.
    asked: bool,
    /// When it was asked, and after how many seconds it had its answer.
    began: Option<Instant>,
    took: Option<f64>,
}

impl Opinion {
    /// A mind that is yet to be asked.
    fn new(spec: BrainSpec) -> Self {
        let mind = Mind::new(&spec);
        Self { spec, mind, thought: None, answer: None, active: false, asked: false, began: None, took: None }
    }

    /// Whose it is.
    #[must_use]
    pub const fn spec(&self) -> &BrainSpec {
        &self.spec
    }

    /// What the mind thinks so far.
    #[must_use]
    pub const fn thought(&self) -> Option<&Thought> {
        self.thought.as_ref()
    }

    /// What it would do, once it has come to an end.
    #[must_use]
    pub const fn answer(&self) -> Option<&Answer> {
        self.answer.as_ref()
    }

    /// How many seconds passed until it had its answer; while it thinks, those that it says it has worked.
    #[must_use]
    pub fn seconds(&self) -> Option<f64> {
        self.took.or_else(|| self.thought.as_ref()?.seconds)
    }

    /// The move that it would make, as far as it has thought; `None` where it likes none better than others, or makes none.
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

    /// Whether it thinks.
    #[must_use]
    pub const fn is_active(&self) -> bool {
        self.active
    }

    fn stop(&mut self) {
        self.mind.leave();
        (self.active, self.asked) = (false, false);
    }

    fn forget(&mut self) {
        self.stop();
        (self.thought, self.answer, self.took) = (None, None, None);
    }

    /// Takes in what the mind has told; whether that was anything.
    fn hear(&mut self) -> bool {
        let heard = self.mind.hear();
        if let Some(thought) = self.mind.take_thought() {
            self.thought = Some(thought);
        }
        if let Some(answer) = self.mind.take_answer() {
            self.answer = Some(answer);
            self.took = self.began.map(|began| began.elapsed().as_secs_f64());
            (self.active, self.asked) = (false, false);
        }
        heard
    }
}

impl Advice {
    /// What each mind says that was asked about the position that stands, or was asked last: one, or several that are compared.
    #[must_use]
    pub fn opinions(&self) -> &[Opinion] {
        &self.opinions
    }

    /// Who advises, or did last; the first of several.
    #[must_use]
    pub fn spec(&self) -> Option<&BrainSpec> {
        self.opinions.first().map(Opinion::spec)
    }

    /// Whose move it is about.
    #[must_use]
    pub const fn color(&self) -> Option<Color> {
        self.color
    }

    /// What the mind thinks of the position that stands, as the colour to move sees it; the first of several.
    #[must_use]
    pub fn thought(&self) -> Option<&Thought> {
        self.opinions.first().and_then(Opinion::thought)
    }

    /// What it would do, once it has come to an end; the first of several.
    #[must_use]
    pub fn answer(&self) -> Option<&Answer> {
        self.opinions.first().and_then(Opinion::answer)
    }

    /// Whether an adviser thinks.
    #[must_use]
    pub fn is_active(&self) -> bool {
        self.opinions.iter().any(Opinion::is_active)
    }

    /// Whether one mind is asked about every position.
    #[must_use]
    pub const fn is_constant(&self) -> bool {
        matches!(self.constant, Some(Constant::One(_)))
    }

    /// Whether minds are compared at every position.
    #[must_use]
    pub const fn compares(&self) -> bool {
        matches!(self.constant, Some(Constant::Several(_)))
    }

    /// Asks minds for advice about the position that stands since then. One that was asked before keeps what it has learnt.
    pub(crate) fn ask(&mut self, specs: Vec<BrainSpec>, color: Color, since: Tick) {
        let mut known = std::mem::take(&mut self.opinions);
        for spec in specs {
            let before = known.iter().position(|opinion| opinion.spec == spec);
            let mut opinion = before.map_or_else(|| Opinion::new(spec), |before| known.swap_remove(before));
            opinion.forget();
            opinion.active = true;
            self.opinions.push(opinion);
        }
        (self.color, self.since) = (Some(color), Some(since));
    }

    /// Asks one mind about every position from now on, or none any longer.
    pub(crate) fn keep(&mut self, constant: Option<Option<BrainSpec>>) {
        self.want(constant.map(Constant::One));
    }

    /// Asks these minds about every position from now on, or none any longer.
    pub(crate) fn compare(&mut self, minds: Option<Vec<Compared>>) {
        self.want(minds.map(Constant::Several));
    }

    fn want(&mut self, constant: Option<Constant>) {
        let other = self.compares() != matches!(constant, Some(Constant::Several(_)));
        self.constant = constant;
        match self.constant {
            None => self.stop(),
            // Who is asked has changed: about this position too.
            Some(Constant::Several(_)) => self.forget(),
            Some(Constant::One(_)) if other => self.forget(),
            Some(Constant::One(_)) => {}
        }
    }

    /// Thinks no more; what it has said stays, unless it is of minds that are no longer compared.
    pub(crate) fn stop(&mut self) {
        self.opinions.iter_mut().for_each(Opinion::stop);
        if self.opinions.len() > 1 {
            self.forget();
        }
    }

    /// Takes in what the minds have told; whether that was anything.
    pub(crate) fn hear(&mut self) -> bool {
        let told = self.opinions.iter_mut().map(Opinion::hear);
        told.fold(false, |heard, told| heard | told)
    }

    /// Another game begins: what minds have said and learnt is of the last one.
    pub(crate) fn new_game(&mut self) {
        self.forget();
        self.opinions.iter_mut().for_each(|opinion| opinion.mind.new_game());
    }

    /// What it has said is of another position.
    fn forget(&mut self) {
        self.opinions.iter_mut().for_each(Opinion::forget);
        self.color = None;
    }
}

/// A tree search, for want of another.
fn searcher() -> BrainSpec {
    BrainSpec::named("mcts").unwrap_or_default()
}

/// The adviser when none is named: the mind of the colour to move, or where a person plays that, the other's, or else a tree search.
pub(crate) fn adviser(seats: &Seats, color: Color) -> BrainSpec {
    let seat = [color, !color].into_iter().find(|&seat| seats.has_mind(seat));
    seat.map_or_else(searcher, |seat| seats.spec(seat).clone())
}

/// Has advisers asked whose advice is wanted.
pub(crate) fn advise(
    mut gobans: Query<(&mut Advice, Ref<Referee>, Sensed, &GobanDice, &Seats, Option<&Phases>), With<Goban>>,
    stones: Query<StoneSenses>,
    pool: Option<Res<MindPool>>,
    halt: Option<Res<Halt>>,
) {
    for (mut advice, game, known, dice, seats, phases) in &mut gobans {
        if phases.is_some_and(Phases::has_chosen) {
            // Half a turn is no position.
            continue;
        }
        let agents = GobanView::new(&known, &stones);
        let tally = agents.tally;
        let over = tally.outcome.is_some();
        if advice.color.is_some() && (over || advice.since != Some(game.last_changed())) {
            advice.forget();
        }
        if let (Some(constant), None, false) = (&advice.constant, advice.color, over) {
            let color = agents.progress.to_move;
            let specs = match constant {
                Constant::One(spec) => vec![spec.clone().unwrap_or_else(|| adviser(seats, color))],
                Constant::Several(minds) => several(minds, seats),
            };
            advice.ask(specs, color, game.last_changed());
        }
        if !advice.opinions.iter().any(|opinion| opinion.active && !opinion.asked) {
            continue;
        }
        let Some(color) = advice.color else { continue };
        let turn = agents.progress.turns[color];
        let seen = Observation { position: &game.position, agents: Some(&agents), turn };
        for opinion in advice.opinions.iter_mut().filter(|opinion| opinion.active && !opinion.asked) {
            opinion.asked = true;
            // Chance of its own: the mind that plays here draws as if no advice had been asked for.
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
            opinion.mind.ask(&opinion.spec, &seen, chance, AskedBy::Person, pool.as_deref(), &mut watch);
            opinion.hear();
        }
    }
}
