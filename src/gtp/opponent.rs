//! Opponent: a mind with a game and a clock. Used by the GTP server and by `play`.

use super::clock::Clock;
use std::collections::BTreeSet;
use stonefield_files::today;
use stonefield_go::notation::sgf::{Collection, NodeId};
use stonefield_go::{
    ByColor, Color, DeadStones, HandicapError, Move, PlayError, Point, Position, Rules, Setup, Size,
};
use stonefield_minds::{Answer, Brain, BrainSpec};
use stonefield_search::{Dice, Purpose, StopWatch, Thought, Watch, real_clock};
use stonefield_sim::history::{Heading, HistoryError, Navigate};
use stonefield_sim::{GameRecord, GameSetup, OwnedObservation, Session, SetupError};

/// Largest board side. Column letters in GTP end at Z.
pub(super) const MAX_SIDE: u16 = 25;

/// Engine: a mind, a game and a clock.
pub struct Opponent {
    game: Session,
    mind: Box<dyn Brain>,
    /// Spec that the mind was built from. Its text names the mind in records.
    pub brain: BrainSpec,
    /// Source of random numbers: seed and game number.
    pub(super) dice: Dice,
    /// Clocks of both players.
    pub clock: Clock,
    /// Way to determine the dead stones at the end. `None`: the default of the rules.
    pub dead: Option<DeadStones>,
    /// Last generated move or resignation, with its colour and the mind's thought. `None` in a new game until
    /// a move is generated, and after an undo.
    pub(super) last: Option<(Color, Answer, Option<Thought>)>,
}

