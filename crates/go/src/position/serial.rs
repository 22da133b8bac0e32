//! Serialized form of a position. The form is exact: with the same random seed, the game continues in the
//! same way.
//!
//! The form has the position before the first turn, and the turns. Deserialization plays the turns. Besides
//! the stones, a position has two orders. Random choices draw from the list of empty points, so its order is
//! stored. A capture appends the stones of a chain to this list in the order of their ring (see [`Board`]).
//! The order of each ring is therefore stored too.

use super::{Board, ByColor, Color, Move, Outcome, Point, Position, Rules, Size, Store};
use crate::History;
use crate::board::{PackedBoard, encode_runs};
use crate::score::WinBy;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Exclusive limit of the numbers of plies, stones, passes and turns. With this limit, later additions do not
/// overflow 32 bits.
const COUNT_LIMIT: usize = 1 << 30;

/// Serialized position. Points are given by their numbers ([`Size::index`]).
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SerializedPosition {
    pub(super) size: Size,
    pub(super) rules: Rules,
    /// Chains of each colour. A chain begins with the stone at its id and follows the order of its ring.
    chains: ByColor<Vec<Vec<u32>>>,
    /// List of empty points in its order, encoded by [`encode_runs`]. An entry is a point, or -n for the n
    /// points that follow the previous entry consecutively.
    empty: Vec<i32>,
    state: State,
    /// Turns since the origin, and the state after them. `None` if the position has no stored origin.
    since: Option<Since>,
}

/// State of a position besides its stones.
#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct State {
    to_move: Color,
    ply: u32,
    passes: u32,
    last: Option<Move>,
    prisoners: ByColor<u32>,
    placed: ByColor<u32>,
    ko: Option<Point>,
    outcome: Option<Outcome>,
}

/// Turns since the origin, and the state after them.
///
/// The state can differ from the state after a replay, because passes, side to move and ko can be edited.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Since {
    /// A turn is 2 × its point number, or 2 × the area of the board for a pass, + 1 for White.
    turns: Vec<u32>,
    state: State,
}

/// Reason why serialized data are not a position.
#[derive(Debug, thiserror::Error)]
pub(super) enum InvalidPosition {
    #[error("point {number} is not on a {size} board")]
    Number { number: i64, size: Size },
    #[error("{0} is not on a {1} board")]
    Point(Point, Size),
    #[error("{0} is there twice")]
    Twice(Point),
    #[error("only {given} of the {total} points are given")]
    Missing { given: usize, total: usize },
    #[error("a run of empty points that begins nowhere")]
    Run,
    #[error("a chain without stones, or a broken one")]
    Chain,
    #[error("{color}'s turn at {point}, where a stone stands")]
    Turn { color: Color, point: Point },
    #[error("a count of {0}")]
    Count(usize),
    #[error("a result that is not a number")]
    Outcome,
}

impl SerializedPosition {
    /// Serialized form of a position without its turns.
    pub(super) fn without_turns(position: &Position) -> Self {
        let Position { size, rules, .. } = *position;
        let chains = position.chain_rings();
        Self { size, rules, chains, empty: position.empty_runs(), state: State::of(position), since: None }
    }

    /// Builds the position without its turns.
    ///
    /// # Errors
    /// [`InvalidPosition`] when the data are not a position.
    pub(super) fn origin(&self) -> Result<Position, InvalidPosition> {
        let mut position = Position::new(self.size, self.rules);
        position.set_stones(&self.chains, &self.empty)?;
        position.set_state(self.state)?;
        position.begin_history();
        Ok(position)
    }
}

/// Compact form of a position without its history.
pub(super) struct PackedPosition {
    size: Size,
    rules: Rules,
    board: PackedBoard,
    state: State,
}

impl PackedPosition {
    pub(super) fn new(position: &Position) -> Self {
        let Position { size, rules, .. } = *position;
        let board = with_board!(&position.store, board => board.packed());
        Self { size, rules, board, state: State::of(position) }
    }

    /// Size and rules of the position.
    pub(super) const fn size_and_rules(&self) -> (Size, Rules) {
        (self.size, self.rules)
    }

    /// Size of the data, in bytes.
    pub(super) const fn weight(&self) -> usize {
        self.board.weight()
    }

    /// Rebuilds the position with this history, without an origin.
    pub(super) fn position(&self, history: History) -> Position {
        let mut position = Position { history, ..Position::new(self.size, self.rules) };
        with_board!(&mut position.store, board => **board = Board::unpacked(self.size, &self.board));
        let State { to_move, ply, passes, last, prisoners, placed, outcome, ko: _ } = self.state;
        (position.to_move, position.ply, position.passes, position.last) = (to_move, ply, passes, last);
        (position.prisoners, position.placed, position.outcome) = (prisoners, placed, outcome);
        position
    }
}

impl State {
    fn of(position: &Position) -> Self {
        let Position { to_move, ply, passes, last, prisoners, placed, outcome, .. } = *position;
        Self { to_move, ply, passes, last, prisoners, placed, ko: position.ko(), outcome }
    }
}

/// A position is saved with its history, so superko is kept.
///
/// ```
/// use stonefield_go::{Position, Rules, Size};
///
/// let mut position = Position::new(Size::square(9)?, Rules::default());
/// position.try_play("E5".parse()?)?;
/// let text = serde_json::to_string(&position)?;
/// let restored: Position = serde_json::from_str(&text)?;
/// assert_eq!(restored.turns().collect::<Vec<_>>(), position.turns().collect::<Vec<_>>());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl Serialize for Position {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let origin = self.origin();
        let turn = |color: Color, number: usize| to_u32(2 * number + color.index());
        let since = self.stored_origin.is_some().then(|| Since {
            turns: self
                .turns()
                .map(|played| {
                    let point = played.action.point();
                    turn(played.color, point.map_or(self.size.area(), |point| self.size.index(point)))
                })
                .collect(),
            state: State::of(self),
        });
        SerializedPosition { since, ..SerializedPosition::without_turns(&origin) }.serialize(to)
    }
}

