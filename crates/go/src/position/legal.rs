//! Which moves the law allows.

use super::{Position, Store};
use crate::{ByColor, Color, Move, NoMove, PlayError, Point, Quirks};

impl Position {
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
        self.check_on_board(color, action)
    }

    /// Whether the board lets a colour make the move. A game that is over is looked at as if it went on.
    ///
    /// # Errors
    /// The law that it breaks.
    #[inline]
    pub fn check_on_board(&self, color: Color, action: Move) -> Result<(), PlayError> {
        match action {
            Move::Play(point) => self.check_point(color, point),
            Move::Pass => self.check_pass(color),
        }
    }

    pub(super) fn check_point(&self, color: Color, point: Point) -> Result<(), PlayError> {
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

    pub(super) fn check_pass(&self, color: Color) -> Result<(), PlayError> {
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
    ///
    /// ```
    /// use stonefield_go::{Color, Move, Position, Rules, Setup};
    ///
    /// let mut setup: Setup = ". X .\n\
    ///                         X X X\n\
    ///                         . X .".parse()?;
    /// let position = Position::from_setup(&setup, Rules::default())?;
    /// assert_eq!(position.legal_moves().len(), 5, "four corners and the pass");
    /// setup.to_move = Color::White;
    /// let position = Position::from_setup(&setup, Rules::default())?;
    /// assert_eq!(position.legal_moves(), [Move::Pass], "every corner is suicide");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn legal_moves(&self) -> Vec<Move> {
        let points = (0..self.empties()).map(|i| Move::Play(self.empty(i)));
        points.chain([Move::Pass]).filter(|&action| self.is_legal(action)).collect()
    }
}
