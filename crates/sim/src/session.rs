//! Session: a game in a world of its own, played and asked about by calls.

use super::agents::GobanView;
use super::history::{self, Heading, HistoryError, Navigate, Opened, ReplayVerdict, RetellError};
use super::tick::think::lawful;
use super::{
    Breakpoint, Breakpoints, Choice, Finished, GameProgress, GameRecord, GameSetup, GobanSetup, Heat,
    KeptTemperature, Occupancy, Referee, Request, RequestKind, Seats, SetupError, StopCondition, Strike,
    Tally, TrustPolicy, Witness, create_app, seek,
};
use crate::pace::clock::{play_out, sweep};
use crate::setup::begin::{reset, spawn_at, spawn_goban};
use bevy::app::Main;
use bevy::ecs::prelude::*;
use stonefield_go::notation::sgf::{Collection, NodeId, NodeRef};
use stonefield_go::{ByColor, Color, Move, Outcome, PlayError, Position, Quirks, Rules};
use stonefield_minds::engine::Fault;
use stonefield_minds::{Agents, AgentsCopy, Answer, Brain, BrainSpec, Observation, Trust};
use stonefield_search::{Evaluation, Rng, Watch};

/// A goban in a world of its own. Nothing moves there but by what is asked for here.
///
/// ```
/// use stonefield_go::{Color, Size};
/// use stonefield_sim::{GameSetup, Session};
///
/// let setup = GameSetup { size: Size::square(5)?, ..GameSetup::default() };
/// let mut session = Session::new(&setup, None)?;
/// session.play(Color::Black, "C3".parse()?)?;
/// assert_eq!(session.position().setup().to_string(), ". . . . .\n\
///                                                     . . . . .\n\
///                                                     . . X . .\n\
///                                                     . . . . .\n\
///                                                     . . . . .\n");
/// assert!(session.play(Color::White, "C3".parse()?).is_err(), "a stone stands there");
/// assert!(session.undo(1));
/// // The seated minds play the game to its end.
/// let game = session.play_out(1000).expect("5x5 is over before");
/// assert_eq!(session.disagreement(), None, "agents and referee agree: {}", game.outcome);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Session {
    world: World,
    goban: Entity,
}

/// What a mind sees of a game, with a colour to move.
#[derive(Clone)]
pub struct OwnedObservation {
    position: Position,
    /// For a mind that looks at them.
    agents: Option<AgentsCopy>,
    temperature: Vec<f32>,
    turn: u32,
}

impl OwnedObservation {
    /// What a mind sees of a position that is on no goban: its agents are those of a goban in a world of its own.
    ///
    /// # Errors
    /// When no game can go on from there.
    pub fn of(position: Position, mind: &BrainSpec) -> Result<Self, SetupError> {
        let color = position.to_move();
        if mind.sees_agents() {
            return Ok(Session::at(position)?.observation(color, mind));
        }
        let turn = GameProgress::of(&position).turns[color];
        Ok(Self { position, agents: None, temperature: Vec::new(), turn })
    }

    /// The position.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The temperature of each patch, by point number; empty where a position was never on a goban.
    #[must_use]
    pub fn temperature(&self) -> &[f32] {
        &self.temperature
    }

    /// As a mind sees it.
    #[must_use]
    pub fn seen(&self) -> Observation<'_> {
        let agents = self.agents.as_ref().map(|agents| agents as &dyn Agents);
        Observation { position: &self.position, agents, turn: self.turn }
    }

    /// Asks a mind for its move. In place of an illegal one comes a pass or, where the rules know none, a resignation; where the game is over, the
    /// loser resigns and any other mind passes.
    pub fn ask(&self, mind: &mut dyn Brain, rng: Rng, watch: &mut dyn Watch) -> Answer {
        let color = self.position.to_move();
        if self.position.is_over() {
            let lost = self.position.outcome().and_then(Outcome::winner) == Some(!color);
            return if lost { Answer::Resign } else { Answer::Move(Move::Pass) };
        }
        self.allowed(mind.choose(&self.seen(), rng, watch))
    }

    /// An answer of a mind that the law allows, as by [`OwnedObservation::ask`].
    #[must_use]
    pub fn allowed(&self, answer: Answer) -> Answer {
        let is_legal = |action| match &self.agents {
            Some(agents) => agents.is_legal(action),
            None => self.position.is_legal(action),
        };
        lawful(answer, |action| if is_legal(action) { Ok(()) } else { Err(()) }).0
    }
}

impl Session {
    /// A game with this set-up. With a heading the text of this and later games is kept.
    ///
    /// # Errors
    /// When no game can begin with this set-up.
    pub fn new(setup: &GameSetup, heading: Option<Heading>) -> Result<Self, SetupError> {
        let mut world = std::mem::take(create_app().world_mut());
        let goban = spawn_goban(&mut world, setup)?;
        if let Some(heading) = heading {
            GameRecord::keep_text(&mut world, goban, heading);
        }
        Ok(Self { world, goban })
    }

