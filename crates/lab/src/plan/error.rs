//! What can be wrong with a plan, and where.

use super::super::axis::AxisError;
use super::super::statistics::SprtError;
use super::MOST_TICKS;
use super::tournament::MOST_PLAYERS;
use super::{MOST_AXES, MOST_ROWS, design::MOST_POINTS};
use stonefield_go::Size;
use stonefield_go::notation::{counted, excerpt};

/// Characters of a key or a name that are shown.
const SHOWN: usize = 60;

/// Something is wrong with a plan.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("line {line}, column {column}: {fault}")]
pub struct PlanError {
    /// The line, from 1.
    pub line: usize,
    /// The character in the line, from 1.
    pub column: usize,
    /// What is wrong.
    pub fault: PlanFault,
}

/// What is wrong with a plan.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum PlanFault {
    /// It is no TOML.
    #[error("this is not TOML: {0}")]
    Syntax(String),
    /// A key that means nothing.
    #[error("a plan has no key '{given}'{near}; its keys are {known}")]
    Key {
        /// The key.
        given: String,
        /// The nearest key there is.
        near: String,
        /// All keys.
        known: String,
    },
    /// A key of a table that means nothing there.
    #[error("[{table}] has no key '{given}'{known}")]
    TableKey {
        /// The table.
        table: &'static str,
        /// The key.
        given: String,
        /// The nearest key there is, and all keys, in words.
        known: String,
    },
    /// A value of a kind that the key does not take.
    #[error("{} is {allowed}, and not {given}", excerpt(key, SHOWN))]
    Kind {
        /// The key.
        key: String,
        /// What was given, in words.
        given: String,
        /// What is allowed.
        allowed: String,
    },
    /// No value at all.
    #[error("{} has an empty list: at least one value is wanted", excerpt(.0, SHOWN))]
    Empty(String),
    /// Two keys that set the same.
    #[error("{} and {} set the same: leave one out", excerpt(.0, SHOWN), excerpt(.1, SHOWN))]
    Twice(String, String),
    /// The same value twice, be it written in two ways.
    #[error("{} has the value {value} twice: its games would be played twice", excerpt(key, SHOWN))]
    ValueTwice {
        /// The key.
        key: String,
        /// The value, as it is written the second time.
        value: String,
    },
    /// A key of a mind that no mind has.
    #[error("[{table}] has mind and the parameters of that mind, and no mind has '{given}'{near}")]
    MindKey {
        /// The table.
        table: &'static str,
        /// The key.
        given: String,
        /// The nearest key there is.
        near: String,
    },
    /// A value of an axis.
    #[error(transparent)]
    Axis(Box<AxisError>),
    /// Something that nobody can measure.
    #[error("nothing called '{given}' is measured{near}; `stonefield lab measures` lists what is")]
    Measure {
        /// What was asked for.
        given: String,
        /// The nearest name.
        near: String,
    },
    /// Not a number of ticks.
    #[error("'@{given}' is not a number of ticks: a whole number from 1 to {MOST_TICKS}")]
    MeasureTicks {
        /// What was given.
        given: String,
    },
    /// Something of whole games was to be measured during them.
    #[error("{name} is measured at the end only, without '@'")]
    MeasureAtEnd {
        /// What was to be measured.
        name: &'static str,
    },
    /// The same measure twice.
    #[error("{0} is asked for twice")]
    MeasureTwice(String),
    /// Not a design.
    #[error("'{0}' is not a design: all, sobol:POINTS or latin:POINTS, with 1 to {MOST_POINTS} points")]
    Design(String),
    /// More rows than there can be.
    #[error("the plan has more than {MOST_ROWS} rows: fewer values or games are wanted")]
    TooManyRows,
    /// Openings that are not there.
    #[error(
        "openings = \"{}\" is read by the commands that play plans, which add its positions",
        excerpt(folder, 200)
    )]
    Openings {
        /// The folder with their records.
        folder: String,
        /// How many moves are taken of each.
        moves: Option<u32>,
    },
    /// A position that is none.
    #[error("'{given}' is no position: {why}")]
    Position {
        /// What was given.
        given: String,
        /// What is wrong with it.
        why: String,
    },
    /// Positions of different boards.
    #[error("position {at} is {given}, and the first is {size}: all openings have one size")]
    PositionSize {
        /// Which, from 1.
        at: usize,
        /// Its size.
        given: Size,
        /// The size of the first.
        size: Size,
    },
    /// Positions of another board than that of the games.
    #[error(
        "{key} are drawn on {given}, and size {} {board}: size = \"{given}\" is the board of all of them",
        if *is_set { "is" } else { "is not set, which makes it" }
    )]
    OpeningSize {
        /// The key that the positions come from.
        key: &'static str,
        /// The size of the positions.
        given: Size,
        /// The size of the board.
        board: Size,
        /// True where the plan sets the size.
        is_set: bool,
    },
    /// More is set than fits a table.
    #[error("the plan sets more than {MOST_AXES} things: at most {MOST_AXES} are allowed")]
    Axes,
    /// Too few players, or too many.
    #[error("{}: a tournament has 2 to {MOST_PLAYERS}", counted(*.0, "player"))]
    Players(usize),
    /// Two players of one name.
    #[error(
        "two players are called '{}': a table [players] with lines NAME = \"MIND\" gives each a name of its own",
        excerpt(.0, SHOWN)
    )]
    SameName(String),
    /// A name that is none.
    #[error("'{0}' is no name of a player: 1 to 60 characters, none of them a control character")]
    PlayerName(String),
    /// Who plays whom.
    #[error("pairing is round-robin or gauntlet, and not '{0}'")]
    Pairing(String),
    /// A key of tournaments in a plan that is none.
    #[error("{0} is for tournaments: players = [MIND, MIND, …] is missing")]
    NoPlayers(&'static str),
    /// Games that make no pairs.
    #[error("players play each opening twice, with colours changed: games must be even, and {0} is odd")]
    OddGames(u64),
    /// Players who keep their colours.
    #[error("players change colours in any case: leave alternate out")]
    KeptColours,
    /// A test that is none, or not for so many players.
    #[error("sprt: {0}")]
    Sprt(#[from] SprtError),
    /// A test of more than two players.
    #[error("sprt compares two players, and there are {0}")]
    SprtPlayers(usize),
    /// A combination that cannot be played.
    #[error("{}: {}", excerpt(values, 200), excerpt(&fault.to_string(), 400))]
    Combination {
        /// The combination, in words.
        values: String,
        /// Why it cannot be played.
        fault: Box<AxisError>,
    },
}

impl From<AxisError> for PlanFault {
    fn from(error: AxisError) -> Self {
        Self::Axis(Box::new(error.of_plan()))
    }
}
