//! What a game begins with.

pub(crate) mod begin;
pub(crate) mod filling;

pub use begin::{reset, spawn_goban};
pub use filling::MOST_FILL;

use stonefield_go::field::{HeatParams, HeatParamsError};
use stonefield_go::{
    ByColor, DeadStones, HandicapError, Position, PositionError, Quirks, Rules, Setup, Size,
};
use stonefield_minds::BrainSpec;
use stonefield_search::{Dice, TimeControl, supply};

use crate::agents::Check;
use crate::netlogo;
use filling::filling;

/// Everything that decides a game before its first move: with the same set-up comes the same game.
#[derive(Clone, Debug, PartialEq)]
pub struct GameSetup {
    /// The size as asked for; the board is [`Rules::board_size`] of it.
    pub size: Size,
    /// The rules of the game, komi among them.
    pub rules: Rules,
    /// Who plays each colour.
    pub brains: ByColor<BrainSpec>,
    /// The seed of all chance in the game: any number.
    pub seed: u64,
    /// The number of the game in its series, from 0; it changes the chance as the seed does.
    pub game: u64,
    /// Handicap stones for Black: 0, or 2 to 9.
    pub handicap: u32,
    /// How heat spreads.
    pub heat: HeatParams,
    /// The stones to begin with, if not the usual ones; of the board's size.
    pub start: Option<Setup>,
    /// Which stones are taken off before the end is counted.
    pub dead: DeadStones,
    /// How closely the referee watches the agents. The game is the same.
    pub check: Check,
    /// How the game opens before the minds take over.
    pub opening: Opening,
    /// How the time of the players is limited, where the game runs before their eyes.
    pub time: TimeControl,
}

/// The most random plies that a game opens with where many are planned.
pub const MOST_OPENING_PLIES: u32 = 60;

/// Stones scattered over the board, and random moves, with which a game opens, whoever plays. A person makes moves of their own from the first on.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Opening {
    /// On which share of the points stones stand before the first move, 0 to [`MOST_FILL`]; 0 for none.
    pub fill: f64,
    /// How many: turns of both colours together; 0 for none.
    pub plies: u32,
    /// The number of the game whose dice decide stones and moves. Games that open alike have the same.
    pub game: u64,
}

impl Default for GameSetup {
    /// 19×19, `chinese`, `sensible` against itself, seed 1, dead stones played out.
    fn default() -> Self {
        Self {
            size: Size::default(),
            rules: Rules::default(),
            brains: ByColor::from_fn(|_| BrainSpec::default()),
            seed: 1,
            game: 0,
            handicap: 0,
            heat: HeatParams::default(),
            start: None,
            dead: DeadStones::CapturedOnly,
            check: Check::default(),
            opening: Opening::default(),
            time: TimeControl::default(),
        }
    }
}

/// Bytes of a world for each point of its board, as measured: its patch, its place in the referee's board and in the fields.
const AGENTS: usize = 270;

/// Bytes of a world up to which the memory is not checked beforehand.
const SMALL: usize = 16 << 20;

impl GameSetup {
    /// The size of the real board.
    #[must_use]
    pub fn board(&self) -> Size {
        self.rules.board_size(self.size)
    }

    /// The quirks in force; `None` under true Go.
    #[must_use]
    pub const fn quirks(&self) -> Option<Quirks> {
        self.rules.quirks
    }

    /// The dice of this game.
    #[must_use]
    pub const fn dice(&self) -> Dice {
        Dice::new(self.seed, self.game, 0)
    }

    /// The dice of the random moves with which it opens; `None` after so many turns.
    #[must_use]
    pub fn opening_dice(&self, turns: u64) -> Option<Dice> {
        (turns < self.opening.plies.into()).then_some(Dice::new(self.seed, self.opening.game, 0))
    }

    /// The same for another number of the series: what opened by its own number opens by the new one.
    #[must_use]
    pub fn numbered(&self, game: u64) -> Self {
        let own = self.opening.game == self.game;
        let opening = Opening { game: if own { game } else { self.opening.game }, ..self.opening };
        Self { game, opening, ..self.clone() }
    }

    /// Whether a game can begin with this.
    ///
    /// # Errors
    /// When it cannot; the error says why.
    pub fn check(&self) -> Result<(), SetupError> {
        self.check_board()?;
        if self.opening.fill > 0.0 {
            // A filling is legal as it is made.
            self.check_numbers()?;
            return self.check_filling();
        }
        self.position().map(drop)
    }

    /// Whether there can be a board of this size.
    ///
    /// # Errors
    /// When there is no memory for it, or the links of its stones would not fit.
    pub(crate) fn check_board(&self) -> Result<(), SetupError> {
        let board = self.board();
        let bytes = board.area() * AGENTS;
        if bytes > SMALL && !supply::has_memory_for(bytes) {
            return Err(SetupError::Memory { board, megabytes: bytes >> 20 });
        }
        let longest = board.width().max(board.height());
        if self.rules.quirks.is_some() && longest > netlogo::MAX_SIDE {
            return Err(SetupError::TooLarge { board });
        }
        Ok(())
    }

