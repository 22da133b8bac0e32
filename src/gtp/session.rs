//! What an engine knows between two requests.

use super::clock::Clock;
use super::listener::Listener;
use crate::brain::{Answer, Brain, BrainSpec, Dice, Evaluation, Seen, Thought, Use, Watch};
use crate::field::{HeatField, HeatParams};
use crate::go::{
    Color, DeadStones, HandicapError, Move, Outcome, PlayError, Point, Position, Rules, Setup, SetupError,
    Size,
};
use std::sync::atomic::AtomicBool;

/// The longest side: letters of the columns end at Z.
pub(super) const MOST_SIDE: u16 = 25;

/// An engine: a mind, a game and a clock.
pub struct Session {
    mind: Box<dyn Brain>,
    /// How the mind is called, in the words of a [`BrainSpec`] where it was made of one.
    pub brain: String,
    /// Where all chance comes from.
    pub(super) dice: Dice,
    /// The game.
    pub position: Position,
    /// Both players' time.
    pub clock: Clock,
    /// Which stones are dead at the end, where somebody has said so.
    pub dead: Option<DeadStones>,
    /// The last move generated, with what was thought of it.
    pub(super) last: Option<(Color, Answer, Option<Thought>)>,
    /// The moves that minds have made, the earliest first.
    pub(super) voiced: Vec<Voiced>,
}

/// A move that a mind has made.
pub(super) struct Voiced {
    /// Turns before it.
    pub(super) turn: usize,
    pub(super) color: Color,
    /// The mind, in the words of a [`BrainSpec`].
    pub(super) brain: String,
    /// How good the game looked to Black by it.
    pub(super) black: Evaluation,
}

