//! Position of a game: board, side to move, history and rules.

use super::board::{Board, Fixed, Heap, Storage};
use super::history::{History, Turn};
use super::score::Outcome;
use super::{ByColor, Color, Move, Point, PositionError, Rules, Setup, Size};
use std::borrow::Cow;

/// Board in the storage that fits its size. The storage is chosen when a position is created.
enum Store {
    S128(Box<Board<Fixed<128>>>),
    S256(Box<Board<Fixed<256>>>),
    S512(Box<Board<Fixed<512>>>),
    S1024(Box<Board<Fixed<1024>>>),
    Heap(Box<Board<Heap>>),
}

/// Evaluates an expression with the board of a [`Store`], for each storage.
macro_rules! with_board {
    ($store:expr, $board:ident => $result:expr) => {
        match $store {
            Store::S128($board) => $result,
            Store::S256($board) => $result,
            Store::S512($board) => $result,
            Store::S1024($board) => $result,
            Store::Heap($board) => $result,
        }
    };
}

mod copy;
mod edit;
mod end;
mod legal;
mod play;
mod serial;
mod stored;

pub use stored::StoredPosition;

/// Operation on a board that is generic over its storage: see [`Position::visit`].
pub trait BoardVisitor {
    /// Result of the operation.
    type Output;
    /// Performs the operation on the board.
    fn visit<S: Storage>(self, board: &Board<S>) -> Self::Output;
}

/// Position of a game: the type that checks and makes the moves.
///
/// ```
/// use stonefield_go::{Move, PlayError, Position, Rules, Setup};
///
/// let setup: Setup = ". X .\n\
///                     X O X\n\
///                     . . .".parse()?;
/// let mut position = Position::from_setup(&setup, Rules::default())?;
/// let played = position.try_play("B1".parse()?)?;
/// assert_eq!(played.captured, 1);
/// assert_eq!(position.setup().to_string(), ". X .\n\
///                                           X . X\n\
///                                           . X .\n");
/// let inside: Move = "B2".parse()?;
/// // White would have no liberty there.
/// assert!(matches!(position.try_play(inside), Err(PlayError::Suicide(_))));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// A copy shares its history with the original, so only the board is copied. [`Clone::clone_from`] copies
/// into an existing position without allocation if both boards have the same storage.
pub struct Position {
    rules: Rules,
    size: Size,
    store: Store,
    to_move: Color,
    ply: u32,
    /// Number of consecutive passes up to now.
    passes: u32,
    last: Option<Move>,
    prisoners: ByColor<u32>,
    /// Number of stones that each colour has placed by moves.
    placed: ByColor<u32>,
    outcome: Option<Outcome>,
    history: History,
    /// Position before the first turn of the history. `None`: no turn was made, and no origin is stored.
    stored_origin: Option<StoredPosition>,
}

impl Position {
    /// Empty board, Black to move. `size` is the actual size of the board: the quirk `world_off_by_one` has
    /// no effect.
    #[must_use]
    pub fn new(size: Size, rules: Rules) -> Self {
        let store = match Board::<Heap>::cells(size) {
            0..=128 => Store::S128(Box::new(Board::new(size))),
            129..=256 => Store::S256(Box::new(Board::new(size))),
            257..=512 => Store::S512(Box::new(Board::new(size))),
            513..=1024 => Store::S1024(Box::new(Board::new(size))),
            _ => Store::Heap(Box::new(Board::new(size))),
        };
        let mut position = Self {
            rules,
            size,
            store,
            to_move: Color::Black,
            ply: 0,
            passes: 0,
            last: None,
            prisoners: ByColor::default(),
            placed: ByColor::default(),
            outcome: None,
            history: History::default(),
            stored_origin: None,
        };
        position.begin_history();
        position.outcome = position.outcome_without_moves();
        position
    }

    /// Converts a set-up to a position.
    ///
    /// # Errors
    /// [`PositionError`] when a chain has no liberty. The error has the stone with the smallest point number.
    pub fn from_setup(setup: &Setup, rules: Rules) -> Result<Self, PositionError> {
        let position = Self::from_setup_unchecked(setup, rules);
        let without_liberty = position.stones_without_liberty().next();
        match without_liberty {
            Some((point, color)) => Err(PositionError::NoLiberty { color, point }),
            None => Ok(position),
        }
    }

