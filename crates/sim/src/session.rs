//! Session: a game in a world of its own, controlled by method calls.

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

/// Goban in a world of its own. Only calls on the session change it.
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
/// let game = session.play_out(1000).expect("a 5x5 game has fewer ticks");
/// assert_eq!(session.disagreement(), None, "agents and referee agree: {}", game.outcome);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Session {
    world: World,
    goban: Entity,
}

/// Position and agents as a mind observes them, with a colour to move. Owns its data.
#[derive(Clone)]
pub struct OwnedObservation {
    position: Position,
    /// Copy of the agents. `None` for a mind that does not read them.
    agents: Option<AgentsCopy>,
    temperature: Vec<f32>,
    /// Number of earlier turns of the colour to move.
    turn: u32,
}

impl OwnedObservation {
    /// Observation of a position that is on no goban. For a mind that reads agents, the agents are those of a
    /// temporary goban.
    ///
    /// # Errors
    /// The position cannot be set up as a game.
    pub fn of(position: Position, mind: &BrainSpec) -> Result<Self, SetupError> {
        let color = position.to_move();
        if mind.sees_agents() {
            return Ok(Session::at(position)?.observation(color, mind));
        }
        let turn = GameProgress::of(&position).turns[color];
        Ok(Self { position, agents: None, temperature: Vec::new(), turn })
    }

    /// Position that the mind observes.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// Temperature of each patch, by point number. Empty if the observation was made without a goban.
    #[must_use]
    pub fn temperature(&self) -> &[f32] {
        &self.temperature
    }