/// Why there is no engine.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SessionError {
    /// A mind that waits for somebody.
    #[error("the brain {0} is a person, whom a program cannot ask")]
    Person(&'static str),
    /// Rules under which both move at once.
    #[error("the rules {0} are not played in turns")]
    Rules(&'static str),
    /// A board that GTP has no points for.
    #[error("size {0}: boards here are square, 1 to {MOST_SIDE}")]
    Size(Size),
}

impl Session {
    /// An engine with an empty board whose mind has the given spec.
    ///
    /// # Errors
    /// When the mind is a person, or the rules or the size are not for two who move in turn on a square board of 1 to
    /// 25.
    pub fn new(spec: &BrainSpec, size: Size, rules: Rules, seed: u64) -> Result<Self, SessionError> {
        if spec.info().human {
            return Err(SessionError::Person(spec.name()));
        }
        Self::with_mind(spec.build(), spec.to_string(), size, rules, seed)
    }

    /// As [`Session::new`], with a mind made elsewhere and a name for it.
    pub(super) fn with_mind(
        mind: Box<dyn Brain>,
        brain: String,
        size: Size,
        rules: Rules,
        seed: u64,
    ) -> Result<Self, SessionError> {
        if rules.quirks.is_some() {
            return Err(SessionError::Rules(rules.name));
        }
        if size.width() != size.height() || size.width() > MOST_SIDE {
            return Err(SessionError::Size(size));
        }
        Ok(Self {
            mind,
            brain,
            dice: Dice::new(seed, 0, 0),
            position: Position::new(size, rules),
            clock: Clock::default(),
            dead: None,
            last: None,
            voiced: Vec::new(),
        })
    }

    /// Draws all chance from another seed: the next move is what it would be in the first game of that seed.
    pub(super) fn reseed(&mut self, seed: u64) {
        self.dice = Dice::new(seed, 0, 0);
        self.mind.new_game();
    }

    /// The rules in force.
    pub fn rules(&self) -> Rules {
        *self.position.rules()
    }

    /// Which stones are taken off before the end is counted.
    pub fn dead(&self) -> DeadStones {
        let rules = self.rules();
        self.dead.map_or_else(|| DeadStones::usual(&rules), |dead| dead.under(&rules))
    }

    /// Seats another mind.
    pub(super) fn seat(&mut self, spec: &BrainSpec) {
        self.mind = spec.build();
        self.brain = spec.to_string();
    }

    /// A new game on the empty board. It has the next number, unless nothing was played in the last one.
    pub(super) fn clear(&mut self, size: Size) {
        if self.position.ply() > 0 {
            self.dice.game += 1;
        }
        self.begin(Position::new(size, self.rules()));
        self.clock.restart();
    }

    /// Begins a game from a position, for the mind too.
    pub fn begin(&mut self, position: Position) {
        self.position = position;
        self.mind.new_game();
        self.last = None;
        self.voiced.clear();
    }

    /// Changes the rules; the game so far stays as it is, whether they would have had it so or not.
    pub fn set_rules(&mut self, rules: Rules) {
        let mut position = Position::from_setup_unchecked(&self.position.beginning(), rules);
        for turn in self.position.turns() {
            position.hand_turn(turn.color);
            position.play_unchecked(turn.action);
        }
        position.hand_turn(self.position.to_move());
        self.position = position;
    }

    /// The position with the turn given to a colour, the game going on even after two passes.
    pub fn turned(&self, color: Color) -> Position {
        let mut position = self.position.clone();
        position.hand_turn(color);
        position
    }

    /// Makes a move of a colour.
    pub fn play(&mut self, color: Color, action: Move) -> Result<(), PlayError> {
        let mut position = self.turned(color);
        position.try_play(action)?;
        self.position = position;
        Ok(())
    }

    /// Takes back the last turn; `false` when there is none.
    pub fn undo(&mut self) -> bool {
        self.last = None;
        let undone = self.position.undo();
        let turns = self.position.turns().count();
        self.voiced.retain(|voiced| voiced.turn < turns);
        undone
    }

    /// Remembers that the mind made the move just played, and how it saw the game.
    pub fn note(&mut self, color: Color, thought: Option<&Thought>) {
        let Some(turn) = self.position.turns().count().checked_sub(1) else { return };
        let own = thought.map(Thought::evaluation).unwrap_or_default();
        self.voiced.push(Voiced { turn, color, brain: self.brain.clone(), black: own.for_black(color) });
    }

    /// Begins with the fixed handicap.
    pub fn place_handicap(&mut self, stones: u32) -> Result<Vec<Point>, HandicapError> {
        let mut position = self.position.clone();
        position.place_handicap(stones)?;
        self.begin(position);
        Ok(self.stones(Color::Black))
    }

    /// Begins with black stones on the given points of the empty board.
    pub(super) fn set_handicap(&mut self, points: &[Point]) -> Result<(), SetupError> {
        let mut setup = Setup::empty(self.position.size());
        points.iter().for_each(|&point| setup.set(point, Some(Color::Black)));
        setup.to_move = Color::White;
        let position = Position::from_setup(&setup, self.rules())?;
        self.begin(position);
        Ok(())
    }

    /// The stones of a colour in the order of their points.
    pub(super) fn stones(&self, color: Color) -> Vec<Point> {
        self.position.size().points().filter(|&point| self.position.at(point) == Some(color)).collect()
    }

    /// The temperature of every point, by point number: as the agents of a world measure it.
    pub fn heat(&self) -> Vec<f32> {
        heat(&self.position)
    }

    /// What the mind chooses in a position, with chance of its own for every ply and colour.
    pub(super) fn think(&mut self, position: &Position, watch: &mut dyn Watch) -> Answer {
        let color = position.to_move();
        if position.is_over() {
            let lost = position.outcome().and_then(Outcome::winner) == Some(!color);
            return if lost { Answer::Resign } else { Answer::Move(Move::Pass) };
        }
        #[expect(clippy::cast_possible_truncation, reason = "a game has fewer than 2^32 turns")]
        let turn = position.turns().filter(|turn| turn.color == color).count() as u32;
        let heat = heat(position);
        let seen = Seen { position, heat: &heat, turn };
        let tick = u64::from(position.ply()) + 1;
        match self.mind.choose(&seen, self.dice.rng(tick, Some(color), Use::Think), watch) {
            Answer::Move(action) if !position.is_legal(action) => {
                if position.is_legal(Move::Pass) {
                    Answer::Move(Move::Pass)
                } else {
                    Answer::Resign
                }
            }
            progress => progress,
        }
    }

    /// What the mind would play for a colour now, with the time it has for one move, and what it says about it.
    pub fn consider(&mut self, color: Color) -> (Answer, Option<Thought>) {
        let position = self.turned(color);
        let stop = AtomicBool::new(false);
        let mut listener = Listener::new(&stop, self.budget(color));
        let choice = self.think(&position, &mut listener);
        (choice, listener.take())
    }

    /// Seconds that a colour's next move may take; `None` without a limit.
    pub(super) fn budget(&self, color: Color) -> Option<f64> {
        self.clock.budget(color, self.moves_to_come())
    }

    /// Moves that a player may expect to make before the game ends.
    fn moves_to_come(&self) -> u32 {
        let area = u32::try_from(self.position.size().area()).unwrap_or(u32::MAX);
        // Games of this board take somewhat fewer plies than it has points, and then some.
        (area.saturating_sub(self.position.ply()) / 2).max(area / 8).max(10)
    }
}

/// One step of the temperature over the stones of a position, by point number.
pub(super) fn heat(position: &Position) -> Vec<f32> {
    let size = position.size();
    let near = |point| size.neighbours(point).filter(|&next| position.at(next).is_some()).count();
    #[expect(clippy::cast_possible_truncation, reason = "a point has four neighbours")]
    let stones: Vec<u8> = size.points().map(|point| near(point) as u8).collect();
    let mut field = HeatField::new(size);
    field.step(&stones, &HeatParams::default());
    field.values().to_vec()
}
