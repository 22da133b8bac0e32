//! A position of a game: a board, whose turn it is, what has been, and what the rules make of it.

use super::board::{Board, Fixed, Heap, Storage};
use super::history::{History, Turn};
use super::score::Outcome;
use super::{ByColor, Color, Move, Point, PositionError, Rules, Setup, Size};
use std::borrow::Cow;

/// One board in the storage that fits its size, chosen once for a game.
enum Store {
    S128(Box<Board<Fixed<128>>>),
    S256(Box<Board<Fixed<256>>>),
    S512(Box<Board<Fixed<512>>>),
    S1024(Box<Board<Fixed<1024>>>),
    Heap(Box<Board<Heap>>),
}

/// Evaluates an expression over the board, whatever its storage.
macro_rules! on {
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
mod kept;
mod legal;
mod play;
mod serial;

pub use kept::KeptPosition;

/// Work to be done on a board whatever its storage: see [`Position::visit`].
pub trait BoardVisitor {
    /// What it brings back.
    type Output;
    /// Works on the board, whatever its storage.
    fn visit<S: Storage>(self, board: &Board<S>) -> Self::Output;
}

/// A position reached by play: the only door to a legal move.
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
/// assert!(matches!(position.try_play(inside), Err(PlayError::Suicide(_))), "White would have no liberty there");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// A copy shares its history with the original; copying costs the board and little else, and into a position that is there already
/// ([`Clone::clone_from`]) no memory.
pub struct Position {
    rules: Rules,
    size: Size,
    store: Store,
    to_move: Color,
    ply: u32,
    passes: u32,
    last: Option<Move>,
    prisoners: ByColor<u32>,
    placed: ByColor<u32>,
    outcome: Option<Outcome>,
    history: History,
    /// The position before the first turn of the history.
    base: Option<KeptPosition>,
}

impl Position {
    /// An empty board, Black to move. `size` is the board itself, whatever the rules' quirks.
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
            base: None,
        };
        position.begin_history();
        position.outcome = position.end();
        position
    }

    /// The position of a set-up.
    ///
    /// # Errors
    /// When a chain has no liberty; the error names its first stone.
    pub fn from_setup(setup: &Setup, rules: Rules) -> Result<Self, PositionError> {
        let position = Self::from_setup_unchecked(setup, rules);
        let stuck = position.stuck_stones().next();
        match stuck {
            Some((point, color)) => Err(PositionError::NoLiberty { color, point }),
            None => Ok(position),
        }
    }

    /// The position of a set-up that may hold chains without liberties, as the NetLogo world does.
    #[must_use]
    pub fn from_setup_unchecked(setup: &Setup, rules: Rules) -> Self {
        let mut position = Self::new(setup.size(), rules);
        for (point, stone) in setup.size().points().zip(setup.stones()) {
            if let Some(color) = *stone {
                position.put(point, color);
            }
        }
        position.set_to_move(setup.to_move);
        position.outcome = position.end();
        position
    }

    /// The stones and the side to move, as a set-up.
    #[must_use]
    pub fn setup(&self) -> Setup {
        let mut setup = Setup::empty(self.size);
        for point in self.size.points() {
            setup.set(point, self.at(point));
        }
        setup.to_move = self.to_move;
        setup
    }

    /// The stones before the first of [`Position::turns`], and whose turn it was.
    #[must_use]
    pub fn beginning(&self) -> Setup {
        self.origin().setup()
    }

    /// The board's size.
    #[must_use]
    pub const fn size(&self) -> Size {
        self.size
    }

    /// The rules in force.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Whose turn it is.
    #[inline]
    #[must_use]
    pub const fn to_move(&self) -> Color {
        self.to_move
    }

    /// Gives the turn to a colour.
    pub fn set_to_move(&mut self, color: Color) {
        if self.to_move != color {
            self.to_move = color;
            self.begin_history();
        }
    }

    /// Gives the turn to a colour and keeps the history: as if the other had let it pass, a simple ko is lifted. A game that
    /// both had ended by passing is taken up again; one that ended otherwise stays ended.
    pub fn hand_turn(&mut self, color: Color) {
        if self.passes >= 2 {
            self.passes = 0;
            self.outcome = None;
        }
        if self.to_move != color {
            self.remember_origin();
            self.to_move = color;
            on!(&mut self.store, board => board.clear_ko());
        }
    }

    /// Moves made, passes included.
    #[must_use]
    pub const fn ply(&self) -> u32 {
        self.ply
    }

    /// The move made last.
    #[must_use]
    pub const fn last_move(&self) -> Option<Move> {
        self.last
    }

    /// Passes made one after the other up to now.
    #[must_use]
    pub const fn passes(&self) -> u32 {
        self.passes
    }

    /// What the ko rule remembers, and the turns since the position was set up or edited.
    #[must_use]
    pub const fn history(&self) -> &History {
        &self.history
    }

    /// The turns since the position was set up or edited, first to last.
    pub fn turns(&self) -> impl Iterator<Item = Turn> + '_ {
        self.history.turns()
    }

    /// The position before the first of [`Position::turns`], as it was set up or edited last; itself when there is none.
    #[must_use]
    pub fn origin(&self) -> Cow<'_, Self> {
        self.base.as_ref().map_or(Cow::Borrowed(self), KeptPosition::position)
    }

    /// Whether this is the same game as an earlier position's, some turns later or none.
    #[must_use]
    pub fn goes_on_from(&self, earlier: &Self) -> bool {
        let facts = |position: &Self| {
            let own = || (position.size, position.hash(), position.rules);
            position.base.as_ref().map_or_else(own, KeptPosition::facts)
        };
        let mut turns = self.turns();
        facts(earlier) == facts(self) && earlier.turns().all(|turn| turns.next() == Some(turn))
    }

    /// The stone on a point; `None` for an empty point and for one off the board.
    #[inline]
    #[must_use]
    pub fn at(&self, point: Point) -> Option<Color> {
        if !self.size.contains(point) {
            return None;
        }
        on!(&self.store, board => board.at(board.cell(point)))
    }

    /// Standing stones.
    #[must_use]
    pub fn stones(&self) -> ByColor<u32> {
        on!(&self.store, board => ByColor::from_fn(|color| board.stones(color)))
    }

    /// Stones that each colour has taken: captures, the other's suicides and pass stones.
    #[must_use]
    pub const fn captured_by(&self) -> ByColor<u32> {
        self.prisoners
    }

    /// Stones that each colour has placed by moves.
    #[must_use]
    pub const fn placed(&self) -> ByColor<u32> {
        self.placed
    }

    /// Number of empty points.
    #[inline]
    #[must_use]
    pub fn empties(&self) -> usize {
        on!(&self.store, board => board.empties())
    }

    /// The `i`-th empty point, `i` below [`Position::empties`]; the order depends on the moves made, never on who looked.
    #[inline]
    #[must_use]
    pub fn empty(&self, i: usize) -> Point {
        on!(&self.store, board => board.point(board.empty(i)))
    }

    /// The hash of the stones.
    ///
    /// The side to move, ko and earlier positions are not part of it.
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
        on!(&self.store, board => board.hash())
    }

    /// The point that simple ko forbids to the side to move.
    #[must_use]
    pub fn ko(&self) -> Option<Point> {
        on!(&self.store, board => board.ko())
    }

    /// Sets or lifts the simple-ko ban on a point of the board.
    pub fn set_ko(&mut self, point: Option<Point>) {
        on!(&mut self.store, board => board.set_ko(point));
    }

    /// Liberties of the chain on a point; 0 where no stone stands.
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
        on!(&self.store, board => board.liberties(board.cell(point)))
    }

    /// Pairs of a stone of the chain on a point and an empty neighbour; 0 where no stone stands.
    #[must_use]
    pub fn pseudo_liberties(&self, point: Point) -> u32 {
        if self.at(point).is_none() {
            return 0;
        }
        on!(&self.store, board => board.pseudo_liberties(board.cell(point)))
    }

    /// The stones of the chain on a point, beginning with it; none where no stone stands.
    #[must_use]
    pub fn chain(&self, point: Point) -> Vec<Point> {
        if self.at(point).is_none() {
            return Vec::new();
        }
        on!(&self.store, board => board.chain_cells(board.cell(point)).map(|cell| board.point(cell)).collect())
    }

    /// Whether the point is an eye point of the colour: empty, all neighbours of that colour, and of the diagonal points
    /// at most one enemy in the middle of the board, none on its edge.
    #[inline]
    #[must_use]
    pub fn is_eye_point(&self, color: Color, point: Point) -> bool {
        self.size.contains(point) && on!(&self.store, board => board.is_eye_point(color, board.cell(point)))
    }

    /// Lends the board, in the storage it has.
    pub fn visit<V: BoardVisitor>(&self, visitor: V) -> V::Output {
        on!(&self.store, board => visitor.visit(board))
    }

    /// Stones of chains without liberties, by point number.
    fn stuck_stones(&self) -> impl Iterator<Item = (Point, Color)> + '_ {
        self.size
            .points()
            .filter_map(|point| self.at(point).map(|color| (point, color)))
            .filter(|&(point, _)| self.pseudo_liberties(point) == 0)
    }

    /// What the ko rule remembers of a position.
    #[inline]
    pub const fn key(&self, stones: u64, to_move: Color) -> Option<u64> {
        self.rules.key(stones, to_move)
    }

    /// Whether the ko rule remembers a position by this key.
    #[must_use]
    pub fn has_been(&self, key: u64) -> bool {
        self.history.contains(key)
    }

    fn begin_history(&mut self) {
        self.history = History::new(self.key(self.hash(), self.to_move));
        self.base = None;
    }

    /// Keeps the position as that which its turns begin from, as the first turn would do, unless there is such a one already.
    ///
    /// Copies share it: to play many of them from a position without turns costs half as much afterwards.
    pub fn remember_origin(&mut self) {
        if self.base.is_none() {
            self.base = Some(KeptPosition::origin_of(self));
        }
    }
}
