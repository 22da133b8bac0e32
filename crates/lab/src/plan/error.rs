//! Plan error: a fault in a plan, and its place.

use super::super::axis::AxisError;
use super::tournament::MAX_PLAYERS;
use super::{MAX_AXES, MAX_ROWS, MAX_TICKS};
use stonefield_go::Size;
use stonefield_go::notation::{counted, excerpt};

/// Longest text of a key or a name in a message, in characters.
const SHOWN: usize = 60;

/// A fault in a plan, and its place.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("line {line}, column {column}: {fault}")]
pub struct PlanError {
    /// Line number, from 1.
    pub line: usize,
    /// Column where the faulty part begins: number of the character in the line, from 1.
    pub column: usize,
    /// The fault.
    pub fault: PlanFault,
}

/// A fault in a plan.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum PlanFault {
    /// The text is not TOML.
    #[error("this is not TOML: {0}")]
    Syntax(String),
    /// A value that its key does not allow.
    #[error("{0}")]
    Value(String),
    /// Unknown key of the plan or of a table.
    #[error("{owner} has no key '{given}'{known}")]
    Key {
        /// The plan or the table.
        owner: String,
        /// The key.
        given: String,
        /// Hint at the nearest known key, and all keys.
        known: String,
    },
    /// A value where a table belongs.
    #[error("{0} is a table: write its keys under [{0}]")]
    Table(String),
    /// Two keys that set the same parameter, or a parameter and the mind that has it.
    #[error("{} and {} set the same: leave one out", excerpt(.0, SHOWN), excerpt(.1, SHOWN))]
    Twice(String, String),
    /// A value that is given twice, perhaps in two spellings.
    #[error("{} has the value {value} twice: its games would be played twice", excerpt(key, SHOWN))]
    ValueTwice {
        /// The key.
        key: String,
        /// The value, in its second spelling.
        value: String,
    },
    /// Faulty value of an axis.
    #[error(transparent)]
    Axis(Box<AxisError>),
    /// Unknown measure.
    #[error("no measure is called '{given}'{near}; `stonefield lab measures` lists all measures")]
    Measure {
        /// The name that was given.
        given: String,
        /// Hint at the nearest known name.
        near: String,
    },
    /// Invalid number of ticks.
    #[error("'@{given}' is not a number of ticks: a whole number from 1 to {MAX_TICKS}")]
    MeasureTicks {
        /// The text that was given.
        given: String,
    },
    /// A measure of whole games with an interval.
    #[error("{name} is measured at the end only, without '@'")]
    MeasureAtEnd {
        /// Name of the measure.
        name: &'static str,
    },
    /// A measure that is given twice without an interval, or twice with one.
    #[error("{0} is asked for twice")]
    MeasureTwice(String),
    /// Too many rows.
    #[error("the plan has more than {MAX_ROWS} rows: give fewer values or games")]
    TooManyRows,
    /// The key `openings`, without the positions of its records: reading a plan opens no files.
    #[error("only commands that play plans can read openings = \"{}\"", excerpt(folder, 200))]
    Openings {
        /// Folder with the records.
        folder: String,
        /// Number of moves that are taken from each record; `None` for all.
        moves: Option<u32>,
    },
    /// Invalid position.
    #[error("'{given}' is no position: {why}")]
    Position {
        /// The text that was given.
        given: String,
        /// The fault in it.
        why: String,
    },
    /// Positions of different sizes.
    #[error("position {at} is {given}, and the first is {size}: all openings must have the same size")]
    PositionSize {
        /// Number of the position, from 1.
        at: usize,
        /// Its size.
        given: Size,
        /// Size of the first position.
        size: Size,
    },
    /// Positions whose size is not that of the board of the games.
    #[error(
        "{key} are drawn on {given}, but size {} {board}: write size = \"{given}\"",
        if *is_set { "is" } else { "is not set, and its default is" }
    )]
    OpeningSize {
        /// Key that the positions come from.
        key: &'static str,
        /// Size of the positions.
        given: Size,
        /// Size of the board.
        board: Size,
        /// True if the plan sets the size.
        is_set: bool,
    },
    /// Too many axes.
    #[error("the plan sets too many keys with values for its games: at most {MAX_AXES} are allowed")]
    Axes,
    /// Too few or too many players.
    #[error("{}: a tournament has 2 to {MAX_PLAYERS}", counted(*.0, "player"))]
    Players(usize),
    /// Two players with the same name.
    #[error(
        "two players are called '{}': a table [players] with lines NAME = \"MIND\" gives each a name of its own",
        excerpt(.0, SHOWN)
    )]
    SameName(String),
    /// Invalid name of a player.
    #[error("'{0}' is no name of a player: 1 to 60 characters, none of them a control character")]
    PlayerName(String),
    /// A key of tournaments in a plan without players.
    #[error("{0} is for tournaments: add players = [MIND, MIND, …]")]
    NoPlayers(&'static str),
    /// Odd number of games per pairing of a tournament: they cannot form pairs.
    #[error("players play each opening twice, with colours changed: games must be even, and {0} is odd")]
    OddGames(u64),
    /// The key `alternate` in a tournament.
    #[error("players of a tournament always change colours: leave alternate out")]
    KeptColours,
    /// A sequential test with more than two players.
    #[error("sprt compares two players, and there are {0}")]
    SprtPlayers(usize),
    /// A combination that cannot be played.
    #[error("{}: {}", excerpt(values, 200), excerpt(&fault.to_string(), 400))]
    Combination {
        /// The combination, in words.
        values: String,
        /// Reason why it cannot be played.
        fault: Box<AxisError>,
    },
}

impl From<AxisError> for PlanFault {
    fn from(error: AxisError) -> Self {
        Self::Axis(Box::new(error.of_plan()))
    }
}