    /// A game that was played from this set-up, at its end, with a text: what was done in each ply, and whose it was.
    ///
    /// # Errors
    /// When no game can begin with this set-up, there is no text of it, or a ply cannot have been made.
    pub fn retold(
        setup: &GameSetup,
        heading: Heading,
        plies: impl IntoIterator<Item = (Color, Choice)>,
    ) -> Result<Self, RetellError> {
        let mut session = Self::new(setup, Some(heading))?;
        session.record().text().map_err(Clone::clone)?;
        history::retell(&mut session.world, session.goban, plies)?;
        Ok(session)
    }

    /// A game that goes on from a position, between two persons.
    ///
    /// # Errors
    /// When none can.
    pub fn at(position: Position) -> Result<Self, SetupError> {
        let mut world = std::mem::take(create_app().world_mut());
        let person = BrainSpec::named("human").unwrap_or_default();
        // The board is as large as it is.
        let quirks = position.rules().quirks.map(|quirks| Quirks { world_off_by_one: false, ..quirks });
        let rules = Rules { quirks, ..*position.rules() };
        let setup = GameSetup {
            size: position.size(),
            rules,
            brains: ByColor::new(person.clone(), person),
            ..GameSetup::default()
        };
        let goban = spawn_at(&mut world, &setup, position)?;
        Ok(Self { world, goban })
    }

    /// A game of a file at its first node, under these rules. Of the file, only what every SGF program knows is used.
    ///
    /// # Errors
    /// When it cannot be played.
    pub fn open(
        games: Collection,
        game: NodeId,
        rules: Rules,
        heading: Heading,
    ) -> Result<Self, HistoryError> {
        let mut world = std::mem::take(create_app().world_mut());
        let Opened { goban, .. } = history::open_plain(&mut world, games, game, rules, heading)?;
        Ok(Self { world, goban })
    }

    /// A game of a file at its first node, as the program that wrote it left it: its rules, chance and minds are those of the file, as far as
    /// the user lets files have them.
    ///
    /// # Errors
    /// When it cannot be played.
    pub fn reopen(games: Collection, game: NodeId, trust: Trust) -> Result<(Self, Opened), HistoryError> {
        let mut world = trusting(trust);
        let opened = history::open(&mut world, games, game, Heading::default())?;
        Ok((Self { world, goban: opened.goban }, opened))
    }

    /// Plays the seeds and minds of a record again, as far as the user lets files have them, and compares every move with it.
    ///
    /// # Errors
    /// As [`history::verify`].
    pub fn verify(root: NodeRef<'_>, trust: Trust) -> Result<ReplayVerdict, HistoryError> {
        history::verify(&mut trusting(trust), root)
    }

    /// Drops old messages, after something was done.
    fn done<T>(&mut self, result: T) -> T {
        sweep(&mut self.world);
        result
    }

    /// Begins another game.
    ///
    /// # Errors
    /// When no game can begin with this set-up; the old game stands then.
    pub fn begin(&mut self, setup: &GameSetup) -> Result<(), SetupError> {
        let begun = reset(&mut self.world, self.goban, setup);
        self.done(begun)
    }

    /// Goes along the record.
    ///
    /// # Errors
    /// When the node cannot be shown; the game stands as near to it as can be then.
    pub fn navigate(&mut self, way: Navigate) -> Result<(), HistoryError> {
        let gone = history::navigate(&mut self.world, self.goban, way);
        self.done(gone)
    }

    /// Goes to the end of a tick on record, or to the last one.
    pub fn seek(&mut self, tick: u64) {
        seek(&mut self.world, self.goban, tick);
        self.done(());
    }

    /// Asks for something; the next [`Session::frame`] answers.
    pub fn request(&mut self, kind: RequestKind) {
        self.world.write_message(Request { goban: self.goban, kind });
    }

    /// Lets a frame pass: what was asked for is answered, and a running game does the ticks that are due since the last frame.
    pub fn frame(&mut self) {
        self.world.run_schedule(Main);
        self.world.clear_trackers();
    }

    /// Starts what the minds of both seats need, and waits for it.
    ///
    /// # Errors
    /// Whose mind cannot be started, and why.
    pub fn prepare(&mut self) -> Result<(), (Color, Fault)> {
        self.world.get_mut::<Seats>(self.goban).map_or(Ok(()), |mut seats| seats.prepare())
    }

    /// Lets the seated minds play on to the end, for so many ticks, or until the [`Halt`](super::Halt) of the world. `None` when the game is not over then.
    pub fn play_out(&mut self, max_ticks: u64) -> Option<Finished> {
        play_out(&mut self.world, self.goban, max_ticks)
    }