    /// The referee's first position.
    ///
    /// # Errors
    /// As [`GameSetup::check`].
    pub(crate) fn position(&self) -> Result<Position, SetupError> {
        self.check_numbers()?;
        self.check_filling()?;
        let board = self.board();
        if let Some(start) = &self.start {
            if start.size() != board {
                return Err(SetupError::StartSize { given: start.size(), board });
            }
            if self.handicap > 0 {
                return Err(SetupError::HandicapOnStart);
            }
        }
        if self.rules.quirks.is_some() {
            return self.netlogo_position(board);
        }
        match &self.start {
            Some(start) => Ok(Position::from_setup(start, self.rules)?),
            None if self.opening.fill > 0.0 => {
                let dice = Dice::new(self.seed, self.opening.game, 0);
                let filled = filling(board, self.opening.fill, dice);
                Ok(Position::from_setup(&filled, self.rules)?)
            }
            None => {
                let mut position = Position::new(board, self.rules);
                if self.handicap > 0 {
                    position.place_handicap(self.handicap)?;
                }
                Ok(position)
            }
        }
    }

    fn netlogo_position(&self, board: Size) -> Result<Position, SetupError> {
        self.check_board()?;
        if self.handicap > 0 {
            return Err(SetupError::HandicapInNetlogo);
        }
        if self.rules.stones_each.is_some() {
            return Err(SetupError::StonesInNetlogo);
        }
        match &self.start {
            Some(start) => {
                let mut position = Position::from_setup_unchecked(start, self.rules);
                position.set_to_move(stonefield_go::Color::Black);
                Ok(position)
            }
            None if board.area() < 2 => Err(SetupError::TooSmall),
            None => Ok(netlogo::first_stones(board, self.rules, self.dice())),
        }
    }

    /// Whether the board can be filled as asked for.
    fn check_filling(&self) -> Result<(), SetupError> {
        let fill = self.opening.fill;
        if !(0.0..=MOST_FILL).contains(&fill) {
            return Err(SetupError::Fill(fill));
        }
        if fill == 0.0 {
            return Ok(());
        }
        if self.rules.quirks.is_some() {
            return Err(SetupError::FillInNetlogo);
        }
        if self.start.is_some() {
            return Err(SetupError::FillOnStart);
        }
        if self.handicap > 0 { Err(SetupError::FillWithHandicap) } else { Ok(()) }
    }

    fn check_numbers(&self) -> Result<(), SetupError> {
        if !self.rules.komi.is_finite() {
            return Err(SetupError::Komi(self.rules.komi));
        }
        Ok(self.heat.check()?)
    }
}

/// Why a game cannot begin.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SetupError {
    /// A board whose closures of links would not fit.
    #[error("a {board} board is too large for netlogo-2016: at most {max}x{max}, and the quirk world_off_by_one adds one to the size", max = netlogo::MAX_SIDE)]
    TooLarge {
        /// The board asked for.
        board: Size,
    },
    /// A board for which there is no memory.
    #[error("a {board} board takes {megabytes} MB of memory, which is not available")]
    Memory {
        /// The board asked for.
        board: Size,
        /// Memory that it takes, in megabytes.
        megabytes: usize,
    },
    /// A board without room for the first two stones.
    #[error("a 1x1 board is too small for netlogo-2016, which begins with two stones")]
    TooSmall,
    /// Handicap in a world that has none.
    #[error("netlogo-2016 has no handicap stones")]
    HandicapInNetlogo,
    /// A number of stones in a world that counts none.
    #[error("netlogo-2016 has no limit of stones")]
    StonesInNetlogo,
    /// Handicap on top of a drawn start.
    #[error("handicap stones and a drawn start exclude each other")]
    HandicapOnStart,
    /// A share of the points that cannot be filled.
    #[error("{0} is no share of the points to fill: from 0 to {MOST_FILL}")]
    Fill(f64),
    /// A filling of a world that begins with two stones.
    #[error("netlogo-2016 begins with two stones, and its board cannot be filled")]
    FillInNetlogo,
    /// A filling on top of a drawn start.
    #[error("a filled board and a drawn start exclude each other")]
    FillOnStart,
    /// A filling on top of handicap stones.
    #[error("a filled board and handicap stones exclude each other")]
    FillWithHandicap,
    /// Handicap that the board has no points for.
    #[error(transparent)]
    Handicap(#[from] HandicapError),
    /// A start drawn for another board.
    #[error("the start is drawn on {given}, but the board is {board}")]
    StartSize {
        /// The size of the drawing.
        given: Size,
        /// The size of the board.
        board: Size,
    },
    /// A start that the law refuses.
    #[error(transparent)]
    Start(#[from] PositionError),
    /// Komi that is not a number.
    #[error("komi {0} is not a finite number")]
    Komi(f64),
    /// A share of heat outside 0…1.
    #[error(transparent)]
    Heat(#[from] HeatParamsError),
}
