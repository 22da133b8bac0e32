//! Opponent: a mind with a game and a clock, as the GTP server and `play` have it between two requests.

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

/// The longest side: letters of the columns end at Z.
pub(super) const MOST_SIDE: u16 = 25;

/// An engine: a mind, a game and a clock.
pub struct Opponent {
    game: Session,
    mind: Box<dyn Brain>,
    /// How the mind is called, in the words of a [`BrainSpec`] where it was made of one.
    pub brain: BrainSpec,
    /// Random seed.
    pub(super) dice: Dice,
    /// Both players' time.
    pub clock: Clock,
    /// Which stones are dead at the end, where a command has set them.
    pub dead: Option<DeadStones>,
    /// The last move generated, with what was thought of it.
    pub(super) last: Option<(Color, Answer, Option<Thought>)>,
}

/// Why there is no engine.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum OpponentError {
    /// A mind that waits for a person.
    #[error("the brain {0} is a person, whom a program cannot ask")]
    Person(&'static str),
    /// Rules under which both move at once.
    #[error("the rules {0} are not played in turns")]
    Rules(&'static str),
    /// A board that GTP has no points for.
    #[error("size {0}: boards here are square, 1 to {MOST_SIDE}")]
    Size(Size),
    /// The game cannot begin.
    #[error(transparent)]
    Setup(#[from] SetupError),
}

impl Opponent {
    /// An engine with an empty board whose mind has the given spec.
    ///
    /// # Errors
    /// When the mind is a person, or the rules or the size are not for two who move in turn on a square board of 1 to
    /// 25.
    pub fn new(spec: &BrainSpec, size: Size, rules: Rules, seed: u64) -> Result<Self, OpponentError> {
        if spec.info().human {
            return Err(OpponentError::Person(spec.name()));
        }
        Self::with_mind(spec.build(), spec, size, rules, seed)
    }

    /// As [`Opponent::new`], with a mind made elsewhere and a name for it.
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
        if size.width() != size.height() || size.width() > MOST_SIDE {
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

    /// Draws all chance from another seed: the next move is what it would be in the first game of that seed.
    pub(super) fn reseed(&mut self, seed: u64) {
        self.dice = Dice::new(seed, 0, 0);
        self.mind.new_game();
    }

    /// The position.
    pub fn position(&self) -> &Position {
        self.game.position()
    }

    /// The record of the game.
    pub fn record(&self) -> &GameRecord {
        self.game.record()
    }

    /// The rules in force.
    pub fn rules(&self) -> Rules {
        *self.position().rules()
    }

    /// Which stones are taken off before the end is counted.
    pub fn dead(&self) -> DeadStones {
        let rules = self.rules();
        self.dead.map_or_else(|| DeadStones::default_under(&rules), |dead| dead.effective_under(&rules))
    }

    /// Seats another mind.
    pub(super) fn seat(&mut self, spec: &BrainSpec) {
        self.mind = spec.build();
        self.brain = spec.clone();
    }

    /// A new game on the empty board. It has the next number, unless nothing was played in the last one.
    pub(super) fn clear(&mut self, size: Size) {
        if self.position().ply() > 0 {
            self.dice.game += 1;
        }
        // The rules and the size have been checked.
        let _ = self.begin(setup(size, self.rules(), None));
        self.clock.restart();
    }

    /// Begins a game, for the mind too.
    fn begin(&mut self, setup: GameSetup) -> Result<(), SetupError> {
        self.game.begin(&setup)?;
        self.mind.new_game();
        self.last = None;
        Ok(())
    }

    /// Begins with these stones.
    ///
    /// # Errors
    /// When a chain of them has no liberty.
    pub fn begin_with(&mut self, start: Setup) -> Result<(), SetupError> {
        self.begin(setup(start.size(), self.rules(), Some(start)))
    }

    /// Puts the main line of a game of a file in place of the game, up to a node. Size and komi are those of the file.
    pub(super) fn load(
        &mut self,
        games: Collection,
        game: NodeId,
        rules: Rules,
        to: NodeId,
    ) -> Result<(), HistoryError> {
        let mut loaded = Session::open(games, game, rules, heading())?;
        match loaded.navigate(Navigate::To(to)) {
            // The game stands at its end then.
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

    /// Changes the rules; the game so far stays as it is, whether they would have had it so or not.
    pub fn set_rules(&mut self, rules: Rules) {
        // Rules that are played in turns allow any board that was there before.
        let _ = self.game.set_rules(rules);
    }

    /// What a mind sees with the turn given to a colour, the game going on even after two passes.
    pub fn observation(&self, color: Color) -> OwnedObservation {
        self.game.observation(color, &self.brain)
    }

    /// Makes a move of a colour.
    pub fn play(&mut self, color: Color, action: Move) -> Result<(), PlayError> {
        self.game.play(color, action)
    }

    /// Where agents and referee have come apart, which ended the game.
    pub fn disagreement(&self) -> Option<String> {
        self.game.disagreement()
    }

    /// Takes back so many moves; `false`, and nothing happens, where there are fewer.
    pub fn undo(&mut self, count: usize) -> bool {
        self.last = None;
        count == 0 || self.game.undo(count)
    }

    /// Remembers that the mind made the move just played, and how it saw the game.
    pub fn note(&mut self, color: Color, thought: Option<&Thought>) {
        let own = thought.map(Thought::evaluation).unwrap_or_default();
        self.game.note_mind(color, own.swap_view_for(color), &self.brain.to_string());
    }

    /// Begins with the fixed handicap.
    pub fn place_handicap(&mut self, stones: u32) -> Result<Vec<Point>, HandicapError> {
        self.position().clone().place_handicap(stones)?;
        let setup = setup(self.position().size(), self.rules(), None);
        // It has been placed on this board.
        let _ = self.begin(GameSetup { handicap: stones, ..setup });
        Ok(self.stones(Color::Black))
    }

    /// Begins with black stones on the given points of the empty board.
    pub(super) fn set_handicap(&mut self, points: &[Point]) -> Result<(), SetupError> {
        let mut start = Setup::empty(self.position().size());
        points.iter().for_each(|&point| start.set(point, Some(Color::Black)));
        start.to_move = Color::White;
        self.begin_with(start)
    }

    /// The stones of a colour in the order of their points.
    pub(super) fn stones(&self, color: Color) -> Vec<Point> {
        let position = self.position();
        position.size().points().filter(|&point| position.at(point) == Some(color)).collect()
    }

    /// The chains, each in the order of its points, in the order of their first points.
    pub fn chains(&self) -> Vec<Vec<Point>> {
        let position = self.position();
        let mut seen: BTreeSet<Point> = BTreeSet::new();
        let mut chains = Vec::new();
        for point in position.size().points().filter(|&point| position.at(point).is_some()) {
            if !seen.contains(&point) {
                let mut chain = position.chain(point);
                chain.sort_unstable();
                seen.extend(chain.iter().copied());
                chains.push(chain);
            }
        }
        chains
    }

    /// The temperature of every point, by point number.
    pub fn heat(&self) -> Vec<f32> {
        self.observation(self.position().to_move()).temperature().to_vec()
    }

    /// What the mind chooses, with a generator of its own for every ply and colour.
    pub(super) fn think(&mut self, observation: &OwnedObservation, watch: &mut dyn Watch) -> Answer {
        let position = observation.position();
        let tick = u64::from(position.ply()) + 1;
        let rng = self.dice.rng(tick, Some(position.to_move()), Purpose::Think);
        observation.ask(&mut *self.mind, rng, watch)
    }

    /// What the mind would play for a colour now, with the time it has for one move, and what it says about it.
    pub fn consider(&mut self, color: Color) -> (Answer, Option<Thought>) {
        let observation = self.observation(color);
        let mut latest = None::<Thought>;
        let mut watch = StopWatch::new(real_clock(), || false)
            .with_limit(self.budget(color))
            .with_thoughts(true, |thought| latest.get_or_insert_default().clone_from(thought));
        let choice = self.think(&observation, &mut watch);
        (choice, latest)
    }

    /// Seconds that a colour's next move may take; `None` without a limit.
    pub(super) fn budget(&self, color: Color) -> Option<f64> {
        self.clock.budget(color, self.moves_to_come())
    }

    /// Moves that a player may expect to make before the game ends.
    fn moves_to_come(&self) -> u32 {
        let area = u32::try_from(self.position().size().area()).unwrap_or(u32::MAX);
        // Games of this board take somewhat fewer plies than it has points, and then some.
        (area.saturating_sub(self.position().ply()) / 2).max(area / 8).max(10)
    }
}

/// The game of an engine: two players of whom nothing is known here.
fn setup(size: Size, rules: Rules, start: Option<Setup>) -> GameSetup {
    let person = BrainSpec::named("human").unwrap_or_default();
    let brains = ByColor::new(person.clone(), person);
    GameSetup { size, rules, brains, start, ..GameSetup::default() }
}

fn heading() -> Heading {
    Heading { date: today(), moves_only: true }
}
