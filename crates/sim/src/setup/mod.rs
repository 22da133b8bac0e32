//! Set-up of a game.

pub(crate) mod begin;
pub(crate) mod filling;

pub use begin::{reset, spawn_goban};
pub use filling::MAX_FILL;

use stonefield_go::field::{HeatParams, HeatParamsError};
use stonefield_go::{
    ByColor, DeadStones, HandicapError, Position, PositionError, Quirks, Rules, Setup, Size,
};
use stonefield_minds::BrainSpec;
use stonefield_search::{Dice, TimeControl, supply};

use crate::agents::Check;
use crate::netlogo;
use filling::filling;

/// Everything that decides a game before its first move. Equal set-ups give equal games.
#[derive(Clone, Debug, PartialEq)]
pub struct GameSetup {
    /// Requested size. [`Rules::board_size`] turns it into the size of the board.
    pub size: Size,
    /// Rules of the game, with komi.
    pub rules: Rules,
    /// Mind of each colour.
    pub brains: ByColor<BrainSpec>,
    /// Seed of all random numbers in the game.
    pub seed: u64,
    /// Number of the game in its series, from 0. Like the seed, this number changes the random numbers, but
    /// not those of the opening.
    pub game: u64,
    /// Handicap stones for Black: 0, or 2 to 9.
    pub handicap: u32,
    /// Parameters of the heat field.
    pub heat: HeatParams,
    /// Board at the beginning. `None`: empty, or with the stones of the handicap, the opening or
    /// `netlogo-2016`.
    pub start: Option<Setup>,
    /// Rule that decides which stones count as dead in the final score.
    pub dead: DeadStones,
    /// Extent of the referee's checks of the agents. Does not change the game.
    pub check: Check,
    /// Random opening before the minds play.
    pub opening: Opening,
    /// Time control of both players. The default has no limit.
    pub time: TimeControl,
}

/// Largest number of random opening plies in a plan file or a tuning. `stonefield run --open` allows 1000.
pub const MAX_OPENING_PLIES: u32 = 60;

/// Random opening of a game: scattered stones, and random moves for the minds. Persons choose their moves.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Opening {
    /// Share of points with stones before the first move, 0 to [`MAX_FILL`].
    pub fill: f64,
    /// Number of random plies, of both colours together.
    pub plies: u32,
    /// Number of the game whose dice decide stones and moves. Games of one seed with the same number have the
    /// same opening.
    pub game: u64,
}

impl Default for GameSetup {
    /// 19×19, `chinese`, `sensible` plays both colours, seed 1, no stone on the board counts as dead.
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

/// Measured memory of a world per point of its board, in bytes: patch, referee's board and fields.
const BYTES_PER_POINT: usize = 270;

/// Memory of a world, in bytes, up to which a game begins without a check of the available memory.
const UNCHECKED_BYTES: usize = 16 << 20;

impl GameSetup {
    /// Size of the board: [`Rules::board_size`] of the requested size.
    #[must_use]
    pub fn board(&self) -> Size {
        self.rules.board_size(self.size)
    }

    /// Quirks in force. `None`: the rules are those of Go.
    #[must_use]
    pub const fn quirks(&self) -> Option<Quirks> {
        self.rules.quirks
    }

    /// Dice of this game.
    #[must_use]
    pub const fn dice(&self) -> Dice {
        Dice::new(self.seed, self.game, 0)
    }

    /// Dice of the random opening moves, after this number of turns of the game. `None`: the opening is over.
    #[must_use]
    pub fn opening_dice(&self, turns: u64) -> Option<Dice> {
        (turns < self.opening.plies.into()).then_some(Dice::new(self.seed, self.opening.game, 0))
    }

    /// The same set-up with another game number. If the opening's number equals the old game number, it
    /// changes too.
    #[must_use]
    pub fn numbered(&self, game: u64) -> Self {
        let has_same_number = self.opening.game == self.game;
        let opening =
            Opening { game: if has_same_number { game } else { self.opening.game }, ..self.opening };
        Self { game, opening, ..self.clone() }
    }