impl<'de> Deserialize<'de> for Position {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Self::try_from(SerializedPosition::deserialize(from)?).map_err(D::Error::custom)
    }
}

impl Position {
    /// Chains of each colour, in the order of their ids.
    fn chain_rings(&self) -> ByColor<Vec<Vec<u32>>> {
        with_board!(&self.store, board => {
            let mut rings = ByColor::<Vec<Vec<u32>>>::default();
            for cell in self.size.points().map(|point| board.cell(point)) {
                if let Some(color) = board.at(cell).filter(|_| board.chain_id(cell) == cell) {
                    let stones = board.chain_cells(cell).map(|stone| self.size.index(board.point(stone)));
                    rings[color].push(stones.map(to_u32).collect());
                }
            }
            rings
        })
    }

    /// List of empty points, encoded as in [`SerializedPosition`].
    fn empty_runs(&self) -> Vec<i32> {
        encode_runs((0..self.empty_count()).map(|i| self.size.index(self.nth_empty(i))))
    }

    /// Sets the state besides the stones, if it is valid.
    fn set_state(&mut self, state: State) -> Result<(), InvalidPosition> {
        let State { to_move, ply, passes, last, prisoners, placed, ko, outcome } = state;
        for point in last.and_then(Move::point).into_iter().chain(ko) {
            if !self.size.contains(point) {
                return Err(InvalidPosition::Point(point, self.size));
            }
        }
        for count in [ply, passes, prisoners.black, prisoners.white, placed.black, placed.white] {
            if count as usize >= COUNT_LIMIT {
                return Err(InvalidPosition::Count(count as usize));
            }
        }
        if matches!(outcome, Some(Outcome::Win { by: WinBy::Points(points), .. }) if !points.is_finite()) {
            return Err(InvalidPosition::Outcome);
        }
        (self.to_move, self.ply, self.passes, self.last) = (to_move, ply, passes, last);
        (self.prisoners, self.placed, self.outcome) = (prisoners, placed, outcome);
        self.set_ko(ko);
        Ok(())
    }

    /// Plays a serialized turn. The move may be illegal, as in some game records, but its point must be
    /// empty.
    fn replay(&mut self, turn: u32) -> Result<(), InvalidPosition> {
        let color = Color::ALL[turn as usize & 1];
        let number = turn as usize / 2;
        let action = if number == self.size.area() {
            Move::Pass
        } else {
            let point = point(self.size, i64::from(turn / 2))?;
            if self.at(point).is_some() {
                return Err(InvalidPosition::Turn { color, point });
            }
            Move::Play(point)
        };
        self.to_move = color;
        // The serialized state has the outcome, so it is not computed here.
        self.make_move(action);
        Ok(())
    }
}

impl TryFrom<SerializedPosition> for Position {
    type Error = InvalidPosition;

    fn try_from(written: SerializedPosition) -> Result<Self, InvalidPosition> {
        let mut position = written.origin()?;
        if let Some(Since { turns, state }) = written.since {
            if turns.len() >= COUNT_LIMIT {
                return Err(InvalidPosition::Count(turns.len()));
            }
            position.remember_origin();
            for turn in turns {
                position.replay(turn)?;
            }
            position.set_state(state)?;
        }
        Ok(position)
    }
}

impl Position {
    /// Sets all stones, and the serialized orders of the empty points and of the rings.
    fn set_stones(&mut self, chains: &ByColor<Vec<Vec<u32>>>, empty: &[i32]) -> Result<(), InvalidPosition> {
        let size = self.size;
        let mut has_occurred = vec![false; size.area()];
        let mut given = 0;
        let mut take_once = |number: i64| {
            let point = point(size, number)?;
            given += 1;
            if std::mem::replace(&mut has_occurred[size.index(point)], true) {
                return Err(InvalidPosition::Twice(point));
            }
            Ok(point)
        };
        let mut rings = Vec::new();
        for (color, chains) in chains.iter() {
            for ring in chains {
                let ring =
                    ring.iter().map(|&stone| take_once(stone.into())).collect::<Result<Vec<_>, _>>()?;
                rings.push((color, ring));
            }
        }
        let mut empty_points = Vec::new();
        let mut last = None;
        for &run in empty {
            let first = if run < 0 { last.ok_or(InvalidPosition::Run)? + 1 } else { i64::from(run) };
            let end = if run < 0 { first - i64::from(run) } else { first + 1 };
            for number in first..end {
                empty_points.push(take_once(number)?);
            }
            last = Some(end - 1);
        }
        if given != size.area() {
            return Err(InvalidPosition::Missing { given, total: size.area() });
        }
        with_board!(&mut self.store, board => **board = Board::assembled(size, &rings, &empty_points).ok_or(InvalidPosition::Chain)?);
        Ok(())
    }
}

/// Point with this number. Fails if the point is not on the board.
fn point(size: Size, number: i64) -> Result<Point, InvalidPosition> {
    let index = usize::try_from(number).ok().filter(|&index| index < size.area());
    index.map(|index| size.point(index)).ok_or(InvalidPosition::Number { number, size })
}

/// Converts the number of a point or a turn to 32 bits. On the largest board, 1024 × 1024 points, such a
/// number is far below 2³².
fn to_u32(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