/// Reason why no engine can be created.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum OpponentError {
    /// The mind needs a person.
    #[error("the mind {0} is a person, whom a program cannot ask")]
    Person(&'static str),
    /// The rules have quirks: a tick has a ply of each colour, so single turns cannot be played.
    #[error("the rules {0} are not played in turns")]
    Rules(&'static str),
    /// The board is not square, or is too large for the coordinates of GTP.
    #[error("size {0}: boards here are square, 1 to {MAX_SIDE}")]
    Size(Size),
    /// The game cannot be set up.
    #[error(transparent)]
    Setup(#[from] SetupError),
}

impl Opponent {
    /// Creates an engine with an empty board and a mind of the given spec.
    ///
    /// # Errors
    /// When the mind is a person, the rules have quirks, or the board is not a square of side 1 to 25.
    pub fn new(spec: &BrainSpec, size: Size, rules: Rules, seed: u64) -> Result<Self, OpponentError> {
        if spec.info().human {
            return Err(OpponentError::Person(spec.name()));
        }
        Self::with_mind(spec.build(), spec, size, rules, seed)
    }

    /// As [`Opponent::new`], with an existing mind and the spec that names it.
    pub(super) fn with_mind(
        mind: Box<dyn Brain>,
        brain: &BrainSpec,
        size: Size,
        rules: Rules,
        seed: u64,
    ) -> Result<Self, OpponentError> {
        if rules.quirks.is_some() {
            return Err(OpponentError::Rules(rules.name));
        }
        if size.width() != size.height() || size.width() > MAX_SIDE {
            return Err(OpponentError::Size(size));
        }
        Ok(Self {
            game: Session::new(&setup(size, rules, None), Some(heading()))?,
            mind,
            brain: brain.clone(),
            dice: Dice::new(seed, 0, 0),
            clock: Clock::default(),
            dead: None,
            last: None,
        })
    }

    /// Changes the random seed. From the same position, the next move is the same as in the first game of a
    /// session with that seed.
    pub(super) fn reseed(&mut self, seed: u64) {
        self.dice = Dice::new(seed, 0, 0);
        self.mind.new_game();
    }

    /// Current position.
    pub fn position(&self) -> &Position {
        self.game.position()
    }

    /// Record of the game.
    pub fn record(&self) -> &GameRecord {
        self.game.record()
    }

    /// Rules of the game.
    pub fn rules(&self) -> Rules {
        *self.position().rules()
    }

    /// Way to determine the dead stones at the end, under the present rules.
    pub fn dead(&self) -> DeadStones {
        let rules = self.rules();
        self.dead.map_or_else(|| DeadStones::default_under(&rules), |dead| dead.effective_under(&rules))
    }

    /// Replaces the mind.
    pub(super) fn replace_mind(&mut self, spec: &BrainSpec) {
        self.mind = spec.build();
        self.brain = spec.clone();
    }

    /// Starts a new game on an empty board. The game number rises by 1 if the last game has moves.
    pub(super) fn clear(&mut self, size: Size) {
        if self.position().ply() > 0 {
            self.dice.game += 1;
        }
        // Rules and size were checked before, so this cannot fail.
        let _ = self.begin(setup(size, self.rules(), None));
        self.clock.restart();
    }

    /// Starts a game, and resets the mind.
    fn begin(&mut self, setup: GameSetup) -> Result<(), SetupError> {
        self.game.begin(&setup)?;
        self.mind.new_game();
        self.last = None;
        Ok(())
    }

    /// Starts a game from these stones.
    ///
    /// # Errors
    /// When a chain of stones has no liberty.
    pub fn begin_with(&mut self, start: Setup) -> Result<(), SetupError> {
        self.begin(setup(start.size(), self.rules(), Some(start)))
    }

    /// Replaces the game with one game of a collection, up to the node `to`. The collection sets the size.
    pub(super) fn load(
        &mut self,
        games: Collection,
        game: NodeId,
        rules: Rules,
        to: NodeId,
    ) -> Result<(), HistoryError> {
        let mut loaded = Session::open(games, game, rules, heading())?;
        match loaded.navigate(Navigate::To(to)) {
            // The record has moves after the end of the game: the position at the end is loaded.
            Ok(()) | Err(HistoryError::Over(_)) => {}
            Err(error) => return Err(error),
        }
        if self.position().ply() > 0 {
            self.dice.game += 1;
        }
        self.game = loaded;
        self.clock.restart();
        self.mind.new_game();
        self.last = None;
        Ok(())
    }

    /// Changes the rules. Moves made so far stay, even if the new rules forbid them.
    pub fn set_rules(&mut self, rules: Rules) {
        // Rules without quirks accept any position, so this cannot fail.
        let _ = self.game.set_rules(rules);
    }

    /// Observation of a mind for this colour, as if it were the colour's turn. Also after two passes.
    pub fn observation(&self, color: Color) -> OwnedObservation {
        self.game.observation(color, &self.brain)
    }

    /// Plays a move for a colour.
    pub fn play(&mut self, color: Color, action: Move) -> Result<(), PlayError> {
        self.game.play(color, action)
    }

    /// Disagreement between agents and referee that ended the game, if any.
    pub fn disagreement(&self) -> Option<String> {
        self.game.disagreement()
    }

    /// Takes back `count` moves, and forgets the last generated move. Returns `false`, and keeps the moves,
    /// if there are fewer.
    pub fn undo(&mut self, count: usize) -> bool {
        self.last = None;
        count == 0 || self.game.undo(count)
    }

    /// Records that the mind made the last move of this colour, and its evaluation of the position.
    pub fn note(&mut self, color: Color, thought: Option<&Thought>) {
        let evaluation = thought.map(Thought::evaluation).unwrap_or_default();
        self.game.note_mind(color, evaluation.swap_view_for(color), &self.brain.to_string());
    }

    /// Starts a game with Black stones on the fixed handicap points. Returns the points.
    pub fn place_handicap(&mut self, stones: u32) -> Result<Vec<Point>, HandicapError> {
        self.position().clone().place_handicap(stones)?;
        let setup = setup(self.position().size(), self.rules(), None);
        // The same placement succeeded above.
        let _ = self.begin(GameSetup { handicap: stones, ..setup });
        Ok(self.stones(Color::Black))
    }

    /// Starts a game with Black stones on the given points only, and White to move.
    pub(super) fn set_handicap(&mut self, points: &[Point]) -> Result<(), SetupError> {
        let mut start = Setup::empty(self.position().size());
        points.iter().for_each(|&point| start.set(point, Some(Color::Black)));
        start.to_move = Color::White;
        self.begin_with(start)
    }

    /// Stones of a colour, in point order.
    pub(super) fn stones(&self, color: Color) -> Vec<Point> {
        let position = self.position();
        position.size().points().filter(|&point| position.at(point) == Some(color)).collect()
    }

    /// All chains, in the order of their first points. Each chain is in point order.
    pub fn chains(&self) -> Vec<Vec<Point>> {
        let position = self.position();
        let mut visited: BTreeSet<Point> = BTreeSet::new();
        let mut chains = Vec::new();
        for point in position.size().points().filter(|&point| position.at(point).is_some()) {
            if !visited.contains(&point) {
                let mut chain = position.chain(point);
                chain.sort_unstable();
                visited.extend(chain.iter().copied());
                chains.push(chain);
            }
        }
        chains
    }

    /// Temperature of every point, by point number, as a mind would observe it at the next turn.
    pub fn heat(&self) -> Vec<f32> {
        self.observation(self.position().to_move()).temperature().to_vec()
    }

    /// Asks the mind for a move. Each ply and colour has its own random number generator.
    pub(super) fn think(&mut self, observation: &OwnedObservation, watch: &mut dyn Watch) -> Answer {
        let position = observation.position();
        let tick = u64::from(position.ply()) + 1;
        let rng = self.dice.rng(tick, Some(position.to_move()), Purpose::Think);
        observation.ask(&mut *self.mind, rng, watch)
    }

    /// Asks the mind for a move of a colour, within the time budget of one move. Plays nothing. Returns the
    /// answer with the last thought, if any.
    pub fn consider(&mut self, color: Color) -> (Answer, Option<Thought>) {
        let observation = self.observation(color);
        let mut latest = None::<Thought>;
        let mut watch = StopWatch::new(real_clock(), || false)
            .with_limit(self.budget(color))
            .with_thoughts(true, |thought| latest.get_or_insert_default().clone_from(thought));
        let choice = self.think(&observation, &mut watch);
        (choice, latest)
    }

    /// Time budget of a colour's next move, in seconds. `None` without a limit.
    pub(super) fn budget(&self, color: Color) -> Option<f64> {
        self.clock.budget(color, self.moves_to_come())
    }

    /// Estimated number of moves that a player still has to make.
    fn moves_to_come(&self) -> u32 {
        let area = u32::try_from(self.position().size().area()).unwrap_or(u32::MAX);
        // A game has somewhat fewer plies than the board has points. Late in a game, and in a long game, an
        // eighth of the points, and at least ten moves, are expected.
        (area.saturating_sub(self.position().ply()) / 2).max(area / 8).max(10)
    }
}

/// Set-up of an engine game. The players are unknown, so both are entered as persons.
fn setup(size: Size, rules: Rules, start: Option<Setup>) -> GameSetup {
    let person = BrainSpec::named("human").unwrap_or_default();
    let brains = ByColor::new(person.clone(), person);
    GameSetup { size, rules, brains, start, ..GameSetup::default() }
}

fn heading() -> Heading {
    Heading { date: today(), moves_only: true }
}