    /// Checks that a game can begin.
    ///
    /// # Errors
    /// The game cannot begin. The error is the reason.
    pub fn check(&self) -> Result<(), SetupError> {
        self.check_board()?;
        if self.opening.fill > 0.0 {
            // Fillings are always legal, so no position is made here.
            self.check_numbers()?;
            return self.check_filling();
        }
        self.position().map(drop)
    }

    /// Checks that the board is possible.
    ///
    /// # Errors
    /// Memory does not suffice, or `netlogo-2016` does not allow this size.
    pub(crate) fn check_board(&self) -> Result<(), SetupError> {
        let board = self.board();
        let bytes = board.area() * BYTES_PER_POINT;
        if bytes > UNCHECKED_BYTES && !supply::has_memory_for(bytes) {
            return Err(SetupError::Memory { board, megabytes: bytes >> 20 });
        }
        let longest = board.width().max(board.height());
        if self.rules.quirks.is_some() && longest > netlogo::MAX_SIDE {
            return Err(SetupError::TooLarge { board });
        }
        Ok(())
    }

    /// First position of the referee.
    ///
    /// # Errors
    /// See [`GameSetup::check`].
    pub fn position(&self) -> Result<Position, SetupError> {
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

    /// Checks that the board can be filled as requested.
    fn check_filling(&self) -> Result<(), SetupError> {
        let fill = self.opening.fill;
        if !(0.0..=MAX_FILL).contains(&fill) {
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

/// Reason why a game cannot begin.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SetupError {
    /// Board too large for the links of `netlogo-2016`.
    #[error("a {board} board is too large for netlogo-2016: at most {max}x{max}, and the quirk world_off_by_one adds one to the size", max = netlogo::MAX_SIDE)]
    TooLarge {
        /// Size of the board.
        board: Size,
    },
    /// Board too large for the memory.
    #[error("a {board} board takes {megabytes} MB of memory, which is not available")]
    Memory {
        /// Size of the board.
        board: Size,
        /// Memory needed, in megabytes of 2^20 bytes.
        megabytes: usize,
    },
    /// Board too small for the first two stones.
    #[error("a 1x1 board is too small for netlogo-2016, which begins with two stones")]
    TooSmall,
    /// Handicap under `netlogo-2016`.
    #[error("netlogo-2016 has no handicap stones")]
    HandicapInNetlogo,
    /// Limit of stones under `netlogo-2016`.
    #[error("netlogo-2016 has no limit on the number of stones")]
    StonesInNetlogo,
    /// Handicap together with a start position.
    #[error("handicap stones and a start position exclude each other")]
    HandicapOnStart,
    /// Share of filled points out of range.
    #[error("fill {0} is out of range: it is a share of the points, from 0 to {MAX_FILL}")]
    Fill(f64),
    /// Filling under `netlogo-2016`.
    #[error("a netlogo-2016 board cannot be filled: its games begin with two stones")]
    FillInNetlogo,
    /// Filling together with a start position.
    #[error("a filled board and a start position exclude each other")]
    FillOnStart,
    /// Filling together with handicap stones.
    #[error("a filled board and handicap stones exclude each other")]
    FillWithHandicap,
    /// Handicap not possible on this board.
    #[error(transparent)]
    Handicap(#[from] HandicapError),
    /// Start position of another size than the board.
    #[error("the start position is {given}, but the board is {board}")]
    StartSize {
        /// Size of the start position.
        given: Size,
        /// Size of the board.
        board: Size,
    },
    /// Illegal start position.
    #[error(transparent)]
    Start(#[from] PositionError),
    /// Komi that is not finite.
    #[error("komi {0} is not a finite number")]
    Komi(f64),
    /// Heat parameter out of range.
    #[error(transparent)]
    Heat(#[from] HeatParamsError),
}