    /// Makes a move of a colour, even out of turn. A game that both had ended by passing goes on.
    ///
    /// # Errors
    /// The law that it breaks; nothing is played then.
    pub fn play(&mut self, color: Color, action: Move) -> Result<(), PlayError> {
        let played = history::play(&mut self.world, self.goban, color, action);
        self.done(played)
    }

    /// Notes how the mind saw the game that has made the last move, and which mind it is.
    pub fn note_mind(&mut self, color: Color, black: Evaluation, mind: &str) {
        if let Some(mut record) = self.world.get_mut::<GameRecord>(self.goban) {
            record.note_mind(color, black, mind);
        }
    }

    /// Takes so many moves, at least one, back and out of the record; `false`, and nothing happens, where there are fewer.
    pub fn undo(&mut self, count: usize) -> bool {
        let undone = history::take_back(&mut self.world, self.goban, count);
        self.done(undone)
    }

    /// Changes the rules. The game so far stays as it is, whether they would have had it so or not.
    ///
    /// # Errors
    /// When no game can begin with them; nothing changes then.
    pub fn set_rules(&mut self, rules: Rules) -> Result<(), SetupError> {
        let changed = history::set_rules(&mut self.world, self.goban, rules);
        self.done(changed)
    }

    /// Has the game stop where one of these conditions comes true, and nowhere else.
    pub fn stop_when(&mut self, conditions: &[StopCondition]) {
        let all = conditions.iter().map(|&when| Breakpoint { when, on: true }).collect();
        Breakpoints::set(&mut self.world, self.goban, all);
    }

    /// The condition that has stopped the game where it stands, and what came true.
    #[must_use]
    pub fn strike(&self) -> Option<&Strike> {
        self.world.get::<Breakpoints>(self.goban)?.here(self.record())
    }

    /// A part of the goban.
    ///
    /// # Panics
    /// When a goban has no such part.
    #[must_use]
    pub fn part<C: Component>(&self) -> &C {
        self.world.get::<C>(self.goban).expect("a goban has this as long as it lives")
    }

    /// Where agents and referee have come apart, which ended the game; `None` where they agree.
    #[must_use]
    pub fn disagreement(&self) -> Option<String> {
        self.part::<Tally>().outcome.and_then(|_| self.part::<Witness>().disagreement())
    }

    /// The world.
    #[must_use]
    pub const fn world(&self) -> &World {
        &self.world
    }

    /// The world, for what belongs to no game, such as a [`Halt`](super::Halt).
    pub const fn world_mut(&mut self) -> &mut World {
        &mut self.world
    }

    /// The goban.
    #[must_use]
    pub const fn goban(&self) -> Entity {
        self.goban
    }

    /// The set-up of the game.
    #[must_use]
    pub fn setup(&self) -> &GameSetup {
        &self.part::<GobanSetup>().0
    }

    /// The position.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.part::<Referee>().position
    }

    /// The record.
    #[must_use]
    pub fn record(&self) -> &GameRecord {
        self.part()
    }

    /// What this mind sees of a colour that is to move now, a game that both had ended by passing being taken up again.
    #[must_use]
    pub fn observation(&self, color: Color, mind: &BrainSpec) -> OwnedObservation {
        let mut position = self.position().clone();
        position.hand_turn(color);
        let mut heat = self.part::<Heat>().0.clone();
        heat.step(self.part::<Occupancy>().near(), &self.setup().heat);
        let (mut progress, mut tally, mut kept) =
            (*self.part::<GameProgress>(), *self.part::<Tally>(), self.part::<KeptTemperature>().clone());
        if progress.passes >= 2 {
            tally.outcome = None;
        }
        progress.hand_turn(color);
        let ways = mind.kept_temperatures();
        if ways.iter().any(|&keeping| kept.of(color, keeping).is_none()) {
            kept = history::kept_for(&self.world, self.goban, mind).unwrap_or_default();
        }
        kept.warm(color, self.part::<Occupancy>().near());
        let temperature = heat.values().to_vec();
        let agents = GobanView::of(&self.world, self.goban).filter(|_| mind.sees_agents()).map(|agents| {
            let agents = GobanView {
                temperature: &temperature,
                progress: &progress,
                tally: &tally,
                kept: &kept,
                ..agents
            };
            AgentsCopy::new(&agents, &ways)
        });
        OwnedObservation { position, agents, temperature, turn: progress.turns[color] }
    }
}

/// A world in which files are trusted as far as the user allows.
fn trusting(trust: Trust) -> World {
    let mut world = std::mem::take(create_app().world_mut());
    world.insert_resource(TrustPolicy(trust));
    world
}