    /// Converts a set-up to a position. The set-up may have chains without liberties, as in the NetLogo
    /// model.
    #[must_use]
    pub fn from_setup_unchecked(setup: &Setup, rules: Rules) -> Self {
        let mut position = Self::new(setup.size(), rules);
        for (point, stone) in setup.size().points().zip(setup.stones()) {
            if let Some(color) = *stone {
                position.put(point, color);
            }
        }
        position.set_to_move(setup.to_move);
        position.outcome = position.outcome_without_moves();
        position
    }

    /// Stones and side to move, as a set-up.
    #[must_use]
    pub fn setup(&self) -> Setup {
        let mut setup = Setup::empty(self.size);
        for point in self.size.points() {
            setup.set(point, self.at(point));
        }
        setup.to_move = self.to_move;
        setup
    }

    /// Size of the board.
    #[must_use]
    pub const fn size(&self) -> Size {
        self.size
    }

    /// Rules of the game.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Side to move.
    #[inline]
    #[must_use]
    pub const fn to_move(&self) -> Color {
        self.to_move
    }

    /// Sets the side to move. If the side changes, a new history begins.
    pub fn set_to_move(&mut self, color: Color) {
        if self.to_move != color {
            self.to_move = color;
            self.begin_history();
        }
    }

    /// Sets the side to move and keeps the history.
    ///
    /// If the side to move changes, simple ko is cleared, as after a pass. A game that ended by two passes is
    /// resumed. A game that ended otherwise stays ended.
    pub fn hand_turn(&mut self, color: Color) {
        if self.passes >= 2 {
            self.passes = 0;
            self.outcome = None;
        }
        if self.to_move != color {
            self.remember_origin();
            self.to_move = color;
            with_board!(&mut self.store, board => board.clear_ko());
        }
    }

    /// Number of moves made in the game, passes included.
    #[must_use]
    pub const fn ply(&self) -> u32 {
        self.ply
    }

    /// Latest move.
    #[must_use]
    pub const fn last_move(&self) -> Option<Move> {
        self.last
    }

    /// Number of consecutive passes up to now.
    #[must_use]
    pub const fn passes(&self) -> u32 {
        self.passes
    }

    /// Turns since the position was set up or edited, with the superko keys of the positions.
    #[must_use]
    pub const fn history(&self) -> &History {
        &self.history
    }

