//! What the law refuses, and why.

use super::{Color, Point, Size};

/// Why a move may not be played.
///
/// ```
/// use stonefield_go::{Color, PlayError, Position, Rules, Setup};
///
/// let mut setup: Setup = ". X O .\n\
///                         X . X O\n\
///                         . X O .\n\
///                         . . . .".parse()?;
/// setup.to_move = Color::White;
/// let mut position = Position::from_setup(&setup, Rules::default())?;
/// position.try_play("B3".parse()?)?;
/// assert_eq!(position.check("C3".parse()?), Err(PlayError::Ko("C3".parse()?)));
/// let refused = position.try_play("B3".parse()?).unwrap_err();
/// assert_eq!(refused.to_string(), "B3 is occupied");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlayError {
    /// The board has no such point.
    #[error("{0} is off the {1} board")]
    OffBoard(Point, Size),
    /// A stone stands there.
    #[error("{0} is occupied")]
    Occupied(Point),
    /// The stone, or its chain, would have no liberty.
    #[error("{0} is suicide")]
    Suicide(Point),
    /// It takes back the stone that has just taken one.
    #[error("{0} is forbidden by ko")]
    Ko(Point),
    /// It repeats an earlier position.
    #[error("{0} is forbidden by superko: it repeats an earlier position")]
    Superko(Point),
    /// The game has ended.
    #[error("the game is over")]
    GameOver,
    /// All stones the side may place are placed.
    #[error("{0} has no stones left and can only pass")]
    NoStonesLeft(Color),
    /// The rules know no pass.
    #[error("passing is not allowed under these rules")]
    NoPass,
    /// In the NetLogo world a colour passes only without a playable point.
    #[error("{0} may not pass while a point is playable")]
    Playable(Color),
    /// In the NetLogo world a point surrounded by one colour is taboo.
    #[error("{0} is not playable: its neighbours are all of one colour")]
    Taboo(Point),
}

/// Why a set-up is not a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    /// A chain without liberties.
    #[error("the {color} chain at {point} has no liberty")]
    NoLiberty {
        /// The chain's colour.
        color: Color,
        /// Its first stone in the order of point numbers.
        point: Point,
    },
}

/// Why a handicap cannot be placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HandicapError {
    /// A number of stones that this board has no points for.
    #[error("handicap {given} on a {size} board: 2 to {most} stones are possible")]
    Count {
        /// Handicap stones asked for.
        given: u32,
        /// The board, columns and rows.
        size: Size,
        /// The most handicap stones that the board takes.
        most: u32,
    },
    /// A board too small for any.
    #[error("handicap {given} on a {size} board: none is possible below 7x7")]
    Small {
        /// Handicap stones asked for.
        given: u32,
        /// The board, columns and rows.
        size: Size,
    },
    /// A board that is not empty.
    #[error("a handicap is placed on an empty board")]
    NotEmpty,
}
