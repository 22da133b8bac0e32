//! Reasons why the rules refuse a move, a set-up or a handicap.

use super::{Color, Point, Size};

/// Reason why a move is not legal.
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
    /// The point is not on the board.
    #[error("{0} is off the {1} board")]
    OffBoard(Point, Size),
    /// The point has a stone.
    #[error("{0} is occupied")]
    Occupied(Point),
    /// The new stone's chain would have no liberty after captures.
    #[error("{0} is suicide")]
    Suicide(Point),
    /// Simple ko: the move would capture the stone that has just captured a single stone.
    #[error("{0} is forbidden by ko")]
    Ko(Point),
    /// The move would repeat an earlier position.
    #[error("{0} is forbidden by superko: it repeats an earlier position")]
    Superko(Point),
    /// The game has ended.
    #[error("the game is over")]
    GameOver,
    /// The player has placed the maximum number of stones.
    #[error("{0} has no stones left and can only pass")]
    NoStonesLeft(Color),
    /// The rules do not allow a pass.
    #[error("passing is not allowed under these rules")]
    NoPass,
    /// Under `netlogo-2016` a colour may pass only when it has no playable point.
    #[error("{0} may not pass while a point is playable")]
    PassWhilePlayable(Color),
    /// Under `netlogo-2016` a point is not playable when all its neighbours have one colour. If the quirk
    /// `eye_taboo` is off, this applies to the player's own colour only.
    #[error("{0} is not playable: its neighbours are all of one colour")]
    NeighboursOfOneColor(Point),
}

/// Reason why a set-up is not a legal position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    /// A chain has no liberty.
    #[error("the {color} chain at {point} has no liberty")]
    NoLiberty {
        /// The chain's colour.
        color: Color,
        /// The chain's stone with the smallest point number.
        point: Point,
    },
}

/// Reason why a handicap cannot be placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HandicapError {
    /// The number of stones is outside the range for this board.
    #[error("handicap {given} on a {size} board: 2 to {most} stones are possible")]
    Count {
        /// Requested number of handicap stones.
        given: u32,
        /// Size of the board.
        size: Size,
        /// Largest handicap on this board, in stones.
        most: u32,
    },
    /// The board is too small for any handicap.
    #[error("handicap {given} on a {size} board: none is possible below 7x7")]
    Small {
        /// Requested number of handicap stones.
        given: u32,
        /// Size of the board.
        size: Size,
    },
    /// The board is not empty.
    #[error("a handicap is placed on an empty board")]
    NotEmpty,
}