    /// Turns since the position was set up or edited, from the first to the last.
    pub fn turns(&self) -> impl Iterator<Item = Turn> + '_ {
        self.history.turns()
    }

    /// Position before the first of [`Position::turns`]. The position itself if there are no turns.
    #[must_use]
    pub fn origin(&self) -> Cow<'_, Self> {
        self.stored_origin.as_ref().map_or(Cow::Borrowed(self), StoredPosition::position)
    }

    /// Returns true if this position continues the game of an earlier position, after zero or more turns.
    #[must_use]
    pub fn is_continuation_of(&self, earlier: &Self) -> bool {
        let origin_identity = |position: &Self| {
            let current = || (position.size, position.hash(), position.rules);
            position.stored_origin.as_ref().map_or_else(current, StoredPosition::identity)
        };
        let mut turns = self.turns();
        origin_identity(earlier) == origin_identity(self)
            && earlier.turns().all(|turn| turns.next() == Some(turn))
    }

    /// Stone on a point. `None` if the point is empty or not on the board.
    #[inline]
    #[must_use]
    pub fn at(&self, point: Point) -> Option<Color> {
        if !self.size.contains(point) {
            return None;
        }
        with_board!(&self.store, board => board.at(board.cell(point)))
    }

    /// Number of stones of each colour on the board.
    #[must_use]
    pub fn stones(&self) -> ByColor<u32> {
        with_board!(&self.store, board => ByColor::from_fn(|color| board.stones(color)))
    }

    /// Number of prisoners of each colour: captures, the opponent's suicides and pass stones.
    #[must_use]
    pub const fn captured_by(&self) -> ByColor<u32> {
        self.prisoners
    }

    /// Number of stones that each colour has placed by moves.
    #[must_use]
    pub const fn placed(&self) -> ByColor<u32> {
        self.placed
    }

    /// Number of empty points.
    #[inline]
    #[must_use]
    pub fn empty_count(&self) -> usize {
        with_board!(&self.store, board => board.empty_count())
    }

    /// `i`-th empty point. `i` must be below [`Position::empty_count`].
    ///
    /// The order of the empty points depends only on the moves and edits. Queries do not change the order.
    #[inline]
    #[must_use]
    pub fn nth_empty(&self, i: usize) -> Point {
        with_board!(&self.store, board => board.point(board.nth_empty(i)))
    }

    /// Zobrist hash of the stones.
    ///
    /// The side to move, ko and earlier positions are not part of the hash.
    ///
    /// ```
    /// use stonefield_go::{Position, Rules, Size};
    ///
    /// let after = |moves: [&str; 4]| -> Result<Position, Box<dyn std::error::Error>> {
    ///     let mut position = Position::new(Size::square(9)?, Rules::default());
    ///     for name in moves {
    ///         position.try_play(name.parse()?)?;
    ///     }
    ///     Ok(position)
    /// };
    /// let (one, other) = (after(["C3", "G7", "E5", "pass"])?, after(["E5", "G7", "C3", "pass"])?);
    /// assert_eq!(one.hash(), other.hash());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn hash(&self) -> u64 {
        with_board!(&self.store, board => board.hash())
    }

    /// Point on which simple ko forbids the side to move to play.
    #[must_use]
    pub fn ko(&self) -> Option<Point> {
        with_board!(&self.store, board => board.ko())
    }

    /// Sets or clears the point on which simple ko forbids a move. The point must be on the board.
    pub fn set_ko(&mut self, point: Option<Point>) {
        with_board!(&mut self.store, board => board.set_ko(point));
    }

    /// Number of liberties of the chain on a point. 0 if the point has no stone.
    ///
    /// ```
    /// use stonefield_go::{Point, Position, Rules, Setup};
    ///
    /// let setup: Setup = ". . . .\n\
    ///                     . X X .\n\
    ///                     . O . .".parse()?;
    /// let position = Position::from_setup(&setup, Rules::default())?;
    /// let stone: Point = "B2".parse()?;
    /// assert_eq!(position.chain(stone), [stone, "C2".parse()?]);
    /// assert_eq!(position.liberties(stone), 5);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn liberties(&self, point: Point) -> u32 {
        if self.at(point).is_none() {
            return 0;
        }
        with_board!(&self.store, board => board.liberties(board.cell(point)))
    }

    /// Number of pseudo-liberties of the chain on a point: pairs of a stone and an empty neighbour. 0 if the
    /// point has no stone.
    #[must_use]
    pub fn pseudo_liberties(&self, point: Point) -> u32 {
        if self.at(point).is_none() {
            return 0;
        }
        with_board!(&self.store, board => board.pseudo_liberties(board.cell(point)))
    }

    /// Points of the chain on a point, this point first. Empty if the point has no stone.
    #[must_use]
    pub fn chain(&self, point: Point) -> Vec<Point> {
        if self.at(point).is_none() {
            return Vec::new();
        }
        with_board!(&self.store, board => board.chain_cells(board.cell(point)).map(|cell| board.point(cell)).collect())
    }

    /// Returns true if the point is an eye point of the colour.
    ///
    /// The point is empty and all its neighbours have the colour. Of the diagonal points, at most one is an
    /// enemy stone in the middle of the board, and none on the edge.
    #[inline]
    #[must_use]
    pub fn is_eye_point(&self, color: Color, point: Point) -> bool {
        self.size.contains(point)
            && with_board!(&self.store, board => board.is_eye_point(color, board.cell(point)))
    }

    /// Calls a visitor with the board.
    pub fn visit<V: BoardVisitor>(&self, visitor: V) -> V::Output {
        with_board!(&self.store, board => visitor.visit(board))
    }

    /// Stones of chains without liberties, in the order of their point numbers.
    fn stones_without_liberty(&self) -> impl Iterator<Item = (Point, Color)> + '_ {
        self.size
            .points()
            .filter_map(|point| self.at(point).map(|color| (point, color)))
            .filter(|&(point, _)| self.pseudo_liberties(point) == 0)
    }

    /// Superko key of a position: see [`Rules::key`].
    #[inline]
    pub const fn key(&self, stones: u64, to_move: Color) -> Option<u64> {
        self.rules.key(stones, to_move)
    }

    /// Returns true if a position with this superko key has occurred.
    #[must_use]
    pub fn has_occurred(&self, key: u64) -> bool {
        self.history.contains(key)
    }

    /// Begins a new history with the current position.
    fn begin_history(&mut self) {
        self.history = History::new(self.key(self.hash(), self.to_move));
        self.stored_origin = None;
    }

    /// Stores the position as the origin of its later turns, unless an origin is stored already. The first
    /// turn does the same.
    ///
    /// Copies share the origin. So call this function before many copies of a position without turns get
    /// their first turns: each copy then costs half as much.
    pub fn remember_origin(&mut self) {
        if self.stored_origin.is_none() {
            self.stored_origin = Some(StoredPosition::origin_of(self));
        }
    }
}
