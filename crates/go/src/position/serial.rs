//! A position as plain data, exact: what is read back goes on as the original does, by the same chance.
//!
//! What is written is the position before the first turn and the turns; reading plays them. Besides the stones, two orders are part of a
//! position: that of the empty points, by which chance draws, and that of the stones of a chain, by which a capture adds to them.

use super::{Board, ByColor, Color, KeptPosition, Move, Outcome, Point, Position, Rules, Size, Store};
use crate::History;
use crate::board::{PackedBoard, runs};
use crate::score::By;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// What no count of plies, stones or passes reaches: there is room for as many to come.
const MANY: usize = 1 << 30;

/// A position. Points go by their numbers ([`Size::index`]).
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Written {
    pub(super) size: Size,
    pub(super) rules: Rules,
    /// Each chain from the stone that names it, in the order of its ring.
    chains: ByColor<Vec<Vec<u32>>>,
    /// The empty points in their order: a point; or less than 0, so many more after the last one, each one further.
    empty: Vec<i32>,
    state: State,
    /// What came after; `None` where nothing is remembered as the origin.
    since: Option<Since>,
}

/// The state besides the stones.
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

/// The turns since the origin, and the state after them: passes, turns and ko can be edited.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Since {
    /// Each twice its point, or twice the number of points for a pass; and 1 for White.
    turns: Vec<u32>,
    state: State,
}

/// Why something read is not a position.
#[derive(Debug, thiserror::Error)]
pub(super) enum InvalidPosition {
    #[error("point {number} is not on a {size} board")]
    Number { number: i64, size: Size },
    #[error("{0} is not on a {1} board")]
    Point(Point, Size),
    #[error("{0} is there twice")]
    Twice(Point),
    #[error("only {told} of the {all} points are given")]
    Missing { told: usize, all: usize },
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

impl Written {
    /// A position without its past.
    pub(super) fn board_of(position: &Position) -> Self {
        let Position { size, rules, .. } = *position;
        let chains = position.rings();
        Self { size, rules, chains, empty: position.empty_runs(), state: State::of(position), since: None }
    }

    /// The position without what came after.
    ///
    /// # Errors
    /// When it is none.
    pub(super) fn position(&self) -> Result<Position, InvalidPosition> {
        let mut position = Position::new(self.size, self.rules);
        position.set_stones(&self.chains, &self.empty)?;
        position.set_state(self.state)?;
        position.begin_history();
        Ok(position)
    }
}

/// A position without its past, in little room.
pub(super) struct Packed {
    size: Size,
    rules: Rules,
    board: PackedBoard,
    state: State,
}

impl Packed {
    pub(super) fn new(position: &Position) -> Self {
        let Position { size, rules, .. } = *position;
        let board = on!(&position.store, board => board.packed());
        Self { size, rules, board, state: State::of(position) }
    }

    /// Size and rules.
    pub(super) const fn facts(&self) -> (Size, Rules) {
        (self.size, self.rules)
    }

    /// How many bytes it holds.
    pub(super) const fn weight(&self) -> usize {
        self.board.weight()
    }

    /// The position, with this past.
    pub(super) fn position(&self, history: History, base: Option<KeptPosition>) -> Position {
        let mut position = Position { history, base, ..Position::new(self.size, self.rules) };
        on!(&mut position.store, board => **board = Board::unpacked(self.size, &self.board));
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
        let turn = |color: Color, number: usize| narrow(2 * number + color.index());
        let since = self.base.is_some().then(|| Since {
            turns: self
                .turns()
                .map(|it| {
                    turn(it.color, it.action.point().map_or(self.size.area(), |at| self.size.index(at)))
                })
                .collect(),
            state: State::of(self),
        });
        Written { since, ..Written::board_of(&origin) }.serialize(to)
    }
}

impl<'de> Deserialize<'de> for Position {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Self::try_from(Written::deserialize(from)?).map_err(D::Error::custom)
    }
}