    /// Borrows the observation in the form that minds take.
    #[must_use]
    pub fn as_observation(&self) -> Observation<'_> {
        let agents = self.agents.as_ref().map(|agents| agents as &dyn Agents);
        Observation { position: &self.position, agents, turn: self.turn }
    }

    /// Asks a mind for its move. An illegal move becomes a pass or, where the rules have no pass, a
    /// resignation. In a finished game the mind is not asked: the loser resigns, and any other colour passes.
    pub fn ask(&self, mind: &mut dyn Brain, rng: Rng, watch: &mut dyn Watch) -> Answer {
        let color = self.position.to_move();
        if self.position.is_over() {
            let has_lost = self.position.outcome().and_then(Outcome::winner) == Some(!color);
            return if has_lost { Answer::Resign } else { Answer::Move(Move::Pass) };
        }
        self.allowed(mind.choose(&self.as_observation(), rng, watch))
    }

    /// Returns the answer. An illegal move is replaced as in [`OwnedObservation::ask`].
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
    /// Begins a game. With a heading, SGF text of this and later games is kept.
    ///
    /// # Errors
    /// The set-up is refused.
    pub fn new(setup: &GameSetup, heading: Option<Heading>) -> Result<Self, SetupError> {
        let mut world = std::mem::take(create_app().world_mut());
        let goban = spawn_goban(&mut world, setup)?;
        if let Some(heading) = heading {
            GameRecord::keep_text(&mut world, goban, heading);
        }
        Ok(Self { world, goban })
    }

    /// Replays the plies of a game from its set-up, and keeps SGF text. The session is then at the last ply.
    ///
    /// # Errors
    /// The set-up is refused, the game cannot be written as text, or a ply is impossible.
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

    /// Begins a game between two persons from a position.
    ///
    /// # Errors
    /// The position cannot be set up as a game.
    pub fn at(position: Position) -> Result<Self, SetupError> {
        let mut world = std::mem::take(create_app().world_mut());
        let person = BrainSpec::named("human").unwrap_or_default();
        // The position has the real size of the board, so the quirk that enlarges the board must be off.
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

    /// Opens a game of a file at its root node, under the given rules. Private properties of the file are
    /// ignored.
    ///
    /// # Errors
    /// The game cannot be played.
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

    /// Opens a game of a file at its root node, with the rules, seeds and minds that the file names. `trust`
    /// limits the minds that a file may start.
    ///
    /// # Errors
    /// The game cannot be played.
    pub fn reopen(games: Collection, game: NodeId, trust: Trust) -> Result<(Self, Opened), HistoryError> {
        let mut world = world_with_trust(trust);
        let opened = history::open(&mut world, games, game, Heading::default())?;
        Ok((Self { world, goban: opened.goban }, opened))
    }

    /// Plays a record again with its seeds and minds, and compares every move with the record. `trust` limits
    /// the minds that a file may start.
    ///
    /// # Errors
    /// See [`history::verify`].
    pub fn verify(root: NodeRef<'_>, trust: Trust) -> Result<ReplayVerdict, HistoryError> {
        history::verify(&mut world_with_trust(trust), root)
    }

    /// Drops old messages after a change, and returns its result unchanged.
    fn swept<T>(&mut self, result: T) -> T {
        sweep(&mut self.world);
        result
    }

    /// Begins a new game on the same goban.
    ///
    /// # Errors
    /// The set-up is refused. The old game stays.
    pub fn begin(&mut self, setup: &GameSetup) -> Result<(), SetupError> {
        let result = reset(&mut self.world, self.goban, setup);
        self.swept(result)
    }

    /// Moves the goban along its record.
    ///
    /// # Errors
    /// The node cannot be shown. The goban is then at the nearest node that can be shown.
    pub fn navigate(&mut self, way: Navigate) -> Result<(), HistoryError> {
        let result = history::navigate(&mut self.world, self.goban, way);
        self.swept(result)
    }

    /// Moves the goban to the end of a recorded tick. A tick beyond the line of the record counts as the last
    /// tick of the line.
    pub fn seek(&mut self, tick: u64) {
        seek(&mut self.world, self.goban, tick);
        self.swept(());
    }

    /// Queues a request. The next [`Session::frame`] answers it.
    pub fn request(&mut self, kind: RequestKind) {
        self.world.write_message(Request { goban: self.goban, kind });
    }

    /// Runs one frame: answers requests, and runs the ticks of a running game that are due.
    pub fn frame(&mut self) {
        self.world.run_schedule(Main);
        self.world.clear_trackers();
    }

    /// Starts the minds of both seats, and blocks until they are ready.
    ///
    /// # Errors
    /// The colour whose mind cannot be started, and the reason.
    pub fn prepare(&mut self) -> Result<(), (Color, Fault)> {
        self.world.get_mut::<Seats>(self.goban).map_or(Ok(()), |mut seats| seats.prepare())
    }

    /// Plays the game with the seated minds, for at most `max_ticks` ticks. Stops early at a breakpoint, at a
    /// [`Halt`](super::Halt), and where the game waits for a player. `None`: the game is not over after that.
    pub fn play_out(&mut self, max_ticks: u64) -> Option<Finished> {
        play_out(&mut self.world, self.goban, max_ticks)
    }

    /// Plays a move of a colour, even out of turn. A game that ended by two passes is resumed.
    ///
    /// # Errors
    /// The move is illegal. Nothing was played.
    pub fn play(&mut self, color: Color, action: Move) -> Result<(), PlayError> {
        let result = history::play(&mut self.world, self.goban, color, action);
        self.swept(result)
    }

    /// Writes an evaluation for Black at the last move, with the colour and name of the mind that gave it.
    pub fn note_mind(&mut self, color: Color, black: Evaluation, mind: &str) {
        if let Some(mut record) = self.world.get_mut::<GameRecord>(self.goban) {
            record.note_mind(color, black, mind);
        }
    }

    /// Takes back the last `count` moves, and removes them from the record, with all nodes after them.
    /// Returns `false`, and changes nothing, if `count` is 0 or there are fewer moves.
    pub fn undo(&mut self, count: usize) -> bool {
        let is_undone = history::take_back(&mut self.world, self.goban, count);
        self.swept(is_undone)
    }

    /// Changes the rules for the rest of the game. Earlier moves stay, even if the new rules forbid them.
    ///
    /// # Errors
    /// The rules are refused. Nothing was changed.
    pub fn set_rules(&mut self, rules: Rules) -> Result<(), SetupError> {
        let result = history::set_rules(&mut self.world, self.goban, rules);
        self.swept(result)
    }

    /// Replaces all breakpoints by these conditions.
    pub fn stop_when(&mut self, conditions: &[StopCondition]) {
        let breakpoints = conditions.iter().map(|&when| Breakpoint { when, on: true }).collect();
        Breakpoints::set(&mut self.world, self.goban, breakpoints);
    }

    /// Last breakpoint that was hit at the present tick, if any.
    #[must_use]
    pub fn strike(&self) -> Option<&Strike> {
        self.world.get::<Breakpoints>(self.goban)?.here(self.record())
    }

    /// Component of the goban.
    ///
    /// # Panics
    /// The goban has no such component.
    #[must_use]
    pub fn part<C: Component>(&self) -> &C {
        self.world.get::<C>(self.goban).expect("a component of every goban")
    }

    /// Difference between agents and referee that ended the game. `None`: no difference ended it.
    #[must_use]
    pub fn disagreement(&self) -> Option<String> {
        self.part::<Tally>().outcome.and_then(|_| self.part::<Witness>().disagreement())
    }

    /// World of the session.
    #[must_use]
    pub const fn world(&self) -> &World {
        &self.world
    }

    /// World of the session, for resources that belong to no game, such as a [`Halt`](super::Halt).
    pub const fn world_mut(&mut self) -> &mut World {
        &mut self.world
    }

    /// Entity of the goban.
    #[must_use]
    pub const fn goban(&self) -> Entity {
        self.goban
    }

    /// Set-up of the game. Its heat parameters are the present ones, its minds those of the beginning.
    #[must_use]
    pub fn setup(&self) -> &GameSetup {
        &self.part::<GobanSetup>().0
    }

    /// Position of the game, as the referee knows it.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.part::<Referee>().position
    }

    /// Record of the game.
    #[must_use]
    pub fn record(&self) -> &GameRecord {
        self.part()
    }

    /// Observation for a mind that is to move now as `color`. A game that ended by two passes counts as
    /// resumed.
    #[must_use]
    pub fn observation(&self, color: Color, mind: &BrainSpec) -> OwnedObservation {
        let mut position = self.position().clone();
        position.hand_turn(color);
        let mut heat = self.part::<Heat>().0.clone();
        heat.step(self.part::<Occupancy>().near(), &self.setup().heat);
        let (mut progress, mut tally, mut kept_temperature) =
            (*self.part::<GameProgress>(), *self.part::<Tally>(), self.part::<KeptTemperature>().clone());
        if progress.passes >= 2 {
            tally.outcome = None;
        }
        progress.hand_turn(color);
        let params = mind.kept_temperatures();
        // The goban keeps temperatures for the seated minds only. Those of another mind need a replay.
        if params.iter().any(|&keeping| kept_temperature.of(color, keeping).is_none()) {
            kept_temperature = history::kept_for(&self.world, self.goban, mind).unwrap_or_default();
        }
        kept_temperature.warm(color, self.part::<Occupancy>().near());
        let temperature = heat.values().to_vec();
        let agents = GobanView::of(&self.world, self.goban).filter(|_| mind.sees_agents()).map(|agents| {
            let agents = GobanView {
                temperature: &temperature,
                progress: &progress,
                tally: &tally,
                kept: &kept_temperature,
                ..agents
            };
            AgentsCopy::new(&agents, &params)
        });
        OwnedObservation { position, agents, temperature, turn: progress.turns[color] }
    }
}

/// Creates a world in which files may start only the minds that `trust` allows.
fn world_with_trust(trust: Trust) -> World {
    let mut world = std::mem::take(create_app().world_mut());
    world.insert_resource(TrustPolicy(trust));
    world
}
