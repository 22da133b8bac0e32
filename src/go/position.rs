//! A position of a game: a board, whose turn it is, what has been, and what the rules make of it.

use super::board::{Board, Fixed, Heap, Played, Storage};
use super::history::{History, Turn};
use super::score::{self, By, Outcome};
use super::{
    ByColor, Color, Goal, HandicapError, Ko, Move, NoMove, PlayError, Point, Quirks, Rules, Scoring, Setup,
    SetupError, Size, zobrist,
};
use std::sync::Arc;

/// One board in the storage that fits its size, chosen once for a game.
#[derive(Clone)]
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

/// Work to be done on a board whatever its storage: see [`Position::visit`].
pub trait BoardVisitor {
    /// What it brings back.
    type Output;
    /// Does it.
    fn visit<S: Storage>(self, board: &Board<S>) -> Self::Output;
}

/// A position reached by play: the only door to a legal move.
///
/// A copy shares its history with the original; copying costs the board and little else.
#[derive(Clone)]
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
    /// Where [`Position::undo`] replays from: the position before the first turn of the history.
    base: Option<Arc<Position>>,
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
    pub fn from_setup(setup: &Setup, rules: Rules) -> Result<Self, SetupError> {
        let position = Self::from_setup_unchecked(setup, rules);
        let stuck = position.stuck_stones().next();
        match stuck {
            Some((point, color)) => Err(SetupError::NoLiberty { color, point }),
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
        self.base.as_ref().map_or_else(|| self.setup(), |base| base.setup())
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
            self.remember_base();
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

    /// The turns since the position was set up or edited, first to last.
    pub fn turns(&self) -> impl Iterator<Item = Turn> + '_ {
        self.history.turns()
    }

    /// The position before the first of [`Position::turns`], as it was set up or edited last; itself when there is none.
    #[must_use]
    pub fn origin(&self) -> &Self {
        self.base.as_deref().unwrap_or(self)
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

    /// Whether the chain on a point has more than one liberty; `false` where no stone stands.
    #[must_use]
    pub fn safe(&self, point: Point) -> bool {
        self.at(point).is_some() && on!(&self.store, board => board.is_safe(board.cell(point)))
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

    /// Whether the side to move may make the move.
    ///
    /// # Errors
    /// The law that it breaks.
    pub fn check(&self, action: Move) -> Result<(), PlayError> {
        self.check_for(self.to_move, action)
    }

    /// Whether a colour may make the move, were it its turn.
    ///
    /// # Errors
    /// The law that it breaks.
    #[inline]
    pub fn check_for(&self, color: Color, action: Move) -> Result<(), PlayError> {
        if self.outcome.is_some() {
            return Err(PlayError::GameOver);
        }
        match action {
            Move::Play(point) => self.check_point(color, point),
            Move::Pass => self.check_pass(color),
        }
    }

    fn check_point(&self, color: Color, point: Point) -> Result<(), PlayError> {
        if !self.size.contains(point) {
            return Err(PlayError::OffBoard(point, self.size));
        }
        if self.rules.stones_each.is_some_and(|most| self.placed[color] >= most) {
            return Err(PlayError::NoStonesLeft(color));
        }
        on!(&self.store, board => {
            let cell = board.cell(point);
            if board.at(cell).is_some() {
                return Err(PlayError::Occupied(point));
            }
            if let Some(Quirks { eye_taboo, .. }) = self.rules.quirks {
                let all = |color| board.is_surrounded(color, cell);
                if eye_taboo {
                    let taboo = all(Color::Black) || all(Color::White);
                    return if taboo { Err(PlayError::Taboo(point)) } else { Ok(()) };
                }
                if all(color) {
                    return Err(PlayError::Taboo(point));
                }
            }
            if !board.is_legal(color, cell, self.rules.suicide && self.rules.quirks.is_none()) {
                return Err(if board.is_suicide(color, cell) { PlayError::Suicide(point) } else { PlayError::Ko(point) });
            }
            // While stones only come, no position can return.
            let may_return = self.rules.suicide || self.prisoners != ByColor::default();
            if may_return && self.key(board.hash_after(color, cell), !color).is_some_and(|key| self.history.contains(key)) {
                return Err(PlayError::Superko(point));
            }
            Ok(())
        })
    }

    fn check_pass(&self, color: Color) -> Result<(), PlayError> {
        if self.rules.no_move != NoMove::Pass {
            return Err(PlayError::NoPass);
        }
        if self.rules.quirks.is_some_and(|quirks| quirks.pass_only_when_stuck) && self.can_place(color) {
            return Err(PlayError::Playable(color));
        }
        Ok(())
    }

    /// Whether the side to move may make the move.
    #[inline]
    #[must_use]
    pub fn is_legal(&self, action: Move) -> bool {
        self.check(action).is_ok()
    }

    /// Whether the colour could place a stone anywhere.
    #[must_use]
    pub fn can_place(&self, color: Color) -> bool {
        (0..self.empties()).any(|i| self.check_point(color, self.empty(i)).is_ok())
    }

    /// All legal moves of the side to move: points in the order of the empty list, then the pass.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<Move> {
        let points = (0..self.empties()).map(|i| Move::Play(self.empty(i)));
        points.chain([Move::Pass]).filter(|&action| self.is_legal(action)).collect()
    }

    /// Makes a move of the side to move.
    ///
    /// # Errors
    /// The law that it breaks; nothing changes then.
    pub fn try_play(&mut self, action: Move) -> Result<Played, PlayError> {
        self.check(action)?;
        Ok(self.play_unchecked(action))
    }

    /// Makes a move of a colour, whose turn it need not be.
    ///
    /// # Errors
    /// The law that it breaks; nothing changes then.
    pub fn try_play_as(&mut self, color: Color, action: Move) -> Result<Played, PlayError> {
        self.check_for(color, action)?;
        if self.to_move != color {
            self.remember_base();
            self.to_move = color;
        }
        Ok(self.play_unchecked(action))
    }

    /// Makes a move that [`Position::check`] has allowed, or would.
    pub fn play_unchecked(&mut self, action: Move) -> Played {
        self.remember_base();
        let color = self.to_move;
        let mut played = Played::default();
        match action {
            Move::Play(point) => {
                played = on!(&mut self.store, board => {
                    let cell = board.cell(point);
                    let played = board.play(color, cell);
                    if self.rules.ko == Ko::None {
                        board.clear_ko();
                    }
                    played
                });
                self.prisoners[color] += played.captured;
                self.prisoners[!color] += played.suicide;
                self.placed[color] += 1;
                self.passes = 0;
            }
            Move::Pass => {
                on!(&mut self.store, board => board.clear_ko());
                self.prisoners[!color] += u32::from(self.rules.pass_stones);
                self.passes += 1;
            }
        }
        self.ply += 1;
        self.last = Some(action);
        self.to_move = !color;
        let key = self.key(self.hash(), self.to_move);
        self.history.push(Turn { color, action }, key);
        self.outcome = self.end_after(color, played);
        played
    }

    /// Makes a move of a colour whatever the law says, on a point that must be empty: for records, which hold such moves. What dies
    /// is taken, the enemy first.
    pub fn play_as_unchecked(&mut self, color: Color, action: Move) -> Played {
        if self.to_move != color {
            self.remember_base();
            self.to_move = color;
        }
        self.play_unchecked(action)
    }

    /// Lets play go on after its end: the passes are forgotten, what may not be repeated is not.
    pub const fn resume(&mut self) {
        self.passes = 0;
        self.outcome = None;
    }

    /// Takes back the last move made since the position was set up or edited; `false` when there is none.
    pub fn undo(&mut self) -> bool {
        let Some(base) = self.base.clone() else { return false };
        let Some(keep) = self.history.len().checked_sub(1) else { return false };
        let turns: Vec<Turn> = self.history.turns().take(keep).collect();
        *self = Self::clone(&base);
        self.begin_history();
        self.base = Some(base);
        for turn in turns {
            self.to_move = turn.color;
            self.play_unchecked(turn.action);
        }
        true
    }

    /// Puts a stone on an empty point, capturing nothing; chains may be left without liberties. Ko, passes and
    /// the history are forgotten.
    pub fn put(&mut self, point: Point, color: Color) {
        if self.size.contains(point) && self.at(point).is_none() {
            on!(&mut self.store, board => board.put(color, board.cell(point)));
            self.edited();
        }
    }

    /// Lifts a stone. Ko, passes and the history are forgotten.
    pub fn lift(&mut self, point: Point) {
        if self.at(point).is_some() {
            on!(&mut self.store, board => board.lift(board.cell(point)));
            self.edited();
        }
    }

    /// A copy without the chains that have no liberty, and the points they stood on.
    #[must_use]
    pub fn without_dead_chains(&self) -> (Self, Vec<Point>) {
        let dead: Vec<Point> = self.stuck_stones().map(|(point, _)| point).collect();
        let mut copy = self.clone();
        for &point in &dead {
            copy.lift(point);
        }
        (copy, dead)
    }

    /// Places the fixed handicap of 2…9 Black stones and gives White the turn.
    ///
    /// # Errors
    /// When the board is not empty or has no points for so many.
    // CITE: fixed placement: GTP version 2 specification, G. Farnebäck, 2002, section 4.1.1.
    pub fn place_handicap(&mut self, stones: u32) -> Result<(), HandicapError> {
        if self.empties() != self.size.area() {
            return Err(HandicapError::NotEmpty);
        }
        for point in handicap_points(self.size, stones)? {
            self.put(point, Color::Black);
        }
        self.set_to_move(Color::White);
        Ok(())
    }

    /// Whether the game has ended.
    #[inline]
    #[must_use]
    pub const fn is_over(&self) -> bool {
        self.outcome.is_some()
    }

    /// How the game ended.
    #[must_use]
    pub const fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// The count as the board stands, komi included.
    #[must_use]
    pub fn score(&self) -> ByColor<f64> {
        self.score_with(&[])
    }

    /// The count with the chains on the given points agreed to be dead: taken off, and prisoners where those count.
    #[must_use]
    pub fn score_with(&self, dead: &[Point]) -> ByColor<f64> {
        let mut stones = self.setup().stones().to_vec();
        let mut prisoners = self.prisoners;
        for &point in dead {
            for stone in self.chain(point) {
                if let Some(color) = stones[self.size.index(stone)].take() {
                    prisoners[!color] += 1;
                }
            }
        }
        let standing =
            ByColor::from_fn(|color| stones.iter().filter(|&&stone| stone == Some(color)).count() as f64);
        let owned = || score::territory(self.size, &stones).map(f64::from);
        let prisoners = prisoners.map(f64::from);
        let mut score = match self.rules.scoring {
            Scoring::Area => sum(standing, owned()),
            Scoring::Territory => sum(prisoners, owned()),
            Scoring::StonesAndCaptures => sum(standing, prisoners),
        };
        if self.rules.quirks.is_none_or(|quirks| !quirks.pass_only_when_stuck) {
            score.white += self.rules.komi;
        }
        score
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
    const fn key(&self, stones: u64, to_move: Color) -> Option<u64> {
        match (self.rules.ko, to_move) {
            (Ko::None | Ko::Simple, _) => None,
            (Ko::Positional, _) | (Ko::Situational, Color::Black) => Some(stones),
            (Ko::Situational, Color::White) => Some(stones ^ zobrist::WHITE_TO_MOVE),
        }
    }

    fn begin_history(&mut self) {
        self.history = History::new(self.key(self.hash(), self.to_move));
        self.base = None;
    }

    fn remember_base(&mut self) {
        if self.base.is_none() {
            let mut base = self.clone();
            // A history of its own: a shared one could not grow in place.
            base.begin_history();
            self.base = Some(Arc::new(base));
        }
    }

    fn edited(&mut self) {
        self.passes = 0;
        self.last = None;
        // A set-up of many stones need not begin as many histories.
        if self.base.is_some() || self.rules.ko != Ko::None {
            self.begin_history();
        }
        self.outcome = None;
    }

    /// How the game ends when the side to move has nothing to do, whatever was played before.
    fn end(&self) -> Option<Outcome> {
        if self.rules.no_move == NoMove::Pass || self.can_place(self.to_move) {
            return None;
        }
        Some(match self.rules.no_move {
            NoMove::Loss => Outcome::Win { winner: !self.to_move, by: By::NoMove },
            NoMove::Draw | NoMove::Pass => Outcome::Draw,
        })
    }

    fn end_after(&self, color: Color, played: Played) -> Option<Outcome> {
        if self.rules.goal == Goal::FirstCapture {
            if played.captured > 0 {
                return Some(Outcome::Win { winner: color, by: By::Capture });
            }
            if played.suicide > 0 {
                return Some(Outcome::Win { winner: !color, by: By::Suicide });
            }
        }
        let both_passed = self.passes >= 2 && (!self.rules.pass_stones || color == Color::White);
        let all_placed =
            self.rules.stones_each.is_some_and(|most| self.placed.black.min(self.placed.white) >= most);
        if both_passed || all_placed {
            return Some(match self.rules.goal {
                Goal::Territory => Outcome::of(self.score()),
                Goal::FirstCapture => Outcome::Draw,
            });
        }
        self.end()
    }
}

fn sum(a: ByColor<f64>, b: ByColor<f64>) -> ByColor<f64> {
    ByColor::from_fn(|color| a[color] + b[color])
}

/// The points of a fixed handicap.
fn handicap_points(size: Size, stones: u32) -> Result<Vec<Point>, HandicapError> {
    let (width, height) = (size.width(), size.height());
    if width < 7 || height < 7 {
        return Err(HandicapError::Small { given: stones, size });
    }
    let odd = width % 2 == 1 && height % 2 == 1 && width > 7 && height > 7;
    let most = if odd { 9 } else { 4 };
    if !(2..=most).contains(&stones) {
        return Err(HandicapError::Count { given: stones, size, most });
    }
    let lines = |side: u16| {
        let edge = if side < 13 { 2 } else { 3 };
        [edge, side / 2, side - 1 - edge]
    };
    let (x, y) = (lines(width), lines(height));
    // Corners first, then the middles of the sides; the centre completes an odd number from five.
    let order = [(0, 0), (2, 2), (0, 2), (2, 0), (0, 1), (2, 1), (1, 0), (1, 2)];
    let centre = stones >= 5 && stones % 2 == 1;
    let around = stones as usize - usize::from(centre);
    let mut points: Vec<Point> = order[..around].iter().map(|&(i, j)| Point::new(x[i], y[j])).collect();
    if centre {
        points.push(Point::new(x[1], y[1]));
    }
    Ok(points)
}