impl Position {
    /// The chains of each colour, by the number of the stone that names them.
    fn rings(&self) -> ByColor<Vec<Vec<u32>>> {
        on!(&self.store, board => {
            let mut rings = ByColor::<Vec<Vec<u32>>>::default();
            for cell in self.size.points().map(|point| board.cell(point)) {
                if let Some(color) = board.at(cell).filter(|_| board.chain(cell) == cell) {
                    let stones = board.chain_cells(cell).map(|stone| self.size.index(board.point(stone)));
                    rings[color].push(stones.map(narrow).collect());
                }
            }
            rings
        })
    }

    fn empty_runs(&self) -> Vec<i32> {
        runs((0..self.empties()).map(|i| self.size.index(self.empty(i))))
    }

    /// Takes over the state besides the stones, if it fits.
    fn set_state(&mut self, state: State) -> Result<(), InvalidPosition> {
        let State { to_move, ply, passes, last, prisoners, placed, ko, outcome } = state;
        for point in last.and_then(Move::point).into_iter().chain(ko) {
            if !self.size.contains(point) {
                return Err(InvalidPosition::Point(point, self.size));
            }
        }
        for count in [ply, passes, prisoners.black, prisoners.white, placed.black, placed.white] {
            if count as usize >= MANY {
                return Err(InvalidPosition::Count(count as usize));
            }
        }
        if matches!(outcome, Some(Outcome::Win { by: By::Points(points), .. }) if !points.is_finite()) {
            return Err(InvalidPosition::Outcome);
        }
        (self.to_move, self.ply, self.passes, self.last) = (to_move, ply, passes, last);
        (self.prisoners, self.placed, self.outcome) = (prisoners, placed, outcome);
        self.set_ko(ko);
        Ok(())
    }

    /// Plays a turn as it was written. The law may forbid it, as that of some records; its point must be empty.
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
        // How it ended is written.
        self.make(action);
        Ok(())
    }
}

impl TryFrom<Written> for Position {
    type Error = InvalidPosition;

    fn try_from(written: Written) -> Result<Self, InvalidPosition> {
        let mut position = written.position()?;
        if let Some(Since { turns, state }) = written.since {
            if turns.len() >= MANY {
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
    /// Sets all stones, in the orders that are written.
    fn set_stones(&mut self, chains: &ByColor<Vec<Vec<u32>>>, empty: &[i32]) -> Result<(), InvalidPosition> {
        let size = self.size;
        let mut seen = vec![false; size.area()];
        let mut told = 0;
        let mut once = |number: i64| {
            let point = point(size, number)?;
            told += 1;
            if std::mem::replace(&mut seen[size.index(point)], true) {
                return Err(InvalidPosition::Twice(point));
            }
            Ok(point)
        };
        let mut rings = Vec::new();
        for (color, chains) in chains.iter() {
            for ring in chains {
                let ring = ring.iter().map(|&stone| once(stone.into())).collect::<Result<Vec<_>, _>>()?;
                rings.push((color, ring));
            }
        }
        let mut free = Vec::new();
        let mut last = None;
        for &run in empty {
            let first = if run < 0 { last.ok_or(InvalidPosition::Run)? + 1 } else { i64::from(run) };
            let end = if run < 0 { first - i64::from(run) } else { first + 1 };
            for number in first..end {
                free.push(once(number)?);
            }
            last = Some(end - 1);
        }
        if told != size.area() {
            return Err(InvalidPosition::Missing { told, all: size.area() });
        }
        on!(&mut self.store, board => **board = Board::assembled(size, &rings, &free).ok_or(InvalidPosition::Chain)?);
        Ok(())
    }
}

/// The point of a number, if it is on the board.
fn point(size: Size, number: i64) -> Result<Point, InvalidPosition> {
    let index = usize::try_from(number).ok().filter(|&index| index < size.area());
    index.map(|index| size.point(index)).ok_or(InvalidPosition::Number { number, size })
}

/// A number of a point or a turn, which a board of 1024 × 1024 points keeps far below 2³².
fn narrow(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
